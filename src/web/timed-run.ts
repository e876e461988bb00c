/** A timed run: solve as many puzzles as possible in three minutes. */
import { announce, h } from "./dom"
import type { PuzzleAttempt } from "./puzzle-attempt"
import type { PuzzleEntry } from "./puzzle-order"
import { minutesAndSeconds } from "./puzzle-sets"

const DURATION = 180_000 // length of a run in milliseconds

export class TimedRun {
  solved = 0
  readonly missed: { entry: PuzzleEntry; attempt: PuzzleAttempt }[] = []
  readonly clock = h("span", { id: "run-clock", class: "run-clock", role: "timer" })
  private index = -1
  private readonly deadline = Date.now() + DURATION
  private readonly timer = setInterval(() => this.showTime(), 250)

  /** `onEnd` is called when the time or the puzzles have run out. */
  constructor(
    private readonly entries: readonly PuzzleEntry[],
    private readonly onEnd: () => void,
  ) {
    this.showTime()
    announce("Three minutes: begin.")
  }

  /** Returns the next puzzle; undefined at the end of the run. */
  next(): PuzzleEntry | undefined {
    const entry = this.entries[++this.index]
    if (!entry) this.end()
    return entry
  }

  /** Counts the result of the current puzzle. */
  countResult(attempt: PuzzleAttempt, right: boolean): void {
    const entry = this.entries[this.index]
    if (right) ++this.solved
    else if (entry) this.missed.push({ entry, attempt })
    this.showTime()
  }

  /** Stops the clock without calling `onEnd`. */
  stop(): void {
    clearInterval(this.timer)
  }

  private end(): void {
    this.stop()
    this.onEnd()
  }

  private showTime(): void {
    const left = Math.max(0, Math.ceil((this.deadline - Date.now()) / 1000))
    this.clock.textContent = `${minutesAndSeconds(left)} · ${this.solved} solved`
    if (left === 0) this.end()
  }
}
