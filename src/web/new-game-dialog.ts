/** The dialog for a new game: opponent, side and variant. */
import { h } from "./dom"
import { allGames } from "./games"
import { chosenOpponent, lastNewGameChoice, LEVELS, type NewGameChoice, type Opponent } from "./opponent"
import { setSetting } from "./settings"
import { writeStored } from "./local-storage"

const SIDES = [
  ["white", "White"],
  ["black", "Black"],
  ["random", "Random"],
] as const

export class NewGameDialog {
  private readonly computer = this.radio("opponent-computer")
  private readonly people = this.radio("opponent-people")
  private readonly level = h(
    "select",
    { id: "level" },
    ...Array.from({ length: LEVELS }, (_, index) =>
      h(
        "option",
        { value: index + 1 },
        `${index + 1}${index === 0 ? ", a beginner" : index + 1 === LEVELS ? ", the strongest" : ""}`,
      ),
    ),
  )
  private readonly side = h("select", { id: "own-side" }, ...SIDES.map(([value, name]) => h("option", { value }, name)))
  private readonly variant = h(
    "select",
    { id: "new-variant" },
    ...allGames().map(({ name, title }) => h("option", { value: name }, title)),
  )
  private readonly opponentFields = h(
    "div",
    { class: "fields" },
    h("label", { for: "level" }, h("span", {}, "Level"), this.level),
    h("label", { for: "own-side" }, h("span", {}, "You play"), this.side),
  )
  private readonly dialog = h(
    "dialog",
    { id: "new-game-dialog", class: "new-game", "aria-labelledby": "new-game-title" },
    h(
      "form",
      { method: "dialog", onsubmit: () => this.submit() },
      h("h2", { id: "new-game-title" }, "New game"),
      h(
        "fieldset",
        {},
        h("legend", {}, "Opponent"),
        h("label", { class: "check", for: "opponent-computer" }, this.computer, " Computer"),
        h("label", { class: "check", for: "opponent-people" }, this.people, " Two people"),
      ),
      this.opponentFields,
      h("label", { for: "new-variant" }, h("span", {}, "Game"), this.variant),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", id: "start-game" }, "Start"),
        h("button", { onclick: () => this.dialog.close() }, "Cancel"),
      ),
    ),
  )

  /** `start` is called with the chosen game; the opponent is null if two people play. */
  constructor(private readonly start: (variant: string, opponent: Opponent | null) => void) {
    this.dialog.addEventListener("close", () => this.dialog.remove())
  }

  /** Opens the dialog with `variant` selected, and the computer if `isComputer`. */
  open(variant: string, isComputer = lastNewGameChoice().computer): void {
    const choice = lastNewGameChoice()
    this.computer.checked = isComputer
    this.people.checked = !isComputer
    this.level.value = String(choice.level)
    this.side.value = choice.side
    this.variant.value = variant
    this.showFields()
    document.body.append(this.dialog)
    this.dialog.showModal()
  }

  private radio(id: string): HTMLInputElement {
    return h("input", { type: "radio", name: "opponent", id, onchange: () => this.showFields() })
  }

  private showFields(): void {
    this.opponentFields.hidden = !this.computer.checked
  }

  private submit(): void {
    const choice: NewGameChoice = {
      computer: this.computer.checked,
      level: Number(this.level.value),
      side: this.side.value as NewGameChoice["side"],
    }
    writeStored("opponent", choice)
    setSetting("expected", false)
    this.start(this.variant.value, chosenOpponent(choice))
  }
}
