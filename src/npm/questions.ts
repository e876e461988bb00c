/** What can be asked of the module: the same functions for answers that come at once and for promises of them. */
import type {
  Checked,
  Described,
  Fault,
  FaceRow,
  Game,
  Luck,
  Mate,
  MoveRecord,
  Outcome,
  Puzzle,
  Replayed,
  Scene,
  Solved,
} from "./records.js"

/** The game that is meant where none is named. */
export const DEFAULT_VARIANT = "superpermutation-d8"

export interface Answer {
  ok: boolean
  text: string
}

/** Every failure: a request that was refused, with all that is wrong with it and perhaps what can be seen of a bad position; or a worker that has ended. */
export class InputError extends Error {
  constructor(
    readonly faults: Fault[],
    readonly scene?: Scene,
  ) {
    super(faults.map((fault) => fault.message).join("; "))
    this.name = "InputError"
  }

  /** What is wrong, in one word for programs. */
  get code(): string {
    return this.faults[0]?.code ?? ""
  }

  /** The faults as the command line tells them, with the field and the character. */
  get told(): string[] {
    return this.faults.map(
      ({ field, offset, message }) =>
        `${field ? `${field}${offset === undefined ? "" : `, character ${offset + 1}`}: ` : ""}${message}.`,
    )
  }
}

/** The record in an answer; throws InputError. */
export function read<T>({ ok, text }: Answer): T {
  const body = JSON.parse(text)
  if (ok) return body as T
  const { more, ...fault } = body.error as Fault
  throw new InputError([fault, ...(more ?? [])], body.scene as Scene | undefined)
}

/** Whether answers come at once or later. */
interface Modes<T> {
  now: T
  later: Promise<T>
}
export type Mode = keyof Modes<unknown>
export type Given<M extends Mode, T> = Modes<T>[M]

/** What a puzzle can be: a position, a FEN, a line of JSON, or a record. */
export type PuzzleLike = string | Puzzle | { readonly fen: string; readonly variant: string }

export interface InGame {
  variant?: string // the game of what names none
}
export interface SolveOptions extends InGame {
  list?: boolean // all moves of each face
  odds?: boolean // what the endgame tables know
  scene?: boolean // what a board shows, and the answer in words
}
export interface MateOptions extends InGame {
  stipulation?: string // of a puzzle without one: "#2", "h#2.5", …
  dice?: "mean" | "every" | "some"
  defence?: "best" | "help"
  hash?: number // MiB of the transposition table
  limit?: number // seconds, at most 10; 2 if absent
  nodes?: number
  lines?: number // of a help or series stipulation; 10 if absent
  set_play?: boolean // the lines of a help stipulation in which the other side begins, too
}
export interface CheckOptions extends InGame {
  key?: string // in place of the puzzle's: "5:Qa8-e4-e7# 6:Qe2-c4#"
  superfluous?: boolean // true if absent: look for superfluous pieces
  strict?: boolean // duals and shorter mates in variations count
  hash?: number
  limit?: number
  nodes?: number
}
export interface SceneOptions extends InGame {
  move?: string // a legal move that is shown
}
export interface SvgOptions extends InGame {
  move?: string // a legal move that is marked
  dark?: boolean
  flip?: boolean
  width?: number // in pixels; 480 if absent
}
export interface ReplyOptions extends InGame {
  level?: number // 1 to 8; 3 if absent
  seed?: number
  ply?: number // how many plies were played, for the dice of the seed
  roll?: number | null // absent: that of the seed
}
/** A move with its roll; both null if the game is over, and the roll where no die is used. */
export interface Play {
  roll: number | null
  move: MoveRecord | null
}

/** A position of a game: a value, which never changes. */
export interface Position<M extends Mode> {
  readonly fen: string
  readonly variant: string
  readonly turn: "white" | "black"
  readonly rolls: readonly number[] // the faces of the die, each as likely as the others; none where no die is used
  readonly check: boolean
  readonly outcome: Outcome
  /** All legal moves, or those that may be played on a roll. */
  legalMoves(roll?: number | null): Given<M, MoveRecord[]>
  /** The legal move that a text names, in full or short notation or the machine form; or that of a record. */
  move(move: string | MoveRecord): Given<M, MoveRecord>
  /** The position after a legal move, which must be one of the roll's if one is given. */
  play(move: string | MoveRecord, roll?: number | null): Given<M, Position<M>>
  svg(options?: SvgOptions): Given<M, string>
}

