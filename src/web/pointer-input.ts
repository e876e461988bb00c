/** Hands on the board: men are moved and squares pressed by mouse, finger and keyboard. */
import { type Layout, type Point, SIDE, transform } from "./draw"
import type { Notes } from "./annotations"
import { squareName } from "./scene"

const SLIP = 5 // pixels that a finger may move and still press

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
  /** He was put back, or dropped outside of the board, which the key Delete does too. */
  cancel(square: string, outside: boolean): void
}

/** What the hands need of the board. */
interface Held {
  layout(): Layout
  taken(at: number): boolean
  /** The man on top of a square, as he is drawn. */
  man(at: number): SVGGElement | null
  /** Draws him above all others. */
  lift(man: SVGGElement): void
  putBack(): void
  /** Where the squares are on the screen. */
  box(): DOMRect
  focus(at: number): void
  note: Notes
}

export class Hands {
  hand: Hand | null = null
  focused = 0 // the square at which the keyboard is
  private picked: number | null = null
  private down: { at: number; from: Point; id: number; fresh: boolean; man: SVGGElement | null } | null = null

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly board: Held,
  ) {
    svg.addEventListener("pointerdown", (event) => this.pressed(event))
    svg.addEventListener("contextmenu", (event) => event.preventDefault())
    svg.addEventListener("pointermove", (event) => this.moved(event))
    svg.addEventListener("pointerup", (event) => this.released(event))
    svg.addEventListener("pointercancel", () => this.release(null))
    // A finger that moves a man does not move the page.
    svg.addEventListener(
      "touchmove",
      (event) => {
        if (this.down && this.picked !== null && event.cancelable) event.preventDefault()
      },
      { passive: false },
    )
    svg.addEventListener("keydown", (event) => this.key(event))
  }

  /** Begins to ask somebody else; whoever was picked up is put back. */
  take(hand: Hand | null): void {
    this.release(null)
    this.picked = null
    this.hand = hand
  }

  focus(at: number): void {
    this.focused = at
    this.board.focus(at)
  }

  /** The square under a point of the screen; -1 outside of the board. */
  under(point: { clientX: number; clientY: number }): number {
    return this.board.layout().under(this.toBoard(point))
  }

  private toBoard({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = this.board.box()
    return {
      x: ((clientX - box.left) / box.width) * this.board.layout().width,
      y: ((clientY - box.top) / box.height) * this.board.layout().height,
    }
  }

  private name(at: number): string {
    return squareName(this.board.layout().grid, at)
  }

  private pressed(event: PointerEvent): void {
    const at = this.under(event)
    if (event.button === 2 && at >= 0) this.board.note.begin(at)
    else if (event.button === 0) this.board.note.clear()
    if (!this.hand || event.button !== 0 || this.down || at < 0) return
    this.svg.setPointerCapture(event.pointerId)
    this.focus(at)
    this.down = {
      at,
      from: { x: event.clientX, y: event.clientY },
      id: event.pointerId,
      fresh: false,
      man: null,
    }
    if (!this.hand.press && this.picked === null) this.down.fresh = this.pick(at)
  }

  private moved(event: PointerEvent): void {
    const { down } = this
    if (!down || event.pointerId !== down.id || !this.hand || this.hand.press) return
    if (!down.man) {
      if (Math.hypot(event.clientX - down.from.x, event.clientY - down.from.y) < SLIP) return
      if (this.picked !== down.at && !this.pick(down.at)) return
      down.man = this.board.man(down.at)
      if (!down.man) return
      this.board.lift(down.man)
      down.man.classList.add("held")
    }
    const { x, y } = this.toBoard(event)
    down.man.setAttribute("transform", transform({ x: x - SIDE / 2, y: y - SIDE / 2, scale: 1 }))
  }

  private released(event: PointerEvent): void {
    if (event.button === 2) this.board.note.end(this.under(event))
    const { down, hand } = this
    if (!down || event.pointerId !== down.id || !hand) return
    const at = this.under(event)
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
    this.board.putBack()
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
    if (otherwise && this.board.taken(to) && this.pick(to)) return
    this.hand.refuse(this.name(from), this.name(to))
  }

  private key(event: KeyboardEvent): void {
    if (!this.hand || event.ctrlKey || event.altKey || event.metaKey) return
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (step) {
      const { x, y } = this.board.layout().centre(this.focused)
      const to = this.board.layout().under({ x: x + (step[0] ?? 0) * SIDE, y: y + (step[1] ?? 0) * SIDE })
      if (to >= 0) this.focus(to)
    } else if (["Home", "End", "PageUp", "PageDown"].includes(event.key)) {
      const here = this.board.layout().centre(this.focused)
      const far = { x: this.board.layout().width - SIDE / 2, y: this.board.layout().height - SIDE / 2 }
      const to = {
        Home: { ...here, x: SIDE / 2 },
        End: { ...here, x: far.x },
        PageUp: { ...here, y: SIDE / 2 },
        PageDown: { ...here, y: far.y },
      }[event.key]
      this.focus(this.board.layout().under(to ?? here))
    } else if (event.key === "Enter" || event.key === " ") {
      this.act(this.focused)
    } else if (
      event.key === "Delete" &&
      !this.hand.press &&
      (this.picked !== null || this.pick(this.focused))
    ) {
      this.cancel(true)
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
