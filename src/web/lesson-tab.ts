/** A lesson in the tab "How to play": one step at a time, each completed by a move on the board. */
import { writeAddress } from "./address"
import { type Analysis, analyse, type MoveRecord, NO_ANSWER } from "./api"
import type { Mark } from "./board"
import { chooseMove } from "./move-choice"
import type { BoardView, Tab } from "./board-view"
import { Die, rollDie } from "./die"
import { announce, byId, h, pulse, replaceChildren, wait } from "./dom"
import { gameOf } from "./games"
import { isPlayable, lessonOf, type Step } from "./lessons"
import { faceTarget, ROLL_FIRST, usesDie, whyNotPlayable } from "./moves"
import { TimeLine } from "./time-line"
import { sound } from "./sound"
import { training } from "./training-record"
import { moveForm, parseTypedMove } from "./typed-move"

const WRONG_MOVE_TIME = 1200 // milliseconds for which a wrong move stays on the board

export class LessonTab implements Tab {
  flipped = false
  private game = gameOf()
  private steps: readonly Step[] = []
  private stepIndex = 0
  private analysis: Analysis | null = null
  private roll: number | null = null
  private solved = false
  private showCount = 0 // number of changes of the board; an animation stops when it has increased
  private readonly die = new Die()
  private readonly feedback = h("p", { id: "lesson-feedback", class: "feedback happened", role: "status" })
  private readonly dieSlot = h("span", { class: "die-slot" })
  private readonly throwButton = h(
    "button",
    { id: "lesson-roll", class: "primary", onclick: () => void this.rollDie() },
    "Roll",
  )
  private readonly back = h("button", { id: "lesson-back", onclick: () => this.goTo(this.stepIndex - 1) }, "← Back")
  private readonly next = h(
    "button",
    {
      id: "lesson-next",
      onclick: () => (this.stepIndex + 1 < this.steps.length ? this.goTo(this.stepIndex + 1) : this.finish()),
    },
    "Next →",
  )
  readonly bar = [this.feedback, this.dieSlot, this.throwButton, this.back, this.next]
  private readonly numberLine = h("p", { class: "eyebrow", id: "lesson-number" })
  private readonly title = h("h2", { id: "lesson-title", tabindex: "-1" })
  private readonly text = h("p", { id: "lesson-text" })
  private readonly task = h("p", { id: "lesson-task", class: "lesson-task" })
  private readonly stepButtons = h("ol", { class: "lesson-steps", "aria-label": "Steps of the lesson" })
  private readonly timeLine = new TimeLine(record => void this.tryMove(record))
  private readonly card = h(
    "section",
    { class: "card lesson" },
    this.numberLine,
    this.title,
    this.text,
    this.task,
    moveForm("lesson-move", text => void this.playTyped(text)),
    this.stepButtons,
    h(
      "div",
      { class: "row" },
      h("button", { id: "leave-lesson", class: "quiet", onclick: () => this.openTab("rules") }, "Leave the lesson"),
    ),
  )

  constructor(
    private readonly boardView: BoardView,
    private readonly onAddressChange: (push: boolean) => void,
    private readonly openTab: (tab: string) => void,
  ) {}

  get address(): string {
    return writeAddress({ tab: "lesson", variant: this.game.name })
  }

  /** Opens the lesson of a game at its first unfinished step. */
  open(game: string): void {
    const lesson = lessonOf(game) ?? lessonOf(gameOf().name)
    if (!lesson) return
    this.game = gameOf(lesson.game)
    this.steps = lesson.steps
    const completed = training.lessons(this.game.name)
    this.stepIndex = Math.max(
      0,
      this.steps.findIndex((_, step) => !completed.includes(step)),
    )
  }

  enter(): void {
    replaceChildren(byId("panel-rules"), this.card, this.timeLine.element)
    if (this.steps.length === 0) this.open(this.game.name)
    void this.show()
  }

