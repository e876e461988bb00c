/** A puzzle on the board: guess the winning faces, then play the move for each, against the best defence. */
import { type Analysis, defence, type MoveRecord } from "./api"
import type { Mark } from "./board"
import { choose } from "./move-choice"
import type { Desk } from "./board-view"
import { smallDie } from "./die"
import { byId, h, listed, plural, replace, visible, wait } from "./dom"
import { goal, judged, lastHint, meaning, nothing, solutionWords } from "./puzzle-words"
import { gameOf } from "./games"
import { about, usesDie, whyNot } from "./moves"
import { TimeLine } from "./time-line"
import {
  answered,
  hintable,
  type Line,
  openTask,
  playable,
  restart,
  type Round,
  type Task,
  verdict,
  winning,
  winsInWays,
  wonBy,
} from "./puzzle-attempt"
import { topOf } from "./scene"
import { Solution } from "./solution-list"
import type { Theatre } from "./move-animation"
import { moveForm, readTyped } from "./typed-move"

const PAUSE = 1200 // milliseconds for which a refutation stands on the board

/** What the tab does while a puzzle is solved. */
interface Hooks {
  /** Is the tab shown? */
  open(): boolean
  /** The round has gone on: what is said above the board. */
  changed(round: Round): string
  /** A move failed: true if the puzzle ends with it. */
  missed(): boolean
  toPlay(fen: string, variant: string, roll: number | null): void
  next: HTMLElement // where the focus goes when the puzzle is over
}

export class Solving {
  round: Round | null = null
  private shows = 0 // counts what was put on the board; it ends what was being shown
  private readonly timeLine = new TimeLine((record) => void this.tryMove(record))
  readonly task = h("p", { id: "puzzle-task" })
  private readonly feedback = h("p", { id: "feedback", class: "feedback happened", role: "status" })
  private readonly dieSlot = h("span", { class: "die-slot" })
  private readonly actions = h("span", { class: "actions" })
  private readonly hintButton = h(
    "button",
    { type: "button", id: "hint", onclick: () => void this.hint() },
    "Hint",
  )
  private readonly showButton = h(
    "button",
    {
      type: "button",
      id: "show-solution",
      class: "quiet",
      title: "Show the solution",
      onclick: () => this.giveUp(),
    },
    "Solution",
  )
  readonly bar = [this.feedback, this.dieSlot, this.actions, this.hintButton, this.showButton]
  readonly retry = h(
    "button",
    { type: "button", id: "try-again", onclick: () => this.tryAgain() },
    "Try again",
  )
  private readonly list = h("div", { id: "puzzle-moves" })
  private readonly solution: Solution
  private readonly source = h("p", { class: "hint", id: "puzzle-source" })
  readonly element: HTMLElement

  constructor(
    private readonly desk: Desk,
    private readonly theatre: Theatre,
    private readonly hooks: Hooks,
  ) {
    this.solution = new Solution(desk, theatre, (round) => this.round === round && hooks.open())
    this.element = h("div", {}, this.task, this.list, this.solution.element, this.source)
  }

  /** Puts a puzzle on the board. */
  async show(round: Round): Promise<void> {
    this.round = round
    round.line = null
    await this.reset()
  }

  leave(): void {
    ++this.shows
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.theatre.offer(null)
  }

  /** The position in which the solver is to move. */
  private get line(): Line | undefined {
    return this.round?.line ?? (this.round && openTask(this.round)?.line) ?? undefined
  }

  /** The position from which moves are played: that of the puzzle, or that after a defence. */
  private get place(): { fen: string; analysis: Analysis } | null {
    const { round } = this
    return round && (round.line ?? { fen: round.puzzle.fen, analysis: round.analysis })
  }

  /** The moves that may be tried. */
  private get may(): MoveRecord[] {
    const { round, line } = this
    return round?.stage === "faces" ? round.analysis.moves : line ? playable(line) : []
  }

  /** Puts that position back on the board. */
  private async reset(): Promise<void> {
    ++this.shows
    this.theatre.offer(null)
    const { place } = this
    if (place) await this.desk.show(place.analysis.solved.scene)
    this.prompt()
    this.render()
  }

  private prompt(): void {
    const { round } = this
    if (round)
      this.tell(
        {
          faces: "Which rolls win? Select them or play the move.",
          moves: "Play the winning move.",
          over: solutionWords(round),
        }[round.stage],
      )
  }

