/** The records of the server, or of the module of an exported page; docs/server.md says what they mean. */
import type { Cells, Scene } from "./scene"
import { type Answer, ask } from "./source"

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

  /** The faults as the command line tells them, with the field and the character. */
  get told(): string[] {
    return this.faults.map(({ field, offset, message }) => `${field ? `${field}${offset === undefined ? "" : `, character ${offset + 1}`}: ` : ""}${message}.`)
  }
}

function read<T>({ ok, text }: Answer): T {
  const body = JSON.parse(text)
  if (ok) return body as T
  const { more, ...fault } = body.error as Fault
  throw new Refused([fault, ...(more ?? [])], body.scene as Scene | undefined)
}

async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return read<T>(await ask(path, typeof body === "string" ? body : JSON.stringify(body), signal))
}

export const games = async (): Promise<{ default: string; games: Game[] }> => read(await ask("api/games"))
export const scene = (request: { fen: string; variant: string; move?: string; roll?: number }): Promise<Scene> => post("api/scene", request)
/** An earlier state of the game, to which a move may lead back. */
export interface Past {
  cells: Cells
  turn: "white" | "black"
  words: string
}

export const past = async (fen: string, variant: string): Promise<Past[]> => (await post<{ states: Past[] }>("api/past", { fen, variant })).states
/** The FEN of men and a side to move; what else stands in `fen` stays, as far as it fits. */
export const position = (request: { variant: string; cells: Cells; turn: string; fen?: string }): Promise<{ fen: string }> => post("api/position", request)
export const mate = (puzzle: Puzzle, options: { moves: number; dice?: string; limit?: number }): Promise<Mate> => post("api/mate", { ...puzzle, ...options })
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

export const check = (record: Puzzle & { limit?: number }): Promise<Checked> => post("api/check", record)
/** The document of LaTeX with the diagram of a record. */
export const latex = async (record: string): Promise<string> => (await post<{ latex: string }>("api/latex", record)).latex
export const tableOdds = (fen: string, variant: string): Promise<{ odds: TableOdds | null; notes: string[] }> => post("api/odds", { fen, variant })
export const replay = (text: string): Promise<{ games: Replayed[] }> => post("api/replay", text)
export const luck = (text: string): Promise<{ games: Luck[] }> => post("api/luck", text)
export const text = async (path: string): Promise<string> => (await ask(path)).text

/** What is known about a position: the faces and every move. */
export interface Analysis {
  solved: Solved
  moves: MoveRecord[]
}

export async function analyse(fen: string, variant: string): Promise<Analysis> {
  const moves = post<MoveRecord[]>("api/moves", { fen, variant })
  moves.catch(() => undefined) // if it is refused, so is the other, which has the scene as well
  return { solved: await solve(fen, variant, { list: true, scene: true }), moves: await moves }
}

/** The legal move that a text names in any notation, short or long; refused if none or several answer to it. */
export const moveNamed = async (fen: string, variant: string, move: string): Promise<MoveRecord | undefined> => (await post<MoveRecord[]>("api/moves", { fen, variant, move }))[0]

export const solve = (fen: string, variant: string, options: { list?: boolean; scene?: boolean } = {}): Promise<Solved> => post("api/solve", { fen, variant, ...options })

/** The reply that leaves the opponent the fewest mates at once, and a face on which it may be played. */
export const defence = (fen: string, variant: string): Promise<{ move: MoveRecord | null; roll: number | null }> => post("api/defence", { fen, variant })

// ---- the opponent ---------------------------------------------------------------------------------------------

/** What a seed rolls after so many plies; null where no die is used. */
export const rollOf = async (request: { fen: string; variant: string; seed: number; ply: number }): Promise<number | null> => (await post<{ roll: number | null }>("api/roll", request)).roll
/** What a level plays then on a roll. */
export const reply = async (request: { fen: string; variant: string; roll?: number; level: number; seed: number; ply: number }, signal: AbortSignal): Promise<MoveRecord | null> => (await post<{ move: MoveRecord | null }>("api/reply", request, signal)).move
/** The chance of the side to move, 0 to 1, with a draw as half a win; null where none is known. */
export const chance = async (fen: string, variant: string): Promise<number | null> => (await post<{ chance: number | null }>("api/chance", { fen, variant })).chance

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
  puzzles: { id?: string; game: number; themes: number[]; difficulty?: number; faces?: number; moves?: number; men?: number; white: boolean }[]
}

export const collection = async (): Promise<Collection> => read(await ask("api/collection"))
/** A page of the collection. */
export const puzzles = async (from: number): Promise<PuzzlePage> => read(await ask(`api/puzzles?from=${from}`))
