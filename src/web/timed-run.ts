/** A timed run: as many puzzles as can be solved in three minutes. */
import { announce, h } from "./dom"
import type { Entry } from "./puzzle-order"

const LENGTH = 180_000 // milliseconds

export class Run {
  solved = 0
  missed = 0
  readonly clock = h("span", { id: "run-clock", class: "run-clock", role: "timer" })
  private at = -1
  private readonly until = Date.now() + LENGTH
  private readonly timer = setInterval(() => this.tick(), 250)

  /** `ended` is called when the time is up or the puzzles are. */
  constructor(
    private readonly list: readonly Entry[],
    private readonly ended: () => void,
  ) {
    this.tick()
    announce("Three minutes: begin.")
  }

  /** The next puzzle; none when the run is over. */
  next(): Entry | undefined {
    const entry = this.list[++this.at]
    if (!entry) this.end()
    return entry
  }

  judge(right: boolean): void {
    if (right) ++this.solved
    else ++this.missed
    this.tick()
  }

  /** Ends without a result. */
  stop(): void {
    clearInterval(this.timer)
  }

  private end(): void {
    this.stop()
    this.ended()
  }

  private tick(): void {
    const left = Math.max(0, Math.ceil((this.until - Date.now()) / 1000))
    this.clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} · ${this.solved} solved`
    if (left === 0) this.end()
  }
}
