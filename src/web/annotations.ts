/** Circles and arrows that the user draws on the board with the right mouse button. */
import { svg } from "./dom"
import { type Layout, SQUARE_SIZE, straightArrow } from "./draw"

export class Annotations {
  readonly element = svg("g", { class: "marks notes", "aria-hidden": "true" })
  private shapes: { startSquare: number; to: number }[] = [] // a shape from a square to itself is a circle
  private startSquare: number | null = null

  constructor(private readonly layout: () => Layout) {}

  begin(square: number): void {
    this.startSquare = square
  }

  /**
   * Adds the shape from the start square to `to`, or removes it if it exists. Does nothing if `to` is -1, outside the
   * board.
   */
  end(to: number): void {
    const { startSquare } = this
    this.startSquare = null
    if (startSquare === null || to < 0) return
    const remaining = this.shapes.filter(shape => shape.startSquare !== startSquare || shape.to !== to)
    this.shapes = remaining.length < this.shapes.length ? remaining : [...remaining, { startSquare, to }]
    this.draw()
  }

  clear(): void {
    this.shapes = []
    this.draw()
  }

  draw(): void {
    const layout = this.layout()
    this.element.replaceChildren(
      ...this.shapes.flatMap(({ startSquare: from, to }) => {
        const [a, b] = [layout.centre(from), layout.centre(to)]
        return from === to
          ? [svg("circle", { cx: a.x, cy: a.y, r: SQUARE_SIZE * 0.45, class: "note-circle" })]
          : straightArrow(a, b, "note")
      }),
    )
  }
}
