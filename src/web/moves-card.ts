/** The card that lists moves and has a field for typing one. */
import type { FaceRow, MoveRecord } from "./api"
import { moveButtons } from "./board-view"
import { h, plural, replaceChildren } from "./dom"
import { matesText } from "./moves"

/** The content of the card: the moves of a face, or all moves. */
export interface ShownMoves {
  moves: MoveRecord[]
  face: number | null
  row: FaceRow | undefined // the row of `face`
  target: string | null | undefined // what `face` names, such as "the e-file"
  freeReason: string | undefined // the reason why any move may be played on a free face
  hints: boolean
  reason: string // the reason why no move can be played now; else empty
}

export class MovesCard {
  private readonly title = h("h2", { id: "moves-title" }, "Moves")
  private readonly hint = h("p", { class: "hint" })
  private readonly list = h("div", { id: "move-list" })
  private readonly details = h("details", { id: "listed" }, h("summary", {}, "List of moves"), this.list)
  private readonly input = h("input", {
    id: "typed-move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "e2e4 or Nf3",
    "aria-describedby": "rolled",
  })
  readonly element: HTMLElement

  /** `playTyped` gets the typed text and returns whether it was a move. */
  constructor(
    private readonly hooks: {
      play(record: MoveRecord): void
      preview(record: MoveRecord | null): void
      playTyped(text: string): Promise<boolean>
    },
  ) {
    this.element = h(
      "section",
      { class: "card" },
      this.title,
      this.hint,
      this.details,
      h(
        "form",
        {
          class: "row",
          onsubmit: (event: Event) => {
            event.preventDefault()
            void hooks.playTyped(this.input.value.trim()).then(played => {
              if (played) this.input.value = ""
            })
          },
        },
        h("label", { for: "typed-move" }, "Type a move"),
        this.input,
        h("button", { type: "submit" }, "Play it"),
      ),
    )
  }

  show({ moves, face, row, target, freeReason, hints, reason }: ShownMoves): void {
    this.title.textContent = row && face !== null ? `Face ${face}${target ? `: ${target}` : ""}` : "All moves"
    const mates = matesText(!hints ? 0 : row ? row.mates.length : moves.filter(record => record.mate).length)
    const count = plural(moves.length, "move")
    this.hint.textContent =
      moves.length === 0
        ? "No legal move."
        : row?.free
          ? `Free: ${freeReason}, so any of ${count} may be played${mates}. ${reason}`
          : `${count}${mates}. ${reason}`
    const buttons = moveButtons(moves, hints, this.hooks.play, this.hooks.preview)
    if (reason) for (const button of buttons.querySelectorAll("button")) button.disabled = true
    replaceChildren(this.list, moves.length > 0 ? buttons : null)
    if (hints) this.details.open = true
  }

  /** Removes the moves; returns true if one of them had the focus. */
  clear(): boolean {
    const focused = this.list.contains(document.activeElement)
    replaceChildren(this.list)
    this.title.textContent = "Moves"
    this.hint.textContent = ""
    return focused
  }

  get text(): string {
    return `${this.title.textContent}. ${this.hint.textContent}`
  }

  /** Focuses the input field. */
  focus(): void {
    this.input.focus()
  }
}
