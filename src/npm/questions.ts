/** What can be asked of the module: the same functions for answers that come at once and for promises of them. */
import type { Checked, Fault, FaceRow, Game, Luck, Mate, MoveRecord, Outcome, Puzzle, Replayed, Scene, Solved } from "./records.js"

/** The game that is meant where none is named. */
export const DEFAULT_VARIANT = "superpermutation-d8"

export interface Answer {
  ok: boolean
  text: string
}

/** A request that was refused, with all that is wrong with it; perhaps with what can be seen of a position that is none. */
export class InputError extends Error {
  constructor(readonly faults: Fault[], readonly scene?: Scene) {
    super(faults.map((fault) => fault.message).join("; "))
    this.name = "InputError"
  }

  /** What is wrong, in one word for programs. */
  get code(): string {
    return this.faults[0]?.code ?? ""
  }

  /** The faults as the command line tells them, with the field and the character. */
  get told(): string[] {
    return this.faults.map(({ field, offset, message }) => `${field ? `${field}${offset === undefined ? "" : `, character ${offset + 1}`}: ` : ""}${message}.`)
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
export interface MateOptions extends InGame {
  dice?: "mean" | "every" | "some"
  defence?: "best" | "help"
  limit?: number // seconds, at most 10; 2 if absent
  nodes?: number
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
  /** The legal move that a text names, in full or short notation or the machine form. */
  move(text: string): Given<M, MoveRecord>
  /** The position after a legal move, which must be one of the roll's if one is given. */
  play(move: string | MoveRecord, roll?: number | null): Given<M, Position<M>>
  svg(options?: SvgOptions): Given<M, string>
}

/** The questions. What cannot be read throws InputError. */
export interface Octomate<M extends Mode> {
  Position: {
    fromFen(fen: string, variant?: string): Given<M, Position<M>>
    start(variant?: string): Given<M, Position<M>>
  }
  /** The games, with what a page needs of each. */
  games(): Given<M, Game[]>
  /** The record of `octomate solve`. */
  solve(puzzle: PuzzleLike, options?: InGame & { list?: boolean; scene?: boolean }): Given<M, Solved>
  /** The faces that mate with their mates. Where no die is used the only face is null. */
  faces(puzzle: PuzzleLike, options?: InGame): Given<M, Map<number | null, string[]>>
  /** How likely mate within n moves is. */
  mate(puzzle: PuzzleLike, n?: number, options?: MateOptions): Given<M, Mate>
  /** The referee's record of a puzzle with a key. */
  check(puzzle: PuzzleLike, options?: InGame & { limit?: number }): Given<M, Checked>
  scene(puzzle: PuzzleLike, options?: InGame & { move?: string }): Given<M, Scene>
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

/** The questions, put to whoever answers requests. */
export function octomate<M extends Mode>(ask: (name: string, body: string) => Given<M, Answer>): Octomate<M> {
  const then = <T, U>(value: Given<M, T>, next: (value: T) => U | Given<M, U>): Given<M, U> =>
    (value instanceof Promise ? value.then(next) : next(value as T)) as Given<M, U>
  const put = <T>(name: string, body: object | string): Given<M, T> => then(ask(name, typeof body === "string" ? body : JSON.stringify(body)), read<T>)

  /** The fields of a puzzle, and further ones. */
  const record = (puzzle: PuzzleLike, options: object = {}): object => {
    const { fen, variant } = puzzle as { fen: string; variant: string }
    const fields = typeof puzzle === "string" ? (puzzle.trimStart().startsWith("{") ? JSON.parse(puzzle) : { fen: puzzle }) : puzzle instanceof At ? { fen, variant } : puzzle
    return { ...options, ...fields }
  }

  class At implements Position<M> {
    readonly fen: string
    readonly variant: string
    readonly turn: "white" | "black"
    readonly rolls: readonly number[]
    readonly check: boolean
    readonly outcome: Outcome

    constructor({ fen, variant, turn, faces, check, outcome }: Solved) {
      this.fen = fen
      this.variant = variant
      this.turn = turn
      this.rolls = faces.flatMap(({ face }: FaceRow) => face ?? [])
      this.check = check
      this.outcome = outcome
    }

    legalMoves(roll?: number | null): Given<M, MoveRecord[]> {
      if (roll != null && !this.rolls.includes(roll)) throw new RangeError(`${roll} is not a roll of this position`)
      return then(put<MoveRecord[]>("moves", record(this)), (moves) => moves.filter(({ faces }) => roll == null || faces?.includes(roll)))
    }

    move(text: string): Given<M, MoveRecord> {
      return then(put<MoveRecord[]>("moves", record(this, { move: text })), ([move]) => move as MoveRecord)
    }

    play(move: string | MoveRecord, roll?: number | null): Given<M, Position<M>> {
      return then(this.move(typeof move === "string" ? move : move.uci), (legal) => {
        if (roll != null && !legal.faces?.includes(roll))
          throw new InputError([{ code: "wrong_face", field: "move", message: `${legal.move} may not be played on a ${roll}` }])
        return look(legal.fen, this.variant)
      })
    }

    svg(options?: SvgOptions): Given<M, string> {
      return svg(this, options)
    }
  }

  const look = (fen: string, variant?: string): Given<M, Position<M>> => then(put<Solved>("solve", record(fen, { variant, scene: true })), (solved): Position<M> => new At(solved))
  const games = (): Given<M, Game[]> => then(put<{ games: Game[] }>("games", ""), (all) => all.games)
  const solve: Octomate<M>["solve"] = (puzzle, options) => put("solve", record(puzzle, options))
  const svg: Octomate<M>["svg"] = (puzzle, options) => then(put<{ svg: string }>("svg", record(puzzle, options)), (picture) => picture.svg)
  return {
    Position: {
      fromFen: look,
      start: (variant) => then(games(), (all) => look(((variant && all.find(({ name }) => name === variant.split(":")[0])) || all[0]!).start, variant)),
    },
    games,
    solve,
    faces: (puzzle, options) => then(solve(puzzle, options), ({ faces }) => new Map(faces.filter(({ mates }) => mates.length > 0).map(({ face, mates }) => [face, mates]))),
    mate: (puzzle, n, options) => put("mate", { ...record(puzzle, options), ...(n !== undefined && { moves: n }) }),
    check: (puzzle, options) => put("check", record(puzzle, options)),
    scene: (puzzle, options) => put("scene", record(puzzle, options)),
    svg,
    reply: (puzzle, { roll, ...options } = {}) => put("reply", { ...record(puzzle, options), ...(roll != null && { roll }) }),
    chance: (puzzle, options) => then(put<{ chance: number | null }>("chance", record(puzzle, options)), (answer) => answer.chance),
    replay: (text) => then(put<{ games: Replayed[] }>("replay", text), (answer) => answer.games),
    luck: (text) => then(put<{ games: Luck[] }>("luck", text), (answer) => answer.games),
    latex: (puzzle, options) => then(put<{ latex: string }>("latex", record(puzzle, options)), (answer) => answer.latex),
  }
}
