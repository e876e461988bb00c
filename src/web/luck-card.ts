/** The card "Luck and skill": the expected score of a game as a curve; each ply can be selected. */
import { type Chances, type GameChances, luck, NO_ANSWER, Refused, type Replayed } from "./api"
import { h, replaceChildren, svg } from "./dom"
import type { MoveRating } from "./score-sheet"

const WIDTH = 360
const HEIGHT = 120
const BARS_HEIGHT = 40 // height of the bars of luck, below the curve
const GAP = 6
const LEFT_MARGIN = 42 // margin for the labels
const BOTTOM_MARGIN = 14 // margin for the move numbers

interface RatedPly {
  turn: "white" | "black"
  move: string
  chances: Chances
}

/** The signs of errors: text, CSS class, and the least loss of expected score. */
const SIGNS = [
  ["?!", "qx", "5 % or more"],
  ["?", "q", "10 %"],
  ["??", "qq", "20 %"],
] as const
const signClass = (sign: string): string => `luck-sign-${SIGNS.find(([text]) => text === sign)?.[1]}`

/** Converts a chance of the side that moves to White's chance. */
const whiteChance = (ply: RatedPly, chance: number): number => (ply.turn === "white" ? chance : 1 - chance)

const percentagePoints = (chance: number): string => (100 * chance).toFixed(1)

function describePly({ move, chances: { luck: luckOfRoll, error, sign, best } }: RatedPly): string {
  if (luckOfRoll === null || error === null) return `${move}: the roll is not known`
  return `${move}${sign ?? ""}: luck ${luckOfRoll > 0 ? "+" : ""}${percentagePoints(luckOfRoll)} %, error ${percentagePoints(error)} %${sign ? `, better ${best}` : ""}`
}

function label(text: string, x: number, y: number, anchor = "end"): SVGElement {
  const element = svg("text", { x, y, "text-anchor": anchor })
  element.textContent = text
  return element
}

/** Draws the scale and the move numbers. */
function axes(plies: RatedPly[], step: number, largestGain: number): SVGElement[] {
  const first = plies[0]?.turn === "black" ? 1 : 0 // 1 if the game starts with Black's half of the first move
  const moves = Math.ceil((plies.length + first) / 2)
  const labelInterval = [1, 2, 5, 10, 20, 50, 100].find(count => moves / count <= 8) ?? 200
  const numbers = Array.from({ length: moves }, (_, index) => index + 1).filter(
    move => move === 1 || move % labelInterval === 0,
  )
  return [
    ...[100, 50, 0].map(percent =>
      label(`${percent} %`, -4, HEIGHT * (1 - percent / 100) + (percent === 100 ? 8 : percent === 0 ? 0 : 4)),
    ),
    label(`+${Math.round(100 * largestGain)} %`, -4, HEIGHT + GAP + 9),
    label(`−${Math.round(100 * largestGain)} %`, -4, HEIGHT + GAP + BARS_HEIGHT),
    ...numbers.map(move =>
      label(
        String(move),
        Math.max(0, (2 * (move - 1) - first) * step) + step / 2,
        HEIGHT + GAP + BARS_HEIGHT + 11,
        "middle",
      ),
    ),
  ]
}

