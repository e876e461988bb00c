/** The records of the answers; docs/server.md and docs/formats.md say what they mean. */

/** A game, and what the page shows of it. */
export interface Game {
  name: string
  title: string
  board: [number, number]
  die: number | null // how many faces
  can: string[]
  stack: number // the most men on one square
  past: boolean // whether positions tell of earlier states
  start: string
  scene: Scene // of the start
  options?: string[] // what may stand behind the name and a colon
  option_titles?: string[] // the title of the game with each
  stipulations: string[]
  palette: string[] // letters of men for the set-up panel
  scores: { file: string; title: string }[] // games to replay that are built in
  rules: Rules | null
}

export interface Rules {
  intro: string
  parts: { heading: string; text: string; scene: Scene }[]
  end: string
}

export interface Puzzle {
  fen: string
  id?: string | null
  variant?: string
  roll?: number | null
  key?: Record<string, string[]> | null
  moves?: number | null
  stipulation?: string | null
  solutions?: number | null // how many lines should fulfil the stipulation
  promotions_as_one?: boolean
  title?: string | null
  author?: string | null
  source?: string | null
  comment?: string | null
  themes?: string[] | null
  men?: number
  difficulty?: number // 0…100
  quality?: number // 0…100
  chapter?: string
  plies?: string
  generated?: object // where it comes from
  composed?: object
  removed?: string[] // the pieces that the puzzle did not need
}

export interface FaceRow {
  face: number | null
  file: string | null
  moves: number
  free: boolean
  mates: string[] // the moves that win
  wins?: { move: string; by: string }[] // how they do, in a game that is won in several ways
  list?: string[] // all moves, if they were asked for
}

/** Null: the game goes on. */
export type Outcome = "white" | "black" | "draw" | null

/** What `octomate solve` prints about a position. */
export interface Words {
  state: string // "White to move, in check: no die"
  mates: string[] // by face: "Qa8-e4-e7# (cascade of 3)"
  summary: string // "Only 5 mates."
  named: (string | null)[] // by face, what it names: "the e-file"
  die: { names: string; serve: string; serves: string; free: string } | null // "file", "land on", "lands on", "no move lands on that file"
}

export interface Solved {
  id: string | null
  fen: string
  variant: string
  turn: "white" | "black"
  check: boolean
  roll: number | null
  faces: FaceRow[]
  winning: (number | null)[]
  answer: string[] | null // the mates on the roll
  notes?: string[]
}

/** The same with the option `scene`. */
export interface Described extends Solved {
  scene: Scene
  outcome: Outcome
  words: Words
}

/** A legal move. Which flags it has depends on the game. */
export interface MoveRecord {
  move: string
  uci: string
  from?: string // the squares that a person presses, where the game can say so
  to?: string
  becomes?: string // the letter of the piece that a pawn becomes
  part?: string // which piece of a stack moves, or what else is done with the stack; the whole stack moves if it is absent
  state?: number // the earlier state of the game to which it leads back
  then?: { from: string; to: string } // a second piece moves, too
  faces: number[] | null
  cascade?: number // the number of swaps
  teleport?: boolean
  capture: boolean
  swap?: boolean
  promotion?: boolean
  pair?: boolean // two pawns move
  cruelty?: boolean // it loses by Mental Cruelty
  hop?: boolean
  split?: boolean
  castling?: boolean
  turned_over?: boolean
  travel?: boolean
  check: boolean
  mate: boolean
  outcome: Outcome // after the move
  fen: string
}

export interface MateRow {
  face: number | null
  value: string | null
  lower?: string
  upper?: string
  forced: boolean | null
  best: string[]
}

export interface Mate {
  id: string | null
  fen: string
  variant: string
  moves: number
  dice: "mean" | "every" | "some"
  defence?: "best" | "help"
  total: string | null // null if only the bounds are known
  lower?: string
  upper?: string
  faces: MateRow[]
  complete?: false // a limit ended the search
  notes?: string[]
  nodes?: number
  seconds?: number
}

