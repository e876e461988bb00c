/** What a learner has done: puzzles, rating, streak, what comes back, and lessons. One store, which outlives the page. */
import { plural } from "./dom"
import { ofDifficulty, rated, type Rating, UNRATED } from "./glicko"
import { MIDDLE, type State } from "./order"
import type { Saved } from "./round"
import { type Card, dayOf, dueOn, scheduled } from "./schedule"
import { keep, recall } from "./store"

/** A puzzle that was solved or missed. */
export interface Attempt {
  id: string
  at: number // milliseconds since 1970
  points: number
  outOf: number
}

export interface Kept {
  version: 1
  puzzles: Record<string, Saved>
  streak: number
  best: number
  rating: Rating
  cards: Record<string, Card>
  history: Attempt[] // the newest last
  run: number // the most that were solved in a timed run
  lessons: Record<string, number[]> // by game, the steps that were completed
}

const MOST = 2000 // attempts that are kept
const fresh = (): Kept => ({ version: 1, puzzles: {}, streak: 0, best: 0, rating: UNRATED, cards: {}, history: [], run: 0, lessons: {} })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)
const all = (value: unknown, test: (one: Record<string, unknown>) => boolean): boolean => isRecord(value) && Object.values(value).every((one) => isRecord(one) && test(one))

/** What an exported file holds; null if it is not one. */
export function readKept(text: string): Kept | null {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(found) || found.version !== 1) return null
  const { puzzles, rating, cards, history, lessons } = found
  const good = all(puzzles, ({ points, outOf, over }) => isNumber(points) && isNumber(outOf) && typeof over === "boolean") &&
    [found.streak, found.best, found.run].every(isNumber) && isRecord(rating) && [rating.rating, rating.deviation, rating.volatility].every((one) => isNumber(one) && one > 0) &&
    all(cards, ({ box, due }) => isNumber(box) && isNumber(due)) &&
    Array.isArray(history) && history.every((one) => isRecord(one) && typeof one.id === "string" && [one.at, one.points, one.outOf].every(isNumber)) &&
    isRecord(lessons) && Object.values(lessons).every((steps) => Array.isArray(steps) && steps.every(isNumber))
  return good ? (found as unknown as Kept) : null
}

export class Training {
  private kept: Kept = { ...fresh(), ...recall<Partial<Kept>>("progress", {}), ...recall<Partial<Kept>>("trainer", {}) }

  /** Notes how far a puzzle has come that is not over yet. */
  note(id: string, done: Saved): void {
    if (this.kept.puzzles[id]?.over) return
    this.kept.puzzles[id] = done
    this.save()
  }

  /** Notes a puzzle that is over. Score, streak and rating count the first time only. */
  finish(id: string, done: Saved, difficulty = MIDDLE, now = new Date()): void {
    const { kept } = this
    const right = done.points === done.outOf
    if (!kept.puzzles[id]?.over) {
      kept.puzzles[id] = done
      kept.streak = right ? kept.streak + 1 : 0
      kept.best = Math.max(kept.best, kept.streak)
      kept.rating = rated(kept.rating, [{ ...ofDifficulty(difficulty), score: done.points / done.outOf }])
    }
    this.schedule(id, right, now)
    kept.history = [...kept.history.slice(1 - MOST), { id, at: now.getTime(), points: done.points, outOf: done.outOf }]
    this.save()
  }

  /** Decides when a puzzle comes back. */
  schedule(id: string, right: boolean, now = new Date()): void {
    const card = scheduled(this.kept.cards[id], right, dayOf(now))
    if (card) this.kept.cards[id] = card
    else delete this.kept.cards[id]
    this.save()
  }

  /** The puzzles that are to be repeated today. */
  due(now = new Date()): string[] {
    return dueOn(this.kept.cards, dayOf(now))
  }

  /** What is known about a puzzle that was begun. */
  of(id: string): Saved | undefined {
    return this.kept.puzzles[id]
  }

  stateOf(id: string | undefined): State {
    const done = id === undefined ? undefined : this.kept.puzzles[id]
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
    return this.kept.history.length === 0 ? "" : `Rating: ${Math.round(rating)} ± ${Math.round(2 * deviation)}`
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
    this.kept.run = Math.max(this.kept.run, solved)
    this.save()
    return this.kept.run
  }

  lessons(game: string): readonly number[] {
    return this.kept.lessons[game] ?? []
  }

  learned(game: string, step: number): void {
    this.kept.lessons[game] = [...new Set([...this.lessons(game), step])]
    this.save()
  }

  get text(): string {
    return JSON.stringify(this.kept)
  }

  /** Takes the place of everything that was kept. */
  replace(kept: Kept): void {
    this.kept = kept
    this.save()
  }

  private save(): void {
    keep("trainer", this.kept)
  }
}

/** What the tabs share. */
export const training = new Training()
