/**
 * The board: draws the squares and pieces of a scene, marks squares, animates moves, and accepts moves by pointer and
 * keyboard.
 */
import { reducedMotion, svg, wait } from "./dom"
import {
  badge,
  drawMark,
  drawSquares,
  drawFileLabels,
  Layout,
  drawPieces,
  SQUARE_SIZE,
  straightArrow,
  toTransform,
} from "./draw"
import { type InputHandler, PointerInput } from "./pointer-input"
import { Annotations } from "./annotations"
import {
  type Cells,
  describeScene,
  type Piece,
  type Scene,
  sameGrid,
  squareIndex,
  describeSquare,
  squareName,
  type Step,
} from "./scene"
import { settings } from "./settings"
import { interpolate, type PieceMotion, pieceMotions } from "./piece-motion"

/** A mark on the board; its CSS class is `mark-` and its kind. */
export type Mark =
  | { kind: "file"; file: string }
  | {
      kind: "last" | "landed" | "end" | "check" | "mated" | "from" | "to" | "mate" | "picked" | "swap" | "hint"
      square: string
    }
  | { kind: "line" | "mate-line" | "good-arrow" | "bad-arrow"; from: string; to: string }

const GLIDE_TIME = 260 // milliseconds of a move from square to square
const SWAP_TIME = 420 // milliseconds of a swap of two pieces

/** The factor by which animations take longer than usual. */
const slowdown = (): number => (settings.slow ? 3 : 1)

export class Board {
  private readonly squareRows = svg("g", { class: "rows" })
  private readonly marksBelow = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly labelLayer = svg("g", { class: "names", "aria-hidden": "true" })
  private readonly pieceLayer = svg("g", { class: "men", "aria-hidden": "true" })
  private readonly marksAbove = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly previewLayer = svg("g", { class: "marks", "aria-hidden": "true" })
  private readonly focusSquare = svg("rect", {
    class: "focus-square",
    width: SQUARE_SIZE,
    height: SQUARE_SIZE,
    "aria-hidden": "true",
  })
  private readonly annotations = new Annotations(() => this.layout)
  private readonly svg = svg(
    "svg",
    { class: "squares", role: "grid", tabindex: "-1" },
    this.squareRows,
    this.marksBelow,
    this.pieceLayer,
    this.labelLayer,
    this.marksAbove,
    this.previewLayer,
    this.annotations.element,
    this.focusSquare,
  )
  private scene: Scene | null = null
  private layout = new Layout({ files: 1, ranks: 1 }, false, false)
  private marks: Mark[] = []
  private readonly pointerInput = new PointerInput(this.svg, {
    layout: () => this.layout,
    isOccupied: square => (this.scene?.cells[square] ?? []).length > 0,
    pieceAt: square => this.drawnPieces(square).at(-1) ?? null,
    raise: piece => this.pieceLayer.append(piece),
    redrawPieces: () => this.redrawPieces(),
    drop: (from, to) => this.drop(from, to),
    boardRectangle: () => this.rectangle,
    focusSquare: square => this.showFocus(square),
    annotations: this.annotations,
  })
  private readonly narrow = matchMedia("(max-width: 40rem) and (orientation: portrait)")
  private turned = false // true if a wide board is drawn with a quarter turn on a narrow screen
  private dropped: { from: number; to: number } | null = null // a dragged move, which is not animated again
  private animation = 0 // number of the running animation; a new one, or a new position, ends it

  constructor(readonly element: HTMLElement) {
    element.append(this.svg)
    this.narrow.addEventListener("change", () => this.setFlipped(this.flipped))
  }

  get flipped(): boolean {
    return this.layout.flip
  }

  /** The files from left to right. */
  get files(): number[] {
    return Array.from({ length: this.layout.grid.files }, (_, column) => this.layout.column(column))
  }

  /** The number of columns and rows as shown on the screen. */
  get shape(): { columns: number; rows: number } {
    return { columns: this.layout.columns, rows: this.layout.rows }
  }