  leave(): void {
    ++this.showCount
    this.boardView.board.setInput(null)
    this.boardView.board.setMarks([])
  }

  private goTo(step: number): void {
    this.stepIndex = step
    void this.show().then(() => this.title.focus({ preventScroll: true }))
  }

  private get step(): Step | undefined {
    return this.steps[this.stepIndex]
  }

  private get isDone(): boolean {
    return training.lessons(this.game.name).includes(this.stepIndex)
  }

  /** Shows the current step from its beginning. */
  private async show(): Promise<void> {
    const { step } = this
    const generation = ++this.showCount
    if (!step) return
    this.roll = typeof step.roll === "number" ? step.roll : null
    this.numberLine.textContent = `${this.game.title}: step ${this.stepIndex + 1} of ${this.steps.length}`
    this.title.textContent = step.title
    this.text.textContent = step.text
    this.task.textContent = step.task
    this.renderDots()
    this.onAddressChange(false)
    document.documentElement.dataset.asking = "yes"
    const analysis = await analyse(step.fen, this.game.name).catch(() => null)
    if (generation !== this.showCount) return
    delete document.documentElement.dataset.asking
    if (!analysis) return this.showFeedback(NO_ANSWER, "bad")
    this.analysis = analysis
    this.boardView.setFlipped((this.flipped = analysis.solved.turn === "black"))
    await this.reset("")
    announce(`Step ${this.stepIndex + 1}: ${step.title}. ${step.text} ${step.task}`)
  }

  /** Restores the position of the step. */
  private async reset(words: string, mood: "bad" | "" = ""): Promise<void> {
    const { analysis } = this
    if (!analysis) return
    this.solved = false
    await this.boardView.show(analysis.solved.scene)
    this.render()
    this.showFeedback(words || (this.step?.task ?? ""), mood)
  }

  /** True if the die must be rolled first. */
  private get mustRoll(): boolean {
    return this.step?.roll === "thrown" && this.roll === null
  }

  private get playableMoves(): MoveRecord[] {
    return this.mustRoll || this.solved
      ? []
      : (this.analysis?.moves ?? []).filter(record => isPlayable(record, this.roll))
  }

  private render(): void {
    const { analysis, step, roll, boardView, solved } = this
    if (!analysis || !step) return
    const { turn, faces, check } = analysis.solved
    const row = faces.find(({ face }) => face !== null && face === roll)
    boardView.setStatus(`${turn === "white" ? "White" : "Black"} to move${check ? ", in check: no die" : ""}`, turn)
    boardView.setLegend("")
    boardView.showFaces({
      solved: analysis.solved,
      hasDie: this.game.die !== null,
      choosesMove: !solved,
      showMates: false,
      toggles: false,
      stateOf: face => ({ rolled: face === roll }),
      press: null,
    })
    this.die.show(roll)
    replaceChildren(this.dieSlot, usesDie(faces) ? this.die.element : null)
    this.throwButton.hidden = !this.mustRoll
    this.back.disabled = this.stepIndex === 0
    this.next.textContent = this.stepIndex + 1 < this.steps.length ? "Next →" : "Finish"
    this.next.classList.toggle("primary", solved)
    this.renderDots()
    if (solved) return boardView.board.setInput(null)
    void this.timeLine.show(analysis.solved.fen, this.game, analysis.solved.scene, this.playableMoves)
    if (this.mustRoll) {
      boardView.board.setMarks([])
      boardView.refuseMoves(ROLL_FIRST, () => this.remindToRoll())
      return
    }
    const marks: Mark[] = row?.file && !row.free ? [{ kind: "file", file: row.file }] : []
    boardView.allowMoves(
      analysis.solved.scene,
      this.playableMoves,
      marks,
      record => void this.tryMove(record),
      (from, to) => this.showReason(from, to),
    )
  }

