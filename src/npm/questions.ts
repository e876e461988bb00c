/**
 * The questions that the module answers. The same implementation is used for functions that return answers at once
 * and for functions that return promises.
 */
import {
  type CheckOptions,
  type InGame,
  type MateOptions,
  OPTIONS,
  type ReplayOptions,
  type ReplyOptions,
  type SceneOptions,
  type SolveOptions,
  type SvgOptions,
} from "./options.js"
import type {
  Checked,
  Described,
  Fault,
  FaceRow,
  Game,
  Mate,
  MoveRecord,
  Outcome,
  Puzzle,
  Replayed,
  Scene,
  Solved,
} from "./records.js"

export type * from "./options.js"

/** The game of positions without a variant. */
export const DEFAULT_VARIANT = "superpermutation-d8"

export interface Answer {
  ok: boolean
  text: string
}

/**
 * The error of every failed question: the faults of a rejected request, with the board of an invalid position if it
 * can be drawn; or the fault that the worker has ended.
 */
export class InputError extends Error {
  constructor(
    readonly faults: Fault[],
    readonly scene?: Scene,
  ) {
    super(faults.map(fault => fault.message).join("; "))
    this.name = "InputError"
  }

  /** The code of the first fault. */
  get code(): string {
    return this.faults[0]?.code ?? ""
  }

  /** The faults as the command line prints them, with the field and the character. */
  get told(): string[] {
    return this.faults.map(
      ({ field, offset, message }) =>
        `${field ? `${field}${offset === undefined ? "" : `, character ${offset + 1}`}: ` : ""}${message}.`,
    )
  }
}

/** Parses an answer; throws InputError if it reports a fault. */
export function read<T>({ ok, text }: Answer): T {
  const body = JSON.parse(text)
  if (ok) return body as T
  const { more, ...fault } = body.error as Fault
  throw new InputError([fault, ...(more ?? [])], body.scene as Scene | undefined)
}

/** The result of a question by mode: the answer itself, or a promise. */
interface Modes<T> {
  now: T
  later: Promise<T>
}
export type Mode = keyof Modes<unknown>
export type Given<M extends Mode, T> = Modes<T>[M]

/** A puzzle: a position, a FEN, a line of JSON, or a record. */
export type PuzzleLike = string | Puzzle | { readonly fen: string; readonly variant: string }

/** A move with its roll. Both are null if the game is over; the roll is null where no die is used. */
export interface Play {
  roll: number | null
  move: MoveRecord | null
}

/** A position of a game; an immutable value. */
export interface Position<M extends Mode> {
  readonly fen: string
  readonly variant: string
  readonly turn: "white" | "black"
  readonly rolls: readonly number[] // the faces of the die, all equally likely; empty where no die is used
  readonly check: boolean
  readonly outcome: Outcome
  /** Lists all legal moves, or those for `roll`. */
  legalMoves(roll?: number | null): Given<M, MoveRecord[]>
  /** Finds a legal move by its full or short notation, its machine form, or a record of a move. */
  move(move: string | MoveRecord): Given<M, MoveRecord>
  /** Returns the position after a legal move; with `roll`, the move must be one for that roll. */
  play(move: string | MoveRecord, roll?: number | null): Given<M, Position<M>>
  svg(options?: SvgOptions): Given<M, string>
}

/** All questions. A failure throws InputError, or rejects the promise with it. */
export interface Octomate<M extends Mode> {
  Position: {
    fromFen(fen: string, variant?: string): Given<M, Position<M>>
    start(variant?: string): Given<M, Position<M>>
  }
  /** Lists the games, with the data that a page needs of each. */
  games(): Given<M, Game[]>
  /** Returns the record of `octomate solve`. */
  solve(puzzle: PuzzleLike, options: SolveOptions & { scene: true }): Given<M, Described>
  solve(puzzle: PuzzleLike, options?: SolveOptions): Given<M, Solved>
  /** Returns the mating moves by face. Where no die is used, the only key is null. */
  faces(puzzle: PuzzleLike, options?: InGame): Given<M, Map<number | null, string[]>>
  /** Computes the chance of mate within `n` moves of the side to move. */
  mate(puzzle: PuzzleLike, n?: number, options?: MateOptions): Given<M, Mate>
  /** Judges a puzzle with a key, as `octomate check` does. */
  check(puzzle: PuzzleLike, options?: CheckOptions): Given<M, Checked>
  scene(puzzle: PuzzleLike, options?: SceneOptions): Given<M, Scene>
  svg(puzzle: PuzzleLike, options?: SvgOptions): Given<M, string>
  /** Returns the roll and the move of a computer player; equal seeds give equal rolls and moves. */
  reply(puzzle: PuzzleLike, options?: ReplyOptions): Given<M, Play>
  /** Returns the expected score of the side to move, 0 to 1; null in a game without an evaluation. */
  chance(puzzle: PuzzleLike, options?: InGame): Given<M, number | null>
  /** Returns the records of `octomate replay` for a text with games. */
  replay(games: string, options?: ReplayOptions): Given<M, Replayed[]>
  /** Replays games with the option `analyse`: the luck of each roll and the error of each move. */
  luck(games: string, options?: ReplayOptions): Given<M, Replayed[]>
  /** Returns a LaTeX document with a diagram. */
  latex(puzzle: PuzzleLike, options?: InGame): Given<M, string>
}