  /** A new try begins: what was said of the last one goes. */
  private beginTry(): void {
    if (this.feedback.classList.contains("bad")) this.prompt()
  }

  private render(): void {
    const { round } = this
    if (!round) return
    const { puzzle, analysis } = round
    const side = analysis.solved.turn === "white" ? "White" : "Black"
    const over = round.stage === "over"
    const words = this.hooks.changed(round)
    this.hintButton.hidden = this.showButton.hidden = over
    this.retry.hidden = !over || round.outOf === 0
    this.source.textContent = over ? this.roundWords : ""
    const shown = (round.line ?? round).analysis.solved
    const line = round.stage === "moves" ? this.line : undefined
    const roll = line?.face || puzzle.roll
    this.desk.status(words, analysis.solved.turn)
    this.desk.legend(
      usesDie(analysis.solved.faces) && round.stage === "faces" ? "Each face shows its number of moves." : "",
    )
    this.desk.faces({
      solved: shown,
      die: gameOf(round.variant).die !== null,
      over,
      mates: false,
      toggles: round.stage === "faces",
      look: (face) => ({
        pressed: round.stage === "faces" ? round.guess.has(face) : line?.face === face,
        rolled: round.line ? round.line.face === face : puzzle.roll === face,
        verdict: round.line ? undefined : verdict(round, face),
      }),
      press: round.stage === "faces" ? (face) => this.toggle(face) : null,
    })
    replace(this.dieSlot, roll ? smallDie(roll) : null)
    this.solution.clear()
    replace(this.list)
    if (round.stage === "faces") this.renderFaces(round, side)
    else if (round.stage === "moves") this.renderMove(round, side)
    else this.renderOver(round)
  }

  // ---- which faces ---------------------------------------------------------------------------------------

  private toggle(face: number): void {
    const { round } = this
    if (!round) return
    if (!round.guess.delete(face)) round.guess.add(face)
    void this.reset()
  }

  private renderFaces(round: Round, side: string): void {
    this.task.textContent = `On which rolls can ${side} ${goal(round)}? Select them below the board, or play the move; then press Check.`
    replace(this.actions, this.checkButton())
    this.letMove(round, [], null)
  }

  private checkButton(): HTMLElement {
    return h(
      "button",
      { type: "button", class: "primary", id: "check", onclick: () => this.judge() },
      "Check",
    )
  }

  /** A winning move was played before its faces were selected: they are now, and it may stay on the board until the next try. */
  private selectBy(round: Round, record: MoveRecord, tasks: Task[], last: Mark[]): void {
    const faces = tasks.map(({ line }) => line.face).sort()
    for (const task of tasks) {
      round.guess.add(task.line.face)
      if (task.line.left > 1 || task.state !== "open") continue // a longer mate is still to be played out
      task.state = "found"
      if (round.clean) ++round.points
    }
    this.render()
    this.desk.board.input(null)
    replace(this.list)
    replace(
      this.actions,
      this.checkButton(),
      h(
        "button",
        { type: "button", id: "go-on", title: "Back to the puzzle", onclick: () => void this.reset() },
        "Back",
      ),
    )
    this.desk.board.mark(last)
    const words = `${record.move} ${record.mate ? "is mate" : "is right"}!`
    this.desk.status(words, round.analysis.solved.turn)
    this.tell(`${words} Selected: ${listed(faces)}. Any other rolls? If not, press Check.`, "good")
    this.focusAction()
  }

  private judge(): void {
    const { round } = this
    if (!round) return
    const { right, words } = judged(round)
    if (right) void this.startMoves(round, words)
    else void this.reset().then(() => this.tell(words, "bad"))
  }

  /** The faces are right; their moves are next, but for those that were played already. */
  private async startMoves(round: Round, words: string): Promise<void> {
    const { marks } = this.desk.board.handed
    round.stage = openTask(round) ? "moves" : "over"
    round.clean = true
    if (round.stage === "moves") {
      await this.reset()
      this.tell(words, "good")
    } else {
      this.render()
      this.desk.board.mark(marks)
      this.tell(`${words} ${this.solvedWords(round)}`, "good")
    }
    this.focusAction()
  }

  private solvedWords({ points, outOf }: Round): string {
    return `Solved: ${points} of ${plural(outOf, "point")}.`
  }

