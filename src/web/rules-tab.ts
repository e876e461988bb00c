/** The tab "How to play": the rules of the current game with pictures. */
import { writeAddress } from "./address"
import type { Game } from "./api"
import { type Tab } from "./board-view"
import { smallDie } from "./die"
import { byId, h, plural, replaceChildren } from "./dom"
import { picture } from "./draw"
import { allGames, gameOf } from "./games"
import { LESSONS, lessonOf } from "./lessons"
import type { PlayTab } from "./play-tab"
import { fileName } from "./scene"
import { training } from "./training-record"

const bold = (text: string): HTMLElement => h("strong", {}, text)

/** Splits a text into paragraphs at blank lines. */
const paragraphs = (text: string): HTMLElement[] =>
  text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map(one => h("p", {}, one))

export class RulesTab implements Tab {
  readonly bar = []
  readonly address = writeAddress({ tab: "rules" })
  flipped = false

  constructor(
    private readonly play: PlayTab,
    private readonly openTab: (tab: string) => void,
    private readonly openLesson: (game: string) => void,
  ) {}

  enter(): void {
    const { game } = this.play
    const { title, rules } = game
    replaceChildren(
      byId("panel-rules"),
      h(
        "section",
        { class: "card" },
        h("h2", {}, `How to play ${title}`),
        ...paragraphs(
          rules?.intro ?? "The server has no rules for this game; its legal moves are listed under “Play”.",
        ),
        this.faces(game),
      ),
      this.lessons(game),
      ...(rules?.parts ?? []).map(({ heading, text, scene }) =>
        h(
          "section",
          { class: "card example" },
          h("h3", {}, heading),
          h("div", { class: "pictures" }, picture(scene)),
          ...paragraphs(text),
        ),
      ),
      h(
        "section",
        { class: "card" },
        ...this.board(game),
        ...paragraphs(rules?.end ?? ""),
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary", onclick: () => this.openTab("puzzles") }, "Try the puzzles"),
          h("button", { onclick: () => this.openTab("play") }, game.die === null ? "Play" : "Roll and play"),
        ),
      ),
    )
  }

  leave(): void {}

  /** Lists the lessons of all games with their progress, that of the current game first. */
  private lessons({ name }: Game): HTMLElement {
    const currentLesson = lessonOf(name)?.game
    const names = Object.keys(LESSONS)
      .sort((a, b) => Number(b === currentLesson) - Number(a === currentLesson))
      .filter(one => allGames().some(game => game.name === one))
    return h(
      "section",
      { class: "card", id: "lessons" },
      h("h2", {}, "Lessons on the board"),
      h("p", {}, "A few positions, each with one thing to do: about a minute a step."),
      h(
        "div",
        { class: "row" },
        ...names.map(game => {
          const steps = LESSONS[game]?.length ?? 0
          const completedSteps = training.lessons(game).length
          return h(
            "button",
            {
              "data-lesson": game,
              class: game === currentLesson ? "primary" : null,
              onclick: () => this.openLesson(game),
            },
            `${gameOf(game).title} (${completedSteps === 0 ? plural(steps, "step") : completedSteps < steps ? `${completedSteps} of ${steps} done` : "✓ done"})`,
          )
        }),
      ),
    )
  }

  /** Shows the faces of the die with the files that they name. */
  private faces({ die, scene }: Game): HTMLElement | null {
    if (die === null || scene.labels.length === 0) return null
    const row = h(
      "p",
      {
        class: "dice",
        role: "img",
        "aria-label": scene.labels.map((label, file) => `${label}: the ${fileName(file)}-file`).join(", "),
      },
      ...scene.labels.map((label, file) => h("span", {}, smallDie(label), fileName(file))),
    )
    row.style.gridTemplateColumns = `repeat(${scene.labels.length}, 1fr)`
    return row
  }

  /** Explains the buttons below the board. */
  private board({ die }: Game): HTMLElement[] {
    return die === null
      ? []
      : [
          h("h2", {}, "The buttons below the board"),
          h(
            "ul",
            {},
            h(
              "li",
              {},
              "The ",
              bold("number in the die"),
              " is the face; the number below it is how many moves may be played on that roll.",
            ),
            h(
              "li",
              {},
              h("span", { class: "tag-free" }, "free"),
              " no legal move lands on this file, so any legal move may be played.",
            ),
            h("li", {}, h("span", { class: "tag-mate" }, "mate"), " this roll has a move that mates at once."),
            h("li", {}, "Select a face to see its moves on the board."),
          ),
        ]
  }
}
