/** The table of the faces: number of moves, mates, and the chance of mate within two moves. */
import { type Analysis, type Mate, type MateRow, NO_ANSWER, Refused, mate } from "./api"
import { capitalized, h, LatestTask, replaceChildren } from "./dom"
import { gameOf } from "./games"
import { usesDie } from "./moves"

/** Converts "1/32" to a number. */
export function parseFraction(text: string): number {
  const [numerator = "0", denominator = "1"] = text.split("/")
  return Number(numerator) / Number(denominator)
}

/** Formats a chance from 0 to 1: "12.5 %". */
export function formatPercent(chance: number): string {
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

/** A chance: an exact fraction, or bounds if a limit ended the search. */
type Chance = { value?: string | null; lower?: string; upper?: string }

/** Formats a chance: "12.5 %", or "about 13 %" if only bounds are known. */
export function formatChance({ value, lower = "0", upper = "1" }: Chance): string {
  return value
    ? formatPercent(parseFraction(value))
    : `about ${formatPercent((parseFraction(lower) + parseFraction(upper)) / 2)}`
}

/** Formats a chance exactly: "1/8", or "1/9 to 1/7". */
const formatExactly = ({ value, lower = "0", upper = "1" }: Chance): string => value ?? `${lower} to ${upper}`

/** Returns a disclosure element with exact values. */
export const exactDetails = (...lines: string[]): HTMLElement =>
  h("details", { class: "exact" }, h("summary", {}, "Exact"), h("ul", {}, ...lines.map(line => h("li", {}, line))))

export class OddsTable {
  private readonly body = h("tbody")
  private readonly total = h("p", { class: "total", id: "mate-total" })
  private readonly latestTask = new LatestTask()
  private shownKey = ""
  private readonly title = h("h2")
  private readonly headRow = h("tr")
  private readonly exactElement = h("div")
  readonly element = h(
    "section",
    { class: "card" },
    this.title,
    h("table", { class: "odds" }, h("thead", {}, this.headRow), this.body),
    this.total,
    this.exactElement,
  )

  /** Shows the faces at once and the chances when they arrive. */
  show(analysis: Analysis | null, roll: number | null): void {
    const key = analysis ? `${analysis.solved.fen} ${analysis.solved.variant}` : ""
    const same = key === this.shownKey
    this.shownKey = key
    if (!analysis) {
      replaceChildren(this.body)
      replaceChildren(this.exactElement)
      this.total.textContent = ""
      return
    }
    const game = gameOf(analysis.solved.variant)
    const { die } = analysis.solved.words
    const supportsMate = game.can.includes("mate")
    this.title.textContent = game.die === null ? "Mates" : "The faces of the die"
    replaceChildren(
      this.headRow,
      ...[
        game.die !== null && "Face",
        game.die !== null && capitalized(die?.names ?? ""),
        "Moves",
        "Mate now",
        supportsMate && "Mate in 2",
      ].map(name => name && h("th", { scope: "col" }, name)),
    )
    const cells = new Map(
      [...this.body.querySelectorAll<HTMLElement>("[data-odds]")].map(cell => [cell.dataset.odds, cell]),
    )
    replaceChildren(
      this.body,
      ...analysis.solved.faces.map(row => {
        const name = String(row.face)
        return h(
          "tr",
          { class: row.face !== null && row.face === roll ? "rolled" : null },
          game.die !== null && h("th", { scope: "row" }, row.face === null ? "no die" : String(row.face)),
          game.die !== null && h("td", {}, row.file ?? "any"),
          h("td", {}, String(row.moves), row.free ? h("span", { class: "tag-free" }, "free") : null),
          h("td", { class: "mates" }, row.mates.length > 0 ? row.mates.join(", ") : "–"),
          supportsMate && ((same && cells.get(name)) || h("td", { "data-odds": name }, "…")),
        )
      }),
    )
    if (!supportsMate) this.total.textContent = ""
    else if (!same) void this.latestTask.run(() => this.calculate(analysis, key))
  }

  private async calculate(analysis: Analysis, key: string): Promise<void> {
    const { fen, variant } = analysis.solved
    replaceChildren(this.exactElement)
    this.total.textContent = "Calculating the chance of mate within two moves…"
    try {
      const odds = await mate({ fen, variant }, 2, { limit: 2 })
      if (key === this.shownKey) this.fill(odds, analysis)
    } catch (error) {
      if (key === this.shownKey)
        this.total.textContent = error instanceof Refused ? `Mate within two moves: ${error.message}.` : NO_ANSWER
    }
  }

  private fill(odds: Mate, { solved }: Analysis): void {
    for (const row of odds.faces) {
      const cell = this.body.querySelector<HTMLElement>(`[data-odds="${row.face}"]`)
      if (cell) replaceChildren(cell, formatChance(row), this.forcedTag(row))
    }
    const incomplete = odds.complete === false ? " Time ran out before the exact value was found." : ""
    const side = solved.turn === "white" ? "White" : "Black"
    const total: Chance = {
      value: odds.total,
      ...(odds.lower !== undefined && { lower: odds.lower }),
      ...(odds.upper !== undefined && { upper: odds.upper }),
    }
    const chance = `${formatChance(total)}${usesDie(solved.faces) ? ", averaged over all rolls" : ""}`
    this.total.textContent = `Chance that ${side} mates within two moves, with best play by both sides: ${chance}.${incomplete}`
    replaceChildren(
      this.exactElement,
      exactDetails(
        ...(usesDie(solved.faces) ? odds.faces.map(row => `Face ${row.face}: ${formatExactly(row)}`) : []),
        `${usesDie(solved.faces) ? "All faces: " : ""}${formatExactly(total)}`,
      ),
    )
  }

  private forcedTag(row: MateRow): HTMLElement | null {
    if (row.forced) return h("span", { class: "tag-mate" }, "forced")
    return null
  }
}
