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
  id?: string
  variant?: string
  roll?: number
  key?: Record<string, string[]>
  moves?: number
  title?: string
  author?: string
  source?: string
  comment?: string
  themes?: string[]
  difficulty?: number // 0…100
}

export interface FaceRow {
  face: number | null
  file: string | null
  moves: number
  free: boolean
  mates: string[] // the moves that win
  wins?: { move: string; by: string }[] // how they do, in a game that is won in several ways
  list: string[]
}

/** Null: the game goes on. */
export type Outcome = "white" | "black" | "draw" | null

/** What `octomate solve` says of a position. */
export interface Words {
  state: string // "White to move, in check: no die"
  mates: string[] // by face: "Qa8-e4-e7# (cascade of 3)"
  summary: string // "Only 5 mates."
  named: (string | null)[] // by face, what it names: "the e-file"
  die: { names: string; serve: string; serves: string; free: string } | null // "file", "land on", "lands on", "no move lands on that file"
}

export interface Solved {
  fen: string
  variant: string
  turn: "white" | "black"
  check: boolean
  faces: FaceRow[]
  winning: (number | null)[]
  notes?: string[]
  scene: Scene
  outcome: Outcome
  words: Words
}

export interface MoveRecord {
  move: string
  uci: string
  from?: string | null // the squares that a person presses, where the game can say so
  to?: string | null
  becomes?: string // the letter of the man that he becomes
  part?: string // who goes of several men there, or what else is done with them; all go if it is absent
  state?: number // the earlier state of the game to which it leads back
  then?: { from: string; to: string } // a second man goes in the same move
  faces: number[] | null
  check: boolean
  mate: boolean
  fen: string
  [flag: string]: unknown // what else is special about the move
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
  total: string | null
  lower?: string
  upper?: string
  faces: MateRow[]
  complete?: boolean
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
  more?: Fault[]
}

export interface PlyRecord {
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
}

/** A game with its chances; the verdict is null where they are not known. */
export interface Luck {
  verdict: string | null
  records: (PlyRecord & { chances?: Chances } | GameRecord & { chances?: { end: number } })[]
}

export interface GameRecord {
  plies: number
  faults: number
  result: string
  fen: string
  fault?: Fault
  error?: Fault
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

/** What `octomate check` says of a record; no verdict if the time ran out. */
export interface Checked {
  verdict: "no_key" | "unsolvable" | "cooked" | "short" | "dual" | "sound" | null
  missing?: Record<string, string[]>
  extra?: Record<string, string[]>
  short?: Record<string, string[]>
  duals?: Record<string, string[]>
  duals_later?: { line: string[]; moves: string[] }[]
  superfluous?: string[]
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
