/** The card of the game that is played: its moves, the earlier game, its review, and a new one. */
import type { Game } from "./api"
import { copy } from "./clipboard"
import { h, plural, replace } from "./dom"
import type { PlayedGame } from "./played-game"
import { isFirst } from "./games"
import { nameOf, other } from "./opponent"
import { missed } from "./missed-mates"
import { MoveSheet } from "./score-sheet"

export class GameCard {
  private readonly sheet: MoveSheet
  private readonly review = h("ul", { id: "review", class: "review", role: "status" })
  private readonly earlier = h("p", { id: "earlier", class: "hint" })
  private readonly players = h("p", { id: "players", class: "hint" })
  private readonly resign = h(
    "button",
    { type: "button", id: "resign", class: "quiet", onclick: () => this.hooks.resign() },
    "Resign",
  )
  private readonly copyButton = h(
    "button",
    {
      type: "button",
      id: "copy-game",
      class: "quiet",
      onclick: () => void copy(this.copyButton, this.text, "Game copied."),
    },
    "Copy game",
  )
  readonly element: HTMLElement
  private game: Game | null = null
  private result = "*"

  /** `go` is called with the ply that is wanted, `look` with the one that is pointed at. */
  constructor(
    private readonly played: PlayedGame,
    private readonly hooks: {
      go(ply: number): void
      look(ply: number | null): void
      fresh(): void
      resign(): void
      takeBack(): void
    },
  ) {
    this.sheet = new MoveSheet("score-sheet", hooks.go, hooks.look)
    this.element = h(
      "section",
      { class: "card" },
      h("h2", {}, "The game"),
      this.players,
      this.sheet.element,
      this.earlier,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", id: "review-game", onclick: () => void this.tellMissed() }, "Review"),
        this.copyButton,
      ),
      this.review,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", id: "new-game", onclick: () => hooks.fresh() }, "New game…"),
        this.resign,
      ),
    )
  }

  /** Another game, or another kind of game, is played now. */
  begin(game: Game): void {
    this.game = game
    replace(this.review)
  }

  /** Shows the game; `result`: how it has ended, as games are written. */
  show(result: string): void {
    const { history, at, earlier, opponent } = this.played
    this.result = result
    this.resign.disabled = result !== "*" || history.length === 1
    this.players.textContent = opponent
      ? `You play ${nameOf(other(opponent.side))} against the computer, level ${opponent.level}.`
      : "Two people play."
    this.sheet.show(history.slice(1).map(({ move, by }) => ({ text: move ?? "", by })))
    this.sheet.at(at)
    replace(
      this.earlier,
      history.length === 1 ? "No moves yet. " : null,
      earlier > 0 && `The previous game (${plural(earlier, "move")}) is kept. `,
      earlier > 0 &&
        h(
          "button",
          { type: "button", class: "link", id: "take-back", onclick: () => this.hooks.takeBack() },
          "Return to it",
        ),
    )
  }

  /** The game as `octomate replay` reads it. */
  get text(): string {
    const { opponent } = this.played
    const first = this.played.history[0]?.fen
    const { name, start } = this.game ?? { name: "", start: "" }
    const player = (side: "white" | "black"): string =>
      `[${nameOf(side)} "${opponent?.side === side ? `Octomate, level ${opponent.level}` : "You"}"]`
    const tags = [
      opponent && player("white"),
      opponent && player("black"),
      first !== start && `[FEN "${first}"]`,
      !isFirst(name) && `[Variant "${name}"]`,
    ].filter(Boolean)
    return [
      ...tags,
      tags.length > 0 ? "" : false,
      `${this.sheet.element.textContent?.replace(/…/g, "...") ?? ""}${this.result === "*" ? "" : this.result}`,
    ]
      .filter((line) => line !== false)
      .join("\n")
  }

  private async tellMissed(): Promise<void> {
    const { history } = this.played
    const found = await missed(history, this.played.variant).catch(() => null)
    replace(
      this.review,
      ...(found === null
        ? [h("li", {}, "The server does not answer.")]
        : found.length === 0
          ? [h("li", {}, history.length > 1 ? "You missed no immediate win." : "No moves to review yet.")]
          : found.map(({ ply, words }) =>
              h(
                "li",
                {},
                h("button", { type: "button", class: "link", onclick: () => this.hooks.go(ply - 1) }, words),
              ),
            )),
    )
  }
}
