/** The board: any grid, any men, drawn from a scene; marks on squares, moves shown step by step, men moved by hand. */
import { reducedMotion, svg, wait } from "./dom"
import { badge, drawMark, ground, labels, Layout, men, SIDE, transform } from "./draw"
import { type Hand, Hands } from "./pointer-input"
import { Notes } from "./annotations"
import {
  type Cells,
  inWords,
  type Scene,
  sameGrid,
  squareAt,
  squareInWords,
  squareName,
  type Step,
} from "./scene"
import { settings } from "./settings"
import { between, type Way, ways } from "./piece-motion"

/** What a mark looks like is up to the style sheet: it has the class `mark-<kind>`. */
export type Mark =
  | { kind: "file"; file: string }
  | {
      kind:
        "last" | "landed" | "end" | "check" | "mated" | "from" | "to" | "mate" | "picked" | "swap" | "hint"
      square: string
    }
  | { kind: "line" | "mate-line"; from: string; to: string }

const GLIDE = 260 // milliseconds that a man takes from square to square
const ARC = 420 // and two men to pass each other

/** How many times longer than usual everything takes. */
const pace = (): number => (settings.slow ? 3 : 1)

export class Board {
  private readonly rows = svg("g", { class: "rows" })
  private readonly below = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly names = svg("g", { class: "names", "aria-hidden": "true" })
  private readonly men = svg("g", { class: "men", "aria-hidden": "true" })
  private readonly above = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly ghosts = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly focus = svg("rect", {
    class: "focus-square",
    width: SIDE,
    height: SIDE,
    "aria-hidden": "true",
  })
  private readonly notes = new Notes(() => this.layout)
  private readonly svg = svg(
    "svg",
    { class: "squares", role: "grid", tabindex: "-1" },
    this.rows,
    this.below,
    this.men,
    this.names,
    this.above,
    this.ghosts,
    this.notes.element,
    this.focus,
  )
  private scene: Scene | null = null
  private layout = new Layout({ files: 1, ranks: 1 }, false, false)
  private marks: Mark[] = []
  private readonly hands = new Hands(this.svg, {
    layout: () => this.layout,
    taken: (at) => (this.scene?.cells[at] ?? []).length > 0,
    man: (at) =>
      [...this.men.querySelectorAll<SVGGElement>(`[data-square="${squareName(this.layout.grid, at)}"]`)].at(
        -1,
      ) ?? null,
    lift: (man) => this.men.append(man),
    putBack: () => void (this.scene && this.put(this.scene.cells)),
    box: () => this.rows.getBoundingClientRect(),
    focus: (at) => this.focusOn(at),
    note: this.notes,
  })
  private readonly narrow = matchMedia("(max-width: 40rem) and (orientation: portrait)")
  private turned = false // a quarter, because the board is broad and the screen is not
  private playing = 0 // the animation that runs; another one, or a new position, ends it

  constructor(readonly element: HTMLElement) {
    element.append(this.svg)
    this.narrow.addEventListener("change", () => this.flip(this.flipped))
  }

  get flipped(): boolean {
    return this.layout.flip
  }

  /** The files from left to right. */
  get files(): number[] {
    return Array.from({ length: this.layout.grid.files }, (_, column) => this.layout.column(column))
  }

  /** How many squares stand side by side and one above the other, as they are shown. */
  get shape(): { columns: number; rows: number } {
    return { columns: this.layout.columns, rows: this.layout.rows }
  }

  /** How wide a square is on the screen. */
  get squareWidth(): number {
    return this.rows.getBoundingClientRect().width / this.layout.columns
  }

  flip(to: boolean): void {
    this.lay(to)
    if (this.scene) this.put(this.scene.cells)
  }

  /** Shows a scene, at once or with the men that moved gliding to their squares; its marks are left to `picture`. */
  async show(scene: Scene, animated = false): Promise<void> {
    const mine = ++this.playing
    const before = this.scene
    this.scene = scene
    this.preview(null)
    if (String(before?.cells) !== String(scene.cells)) this.notes.clear()
    const alike = before && sameGrid(before, scene)
    if (!alike) this.hands.focused = 0
    if (!alike || String(before.labels) !== String(scene.labels) || before.dice.length !== scene.dice.length)
      this.lay(this.flipped)
    animated &&= !!alike
    await this.go(before?.cells ?? [], scene.cells, mine, animated)
  }

