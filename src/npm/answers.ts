/** The answers, field by field. Written by scripts/generate-interfaces. */

/** A legal move. Which facts about it are there depends on the game. */
export interface MoveRecord {
  move: string // The move.
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
  from?: string // The square that the piece leaves. Only the server tells this and what follows.
  to?: string // The square where it arrives.
  becomes?: string // The letter of what a pawn promotes to.
  part?: string // Which pieces of a stack move, or what else is done.
  state?: number // The earlier state that the move leads back to, 0 being the oldest.
  then?: { from: string; to: string } // A second piece moves as well.
}

/** Which rolls mate. */
export interface Solved {
  id: string | null // The record's own id.
  fen: string // The position.
  variant: string // The game.
  turn: "white" | "black" // The side to move.
  check: boolean // Whether the side to move is in check.
  roll: number | null // The face that was rolled.
  faces: FaceRow[] // The faces; one without a number where no die is used.
  winning: (number | null)[] // The faces with a mate; [null] where no die is used and a move mates.
  answer: string[] | null // The mates on the roll; null without one.
  notes?: string[] // What was ignored, and other notes.
  odds?: Odds // What the endgame tables say.
  scene?: Scene | null // What the board shows. Only the server tells this and what follows.
  outcome?: "white" | "black" | "draw" | null // Null: the game goes on.
  words?: Words // What the command says of the position in text.
  solution?: Solution // With `solution`.
}

/** A face, and what may be played on it. */
export interface FaceRow {
  face: number | null // The face.
  file: string | null // What the face asks for; null without a die.
  moves: number // The number of legal moves on the face.
  free: boolean // Whether no move serves the face, so that any may be played.
  mates: string[] // The moves that win.
  wins?: Win[] // How each wins, in games with several ways to win.
  list?: string[] // All moves, with `list`.
}

/** A move that wins, and how. */
export interface Win {
  move: string // The move.
  by: "mate" | "high_ground" // How it wins.
}

/** What the endgame tables say: P(win) - P(loss), between proven bounds. */
export interface Odds {
  material: string // The pieces: KQK.
  lower: number // Not less than this.
  upper: number // Not more than this.
  value: number // The middle of the bounds.
  plies?: number // To the mate, in a game without chance.
  faces: RollOdds[] // The faces.
}

/** What a roll is worth to the side to move. */
export interface RollOdds {
  face: number | null // The face.
  free: boolean // Whether no move serves the face, so that any may be played.
  lower: number // Not less than this.
  upper: number // Not more than this.
  value: number // The middle of the bounds.
  plies?: number // To the mate, in a game without chance.
  best: string[] // The best moves.
  moves: MoveOdds[] // All moves, the best first.
}

/** What a move is worth to its side. */
export interface MoveOdds {
  move: string // The move.
  lower: number // Not less than this.
  upper: number // Not more than this.
  value: number // The middle of the bounds.
  plies?: number // To the mate, in a game without chance.
}

/** What a board shows. */
export interface Scene {
  files: number // The number of files.
  ranks: number // The number of ranks.
  cells: string[][] // The pieces by square, a1 first, the lowest first.
  turn: "white" | "black" // The side to move.
  flip: boolean // Whether Black's side is below.
  title: string // A caption.
  words: string // The picture in words.
  labels: string[] // Below the files, from the a-file; [] if there are none.
  rolled: number[] // The files, from 0, whose labels are highlighted.
  dice: Die[] // The dice beside the board.
  panel: string[] // Further lines beside the board.
  shelves: Shelf[] // Pieces beside the board.
  men: Record<string, Man> // All kinds of pieces, by letter.
  marks: ({ mark: "highlight"; square: string } | { mark: "arrow"; from: string; to: string; men?: number; lowest?: true } | { mark: "jump"; from: string; to: string } | { mark: "cross"; square: string } | { mark: "ghost"; man: string; square: string } | { mark: "curve"; from: string; to: string; drop: boolean; origin: string; badge: string } | { mark: "medal"; man: string; square: string })[] // What a move does.
}

/** A die beside the board. */
export interface Die {
  label: string // What its front shows.
  idle: boolean // Whether it is pale: not rolled yet, or not used.
}

