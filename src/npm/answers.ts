/** The answers, field by field. Written by scripts/generate-interfaces. */

/** A legal move. The facts about it depend on the game. */
export interface MoveRecord {
  move: string
  uci: string // The move in the machine form.
  faces: number[] | null // The faces on which it may be played; null where no die is used.
  cascade?: number
  teleport?: boolean
  capture?: boolean
  swap?: boolean
  promotion?: boolean
  pair?: boolean
  cruelty?: boolean
  hop?: boolean
  split?: boolean
  castling?: boolean
  turned_over?: boolean
  travel?: boolean
  check: boolean // Whether it gives check.
  mate: boolean // Whether it mates.
  outcome: "white" | "black" | "draw" | null // The result after the move; null: the game goes on.
  fen: string // The position after the move.
  from?: string // The square that the piece leaves. Only the server writes this and the following fields.
  to?: string // The square where it arrives.
  becomes?: string // The letter of the piece to which a pawn promotes.
  part?: string // What a stack does, unless it moves as a whole: slide the rook out.
  state?: number // The index of the earlier state to which the move leads back; 0 is the oldest.
  then?: { from: string; to: string } // A second piece moves as well.
}

/** Which rolls mate. */
export interface Solved {
  id: string | null // The id of the record.
  fen: string // The position.
  variant: string // The game.
  turn: "white" | "black" // The side to move.
  check: boolean // Whether the side to move is in check.
  roll: number | null // The face that was rolled.
  faces: FaceRow[] // The faces; a single one with `face` null where no die is used.
  winning: (number | null)[] // The faces with a mate; [null] where no die is used and a move mates.
  answer: string[] | null // The mates on the roll; null without one.
  notes?: string[] // Notes, such as what was ignored in the record.
  odds?: Odds // The value from the endgame tables.
  scene?: Scene | null // The drawn board. Only the server writes this and the following fields.
  outcome?: "white" | "black" | "draw" | null // The result of the game; null if it goes on.
  words?: Words // The sentences of the text report about the position.
  solution?: Solution // With `solution`.
}

/** A face, its number of moves and its mates. */
export interface FaceRow {
  face: number | null
  file: string | null // The file or files on which a move must land; null without a die.
  moves: number // The number of legal moves on the face.
  free: boolean // Whether any move may be played, because none lands on the file of the face.
  mates: string[] // The moves that win.
  wins?: Win[] // The winning moves and how each wins, in games with several ways to win.
  list?: string[] // All moves; only with the option `list`.
}

/** A move that wins, and how. */
export interface Win {
  move: string
  by: "mate" | "high_ground" // How it wins.
}

/** A value from the endgame tables: P(win) - P(loss), between proven bounds. */
export interface Odds {
  material: string // The pieces: KQK.
  lower: number // The lower bound of the value.
  upper: number // The upper bound of the value.
  value: number // The middle of the bounds.
  plies?: number // The plies to the mate, in a game without chance.
  faces: RollOdds[]
}

/** The value of a roll to the side to move. */
export interface RollOdds {
  face: number | null
  free: boolean // Whether any move may be played, because none lands on the file of the face.
  lower: number // The lower bound of the value.
  upper: number // The upper bound of the value.
  value: number // The middle of the bounds.
  plies?: number // The plies to the mate, in a game without chance.
  best: string[] // The best moves.
  moves: MoveOdds[] // All moves, the best first.
}

/** The value of a move to the side that plays it. */
export interface MoveOdds {
  move: string
  lower: number // The lower bound of the value.
  upper: number // The upper bound of the value.
  value: number // The middle of the bounds.
  plies?: number // The plies to the mate, in a game without chance.
}

/** The contents of a drawn board. */
export interface Scene {
  files: number // The number of files.
  ranks: number // The number of ranks.
  cells: string[][] // The pieces by square, a1 first, the lowest first.
  turn: "white" | "black" // The side to move.
  flip: boolean // Whether Black's side is at the bottom.
  title: string // A caption.
  words: string // The picture in words.
  labels: string[] // The labels below the files, from the a-file; may be empty.
  rolled: number[] // The files, from 0, whose labels are highlighted.
  dice: Die[] // The dice beside the board.
  panel: string[] // Further lines beside the board.
  shelves: Shelf[] // Pieces beside the board.
  men: Record<string, Piece> // All kinds of pieces, by letter.
  marks: ({ mark: "highlight"; square: string } | { mark: "arrow"; from: string; to: string; men?: number; lowest?: true } | { mark: "jump"; from: string; to: string } | { mark: "cross"; square: string } | { mark: "ghost"; man: string; square: string } | { mark: "curve"; from: string; to: string; drop: boolean; origin: string; badge: string } | { mark: "medal"; man: string; square: string })[] // The arrows and other marks of a move.
}

