/** What a solver has done: points, solved puzzles and the streak. It outlives the page. */
import { plural } from "./dom"
import type { Saved } from "./round"
import { keep, recall } from "./store"

interface Kept {
  puzzles: Record<string, Saved>
  streak: number
  best: number
}

export class Progress {
  private readonly kept: Kept = { puzzles: {}, streak: 0, best: 0, ...recall<Partial<Kept>>("progress", {}) }

  /** Notes how far a puzzle has come; what is over counts once, however often it is solved again. */
  note(id: string, done: Saved): void {
    const { puzzles } = this.kept
    if (puzzles[id]?.over) return
    puzzles[id] = done
    if (done.over) {
      this.kept.streak = done.points === done.outOf ? this.kept.streak + 1 : 0
      this.kept.best = Math.max(this.kept.best, this.kept.streak)
    }
    keep("progress", this.kept)
  }

  /** What is known about a puzzle that was begun. */
  of(id: string): Saved | undefined {
    return this.kept.puzzles[id]
  }

  isOver(id: string): boolean {
    return this.kept.puzzles[id]?.over ?? false
  }

  /** Behind the number of a puzzle that is over: a tick, or that no point was won. */
  mark(id: string): string {
    const done = this.kept.puzzles[id]
    return !done?.over ? "" : done.points > 0 ? " ✓" : " – not solved"
  }

  /** "Score: 7 of 9", "Score: 0". */
  get points(): string {
    const all = Object.values(this.kept.puzzles)
    const sum = (of: (done: Saved) => number): number => all.reduce((total, done) => total + of(done), 0)
    const outOf = sum((done) => done.outOf)
    return outOf === 0 ? "Score: 0" : `Score: ${sum((done) => done.points)} of ${outOf}`
  }

  /** "12 puzzles done. Streak: 5 (best 9)". */
  get streak(): string {
    const { puzzles, streak, best } = this.kept
    const over = Object.values(puzzles).filter((done) => done.over).length
    return `${plural(over, "puzzle")} done. Streak: ${streak}${best > streak ? ` (best ${best})` : ""}`
  }
}
