/** The bar of the tab "Play": what happened, the die, and its button; beside it, how the die is thrown. */
import { Die } from "./die"
import { h, replace } from "./dom"
import { settingBox } from "./settings"
import { sound } from "./sound"

export class DieBar {
  private readonly die = new Die()
  private readonly button = h(
    "button",
    { type: "button", id: "roll", class: "primary", onclick: () => this.roll() },
    "Roll",
  )
  private readonly words = h("p", { id: "rolled", class: "happened", role: "status" })
  private readonly own = h("select", {
    id: "own-die",
    onchange: () => Number(this.own.value) > 0 && this.rolled(Number(this.own.value)),
  })
  readonly elements = [this.words, this.die.element as unknown as HTMLElement, this.button]
  readonly options = h(
    "div",
    {},
    settingBox("autoRoll", "auto-roll", "Roll automatically"),
    settingBox("unrolled", "unrolled", "Allow moves without a roll"),
    h("p", { class: "row" }, h("label", { for: "own-die" }, "Enter a roll from a real die"), this.own),
  )

  /** `roll` is called when the button is pressed, `rolled` with the face that a die of one's own shows. */
  constructor(
    private readonly roll: () => void,
    private readonly rolled: (face: number) => void,
  ) {}

  /** The game has a die of so many faces, or none. */
  setFaces(faces: number | null): void {
    this.options.hidden = faces === null
    this.die.element.style.display = this.button.style.display = faces === null ? "none" : ""
    replace(
      this.own,
      ...Array.from({ length: (faces ?? 0) + 1 }, (_, face) =>
        h("option", { value: face }, face === 0 ? "–" : String(face)),
      ),
    )
  }

  /** Shows the face that was rolled, null if none was, and whether the die can be thrown, be it one of the person's own. */
  show(face: number | null, open: boolean, own: boolean): void {
    this.die.show(face)
    this.button.disabled = !open
    this.own.disabled = !open || !own
    this.own.value = String(face ?? 0)
  }

  say(words: string): void {
    this.words.textContent = words
  }

  /** Throws the die, until it has come to rest on the face. */
  async throw(face: number, faces: number): Promise<void> {
    this.button.disabled = true
    sound("roll")
    await this.die.roll(face, faces)
  }

  /** Takes the focus, if the die can be thrown. */
  focus(): boolean {
    if (this.button.disabled || this.button.style.display === "none") return false
    this.button.focus()
    return true
  }
}