  // ---- which move ----------------------------------------------------------------------------------------

  private renderMove(round: Round, side: string): void {
    const { line } = this
    if (!line) return
    this.task.textContent =
      line.face === 0
        ? `Find the move: ${side} to ${goal(round, line.left)}.`
        : `${side} rolled ${line.face}${meaning(line)}. Find the move to ${goal(round, line.left)}.`
    replace(this.actions)
    this.letMove(round, line.file && !line.free ? [{ kind: "file", file: line.file }] : [], line.face || null)
  }

  /** Lets a move be tried, on the board or as text. */
  private letMove(round: Round, marks: Mark[], roll: number | null): void {
    const { place, may } = this
    if (!place) return
    const { solved, moves } = place.analysis
    replace(
      this.list,
      moveForm("typed-answer-move", (text) => void this.typed(text)),
      this.timeLine.element,
    )
    void this.timeLine.show(solved.fen, gameOf(round.variant), solved.scene, may)
    this.desk.allow(
      solved.scene,
      may,
      marks,
      (record) => void this.tryMove(record),
      (from, to) => this.tell(whyNot(from, to, moves, roll, solved)),
      () => this.beginTry(),
    )
  }

  private async typed(text: string): Promise<void> {
    const { place, round, shows } = this
    if (!place || !round) return
    const { found, why } = await readTyped(text, place.analysis.moves, place.fen, round.variant)
    if (this.shows !== shows || !this.hooks.open()) return
    const may = this.may.filter((record) => found.includes(record))
    if (may.length === 0) return this.tell(why || `“${text.trim()}” is not legal here.`)
    const record = await choose(may)
    if (record) await this.tryMove(record)
  }

  private async tryMove(record: MoveRecord): Promise<void> {
    const { round, line, place } = this
    if (!round || !place) return
    this.beginTry()
    const moved = await this.desk.animate(place.fen, round.variant, record)
    if (!moved || this.round !== round || !this.hooks.open()) return
    const served = round.stage === "faces" ? round.tasks.filter((one) => wonBy(one.line, record)) : []
    if (served.length === 0 && !(round.stage === "moves" && line && wonBy(line, record))) {
      if (!this.hooks.missed()) await this.refute(round, record)
      return
    }
    const last = record.mate && !winsInWays(round) ? [...moved, ...this.desk.mated] : moved
    this.theatre.offer({ fen: place.fen, variant: round.variant, move: record.uci })
    this.desk.board.mark(last)
    if (served.length > 0) return this.selectBy(round, record, served, last)
    const task = openTask(round)
    if (!line) return
    const next = await answered(round, line, record).catch(() => null)
    if (this.round !== round || !this.hooks.open() || !task) return
    if (next) return this.playOut(round, record, next)
    task.state = "found"
    if (round.clean) ++round.points
    await this.finishTask(round, last, `${record.move} ${record.mate ? "is mate" : "is right"}!`)
  }

  /** Shows why a move does not win: the best reply, on a roll that allows it. */
  private async refute(round: Round, record: MoveRecord): Promise<void> {
    round.clean = false
    const shows = ++this.shows
    const gone = (): boolean => shows !== this.shows || this.round !== round || !this.hooks.open()
    const left = (round.line ?? { left: round.puzzle.moves ?? 1 }).left
    let words = `${record.move} does not ${left > 1 ? "force it" : winsInWays(round) ? "win" : "mate"}`
    const { move: reply, roll } = await defence(record.fen, round.variant).catch(() => ({
      move: null,
      roll: null,
    }))
    if (gone()) return
    if (reply) {
      const side = round.analysis.solved.turn === "white" ? "Black" : "White"
      words += `: ${side} ${roll === null ? "replies" : `rolls ${roll} and plays`} ${reply.move}`
      this.tell(`${words}.`, "bad")
      replace(this.dieSlot, roll === null ? null : smallDie(roll))
      const last = await this.desk.animate(record.fen, round.variant, reply)
      if (!last || gone()) return
      this.desk.board.mark(last)
      await wait(PAUSE)
      if (gone()) return
    }
    await this.reset()
    this.tell(`${words}. Try again.`, "bad")
  }