function curve(plies: RatedPly[], end: number, press: (ply: number) => void): SVGElement {
  const step = WIDTH / plies.length
  const height = (chance: number): number => HEIGHT * (1 - chance)
  const line: [number, number][] = plies.flatMap((ply, index): [number, number][] => {
    const { before, rolled } = ply.chances
    return [
      [index * step, height(whiteChance(ply, before))],
      ...(rolled === null ? [] : [[(index + 0.5) * step, height(whiteChance(ply, rolled))] as [number, number]]),
    ]
  })
  line.push([WIDTH, height(end)])
  const path = line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")
  const gains = plies.map(ply => (ply.turn === "white" ? 1 : -1) * (ply.chances.luck ?? 0))
  const largestGain = Math.max(0.1, ...gains.map(Math.abs))
  const scale = BARS_HEIGHT / 2 / largestGain
  const middle = HEIGHT + GAP + BARS_HEIGHT / 2
  return svg(
    "svg",
    {
      class: "luck-curve",
      viewBox: `${-LEFT_MARGIN} 0 ${WIDTH + LEFT_MARGIN + 2} ${HEIGHT + GAP + BARS_HEIGHT + BOTTOM_MARGIN}`,
      role: "img",
      "aria-label": `White’s expected score, ply by ply; at the end ${percentagePoints(end)} %`,
    },
    svg("rect", { class: "luck-black", width: WIDTH, height: HEIGHT }),
    svg("path", { class: "luck-white", d: `M0 ${HEIGHT}L${path}V${HEIGHT}Z` }),
    svg("path", { class: "luck-half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "luck-line", d: `M${path}` }),
    svg("rect", { class: "luck-strip", y: HEIGHT + GAP, width: WIDTH, height: BARS_HEIGHT }),
    ...axes(plies, step, largestGain),
    ...plies.map((ply, index) =>
      svg("rect", {
        class: `luck-${ply.turn}`,
        x: (index + 0.15) * step,
        width: 0.7 * step,
        y: Math.min(middle, middle - gains[index]! * scale),
        height: Math.abs(gains[index]! * scale),
      }),
    ),
    ...plies.flatMap((ply, index) =>
      ply.chances.sign
        ? [
            svg("circle", {
              class: signClass(ply.chances.sign),
              cx: (index + 1) * step,
              cy: height(whiteChance(ply, ply.chances.played)),
              r: 4,
            }),
          ]
        : [],
    ),
    ...plies.map((ply, index) => {
      const title = svg("title")
      title.textContent = describePly(ply)
      const hitArea = svg(
        "rect",
        { class: "luck-place", x: index * step, width: step, height: HEIGHT + GAP + BARS_HEIGHT },
        title,
      )
      hitArea.addEventListener("click", () => press(index + 1))
      return hitArea
    }),
  )
}

/** Returns the legend of the curve, the bars and the dots; with `hasRest`, also of the balance's remainder. */
function legend(plies: RatedPly[], hasRest: boolean): HTMLElement {
  const entry = (text: string, ...parts: SVGElement[]): HTMLElement =>
    h(
      "span",
      { class: "luck-key" },
      svg("svg", { class: "luck-curve-key", viewBox: "0 0 18 14", "aria-hidden": "true" }, ...parts),
      text,
    )
  const signs = SIGNS.filter(([sign]) => plies.some(({ chances }) => chances.sign === sign))
  return h(
    "figcaption",
    {},
    entry("Curve: White’s expected score by move", svg("path", { class: "luck-line", d: "M1 10L6 4L11 8L17 3" })),
    entry(
      "Bars: luck of the roll, upwards for White",
      svg("rect", { class: "luck-strip", width: 18, height: 14 }),
      svg("rect", { class: "luck-white", x: 3, y: 2, width: 5, height: 5 }),
      svg("rect", { class: "luck-black", x: 10, y: 7, width: 5, height: 5 }),
    ),
    ...signs.map(([sign, , least]) =>
      entry(`${sign} move that loses ${least}`, svg("circle", { class: signClass(sign), cx: 9, cy: 7, r: 4 })),
    ),
    hasRest ? h("span", {}, "Rest: unknown rolls, and what only a deeper search shows") : null,
  )
}

/** Checks whether a number of wins is not 0.00 when rounded to two digits. */
const isVisible = (wins: number): boolean => Math.abs(wins) >= 0.005

/**
 * Shows how rolls and errors add up to the change of White's expected score, in wins: a bar to the right for White, to
 * the left for Black.
 */
function balance({ start, end, drift, white, black }: GameChances): HTMLElement {
  const parts = [
    { name: "Dice", gain: white.luck - black.luck, title: "What the rolls changed" },
    { name: "Errors", gain: black.error - white.error, title: "What the moves gave away" },
    { name: "Rest", gain: drift, title: "Unknown rolls, and what only a deeper search shows" },
    { name: "Game", gain: end - start, title: `White’s expected score, from ${start.toFixed(2)} to ${end.toFixed(2)}` },
  ].filter(({ name, gain }) => name === "Game" || isVisible(gain))
  const most = Math.max(0.5, ...parts.map(({ gain }) => Math.abs(gain)))
  return h(
    "ul",
    { class: "luck-balance", "aria-label": "Who gained how many wins" },
    ...parts.map(({ name, gain, title }) => {
      const side = gain < 0 ? "black" : "white"
      const bar = h("span", { class: `luck-gain luck-${side}` })
      bar.style.width = `${(50 * Math.abs(gain)) / most}%`
      const words = !isVisible(gain) ? "even" : `${side === "white" ? "White" : "Black"} +${Math.abs(gain).toFixed(2)}`
      return h(
        "li",
        { title, class: name === "Game" ? "luck-sum" : null },
        h("span", {}, name),
        h("span", { class: "luck-track", "aria-hidden": "true" }, bar),
        h("span", {}, words),
      )
    }),
  )
}

/** A button that computes the luck of a game, and the verdict with the curve. */
export class LuckCard {
  private readonly button = h("button", { class: "quiet", onclick: () => void this.showLuck() }, "Luck and skill")
  private readonly verdict = h("p", { role: "status" })
  private readonly drawing = h("figure", { class: "luck-figure" })
  readonly element = h("div", { hidden: true }, this.button, this.verdict, this.drawing)
  private gamesText = ""
  private number = 0
  private answers: Replayed[] | null = null

  /**
   * `onRate` is called with the rating of each ply. `showButton`: the user presses a button to see the luck; otherwise
   * call `showLuck`.
   */
  constructor(
    id: string,
    private readonly onPress: (ply: number) => void,
    private readonly onRate: (ratings: (MoveRating | null)[]) => void,
    showButton = true,
  ) {
    this.button.hidden = !showButton
    this.button.id = id
    this.verdict.id = `${id}-verdict`
  }

  /** Sets the text of the games whose luck can be shown. */
  load(gamesText: string): void {
    this.gamesText = gamesText
    this.answers = null
  }

  /** Selects a game of the text; null hides the card. */
  selectGame(number: number | null): void {
    this.number = number ?? 0
    this.element.hidden = number === null
    replaceChildren(this.drawing)
    this.verdict.textContent = ""
  }

  /** Requests the chances of the game and shows them. */
  async showLuck(): Promise<void> {
    const { gamesText, number } = this
    const isStale = (): boolean => gamesText !== this.gamesText || number !== this.number
    this.button.disabled = true
    this.verdict.textContent = "Working out luck and errors…"
    try {
      const lucks = this.answers ?? (await luck(gamesText))
      if (isStale()) return
      this.answers = lucks
      this.show(lucks[number])
    } catch (error) {
      if (!isStale()) this.verdict.textContent = error instanceof Refused ? error.message : NO_ANSWER
    } finally {
      this.button.disabled = false
    }
  }

  private show(game: Replayed | undefined): void {
    const plies: RatedPly[] = (game?.records ?? []).flatMap(record =>
      "ply" in record && record.chances ? [{ turn: record.turn, move: record.move, chances: record.chances }] : [],
    )
    const last = game?.records.at(-1)
    const sums = last && !("ply" in last) ? last.chances : undefined
    this.verdict.textContent = game?.verdict ?? "No chances are known for this game."
    replaceChildren(
      this.drawing,
      ...(plies.length > 0 && sums
        ? [
            h("p", { class: "hint" }, "From a lost game to a won one is 1 win, from an even one 0.5."),
            balance(sums),
            curve(plies, sums.end, this.onPress),
            legend(plies, isVisible(sums.drift)),
          ]
        : []),
    )
    this.onRate(plies.map(({ chances: { sign, best } }) => (sign && best ? { sign, better: best } : null)))
  }
}
