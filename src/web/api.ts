/** The server's records; the README of Octomate says what they mean. */

export type Variant = "superpermutation-d8" | "superpermutation"
export const D8: Variant = "superpermutation-d8"

export interface Puzzle {
  fen: string
  id?: string
  variant?: Variant
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
  mates: string[]
  list: string[]
}

export interface Solved {
  fen: string
  variant: Variant
  turn: "white" | "black"
  check: boolean
  faces: FaceRow[]
  winning: (number | null)[]
  notes?: string[]
}

export interface MoveRecord {
  move: string
  uci: string
  faces: number[] | null
  cascade: number
  teleport: boolean
  capture: boolean
  check: boolean
  mate: boolean
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

export interface Game {
  variant: Variant
  start: string | null
  records: (PlyRecord | GameRecord)[]
}

export interface PuzzlePage {
  variant: Variant
  count: number
  from: number
  puzzles: Puzzle[]
}

/** A request that the server refused, with all that it said. */
export class Refused extends Error {
  constructor(readonly faults: Fault[]) {
    super(faults.map((fault) => fault.message).join("; "))
  }
}

async function read<T>(response: Response): Promise<T> {
  const body = await response.json()
  if (response.ok) return body as T
  const { more, ...fault } = body.error as Fault
  throw new Refused([fault, ...(more ?? [])])
}

async function post<T>(path: string, body: string): Promise<T> {
  return read<T>(await fetch(path, { method: "POST", body, headers: { "Content-Type": "application/json" } }))
}

export const solve = (puzzle: Puzzle): Promise<Solved> => post("api/solve", JSON.stringify({ ...puzzle, list: true }))
export const moves = (puzzle: Puzzle): Promise<MoveRecord[]> => post("api/moves", JSON.stringify(puzzle))
export const mate = (puzzle: Puzzle, options: { moves: number; dice?: string; limit?: number }): Promise<Mate> =>
  post("api/mate", JSON.stringify({ ...puzzle, ...options }))
export const replay = (text: string): Promise<{ games: Game[] }> => post("api/replay", text)
export const puzzles = async (from: number): Promise<PuzzlePage> => read(await fetch(`api/puzzles?from=${from}`))
export const text = async (path: string): Promise<string> => (await fetch(path)).text()

/** What is known about a position: the faces and every move. */
export interface Analysis {
  solved: Solved
  moves: MoveRecord[]
}

export async function analyse(fen: string, variant: Variant): Promise<Analysis> {
  const [solved, list] = await Promise.all([solve({ fen, variant }), moves({ fen, variant })])
  return { solved, moves: list }
}
