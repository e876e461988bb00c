/** The board: any grid, any men, drawn from a scene; marks on squares, moves shown step by step, men moved by hand. */
import { reducedMotion, svg, wait } from "./dom"
import { drawMark, ground, labels, Layout, men, type Point, SIDE, transform } from "./draw"
import { Notes } from "./notes"
import { type Cells, inWords, type Scene, sameGrid, squareAt, squareInWords, squareName, type Step } from "./scene"
import { settings } from "./settings"
import { between, type Way, ways } from "./travel"

/** What a mark looks like is up to the style sheet: it has the class `mark-<kind>`. */
export type Mark =
  | { kind: "file"; file: string }
  | { kind: "last" | "landed" | "end" | "check" | "from" | "to" | "mate" | "picked" | "swap" | "hint"; square: string }
  | { kind: "line" | "mate-line"; from: string; to: string }

const GLIDE = 260 // milliseconds that a man takes from square to square
const ARC = 420 // and two men to pass each other
const SLIP = 5 // pixels that a finger may move and still press

/** How many times longer than usual everything takes. */
const pace = (): number => (settings.slow ? 3 : 1)

/** What the board asks while somebody presses squares or moves men. */
export interface Hand {
  /** A square was pressed: nobody is picked up then. */
  press?(square: string): void
  /** May the man on the square be picked up? */
  pick(square: string): boolean
  /** He was put on another square: false if he may not go there. */
  drop(from: string, to: string): boolean
  /** He may not go there, and nobody else was picked up instead. */
  refuse(from: string, to: string): void
  /** He was put back, or dropped outside of the board. */
  cancel(square: string, outside: boolean): void
}

export class Board {
  private readonly rows = svg("g", { class: "rows" })
  private readonly below = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly names = svg("g", { class: "names", "aria-hidden": "true" })
  private readonly men = svg("g", { class: "men", "aria-hidden": "true" })
  private readonly above = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly ghosts = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly focus = svg("rect", { class: "focus-square", width: SIDE, height: SIDE, "aria-hidden": "true" })
  private readonly notes = new Notes(() => this.layout)
  private readonly svg = svg("svg", { class: "grid", role: "grid", tabindex: "-1" }, this.rows, this.below, this.names, this.men, this.above, this.ghosts, this.notes.element, this.focus)
  private scene: Scene | null = null
  private layout = new Layout({ files: 1, ranks: 1 }, false, false)
  private marks: Mark[] = []
  private hand: Hand | null = null
  private picked: number | null = null
  private focused = 0
  private readonly narrow = matchMedia("(max-width: 40rem) and (orientation: portrait)")
  private turned = false // a quarter, because the board is broad and the screen is not
  private down: { at: number; from: Point; id: number; fresh: boolean; man: SVGGElement | null } | null = null
  private playing = 0 // the animation that runs; another one, or a new position, ends it

