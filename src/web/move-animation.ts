/** The theatre: the move that led to what the board shows can be seen again, at once or swap by swap. */
import { scene as askScene } from "./api"
import type { Desk, Seen } from "./board-view"
import { announce, byId, h, replace } from "./dom"
import { lastMarks } from "./moves"
import { type Scene, type Step, steps } from "./scene"
import { settingBox } from "./settings"

/** The steps of a move that is walked through. */
interface Walk {
  seen: Seen
  before: Scene
  list: Step[]
  next: number
  done: () => void
}

export class Theatre {
  private seen: Seen | null = null
  private walk: Walk | null = null
  private readonly again = h(
    "button",
    { type: "button", id: "replay-move", title: "Replay the last move", onclick: () => void this.replay() },
    "↻ Again",
  )
  private readonly step = h(
    "button",
    {
      type: "button",
      id: "step-move",
      title: "Step through the last move swap by swap",
      onclick: () => void this.advance(),
    },
    "Step",
  )

  constructor(private readonly desk: Desk) {
    replace(byId("theatre"), this.again, this.step, settingBox("slow", "slow-here", "Slow"))
  }

  /** Offers a move to be seen again; null: there is none. */
  offer(seen: Seen | null): void {
    this.walk = null // whoever offers shows the board anew
    this.step.textContent = "Step"
    this.seen = seen
    byId("theatre").hidden = !seen
  }

  private async begin(): Promise<Walk | null> {
    const { seen, desk } = this
    if (!seen) return null
    const before = await askScene(seen).catch(() => null)
    if (!before || seen !== this.seen) return null
    const { hand, marks } = desk.board.handed
    const status = [...byId("status").childNodes]
    desk.board.input(null)
    desk.board.mark([])
    void desk.board.show(before)
    return {
      seen,
      before,
      list: steps(before),
      next: 0,
      done: () => {
        replace(byId("status"), ...status)
        desk.board.mark(marks)
        desk.board.input(hand)
      },
    }
  }

  private async replay(): Promise<void> {
    this.end()
    const walk = await this.begin()
    if (!walk) return
    this.walk = walk
    document.documentElement.dataset.playing = "yes"
    const whole = await this.desk.board.play(walk.list, (step) => this.tell(step))
    delete document.documentElement.dataset.playing
    if (whole && this.walk === walk) this.end()
  }

  /** The next swap; the first press goes back to where the move began. */
  private async advance(): Promise<void> {
    const walk = this.walk ?? (await this.begin())
    if (!walk) return
    this.walk = walk
    const step = walk.list[walk.next++]
    if (!step) return this.end()
    this.step.textContent =
      walk.next < walk.list.length ? `Step ${walk.next + 1} of ${walk.list.length}` : "Done"
    announce(step.words)
    await this.desk.board.play([step], (one) => this.tell(one))
    if (this.walk === walk && walk.next > 0) this.desk.board.mark(lastMarks(walk.list.slice(0, walk.next)))
  }

  private tell(step: Step): void {
    this.desk.status(step.words[0]?.toUpperCase() + step.words.slice(1))
    this.desk.board.mark(lastMarks([step]))
  }

  /** The board is as it was before the move was seen again. */
  private end(): void {
    const { walk } = this
    this.walk = null
    this.step.textContent = "Step"
    if (!walk) return
    const last = walk.list.at(-1)
    void this.desk.board.show({ ...walk.before, cells: last?.cells ?? walk.before.cells })
    walk.done()
  }
}
