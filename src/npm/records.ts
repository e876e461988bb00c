/** The records of the answers; docs/server.md and docs/formats.md say what they mean. */

import type { GameChances, GameRecord, MoveOdds, MoveRecord, Odds, PlyChances, PlyRecord, RollOdds, Scene, Solved } from "./answers.js"

export type * from "./answers.js"

export type Outcome = MoveRecord["outcome"]
export type Grid = Pick<Scene, "files" | "ranks">
export type Cells = Scene["cells"]
export type SceneMark = Scene["marks"][number]
export type TableOdds = Odds
export type TableRow = RollOdds
export type Worth = Omit<MoveOdds, "move">
export type Chances = PlyChances

/** The answer of solve with the option `scene`. */
export type Described = Solved & Required<Pick<Solved, "scene" | "outcome" | "words">>

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

export interface Fault {
  code: string
  message: string
  field?: string
  offset?: number
  line?: number // of a game
  more?: Fault[]
}

/** A game with its chances; the verdict is null where they are not known. */
export interface Luck {
  verdict: string | null
  records: (PlyRecord & { chances?: Chances } | GameRecord & { chances?: GameChances })[]
}

export interface Replayed {
  variant: string
  start: string | null
  records: (PlyRecord | GameRecord)[]
}
<<<<<<< HEAD
=======

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
  twin?: string // the name of a twin
  twins?: Checked[] // the verdicts on the twins of the puzzle
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
>>>>>>> 5262f81 (questions: ask every question in one way from all front ends)
