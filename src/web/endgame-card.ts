/** What the endgame tables say of a position with few men: what it is worth, each roll, and each move. */
import { type Analysis, type TableOdds, type Worth, Refused, tableOdds } from "./api"
import { h, Newest, replace } from "./dom"
import { gameOf } from "./games"
import { exact, percent } from "./mate-odds"

const MOST_MEN = 6 // that any table has
const menOf = (fen: string): number => (fen.split(" ")[0]?.match(/[a-z]/gi) ?? []).length

const score = (worth: number): number => (1 + worth) / 2

/** The expected score, with a draw as half a win: "56.2 %"; "draw", "mate in 3". */
export function worthText({ lower, upper, value, plies }: Worth): string {
  if (plies !== undefined)
    return plies === 0 ? "mated" : `${lower > 0 ? "mate" : "lost"} in ${Math.ceil(plies / 2)}`
  return lower === 0 && upper === 0 ? "draw" : percent(score(value))
}

/** "0.561728", or its bounds. */
const exactly = ({ lower, upper }: Worth): string =>
  lower === upper ? String(score(lower)) : `${score(lower)} to ${score(upper)}`

export class EndgameCard {
  private readonly line = h("p", { class: "total", id: "table-total" })
  private readonly body = h("tbody")
  private readonly heads = h("tr")
  private readonly exact = h("div")
  private readonly newest = new Newest()
  private key = ""
  readonly element = h(
    "section",
    { class: "card", id: "endgame" },
    h("h2", {}, "Endgame table"),
    this.line,
    h("table", { class: "odds" }, h("thead", {}, this.heads), this.body),
    this.exact,
  )

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
    if (menOf(fen) <= MOST_MEN && gameOf(variant).can.includes("tables"))
      void this.newest.run(() => this.ask(analysis, key))
  }

  private async ask({ solved }: Analysis, key: string): Promise<void> {
    const { fen, variant } = solved
    // Tables of three men are made when they are first asked for.
    const slow = setTimeout(() => {
      if (key !== this.key) return
      this.element.hidden = false
      for (const part of [this.body, this.heads, this.exact]) replace(part)
      this.line.textContent = "Reading the endgame tables, or making one…"
    }, 400)
    try {
      const { odds, notes } = await tableOdds(fen, variant)
      if (key !== this.key) return
      this.element.hidden = !odds && notes.length === 0
      if (odds) this.fill(odds, solved.turn === "white" ? "White" : "Black", gameOf(variant).die !== null)
      else this.line.textContent = notes.join(" ")
    } catch (error) {
      if (key === this.key)
        this.line.textContent = error instanceof Refused ? `${error.message}.` : "The server does not answer."
    } finally {
      clearTimeout(slow)
    }
  }

  private fill(odds: TableOdds, side: string, die: boolean): void {
    const numbers = odds.plies === undefined
    replace(
      this.line,
      `${side} to move${numbers ? ", expected score" : ""}: ${worthText(odds)} (table ${odds.material}).`,
    )
    replace(
      this.exact,
      numbers
        ? exact(
            ...odds.faces.map(
              (row) => `${row.face === null ? "No die" : `Face ${row.face}`}: ${exactly(row)}`,
            ),
            `${die ? "All faces: " : ""}${exactly(odds)}`,
          )
        : null,
    )
    replace(
      this.heads,
      ...[die && "Face", "Score", "Best", "All moves"].map((name) => name && h("th", { scope: "col" }, name)),
    )
    replace(
      this.body,
      ...odds.faces.map((row) =>
        h(
          "tr",
          {},
          die && h("th", { scope: "row" }, row.face === null ? "no die" : String(row.face)),
          h("td", {}, worthText(row)),
          h(
            "td",
            { class: "mates" },
            row.best.join(", "),
            row.free ? h("span", { class: "tag-free" }, "free") : null,
          ),
          h(
            "td",
            {},
            h(
              "details",
              {},
              h("summary", {}, String(row.moves.length)),
              h("ul", {}, ...row.moves.map((move) => h("li", {}, `${move.move} ${worthText(move)}`))),
            ),
          ),
        ),
      ),
    )
  }
}
