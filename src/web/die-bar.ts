/** The bar of the tab "Play" with the last event, the die and its button, and the settings for rolling. */
import { Die } from "./die"
import { h, pulse, replaceChildren } from "./dom"
import { settingBox } from "./settings"
import { sound } from "./sound"

export class DieBar {
  private readonly die = new Die()
  private readonly button = h("button", { id: "roll", class: "primary", onclick: () => this.onRoll() }, "Roll")
  private readonly message = h("p", { id: "rolled", class: "happened", role: "status" })
  private readonly ownDieSelect = h("select", {
    id: "own-die",
    onchange: () => Number(this.ownDieSelect.value) > 0 && this.onOwnRoll(Number(this.ownDieSelect.value)),
  })
  readonly elements = [this.message, this.die.element as unknown as HTMLElement, this.button]
  private readonly againstComputer = h(
    "div",
    {},
    settingBox("autoRollComputer", "auto-roll-computer", "Roll automatically"),
  )
  private readonly betweenPeople = h(
    "div",
    { class: "stacked" },
    settingBox("autoRoll", "auto-roll", "Roll automatically"),
    settingBox("unrolled", "unrolled", "Allow moves without a roll"),
    h("p", { class: "row" }, h("label", { for: "own-die" }, "Enter a roll from a real die"), this.ownDieSelect),
  )
  readonly options = h("div", {}, this.againstComputer, this.betweenPeople)

  /**
   * `onRoll` is called when the button is pressed, `onOwnRoll` with the face that the user entered from a real die.
   */
  constructor(
    private readonly onRoll: () => void,
    private readonly onOwnRoll: (face: number) => void,
  ) {}

  /** Sets the number of faces of the die; null for a game without a die. */
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

  /**
   * Shows the rolled face (null before the roll). `canRoll`: the die can be rolled; `canEnter`: a roll from a real die can be
   * entered; `isOver`: no more rolls follow, so the die is hidden.
   */
  show(face: number | null, canRoll: boolean, canEnter: boolean, isOver: boolean): void {
    for (const element of [this.die.element, this.button]) element.toggleAttribute("hidden", isOver)
    this.die.show(face)
    this.button.disabled = !canRoll
    this.ownDieSelect.disabled = !canRoll || !canEnter
    this.ownDieSelect.value = String(face ?? 0)
  }

  /** Shows the settings for games against the computer, or those for games of two people. */
  setOpponent(isComputer: boolean): void {
    this.againstComputer.hidden = !isComputer
    this.betweenPeople.hidden = isComputer
  }

  /** Draws attention to the button. */
  pulse(): void {
    pulse(this.button)
  }

  showMessage(words: string): void {
    this.message.textContent = words
  }

  /** Animates the die until it shows `face`. */
  async rollTo(face: number, faces: number): Promise<void> {
    this.button.disabled = true
    sound("roll")
    await this.die.roll(face, faces)
  }

  /** Focuses the button if the die can be rolled; returns whether it can. */
  focus(): boolean {
    if (this.button.disabled || this.button.style.display === "none") return false
    this.button.focus()
    return true
  }
}
