/** The requests of the page, to the server or to the module of an exported page; docs/server.md says what they mean. */
import { octomate, read } from "../npm/questions"
import type { Cells, Described, Game, MoveRecord, Past, Puzzle, Scene, TableOdds } from "../npm/records"
import { request } from "./backend"

export type * from "../npm/records"
export { InputError as Refused } from "../npm/questions"

export interface PuzzlePage {
  variant: string
  count: number
  from: number
  puzzles: Puzzle[]
}

async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return read<T>(await request(path, typeof body === "string" ? body : JSON.stringify(body), signal))
}

/** What the package can ask, asked of whoever answers the page. */
const questions = octomate<"later">(async (name, body) => request(`api/${name}`, body()))
export const { solve, mate, check, latex, replay, luck } = questions

export const games = async (): Promise<{ default: string; games: Game[] }> => read(await request("api/games"))
export const scene = (request: {
  fen: string
  variant: string
  move?: string
  roll?: number
}): Promise<Scene> => post("api/scene", request)
export const earlierStates = async (fen: string, variant: string): Promise<Past[]> =>
  (await post<{ states: Past[] }>("api/past", { fen, variant })).states
/** The FEN of men and a side to move; what else stands in `fen` stays, as far as it fits. */
export const position = (request: {
  variant: string
  cells: Cells
  turn: string
  fen?: string
}): Promise<{ fen: string }> => post("api/position", request)
export const tableOdds = (
  fen: string,
  variant: string,
): Promise<{ odds: TableOdds | null; notes: string[] }> => post("api/odds", { fen, variant })
export const fetchText = async (path: string): Promise<string> => (await request(path)).text

/** What is known about a position: the faces and every move. */
export interface Analysis {
  solved: Described
  moves: MoveRecord[]
}

export async function analyse(fen: string, variant: string): Promise<Analysis> {
  const moves = post<MoveRecord[]>("api/moves", { fen, variant })
  moves.catch(() => undefined) // if it is refused, so is the other, which has the scene as well
  return { solved: await solve({ fen, variant }, { list: true, scene: true }), moves: await moves }
}

/** The legal move that a text names in any notation, short or long; refused if none or several answer to it. */
export const findMove = async (fen: string, variant: string, move: string): Promise<MoveRecord | undefined> =>
  (await post<MoveRecord[]>("api/moves", { fen, variant, move }))[0]

/** The reply that leaves the opponent the fewest mates at once, and a face on which it may be played. */
export const defence = (
  fen: string,
  variant: string,
): Promise<{ move: MoveRecord | null; roll: number | null }> => post("api/defence", { fen, variant })

// ---- the opponent ---------------------------------------------------------------------------------------------

/** What a seed rolls after so many plies; null where no die is used. */
export const rollFromSeed = async (request: {
  fen: string
  variant: string
  seed: number
  ply: number
}): Promise<number | null> => (await post<{ roll: number | null }>("api/roll", request)).roll
/** What a level plays then on a roll. */
export const reply = async (
  request: { fen: string; variant: string; roll?: number; level: number; seed: number; ply: number },
  signal: AbortSignal,
): Promise<MoveRecord | null> => (await post<{ move: MoveRecord | null }>("api/reply", request, signal)).move
/** The chance of the side to move, 0 to 1, with a draw as half a win; null where none is known. */
export const chance = (fen: string, variant: string): Promise<number | null> =>
  questions.chance({ fen, variant })

// ---- the puzzles of the trainer -------------------------------------------------------------------------------

export interface Theme {
  name: string
  meaning: string
  lead: number // a puzzle is sorted by the theme that has the lowest; 0: by others
  count: number
}

/** What the puzzles can be chosen by. */
export interface Collection {
  count: number
  daily: { from: number; count: number }
  games: { name: string; count: number }[]
  themes: Theme[]
  faces: { faces: number; count: number }[]
  /** The index of the puzzles in their order; games and themes are places in the lists above. */
  puzzles: {
    id?: string
    fen: string
    game: number
    themes: number[]
    difficulty?: number
    faces?: number
    moves?: number
    men?: number
    white: boolean
  }[]
}

export const collection = async (): Promise<Collection> => read(await request("api/collection"))
/** A page of the collection. */
export const puzzles = async (from: number): Promise<PuzzlePage> =>
  read(await request(`api/puzzles?from=${from}`))
