/** Mouse, touch and keyboard input for the board. */
import { type Layout, type Point, SQUARE_SIZE, toTransform } from "./draw"
import type { Annotations } from "./annotations"
import { squareName } from "./scene"

const DRAG_THRESHOLD = 5 // pixels that the pointer may move during a press

/** Callbacks for input on the board. */
export interface InputHandler {
  /** Called when a square is pressed. If defined, pieces cannot be selected or dragged. */
  press?(square: string): void
  /** Returns whether the piece on the square may be selected. */
  pick(square: string): boolean
  /** Called when the piece is dropped on another square; returns false if that move is not possible. */
  drop(from: string, to: string): boolean
  /** Called if the move was not possible and no other piece was selected instead. */
  refuse(from: string, to: string): void
  /** Called when the piece is put back or, with `outside`, removed: dropped off the board or by Delete. */
  cancel(square: string, outside: boolean): void
}

/** The functions of the board that the input needs. */
interface BoardAccess {
  layout(): Layout
  isOccupied(square: number): boolean
  /** The drawing of the top piece of a square. */
  pieceAt(square: number): SVGGElement | null
  /** Draws a piece above all others. */
  raise(piece: SVGGElement): void
  redrawPieces(): void
  /** Draws a dragged piece on the square where it was dropped until its move is drawn. */
  drop(from: number, to: number): void
  /** The rectangle of the squares on the screen. */
  boardRectangle(): DOMRect
  focusSquare(square: number): void
  annotations: Annotations
}