/** The questions. Whatever fails throws InputError, or rejects the promise with it. */
export interface Octomate<M extends Mode> {
  Position: {
    fromFen(fen: string, variant?: string): Given<M, Position<M>>
    start(variant?: string): Given<M, Position<M>>
  }
  /** The games, with what a page needs of each. */
  games(): Given<M, Game[]>
  /** The record of `octomate solve`. */
  solve(puzzle: PuzzleLike, options: SolveOptions & { scene: true }): Given<M, Described>
  solve(puzzle: PuzzleLike, options?: SolveOptions): Given<M, Solved>
  /** The faces that mate with their mates. Where no die is used the only face is null. */
  faces(puzzle: PuzzleLike, options?: InGame): Given<M, Map<number | null, string[]>>
  /** How likely mate within n moves is. */
  mate(puzzle: PuzzleLike, n?: number, options?: MateOptions): Given<M, Mate>
  /** The referee's record of a puzzle with a key. */
  check(puzzle: PuzzleLike, options?: CheckOptions): Given<M, Checked>
  scene(puzzle: PuzzleLike, options?: SceneOptions): Given<M, Scene>
  svg(puzzle: PuzzleLike, options?: SvgOptions): Given<M, string>
  /** What a level plays. The same seed rolls and plays the same. */
  reply(puzzle: PuzzleLike, options?: ReplyOptions): Given<M, Play>
  /** The expected score of the side to move, 0 to 1; null in a game without an evaluation. */
  chance(puzzle: PuzzleLike, options?: InGame): Given<M, number | null>
  /** The records of `octomate replay` for the text of games. */
  replay(games: string): Given<M, Replayed[]>
  /** The same with luck and mistakes. */
  luck(games: string): Given<M, Luck[]>
  /** The document of LaTeX with a diagram. */
  latex(puzzle: PuzzleLike, options?: InGame): Given<M, string>
}

// ---- what is asked ---------------------------------------------------------------------------------------------

/** The options of each question, beside the variant; tests compare them with those of the module. */
const OPTIONS = {
  solve: ["list", "odds", "scene"],
  moves: ["move", "count"],
  mate: ["stipulation", "dice", "defence", "hash", "limit", "nodes", "lines", "set_play"],
  check: ["key", "superfluous", "strict", "hash", "limit", "nodes"],
  scene: ["move"],
  svg: ["move", "dark", "flip", "width"],
  reply: ["level", "seed", "ply", "roll"],
  chance: [],
  latex: [],
} as const
type Question = keyof typeof OPTIONS

const fault = (code: string, field: string, message: string): InputError =>
  new InputError([{ code, field, message }])

/** A value in a message. */
const describeValue = (value: unknown): string =>
  typeof value === "object" && value !== null ? "an object" : String(value)

/** Writes JSON; throws InputError for what JSON would drop or change without a word, such as NaN. */
function toJson(body: object): string {
  const checked = (field: string, value: unknown): unknown => {
    if (
      typeof value === "number"
        ? Number.isFinite(value)
        : !["bigint", "function", "symbol"].includes(typeof value)
    )
      return value
    throw fault(
      "wrong_type",
      field,
      `${field} is ${typeof value === "number" ? value : `a ${typeof value}`}, expected a finite number, a text, true or false`,
    )
  }
  try {
    return JSON.stringify(body, checked)
  } catch (error) {
    throw error instanceof InputError ? error : fault("wrong_type", "line", String(error)) // it contains itself
  }
}

/** The body of a question: the fields of a puzzle, and the options. `asked` replaces fields of the puzzle. */
function requestBody(
  name: Question,
  puzzle: PuzzleLike,
  options?: object | null,
  overrides?: object,
): string {
  if (typeof (options ?? {}) !== "object")
    throw fault("wrong_type", "options", `the options are ${describeValue(options)}, expected an object`)
  const known: readonly string[] = ["variant", ...OPTIONS[name]]
  for (const option of Object.keys(options ?? {}))
    if (!known.includes(option))
      throw fault(
        "unknown_option",
        option,
        `${name} has no option ${option}, expected one of ${known.join(", ")}`,
      )
  const fields = puzzleFields(puzzle)
  return fields === null ? (puzzle as string) : toJson({ ...options, ...fields, ...overrides })
}

/** The fields of a puzzle; null for text that begins like JSON and is none: the module says what is wrong with it. */
function puzzleFields(puzzle: unknown): object | null {
  if (typeof puzzle === "object" && puzzle !== null)
    return "fen" in puzzle && typeof puzzle.fen === "string" ? { ...puzzle, fen: puzzle.fen.trim() } : puzzle
  if (typeof puzzle !== "string")
    throw fault(
      "wrong_type",
      "fen",
      `the puzzle is ${describeValue(puzzle)}, expected a position, a FEN, a line of JSON or a record`,
    )
  const text = puzzle.trim()
  if (!text.startsWith("{")) return { fen: text }
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}

/** The text that names a move. */
function moveText(move: unknown): string {
  const text = typeof move === "object" ? (move as MoveRecord | null)?.uci : move
  if (typeof text !== "string")
    throw fault(
      "wrong_type",
      "move",
      `the move is ${describeValue(move)}, expected its text or a record of legalMoves, which has uci`,
    )
  return text.trim()
}

