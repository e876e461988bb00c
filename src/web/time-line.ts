/** The time line: earlier states of a game as small boards; a legal move may lead back to one. */
import { type Game, type MoveRecord, earlierStates, type Past } from "./api"
import { h, replaceChildren } from "./dom"
import { thumbnail } from "./draw"
import type { Scene } from "./scene"

export class TimeLine {
  private readonly hint = h("p", { class: "hint" })
  private readonly states = h("ol", { class: "past", start: "0", "aria-label": "Earlier states, oldest first" })
  readonly element = h(
    "section",
    { class: "card time-line", hidden: true },
    h("h2", {}, "Time line"),
    this.hint,
    this.states,
  )
  private shownFen = "" // FEN whose states are shown

  constructor(private readonly onTravel: (record: MoveRecord) => void) {}

  /** Shows the earlier states in a position; states to which a move leads are buttons. */
  async show(fen: string, game: Game, scene: Scene, moves: MoveRecord[]): Promise<void> {
    if (fen === this.shownFen) return
    this.shownFen = fen
    const states = game.past ? await earlierStates(fen, game.name).catch((): Past[] => []) : []
    if (fen !== this.shownFen) return
    this.element.hidden = states.length === 0
    const moveByState = new Map(moves.map(record => [record.state, record]))
    this.hint.textContent = moves.some(({ state }) => state !== undefined)
      ? "Select a state to travel back to it: that is your move, and it uses both rooks of the Hourglass."
      : "With an unused rook, an Hourglass could travel back to these."
    replaceChildren(
      this.states,
      ...states.map((state, index) => h("li", {}, this.button(state, index, scene, moveByState.get(index)))),
    )
    this.states.scrollLeft = this.states.scrollWidth
  }

  private button(state: Past, index: number, scene: Scene, record: MoveRecord | undefined): HTMLButtonElement {
    const side = state.turn === "white" ? "White" : "Black"
    const mateWords = record?.mate ? ", mate" : ""
    return h(
      "button",
      {
        "data-state": index,
        disabled: !record,
        title: state.words,
        "aria-label": `State ${index}, ${side} to move${mateWords}. ${state.words}`,
        onclick: () => record && this.onTravel(record),
      },
      thumbnail({ ...scene, cells: state.cells }),
      h("span", {}, `${index} `, h("span", { class: `side side-${state.turn}` })),
    )
  }
}