/** A die beside the board. */
export interface Die {
  label: string // The text on the front of the die.
  idle: boolean // Whether the die is drawn pale, because it is not rolled yet or not used.
}

/** Pieces beside the board. */
export interface Shelf {
  label: string // The label of the row, such as White reserve.
  men: string[] // The letters of the pieces.
}

/** A kind of piece. */
export interface Piece {
  word: string // The name of the piece, such as king.
  white: boolean // Whether the piece is White's.
  id: string // The id of the drawing of the piece.
  symbol: string // The Unicode character of the piece.
}

/** The sentences of the text report about a position. */
export interface Words {
  state: string // The state: White to move, in check: no die
  mates: string[] // The mates of each face: Qa8-e4-e7# (cascade of 3)
  summary: string // The answer as a sentence: Only 5 mates.
  named: (string | null)[] // The files of each face in words: the e-file
  die: DieWords | null // The words for the die; null in a game without one.
}

/** The words for the die. */
export interface DieWords {
  names: string // file
  serve: string // land on
  serves: string // lands on
  free: string // no move lands on that file
}

/** Set play, tries, keys and variations. */
export interface Solution {
  moves: number // The number of moves within which to mate.
  faces: SolvedFace[]
  set_play: SetPlay | null // The set play; null in check.
  tries: FirstMove[] // The tries, the best first.
  keys: FirstMove[]
  complete: boolean // Whether no limit was hit.
  strict: boolean // Whether it is complete, without duals or shorter wins.
  tested_by: string // The program and its version.
  stipulation?: string // The stipulation, if not mate by force.
  lines?: string[] // The lines of a help or series problem.
  twin?: string // The name of the twin.
  change?: string // The change that makes the twin.
  fen?: string // The position of the twin.
  missing?: string[] // The parts that a limit cut short.
  twins?: Solution[] // The solutions of the twins.
}

/** The keys of a face. */
export interface SolvedFace {
  face: number | null
  free: boolean // Whether any move may be played, because none lands on the file of the face.
  keys: string[]
  in: number | null // The number of moves of the quickest key.
  dual: boolean // Whether the face is not free and there are several keys.
}

/** The play if it were the opponent's turn. */
export interface SetPlay {
  lines?: string[] // The lines of a help problem.
  mates?: Continuation[] // The opponent's mates, in a mate in one.
  variations?: Variation[] // The answers of the winning side to each reply.
}

/** The next moves of the winning side by force. */
export interface Continuation {
  rolls: number[] | null // The rolls; null where no die is used.
  moves: string[] // The moves that win equally quickly.
  in: number // The number of moves in which they win.
  dual?: true // There are several moves, on a face that is not free.
  short?: true // The win takes fewer moves than the variation.
  then?: "over" | "check" | "threat" | "zugzwang" | "our_turn" // Why the opponent has to reply.
  moves_on?: Continuation[] // The next moves of the winning side.
  threats?: Continuation[] // The threats of the winning side.
  variations?: Variation[] // The opponent's replies and the answers to them.
}

/** Replies that are answered in the same way. */
export interface Variation {
  replies: Reply[]
  loses?: true // The replies lose at once.
  then?: "over" | "check" | "threat" | "zugzwang" | "our_turn" // Why the opponent has to reply.
  moves_on?: Continuation[] // The next moves of the winning side.
  threats?: Continuation[] // The threats of the winning side.
  variations?: Variation[] // The opponent's replies and the answers to them.
  answers?: Continuation[] // The answers of the winning side.
  threatened?: true // The answers are the threatened moves.
  certain?: false // The win is not certain.
}

/** A reply of the opponent. */
export interface Reply {
  rolls: number[] | null // The rolls; null where no die is used.
  move: string
}