/** Pieces beside the board. */
export interface Shelf {
  label: string // Whose they are: White reserve.
  men: string[] // Their letters.
}

/** A kind of piece. */
export interface Man {
  word: string // Its name: king.
  white: boolean // Whether it is White's.
  id: string // The id of its drawing.
  symbol: string // One character of Unicode.
}

/** What the command says of a position in text. */
export interface Words {
  state: string // White to move, in check: no die
  mates: string[] // By face: Qa8-e4-e7# (cascade of 3)
  summary: string // Only 5 mates.
  named: (string | null)[] // By face, what it asks for: the e-file
  die: DieWords | null // Null in a game without a die.
}

/** How to speak of the die. */
export interface DieWords {
  names: string // file
  serve: string // land on
  serves: string // lands on
  free: string // no move lands on that file
}

/** Set play, tries, keys and variations. */
export interface Solution {
  moves: number // Mate in this many moves.
  faces: SolvedFace[] // The faces.
  set_play: SetPlay | null // Null in check.
  tries: FirstMove[] // The tries, the best first.
  keys: FirstMove[] // The keys.
  complete: boolean // Whether no limit was hit.
  strict: boolean // Whether it is complete, without duals or shorter wins.
  tested_by: string // The program.
  stipulation?: string // What was asked for, if not mate by force.
  lines?: string[] // The lines of help and series.
  twin?: string // The name of the twin.
  change?: string // What the twin changes.
  fen?: string // The position of the twin.
  missing?: string[] // The parts that a limit cut short.
  twins?: Solution[] // Those of the twins.
}

/** The keys of a face. */
export interface SolvedFace {
  face: number | null // The face.
  free: boolean // Whether no move serves the face, so that any may be played.
  keys: string[] // The keys.
  in: number | null // The moves of the quickest key.
  dual: boolean // Whether the roll binds and there are several keys.
}

/** What would be played if it were the opponent's turn. */
export interface SetPlay {
  lines?: string[] // The lines of a help problem.
  mates?: Continuation[] // The opponent's mates, in a mate in one.
  variations?: Variation[] // Our answers to replies.
}

/** How we go on by force. */
export interface Continuation {
  rolls: number[] | null // The rolls; null where no die is used.
  moves: string[] // The moves that are equally quick.
  in: number // In how many moves they win.
  dual?: true // There are several, and the roll binds.
  short?: true // It needs fewer moves than the variation.
  then?: "over" | "check" | "threat" | "zugzwang" | "our_turn" // Why the opponent has to reply.
  moves_on?: Continuation[] // How we go on.
  threats?: Continuation[] // What we threaten.
  variations?: Variation[] // Replies and answers.
}

/** Replies that are answered in the same way. */
export interface Variation {
  replies: Reply[] // The replies.
  loses?: true // The replies lose at once.
  then?: "over" | "check" | "threat" | "zugzwang" | "our_turn" // Why the opponent has to reply.
  moves_on?: Continuation[] // How we go on.
  threats?: Continuation[] // What we threaten.
  variations?: Variation[] // Replies and answers.
  answers?: Continuation[] // Our answers.
  threatened?: true // The answers are what was threatened.
  certain?: false // The win is not certain.
}

/** A reply of the opponent. */
export interface Reply {
  rolls: number[] | null // The rolls; null where no die is used.
  move: string // The move.
}

/** A key or a try. */
export interface FirstMove {
  move: string // The move.
  rolls: number[] | null // The rolls; null where no die is used.
  mark: "!" | "?" // ! for a key, ? for a try.
  in?: number // In how many moves a key wins.
  dual?: true // There is another key on a roll that binds.
  short?: true // The key wins sooner than asked.
  odds?: string // Our chance after a try.
  then?: "over" | "check" | "threat" | "zugzwang" | "our_turn" // Why the opponent has to reply.
  moves_on?: Continuation[] // How we go on.
  threats?: Continuation[] // What we threaten.
  variations?: Variation[] // Replies and answers.
  refutations?: Refutation[] // What refutes a try.
}

