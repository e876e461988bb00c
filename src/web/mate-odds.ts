/** The table of the faces: moves, mates, and how likely mate within two moves is. */
import { type Analysis, type Mate, type MateRow, Refused, mate } from "./api"
import { h, Newest, replace } from "./dom"
import { gameOf } from "./games"
import { usesDie } from "./moves"

/** "1/32" as a number. */
export function fraction(text: string): number {
  const [above = "0", below = "1"] = text.split("/")
  return Number(above) / Number(below)
}

/** A chance, 0 to 1, for people: "12.5 %". */
export function percent(chance: number): string {
  const value = chance * 100
  return value === 0
    ? "0"
    : value === 100
      ? "100\u00a0%"
      : value < 0.1
        ? "<\u00a00.1\u00a0%"
        : value > 99.9
          ? ">\u00a099.9\u00a0%"
          : `${value.toFixed(1)}\u00a0%`
}

/** A chance that is known exactly, or within the bounds that a limit left. */
type Known = { value?: string | null; lower?: string; upper?: string }

/** "12.5 %", or "about 13 %" where only bounds are known. */
export function odds({ value, lower = "0", upper = "1" }: Known): string {
  return value ? percent(fraction(value)) : `about ${percent((fraction(lower) + fraction(upper)) / 2)}`
}

/** "1/8", or "1/9 to 1/7". */
const exactly = ({ value, lower = "0", upper = "1" }: Known): string => value ?? `${lower} to ${upper}`

/** What is exact about numbers that were rounded, for those who ask. */
export const exact = (...lines: string[]): HTMLElement =>
  h(
    "details",
    { class: "exact" },
    h("summary", {}, "Exact"),
    h("ul", {}, ...lines.map((line) => h("li", {}, line))),
  )

export class OddsTable {
  private readonly body = h("tbody")
  private readonly total = h("p", { class: "total", id: "mate-total" })
  private readonly newest = new Newest()
  private key = ""
  private readonly title = h("h2")
  private readonly heads = h("tr")
  private readonly exact = h("div")
  readonly element = h(
    "section",
    { class: "card" },
    this.title,
    h("table", { class: "odds" }, h("thead", {}, this.heads), this.body),
    this.total,
    this.exact,
  )

  /** Shows the faces at once, and the chances when they are known. */
  show(analysis: Analysis | null, roll: number | null): void {
    const key = analysis ? `${analysis.solved.fen} ${analysis.solved.variant}` : ""
    const same = key === this.key
    this.key = key
    if (!analysis) {
      replace(this.body)
      replace(this.exact)
      this.total.textContent = ""
      return
    }
    const game = gameOf(analysis.solved.variant)
    const { die } = analysis.solved.words
    const asks = game.can.includes("mate")
    this.title.textContent = game.die === null ? "Mates" : "The faces of the die"
    replace(
      this.heads,
      ...[
        game.die !== null && "Face",
        game.die !== null && (die ? die.names[0]!.toUpperCase() + die.names.slice(1) : ""),
        "Moves",
        "Mate now",
        asks && "Mate in 2",
      ].map((name) => name && h("th", { scope: "col" }, name)),
    )
    const cells = new Map(
      [...this.body.querySelectorAll<HTMLElement>("[data-odds]")].map((cell) => [cell.dataset.odds, cell]),
    )
    replace(
      this.body,
      ...analysis.solved.faces.map((row) => {
        const name = String(row.face)
        return h(
          "tr",
          { class: row.face !== null && row.face === roll ? "rolled" : null },
          game.die !== null && h("th", { scope: "row" }, row.face === null ? "no die" : String(row.face)),
          game.die !== null && h("td", {}, row.file ?? "any"),
          h("td", {}, String(row.moves), row.free ? h("span", { class: "tag-free" }, "free") : null),
          h("td", { class: "mates" }, row.mates.length > 0 ? row.mates.join(", ") : "–"),
          asks && ((same && cells.get(name)) || h("td", { "data-odds": name }, "…")),
        )
      }),
    )
    if (!asks) this.total.textContent = ""
    else if (!same) void this.newest.run(() => this.ask(analysis, key))
  }

  private async ask(analysis: Analysis, key: string): Promise<void> {
    const { fen, variant } = analysis.solved
    replace(this.exact)
    this.total.textContent = "Calculating the chance of mate within two moves…"
    try {
      const found = await mate({ fen, variant }, 2, { limit: 2 })
      if (key === this.key) this.fill(found, analysis)
    } catch (error) {
      if (key === this.key)
        this.total.textContent =
          error instanceof Refused
            ? `Mate within two moves: ${error.message}.`
            : "The server does not answer."
    }
  }

  private fill(found: Mate, { solved }: Analysis): void {
    for (const row of found.faces) {
      const cell = this.body.querySelector<HTMLElement>(`[data-odds="${row.face}"]`)
      if (cell) replace(cell, odds(row), this.details(row))
    }
    const incomplete = found.complete === false ? " Time ran out before the exact value was found." : ""
    const side = solved.turn === "white" ? "White" : "Black"
    const total: Known = {
      value: found.total,
      ...(found.lower !== undefined && { lower: found.lower }),
      ...(found.upper !== undefined && { upper: found.upper }),
    }
    this.total.textContent = `${side} mates within two moves: ${odds(total)}${usesDie(solved.faces) ? " over all faces" : ""}, with best play by both sides.${incomplete}`
    replace(
      this.exact,
      exact(
        ...(usesDie(solved.faces) ? found.faces.map((row) => `Face ${row.face}: ${exactly(row)}`) : []),
        `${usesDie(solved.faces) ? "All faces: " : ""}${exactly(total)}`,
      ),
    )
  }

  private details(row: MateRow): HTMLElement | null {
    if (row.forced) return h("span", { class: "tag-mate" }, "forced")
    return null
  }
}
