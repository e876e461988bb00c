/** The solution of a puzzle: its winning moves as buttons that show them. */
import type { MoveRecord } from "./api"
import type { Desk } from "./board-view"
import { h, replace } from "./dom"
import { faceWords } from "./moves"
import { type Round, winning } from "./puzzle-attempt"
import { pointedAt } from "./score-sheet"
import type { Theatre } from "./move-animation"

export class Solution {
  readonly element = h("div", { id: "solution" })

  /** `shown` tells whether a puzzle is still the one that is shown. */
  constructor(
    private readonly desk: Desk,
    private readonly theatre: Theatre,
    private readonly shown: (round: Round) => boolean,
  ) {}

  clear(): void {
    replace(this.element)
  }

  show(round: Round): void {
    const rows = round.tasks.map(({ line }) =>
      h(
        "li",
        {},
        line.face === 0 ? "" : `${faceWords(line.analysis.solved, line.face)}${line.free ? " (free)" : ""}: `,
        ...winning(line).map((record) => {
          const button = h(
            "button",
            {
              type: "button",
              class: "move move-mate",
              "data-uci": record.uci,
              onclick: () => void this.watch(round, record),
            },
            record.move,
          )
          pointedAt(
            button,
            (on) =>
              void this.desk.preview(on ? { fen: line.fen, variant: round.variant, move: record.uci } : null),
          )
          return button
        }),
      ),
    )
    replace(this.element, h("ul", { class: "solution" }, ...rows))
  }

  private async watch(round: Round, record: MoveRecord): Promise<void> {
    const { fen } = round.puzzle
    await this.desk.show(round.analysis.solved.scene)
    const last = await this.desk.animate(fen, round.variant, record)
    if (!last || !this.shown(round)) return
    this.theatre.offer({ fen, variant: round.variant, move: record.uci })
    this.desk.board.mark(last)
    this.desk.status(`${record.move}${record.mate ? ": mate" : ""}`, round.analysis.solved.turn)
  }
}
