/**
 * The stored results of a learner: puzzles, rating, streak, repetitions and lessons, shared by all tabs of the
 * browser.
 */
import { plural } from "./dom"
import { isProvisional, type Rating, rateAttempt, UNRATED } from "./glicko"
import { MIDDLE_DIFFICULTY, type PuzzleEntry, type PuzzleState } from "./puzzle-order"
import { isSaved, type SavedAttempt, type SavedResult, verdictOf } from "./puzzle-attempt"
import { isPuzzleSet, type PuzzleSet, withResult } from "./puzzle-sets"
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
export interface HistoryEntry extends SavedResult {
  id: string // the puzzle's key
  at: number // time of the result in milliseconds since 1970
}

export interface SavedTraining {
  version: 1
  puzzles: Record<string, SavedAttempt> // attempts by the keys of their puzzles
  streak: number
  best: number
  rating: Rating
  cards: Record<string, RepetitionCard>
  history: HistoryEntry[] // the newest last
  run: number // most puzzles solved in a timed run
  lessons: Record<string, number[]> // completed steps by game
  sets?: PuzzleSet[] // absent in records of older pages
}

const MOST_HISTORY = 2000 // most results in `history`; the oldest are removed
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
  history: listOf(
    shape<HistoryEntry>({ id: isString, at: isNumber, points: isNumber, outOf: isNumber, hints: optional(isNumber) }),
  ),
  run: isNumber,
  lessons: mapOf(listOf(isNumber)),
  sets: optional(listOf(isPuzzleSet)),
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
export const entryKey = ({ game, fen }: PuzzleEntry): string => keyOf(game, fen)

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
  private ratingChange: number | null = null // change by the last attempt on this page; null if it was not rated
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

  /**
   * Stores the result of a puzzle. Score, streak and rating count the first attempt only. While the rating is
   * provisional, a solution that was shown before any try does not change it.
   */
  finish(id: string, attempt: SavedAttempt, difficulty = MIDDLE_DIFFICULTY, now = new Date()): void {
    const { points, outOf, hints } = attempt
    const isUntried = points === 0 && !attempt.mistakes && !hints
    const right = points === outOf
    this.shared.change(before => {
      const kept = withCard(before, id, right, now)
      kept.history = [
        ...kept.history.slice(1 - MOST_HISTORY),
        { id, at: now.getTime(), points, outOf, ...(hints && { hints }) },
      ]
      if (kept.puzzles[id]?.over) return kept
      const streak = right ? kept.streak + 1 : 0
      const isRated = !isUntried || !isProvisional(kept.rating)
      const rating = isRated ? rateAttempt(kept.rating, difficulty, points / outOf) : kept.rating
      this.ratingChange = isRated ? rating.rating - kept.rating.rating : null
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
    return !attempt?.over ? "new" : attempt.points > 0 ? "solved" : "missed"
  }

  /** The result to append to the number of a puzzle, such as " – solved at once"; empty if it is not finished. */
  resultWords(id: string): string {
    const attempt = this.saved.puzzles[id]
    return attempt?.over ? ` – ${verdictOf(attempt)}` : ""
  }

  get history(): readonly HistoryEntry[] {
    return this.saved.history
  }

  get rating(): Rating {
    return this.saved.rating
  }

  /**
   * The rating with its last change and the interval that contains it 19 times out of 20: "Rating 1523 (+12), likely
   * 1350–1690".
   */
  get ratingText(): string {
    if (this.saved.history.length === 0) return ""
    const { ratingChange } = this
    const change =
      ratingChange === null ? "" : ` (${ratingChange < 0 ? "−" : "+"}${Math.abs(Math.round(ratingChange))})`
    const { rating, deviation } = this.saved.rating
    const toTens = (value: number): number => 10 * Math.round(value / 10)
    const [low, high] = [Math.max(0, toTens(rating - 2 * deviation)), toTens(rating + 2 * deviation)]
    return `Rating ${Math.round(rating)}${change}, likely ${low}–${high}`
  }

  /** The score: "7 of 9 puzzles solved, 5 at once, the last 3 in a row (best row: 4)"; empty without a result. */
  get scoreText(): string {
    const { puzzles, streak, best } = this.saved
    const finished = Object.values(puzzles).filter(({ over }) => over)
    if (finished.length === 0) return ""
    const solved = finished.filter(({ points }) => points > 0).length
    const atOnce = finished.filter(({ points, outOf }) => points === outOf).length
    const row = streak > 1 ? `, the last ${streak} in a row` : ""
    return (
      `${solved} of ${plural(finished.length, "puzzle")} solved, ${atOnce} at once${row}` +
      (best > 1 && best > streak ? ` (best row: ${best})` : "")
    )
  }

  /** Records a timed run; returns the best result so far, this one included. */
  recordRun(solved: number): number {
    this.shared.change(kept => ({ ...kept, run: Math.max(kept.run, solved) }))
    return this.saved.run
  }

  /** The keys of the puzzles that are missed, or repeated because they were missed before. */
  get missed(): string[] {
    const { puzzles, cards } = this.saved
    return [...new Set([...Object.keys(puzzles).filter(id => this.stateOf(id) === "missed"), ...Object.keys(cards)])]
  }

  get sets(): readonly PuzzleSet[] {
    return this.saved.sets ?? []
  }

  addSet(set: PuzzleSet): void {
    this.changeSets(sets => [...sets, set])
  }

  removeSet(name: string): void {
    this.changeSets(sets => sets.filter(set => set.name !== name))
  }

  /** Records the result of the next puzzle of a set's current round. */
  recordInSet(name: string, right: boolean, seconds: number): void {
    this.changeSets(sets => sets.map(set => (set.name === name ? withResult(set, right, seconds) : set)))
  }

  private changeSets(edit: (sets: PuzzleSet[]) => PuzzleSet[]): void {
    this.shared.change(kept => ({ ...kept, sets: edit(kept.sets ?? []) }))
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