export class PointerInput {
  handler: InputHandler | null = null
  focused = 0 // square of the keyboard cursor
  private pickedSquare: number | null = null
  private drag: { square: number; from: Point; id: number; justPicked: boolean; pieceAt: SVGGElement | null } | null =
    null

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly board: BoardAccess,
  ) {
    svg.addEventListener("pointerdown", event => this.onPointerDown(event))
    svg.addEventListener("contextmenu", event => event.preventDefault())
    svg.addEventListener("pointermove", event => this.onPointerMove(event))
    svg.addEventListener("pointerup", event => this.onPointerUp(event))
    svg.addEventListener("pointercancel", () => this.endDrag(null))
    // Dragging a piece by touch must not scroll the page.
    svg.addEventListener(
      "touchmove",
      event => {
        if (this.drag && this.pickedSquare !== null && event.cancelable) event.preventDefault()
      },
      { passive: false },
    )
    // The tap that opens a dialog must not press a button of it as well.
    svg.addEventListener(
      "touchend",
      event => {
        if (event.cancelable && document.querySelector("dialog[open]")) event.preventDefault()
      },
      { passive: false },
    )
    svg.addEventListener("keydown", event => this.onKey(event))
  }

  /** True while a square is pressed or a piece is dragged. */
  get isPressed(): boolean {
    return this.drag !== null
  }

  /** Replaces the handler; a selected piece is put back. */
  setHandler(handler: InputHandler | null): void {
    this.endDrag(null)
    this.pickedSquare = null
    this.handler = handler
  }

  focusSquare(square: number): void {
    this.focused = square
    this.board.focusSquare(square)
  }

  /** The square at a point of the screen; -1 outside the board. */
  squareAtPoint(point: { clientX: number; clientY: number }): number {
    return this.board.layout().squareAtPoint(this.toBoard(point))
  }

  private toBoard({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = this.board.boardRectangle()
    return {
      x: ((clientX - box.left) / box.width) * this.board.layout().width,
      y: ((clientY - box.top) / box.height) * this.board.layout().height,
    }
  }

  private squareName(square: number): string {
    return squareName(this.board.layout().grid, square)
  }

  private onPointerDown(event: PointerEvent): void {
    const square = this.squareAtPoint(event)
    if (event.button === 2 && square >= 0) this.board.annotations.begin(square)
    else if (event.button === 0) this.board.annotations.clear()
    if (!this.handler || event.button !== 0 || this.drag || square < 0) return
    this.svg.setPointerCapture(event.pointerId)
    this.focusSquare(square)
    this.drag = {
      square,
      from: { x: event.clientX, y: event.clientY },
      id: event.pointerId,
      justPicked: false,
      pieceAt: null,
    }
    if (!this.handler.press && this.pickedSquare === null) this.drag.justPicked = this.pick(square)
  }

  private onPointerMove(event: PointerEvent): void {
    const { drag } = this
    if (!drag || event.pointerId !== drag.id || !this.handler || this.handler.press) return
    if (!drag.pieceAt?.isConnected) {
      if (Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y) < DRAG_THRESHOLD) return
      if (this.pickedSquare !== drag.square && !this.pick(drag.square)) {
        this.drag = null // `pick` is called only once in a drag
        return
      }
      drag.pieceAt = this.board.pieceAt(drag.square)
      if (!drag.pieceAt) return
      this.board.raise(drag.pieceAt)
      drag.pieceAt.classList.add("held")
    }
    const { x, y } = this.toBoard(event)
    drag.pieceAt.setAttribute("transform", toTransform({ x: x - SQUARE_SIZE / 2, y: y - SQUARE_SIZE / 2, scale: 1 }))
  }

  private onPointerUp(event: PointerEvent): void {
    if (event.button === 2) this.board.annotations.end(this.squareAtPoint(event))
    const { drag, handler } = this
    if (!drag || event.pointerId !== drag.id || !handler) return
    const square = this.squareAtPoint(event)
    const dragged = this.endDrag(event)
    if (handler.press) {
      if (square === drag.square) handler.press(this.squareName(square))
    } else if (dragged && square !== drag.square) {
      if (square < 0) this.cancel(true)
      else {
        this.board.drop(drag.square, square)
        if (!this.drop(square, false)) this.board.redrawPieces()
      }
    } else if (square === drag.square && !dragged) {
      if (this.pickedSquare === null || drag.justPicked) return
      if (this.pickedSquare === square) this.cancel(false)
      else this.drop(square, true)
    }
  }

  /**
   * Ends a drag: the piece returns to its square. Returns whether a piece was dragged.
   */
  private endDrag(event: PointerEvent | null): boolean {
    const { drag } = this
    this.drag = null
    if (!drag) return false
    if (this.svg.hasPointerCapture(drag.id)) this.svg.releasePointerCapture(drag.id)
    if (!drag.pieceAt) return false
    this.board.redrawPieces()
    if (!event) this.cancel(false)
    return true
  }

  private pick(square: number): boolean {
    if (!this.handler?.pick(this.squareName(square))) return false
    this.pickedSquare = square
    return true
  }

  private cancel(outside: boolean): void {
    const square = this.pickedSquare
    this.pickedSquare = null
    if (square !== null) this.handler?.cancel(this.squareName(square), outside)
  }

  /**
   * Drops the selected piece on `to`; if the move is not possible and `mayPickInstead`, selects the piece on `to`.
   * Returns whether the move is possible.
   */
  private drop(to: number, mayPickInstead: boolean): boolean {
    const from = this.pickedSquare
    this.pickedSquare = null
    if (from === null || !this.handler) return false
    if (this.handler.drop(this.squareName(from), this.squareName(to))) return true
    if (!mayPickInstead || !this.board.isOccupied(to) || !this.pick(to))
      this.handler.refuse(this.squareName(from), this.squareName(to))
    return false
  }

  private onKey(event: KeyboardEvent): void {
    if (!this.handler || event.ctrlKey || event.altKey || event.metaKey) return
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (step) {
      const { x, y } = this.board.layout().centre(this.focused)
      const to = this.board
        .layout()
        .squareAtPoint({ x: x + (step[0] ?? 0) * SQUARE_SIZE, y: y + (step[1] ?? 0) * SQUARE_SIZE })
      if (to >= 0) this.focusSquare(to)
    } else if (["Home", "End", "PageUp", "PageDown"].includes(event.key)) {
      const centre = this.board.layout().centre(this.focused)
      const lastCentre = {
        x: this.board.layout().width - SQUARE_SIZE / 2,
        y: this.board.layout().height - SQUARE_SIZE / 2,
      }
      const target = {
        Home: { ...centre, x: SQUARE_SIZE / 2 },
        End: { ...centre, x: lastCentre.x },
        PageUp: { ...centre, y: SQUARE_SIZE / 2 },
        PageDown: { ...centre, y: lastCentre.y },
      }[event.key]
      this.focusSquare(this.board.layout().squareAtPoint(target ?? centre))
    } else if (event.key === "Enter" || event.key === " ") {
      this.activate(this.focused)
    } else if (
      event.key === "Delete" &&
      !this.handler.press &&
      (this.pickedSquare !== null || this.pick(this.focused))
    ) {
      this.cancel(true)
    } else if (event.key === "Escape" && this.pickedSquare !== null) {
      this.cancel(false)
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  private activate(square: number): void {
    if (this.handler?.press) this.handler.press(this.squareName(square))
    else if (this.pickedSquare === null) this.pick(square)
    else if (this.pickedSquare === square) this.cancel(false)
    else this.drop(square, true)
  }
}
