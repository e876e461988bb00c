/** What a learner has done: puzzles, rating, streak, what comes back, and lessons. One store for all tabs, which outlives the page. */
import { plural } from "./dom"
import { ofDifficulty, rated, type Rating, UNRATED } from "./glicko"
import { MIDDLE, type State } from "./puzzle-order"
import { isSaved, type Saved } from "./puzzle-attempt"
import { type Card, dayOf, dueOn, scheduled } from "./spaced-repetition"
import {
  type Check,
  isNumber,
  isText,
  listOf,
  mapOf,
  oneOf,
  optional,
  recall,
  shape,
  Shared,
} from "./local-storage"

/** A puzzle that was solved or missed. */
export interface Attempt {
  id: string // the puzzle's key
  at: number // milliseconds since 1970
  points: number
  outOf: number
}

export interface Kept {
  version: 1
  puzzles: Record<string, Saved> // by keys, like the cards
  streak: number
  best: number
  rating: Rating
  cards: Record<string, Card>
  history: Attempt[] // the newest last
  run: number // the most that were solved in a timed run
  lessons: Record<string, number[]> // by game, the steps that were completed
}

const MOST = 2000 // attempts that are kept
const fresh = (): Kept => ({
  version: 1,
  puzzles: {},
  streak: 0,
  best: 0,
  rating: UNRATED,
  cards: {},
  history: [],
  run: 0,
  lessons: {},
})

const isPositive: Check = (value) => isNumber(value) && (value as number) > 0
const isKept = shape<Kept>({
  version: oneOf(1),
  puzzles: mapOf(isSaved),
  streak: isNumber,
  best: isNumber,
  rating: shape<Rating>({ rating: isPositive, deviation: isPositive, volatility: isPositive }),
  cards: mapOf(shape<Card>({ box: isNumber, due: isNumber })),
  history: listOf(shape<Attempt>({ id: isText, at: isNumber, points: isNumber, outOf: isNumber })),
  run: isNumber,
  lessons: mapOf(listOf(isNumber)),
})

/** What the first version of the page kept, under the name “progress”. */
type Progress = Partial<Pick<Kept, "puzzles" | "streak" | "best">>
const isProgress = shape<Progress>({
  puzzles: optional(mapOf(isSaved)),
  streak: optional(isNumber),
  best: optional(isNumber),
})

/** The key under which a puzzle is kept. Ids would not do: a puzzle may have none, and two collections may use the same. */
export const keyOf = (variant: string, fen: string): string => `${variant} ${fen}`

/** Parses an exported file; null if it is not one. */
export function readKept(text: string): Kept | null {
  try {
    const found: unknown = JSON.parse(text)
    return isKept(found) ? (found as Kept) : null
  } catch {
    return null
  }
}

/** Renames the keys of a map; where both names have a value, the one of the new name stays. */
const renamed = <T>(map: Record<string, T>, names: ReadonlyMap<string, string>): Record<string, T> => ({
  ...Object.fromEntries(Object.entries(map).map(([id, value]) => [names.get(id) ?? id, value])),
  ...Object.fromEntries(Object.entries(map).filter(([id]) => !names.has(id))),
})

/** Changes the card of a puzzle that was solved or missed. */
function withCard({ cards, ...kept }: Kept, id: string, right: boolean, now: Date): Kept {
  const { [id]: card, ...others } = cards
  const next = scheduled(card, right, dayOf(now))
  return { ...kept, cards: next ? { ...others, [id]: next } : others }
}

export class Training {
  private readonly listeners: (() => void)[] = []
  private readonly store = new Shared<Kept>(
    "trainer",
    () => ({ ...fresh(), ...recall<Progress>("progress", {}, isProgress) }),
    isKept,
    () => this.listeners.forEach((tell) => tell()),
  )

  private get kept(): Kept {
    return this.store.value
  }

  /** Calls the function when another tab has changed something. */
  onChange(tell: () => void): void {
    this.listeners.push(tell)
  }

  /** Takes results over from the names under which older versions kept them: ids of records. */
  rename(names: ReadonlyMap<string, string>): void {
    const { puzzles, cards, history } = this.kept
    if (
      ![...Object.keys(puzzles), ...Object.keys(cards), ...history.map(({ id }) => id)].some((id) =>
        names.has(id),
      )
    )
      return
    this.store.change((kept) => ({
      ...kept,
      puzzles: renamed(kept.puzzles, names),
      cards: renamed(kept.cards, names),
      history: kept.history.map((one) => ({ ...one, id: names.get(one.id) ?? one.id })),
    }))
  }