/** A key or a try. */
export interface FirstMove {
  move: string
  rolls: number[] | null // The rolls; null where no die is used.
  mark: "!" | "?" // ! for a key, ? for a try.
  in?: number // The number of moves in which a key wins.
  dual?: true // There is another key on a face that is not free.
  short?: true // The key wins in fewer moves than the stipulation.
  odds?: string // The chance of mate after a try.
  then?: "over" | "check" | "threat" | "zugzwang" | "our_turn" // Why the opponent has to reply.
  moves_on?: Continuation[] // The next moves of the winning side.
  threats?: Continuation[] // The threats of the winning side.
  variations?: Variation[] // The opponent's replies and the answers to them.
  refutations?: Refutation[] // The refutations of a try.
}

/** The opponent's best reply to a try. */
export interface Refutation {
  rolls: number[] | null // The rolls; null where no die is used.
  moves: string[]
  leaves: string // The chance of mate after these moves.
}

/** The chance of mate within a number of moves. */
export interface Mate {
  id: string | null // The id of the record.
  fen: string // The position.
  variant: string // The game.
  stipulation?: string // The stipulation, if not mate by force.
  moves: number // The number of moves within which to mate.
  dice: "mean" | "every" | "some" // How rolls are valued.
  defence?: "best" | "help" // The opponent's aim.
  total: string | null // The value over all faces; null if only bounds are known.
  lower?: string // The lower bound of the value.
  upper?: string // The upper bound of the value.
  faces: MateRow[]
  solutions?: string[] // The first lines that solve the stipulation.
  solution_count?: number // The number of all solutions.
  set_play?: string[] // The first lines of set play.
  set_play_count?: number // The number of lines of set play.
  wanted?: number // The number of solutions that the record states.
  complete?: false // A limit ended the search.
  notes?: string[] // Notes, such as what was ignored in the record.
  nodes?: number // The number of positions searched, which varies with several threads.
  seconds?: number // The time of the search.
  odds?: Odds | null // The value from the endgame tables.
  solution?: Solution // With `solution`.
}

/** A face, and the value of its best moves. */
export interface MateRow {
  face: number | null
  value: string | null // The value; null if only bounds are known.
  lower?: string // The lower bound of the value.
  upper?: string // The upper bound of the value.
  forced: boolean | null // Whether mate is certain whatever is rolled.
  best: string[] // The moves that reach the value.
}

/** The verdict on the key of a puzzle. */
export interface Checked {
  id: string | null // The id of the record.
  fen: string // The position.
  variant: string // The game.
  verdict: "no_key" | "unsolvable" | "cooked" | "short" | "dual" | "sound" | null // The first verdict that applies; null if a limit ended the search.
  complete?: false // A limit ended the search.
  missing?: Record<string, string[]> // Moves of the key that solve nothing.
  extra?: Record<string, string[]> // Solutions that the key does not name.
  short?: Record<string, string[]> // Moves that win sooner.
  duals?: Record<string, string[]> // Two or more solutions on a face that is not free.
  short_in?: Record<string, number> // The number of moves of the shorter wins.
  duals_later?: LaterFlaw[] // The first duals in variations.
  later_duals?: number // The number of duals in variations.
  shorts_later?: LaterFlaw[] // The first shorter wins in variations.
  later_shorts?: number // The number of shorter wins in variations.
  stipulation?: string | null
  superfluous?: string[] // Pieces that the puzzle does not need.
  twin?: string // The name of the twin.
  legal?: boolean | null // Whether a game leads to the position; null if that is undecided.
  legal_why?: string | null // Why no game leads to the position, or why that is undecided.
  superfluous_by_uci?: string[] // Pieces without which only the notation of the moves changes.
  notes: string[] // Notes, such as what was ignored in the record.
}

/** A dual or a shorter win in a variation. */
export interface LaterFlaw {
  line: string[] // The moves of both sides up to it.
  face: number | null
  moves: string[] // The moves that win.
}

/** An analysis of a position. */
export interface Analysis {
  fen: string // The position.
  variant: string // The game.
  turn: "white" | "black" // The side to move.
  check: boolean // Whether the side to move is in check.
  faces: FaceRow[]
  mate: Mate[] // Mate within two moves, within three, and so on.
  threats: FaceRow[] | null // The opponent's winning moves if the side to move passed; null if it cannot pass.
  outlook?: Outlook // The expected score by a search.
  rollout?: Rollout // The expected score by the results of played games.
  odds?: Odds // The value from the endgame tables.
}

/** The expected score by a search to two depths. */
export interface Outlook {
  depths: number[] // The depths in plies, the deeper one last.
  chance: number // The expected score by the deeper search.
  shallow: number // The expected score by the shallower search.
  faces: OutlookFace[]
}