/** What the opponent does best against a try. */
export interface Refutation {
  rolls: number[] | null // The rolls; null where no die is used.
  moves: string[] // The moves.
  leaves: string // Our chance after them.
}

/** How likely, or how certain, mate is. */
export interface Mate {
  id: string | null // The record's own id.
  fen: string // The position.
  variant: string // The game.
  stipulation?: string // What was asked for, if not mate by force.
  moves: number // Mate in this many moves.
  dice: "mean" | "every" | "some" // How rolls count.
  defence?: "best" | "help" // The opponent's aim.
  total: string | null // The value over all faces; null if only bounds are known.
  lower?: string // The lower bound.
  upper?: string // The upper bound.
  faces: MateRow[] // The faces.
  solutions?: string[] // The first lines.
  solution_count?: number // Of all lines.
  set_play?: string[] // Those of set play.
  set_play_count?: number // Of set play.
  wanted?: number // How many lines there should be.
  complete?: false // A limit ended the search.
  notes?: string[] // What was ignored, and other notes.
  nodes?: number // Positions searched; with several threads it varies.
  seconds?: number // The time of the search.
  odds?: Odds | null // What the endgame tables say.
  solution?: Solution // With `solution`.
}

/** A face, and the value of its best moves. */
export interface MateRow {
  face: number | null // The face.
  value: string | null // The value; null if only bounds are known.
  lower?: string // The lower bound.
  upper?: string // The upper bound.
  forced: boolean | null // Whether mate is certain whatever is rolled.
  best: string[] // The moves that reach the value.
}

/** What a referee says of a puzzle. */
export interface Checked {
  id: string | null // The record's own id.
  fen: string // The position.
  variant: string // The game.
  verdict: "no_key" | "unsolvable" | "cooked" | "short" | "dual" | "sound" | null // The first that applies; null if a limit ended the search.
  complete?: false // A limit ended the search.
  missing?: Record<string, string[]> // Moves of the key that solve nothing.
  extra?: Record<string, string[]> // Solutions that the key does not name.
  short?: Record<string, string[]> // Moves that win sooner.
  duals?: Record<string, string[]> // Two or more solutions of a face that binds.
  short_in?: Record<string, number> // In how many moves the shorter wins are.
  duals_later?: LaterFlaw[] // The first duals of variations.
  later_duals?: number // The number of duals of variations.
  shorts_later?: LaterFlaw[] // The first shorter wins of variations.
  later_shorts?: number // The number of shorter wins of variations.
  stipulation?: string | null // What was asked for.
  superfluous?: string[] // Pieces that the puzzle does not need.
  twin?: string // The name of the twin.
  legal?: boolean | null // Whether a game leads to the position; null if that is undecided.
  legal_why?: string | null // Why no game does.
  superfluous_by_uci?: string[] // They change only notation.
  notes: string[] // What was ignored, and other notes.
}

/** A dual or a shorter win in a variation. */
export interface LaterFlaw {
  line: string[] // The moves of both sides up to it.
  face: number | null // The face.
  moves: string[] // The moves that win.
}

/** What is known of a position. */
export interface Analysis {
  fen: string // The position.
  variant: string // The game.
  turn: "white" | "black" // The side to move.
  check: boolean // Whether the side to move is in check.
  faces: FaceRow[] // The faces.
  mate: Mate[] // Mate within two moves, three, ….
  threats: FaceRow[] | null // What the opponent would win by; null if the side to move cannot pass.
  outlook?: Outlook // Who will win, by a search.
  rollout?: Rollout // Who will win, by games that were played out.
  odds?: Odds // What the endgame tables say.
}

/** Who will win, by a search to two depths. */
export interface Outlook {
  depths: number[] // The depths in plies, the deeper one last.
  chance: number // By the deeper search.
  shallow: number // By the shallower search.
  faces: OutlookFace[] // The faces.
}

/** A face, and its moves by a search. */
export interface OutlookFace {
  face: number | null // The face.
  file: string | null // What the face asks for; null without a die.
  free: boolean // Whether no move serves the face, so that any may be played.
  chance: number // By the deeper search.
  shallow: number // By the shallower search.
  moves: OutlookMove[] // The moves, the best first.
}

