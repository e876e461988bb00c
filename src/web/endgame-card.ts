/** The card with the values of the endgame tables: of the position, each roll and each move. */
import { type Analysis, NO_ANSWER, type TableOdds, type Worth, Refused, tableOdds } from "./api"
import { h, LatestTask, replaceChildren } from "./dom"
import { gameOf } from "./games"
import { exactDetails, formatPercent } from "./mate-odds"

const MOST_PIECES = 6 // number of pieces in the largest endgame tables
const countPieces = (fen: string): number => (fen.split(" ")[0]?.match(/[a-z]/gi) ?? []).length

const expectedScore = (worth: number): number => (1 + worth) / 2

/** Formats a value: the expected score "56.2 %", "draw", or "mate in 3". */
export function formatWorth({ lower, upper, value, plies }: Worth): string {
  if (plies !== undefined) return plies === 0 ? "mated" : `${lower > 0 ? "mate" : "lost"} in ${Math.ceil(plies / 2)}`
  return lower === 0 && upper === 0 ? "draw" : formatPercent(expectedScore(value))
}

/** Formats a score exactly, "0.561728", or its bounds. */
const formatExactly = ({ lower, upper }: Worth): string =>
  lower === upper ? String(expectedScore(lower)) : `${expectedScore(lower)} to ${expectedScore(upper)}`

export class EndgameCard {
  private readonly summary = h("p", { class: "total", id: "table-total" })
  private readonly body = h("tbody")
  private readonly headRow = h("tr")
  private readonly exactElement = h("div")
  private readonly latestTask = new LatestTask()
  private shownKey = ""
  readonly element = h(
    "section",
    { class: "card", id: "endgame" },
    h("h2", {}, "Endgame table"),
    this.summary,
    h("table", { class: "odds" }, h("thead", {}, this.headRow), this.body),
    this.exactElement,
  )

  constructor() {
    this.element.hidden = true
  }

  /** Shows the values of a position; null hides the card. */
  show(analysis: Analysis | null): void {
    const key = analysis ? `${analysis.solved.fen} ${analysis.solved.variant}` : ""
    if (key === this.shownKey) return
    this.shownKey = key
    this.element.hidden = true
    if (!analysis || analysis.moves.length === 0) return
    const { fen, variant } = analysis.solved
    if (countPieces(fen) <= MOST_PIECES && gameOf(variant).can.includes("tables"))
      void this.latestTask.run(() => this.query(analysis, key))
  }

  private async query({ solved }: Analysis, key: string): Promise<void> {
    const { fen, variant } = solved
    // Tables of three pieces are computed at the first request.
    const slow = setTimeout(() => {
      if (key !== this.shownKey) return
      this.element.hidden = false
      for (const part of [this.body, this.headRow, this.exactElement]) replaceChildren(part)
      this.summary.textContent = "Reading the endgame tables, or making one…"
    }, 400)
    try {
      const { odds, notes } = await tableOdds(fen, variant)
      if (key !== this.shownKey) return
      this.element.hidden = !odds && notes.length === 0
      if (odds) this.fill(odds, solved.turn === "white" ? "White" : "Black", gameOf(variant).die !== null)
      else this.summary.textContent = notes.join(" ")
    } catch (error) {
      if (key !== this.shownKey) return
      this.element.hidden = false
      this.summary.textContent = error instanceof Refused ? `${error.message}.` : NO_ANSWER
    } finally {
      clearTimeout(slow)
    }
  }

  private fill(odds: TableOdds, side: string, die: boolean): void {
    const numbers = odds.plies === undefined
    replaceChildren(
      this.summary,
      `${side} to move${numbers ? ", expected score" : ""}: ${formatWorth(odds)} (table ${odds.material}).`,
    )
    replaceChildren(
      this.exactElement,
      numbers
        ? exactDetails(
            ...odds.faces.map(row => `${row.face === null ? "No die" : `Face ${row.face}`}: ${formatExactly(row)}`),
            `${die ? "All faces: " : ""}${formatExactly(odds)}`,
          )
        : null,
    )
    replaceChildren(
      this.headRow,
      ...[die && "Face", "Score", "Best", "All moves"].map(name => name && h("th", { scope: "col" }, name)),
    )
    replaceChildren(
      this.body,
      ...odds.faces.map(row =>
        h(
          "tr",
          {},
          die && h("th", { scope: "row" }, row.face === null ? "no die" : String(row.face)),
          h("td", {}, formatWorth(row)),
          h("td", { class: "mates" }, row.best.join(", "), row.free ? h("span", { class: "tag-free" }, "free") : null),
          h(
            "td",
            {},
            h(
              "details",
              {},
              h("summary", {}, String(row.moves.length)),
              h("ul", {}, ...row.moves.map(move => h("li", {}, `${move.move} ${formatWorth(move)}`))),
            ),
          ),
        ),
      ),
    )
  }
}