/** A face, and its moves evaluated by a search. */
export interface OutlookFace {
  face: number | null
  file: string | null // The file or files on which a move must land; null without a die.
  free: boolean // Whether any move may be played, because none lands on the file of the face.
  chance: number // The expected score by the deeper search.
  shallow: number // The expected score by the shallower search.
  moves: OutlookMove[] // The moves, the best first.
}

/** A move, and the expected score of its side after it. */
export interface OutlookMove {
  move: string
  uci: string // The move in the machine form.
  chance: number // The expected score by the deeper search.
  shallow: number // The expected score by the shallower search.
  loses: number // How much lower its expected score is than that of the best move.
}

/** The expected score by the results of played games. */
export interface Rollout {
  games: number // The number of games from each move.
  seed: number // The seed of the dice.
  depth: number // The search depth of both sides in plies.
  candidates: number // The number of moves of each face from which games are played.
  plies: number // The maximum length of a game in plies.
  chance: number // The mean result, corrected for luck.
  error: number // The standard error of `chance`.
  plain: number // The mean result.
  plain_error: number // The standard error of `plain`.
  faces: RolloutFace[]
}

/** A face, and its moves from which games were played. */
export interface RolloutFace {
  face: number | null
  file: string | null // The file or files on which a move must land; null without a die.
  free: boolean // Whether any move may be played, because none lands on the file of the face.
  chance: number // The mean result of the best move, corrected for luck.
  error: number // The standard error of `chance`.
  moves: RolloutMove[] // The moves, the best first.
}

/** A move from which games were played, and the expected score of its side. */
export interface RolloutMove {
  move: string
  uci: string // The move in the machine form.
  guess: number // The expected score by the search that chose the move.
  chance: number // The mean result, corrected for luck.
  error: number // The standard error of `chance`.
  plain: number // The mean result.
  plain_error: number // The standard error of `plain`.
  behind: number // How much lower its expected score is than that of the best move.
  behind_error: number // The standard error of `behind`.
  won: number // Games won.
  drawn: number // Games drawn.
  lost: number // Games lost.
  known: number // Games that an endgame table ended.
  cut_off: number // The number of games that reached the limit of plies.
}

/** The number of lines of legal moves. */
export interface Perft {
  fen: string // The position.
  depth: number // The plies of each line.
  rolls: "none" | "sum" // How rolls are valued.
  nodes: number // The number of lines.
  seconds: number // The wall time of the count.
  divide?: Record<string, number> // The count of each first move.
}

/** A ply of a game. */
export interface PlyRecord {
  game: number // The number of the game, from 1.
  ply: number // The number of the ply, from 1.
  turn: "white" | "black" // The side to move.
  roll: number | null // The roll as written.
  move: string // The move in full notation; the text as written if it was not played.
  fen: string // The position after the ply.
  fault: Fault | null // The first fault of the ply; an illegal move comes first.
  odds?: PlyOdds // The values from the endgame tables that cover the position.
  chances?: PlyChances // The expected scores; only with the option `analyse`.
}

/** A fault of a ply. */
export interface Fault {
  code: "bad_utf8" | "bad_json" | "not_an_object" | "unknown_format" | "no_puzzles" | "duplicate_field" | "missing_fen" | "wrong_type" | "unknown_variant" | "bad_roll" | "bad_moves" | "bad_stipulation" | "bad_key_face" | "bad_csv" | "bad_yaml" | "bad_opcode" | "unterminated_string" | "missing_semicolon" | "empty_fen" | "bad_piece" | "bad_digit" | "rank_too_long" | "rank_too_short" | "too_many_ranks" | "too_few_ranks" | "missing_side" | "bad_side" | "bad_castling" | "bad_en_passant" | "bad_unmoved" | "bad_reserve" | "bad_stack" | "bad_memory" | "bad_used" | "bad_clock" | "extra_fields" | "no_king" | "too_many_kings" | "pawn_on_last_rank" | "opponent_in_check" | "not_a_move" | "illegal_move" | "ambiguous_move" | "missing_promotion" | "wrong_face" | "wrong_die" | "wrong_suffix" | "wrong_cascade" | "wrong_piece" | "game_over" | "no_table" | "bad_tag" | "unterminated_comment" | "wrong_result" | "bad_square" | "bad_man" // The code of the fault.
  message: string // What was found and what was expected.
  line: number // The line of the file.
  offset: number // The offset of the fault in bytes from the start of the text.
  more?: Fault[] // Further faults.
}

