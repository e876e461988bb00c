/** The expected score beside the board: White's score before the roll, 0 to 1, counting a draw as half. */
import { chance, type Outcome } from "./api"
import { h, LatestTask, replaceChildren } from "./dom"
import { formatPercent } from "./mate-odds"

export class ExpectedScore {
  private readonly label = h("span", { id: "expected-score" })
  private readonly whiteBar = h("span", { class: "expected-white" })
  readonly element = h(
    "p",
    { class: "expected", hidden: true },
    this.label,
    h("span", { class: "expected-bar", "aria-hidden": "true" }, this.whiteBar),
  )
  private readonly latestTask = new LatestTask()
  private shownKey = ""

  /** Shows the score of a position; null hides it. */
  show(position: { fen: string; variant: string; turn: "white" | "black"; outcome: Outcome } | null): void {
    const key = position ? `${position.fen} ${position.variant} ${position.outcome}` : ""
    this.element.hidden = !position
    if (key === this.shownKey) return
    this.shownKey = key
    if (!position) return
    const { fen, variant, turn, outcome } = position
    if (outcome) return this.showScore(outcome === "draw" ? 0.5 : outcome === "white" ? 1 : 0)
    this.label.textContent = "Expected score…"
    void this.latestTask.run(async () => {
      const score = await chance(fen, variant).catch(() => null)
      if (key === this.shownKey) this.showScore(score !== null && turn === "black" ? 1 - score : score)
    })
  }

  private showScore(white: number | null): void {
    replaceChildren(
      this.label,
      white === null ? "No expected score is known here." : `White’s expected score: ${formatPercent(white)}`,
    )
    this.whiteBar.style.width = `${100 * (white ?? 0.5)}%`
  }
}
