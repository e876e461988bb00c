/** The game that is played: its positions, what was rolled, and an earlier game that can be taken back. It outlives the page. */
import type { Mark } from "./board"
import { isLevel, type Opponent, type Side } from "./opponent"
import {
  type Check,
  either,
  isNumber,
  isText,
  keep,
  listOf,
  oneOf,
  optional,
  recall,
  shape,
} from "./local-storage"

/** A position of the game, and the move that led to it. */
export interface Entry {
  fen: string
  roll: number | null
  move: string | null // with its die, as games are written
  uci: string | null // the same for programs
  by: "white" | "black" // who played it
  last: Mark[] // the squares that it went between
}

interface Saved {
  variant: string
  history: Entry[]
  at: number
  opponent?: Opponent | null // none: two people play
  resigned?: Side | null // who has, at the end of the history
}

const begin = (fen: string, roll: number | null): Entry => ({
  fen,
  roll,
  move: null,
  uci: null,
  by: "white",
  last: [],
})

const none = oneOf(null)
const isSide = oneOf("white", "black")
const isMark = either(
  shape<{ square: string }>({ square: isText }),
  shape<{ file: string }>({ file: isText }),
  shape<{ from: string; to: string }>({ from: isText, to: isText }),
)
const isEntry = shape<Entry>({
  fen: isText,
  roll: either(none, isNumber),
  move: either(none, isText),
  uci: optional(either(none, isText)),
  by: isSide,
  last: listOf(isMark),
})
const isOpponent = shape<Opponent>({ level: isLevel, side: isSide, seed: isNumber })
const hasFields = shape<Saved>({
  variant: isText,
  history: listOf(isEntry),
  at: isNumber,
  opponent: optional(either(none, isOpponent)),
  resigned: optional(either(none, isSide)),
})
const isGame: Check = (value) => hasFields(value) && (value as Saved).at in (value as Saved).history

export class PlayedGame {
  private saved: Saved
  private before: Saved | null // the game, or the line, that this one took the place of

  /** The game that was kept, or a new one. */
  constructor(fresh: { variant: string; fen: string }) {
    this.saved = recall<Saved>(
      "game",
      { variant: fresh.variant, history: [begin(fresh.fen, null)], at: 0 },
      isGame,
    )
    this.before = recall<Saved | null>("earlier", null, either(none, isGame))
  }

  get variant(): string {
    return this.saved.variant
  }

  get history(): readonly Entry[] {
    return this.saved.history
  }

  get at(): number {
    return this.saved.at
  }

  get entry(): Entry {
    const entry = this.saved.history[this.saved.at]
    if (!entry) throw new Error("no position")
    return entry
  }

  get opponent(): Opponent | null {
    return this.saved.opponent ?? null
  }

  /** Whether the position that is shown is the newest of the game. */
  get newest(): boolean {
    return this.at === this.history.length - 1
  }

  /** Who has resigned in the position that is shown. */
  get resigned(): Side | null {
    return (this.newest && this.saved.resigned) || null
  }

  /** A side resigns; null: it takes that back. */
  resign(side: Side | null): void {
    this.saved.resigned = side
    this.save()
  }

  /** How many moves the earlier game has; 0 if there is none. */
  get earlier(): number {
    return this.before ? this.before.history.length - 1 : 0
  }

  /** Begins anew from a position; a game with moves is kept as the earlier one. */
  begin(fen: string, variant: string, roll: number | null, opponent: Opponent | null = null): void {
    this.setAside()
    this.saved = { variant, history: [begin(fen, roll)], at: 0, opponent }
    this.save()
  }

  /** Adds a move to the position that is shown; moves that followed it are kept as the earlier game. */
  push(entry: Entry): void {
    if (this.at + 1 < this.history.length) this.setAside()
    this.saved.history = [...this.history.slice(0, this.at + 1), entry]
    this.saved.resigned = null
    ++this.saved.at
    this.save()
  }

  go(at: number): void {
    this.saved.at = at
    this.save()
  }

  /** Something in the entry that is shown was changed. */
  change(part: Partial<Entry>): void {
    Object.assign(this.entry, part)
    this.save()
  }

  /** The earlier game and this one change places. */
  takeBack(): void {
    if (!this.before) return
    ;[this.saved, this.before] = [this.before, this.saved]
    this.save()
  }

  private setAside(): void {
    if (this.history.length > 1) this.before = { ...this.saved, history: [...this.history] }
  }

  private save(): void {
    keep("game", this.saved)
    keep("earlier", this.before)
  }
}