/** The values of a ply to its side, from the endgame tables. */
export interface PlyOdds {
  before: number // The value before the roll.
  rolled: number // The value with the best move on the roll.
  after: number // The value after the move.
  luck: number // The gain by the roll.
  error: number // The loss by the move.
}

/** The expected score of the side that moves, before and after its ply; null if unknown. */
export interface PlyChances {
  before: number // The expected score before the roll.
  rolled: number | null // The expected score with the best move on the roll.
  played: number // The expected score after the move.
  luck: number | null // The gain by the roll.
  error: number | null // The loss by the move.
  sign: "?!" | "?" | "??" | null // The sign of a dubious move, a mistake or a blunder.
  best: string | null // The best move.
  choice: boolean | null // Whether more than one move could be played.
  exact: boolean // Whether the numbers come from endgame tables.
}

/** A game that was replayed. */
export interface GameRecord {
  game: number // The number of the game, from 1.
  plies: number // The number of plies.
  faults: number // The number of faults.
  result: "1-0" | "0-1" | "1/2-1/2" | "*"
  fen: string | null // The last position.
  fault?: Fault | null // The faults that belong to no ply.
  error?: RecordFault // Why it was not replayed.
  notes?: string[] // Notes, such as what was ignored in the record.
  chances?: GameChances // The expected scores; only with the option `analyse`.
}

/** What is wrong with a record. */
export interface RecordFault {
  code: "bad_utf8" | "bad_json" | "not_an_object" | "unknown_format" | "no_puzzles" | "duplicate_field" | "missing_fen" | "wrong_type" | "unknown_variant" | "bad_roll" | "bad_moves" | "bad_stipulation" | "bad_key_face" | "bad_csv" | "bad_yaml" | "bad_opcode" | "unterminated_string" | "missing_semicolon" | "empty_fen" | "bad_piece" | "bad_digit" | "rank_too_long" | "rank_too_short" | "too_many_ranks" | "too_few_ranks" | "missing_side" | "bad_side" | "bad_castling" | "bad_en_passant" | "bad_unmoved" | "bad_reserve" | "bad_stack" | "bad_memory" | "bad_used" | "bad_clock" | "extra_fields" | "no_king" | "too_many_kings" | "pawn_on_last_rank" | "opponent_in_check" | "not_a_move" | "illegal_move" | "ambiguous_move" | "missing_promotion" | "wrong_face" | "wrong_die" | "wrong_suffix" | "wrong_cascade" | "wrong_piece" | "game_over" | "no_table" | "bad_tag" | "unterminated_comment" | "wrong_result" | "bad_square" | "bad_man" // The code of the fault, on which scripts may rely.
  field: string // The field of the record, or `line` for the text as a whole.
  offset: number // Bytes from the start of the field.
  message: string // What was found and what was expected.
  more: FurtherFault[] // Further faults of the same record.
  line?: number // In games: the line of the fault.
}

/** A further fault of a record. */
export interface FurtherFault {
  code: "bad_utf8" | "bad_json" | "not_an_object" | "unknown_format" | "no_puzzles" | "duplicate_field" | "missing_fen" | "wrong_type" | "unknown_variant" | "bad_roll" | "bad_moves" | "bad_stipulation" | "bad_key_face" | "bad_csv" | "bad_yaml" | "bad_opcode" | "unterminated_string" | "missing_semicolon" | "empty_fen" | "bad_piece" | "bad_digit" | "rank_too_long" | "rank_too_short" | "too_many_ranks" | "too_few_ranks" | "missing_side" | "bad_side" | "bad_castling" | "bad_en_passant" | "bad_unmoved" | "bad_reserve" | "bad_stack" | "bad_memory" | "bad_used" | "bad_clock" | "extra_fields" | "no_king" | "too_many_kings" | "pawn_on_last_rank" | "opponent_in_check" | "not_a_move" | "illegal_move" | "ambiguous_move" | "missing_promotion" | "wrong_face" | "wrong_die" | "wrong_suffix" | "wrong_cascade" | "wrong_piece" | "game_over" | "no_table" | "bad_tag" | "unterminated_comment" | "wrong_result" | "bad_square" | "bad_man" // The code of the fault, on which scripts may rely.
  field: string // The field of the record, or `line` for the text as a whole.
  offset: number // Bytes from the start of the field.
  message: string // What was found and what was expected.
  line?: number // The line, if it is another one.
}

