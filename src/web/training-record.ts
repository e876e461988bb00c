/**
 * The stored results of a learner: puzzles, rating, streak, repetitions and lessons, shared by all tabs of the
 * browser.
 */
import { plural } from "./dom"
import { ratingOfDifficulty, updateRating, type Rating, UNRATED } from "./glicko"
import { MIDDLE_DIFFICULTY, type PuzzleState } from "./puzzle-order"
import { isSaved, type SavedAttempt } from "./puzzle-attempt"
import { type RepetitionCard, dayNumber, dueCards, nextRepetition } from "./spaced-repetition"
import {
  type TypeCheck,
  isNumber,
  isString,
  listOf,
  mapOf,
  oneOf,
  optional,
  readStored,
  shape,
  SharedValue,
} from "./local-storage"

/** The result of a puzzle. */
export interface HistoryEntry {
  id: string // the puzzle's key
  at: number // milliseconds since 1970
  points: number
  outOf: number
}

export interface SavedTraining {
  version: 1
  puzzles: Record<string, SavedAttempt> // by puzzle key, as in `cards`
  streak: number
  best: number
  rating: Rating
  cards: Record<string, RepetitionCard>
  history: HistoryEntry[] // the newest last
  run: number // most puzzles solved in a timed run
  lessons: Record<string, number[]> // completed steps by game
}

