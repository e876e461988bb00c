/** The bar of the tab "Play": what happened, the die, and its button; beside it, how the die is thrown. */
import { Die } from "./die"
import { h, replaceChildren } from "./dom"
import { settingBox } from "./settings"
import { sound } from "./sound"

export class DieBar {
  private readonly die = new Die()
  private readonly button = h(
    "button",
    { type: "button", id: "roll", class: "primary", onclick: () => this.onRoll() },
    "Roll",
  )
  private readonly message = h("p", { id: "rolled", class: "happened", role: "status" })
  private readonly ownDieSelect = h("select", {
    id: "own-die",
    onchange: () => Number(this.ownDieSelect.value) > 0 && this.onOwnRoll(Number(this.ownDieSelect.value)),
  })
  readonly elements = [this.message, this.die.element as unknown as HTMLElement, this.button]
  readonly options = h(
    "div",
    {},
    settingBox("autoRoll", "auto-roll", "Roll automatically"),
    settingBox("unrolled", "unrolled", "Allow moves without a roll"),
    h(
      "p",
      { class: "row" },
      h("label", { for: "own-die" }, "Enter a roll from a real die"),
      this.ownDieSelect,
    ),
  )

  /** `roll` is called when the button is pressed, `rolled` with the face that a die of one's own shows. */
  constructor(
    private readonly onRoll: () => void,
    private readonly onOwnRoll: (face: number) => void,
  ) {}

  /** The game has a die of so many faces, or none. */
  setFaces(faces: number | null): void {
    this.options.hidden = faces === null
    this.die.element.style.display = this.button.style.display = faces === null ? "none" : ""
    replaceChildren(
      this.ownDieSelect,
      ...Array.from({ length: (faces ?? 0) + 1 }, (_, face) =>
        h("option", { value: face }, face === 0 ? "–" : String(face)),
      ),
    )
  }

  /** Shows the face that was rolled, null if none was, and whether the die can be thrown, be it one of the person's own. */
  show(face: number | null, open: boolean, own: boolean): void {
    this.die.show(face)
    this.button.disabled = !open
    this.ownDieSelect.disabled = !open || !own
    this.ownDieSelect.value = String(face ?? 0)
  }

  showMessage(words: string): void {
    this.message.textContent = words
  }

  /** Throws the die, until it has come to rest on the face. */
  async rollTo(face: number, faces: number): Promise<void> {
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
