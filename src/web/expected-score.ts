/** The expected score beside the board: White's share of a point before the roll, with a draw as half of one. */
import { chance, type Outcome } from "./api"
import { h, Newest, replace } from "./dom"
import { percent } from "./mate-odds"

export class ExpectedScore {
  private readonly words = h("span", { id: "expected-score" })
  private readonly white = h("span", { class: "expected-white" })
  readonly element = h(
    "p",
    { class: "expected", hidden: true },
    this.words,
    h("span", { class: "expected-bar", "aria-hidden": "true" }, this.white),
  )
  private readonly newest = new Newest()
  private key = ""

  /** Shows the score of a position; null: none is wanted. */
  show(place: { fen: string; variant: string; turn: "white" | "black"; outcome: Outcome } | null): void {
    const key = place ? `${place.fen} ${place.variant} ${place.outcome}` : ""
    this.element.hidden = !place
    if (key === this.key) return
    this.key = key
    if (!place) return
    const { fen, variant, turn, outcome } = place
    if (outcome) return this.tell(outcome === "draw" ? 0.5 : outcome === "white" ? 1 : 0)
    this.words.textContent = "Expected score…"
    void this.newest.run(async () => {
      const found = await chance(fen, variant).catch(() => null)
      if (key === this.key) this.tell(found !== null && turn === "black" ? 1 - found : found)
    })
  }

  private tell(white: number | null): void {
    replace(
      this.words,
      white === null ? "No expected score is known here." : `White’s expected score: ${percent(white)}`,
    )
    this.white.style.width = `${100 * (white ?? 0.5)}%`
  }
}
