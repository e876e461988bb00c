/** A score sheet: the moves of a game as buttons in two columns. */
import { h, replaceChildren } from "./dom"

/** The rating of a move that loses expected score: a sign such as "??", and the better move. */
export interface MoveRating {
  sign: string
  better: string
}

export interface ScoreSheetMove {
  text: string
  by: "white" | "black"
  fault?: string // why the move is wrong, as `octomate replay` reports it
  rating?: MoveRating | null
}

/** Returns the number of each move: "22." for White, "22…" for Black. */
export function moveNumbers(moves: { by: "white" | "black" }[]): string[] {
  let number = 0
  return moves.map(({ by }) => (by === "white" ? `${++number}.` : `${number === 0 ? ++number : number}…`))
}

export class ScoreSheet {
  readonly element: HTMLOListElement

  /** `onPick` is called when a move is pressed, `onHover` with the ply under the pointer, or null. */
  constructor(
    id: string,
    private readonly onPick: (ply: number) => void,
    private readonly onHover: (ply: number | null) => void = () => undefined,
  ) {
    this.element = h("ol", { id, class: "plies" })
  }

  /** Shows the moves; plies count from 1. */
  show(moves: ScoreSheetMove[]): void {
    const numbers = moveNumbers(moves)
    replaceChildren(
      this.element,
      ...moves.map(({ text, by, fault, rating }, index) => {
        const ply = index + 1
        const number = by === "white" || index === 0 ? h("span", { class: "number" }, `${numbers[index]} `) : null
        const button = h(
          "button",
          { class: `ply${fault ? " faulty" : ""}`, "data-ply": ply, onclick: () => this.onPick(ply) },
          text,
          rating ? h("span", { class: "ply-sign" }, rating.sign) : null,
          fault ? h("span", { class: "tag-wrong", title: fault }, " ⚠") : null,
          rating ? h("span", { class: "better" }, ` better ${rating.better}`) : null,
        )
        onHover(button, isHovered => this.onHover(isHovered ? ply : null))
        return h("li", { class: by }, number, button, " ")
      }),
    )
  }

  /** Marks the current ply and scrolls to it; 0 marks nothing. */
  markCurrent(currentPly: number): void {
    for (const button of this.element.querySelectorAll<HTMLElement>("button")) {
      const ply = Number(button.dataset.ply)
      button.classList.toggle("later", ply > currentPly)
      if (ply === currentPly) {
        button.setAttribute("aria-current", "step")
        const { offsetTop, offsetHeight } = button
        const { scrollTop, clientHeight } = this.element
        if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
          this.element.scrollTop = offsetTop - clientHeight / 2
      } else button.removeAttribute("aria-current")
    }
  }
}

/** Calls `listener` with true when the element gets the pointer or the focus, and with false when it loses it. */
export function onHover(element: HTMLElement, listener: (isHovered: boolean) => void): void {
  for (const name of ["pointerenter", "focus"]) element.addEventListener(name, () => listener(true))
  for (const name of ["pointerleave", "blur"]) element.addEventListener(name, () => listener(false))
}
