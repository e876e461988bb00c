/** The card of the current game: its moves, the previous game, the review, and buttons for a new game. */
import { type Game, NO_ANSWER } from "./api"
import { copyText } from "./clipboard"
import { h, plural, replaceChildren } from "./dom"
import type { GameEntry, PlayedGame } from "./played-game"
import { isDefaultGame } from "./games"
import { sideName, opposite } from "./opponent"
import { findMissedMates } from "./missed-mates"
import { type MoveRating, moveNumbers, ScoreSheet } from "./score-sheet"

export class GameCard {
  private readonly sheet: ScoreSheet
  private readonly review = h("ul", { id: "review", class: "review", role: "status" })
  private readonly earlierLine = h("p", { id: "earlier", class: "hint" })
  private readonly playersLine = h("p", { id: "players", class: "hint" })
  private readonly resignButton = h(
    "button",
    { id: "resign", class: "quiet", onclick: () => this.hooks.resignButton() },
    "Resign",
  )
  private readonly copyButton = h(
    "button",
    { id: "copy-game", class: "quiet", onclick: () => void copyText(this.copyButton, this.text, "Game copied.") },
    "Copy game",
  )
  readonly element: HTMLElement
  private game: Game | null = null
  private result = "*"
  private readonly ratings = new WeakMap<GameEntry, MoveRating>()

  /** `goTo` is called with the selected ply, `previewPly` with the ply under the pointer. */
  constructor(
    private readonly played: PlayedGame,
    private readonly hooks: {
      goTo(ply: number): void
      previewPly(ply: number | null): void
      openNewGame(): void
      resignButton(): void
      restoreEarlier(): void
    },
  ) {
    this.sheet = new ScoreSheet("score-sheet", hooks.goTo, hooks.previewPly)
    this.element = h(
      "section",
      { class: "card" },
      h("h2", {}, "The game"),
      this.playersLine,
      this.sheet.element,
      this.earlierLine,
      h(
        "div",
        { class: "row" },
        h("button", { id: "review-game", onclick: () => void this.reviewGame() }, "Review"),
        this.copyButton,
      ),
      this.review,
      h(
        "div",
        { class: "row" },
        h("button", { id: "new-game", onclick: () => hooks.openNewGame() }, "New game…"),
        this.resignButton,
      ),
    )
  }

  /** Switches to another game or variant. */
  showGame(game: Game): void {
    this.game = game
    replaceChildren(this.review)
  }

  /** Shows the moves and the result ("1-0", "0-1", "1/2-1/2" or "*"). */
  show(result: string): void {
    const { history, index, earlierLength, opponent } = this.played
    this.result = result
    this.resignButton.disabled = result !== "*" || history.length === 1
    this.playersLine.textContent = opponent
      ? `You play ${sideName(opposite(opponent.side))} against the computer, level ${opponent.level}.`
      : "Two players at this board."
    this.sheet.show(
      history
        .slice(1)
        .map(entry => ({ text: entry.move ?? "", by: entry.by, rating: this.ratings.get(entry) ?? null })),
    )
    this.sheet.markCurrent(index)
    replaceChildren(
      this.earlierLine,
      history.length === 1 ? "No moves yet. " : null,
      earlierLength > 0 && `The previous game (${plural(Math.ceil(earlierLength / 2), "move")}) is kept. `,
      earlierLength > 0 &&
        h("button", { class: "link", id: "take-back", onclick: () => this.hooks.restoreEarlier() }, "Return to it"),
    )
  }

  /** Shows the rating of each move of `game`, whose first entry is the initial position and has none. */
  rate(game: readonly GameEntry[], ratings: (MoveRating | null)[]): void {
    for (const [index, entry] of game.slice(1).entries()) {
      const rating = ratings[index]
      if (rating) this.ratings.set(entry, rating)
    }
    this.show(this.result)
  }

  /** The game as text for `octomate replay`. */
  get text(): string {
    const { opponent } = this.played
    const first = this.played.history[0]?.fen
    const { name, start } = this.game ?? { name: "", start: "" }
    const player = (side: "white" | "black"): string =>
      `[${sideName(side)} "${opponent?.side === side ? `Octomate, level ${opponent.level}` : "You"}"]`
    const tags = [
      opponent && player("white"),
      opponent && player("black"),
      first !== start && `[FEN "${first}"]`,
      !isDefaultGame(name) && `[Variant "${name}"]`,
    ].filter(Boolean)
    const entries = this.played.history.slice(1)
    const numbers = moveNumbers(entries)
    const moves = entries.map(({ move, by }, index) =>
      by === "white" || index === 0 ? `${numbers[index]} ${move}` : `${move}`,
    )
    return [
      ...tags,
      tags.length > 0 ? "" : false,
      `${moves
        .map(text => `${text} `)
        .join("")
        .replace(/…/g, "...")}${this.result === "*" ? "" : this.result}`,
    ]
      .filter(line => line !== false)
      .join("\n")
  }

  private async reviewGame(): Promise<void> {
    const { history } = this.played
    const missedMates = await findMissedMates(history, this.played.variant).catch(() => null)
    replaceChildren(
      this.review,
      ...(missedMates === null
        ? [h("li", {}, NO_ANSWER)]
        : missedMates.length === 0
          ? [h("li", {}, history.length > 1 ? "You missed no immediate win." : "No moves to review yet.")]
          : missedMates.map(({ ply, words }) =>
              h("li", {}, h("button", { class: "link", onclick: () => this.hooks.goTo(ply - 1) }, words)),
            )),
    )
  }
}