  /** The rectangle of the squares in the window. */
  get rectangle(): DOMRect {
    return this.squareRows.getBoundingClientRect()
  }

  /** The rectangle of a square in the window. */
  squareRectangle(square: string): DOMRect {
    const element = this.squareRows.querySelector(`[data-square="${square}"]`)
    return (element ?? this.squareRows).getBoundingClientRect()
  }

  /** The piece that `letter` stands for in the current game. */
  pieceOf(letter: string | undefined): Piece | undefined {
    return letter === undefined ? undefined : this.scene?.men[letter]
  }

  /** The width of a square in pixels. */
  get squareWidth(): number {
    return this.rectangle.width / this.layout.columns
  }

  setFlipped(to: boolean): void {
    this.layOut(to)
    if (this.scene) this.drawPieces(this.scene.cells)
  }

  /** Shows a scene, at once or animated; does not draw the marks of the scene. */
  async show(scene: Scene, animated = false): Promise<void> {
    const generation = ++this.animation
    const before = this.scene
    this.scene = scene
    this.preview(null)
    if (String(before?.cells) !== String(scene.cells)) this.annotations.clear()
    const sameLayout = before && sameGrid(before, scene)
    if (!sameLayout) this.pointerInput.focused = 0
    if (!sameLayout || String(before.labels) !== String(scene.labels) || before.dice.length !== scene.dice.length)
      this.layOut(this.flipped)
    animated &&= !!sameLayout
    await this.animateTo(before?.cells ?? [], scene.cells, generation, animated)
  }

  setMarks(marks: Mark[]): void {
    this.marks = marks
    this.drawMarks()
  }

  /** Previews a move: its marks, and pale pieces where they would stand after it; null removes the preview. */
  preview(move: { scene: Scene; after: Cells } | null): void {
    const parts: SVGElement[] = []
    if (move && this.scene && sameGrid(move.scene, this.scene)) {
      const before = move.scene.cells
      const changed = move.after.map((stack, square) => (String(stack) === String(before[square]) ? [] : stack))
      parts.push(
        ...drawPieces({ ...move.scene, cells: changed }, this.layout),
        ...move.scene.marks
          .filter(({ mark }) => mark !== "highlight")
          .flatMap(mark => drawMark(mark, move.scene, this.layout)),
      )
      for (const piece of parts.filter(part => part.hasAttribute("data-man"))) piece.setAttribute("class", "pale")
    }
    this.previewLayer.replaceChildren(...parts)
  }

  /** The current input handler and marks, to be restored after a replay. */
  get currentInput(): { handler: InputHandler | null; marks: Mark[] } {
    return { handler: this.pointerInput.handler, marks: this.marks }
  }

  /** Draws all pieces on their squares. */
  redrawPieces(): void {
    this.dropped = null
    if (this.scene) this.drawPieces(this.scene.cells)
  }

  /** Draws the piece of `from` on `to` until the next position is shown, which does not animate it again. */
  private drop(from: number, to: number): void {
    this.drawnPieces(from)
      .at(-1)
      ?.setAttribute("transform", toTransform(this.layout.placement(to, 0, 1)))
    this.dropped = { from, to }
  }

  /** True while a square is pressed or a piece is dragged. */
  get isPressed(): boolean {
    return this.pointerInput.isPressed
  }

  /** Sets the handler for input on the board; null ignores all input. */
  setInput(handler: InputHandler | null): void {
    this.pointerInput.setHandler(handler)
    this.svg.setAttribute("tabindex", handler ? "0" : "-1")
    this.element.classList.toggle("live", !!handler)
  }

  /** The square at a point of the screen; null outside the board. */
  squareUnder(point: { clientX: number; clientY: number }): string | null {
    const square = this.pointerInput.squareAtPoint(point)
    return square < 0 ? null : squareName(this.layout.grid, square)
  }