  /** The opponent answers as well as they can, and the solver goes on. */
  private async playOut(
    round: Round,
    record: MoveRecord,
    { reply, roll, line }: { reply: MoveRecord; roll: number | null; line: Line },
  ): Promise<void> {
    this.tell(`${record.move} is right!`, "good")
    const last = await this.desk.animate(record.fen, round.variant, reply)
    if (!last || this.round !== round || !this.hooks.open()) return
    round.line = line
    this.render()
    this.tell(
      `${record.move} is right! Best defence: ${roll === null ? "" : `(${roll}) `}${reply.move}. ${line.face ? `You roll ${line.face}: c` : "C"}ontinue.`,
      "good",
    )
  }

  /** The winning move stands on the board; the next face comes when the solver is ready. */
  private async finishTask(round: Round, last: Mark[], words: string): Promise<void> {
    round.clean = true
    round.line = null
    const next = openTask(round)
    if (!next) round.stage = "over"
    this.render()
    if (next) {
      this.desk.board.input(null)
      replace(this.list)
      this.task.textContent = `Next winning roll: ${next.line.face}.`
      replace(
        this.actions,
        h(
          "button",
          {
            type: "button",
            class: "primary",
            id: "go-on",
            onclick: () => void this.reset().then(() => this.focusAction()),
          },
          `Continue: ${next.line.face}`,
        ),
      )
    }
    this.desk.board.mark(last)
    this.desk.status(words, round.analysis.solved.turn)
    this.tell(words + (next ? "" : ` ${this.solvedWords(round)}`), "good")
    this.focusAction()
  }

  /** A hint more about the same position each time: which piece, which file, the move. */
  private async hint(): Promise<void> {
    const { round } = this
    if (!round) return
    round.clean = false
    await this.reset()
    const line = hintable(round)
    const win = line && winning(line)[0]
    if (!line || !win) return this.tell(lastHint(round))
    if (round.hinted !== line) round.hints = 0
    round.hinted = line
    const step = Math.min(++round.hints, 3)
    const { from, to } = win
    const words = about(win, false)
    if (step === 3 || !from || !to)
      this.tell(
        `Hint: ${step === 3 ? `${win.move}${words ? ` (${words})` : ""}.` : `${win.move.slice(0, step)}…`}`,
      )
    else
      this.tell(
        step === 1
          ? `Hint: it is the ${topOf(line.analysis.solved.scene, from)?.word} on ${from}.`
          : `Hint: it lands on the ${to[0]}-file.`,
      )
    const marks: Mark[] =
      from && to
        ? [
            { kind: "hint", square: from },
            ...(step === 2
              ? [{ kind: "file", file: to[0] ?? "" } as const]
              : step === 3
                ? [{ kind: "hint", square: to } as const]
                : []),
          ]
        : []
    this.desk.board.mark(marks)
  }

  // ---- the end -------------------------------------------------------------------------------------------

  private giveUp(): void {
    const { round } = this
    if (!round) return
    for (const task of round.tasks) if (task.state === "open") task.state = "shown"
    round.stage = "over"
    round.line = null
    void this.reset()
  }

  private tryAgain(): void {
    if (this.round) restart(this.round)
    void this.reset()
  }

  private renderOver(round: Round): void {
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.task.textContent = round.tasks.length === 0 ? nothing(round) : "Select a move to see it again."
    replace(
      this.actions,
      h(
        "button",
        {
          type: "button",
          id: "to-play",
          class: "quiet",
          onclick: () => this.hooks.toPlay(round.puzzle.fen, round.variant, round.puzzle.roll ?? null),
        },
        "Open in Play",
      ),
    )
    this.solution.show(round)
  }

  private get roundWords(): string {
    const { puzzle } = this.round ?? {}
    return puzzle
      ? visible(
          [puzzle.comment, puzzle.author && `By ${puzzle.author}.`, puzzle.source && `${puzzle.source}.`]
            .filter(Boolean)
            .join(" "),
        )
      : ""
  }

  tell(words: string, mood: "good" | "bad" | "" = ""): void {
    this.feedback.textContent = words
    this.feedback.className = `feedback happened ${mood}`
  }

  /** After a step the focus goes where the next one is. */
  private focusAction(): void {
    const { activeElement: now } = document
    const lost = !now || now === document.body || !now.isConnected || this.desk.board.element.contains(now)
    if (lost)
      (this.round?.stage === "over"
        ? this.hooks.next
        : (this.actions.querySelector<HTMLElement>("button") ??
          byId("board").querySelector<SVGElement>("svg"))
      )?.focus()
  }
}