// ---- requests ----

type Question = keyof typeof OPTIONS

const fault = (code: string, field: string, message: string): InputError => new InputError([{ code, field, message }])

/** Describes a value for an error message. */
const describeValue = (value: unknown): string =>
  typeof value === "object" && value !== null ? "an object" : String(value)

/** Serializes to JSON; throws InputError for values that JSON would drop or change, such as NaN. */
function toJson(body: object): string {
  const checked = (field: string, value: unknown): unknown => {
    if (typeof value === "number" ? Number.isFinite(value) : !["bigint", "function", "symbol"].includes(typeof value))
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
    throw error instanceof InputError ? error : fault("wrong_type", "line", String(error)) // `body` is cyclic
  }
}

/**
 * Writes the body of a request: the fields of the puzzle and the options. `overrides` replaces fields of the puzzle.
 */
function requestBody(name: Question, puzzle: PuzzleLike, options?: object | null, overrides?: object): string {
  checkOptions(name, options)
  const fields = puzzleFields(puzzle)
  return fields === null ? (puzzle as string) : toJson({ ...options, ...fields, ...overrides })
}

/** Throws InputError if `options` contains an option that the question does not have. */
function checkOptions(name: Question, options?: object | null): void {
  if (typeof (options ?? {}) !== "object")
    throw fault("wrong_type", "options", `the options are ${describeValue(options)}, expected an object`)
  const allowed: readonly string[] = ["variant", ...OPTIONS[name]]
  for (const option of Object.keys(options ?? {}))
    if (!allowed.includes(option))
      throw fault("unknown_option", option, `${name} has no option ${option}, expected one of ${allowed.join(", ")}`)
}

/** Returns the fields of a puzzle; null for malformed JSON, whose faults the module reports. */
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

/** Returns `move` if it is a text, or the machine form in a record of a move; throws InputError otherwise. */
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

/** Writes the body of a request to replay games: their text, or JSON with the text and the options. */
function gamesBody(games: unknown, options?: object | null): string {
  checkOptions("replay", options)
  if (typeof games !== "string")
    throw fault("wrong_type", "line", `the games are ${describeValue(games)}, expected text`)
  return options ? toJson({ ...options, games }) : games
}

/**
 * Builds the questions on `ask`, which sends requests. `body` is a callback so that its errors reject the promise.
 */
export function octomate<M extends Mode>(ask: (name: string, body: () => string) => Given<M, Answer>): Octomate<M> {
  const chain = <T, U>(value: Given<M, T>, next: (value: T) => U | Given<M, U>): Given<M, U> =>
    (value instanceof Promise ? value.then(next) : next(value as T)) as Given<M, U>
  const send = <T>(name: string, body: () => string): Given<M, T> => chain(ask(name, body), read<T>)
  const record = (puzzle: PuzzleLike): PuzzleLike =>
    puzzle instanceof PositionValue ? { fen: puzzle.fen, variant: puzzle.variant } : puzzle
  const question = <T>(name: Question, puzzle: PuzzleLike, options?: object | null, overrides?: object): Given<M, T> =>
    send(name, () => requestBody(name, record(puzzle), options, overrides))

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
      return chain(question<MoveRecord[]>("moves", this), moves => {
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
      return chain(this.move(move), legal => {
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
      answer => answer.games,
    )
  const startFen = (games: Game[], variant: string): string =>
    (games.find(({ name }) => name === String(variant).toLowerCase().split(":")[0]) ?? games[0]!).start
  const solve = (puzzle: PuzzleLike, options?: SolveOptions): Given<M, Described> => question("solve", puzzle, options)
  const replay: Octomate<M>["replay"] = (text, options) =>
    chain(
      send<{ games: Replayed[] }>("replay", () => gamesBody(text, options)),
      answer => answer.games,
    )
  const svg: Octomate<M>["svg"] = (puzzle, options) =>
    chain(question<{ svg: string }>("svg", puzzle, options), picture => picture.svg)
  return {
    Position: {
      fromFen: positionAt,
      start: (variant = DEFAULT_VARIANT) => chain(games(), games => positionAt(startFen(games, variant), variant)),
    },
    games,
    solve,
    faces: (puzzle, options) =>
      chain(
        solve(puzzle, options),
        ({ faces }) => new Map(faces.filter(({ mates }) => mates.length > 0).map(({ face, mates }) => [face, mates])),
      ),
    mate: (puzzle, n, options) => question("mate", puzzle, options, n === undefined ? {} : { moves: n }),
    check: (puzzle, options) => question("check", puzzle, options),
    scene: (puzzle, options) => question("scene", puzzle, options),
    svg,
    reply: (puzzle, options) => question("reply", puzzle, options, options?.roll == null ? {} : { roll: options.roll }),
    chance: (puzzle, options) =>
      chain(question<{ chance: number | null }>("chance", puzzle, options), answer => answer.chance),
    replay,
    luck: (text, options) => replay(text, { ...options, analyse: true }),
    latex: (puzzle, options) => chain(question<{ latex: string }>("latex", puzzle, options), answer => answer.latex),
  }
}