/** What an endgame table says of a position, a roll or a move, for its side: from -1, lost, to 1, won. */
export interface Worth {
  lower: number
  upper: number
  value: number
  plies?: number // to the mate, in a game without chance
}

export interface TableRow extends Worth {
  face: number | null
  free: boolean
  best: string[]
  moves: (Worth & { move: string })[] // the best first
}

export interface TableOdds extends Worth {
  material: string
  faces: TableRow[]
}

export interface Fault {
  code: string
  message: string
  field?: string
  offset?: number
  line?: number // of a game
  more?: Fault[]
}

export interface PlyRecord {
  game: number
  ply: number
  turn: "white" | "black"
  roll: number | null
  move: string
  fen: string
  fault: Fault | null
}

/** What a ply did to the chance of who made it, 0 to 1. */
export interface Chances {
  before: number
  rolled: number | null // nobody knows what was rolled
  played: number
  luck: number | null
  error: number | null
  sign: "?!" | "?" | "??" | null
  best: string | null
  choice: boolean | null // whether there were several moves
  exact: boolean
}

/** What the chances of a side add up to. */
export interface SideChances {
  luck: number
  error: number
  decisions: number
  mean_error: number
  blunders: number
  mistakes: number
  dubious: number
  unjudged: number
}

/** The chances of a whole game. */
export interface GameChances {
  depth: number
  start: number
  end: number
  drift: number
  luckier: "white" | "black" | null
  luck: number
  better: "white" | "black" | null
  white: SideChances
  black: SideChances
}

/** A game with its chances; the verdict is null where they are not known. */
export interface Luck {
  verdict: string | null
  records: (PlyRecord & { chances?: Chances } | GameRecord & { chances?: GameChances })[]
}

export interface GameRecord {
  game: number
  plies: number
  faults: number
  result: "1-0" | "0-1" | "1/2-1/2" | "*"
  fen: string | null
  fault?: Fault | null
  error?: Fault
  notes?: string[]
}

export interface Replayed {
  variant: string
  start: string | null
  records: (PlyRecord | GameRecord)[]
}

/** An earlier state of the game, to which a move may lead back. */
export interface Past {
  cells: Cells
  turn: "white" | "black"
  words: string
}

/** The record of `octomate check`. Without a verdict, if the time ran out, it has `complete` and lacks all but the notes. */
export interface Checked {
  id: string | null
  fen: string
  variant: string
  verdict: "no_key" | "unsolvable" | "cooked" | "short" | "dual" | "sound" | null
  complete?: false
  missing?: Record<string, string[]>
  extra?: Record<string, string[]>
  short?: Record<string, string[]>
  duals?: Record<string, string[]>
  short_in?: Record<string, number>
  duals_later?: { line: string[]; face: number | null; moves: string[] }[]
  later_duals?: number
  shorts_later?: { line: string[]; face: number | null; moves: string[] }[]
  later_shorts?: number
  superfluous?: string[]
  superfluous_by_uci?: string[]
  stipulation?: string
  notes: string[]
}

// ---- what a board shows ----------------------------------------------------------------------------------------

export interface Man {
  word: string
  white: boolean
  id: string // of the drawing in pieces.svg
  symbol: string
}

/** Letters of men by square, a1 first and rank by rank; on each square from bottom to top. */
export type Cells = string[][]

export type SceneMark =
  | { mark: "highlight" | "cross"; square: string }
  | { mark: "arrow"; from: string; to: string; men?: number; lowest?: boolean } // how many of a stack go, and which
  | { mark: "jump"; from: string; to: string }
  | { mark: "ghost" | "medal"; man: string; square: string }
  | { mark: "curve"; from: string; to: string; drop: boolean; origin: string; badge: string }

export interface Grid {
  files: number
  ranks: number
}

export interface Scene extends Grid {
  cells: Cells
  turn: "white" | "black"
  flip: boolean
  title: string
  words: string
  labels: string[] // below the files, from the a-file
  rolled: number[] // the files whose labels are set off
  dice: { label: string; idle: boolean }[]
  panel: string[]
  shelves: { label: string; men: string[] }[] // men beside the board
  men: Record<string, Man>
  marks: SceneMark[]
}