  /** Plays the steps of a move one after the other; returns false if something else was shown meanwhile. */
  async play(steps: Step[], onStep: (step: Step) => void): Promise<boolean> {
    const generation = ++this.animation
    this.preview(null)
    for (const step of steps) {
      if (!this.scene) return false
      onStep(step)
      const before = this.scene.cells
      this.scene = { ...this.scene, cells: step.cells }
      const swap =
        step.kind === "swap"
          ? (
              [
                [step.from, step.to],
                [step.to, step.from],
              ] as const
            ).map(([from, to]) => this.topPieceMotion(before, step.cells, from, to))
          : undefined
      await this.animateTo(before, step.cells, generation, true, swap)
      if (generation !== this.animation) return false
      if (steps.length > 1) await wait((reducedMotion() ? 300 : 120) * slowdown())
      if (generation !== this.animation) return false
    }
    return true
  }

  // ---- drawing ----

  /** Draws the squares for the current scene and orientation. */
  private layOut(flip: boolean): void {
    this.turned = !!this.scene && this.scene.files > this.scene.ranks && this.narrow.matches
    const { scene } = this
    if (!scene) {
      this.layout = new Layout(this.layout.grid, flip, false)
      return
    }
    this.layout = new Layout(scene, flip, scene.files > 8, this.turned)
    this.element.dataset.way = this.turned ? (flip ? "← White plays to the left" : "White plays to the right →") : ""
    const { rows, names } = drawSquares(this.layout)
    for (const row of rows) {
      row.setAttribute("role", "row")
      for (const square of row.children) {
        square.setAttribute("role", "gridcell")
        square.id = `square-${square.getAttribute("data-square")}`
      }
    }
    this.squareRows.replaceChildren(...rows)
    // A game with a die has its faces below the board instead of labels.
    const below = scene.dice.length > 0 ? [] : drawFileLabels(scene, this.layout)
    this.labelLayer.replaceChildren(...names, ...below)
    this.svg.setAttribute("viewBox", this.layout.viewBox(below.length > 0))
    this.pointerInput.focusSquare(this.pointerInput.focused)
    this.drawMarks()
    this.preview(null)
    this.annotations.draw()
  }

  private drawPieces(cells: Cells): void {
    if (this.scene) this.pieceLayer.replaceChildren(...drawPieces({ ...this.scene, cells }, this.layout))
  }

  /** The drawings of the pieces on a square, from bottom to top. */
  private drawnPieces(square: number): SVGGElement[] {
    return [...this.pieceLayer.querySelectorAll<SVGGElement>(`[data-square="${squareName(this.layout.grid, square)}"]`)]
  }

  private describeSquares(): void {
    if (!this.scene) return
    this.svg.setAttribute("aria-label", `Board. ${describeScene(this.scene)}`)
    for (const square of this.squareRows.querySelectorAll(".square")) {
      const name = square.getAttribute("data-square") ?? ""
      square.setAttribute("aria-label", `${name}, ${describeSquare(this.scene, squareIndex(this.scene, name))}`)
    }
  }

