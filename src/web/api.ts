/** The requests of the page, to the server or to the module of an exported page; docs/server.md defines them. */
import { InputError, octomate, read } from "../npm/questions"
import type {
  Cells,
  Described,
  Game,
  MoveRecord,
  Past,
  Puzzle,
  Scene,
  Solution,
  Solved,
  TableOdds,
} from "../npm/records"
import { request } from "./backend"
import { capitalized } from "./dom"
import { site } from "./exported-site"

export type * from "../npm/records"
export { InputError as Refused } from "../npm/questions"

/** The faults of a rejected request as sentences: "FEN, character 3: rank 8 has 8 squares, expected 16." */
export const faultSentences = (error: InputError): string[] =>
  error.told.map(text => capitalized(text.replace(/^fen\b/, "FEN")))

export interface PuzzlePage {
  variant: string
  count: number
  from: number
  puzzles: Puzzle[]
}

async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return read<T>(await request(path, typeof body === "string" ? body : JSON.stringify(body), signal))
}

/** The message for a request without an answer. */
export const NO_ANSWER = site
  ? "This page’s solver has stopped: reload the page."
  : "The server does not answer: octomate serve has stopped or is busy."
export const noAnswer = (): InputError => new InputError([{ code: "no_answer", message: NO_ANSWER.slice(0, -1) }])

/** The questions of the npm package, sent to the server or the module. */
const questions = octomate<"later">(async (name, body) => request(`api/${name}`, body()))
export const { solve, mate, check, latex, replay, luck } = questions

export const games = async (): Promise<{ default: string; games: Game[] }> => read(await request("api/games"))
export const scene = (request: { fen: string; variant: string; move?: string; roll?: number }): Promise<Scene> =>
  post("api/scene", request)
export const earlierStates = async (fen: string, variant: string): Promise<Past[]> =>
  (await post<{ states: Past[] }>("api/past", { fen, variant })).states
/** Returns the FEN of `cells` and a side to move; the other fields of `fen` are kept where they still fit. */
export const position = (request: {
  variant: string
  cells: Cells
  turn: string
  fen?: string
}): Promise<{ fen: string }> => post("api/position", request)
export const tableOdds = (fen: string, variant: string): Promise<{ odds: TableOdds | null; notes: string[] }> =>
  post("api/odds", { fen, variant })
export const fetchText = async (path: string): Promise<string> => (await request(path)).text

/** The analysis of a position: the answer of `solve`, and all legal moves. */
export interface Analysis {
  solved: Described
  moves: MoveRecord[]
}

export async function analyse(fen: string, variant: string): Promise<Analysis> {
  const moves = post<MoveRecord[]>("api/moves", { fen, variant })
  moves.catch(() => undefined) // a rejected position is reported by `solve`, which returns the scene as well
  return { solved: await solve({ fen, variant }, { list: true, scene: true }), moves: await moves }
}

/** Returns the whole solution of a puzzle: first moves, replies and answers. */
export async function solution({ fen, variant, moves, roll }: Puzzle): Promise<Solution | null> {
  const solved = await post<Solved>("api/solve", { fen, variant, moves, roll, solution: true, limit: 10 })
  return solved.solution ?? null
}

/** Finds the legal move that a full or short notation names; throws if it names no move or several. */
export const findMove = async (fen: string, variant: string, move: string): Promise<MoveRecord | undefined> =>
  (await post<MoveRecord[]>("api/moves", { fen, variant, move }))[0]

/** Returns the move that leaves the opponent the fewest immediate mates, and a roll on which it may be played. */
export const defence = (fen: string, variant: string): Promise<{ move: MoveRecord | null; roll: number | null }> =>
  post("api/defence", { fen, variant })

// ---- the computer player ----

/** Returns the roll that follows from `seed` at `ply`; null where no die is used. */
export const rollFromSeed = async (request: {
  fen: string
  variant: string
  seed: number
  ply: number
}): Promise<number | null> => (await post<{ roll: number | null }>("api/roll", request)).roll
/** Returns the move of the computer player on `roll`. */
export const reply = async (
  request: { fen: string; variant: string; roll?: number; level: number; seed: number; ply: number },
  signal: AbortSignal,
): Promise<MoveRecord | null> => (await post<{ move: MoveRecord | null }>("api/reply", request, signal)).move
/** Returns the expected score of the side to move, 0 to 1; null where no evaluation exists. */
export const chance = (fen: string, variant: string): Promise<number | null> => questions.chance({ fen, variant })

// ---- the puzzles of the trainer ----

export interface Theme {
  name: string
  meaning: string
  lead: number // priority as a puzzle's leading theme: the lowest number above 0 leads; a theme with 0 never leads
  count: number
}

/** The collection of puzzles: its filters and its index. */
export interface Collection {
  count: number
  daily: { from: number; count: number }
  games: { name: string; count: number }[]
  themes: Theme[]
  faces: { faces: number; count: number }[]
  /** The index of the puzzles; `game` and `themes` are indices into the lists above. */
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
/** Fetches a page of records, starting with the puzzle at index `from`. */
export const puzzles = async (from: number): Promise<PuzzlePage> => read(await request(`api/puzzles?from=${from}`))
