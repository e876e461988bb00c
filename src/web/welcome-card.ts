/** The card that welcomes new users until they close it. */
import type { Game } from "./api"
import { byId, h } from "./dom"
import { lessonOf } from "./lessons"
import { setSetting, settings } from "./settings"

export class WelcomeCard {
  private readonly text = h("p")
  private readonly lesson: HTMLElement
  readonly element: HTMLElement

  constructor(openTab: (tab: string) => void, openLesson: () => void, openNewGame: () => void, onClose: () => void) {
    this.lesson = h(
      "button",
      { type: "button", id: "first-lesson", class: "primary", onclick: openLesson },
      "First lesson",
    )
    this.element = h(
      "section",
      { class: "card intro", id: "intro", hidden: settings.introduced },
      h("h2", {}, "New here?"),
      this.text,
      h(
        "div",
        { class: "row" },
        this.lesson,
        h("button", { type: "button", onclick: () => openTab("rules") }, "How to play"),
        h("button", { type: "button", onclick: () => openTab("puzzles") }, "Try the puzzles"),
        h("button", { type: "button", id: "play-computer", onclick: openNewGame }, "Play the computer"),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            id: "close-intro",
            onclick: () => {
              setSetting("introduced", true)
              this.element.hidden = true
              onClose()
            },
          },
          "Close",
        ),
      ),
    )
  }

  /** Shows the name of the game and an introduction to it. */
  showGame({ name, title, rules, die, scene }: Game): void {
    this.lesson.hidden = lessonOf(name) === null
    byId("game-title").textContent = title
    this.text.textContent =
      (rules
        ? rules.intro
        : `This is ${title}. Press a man and then the square he goes to, or choose a move from the list.`) +
      (die === null
        ? ""
        : ` The buttons under the board are the faces of the die${scene.labels.length > 0 ? ", each below its file" : ""}.`)
  }
}