  mark(marks: Mark[]): void {
    this.marks = marks
    this.drawMarks()
  }

  /** Shows a move before it is played: its marks, and pale men where it would leave them; null: no move. */
  preview(move: { scene: Scene; after: Cells } | null): void {
    const parts: SVGElement[] = []
    if (move && this.scene && sameGrid(move.scene, this.scene)) {
      const before = move.scene.cells
      const changed = move.after.map((stack, at) => (String(stack) === String(before[at]) ? [] : stack))
      parts.push(
        ...men({ ...move.scene, cells: changed }, this.layout),
        ...move.scene.marks
          .filter(({ mark }) => mark !== "highlight")
          .flatMap((mark) => drawMark(mark, move.scene, this.layout)),
      )
      for (const man of parts.filter((part) => part.hasAttribute("data-man")))
        man.setAttribute("class", "pale")
    }
    this.ghosts.replaceChildren(...parts)
  }

  /** What the board does while somebody presses it, so that it can be given back to `input`. */
  get handed(): { hand: Hand | null; marks: Mark[] } {
    return { hand: this.hands.hand, marks: this.marks }
  }

  /** Lets men be moved, or squares be pressed; null: nothing. */
  input(hand: Hand | null): void {
    this.hands.take(hand)
    this.svg.setAttribute("tabindex", hand ? "0" : "-1")
    this.element.classList.toggle("live", !!hand)
  }

  /** The square under a point of the screen; null outside of the board. */
  squareUnder(point: { clientX: number; clientY: number }): string | null {
    const at = this.hands.under(point)
    return at < 0 ? null : squareName(this.layout.grid, at)
  }

  /** Plays the steps of a move one after the other; false if something else was shown meanwhile. */
  async play(list: Step[], each: (step: Step) => void): Promise<boolean> {
    const mine = ++this.playing
    this.preview(null)
    for (const step of list) {
      if (!this.scene) return false
      each(step)
      const before = this.scene.cells
      this.scene = { ...this.scene, cells: step.cells }
      const swap =
        step.kind === "swap"
          ? (
              [
                [step.from, step.to],
                [step.to, step.from],
              ] as const
            ).map(([from, to]) => this.tops(before, step.cells, from, to))
          : undefined
      await this.go(before, step.cells, mine, true, swap)
      if (mine !== this.playing) return false
      if (list.length > 1) await wait((reducedMotion() ? 300 : 120) * pace())
      if (mine !== this.playing) return false
    }
    return true
  }

  // ---- drawing -------------------------------------------------------------------------------------------

  /** Lays the squares out. */
  private lay(flip: boolean): void {
    this.turned = !!this.scene && this.scene.files > this.scene.ranks && this.narrow.matches
    const { scene } = this
    if (!scene) {
      this.layout = new Layout(this.layout.grid, flip, false)
      return
    }
    this.layout = new Layout(scene, flip, scene.files > 8, this.turned)
    this.element.dataset.way = this.turned
      ? flip
        ? "← White plays to the left"
        : "White plays to the right →"
      : ""
    const { rows, names } = ground(this.layout)
    for (const row of rows) {
      row.setAttribute("role", "row")
      for (const square of row.children) {
        square.setAttribute("role", "gridcell")
        square.id = `square-${square.getAttribute("data-square")}`
      }
    }
    this.rows.replaceChildren(...rows)
    // Below the board of a game with a die stand its faces.
    const below = scene.dice.length > 0 ? [] : labels(scene, this.layout)
    this.names.replaceChildren(...names, ...below)
    this.svg.setAttribute("viewBox", this.layout.viewBox(below.length > 0))
    this.hands.focus(this.hands.focused)
    this.drawMarks()
    this.preview(null)
    this.notes.draw()
  }

  private put(cells: Cells): SVGGElement[] {
    if (!this.scene) return []
    const all = men({ ...this.scene, cells }, this.layout)
    this.men.replaceChildren(...all)
    return all
  }

