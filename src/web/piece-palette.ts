/** The palette of pieces to choose or drag to the board in the tab "Set up". */
import type { Game } from "./api"
import { h, replaceChildren, svg } from "./dom"
import { pieceDrawing } from "./draw"
import { pieceName } from "./scene"

/** The choice that removes pieces, in place of a piece letter. */
export const ERASE = "erase"

export class PiecePalette {
  readonly element = h("div", { id: "palette", role: "group", "aria-label": "Pieces to place" })
  private game: Game | null = null
  private justDragged = false

  /** `onChoose` is called when a piece is pressed, `onDrop` when it is dropped on a square. */
  constructor(
    private readonly board: {
      squareUnder(point: { clientX: number; clientY: number }): string | null
      readonly squareWidth: number
    },
    private readonly onChoose: (letter: string) => void,
    private readonly onDrop: (square: string, letter: string) => void,
  ) {}

  /** Offers the pieces of a game. */
  show(game: Game): void {
    this.game = game
    const pieces = game.palette.map(letter => ({ letter, white: game.scene.men[letter]?.white }))
    const group = (white: boolean): HTMLElement =>
      h("div", {}, ...pieces.filter(piece => piece.white === white).map(({ letter }) => this.button(letter)))
    const [light, dark] = [group(true), group(false)]
    dark.append(this.button(ERASE))
    replaceChildren(this.element, light, dark)
  }

  /** Marks the chosen piece; null marks nothing. */
  markChosen(chosen: string | null): void {
    for (const button of this.element.querySelectorAll<HTMLElement>("button"))
      button.setAttribute("aria-pressed", String(button.dataset.man === chosen))
  }

  private button(letter: string): HTMLButtonElement {
    const name = letter === ERASE ? "remove" : pieceName(this.game?.scene.men[letter])
    const picture =
      letter === ERASE
        ? "✕"
        : svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, pieceDrawing(this.game?.scene.men[letter]))
    const button = h(
      "button",
      { class: "brush-button", "data-man": letter, "aria-label": name, title: name, "aria-pressed": "false" },
      picture,
    )
    button.addEventListener("click", () => this.justDragged || this.onChoose(letter))
    if (letter !== ERASE) button.addEventListener("pointerdown", event => this.drag(event, letter))
    return button
  }

  /** Drags a piece from the palette to the board. */
  private drag(down: PointerEvent, piece: string): void {
    const button = down.currentTarget as HTMLElement
    button.setPointerCapture(down.pointerId)
    let ghost: SVGSVGElement | null = null
    const move = (event: PointerEvent): void => {
      if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 5) return
      const size = this.board.squareWidth
      if (!ghost) {
        ghost = svg(
          "svg",
          { viewBox: "0 0 40 40", class: "ghost", width: size, height: size },
          pieceDrawing(this.game?.scene.men[piece]),
        )
        document.body.append(ghost)
      }
      ghost.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2}px)`
    }
    const end = (event: PointerEvent): void => {
      button.removeEventListener("pointermove", move)
      button.removeEventListener("pointerup", end)
      button.removeEventListener("pointercancel", end)
      if (!ghost) return
      ghost.remove()
      this.justDragged = true // the click event after a drag must be ignored
      setTimeout(() => (this.justDragged = false), 0)
      const square = event.type === "pointerup" && this.board.squareUnder(event)
      if (square) this.onDrop(square, piece)
    }
    button.addEventListener("pointermove", move)
    button.addEventListener("pointerup", end)
    button.addEventListener("pointercancel", end)
  }
}
