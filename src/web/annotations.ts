/** What a person draws on the board with the right button: circles round squares, and arrows between them. */
import { svg } from "./dom"
import { head, type Layout, type Point, SIDE } from "./draw"

export class Notes {
  readonly element = svg("g", { class: "marks notes", "aria-hidden": "true" })
  private notes: { from: number; to: number }[] = [] // a circle leads from a square to itself
  private from: number | null = null

  constructor(private readonly layout: () => Layout) {}

  begin(at: number): void {
    this.from = at
  }

  /** Draws what was begun, or takes it away if it is there; nothing if it ends outside of the board (-1). */
  end(to: number): void {
    const { from } = this
    this.from = null
    if (from === null || to < 0) return
    const others = this.notes.filter((note) => note.from !== from || note.to !== to)
    this.notes = others.length < this.notes.length ? others : [...others, { from, to }]
    this.draw()
  }

  clear(): void {
    this.notes = []
    this.draw()
  }

  draw(): void {
    const layout = this.layout()
    this.element.replaceChildren(
      ...this.notes.flatMap(({ from, to }) => {
        const [a, b] = [layout.centre(from), layout.centre(to)]
        return from === to
          ? [svg("circle", { cx: a.x, cy: a.y, r: SIDE * 0.45, class: "note-circle" })]
          : arrow(a, b)
      }),
    )
  }
}

function arrow(from: Point, to: Point): SVGElement[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const neck = { x: to.x - ((to.x - from.x) / length) * 10, y: to.y - ((to.y - from.y) / length) * 10 }
  return [
    svg("line", { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y, class: "note-arrow" }),
    head(from, to, "note"),
  ]
}