  private describe(): void {
    if (!this.scene) return
    this.svg.setAttribute("aria-label", `Board. ${inWords(this.scene)}`)
    for (const square of this.rows.querySelectorAll(".square")) {
      const name = square.getAttribute("data-square") ?? ""
      square.setAttribute("aria-label", `${name}, ${squareInWords(this.scene, squareAt(this.scene, name))}`)
    }
  }

  private drawMarks(): void {
    const lower: SVGElement[] = []
    const upper: SVGElement[] = []
    const { scene, layout } = this
    if (!scene) return
    const fill = (at: number, kind: string): void =>
      void lower.push(
        svg("rect", {
          ...layout.corner(at),
          width: SIDE,
          height: SIDE,
          class: `mark mark-${kind}`,
          "data-mark": squareName(scene, at),
        }),
      )
    for (const mark of this.marks) {
      if (mark.kind === "file") {
        for (let rank = 1; rank <= scene.ranks; ++rank) fill(squareAt(scene, `${mark.file}${rank}`), "file")
      } else if ("from" in mark) {
        const [a, b] = [layout.centre(squareAt(scene, mark.from)), layout.centre(squareAt(scene, mark.to))]
        upper.push(svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `mark mark-${mark.kind}` }))
      } else if (mark.kind === "to" || mark.kind === "mate") {
        const at = squareAt(scene, mark.square)
        const { x, y } = layout.centre(at)
        const taken = (scene.cells[at] ?? []).length > 0
        upper.push(
          svg("circle", {
            cx: x,
            cy: y,
            r: SIDE * (taken ? 0.44 : 0.15),
            class: `mark mark-${mark.kind}${taken ? " mark-ring" : ""}`,
            "data-mark": mark.square,
          }),
        )
      } else {
        const at = squareAt(scene, mark.square)
        fill(at, mark.kind)
        if (mark.kind === "mated")
          upper.push(
            badge({ x: layout.corner(at).x + SIDE - 6, y: layout.corner(at).y + 6 }, "#", "badge-mated"),
          )
      }
    }
    this.below.replaceChildren(...lower)
    this.above.replaceChildren(...upper)
  }

  // ---- men on their way ----------------------------------------------------------------------------------

  private tops(before: Cells, after: Cells, from: string, to: string): Way {
    const [a, b] = [squareAt(this.layout.grid, from), squareAt(this.layout.grid, to)]
    return {
      from: { at: a, level: (before[a]?.length ?? 1) - 1 },
      to: { at: b, level: (after[b]?.length ?? 1) - 1 },
    }
  }

  /** Shows the men of `after`: they glide from where they stood, or pass each other on arcs so that both can be seen. */
  private async go(
    before: Cells,
    after: Cells,
    mine: number,
    animated: boolean,
    swap?: Way[],
  ): Promise<void> {
    this.put(after)
    this.describe()
    this.drawMarks()
    const list = swap ?? ways(before, after)
    if (!animated || reducedMotion() || list.length === 0) return
    const moving = list.flatMap(({ from, to }) => {
      const man = [
        ...this.men.querySelectorAll<SVGGElement>(`[data-square="${squareName(this.layout.grid, to.at)}"]`),
      ][to.level]
      return man
        ? [
            {
              man,
              a: this.layout.place(from.at, from.level, before[from.at]?.length ?? 1),
              b: this.layout.place(to.at, to.level, after[to.at]?.length ?? 1),
            },
          ]
        : []
    })
    for (const { man } of moving) this.men.append(man)
    const duration = (swap ? ARC : GLIDE) * pace()
    await new Promise<void>((done) => {
      let start = 0
      const frame = (now: number): void => {
        if (mine !== this.playing) return done() // something else is shown
        start ||= now
        const time = Math.min(1, (now - start) / duration)
        const way = time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) * (1 - time)
        for (const { man, a, b } of moving)
          man.setAttribute("transform", transform(between(a, b, way, swap ? SIDE * 0.42 : 0)))
        if (time < 1) requestAnimationFrame(frame)
        else done()
      }
      frame(performance.now())
    })
  }

  /** Shows which square the keyboard is at. */
  private focusOn(at: number): void {
    const { x, y } = this.layout.corner(at)
    this.focus.setAttribute("x", String(x))
    this.focus.setAttribute("y", String(y))
    this.svg.setAttribute("aria-activedescendant", `square-${squareName(this.layout.grid, at)}`)
  }
}
