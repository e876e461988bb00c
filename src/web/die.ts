/** The die: drawn as an octahedron, whatever its number of faces, and turned while it is rolled. */
import { reducedMotion, svg, wait } from "./dom"

/**
 * Returns a random face from 1 to `faces`, all equally likely. Numbers above a multiple of `faces` are rejected to
 * avoid a bias.
 */
export function rollDie(faces: number): number {
  const range = Math.floor(2 ** 32 / faces) * faces
  for (;;) {
    const number = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
    if (number < range) return (number % faces) + 1
  }
}

export class Die {
  private readonly number = svg("text", { x: 50, y: 60, "text-anchor": "middle", class: "die-number" })
  private readonly body = svg(
    "g",
    { class: "die-body" },
    svg("polygon", { points: "50,4 90,27 90,73 50,96 10,73 10,27", class: "die-under" }),
    svg("polygon", { points: "50,4 90,27 90,73", class: "die-side" }),
    svg("polygon", { points: "50,4 10,27 10,73", class: "die-side" }),
    svg("polygon", { points: "50,4 90,73 10,73", class: "die-front" }),
    this.number,
  )
  readonly element = svg("svg", { viewBox: "0 0 100 100", class: "die", role: "img" }, this.body)

  constructor() {
    this.show(null)
  }

  show(face: number | null): void {
    this.number.textContent = face === null ? "" : String(face)
    this.element.classList.toggle("die-blank", face === null)
    this.element.setAttribute("aria-label", face === null ? "The die has not been rolled" : `The die shows ${face}`)
  }

  /** Animates a roll that ends with `face`. */
  async roll(face: number, faces: number): Promise<void> {
    if (!reducedMotion()) {
      this.element.classList.remove("die-blank")
      this.body.classList.add("rolling")
      for (let turn = 0; turn < 4; ++turn) {
        this.number.textContent = String(rollDie(faces))
        await wait(60)
      }
      this.body.classList.remove("rolling")
    }
    this.show(face)
  }
}

/** Draws a face of the die as a small picture. */
export function smallDie(face: number | string): SVGSVGElement {
  const number = svg("text", { x: 50, y: 64, "text-anchor": "middle", class: "die-number" })
  number.textContent = String(face)
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "small-die", "aria-hidden": "true" },
    svg("polygon", { points: "50,4 90,27 90,73 50,96 10,73 10,27", class: "die-under" }),
    svg("polygon", { points: "50,4 90,73 10,73", class: "die-front" }),
    number,
  )
}
