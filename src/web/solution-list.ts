/** The solution of a puzzle: moves as buttons that play them on the board. */
import { findMove, type MoveRecord, scene, solution } from "./api"
import type { BoardView } from "./board-view"
import { h, replaceChildren } from "./dom"
import { gameOf } from "./games"
import { faceWords } from "./moves"
import { canWinWithoutMate, type PuzzleAttempt, winningMoves } from "./puzzle-attempt"
import { onHover } from "./score-sheet"
import type { MoveAnimation } from "./move-animation"
import { PASS, type Path, solutionTree } from "./solution-tree"

export class SolutionList {
  readonly element = h("div", { id: "solution" })
  private showCount = 0 // number of solutions requested; answers to older requests are dropped
  private playCount = 0 // number of moves requested; answers to older requests are dropped

  /** `isShown` checks whether a puzzle is still on the board. */
  constructor(
    private readonly boardView: BoardView,
    private readonly moveAnimation: MoveAnimation,
    private readonly isShown: (attempt: PuzzleAttempt) => boolean,
  ) {}

  clear(): void {
    ++this.showCount
    ++this.playCount
    replaceChildren(this.element)
  }

  /** Shows the winning moves of each face, or all moves of a longer puzzle. */
  show(attempt: PuzzleAttempt): void {
    this.clear()
    replaceChildren(this.element, this.winsByFace(attempt))
    if ((attempt.puzzle.moves ?? 1) > 1) void this.showTree(attempt)
  }

  private winsByFace(attempt: PuzzleAttempt): HTMLElement {
    const rows = attempt.tasks.map(({ position: line }) =>
      h(
        "li",
        {},
        line.face === 0 ? "" : `${faceWords(line.analysis.solved, line.face)}${line.free ? " (free)" : ""}: `,
        ...winningMoves(line).map(record => {
          const button = h(
            "button",
            {
              class: "move move-mate",
              "data-uci": record.uci,
              onclick: () => void this.play(attempt, line.fen, record),
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
    return h("ul", { class: "solution" }, ...rows)
  }

  private async showTree(attempt: PuzzleAttempt): Promise<void> {
    const count = this.showCount
    const found = await solution({ ...attempt.puzzle, variant: attempt.variant }).catch(() => null)
    if (!found || count !== this.showCount) return
    const side = attempt.analysis.solved.turn === "white" ? "White" : "Black"
    const tree = solutionTree(found, side, gameOf(attempt.variant).die, (path, button) => {
      for (const other of this.element.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current")
      button.setAttribute("aria-current", "step")
      void this.playLast(attempt, path)
    })
    replaceChildren(this.element, ...tree)
  }

  /** Plays the last move of a path on the board. */
  private async playLast(attempt: PuzzleAttempt, path: Path): Promise<void> {
    const count = ++this.playCount
    let { fen } = attempt.puzzle
    let record: MoveRecord | undefined
    for (const [index, move] of path.entries()) {
      if (move === PASS) fen = withOtherTurn(fen)
      else {
        record = await findMove(fen, attempt.variant, move.replace(/ \[.*$/, "")).catch(() => undefined)
        if (!record || count !== this.playCount) return
        if (index < path.length - 1) fen = record.fen
      }
    }
    if (record) await this.play(attempt, fen, record)
  }

  private async play(attempt: PuzzleAttempt, fen: string, record: MoveRecord): Promise<void> {
    const count = ++this.playCount
    const before = await scene({ fen, variant: attempt.variant }).catch(() => null)
    if (!before || count !== this.playCount || !this.isShown(attempt)) return
    await this.boardView.show(before)
    const last = await this.boardView.animate(fen, attempt.variant, record)
    if (!last || !this.isShown(attempt)) return
    this.moveAnimation.offer({ fen, variant: attempt.variant, move: record.uci })
    const isMate = record.mate && !canWinWithoutMate(attempt)
    this.boardView.board.setMarks(isMate ? [...last, ...this.boardView.mateMarks] : last)
    this.boardView.setStatus(`${record.move}${record.mate ? ": mate" : ""}`, before.turn)
  }
}

/** Returns the FEN with the other side to move. */
const withOtherTurn = (fen: string): string => fen.replace(/ [wb](?= |$)/, turn => (turn === " w" ? " b" : " w"))
