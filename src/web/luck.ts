/** Luck and skill: the chances of a game as a curve, on which each ply can be pressed. */
import { type Chances, luck, type Luck, Refused } from "./api"
import { h, replace, svg } from "./dom"
import { site } from "./site"

const WIDTH = 360
const HEIGHT = 120
const STRIP = 40 // below it, for luck
const GAP = 6

interface Told {
  turn: "white" | "black"
  move: string
  chances: Chances
}

/** A chance of the mover as White's. */
const whites = (ply: Told, chance: number): number => (ply.turn === "white" ? chance : 1 - chance)

const points = (chance: number): string => (100 * chance).toFixed(1)

function words({ move, chances: { luck: brought, error, sign, best } }: Told): string {
  if (brought === null || error === null) return `${move}: the roll is not known`
  return `${move}${sign ?? ""}: luck ${brought > 0 ? "+" : ""}${points(brought)}, error ${points(error)}${sign ? `, better ${best}` : ""}`
}

function curve(plies: Told[], end: number, press: (ply: number) => void): SVGElement {
  const step = WIDTH / plies.length
  const height = (chance: number): number => HEIGHT * (1 - chance)
  const line: [number, number][] = plies.flatMap((ply, at): [number, number][] => {
    const { before, rolled } = ply.chances
    return [[at * step, height(whites(ply, before))], ...(rolled === null ? [] : [[(at + 0.5) * step, height(whites(ply, rolled))] as [number, number]])]
  })
  line.push([WIDTH, height(end)])
  const path = line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")
  const gains = plies.map((ply) => (ply.turn === "white" ? 1 : -1) * (ply.chances.luck ?? 0))
  const scale = STRIP / 2 / Math.max(0.1, ...gains.map(Math.abs))
  const middle = HEIGHT + GAP + STRIP / 2
  return svg("svg", { class: "luck-curve", viewBox: `0 0 ${WIDTH} ${HEIGHT + GAP + STRIP}`, role: "img", "aria-label": `White's chance, ply by ply; at the end ${points(end)} %` },
    svg("rect", { class: "luck-black", width: WIDTH, height: HEIGHT }),
    svg("path", { class: "luck-white", d: `M0 ${HEIGHT}L${path}V${HEIGHT}Z` }),
    svg("path", { class: "luck-half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "luck-line", d: `M${path}` }),
    svg("rect", { class: "luck-strip", y: HEIGHT + GAP, width: WIDTH, height: STRIP }),
    ...plies.map((ply, at) => svg("rect", { class: `luck-${ply.turn}`, x: (at + 0.15) * step, width: 0.7 * step, y: Math.min(middle, middle - gains[at]! * scale), height: Math.abs(gains[at]! * scale) })),
    ...plies.flatMap((ply, at) => ply.chances.sign ? [svg("circle", { class: `luck-sign-${ply.chances.sign.replaceAll("?", "q").replace("!", "x")}`, cx: (at + 1) * step, cy: height(whites(ply, ply.chances.played)), r: 4 })] : []),
    ...plies.map((ply, at) => {
      const title = svg("title")
      title.textContent = words(ply)
      const place = svg("rect", { class: "luck-place", x: at * step, width: step, height: HEIGHT + GAP + STRIP }, title)
      place.addEventListener("click", () => press(at + 1))
      return place
    }))
}

/** What stands under a game: a button, and behind it the curve with the verdict. */
export class LuckCard {
  private readonly ask = h("button", { type: "button", id: "luck", class: "quiet", onclick: () => void this.tell() }, "Luck and skill")
  private readonly verdict = h("p", { id: "luck-verdict", role: "status" })
  private readonly drawing = h("div", {})
  readonly element = h("div", { hidden: true }, this.ask, this.verdict, this.drawing)
  private source = ""
  private number = 0
  private known: Luck[] | null = null

  constructor(private readonly press: (ply: number) => void) {}

  /** Another text with games. */
  load(source: string): void {
    this.source = source
    this.known = null
  }

  /** Another game of the text; none for a text without one. */
  pick(number: number | null): void {
    this.number = number ?? 0
    this.element.hidden = number === null || site !== undefined
    replace(this.drawing)
    this.verdict.textContent = ""
  }

  private async tell(): Promise<void> {
    const { source, number } = this
    this.ask.disabled = true
    try {
      const known = this.known ?? (await luck(source)).games
      if (source !== this.source || number !== this.number) return // something else was chosen meanwhile
      this.known = known
      this.show(known[number])
    } catch (error) {
      this.verdict.textContent = error instanceof Refused ? error.message : "The server does not answer."
    } finally {
      this.ask.disabled = false
    }
  }

  private show(game: Luck | undefined): void {
    const plies: Told[] = (game?.records ?? []).flatMap((record) => ("ply" in record && record.chances ? [{ turn: record.turn, move: record.move, chances: record.chances }] : []))
    const last = game?.records.at(-1)
    const end = last && !("ply" in last) ? last.chances?.end : undefined
    this.verdict.textContent = game?.verdict ?? "No chances are known for this game."
    replace(this.drawing, ...(plies.length > 0 && end !== undefined ? [curve(plies, end, this.press)] : []))
  }
}