function gamesText(games: unknown): string {
  if (typeof games !== "string")
    throw fault("wrong_type", "line", `the games are ${describeValue(games)}, expected text`)
  return games
}

/** The questions, sent through `ask`, which throws the faults of a body. */
export function octomate<M extends Mode>(
  ask: (name: string, body: () => string) => Given<M, Answer>,
): Octomate<M> {
  const chain = <T, U>(value: Given<M, T>, next: (value: T) => U | Given<M, U>): Given<M, U> =>
    (value instanceof Promise ? value.then(next) : next(value as T)) as Given<M, U>
  const send = <T>(name: string, body: () => string): Given<M, T> => chain(ask(name, body), read<T>)
  const record = (puzzle: PuzzleLike): PuzzleLike =>
    puzzle instanceof PositionValue ? { fen: puzzle.fen, variant: puzzle.variant } : puzzle
  const question = <T>(
    name: Question,
    puzzle: PuzzleLike,
    options?: object | null,
    overrides?: object,
  ): Given<M, T> => send(name, () => requestBody(name, record(puzzle), options, overrides))

  class PositionValue implements Position<M> {
    readonly fen: string
    readonly variant: string
    readonly turn: "white" | "black"
    readonly rolls: readonly number[]
    readonly check: boolean
    readonly outcome: Outcome

    constructor({ fen, variant, turn, faces, check, outcome }: Described) {
      this.fen = fen
      this.variant = variant
      this.turn = turn
      this.rolls = faces.flatMap(({ face }: FaceRow) => face ?? [])
      this.check = check
      this.outcome = outcome
    }

    legalMoves(roll?: number | null): Given<M, MoveRecord[]> {
      return chain(question<MoveRecord[]>("moves", this), (moves) => {
        if (roll != null && !this.rolls.includes(roll))
          throw fault("bad_roll", "roll", `${describeValue(roll)} is not a roll of this position`)
        return moves.filter(({ faces }) => roll == null || faces?.includes(roll))
      })
    }

    move(move: string | MoveRecord): Given<M, MoveRecord> {
      return chain(
        send<MoveRecord[]>("moves", () => requestBody("moves", record(this), { move: moveText(move) })),
        ([legal]) => legal as MoveRecord,
      )
    }

    play(move: string | MoveRecord, roll?: number | null): Given<M, Position<M>> {
      return chain(this.move(move), (legal) => {
        if (roll != null && !legal.faces?.includes(roll))
          throw fault("wrong_face", "move", `${legal.move} may not be played on a ${describeValue(roll)}`)
        return positionAt(legal.fen, this.variant)
      })
    }

    svg(options?: SvgOptions): Given<M, string> {
      return svg(this, options)
    }
  }

  const positionAt = (fen: string, variant?: string): Given<M, Position<M>> =>
    chain(
      question<Described>("solve", fen, { variant, scene: true }),
      (solved): Position<M> => new PositionValue(solved),
    )
  const games = (): Given<M, Game[]> =>
    chain(
      send<{ games: Game[] }>("games", () => ""),
      (all) => all.games,
    )
  const startFen = (all: Game[], variant: string): string =>
    (all.find(({ name }) => name === String(variant).toLowerCase().split(":")[0]) ?? all[0]!).start
  const solve = (puzzle: PuzzleLike, options?: SolveOptions): Given<M, Described> =>
    question("solve", puzzle, options)
  const svg: Octomate<M>["svg"] = (puzzle, options) =>
    chain(question<{ svg: string }>("svg", puzzle, options), (picture) => picture.svg)
  return {
    Position: {
      fromFen: positionAt,
      start: (variant = DEFAULT_VARIANT) =>
        chain(games(), (all) => positionAt(startFen(all, variant), variant)),
    },
    games,
    solve,
    faces: (puzzle, options) =>
      chain(
        solve(puzzle, options),
        ({ faces }) =>
          new Map(faces.filter(({ mates }) => mates.length > 0).map(({ face, mates }) => [face, mates])),
      ),
    mate: (puzzle, n, options) => question("mate", puzzle, options, n === undefined ? {} : { moves: n }),
    check: (puzzle, options) => question("check", puzzle, options),
    scene: (puzzle, options) => question("scene", puzzle, options),
    svg,
    reply: (puzzle, options) =>
      question("reply", puzzle, options, options?.roll == null ? {} : { roll: options.roll }),
    chance: (puzzle, options) =>
      chain(question<{ chance: number | null }>("chance", puzzle, options), (answer) => answer.chance),
    replay: (text) =>
      chain(
        send<{ games: Replayed[] }>("replay", () => gamesText(text)),
        (answer) => answer.games,
      ),
    luck: (text) =>
      chain(
        send<{ games: Luck[] }>("luck", () => gamesText(text)),
        (answer) => answer.games,
      ),
    latex: (puzzle, options) =>
      chain(question<{ latex: string }>("latex", puzzle, options), (answer) => answer.latex),
  }
}