/** A move, and the chance of its side after it. */
export interface OutlookMove {
  move: string // The move.
  uci: string // The move in the machine form.
  chance: number // By the deeper search.
  shallow: number // By the shallower search.
  loses: number // How much worse than the best move.
}

/** Who will win, by games that were played out. */
export interface Rollout {
  games: number // Games from each move.
  seed: number // The seed of the dice.
  depth: number // How many plies the players look ahead.
  candidates: number // Moves of each face that are played out.
  plies: number // Plies after which a game is broken off.
  chance: number // The mean result, without luck.
  error: number // The standard error of `chance`.
  plain: number // The mean result.
  plain_error: number // The standard error of `plain`.
  faces: RolloutFace[] // The faces.
}

/** A face, and its moves that were played out. */
export interface RolloutFace {
  face: number | null // The face.
  file: string | null // What the face asks for; null without a die.
  free: boolean // Whether no move serves the face, so that any may be played.
  chance: number // Of the best move.
  error: number // The standard error of `chance`.
  moves: RolloutMove[] // The moves, the best first.
}

/** A move that was played out, and the chance of its side. */
export interface RolloutMove {
  move: string // The move.
  uci: string // The move in the machine form.
  guess: number // By the search that chose the move.
  chance: number // The mean result, without luck.
  error: number // The standard error of `chance`.
  plain: number // The mean result.
  plain_error: number // The standard error of `plain`.
  behind: number // How much worse than the best move.
  behind_error: number // The standard error of `behind`.
  won: number // Games won.
  drawn: number // Games drawn.
  lost: number // Games lost.
  known: number // Games that an endgame table ended.
  cut_off: number // Games that were broken off.
}

/** The number of lines of legal moves. */
export interface Perft {
  fen: string // The position.
  depth: number // The plies of each line.
  rolls: "none" | "sum" // How rolls count.
  nodes: number // The number of lines.
  seconds: number // The wall time of the count.
  divide?: Record<string, number> // By first move.
}

/** A ply of a game. */
export interface PlyRecord {
  game: number // The number of the game, from 1.
  ply: number // The number of the ply, from 1.
  turn: "white" | "black" // The side to move.
  roll: number | null // The roll as written.
  move: string // The move in full notation; the text as written if it was not played.
  fen: string // The position after the ply.
  fault: Fault | null // The worst fault of the ply.
  odds?: PlyOdds // Where endgame tables cover the position.
  chances?: PlyChances // With `analyse`.
}

/** What is wrong with a ply. */
export interface Fault {
  code: "bad_utf8" | "bad_json" | "not_an_object" | "unknown_format" | "no_puzzles" | "duplicate_field" | "missing_fen" | "wrong_type" | "unknown_variant" | "bad_roll" | "bad_moves" | "bad_stipulation" | "bad_key_face" | "bad_csv" | "bad_yaml" | "bad_opcode" | "unterminated_string" | "missing_semicolon" | "empty_fen" | "bad_piece" | "bad_digit" | "rank_too_long" | "rank_too_short" | "too_many_ranks" | "too_few_ranks" | "missing_side" | "bad_side" | "bad_castling" | "bad_en_passant" | "bad_unmoved" | "bad_reserve" | "bad_stack" | "bad_memory" | "bad_used" | "bad_clock" | "extra_fields" | "no_king" | "too_many_kings" | "pawn_on_last_rank" | "opponent_in_check" | "not_a_move" | "illegal_move" | "ambiguous_move" | "missing_promotion" | "wrong_face" | "wrong_die" | "wrong_suffix" | "wrong_cascade" | "wrong_piece" | "game_over" | "no_table" | "bad_tag" | "unterminated_comment" | "wrong_result" | "bad_square" | "bad_man" // What is wrong.
  message: string // What was found and what was expected.
  line: number // The line of the file.
  offset: number // Bytes from the start of the text.
  more?: Fault[] // Further faults.
}

