/** The server's records; the README of Octomate says what they mean. */
import type { Cells, Scene } from "./scene"

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

export interface PuzzlePage {
  variant: string
  count: number
  from: number
  puzzles: Puzzle[]
}

/** A request that the server refused, with all that it said; perhaps with what can be seen of a position that is none. */
export class Refused extends Error {
  constructor(readonly faults: Fault[], readonly scene?: Scene) {
    super(faults.map((fault) => fault.message).join("; "))
  }
}

async function read<T>(response: Response): Promise<T> {
  const body = await response.json()
  if (response.ok) return body as T
  const { more, ...fault } = body.error as Fault
  throw new Refused([fault, ...(more ?? [])], body.scene as Scene | undefined)
}

async function post<T>(path: string, body: unknown): Promise<T> {
  return read<T>(await fetch(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers: { "Content-Type": "application/json" } }))
}

export const games = async (): Promise<{ default: string; games: Game[] }> => read(await fetch("api/games"))
export const scene = (request: { fen: string; variant: string; move?: string; roll?: number }): Promise<Scene> => post("api/scene", request)
/** An earlier state of the game, to which a move may lead back. */
export interface Past {
  cells: Cells
  turn: "white" | "black"
  words: string
}

export const past = async (fen: string, variant: string): Promise<Past[]> => (await post<{ states: Past[] }>("api/past", { fen, variant })).states
export const position = (request: { variant: string; cells: Cells; turn: string }): Promise<{ fen: string }> => post("api/position", request)
export const mate = (puzzle: Puzzle, options: { moves: number; dice?: string; limit?: number }): Promise<Mate> => post("api/mate", { ...puzzle, ...options })
export const replay = (text: string): Promise<{ games: Replayed[] }> => post("api/replay", text)
export const puzzles = async (from: number): Promise<PuzzlePage> => read(await fetch(`api/puzzles?from=${from}`))
export const text = async (path: string): Promise<string> => (await fetch(path)).text()

/** What is known about a position: the faces and every move. */
export interface Analysis {
  solved: Solved
  moves: MoveRecord[]
}

export async function analyse(fen: string, variant: string): Promise<Analysis> {
  const [solved, moves] = await Promise.all([post<Solved>("api/solve", { fen, variant, list: true, scene: true }), post<MoveRecord[]>("api/moves", { fen, variant })])
  return { solved, moves }
}