  constructor(readonly element: HTMLElement) {
    element.append(this.svg)
    this.narrow.addEventListener("change", () => this.flip(this.flipped))
    this.svg.addEventListener("pointerdown", (event) => this.pressed(event))
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault())
    this.svg.addEventListener("pointermove", (event) => this.moved(event))
    this.svg.addEventListener("pointerup", (event) => this.released(event))
    this.svg.addEventListener("pointercancel", () => this.release(null))
    // A finger that moves a man does not move the page.
    this.svg.addEventListener("touchmove", (event) => { if (this.down && this.picked !== null && event.cancelable) event.preventDefault() }, { passive: false })
    this.svg.addEventListener("keydown", (event) => this.key(event))
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
    if (!alike) this.focused = 0
    if (!alike || String(before.labels) !== String(scene.labels) || before.dice.length !== scene.dice.length) this.lay(this.flipped)
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
      parts.push(...men({ ...move.scene, cells: changed }, this.layout), ...move.scene.marks.filter(({ mark }) => mark !== "highlight").flatMap((mark) => drawMark(mark, move.scene, this.layout)))
      for (const man of parts.filter((part) => part.hasAttribute("data-man"))) man.setAttribute("class", "pale")
    }
    this.ghosts.replaceChildren(...parts)
  }

  /** What the board does while somebody presses it, so that it can be given back to `input`. */
  get handed(): { hand: Hand | null; marks: Mark[] } {
    return { hand: this.hand, marks: this.marks }
  }

  /** Lets men be moved, or squares be pressed; null: nothing. */
  input(hand: Hand | null): void {
    this.release(null)
    this.picked = null
    this.hand = hand
    this.svg.setAttribute("tabindex", hand ? "0" : "-1")
    this.element.classList.toggle("live", !!hand)
  }

  /** The square under a point of the screen; null outside of the board. */
  squareUnder(point: { clientX: number; clientY: number }): string | null {
    const at = this.layout.under(this.toBoard(point))
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
      const swap = step.kind === "swap" ? ([[step.from, step.to], [step.to, step.from]] as const).map(([from, to]) => this.tops(before, step.cells, from, to)) : undefined
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
    this.focusOn(this.focused)
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
      void lower.push(svg("rect", { ...layout.corner(at), width: SIDE, height: SIDE, class: `mark mark-${kind}`, "data-mark": squareName(scene, at) }))
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
        upper.push(svg("circle", { cx: x, cy: y, r: SIDE * (taken ? 0.44 : 0.15), class: `mark mark-${mark.kind}${taken ? " mark-ring" : ""}`, "data-mark": mark.square }))
      } else {
        fill(squareAt(scene, mark.square), mark.kind)
      }
    }
    this.below.replaceChildren(...lower)
    this.above.replaceChildren(...upper)
  }

  // ---- men on their way ----------------------------------------------------------------------------------

  private tops(before: Cells, after: Cells, from: string, to: string): Way {
    const [a, b] = [squareAt(this.layout.grid, from), squareAt(this.layout.grid, to)]
    return { from: { at: a, level: (before[a]?.length ?? 1) - 1 }, to: { at: b, level: (after[b]?.length ?? 1) - 1 } }
  }

  /** Shows the men of `after`: they glide from where they stood, or pass each other on arcs so that both can be seen. */
  private async go(before: Cells, after: Cells, mine: number, animated: boolean, swap?: Way[]): Promise<void> {
    this.put(after)
    this.describe()
    this.drawMarks()
    const list = swap ?? ways(before, after)
    if (!animated || reducedMotion() || list.length === 0) return
    const moving = list.flatMap(({ from, to }) => {
      const man = [...this.men.querySelectorAll<SVGGElement>(`[data-square="${squareName(this.layout.grid, to.at)}"]`)][to.level]
      return man ? [{ man, a: this.layout.place(from.at, from.level, before[from.at]?.length ?? 1), b: this.layout.place(to.at, to.level, after[to.at]?.length ?? 1) }] : []
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
        for (const { man, a, b } of moving) man.setAttribute("transform", transform(between(a, b, way, swap ? SIDE * 0.42 : 0)))
        if (time < 1) requestAnimationFrame(frame)
        else done()
      }
      frame(performance.now())
    })
  }

  // ---- by mouse and finger -------------------------------------------------------------------------------

  private toBoard({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = this.rows.getBoundingClientRect()
    return { x: ((clientX - box.left) / box.width) * this.layout.width, y: ((clientY - box.top) / box.height) * this.layout.height }
  }

  private name(at: number): string {
    return squareName(this.layout.grid, at)
  }

  private pressed(event: PointerEvent): void {
    const at = this.layout.under(this.toBoard(event))
    if (event.button === 2 && at >= 0) this.notes.begin(at)
    else if (event.button === 0) this.notes.clear()
    if (!this.hand || event.button !== 0 || this.down || at < 0) return
    this.svg.setPointerCapture(event.pointerId)
    this.focusOn(at)
    this.down = { at, from: { x: event.clientX, y: event.clientY }, id: event.pointerId, fresh: false, man: null }
    if (!this.hand.press && this.picked === null) this.down.fresh = this.pick(at)
  }

  private moved(event: PointerEvent): void {
    const { down } = this
    if (!down || event.pointerId !== down.id || !this.hand || this.hand.press) return
    if (!down.man) {
      if (Math.hypot(event.clientX - down.from.x, event.clientY - down.from.y) < SLIP) return
      if (this.picked !== down.at && !this.pick(down.at)) return
      down.man = [...this.men.querySelectorAll<SVGGElement>(`[data-square="${this.name(down.at)}"]`)].at(-1) ?? null
      if (!down.man) return
      this.men.append(down.man)
      down.man.classList.add("held")
    }
    const { x, y } = this.toBoard(event)
    down.man.setAttribute("transform", transform({ x: x - SIDE / 2, y: y - SIDE / 2, scale: 1 }))
  }

  private released(event: PointerEvent): void {
    if (event.button === 2) this.notes.end(this.layout.under(this.toBoard(event)))
    const { down, hand } = this
    if (!down || event.pointerId !== down.id || !hand) return
    const at = this.layout.under(this.toBoard(event))
    const dragged = this.release(event)
    if (hand.press) {
      if (at === down.at) hand.press(this.name(at))
    } else if (dragged && at !== down.at) {
      if (at < 0) this.cancel(true)
      else this.drop(at, false)
    } else if (at === down.at && !dragged) {
      if (this.picked === null || down.fresh) return
      if (this.picked === at) this.cancel(false)
      else this.drop(at, true)
    }
  }

  /** The finger is up: a man that was dragged is back on his square until it is known what becomes of him. */
  private release(event: PointerEvent | null): boolean {
    const { down } = this
    this.down = null
    if (!down) return false
    if (this.svg.hasPointerCapture(down.id)) this.svg.releasePointerCapture(down.id)
    if (!down.man) return false
    if (this.scene) this.put(this.scene.cells)
    if (!event) this.cancel(false)
    return true
  }

  private pick(at: number): boolean {
    if (!this.hand?.pick(this.name(at))) return false
    this.picked = at
    return true
  }

  private cancel(outside: boolean): void {
    const at = this.picked
    this.picked = null
    if (at !== null) this.hand?.cancel(this.name(at), outside)
  }

  /** Puts the man who is picked up on a square; if he may not go there, another one may be meant. */
  private drop(to: number, otherwise: boolean): void {
    const from = this.picked
    this.picked = null
    if (from === null || !this.hand || this.hand.drop(this.name(from), this.name(to))) return
    if (otherwise && (this.scene?.cells[to] ?? []).length > 0 && this.pick(to)) return
    this.hand.refuse(this.name(from), this.name(to))
  }

  // ---- by keyboard ---------------------------------------------------------------------------------------

  private focusOn(at: number): void {
    this.focused = at
    const { x, y } = this.layout.corner(at)
    this.focus.setAttribute("x", String(x))
    this.focus.setAttribute("y", String(y))
    this.svg.setAttribute("aria-activedescendant", `square-${this.name(at)}`)
  }

  private key(event: KeyboardEvent): void {
    if (!this.hand || event.ctrlKey || event.altKey || event.metaKey) return
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (step) {
      const { x, y } = this.layout.centre(this.focused)
      const to = this.layout.under({ x: x + (step[0] ?? 0) * SIDE, y: y + (step[1] ?? 0) * SIDE })
      if (to >= 0) this.focusOn(to)
    } else if (["Home", "End", "PageUp", "PageDown"].includes(event.key)) {
      const here = this.layout.centre(this.focused)
      const far = { x: this.layout.width - SIDE / 2, y: this.layout.height - SIDE / 2 }
      const to = { Home: { ...here, x: SIDE / 2 }, End: { ...here, x: far.x }, PageUp: { ...here, y: SIDE / 2 }, PageDown: { ...here, y: far.y } }[event.key]
      this.focusOn(this.layout.under(to ?? here))
    } else if (event.key === "Enter" || event.key === " ") {
      this.act(this.focused)
    } else if (event.key === "Escape" && this.picked !== null) {
      this.cancel(false)
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  private act(at: number): void {
    if (this.hand?.press) this.hand.press(this.name(at))
    else if (this.picked === null) this.pick(at)
    else if (this.picked === at) this.cancel(false)
    else this.drop(at, true)
  }
}