const MOST_HISTORY = 2000 // results stored at most
const emptyRecord = (): SavedTraining => ({
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

const isPositive: TypeCheck = value => isNumber(value) && (value as number) > 0
const isSavedTraining = shape<SavedTraining>({
  version: oneOf(1),
  puzzles: mapOf(isSaved),
  streak: isNumber,
  best: isNumber,
  rating: shape<Rating>({ rating: isPositive, deviation: isPositive, volatility: isPositive }),
  cards: mapOf(shape<RepetitionCard>({ box: isNumber, due: isNumber })),
  history: listOf(shape<HistoryEntry>({ id: isString, at: isNumber, points: isNumber, outOf: isNumber })),
  run: isNumber,
  lessons: mapOf(listOf(isNumber)),
})

/** The format of the first version of the page, stored under the name “progress”. */
type FirstVersion = Partial<Pick<SavedTraining, "puzzles" | "streak" | "best">>
const isFirstVersion = shape<FirstVersion>({
  puzzles: optional(mapOf(isSaved)),
  streak: optional(isNumber),
  best: optional(isNumber),
})

/** The key of a puzzle. An id would not be enough: it may be absent, and two collections may use the same one. */
export const keyOf = (variant: string, fen: string): string => `${variant} ${fen}`

/** Parses an exported file; null if it is malformed. */
export function parseSavedTraining(text: string): SavedTraining | null {
  try {
    const value: unknown = JSON.parse(text)
    return isSavedTraining(value) ? (value as SavedTraining) : null
  } catch {
    return null
  }
}

/** Renames the keys of a map; if both the old and the new name have a value, the latter is kept. */
const renamed = <T>(map: Record<string, T>, names: ReadonlyMap<string, string>): Record<string, T> => ({
  ...Object.fromEntries(Object.entries(map).map(([id, value]) => [names.get(id) ?? id, value])),
  ...Object.fromEntries(Object.entries(map).filter(([id]) => !names.has(id))),
})

/** Updates the card of a puzzle after a result. */
function withCard({ cards, ...kept }: SavedTraining, id: string, right: boolean, now: Date): SavedTraining {
  const { [id]: card, ...others } = cards
  const next = nextRepetition(card, right, dayNumber(now))
  return { ...kept, cards: next ? { ...others, [id]: next } : others }
}

export class TrainingRecord {
  private readonly listeners: (() => void)[] = []
  private readonly shared = new SharedValue<SavedTraining>(
    "trainer",
    () => ({ ...emptyRecord(), ...readStored<FirstVersion>("progress", {}, isFirstVersion) }),
    isSavedTraining,
    () => this.listeners.forEach(listener => listener()),
  )

  private get saved(): SavedTraining {
    return this.shared.value
  }

  /** Calls `listener` after another tab has changed the record. */
  onChange(listener: () => void): void {
    this.listeners.push(listener)
  }

  /** Renames the keys of results that older versions of the page stored by id. */
  rename(names: ReadonlyMap<string, string>): void {
    const { puzzles, cards, history } = this.saved
    if (![...Object.keys(puzzles), ...Object.keys(cards), ...history.map(({ id }) => id)].some(id => names.has(id)))
      return
    this.shared.change(kept => ({
      ...kept,
      puzzles: renamed(kept.puzzles, names),
      cards: renamed(kept.cards, names),
      history: kept.history.map(one => ({ ...one, id: names.get(one.id) ?? one.id })),
    }))
  }

  /** Stores the state of an unfinished puzzle. */
  storeUnfinished(id: string, attempt: SavedAttempt): void {
    this.shared.change(kept =>
      kept.puzzles[id]?.over ? kept : { ...kept, puzzles: { ...kept.puzzles, [id]: attempt } },
    )
  }

  /** Stores the result of a puzzle. Score, streak and rating count the first attempt only. */
  finish(id: string, attempt: SavedAttempt, difficulty = MIDDLE_DIFFICULTY, now = new Date()): void {
    const right = attempt.points === attempt.outOf
    this.shared.change(before => {
      const kept = withCard(before, id, right, now)
      kept.history = [
        ...kept.history.slice(1 - MOST_HISTORY),
        { id, at: now.getTime(), points: attempt.points, outOf: attempt.outOf },
      ]
      if (kept.puzzles[id]?.over) return kept
      const streak = right ? kept.streak + 1 : 0
      const rating = updateRating(kept.rating, [
        { ...ratingOfDifficulty(difficulty), score: attempt.points / attempt.outOf },
      ])
      return { ...kept, puzzles: { ...kept.puzzles, [id]: attempt }, streak, best: Math.max(kept.best, streak), rating }
    })
  }

  /** Schedules the next repetition of a puzzle. */
  schedule(id: string, right: boolean, now = new Date()): void {
    this.shared.change(kept => withCard(kept, id, right, now))
  }

  /** The keys of the puzzles to repeat today. */
  due(now = new Date()): string[] {
    return dueCards(this.saved.cards, dayNumber(now))
  }

  /** The stored attempt at a puzzle, if any. */
  savedAttempt(id: string): SavedAttempt | undefined {
    return this.saved.puzzles[id]
  }

  stateOf(id: string): PuzzleState {
    const attempt = this.saved.puzzles[id]
    return !attempt?.over ? "new" : attempt.points === attempt.outOf ? "solved" : "missed"
  }

  /** The mark behind the number of a finished puzzle: a tick, or "not solved". */
  resultMark(id: string): string {
    const attempt = this.saved.puzzles[id]
    return !attempt?.over ? "" : attempt.points > 0 ? " ✓" : " – not solved"
  }

  get history(): readonly HistoryEntry[] {
    return this.saved.history
  }

  get rating(): Rating {
    return this.saved.rating
  }

  /** The rating with twice its deviation: "Rating: 1523 ± 170". */
  get ratingText(): string {
    const { rating, deviation } = this.saved.rating
    return this.saved.history.length === 0 ? "" : `Rating: ${Math.round(rating)} ± ${Math.round(2 * deviation)}`
  }

  /** The score: "Score: 7 of 9", "Score: 0". */
  get scoreText(): string {
    const attempts = Object.values(this.saved.puzzles)
    const sum = (of: (saved: SavedAttempt) => number): number => attempts.reduce((total, saved) => total + of(saved), 0)
    const outOf = sum(saved => saved.outOf)
    return outOf === 0 ? "Score: 0" : `Score: ${sum(saved => saved.points)} of ${outOf}`
  }

  /** The streak: "12 puzzles done. Streak: 5 (best 9)". */
  get streakText(): string {
    const { puzzles, streak, best } = this.saved
    const finished = Object.values(puzzles).filter(attempt => attempt.over).length
    return `${plural(finished, "puzzle")} done. Streak: ${streak}${best > streak ? ` (best ${best})` : ""}`
  }

  /** Records a timed run; returns the best result so far, this one included. */
  recordRun(solved: number): number {
    this.shared.change(kept => ({ ...kept, run: Math.max(kept.run, solved) }))
    return this.saved.run
  }

  lessons(game: string): readonly number[] {
    return this.saved.lessons[game] ?? []
  }

  completeStep(game: string, step: number): void {
    this.shared.change(kept => ({
      ...kept,
      lessons: { ...kept.lessons, [game]: [...new Set([...(kept.lessons[game] ?? []), step])] },
    }))
  }

  get exportText(): string {
    return JSON.stringify(this.saved)
  }

  /** Replaces the whole record; returns false and changes nothing if storage is full. */
  replace(kept: SavedTraining): boolean {
    return this.shared.replace(kept)
  }
}

/** The record shared by all tabs of the page. */
export const training = new TrainingRecord()
