/** Replays the last move, at once or swap by swap. */
import { scene as askScene } from "./api"
import type { BoardView, ReplayableMove } from "./board-view"
import { announce, byId, h, replaceChildren } from "./dom"
import { lastMarks } from "./moves"
import { describeStep, type Scene, type Step, moveSteps } from "./scene"
import { settingBox } from "./settings"

/** A move that is being replayed. */
interface Replay {
  move: ReplayableMove
  before: Scene
  steps: Step[]
  next: number
  restoreBoard: () => void
}

export class MoveAnimation {
  private move: ReplayableMove | null = null
  private current: Replay | null = null
  private readonly replayButton = h(
    "button",
    { id: "replay-move", title: "Replay the last move", onclick: () => void this.replay() },
    "↻ Again",
  )
  private readonly stepButton = h(
    "button",
    { id: "step-move", title: "Step through the last move swap by swap", onclick: () => void this.advance() },
    "Step",
  )

  constructor(private readonly boardView: BoardView) {
    replaceChildren(byId("theatre"), this.replayButton, this.stepButton, settingBox("slow", "slow-here", "Slow"))
  }

  /** Offers a move for replay; null hides the buttons. */
  offer(move: ReplayableMove | null): void {
    this.current = null // the caller has redrawn the board
    this.stepButton.textContent = "Step"
    this.move = move
    byId("theatre").hidden = !move
  }

  private async start(): Promise<Replay | null> {
    const { move, boardView } = this
    if (!move) return null
    const before = await askScene(move).catch(() => null)
    if (!before || move !== this.move) return null
    const { handler, marks } = boardView.board.currentInput
    const status = [...byId("status").childNodes]
    boardView.board.setInput(null)
    boardView.board.setMarks([])
    void boardView.board.show(before)
    return {
      move,
      before,
      steps: moveSteps(before),
      next: 0,
      restoreBoard: () => {
        replaceChildren(byId("status"), ...status)
        boardView.board.setMarks(marks)
        boardView.board.setInput(handler)
      },
    }
  }

  private async replay(): Promise<void> {
    this.finish()
    const replay = await this.start()
    if (!replay) return
    this.current = replay
    document.documentElement.dataset.playing = "yes"
    const isComplete = await this.boardView.board.play(replay.steps, step => this.showStep(step))
    delete document.documentElement.dataset.playing
    if (isComplete && this.current === replay) this.finish()
  }

  /** Plays the next swap; the first press also returns to the position before the move. */
  private async advance(): Promise<void> {
    const replay = this.current ?? (await this.start())
    if (!replay) return
    this.current = replay
    const step = replay.steps[replay.next++]
    if (!step) return this.finish()
    this.stepButton.textContent =
      replay.next < replay.steps.length ? `Step ${replay.next + 1} of ${replay.steps.length}` : "Done"
    announce(describeStep(step))
    await this.boardView.board.play([step], one => this.showStep(one))
    if (this.current === replay && replay.next > 0)
      this.boardView.board.setMarks(lastMarks(replay.steps.slice(0, replay.next)))
  }

  private showStep(step: Step): void {
    this.boardView.setStatus(describeStep(step))
    this.boardView.board.setMarks(lastMarks([step]))
  }

  /** Restores the board as it was before the replay. */
  private finish(): void {
    const { current: replay } = this
    this.current = null
    this.stepButton.textContent = "Step"
    if (!replay) return
    const last = replay.steps.at(-1)
    void this.boardView.board.show({ ...replay.before, cells: last?.cells ?? replay.before.cells })
    replay.restoreBoard()
  }
}