/** What a ply was worth to its side, by the endgame tables. */
export interface PlyOdds {
  before: number // Before the roll.
  rolled: number // With the best move on the roll.
  after: number // After the move.
  luck: number // What the roll brought.
  error: number // What the move gave away.
}

/** What a ply did to its side's chance to win; null if unknown. */
export interface PlyChances {
  before: number // Before the roll.
  rolled: number | null // With the best move on the roll.
  played: number // After the move.
  luck: number | null // What the roll brought.
  error: number | null // What the move gave away.
  sign: "?!" | "?" | "??" | null // The sign of a dubious move or worse.
  best: string | null // The best move.
  choice: boolean | null // Whether several moves could be played.
  exact: boolean // Whether endgame tables say so.
}

/** A game that was replayed. */
export interface GameRecord {
  game: number // The number of the game, from 1.
  plies: number // The number of plies.
  faults: number // The number of faults.
  result: "1-0" | "0-1" | "1/2-1/2" | "*" // The result.
  fen: string | null // The last position.
  fault?: Fault | null // What is wrong in no ply.
  error?: RecordFault // Why it was not replayed.
  notes?: string[] // What was ignored, and other notes.
  chances?: GameChances // With `analyse`.
}

/** What is wrong with a record. */
export interface RecordFault {
  code: "bad_utf8" | "bad_json" | "not_an_object" | "unknown_format" | "no_puzzles" | "duplicate_field" | "missing_fen" | "wrong_type" | "unknown_variant" | "bad_roll" | "bad_moves" | "bad_stipulation" | "bad_key_face" | "bad_csv" | "bad_yaml" | "bad_opcode" | "unterminated_string" | "missing_semicolon" | "empty_fen" | "bad_piece" | "bad_digit" | "rank_too_long" | "rank_too_short" | "too_many_ranks" | "too_few_ranks" | "missing_side" | "bad_side" | "bad_castling" | "bad_en_passant" | "bad_unmoved" | "bad_reserve" | "bad_stack" | "bad_memory" | "bad_used" | "bad_clock" | "extra_fields" | "no_king" | "too_many_kings" | "pawn_on_last_rank" | "opponent_in_check" | "not_a_move" | "illegal_move" | "ambiguous_move" | "missing_promotion" | "wrong_face" | "wrong_die" | "wrong_suffix" | "wrong_cascade" | "wrong_piece" | "game_over" | "no_table" | "bad_tag" | "unterminated_comment" | "wrong_result" | "bad_square" | "bad_man" // What is wrong. Scripts may rely on these names.
  field: string // The field of the record, or `line` for the text as a whole.
  offset: number // Bytes from the start of the field.
  message: string // What was found and what was expected.
  more: FurtherFault[] // Further faults of the same record.
  line?: number // In games: the line of the fault.
}

/** A further fault of a record. */
export interface FurtherFault {
  code: "bad_utf8" | "bad_json" | "not_an_object" | "unknown_format" | "no_puzzles" | "duplicate_field" | "missing_fen" | "wrong_type" | "unknown_variant" | "bad_roll" | "bad_moves" | "bad_stipulation" | "bad_key_face" | "bad_csv" | "bad_yaml" | "bad_opcode" | "unterminated_string" | "missing_semicolon" | "empty_fen" | "bad_piece" | "bad_digit" | "rank_too_long" | "rank_too_short" | "too_many_ranks" | "too_few_ranks" | "missing_side" | "bad_side" | "bad_castling" | "bad_en_passant" | "bad_unmoved" | "bad_reserve" | "bad_stack" | "bad_memory" | "bad_used" | "bad_clock" | "extra_fields" | "no_king" | "too_many_kings" | "pawn_on_last_rank" | "opponent_in_check" | "not_a_move" | "illegal_move" | "ambiguous_move" | "missing_promotion" | "wrong_face" | "wrong_die" | "wrong_suffix" | "wrong_cascade" | "wrong_piece" | "game_over" | "no_table" | "bad_tag" | "unterminated_comment" | "wrong_result" | "bad_square" | "bad_man" // What is wrong. Scripts may rely on these names.
  field: string // The field of the record, or `line` for the text as a whole.
  offset: number // Bytes from the start of the field.
  message: string // What was found and what was expected.
  line?: number // The line, if it is another one.
}

