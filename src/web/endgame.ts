/** What the endgame tables say of a position with few men: what it is worth, each roll, and each move. */
import { type Analysis, type TableOdds, type Worth, Refused, tableOdds } from "./api"
import { h, Newest, replace } from "./dom"
import { gameOf } from "./house"

const MOST_MEN = 6 // that any table has
const menOf = (fen: string): number => (fen.split(" ")[0]?.match(/[a-z]/gi) ?? []).length

/** "+0.123456", "draw", "mate in 3". */
export function worthText({ lower, upper, value, plies }: Worth): string {
  if (plies !== undefined) return plies === 0 ? "mated" : `${lower > 0 ? "mate" : "lost"} in ${Math.ceil(plies / 2)}`
  if (lower === 0 && upper === 0) return "draw"
  return `${value < 0 ? "\u2212" : "+"}${Math.abs(value).toFixed(6)}`
}

export class EndgameCard {
  private readonly line = h("p", { class: "total", id: "table-total" })
  private readonly body = h("tbody")
  private readonly heads = h("tr")
  private readonly newest = new Newest()
  private key = ""
  readonly element = h("section", { class: "card", id: "endgame" }, h("h2", {}, "Endgame table"), this.line, h("table", { class: "odds" }, h("thead", {}, this.heads), this.body))

  constructor() {
    this.element.hidden = true
  }

  /** Asks about the position, unless it is the one that is shown; null: there is none. */
  show(analysis: Analysis | null): void {
    const key = analysis ? `${analysis.solved.fen} ${analysis.solved.variant}` : ""
    if (key === this.key) return
    this.key = key
    this.element.hidden = true
    if (!analysis || analysis.moves.length === 0) return
    const { fen, variant } = analysis.solved
    if (menOf(fen) <= MOST_MEN && gameOf(variant).can.includes("tables")) void this.newest.run(() => this.ask(analysis, key))
  }

  private async ask({ solved }: Analysis, key: string): Promise<void> {
    const { fen, variant } = solved
    // Tables of three men are made when they are first asked for.
    const slow = setTimeout(() => {
      if (key !== this.key) return
      this.element.hidden = false
      replace(this.body)
      replace(this.heads)
      this.line.textContent = "Reading the endgame tables, or making one…"
    }, 400)
    try {
      const { odds, notes } = await tableOdds(fen, variant)
      if (key !== this.key) return
      this.element.hidden = !odds && notes.length === 0
      if (odds) this.fill(odds, solved.turn === "white" ? "White" : "Black", gameOf(variant).die !== null)
      else this.line.textContent = notes.join(" ")
    } catch (error) {
      if (key === this.key) this.line.textContent = error instanceof Refused ? `${error.message}.` : "The server does not answer."
    } finally {
      clearTimeout(slow)
    }
  }

  private fill(odds: TableOdds, side: string, die: boolean): void {
    const certain = odds.plies !== undefined || odds.lower === odds.upper
    this.line.textContent = certain ? `${side} to move: ${worthText(odds)} (table ${odds.material}).`
      : `${side} to move, wins minus losses: ${worthText(odds)}, to within ${(odds.upper - odds.lower).toExponential(0)} (table ${odds.material}).`
    replace(this.heads, ...[die && "Face", "Value", "Best", "All moves"].map((name) => name && h("th", { scope: "col" }, name)))
    replace(this.body, ...odds.faces.map((row) => h("tr", {},
      die && h("th", { scope: "row" }, row.face === null ? "no die" : String(row.face)),
      h("td", {}, worthText(row)),
      h("td", { class: "mates" }, row.best.join(", "), row.free ? h("span", { class: "tag-free" }, "free") : null),
      h("td", {}, h("details", {}, h("summary", {}, String(row.moves.length)), h("ul", {}, ...row.moves.map((move) => h("li", {}, `${move.move} ${worthText(move)}`))))))))
  }
}