  private drawMarks(): void {
    const lower: SVGElement[] = []
    const upper: SVGElement[] = []
    const { scene, layout } = this
    if (!scene) return
    const fill = (square: number, kind: string): void =>
      void lower.push(
        svg("rect", {
          ...layout.corner(square),
          width: SQUARE_SIZE,
          height: SQUARE_SIZE,
          class: `mark mark-${kind}`,
          "data-mark": squareName(scene, square),
        }),
      )
    for (const mark of this.marks) {
      if (mark.kind === "file") {
        for (let rank = 1; rank <= scene.ranks; ++rank) fill(squareIndex(scene, `${mark.file}${rank}`), "file")
      } else if ("from" in mark) {
        const [origin, target] = [
          layout.centre(squareIndex(scene, mark.from)),
          layout.centre(squareIndex(scene, mark.to)),
        ]
        upper.push(
          mark.kind === "good-arrow" || mark.kind === "bad-arrow"
            ? svg("g", { class: `mark-${mark.kind}` }, ...straightArrow(origin, target, mark.kind))
            : svg("line", { x1: origin.x, y1: origin.y, x2: target.x, y2: target.y, class: `mark mark-${mark.kind}` }),
        )
      } else if (mark.kind === "to" || mark.kind === "mate") {
        const square = squareIndex(scene, mark.square)
        const { x, y } = layout.centre(square)
        const isOccupied = (scene.cells[square] ?? []).length > 0
        upper.push(
          svg("circle", {
            cx: x,
            cy: y,
            r: SQUARE_SIZE * (isOccupied ? 0.44 : 0.15),
            class: `mark mark-${mark.kind}${isOccupied ? " mark-ring" : ""}`,
            "data-mark": mark.square,
          }),
        )
      } else {
        const square = squareIndex(scene, mark.square)
        fill(square, mark.kind)
        if (mark.kind === "mated")
          upper.push(
            badge({ x: layout.corner(square).x + SQUARE_SIZE - 6, y: layout.corner(square).y + 6 }, "#", "badge-mated"),
          )
      }
    }
    this.marksBelow.replaceChildren(...lower)
    this.marksAbove.replaceChildren(...upper)
  }

  // ---- animation ----

  private topPieceMotion(before: Cells, after: Cells, from: string, to: string): PieceMotion {
    const [origin, target] = [squareIndex(this.layout.grid, from), squareIndex(this.layout.grid, to)]
    return {
      from: { square: origin, level: (before[origin]?.length ?? 1) - 1 },
      to: { square: target, level: (after[target]?.length ?? 1) - 1 },
    }
  }

  /**
   * Draws the pieces of `after` and animates them from their old squares; pieces that swap pass each other on arcs.
   */
  private async animateTo(
    before: Cells,
    after: Cells,
    generation: number,
    animated: boolean,
    swap?: PieceMotion[],
  ): Promise<void> {
    this.drawPieces(after)
    this.describeSquares()
    this.drawMarks()
    const { dropped } = this
    this.dropped = null
    const motions =
      swap ??
      pieceMotions(before, after).filter(({ from, to }) => from.square !== dropped?.from || to.square !== dropped.to)
    if (!animated || reducedMotion() || motions.length === 0) return
    const moving = motions.flatMap(({ from, to }) => {
      const piece = this.drawnPieces(to.square)[to.level]
      return piece
        ? [
            {
              piece,
              origin: this.layout.placement(from.square, from.level, before[from.square]?.length ?? 1),
              target: this.layout.placement(to.square, to.level, after[to.square]?.length ?? 1),
            },
          ]
        : []
    })
    for (const { piece } of moving) this.pieceLayer.append(piece)
    const duration = (swap ? SWAP_TIME : GLIDE_TIME) * slowdown()
    await new Promise<void>(resolve => {
      let start = 0
      const frame = (now: number): void => {
        if (generation !== this.animation) return resolve() // another animation or position is shown
        start ||= now
        const time = Math.min(1, (now - start) / duration)
        const progress = time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) * (1 - time)
        for (const { piece, origin, target } of moving)
          piece.setAttribute(
            "transform",
            toTransform(interpolate(origin, target, progress, swap ? SQUARE_SIZE * 0.42 : 0)),
          )
        if (time < 1) requestAnimationFrame(frame)
        else resolve()
      }
      frame(performance.now())
    })
  }

  /** Shows the square of the keyboard cursor. */
  private showFocus(square: number): void {
    const { x, y } = this.layout.corner(square)
    this.focusSquare.setAttribute("x", String(x))
    this.focusSquare.setAttribute("y", String(y))
    this.svg.setAttribute("aria-activedescendant", `square-${squareName(this.layout.grid, square)}`)
  }
}