/** The chances of a whole game. */
export interface GameChances {
  depth: number // How many plies deep was searched.
  start: number // White's chance before the first roll.
  end: number // White's chance after the last move.
  drift: number // What deeper looks changed.
  luckier: "white" | "black" | null // Whose rolls were better.
  luck: number // By how much.
  better: "white" | "black" | null // Whose decisions were better.
  white: SideChances // White's plies.
  black: SideChances // Black's plies.
}

/** What the plies of a side add up to. */
export interface SideChances {
  luck: number // What the rolls brought.
  error: number // What the moves gave away.
  decisions: number // Plies with a choice.
  mean_error: number // Of a decision.
  blunders: number // Blunders.
  mistakes: number // Mistakes.
  dubious: number // Dubious moves.
  unjudged: number // Plies whose roll is unknown.
}

/** A position from which a legal move leads to the given one. */
export interface Earlier {
  fen: string // The earlier position.
  move: string // The move.
  uci: string // The move in the machine form.
  faces: number[] | null // The faces that allow it; null where no die is used.
  after: string // The given position.
}

/** Whether a game leads to a position. */
export interface Proof {
  id: string | null // The record's own id.
  fen: string // The position.
  variant: string // The game.
  verdict: "proven" | "illegal" | "undecided" // Whether a game leads there.
  plies: string | null // The game with its rolls: (4) d2d4 (3) f7f6.
  why: string | null // Why the position is illegal or undecided.
  length: number | null // The plies of the game.
  shortest: boolean | null // Whether no game is shorter.
  least: number | null // No game has fewer plies.
  nodes: number // Positions visited.
  certificate: Certificate | null // What shows that it is illegal.
  notes?: string[] // What was ignored, and other notes.
}

/** What shows that no game leads to a position. */
export interface Certificate {
  kind: "doubled_pawns" | "promotions" | "ancestors" // What kind of certificate it is.
  side?: "white" | "black" // Whose pawns.
  file?: string // The file with two pawns.
  pawns?: number // The pawns of the side.
  promoted?: number // The least number of pieces that were promoted.
  positions?: string[] // A set of positions that no legal move enters from outside; the given one is first.
}

/** A game, and the commands that serve it. */
export interface GameAbout {
  name: string // The name of the game.
  title: string // What people call it.
  board: number[] | null // The numbers of files and ranks.
  die: number | null // The number of faces of the die.
  options: string[] // What may stand behind the name and a colon.
  option_titles: string[] // The title of the game with each option.
  can: string[] // The commands that serve the game.
  stipulations: string[] // The stipulations that it knows.
}

/** A game, and what the page shows of it. */
export interface GameOnPage {
  name: string // The name of the game.
  title: string // What people call it.
  board: number[] | null // The numbers of files and ranks.
  die: number | null // The number of faces of the die.
  options: string[] // What may stand behind the name and a colon.
  option_titles: string[] // The title of the game with each option.
  can: string[] // The commands that serve the game.
  stipulations: string[] // The stipulations that it knows.
  stack: number // The greatest number of pieces on a square.
  past: boolean // Whether positions tell of earlier states.
  start: string // The position at the start.
  scene: Scene // The board at the start.
  palette: string[] // The letters of the pieces that can be put on the board.
  scores: { file: string; title: string }[] // Games to replay that are built in.
  rules: Rules | null // The rules; null if nothing is written.
}

/** The rules of a game, in short. */
export interface Rules {
  intro: string // What the game is.
  parts: { heading: string; text: string; scene: Scene }[] // The rules, one by one.
  end: string // How it ends.
}

/** An earlier state of the game, to which a move may lead back. */
export interface Past {
  cells: string[][] // The pieces by square, a1 first.
  turn: "white" | "black" // The side to move.
  words: string // The position in words.
}

/** What stands in the place of a record that cannot be used. */
export interface BadRecord {
  line: number // The line of the file.
  file: string // As named on the command line; - is standard input, FEN a position given there.
  id: string | null // The record's own id.
  error: RecordFault // What is wrong.
}
