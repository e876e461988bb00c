/** The tab "How to play" while a lesson is taken: a step at a time, each done by a move on the board. */
import { writeAddress } from "./address"
import { type Analysis, analyse, type MoveRecord } from "./api"
import type { Mark } from "./board"
import { choose } from "./move-choice"
import type { Desk, Tab } from "./board-view"
import { Die, throwDie } from "./die"
import { announce, byId, h, replace, wait } from "./dom"
import { gameOf } from "./games"
import { allowed, lessonOf, type Step } from "./lessons"
import { namedBy, usesDie, whyNot } from "./moves"
import { TimeLine } from "./time-line"
import { sound } from "./sound"
import { training } from "./training-record"
import { moveForm, readTyped } from "./typed-move"

const PAUSE = 1200 // milliseconds for which a wrong move stands on the board

export class Lesson implements Tab {
  flipped = false
  private game = gameOf()
  private steps: readonly Step[] = []
  private at = 0
  private analysis: Analysis | null = null
  private roll: number | null = null
  private solved = false
  private shows = 0 // counts what was put on the board; it ends what was being shown
  private readonly die = new Die()
  private readonly feedback = h("p", { id: "lesson-feedback", class: "feedback happened", role: "status" })
  private readonly dieSlot = h("span", { class: "die-slot" })
  private readonly throwButton = h(
    "button",
    { type: "button", id: "lesson-roll", class: "primary", onclick: () => void this.throw() },
    "Roll",
  )
  private readonly back = h(
    "button",
    { type: "button", id: "lesson-back", onclick: () => this.go(this.at - 1) },
    "← Back",
  )
  private readonly next = h(
    "button",
    {
      type: "button",
      id: "lesson-next",
      onclick: () => (this.at + 1 < this.steps.length ? this.go(this.at + 1) : this.finish()),
    },
    "Next →",
  )
  readonly bar = [this.feedback, this.dieSlot, this.throwButton, this.back, this.next]
  private readonly where = h("p", { class: "eyebrow", id: "lesson-number" })
  private readonly title = h("h2", { id: "lesson-title", tabindex: "-1" })
  private readonly text = h("p", { id: "lesson-text" })
  private readonly task = h("p", { id: "lesson-task", class: "lesson-task" })
  private readonly dots = h("ol", { class: "lesson-steps", "aria-label": "Steps of the lesson" })
  private readonly timeLine = new TimeLine((record) => void this.tryMove(record))
  private readonly card = h(
    "section",
    { class: "card lesson" },
    this.where,
    this.title,
    this.text,
    this.task,
    moveForm("lesson-move", (text) => void this.typed(text)),
    this.dots,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", id: "leave-lesson", class: "quiet", onclick: () => this.leaveFor("rules") },
        "Leave the lesson",
      ),
    ),
  )

  constructor(
    private readonly desk: Desk,
    private readonly changed: (push: boolean) => void,
    private readonly leaveFor: (tab: string) => void,
  ) {}

  get address(): string {
    return writeAddress({ tab: "lesson", variant: this.game.name })
  }

  /** The lesson of a game is wanted: it goes on at the first step that was not completed. */
  begin(game: string): void {
    const lesson = lessonOf(game) ?? lessonOf(gameOf().name)
    if (!lesson) return
    this.game = gameOf(lesson.game)
    this.steps = lesson.steps
    const done = training.lessons(this.game.name)
    this.at = Math.max(
      0,
      this.steps.findIndex((_, step) => !done.includes(step)),
    )
  }

  enter(): void {
    replace(byId("panel-rules"), this.card, this.timeLine.element)
    if (this.steps.length === 0) this.begin(this.game.name)
    void this.show()
  }

  leave(): void {
    ++this.shows
    this.desk.board.input(null)
    this.desk.board.mark([])
  }

  private go(step: number): void {
    this.at = step
    void this.show().then(() => this.title.focus({ preventScroll: true }))
  }

  private get step(): Step | undefined {
    return this.steps[this.at]
  }

  private get done(): boolean {
    return training.lessons(this.game.name).includes(this.at)
  }

  /** Shows the step from its beginning. */
  private async show(): Promise<void> {
    const { step } = this
    const mine = ++this.shows
    if (!step) return
    this.roll = typeof step.roll === "number" ? step.roll : null
    this.where.textContent = `${this.game.title}: step ${this.at + 1} of ${this.steps.length}`
    this.title.textContent = step.title
    this.text.textContent = step.text
    this.task.textContent = step.task
    this.renderDots()
    this.changed(false)
    document.documentElement.dataset.asking = "yes"
    const analysis = await analyse(step.fen, this.game.name).catch(() => null)
    if (mine !== this.shows) return
    delete document.documentElement.dataset.asking
    if (!analysis) return this.tell("The server does not answer.", "bad")
    this.analysis = analysis
    this.desk.flip((this.flipped = analysis.solved.turn === "black"))
    await this.reset("")
    announce(`Step ${this.at + 1}: ${step.title}. ${step.text} ${step.task}`)
  }

  /** Puts the position of the step back on the board. */
  private async reset(words: string, mood: "bad" | "" = ""): Promise<void> {
    const { analysis } = this
    if (!analysis) return
    this.solved = false
    await this.desk.show(analysis.solved.scene)
    this.render()
    this.tell(words || (this.step?.task ?? ""), mood)
  }

  /** Must the die be thrown first? */
  private get waits(): boolean {
    return this.step?.roll === "thrown" && this.roll === null
  }

  private get may(): MoveRecord[] {
    return this.waits || this.solved
      ? []
      : (this.analysis?.moves ?? []).filter((record) => allowed(record, this.roll))
  }

  private render(): void {
    const { analysis, step, roll, desk, solved } = this
    if (!analysis || !step) return
    const { turn, faces, check } = analysis.solved
    const row = faces.find(({ face }) => face !== null && face === roll)
    desk.status(`${turn === "white" ? "White" : "Black"} to move${check ? ", in check: no die" : ""}`, turn)
    desk.legend("")
    desk.faces({
      solved: analysis.solved,
      die: this.game.die !== null,
      over: solved,
      mates: false,
      toggles: false,
      look: (face) => ({ rolled: face === roll }),
      press: null,
    })
    this.die.show(roll)
    replace(this.dieSlot, usesDie(faces) ? this.die.element : null)
    this.throwButton.hidden = !this.waits
    this.back.disabled = this.at === 0
    this.next.textContent = this.at + 1 < this.steps.length ? "Next →" : "Finish"
    this.next.classList.toggle("primary", solved)
    this.renderDots()
    if (solved) return desk.board.input(null)
    void this.timeLine.show(analysis.solved.fen, this.game, analysis.solved.scene, this.may)
    if (this.waits) {
      desk.board.mark([])
      desk.board.input({
        press: () => this.tell("Roll the die first.", "bad"),
        pick: () => false,
        drop: () => false,
        refuse: () => undefined,
        cancel: () => undefined,
      })
      return
    }
    const marks: Mark[] = row?.file && !row.free ? [{ kind: "file", file: row.file }] : []
    desk.allow(
      analysis.solved.scene,
      this.may,
      marks,
      (record) => void this.tryMove(record),
      (from, to) => this.refuse(from, to),
    )
  }

  private renderDots(): void {
    const done = training.lessons(this.game.name)
    replace(
      this.dots,
      ...this.steps.map(({ title }, step) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              title,
              "aria-label": `Step ${step + 1}: ${title}${done.includes(step) ? ", done" : ""}`,
              "aria-current": step === this.at ? "step" : null,
              class: done.includes(step) ? "done" : null,
              onclick: () => this.go(step),
            },
            done.includes(step) ? "✓" : String(step + 1),
          ),
        ),
      ),
    )
  }

  private async throw(): Promise<void> {
    const faces = this.game.die
    if (faces === null || !this.waits) return
    const mine = this.shows
    this.throwButton.disabled = true
    sound("roll")
    const face = throwDie(faces)
    await this.die.roll(face, faces)
    this.throwButton.disabled = false
    if (mine !== this.shows) return
    this.roll = face
    this.render()
    this.tell(
      `You rolled ${face}, ${this.analysis ? namedBy(this.analysis.solved, face) : ""}. Move a piece to it.`,
    )
  }

  private refuse(from: string, to: string): void {
    const { analysis, step } = this
    if (!analysis || !step) return
    const legal = analysis.moves.some((record) => record.from === from && record.to === to)
    this.tell(
      `${whyNot(from, to, analysis.moves, this.roll, analysis.solved)}${!legal && step.illegal ? ` ${step.illegal}` : ""} Try again.`,
      "bad",
    )
  }

  private async typed(text: string): Promise<void> {
    const { analysis, shows } = this
    if (!analysis || this.solved) return
    const { found, why } = await readTyped(text, analysis.moves, analysis.solved.fen, this.game.name)
    if (this.shows !== shows) return
    const may = this.may.filter((record) => found.includes(record))
    const [other] = found
    if (this.waits) return this.tell("Roll the die first.", "bad")
    if (may.length > 0) {
      const record = await choose(may, analysis.solved.scene)
      if (record) await this.tryMove(record)
    } else if (other?.from && other.to) this.refuse(other.from, other.to)
    else this.tell(why || `“${text.trim()}” is not a legal move here.`, "bad")
  }

  private async tryMove(record: MoveRecord): Promise<void> {
    const { step, analysis } = this
    if (!step || !analysis || !this.may.some(({ uci }) => uci === record.uci)) return
    const mine = ++this.shows
    const last = await this.desk.animate(step.fen, this.game.name, record)
    if (!last || mine !== this.shows) return
    this.desk.board.mark(record.mate ? [...last, ...this.desk.mated] : last)
    if (step.wanted(record)) {
      training.learned(this.game.name, this.at)
      this.solved = true
      this.render()
      this.tell(`Right! ${step.right(record)}`, "good")
      return this.next.focus({ preventScroll: true })
    }
    this.tell(step.wrong, "bad")
    await wait(PAUSE)
    if (mine === this.shows) await this.reset(`${record.move}: ${step.wrong} Try again.`, "bad")
  }

  /** The last step is behind the learner: what comes next. */
  private finish(): void {
    const missing = this.steps.findIndex((_, step) => !training.lessons(this.game.name).includes(step))
    if (missing >= 0 && missing !== this.at) return this.go(missing)
    this.leaveFor(this.done ? "puzzles" : "rules")
  }

  private tell(words: string, mood: "good" | "bad" | "" = ""): void {
    this.feedback.textContent = words
    this.feedback.className = `feedback happened ${mood}`
  }
}