  private renderDots(): void {
    const completed = training.lessons(this.game.name)
    replaceChildren(
      this.stepButtons,
      ...this.steps.map(({ title }, step) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              title,
              "aria-label": `Step ${step + 1}: ${title}${completed.includes(step) ? ", done" : ""}`,
              "aria-current": step === this.stepIndex ? "step" : null,
              class: completed.includes(step) ? "done" : null,
              onclick: () => this.goTo(step),
            },
            completed.includes(step) ? "✓" : String(step + 1),
          ),
        ),
      ),
    )
  }

  private async rollDie(): Promise<void> {
    const faces = this.game.die
    if (faces === null || !this.mustRoll) return
    const generation = this.showCount
    this.throwButton.disabled = true
    sound("roll")
    const face = rollDie(faces)
    await this.die.roll(face, faces)
    this.throwButton.disabled = false
    if (generation !== this.showCount) return
    this.roll = face
    this.render()
    this.showFeedback(
      `You rolled ${face}, ${this.analysis ? faceTarget(this.analysis.solved, face) : ""}. Move a piece to it.`,
    )
  }

  /** Says that the die must be rolled first. */
  private remindToRoll(): void {
    this.showFeedback(ROLL_FIRST, "bad")
    pulse(this.throwButton)
  }

  private showReason(from: string, to: string): void {
    const { analysis, step } = this
    if (!analysis || !step) return
    const legal = analysis.moves.some(record => record.from === from && record.to === to)
    this.showFeedback(
      `${whyNotPlayable(from, to, analysis.moves, this.roll, analysis.solved)}${!legal && step.illegal ? ` ${step.illegal}` : ""} Try again.`,
      "bad",
    )
  }

  private async playTyped(text: string): Promise<void> {
    const { analysis, showCount } = this
    if (!analysis || this.solved) return
    const { matches: moves, reason } = await parseTypedMove(text, analysis.moves, analysis.solved.fen, this.game.name)
    if (this.showCount !== showCount) return
    const allowed = this.playableMoves.filter(record => moves.includes(record))
    const [otherMove] = moves
    if (this.mustRoll) return this.remindToRoll()
    if (allowed.length > 0) {
      const record = await chooseMove(allowed, this.boardView)
      if (record) await this.tryMove(record)
    } else if (otherMove?.from && otherMove.to) this.showReason(otherMove.from, otherMove.to)
    else this.showFeedback(reason || `“${text.trim()}” is not a legal move here.`, "bad")
  }

  private async tryMove(record: MoveRecord): Promise<void> {
    const { step, analysis } = this
    if (!step || !analysis || !this.playableMoves.some(({ uci }) => uci === record.uci)) return
    const generation = ++this.showCount
    const last = await this.boardView.animate(step.fen, this.game.name, record)
    if (!last || generation !== this.showCount) return
    this.boardView.board.setMarks(record.mate ? [...last, ...this.boardView.mateMarks] : last)
    if (step.fulfils(record)) {
      training.completeStep(this.game.name, this.stepIndex)
      this.solved = true
      this.render()
      this.showFeedback(`Right! ${step.praise(record)}`, "good")
      return this.next.focus({ preventScroll: true })
    }
    this.showFeedback(step.wrong, "bad")
    await wait(WRONG_MOVE_TIME)
    if (generation === this.showCount) await this.reset(`${record.move}: ${step.wrong} Try again.`, "bad")
  }

  /** Called after the last step: goes to an unfinished step, or ends the lesson. */
  private finish(): void {
    const missing = this.steps.findIndex((_, step) => !training.lessons(this.game.name).includes(step))
    if (missing >= 0 && missing !== this.stepIndex) return this.goTo(missing)
    this.openTab(this.isDone ? "puzzles" : "rules")
  }

  private showFeedback(words: string, mood: "good" | "bad" | "" = ""): void {
    this.feedback.textContent = words
    this.feedback.className = `feedback happened ${mood}`
  }
}
