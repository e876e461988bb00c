/** The strip under the board: a button for each face of the die, or a line of text without a die. */
import type { Described, FaceRow } from "./api"
import { smallDie } from "./die"
import { capitalized, h, plural, replaceChildren } from "./dom"
import { faceWords, matesText, usesDie } from "./moves"
import { fileName } from "./scene"

/** How the button of a face is highlighted. */
export interface FaceState {
  pressed?: boolean
  rolled?: boolean
  verdict?: "right" | "wrong" | "now"
}

export interface FaceStripOptions {
  solved: Described
  hasDie: boolean // whether the game has a die
  choosesMove: boolean // whether the user must choose a move
  showMates: boolean // whether mates may be shown
  toggles: boolean // whether a press selects the face as a guess
  stateOf: (face: number) => FaceState
  press: ((face: number) => void) | null
}

/** Describes the moves of a turn without the die: "No die this turn: only one move is legal." */
function withoutDieWords({ moves, mates }: FaceRow, { hasDie, showMates }: FaceStripOptions): string {
  const words = moves === 1 ? "only one move is legal" : `choose any of the ${moves} legal moves`
  const end = !showMates || mates.length === 0 ? "" : moves === 1 ? ", and it mates" : matesText(mates.length)
  return capitalized(`${hasDie ? "no die this turn: " : ""}${words}${end}.`)
}

/** The strip: shows each face of the die under its file. */
export class FaceStrip {
  private buttons: HTMLButtonElement[] = []
  private readonly noDieText = h("p", { class: "no-die" })

  constructor(private readonly element: HTMLElement) {}

  show(options: FaceStripOptions | null, files: number[]): void {
    const die = options !== null && usesDie(options.solved.faces)
    this.element.classList.toggle("without-die", !die)
    if (!die) {
      const row = options?.solved.faces[0]
      this.noDieText.textContent = row && row.moves > 0 && options.choosesMove ? withoutDieWords(row, options) : ""
      this.element.replaceChildren(this.noDieText)
      return
    }
    const rows = orderByFile(options.solved.faces, files)
    if (this.buttons.length !== rows.length) this.buttons = rows.map(() => h("button", { class: "face" }))
    if (this.buttons[0]?.parentNode !== this.element) this.element.replaceChildren(...this.buttons)
    this.element.style.gridTemplateColumns = `repeat(${rows.length}, 1fr)`
    for (const [column, row] of rows.entries()) {
      const button = this.buttons[column]
      if (button && row.face !== null) this.fill(button, row, row.face, options)
    }
  }

  private fill(button: HTMLButtonElement, row: FaceRow, face: number, options: FaceStripOptions): void {
    const state = options.stateOf(face)
    const mates = options.showMates ? row.mates.length : 0
    const verdict = state.verdict === "right" ? ", right" : state.verdict === "wrong" ? ", wrong" : ""
    const { die } = options.solved.words
    const words =
      `${faceWords(options.solved, face)}: ${row.free ? `free, ${die?.free}, so any of ` : ""}${plural(row.moves, "move")}` +
      matesText(mates) +
      verdict +
      (state.rolled ? ", rolled" : "")
    replaceChildren(
      button,
      smallDie(face),
      h("span", { class: "sr" }, words),
      h("span", { class: "face-moves", "aria-hidden": "true" }, String(row.moves)),
      h(
        "span",
        { class: "face-tags", "aria-hidden": "true" },
        row.free ? h("span", { class: "tag-free" }, "free") : null,
        mates > 0 ? h("span", { class: "tag-mate" }, "mate") : null,
        state.verdict === "right"
          ? h("span", { class: "tag-right" }, "✓")
          : state.verdict === "wrong"
            ? h("span", { class: "tag-wrong" }, "✗")
            : null,
      ),
    )
    button.dataset.face = String(face)
    button.title = words
    button.disabled = options.press === null
    button.className = [
      "face",
      state.pressed && "pressed",
      state.rolled && "rolled",
      state.verdict,
      mates > 0 && "wins",
    ]
      .filter(Boolean)
      .join(" ")
    if (options.press && (options.toggles || state.pressed !== undefined))
      button.setAttribute("aria-pressed", String(!!state.pressed))
    else button.removeAttribute("aria-pressed")
    button.onclick = () => options.press?.(face)
  }
}

/** Sorts the faces by their files, from left to right; keeps the order if the faces name no files. */
function orderByFile(rows: FaceRow[], files: number[]): FaceRow[] {
  const ordered = files.flatMap(file => rows.filter(row => row.file === fileName(file)))
  return ordered.length === rows.length ? ordered : rows
}
