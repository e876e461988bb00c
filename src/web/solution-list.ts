/** The solution of a puzzle: winning moves as buttons that play them. */
import type { MoveRecord } from "./api"
import type { BoardView } from "./board-view"
import { h, replaceChildren } from "./dom"
import { faceWords } from "./moves"
import { type PuzzleAttempt, winningMoves } from "./puzzle-attempt"
import { onHover } from "./score-sheet"
import type { MoveAnimation } from "./move-animation"

export class SolutionList {
  readonly element = h("div", { id: "solution" })

  /** `isShown` checks whether a puzzle is still on the board. */
  constructor(
    private readonly boardView: BoardView,
    private readonly moveAnimation: MoveAnimation,
    private readonly isShown: (attempt: PuzzleAttempt) => boolean,
  ) {}

  clear(): void {
    replaceChildren(this.element)
  }

  show(attempt: PuzzleAttempt): void {
    const rows = attempt.tasks.map(({ position: line }) =>
      h(
        "li",
        {},
        line.face === 0 ? "" : `${faceWords(line.analysis.solved, line.face)}${line.free ? " (free)" : ""}: `,
        ...winningMoves(line).map(record => {
          const button = h(
            "button",
            {
              type: "button",
              class: "move move-mate",
              "data-uci": record.uci,
              onclick: () => void this.play(attempt, record),
            },
            record.move,
          )
          onHover(
            button,
            isHovered =>
              void this.boardView.preview(
                isHovered ? { fen: line.fen, variant: attempt.variant, move: record.uci } : null,
              ),
          )
          return button
        }),
      ),
    )
    replaceChildren(this.element, h("ul", { class: "solution" }, ...rows))
  }

  private async play(attempt: PuzzleAttempt, record: MoveRecord): Promise<void> {
    const { fen } = attempt.puzzle
    await this.boardView.show(attempt.analysis.solved.scene)
    const last = await this.boardView.animate(fen, attempt.variant, record)
    if (!last || !this.isShown(attempt)) return
    this.moveAnimation.offer({ fen, variant: attempt.variant, move: record.uci })
    this.boardView.board.setMarks(last)
    this.boardView.setStatus(`${record.move}${record.mate ? ": mate" : ""}`, attempt.analysis.solved.turn)
  }
}
