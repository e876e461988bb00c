/** The card for a finished game: the result, luck and errors, and what to do next. */
import { NO_ANSWER, type Puzzle } from "./api"
import { h, plural, replaceChildren } from "./dom"
import type { GameEntry, PlayedGame } from "./played-game"
import { LuckCard } from "./luck-card"
import { missedMatePuzzles } from "./missed-mates"
import type { MoveRating } from "./score-sheet"

export class GameOverCard {
  private readonly titleElement = h("h2", { id: "end-title" })
  private readonly luck: LuckCard
  readonly rematch = h(
    "button",
    { id: "rematch", class: "primary", hidden: true, onclick: () => this.hooks.rematch() },
    "Rematch",
  )
  private readonly trainButton = h(
    "button",
    { id: "practise", onclick: () => void this.makePuzzles() },
    "Train on missed mates",
  )
  private readonly message = h("p", { id: "practise-words", class: "hint", role: "status" })
  readonly element: HTMLElement
  private shownGame = "" // text of the finished game on the card
  private finished: readonly GameEntry[] = [] // the entries of the finished game on the card

  /** `gameText` returns the game as text; `openPuzzles` opens puzzles in the trainer. */
  constructor(
    private readonly played: PlayedGame,
    private readonly hooks: {
      goTo(ply: number): void
      /** Shows the ratings of the moves of a game in the list of moves. */
      rate(game: readonly GameEntry[], ratings: (MoveRating | null)[]): void
      gameText(): string
      rematch(): void
      openPuzzles(puzzles: Puzzle[]): void
    },
  ) {
    this.luck = new LuckCard("end-luck", hooks.goTo, ratings => hooks.rate(this.finished, ratings), false)
    this.element = h(
      "section",
      { class: "card end-card", id: "end-card", "aria-labelledby": "end-title", hidden: true },
      this.titleElement,
      this.luck.element,
      h("div", { class: "row" }, this.trainButton),
      this.message,
    )
  }

  /** Shows the result in words; null hides the card while the game goes on. */
  show(result: string | null): void {
    const { history, opponent } = this.played
    // The card stays while the user looks back at the moves.
    if (result === null && !this.played.isNewest && history.at(-1) === this.finished.at(-1)) return
    this.element.hidden = result === null || history.length === 1
    this.rematch.hidden = this.element.hidden || !opponent
    const text = result === null ? "" : this.hooks.gameText()
    if (text === this.shownGame) return
    this.shownGame = text
    this.message.textContent = ""
    if (result === null) return
    this.finished = [...history]
    this.titleElement.textContent = result
    this.luck.load(text)
    this.luck.selectGame(0)
    if (!this.element.hidden) void this.luck.showLuck()
  }

  private async makePuzzles(): Promise<void> {
    const { history, variant, opponent } = this.played
    this.trainButton.disabled = true
    this.message.textContent = "Looking for missed mates…"
    const puzzles = await missedMatePuzzles(history, variant, opponent?.side).catch(() => null)
    this.trainButton.disabled = false
    this.message.textContent = ""
    if (puzzles && puzzles.length > 0) return this.hooks.openPuzzles(puzzles)
    replaceChildren(
      this.message,
      puzzles === null
        ? NO_ANSWER
        : `${opponent ? "You" : "Nobody"} missed no mate in ${plural(Math.ceil((history.length - 1) / 2), "move")}.`,
    )
  }
}
