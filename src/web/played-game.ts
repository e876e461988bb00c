/** The current game: its positions and rolls, and the previous game, which can be restored. Both are stored. */
import type { Mark } from "./board"
import { isLevel, type Opponent, type Side } from "./opponent"
import {
  type TypeCheck,
  either,
  isNumber,
  isString,
  writeStored,
  listOf,
  oneOf,
  optional,
  readStored,
  shape,
} from "./local-storage"

/** A position of the game with the move that led to it. */
export interface GameEntry {
  fen: string
  roll: number | null
  move: string | null // the roll and the move as in a game score: "(5) e2-e4"; null in the first entry
  uci: string | null // the move in machine form
  by: "white" | "black" // the side that moved
  words?: string // the move in a sentence without its full stop
  last: Mark[] // marks of the squares of the move
}

interface SavedGame {
  variant: string
  history: GameEntry[]
  at: number
  opponent?: Opponent | null // the computer player; null if two people play
  resigned?: Side | null // the side that resigned at the end of `history`
}

const firstEntry = (fen: string, roll: number | null): GameEntry => ({
  fen,
  roll,
  move: null,
  uci: null,
  by: "white",
  last: [],
})

const isNull = oneOf(null)
const isSide = oneOf("white", "black")
const isMark = either(
  shape<{ square: string }>({ square: isString }),
  shape<{ file: string }>({ file: isString }),
  shape<{ from: string; to: string }>({ from: isString, to: isString }),
)
const isEntry = shape<GameEntry>({
  fen: isString,
  roll: either(isNull, isNumber),
  move: either(isNull, isString),
  uci: optional(either(isNull, isString)),
  by: isSide,
  words: optional(isString),
  last: listOf(isMark),
})
const isOpponent = shape<Opponent>({ level: isLevel, side: isSide, seed: isNumber })
const hasFields = shape<SavedGame>({
  variant: isString,
  history: listOf(isEntry),
  at: isNumber,
  opponent: optional(either(isNull, isOpponent)),
  resigned: optional(either(isNull, isSide)),
})
const isGame: TypeCheck = value => hasFields(value) && (value as SavedGame).at in (value as SavedGame).history

export class PlayedGame {
  private saved: SavedGame
  private earlierGame: SavedGame | null // the game or line that the current game replaced

  /** Restores the stored game, or starts a new one. */
  constructor(fresh: { variant: string; fen: string; opponent: Opponent | null }) {
    this.saved = readStored<SavedGame>(
      "game",
      { variant: fresh.variant, history: [firstEntry(fresh.fen, null)], at: 0, opponent: fresh.opponent },
      isGame,
    )
    this.earlierGame = readStored<SavedGame | null>("earlier", null, either(isNull, isGame))
  }

  get variant(): string {
    return this.saved.variant
  }

  get history(): readonly GameEntry[] {
    return this.saved.history
  }

  get index(): number {
    return this.saved.at
  }

  get entry(): GameEntry {
    const entry = this.saved.history[this.saved.at]
    if (!entry) throw new Error("no position")
    return entry
  }

  get opponent(): Opponent | null {
    return this.saved.opponent ?? null
  }

  /** True if the last position of the game is shown. */
  get isNewest(): boolean {
    return this.index === this.history.length - 1
  }

  /** The side that has resigned in the position shown. */
  get resigned(): Side | null {
    return (this.isNewest && this.saved.resigned) || null
  }

  /** Records a resignation; null takes it back. */
  resign(side: Side | null): void {
    this.saved.resigned = side
    this.save()
  }

  /** The number of plies of the previous game; 0 without one. */
  get earlierLength(): number {
    return this.earlierGame ? this.earlierGame.history.length - 1 : 0
  }

  /** Starts from a position; a game with moves becomes the previous game. */
  begin(fen: string, variant: string, roll: number | null, opponent: Opponent | null = null): void {
    this.setAside()
    this.saved = { variant, history: [firstEntry(fen, roll)], at: 0, opponent }
    this.save()
  }

  /** Adds a move after the position shown; if moves followed it, the old line becomes the previous game. */
  addMove(entry: GameEntry): void {
    if (this.index + 1 < this.history.length) this.setAside()
    this.saved.history = [...this.history.slice(0, this.index + 1), entry]
    this.saved.resigned = null
    ++this.saved.at
    this.save()
  }

  go(index: number): void {
    this.saved.at = index
    this.save()
  }

  /** Changes fields of the current entry. */
  changeEntry(part: Partial<GameEntry>): void {
    Object.assign(this.entry, part)
    this.save()
  }

  /** Exchanges the current and the previous game. */
  restoreEarlier(): void {
    if (!this.earlierGame) return
    ;[this.saved, this.earlierGame] = [this.earlierGame, this.saved]
    this.save()
  }

  private setAside(): void {
    if (this.history.length > 1) this.earlierGame = { ...this.saved, history: [...this.history] }
  }

  private save(): void {
    writeStored("game", this.saved)
    writeStored("earlier", this.earlierGame)
  }
}