/** The expected scores, luck and errors of a game. */
export interface GameChances {
  depth: number // The search depth in plies.
  start: number // White's expected score before the first roll.
  end: number // White's expected score after the last move.
  drift: number // The sum of the changes that are neither luck nor error.
  luckier: "white" | "black" | null // The side with the better rolls.
  luck: number // The difference of the sides' luck.
  better: "white" | "black" | null // The side with the better decisions.
  white: SideChances // The sums over White's plies.
  black: SideChances // The sums over Black's plies.
}

/** The sums over the plies of a side. */
export interface SideChances {
  luck: number // The sum of the gains by the rolls.
  error: number // The sum of the losses by the moves.
  decisions: number // The number of plies with a choice.
  mean_error: number // The mean loss of a ply with a choice.
  blunders: number // The number of blunders.
  mistakes: number // The number of mistakes.
  dubious: number // The number of dubious moves.
  unjudged: number // The number of plies whose roll is unknown.
}

/** A position from which a legal move leads to the given one. */
export interface Earlier {
  fen: string // The earlier position.
  move: string
  uci: string // The move in the machine form.
  faces: number[] | null // The faces that allow it; null where no die is used.
  after: string // The given position.
}

/** Whether a game leads to a position. */
export interface Proof {
  id: string | null // The id of the record.
  fen: string // The position.
  variant: string // The game.
  verdict: "proven" | "illegal" | "undecided" // Whether a game leads to the position.
  plies: string | null // The game with its rolls: (4) d2d4 (3) f7f6.
  why: string | null // Why the position is illegal or undecided.
  length: number | null // The number of plies of the game.
  shortest: boolean | null // Whether no game is shorter.
  least: number | null // A lower bound of the number of plies of any game.
  nodes: number // The number of positions visited.
  certificate: Certificate | null // A proof that the position is illegal.
  notes?: string[] // Notes, such as what was ignored in the record.
}

/** A proof that no game leads to a position. */
export interface Certificate {
  kind: "doubled_pawns" | "promotions" | "ancestors" // The kind of certificate.
  side?: "white" | "black" // The side with two pawns on a file, or with too many pawns and promoted pieces.
  file?: string // The file with two pawns.
  pawns?: number // The number of the side's pawns.
  promoted?: number // The minimum number of promoted pieces.
  positions?: string[] // A set of positions that no legal move enters from outside; the given one is first.
}

/** A game, and the commands that support it. */
export interface GameAbout {
  name: string // The name of the game.
  title: string // The title of the game.
  board: number[] | null // The numbers of files and ranks.
  die: number | null // The number of faces of the die.
  options: string[] // The options of the rules, written after the name and a colon.
  option_titles: string[] // The title of the game with each option.
  can: string[] // The commands that support the game.
  stipulations: string[] // The stipulations that the game supports.
}

/** A game, with what the page needs to show it. */
export interface GameOnPage {
  name: string // The name of the game.
  title: string // The title of the game.
  board: number[] | null // The numbers of files and ranks.
  die: number | null // The number of faces of the die.
  options: string[] // The options of the rules, written after the name and a colon.
  option_titles: string[] // The title of the game with each option.
  can: string[] // The commands that support the game.
  stipulations: string[] // The stipulations that the game supports.
  stack: number // The maximum number of pieces on a square.
  past: boolean // Whether positions contain earlier states of the game.
  start: string // The initial position.
  scene: Scene // The board with the initial position.
  palette: string[] // The letters of the pieces that can be placed on the board.
  scores: { file: string; title: string }[] // The built-in game scores.
  rules: Rules | null // The rules; null if the game has no text.
}

/** The rules of a game, in short. */
export interface Rules {
  intro: string // A description of the game.
  parts: { heading: string; text: string; scene: Scene }[] // The parts, one rule each.
  end: string // How the game ends.
}

/** An earlier state of the game, to which a move may lead back. */
export interface Past {
  cells: string[][] // The pieces by square, a1 first.
  turn: "white" | "black" // The side to move.
  words: string // The position in words.
}

/** A record that cannot be used. */
export interface BadRecord {
  line: number // The line of the file.
  file: string // The file as named on the command line; - is standard input, FEN a position given there.
  id: string | null // The id of the record.
  error: RecordFault // The faults of the record.
}