  /** Notes how far a puzzle has come that is not over yet. */
  note(id: string, done: Saved): void {
    this.store.change((kept) =>
      kept.puzzles[id]?.over ? kept : { ...kept, puzzles: { ...kept.puzzles, [id]: done } },
    )
  }

  /** Notes a puzzle that is over. Score, streak and rating count the first time only. */
  finish(id: string, done: Saved, difficulty = MIDDLE, now = new Date()): void {
    const right = done.points === done.outOf
    this.store.change((before) => {
      const kept = withCard(before, id, right, now)
      kept.history = [
        ...kept.history.slice(1 - MOST),
        { id, at: now.getTime(), points: done.points, outOf: done.outOf },
      ]
      if (kept.puzzles[id]?.over) return kept
      const streak = right ? kept.streak + 1 : 0
      const rating = rated(kept.rating, [{ ...ofDifficulty(difficulty), score: done.points / done.outOf }])
      return {
        ...kept,
        puzzles: { ...kept.puzzles, [id]: done },
        streak,
        best: Math.max(kept.best, streak),
        rating,
      }
    })
  }

  /** Decides when a puzzle comes back. */
  schedule(id: string, right: boolean, now = new Date()): void {
    this.store.change((kept) => withCard(kept, id, right, now))
  }

  /** The puzzles that are to be repeated today. */
  due(now = new Date()): string[] {
    return dueOn(this.kept.cards, dayOf(now))
  }

  /** What is known about a puzzle that was begun. */
  of(id: string): Saved | undefined {
    return this.kept.puzzles[id]
  }

  stateOf(id: string): State {
    const done = this.kept.puzzles[id]
    return !done?.over ? "new" : done.points === done.outOf ? "solved" : "missed"
  }

  /** Behind the number of a puzzle that is over: a tick, or that no point was won. */
  mark(id: string): string {
    const done = this.kept.puzzles[id]
    return !done?.over ? "" : done.points > 0 ? " ✓" : " – not solved"
  }

  get history(): readonly Attempt[] {
    return this.kept.history
  }

  get rating(): Rating {
    return this.kept.rating
  }

  /** "Rating: 1523 ± 170", twice the deviation. */
  get ratingWords(): string {
    const { rating, deviation } = this.kept.rating
    return this.kept.history.length === 0
      ? ""
      : `Rating: ${Math.round(rating)} ± ${Math.round(2 * deviation)}`
  }

  /** "Score: 7 of 9", "Score: 0". */
  get points(): string {
    const done = Object.values(this.kept.puzzles)
    const sum = (of: (saved: Saved) => number): number => done.reduce((total, saved) => total + of(saved), 0)
    const outOf = sum((saved) => saved.outOf)
    return outOf === 0 ? "Score: 0" : `Score: ${sum((saved) => saved.points)} of ${outOf}`
  }

  /** "12 puzzles done. Streak: 5 (best 9)". */
  get streak(): string {
    const { puzzles, streak, best } = this.kept
    const over = Object.values(puzzles).filter((done) => done.over).length
    return `${plural(over, "puzzle")} done. Streak: ${streak}${best > streak ? ` (best ${best})` : ""}`
  }

  /** The most that were solved in a timed run, this one included. */
  ran(solved: number): number {
    this.store.change((kept) => ({ ...kept, run: Math.max(kept.run, solved) }))
    return this.kept.run
  }

  lessons(game: string): readonly number[] {
    return this.kept.lessons[game] ?? []
  }

  learned(game: string, step: number): void {
    this.store.change((kept) => ({
      ...kept,
      lessons: { ...kept.lessons, [game]: [...new Set([...(kept.lessons[game] ?? []), step])] },
    }))
  }

  get text(): string {
    return JSON.stringify(this.kept)
  }

  /** Replaces everything that was kept; returns false, and changes nothing, if the browser cannot store it. */
  replace(kept: Kept): boolean {
    return this.store.replace(kept)
  }
}

/** What the tabs of the page share. */
export const training = new Training()
