/** The welcome above the board: what the page is and three ways to begin, until the user has begun anything. */
import type { Game } from "./api"
import { byId, h, replaceChildren } from "./dom"
import { lessonOf } from "./lessons"
import { setSetting, settings } from "./settings"

export class WelcomeCard {
  private readonly element = byId("intro")
  private readonly text = h("p")
  private readonly lesson: HTMLElement

  constructor(hooks: { openNewGame(): void; openLesson(): void; openDaily(): void; onClose(): void }) {
    const button = (id: string, words: string, onclick: () => void): HTMLElement => h("button", { id, onclick }, words)
    this.lesson = button("first-lesson", "First lesson", hooks.openLesson)
    const play = button("play-computer", "Play the computer", hooks.openNewGame)
    play.classList.add("primary")
    replaceChildren(
      this.element,
      h(
        "div",
        { class: "intro-text" },
        h("h2", {}, "Octomate"),
        this.text,
        h(
          "button",
          {
            class: "quiet",
            id: "close-intro",
            "aria-label": "Close the welcome",
            onclick: () => {
              this.dismiss()
              hooks.onClose()
            },
          },
          "×",
        ),
      ),
      h(
        "div",
        { class: "intro-buttons" },
        play,
        this.lesson,
        button("daily-first", "Puzzle of the day", hooks.openDaily),
      ),
    )
  }

  /** Shows what the game is, if `isFresh` (no move has been played) and the welcome was not dismissed. */
  show({ name, title, rules, die, scene }: Game, isFresh: boolean): void {
    this.element.hidden = !isFresh || settings.introduced
    this.lesson.hidden = lessonOf(name) === null
    byId("game-title").textContent = title
    this.text.textContent =
      die !== null && scene.labels.length > 0
        ? `${title}: roll the die, then move a piece to the file that it names. Checkmate wins.`
        : (rules?.intro ?? `${title}: choose a piece, then the square it goes to.`)
  }

  hide(): void {
    this.element.hidden = true
  }

  /** Closes the welcome for good. */
  dismiss(): void {
    this.hide()
    if (!settings.introduced) setSetting("introduced", true)
  }
}
