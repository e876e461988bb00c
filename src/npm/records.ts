/** The records in answers; docs/server.md and docs/formats.md define their fields. */

import type {
  GameOnPage,
  GameRecord,
  MoveOdds,
  MoveRecord,
  Odds,
  PlyChances,
  PlyRecord,
  RollOdds,
  Scene,
  Solved,
} from "./answers.js"

export type * from "./answers.js"

export type Outcome = MoveRecord["outcome"]
export type Grid = Pick<Scene, "files" | "ranks">
export type Cells = Scene["cells"]
export type SceneMark = Scene["marks"][number]
export type TableOdds = Odds
export type TableRow = RollOdds
export type Worth = Omit<MoveOdds, "move">
export type Chances = PlyChances

/** The answer of `solve` with the option `scene`. */
export type Described = Solved & Required<Pick<Solved, "outcome" | "words">> & { scene: Scene }

/** A game; `board` holds the numbers of files and ranks. */
export type Game = Omit<GameOnPage, "board"> & { board: [number, number] }

export interface Puzzle {
  fen: string
  id?: string | null
  variant?: string
  roll?: number | null
  key?: Record<string, string[]> | null
  moves?: number | null
  stipulation?: string | null
  solutions?: number | null // the intended number of solutions
  promotions_as_one?: boolean
  title?: string | null
  author?: string | null
  source?: string | null
  comment?: string | null
  themes?: string[] | null
  men?: number
  difficulty?: number // 0 to 100
  quality?: number // 0 to 100
  chapter?: string
  plies?: string
  generated?: object // how the puzzle was generated
  composed?: object
  removed?: string[] // superfluous pieces that were removed
}

export interface Fault {
  code: string
  message: string
  field?: string
  offset?: number
  line?: number // line of the text, in a fault of a game
  more?: Fault[]
}

/** A game that was replayed. The verdict is null where no chances are known, or without the option `analyse`. */
export interface Replayed {
  variant: string
  start: string | null
  verdict: string | null
  records: (PlyRecord | GameRecord)[]
}

/** What `luck` returns for a game. */
export type Luck = Replayed
