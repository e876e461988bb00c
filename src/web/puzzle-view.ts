/**
 * A puzzle on the board: the solver selects the winning faces, then plays the move for each against the best defence.
 */
import type { Analysis, MoveRecord } from "./api"
import type { Mark } from "./board"
import { chooseMove } from "./move-choice"
import type { BoardView } from "./board-view"
import { Die, smallDie } from "./die"
import { byId, capitalized, h, joinWithAnd, replaceChildren, showControlCharacters, wait } from "./dom"
import {
  instruction,
  judgeGuess,
  laterRollsWords,
  mistakeWords,
  noMoreHintsWords,
  noSolutionWords,
  replyWords,
  rollMeaning,
  verdictSentence,
  winningRollsWords,
} from "./puzzle-words"
import { gameOf } from "./games"
import { moveFeatures, usesDie, whyNotPlayable } from "./moves"
import { TimeLine } from "./time-line"
import {
  answerToMove,
  hintTarget,
  isSolvable,
  type OpponentMove,
  type SolvingPosition,
  openTask,
  playableMoves,
  refutationOf,
  restartAttempt,
  showOtherTasks,
  type PuzzleAttempt,
  type Task,
  faceVerdict,
  winningMoves,
  canWinWithoutMate,
  isWinningMove,
} from "./puzzle-attempt"
import { topPiece } from "./scene"
import { SolutionList } from "./solution-list"
import type { MoveAnimation } from "./move-animation"
import { moveForm, parseTypedMove } from "./typed-move"

const REFUTATION_TIME = 1800 // milliseconds for which a refutation stays on the board
const ROLL_TIME = 700 // milliseconds for which a roll of the opponent is shown before its move

/** Returns the arrow of a move, if it goes from one square to another. */
const arrowOf = ({ from, to }: MoveRecord, kind: "good-arrow" | "bad-arrow"): Mark[] =>
  from && to && from !== to ? [{ kind, from, to }] : []

/** Callbacks to the tab that shows the puzzle. */
interface Hooks {
  /** True if the tab is open. */
  isOpen(): boolean
  /** Called when the attempt has changed; returns the words for the status line. */
  onChange(attempt: PuzzleAttempt): string
  /** Called after a wrong move; returns true if that ends the puzzle. */
  onMissed(): boolean
  toPlay(fen: string, variant: string, roll: number | null): void
  nextButton: HTMLElement // gets the focus when the puzzle is over
}

export class PuzzleView {
  attempt: PuzzleAttempt | null = null
  private showCount = 0 // number of changes of the board; an animation stops when it has increased
  private readonly timeLine = new TimeLine(record => void this.tryMove(record))
  readonly task = h("p", { id: "puzzle-task" })
  private readonly feedback = h("p", { id: "feedback", class: "feedback happened", role: "status" })
  private readonly dieSlot = h("span", { class: "die-slot" })
  private readonly actions = h("span", { class: "actions" })
  private readonly hintButton = h("button", { id: "hint", onclick: () => void this.hint() }, "Hint")
  private readonly showButton = h(
    "button",
    { id: "show-solution", class: "quiet", title: "Show the solution", onclick: () => this.giveUp() },
    "Solution",
  )
  readonly bar = [this.feedback, this.dieSlot, this.actions, this.hintButton, this.showButton]
  readonly retry = h("button", { id: "try-again", onclick: () => this.tryAgain() }, "Try again")
  private readonly moveInput = h("div", { id: "puzzle-moves" })
  private readonly solution: SolutionList
  private readonly sourceLine = h("p", { class: "hint", id: "puzzle-source" })
  readonly element: HTMLElement

  constructor(
    private readonly boardView: BoardView,
    private readonly moveAnimation: MoveAnimation,
    private readonly hooks: Hooks,
  ) {
    this.solution = new SolutionList(boardView, moveAnimation, attempt => this.attempt === attempt && hooks.isOpen())
    this.element = h("div", {}, this.task, this.moveInput, this.solution.element, this.sourceLine)
  }

  /** Puts a puzzle on the board. */
  async show(attempt: PuzzleAttempt): Promise<void> {
    this.attempt = attempt
    attempt.position = null
    await this.reset()
  }

  leave(): void {
    ++this.showCount
    this.boardView.board.setInput(null)
    this.boardView.board.setMarks([])
    this.moveAnimation.offer(null)
  }

  /** The position to solve next: the one after a defence, or that of the next open face. */
  private get solverPosition(): SolvingPosition | undefined {
    return this.attempt?.position ?? (this.attempt && openTask(this.attempt)?.position) ?? undefined
  }

  /** The position from which moves are played: that of the puzzle, or the one after a defence. */
  private get position(): { fen: string; analysis: Analysis } | null {
    const { attempt } = this
    return attempt && (attempt.position ?? { fen: attempt.puzzle.fen, analysis: attempt.analysis })
  }

  /** The moves that may be tried. */
  private get playableMoves(): MoveRecord[] {
    const { attempt, solverPosition: position } = this
    return attempt?.stage === "faces" ? attempt.analysis.moves : position ? playableMoves(position) : []
  }

  /** Restores the current position on the board. */
  private async reset(): Promise<void> {
    ++this.showCount
    this.moveAnimation.offer(null)
    const { position } = this
    if (position) await this.boardView.show(position.analysis.solved.scene)
    this.prompt()
    this.render()
  }

  private prompt(): void {
    const { attempt } = this
    if (attempt) this.showFeedback(instruction(attempt, this.solverPosition?.left))
  }

  /** Replaces the message about a wrong try by the instruction. */
  private beginTry(): void {
    if (this.feedback.classList.contains("bad")) this.prompt()
  }

  private render(): void {
    const { attempt } = this
    if (!attempt) return
    const { puzzle, analysis } = attempt
    const isOver = attempt.stage === "over"
    const words = this.hooks.onChange(attempt)
    this.hintButton.hidden = this.showButton.hidden = isOver
    this.retry.hidden = !isOver || !isSolvable(attempt)
    this.sourceLine.textContent = isOver ? this.sourceText : ""
    const shown = (attempt.position ?? attempt).analysis.solved
    const position = attempt.stage === "moves" ? this.solverPosition : undefined
    const roll = position?.face || puzzle.roll
    this.boardView.setStatus(words, analysis.solved.turn)
    this.boardView.setLegend(
      usesDie(analysis.solved.faces) && attempt.stage === "faces" ? "Each face shows its number of moves." : "",
    )
    this.boardView.showFaces({
      solved: shown,
      hasDie: gameOf(attempt.variant).die !== null,
      choosesMove: !isOver,
      showMates: false,
      toggles: attempt.stage === "faces",
      stateOf: face => ({
        pressed: attempt.stage === "faces" ? attempt.guess.has(face) : position?.face === face,
        rolled: attempt.position ? attempt.position.face === face : puzzle.roll === face,
        verdict: attempt.position ? undefined : faceVerdict(attempt, face),
      }),
      press: attempt.stage === "faces" ? face => this.toggle(face) : null,
    })
    replaceChildren(this.dieSlot, roll ? smallDie(roll) : null)
    this.solution.clear()
    replaceChildren(this.moveInput)
    if (attempt.stage === "faces") this.renderFaces(attempt)
    else if (attempt.stage === "moves") this.renderMove(attempt)
    else this.renderOver(attempt)
  }

  // ---- selecting faces ----

  private toggle(face: number): void {
    const { attempt } = this
    if (!attempt) return
    if (!attempt.guess.delete(face)) attempt.guess.add(face)
    void this.reset()
  }

  private renderFaces(attempt: PuzzleAttempt): void {
    this.task.textContent = laterRollsWords(attempt)
    replaceChildren(this.actions, this.checkButton())
    this.allowMoves(attempt, [], null)
  }

  private checkButton(): HTMLElement {
    return h("button", { class: "primary", id: "check", onclick: () => this.checkGuess() }, "Submit")
  }

  /** Selects the faces of a winning move that was played instead of a selection; shows the move until the next try. */
  private selectFaces(attempt: PuzzleAttempt, record: MoveRecord, tasks: Task[], last: Mark[]): void {
    for (const task of tasks) {
      attempt.guess.add(task.position.face)
      task.state = "found"
    }
    this.render()
    this.boardView.board.setInput(null)
    replaceChildren(this.moveInput)
    replaceChildren(
      this.actions,
      this.checkButton(),
      h("button", { id: "go-on", title: "Back to the puzzle", onclick: () => void this.reset() }, "Back"),
    )
    this.boardView.board.setMarks(last)
    const words = `${record.move} ${record.mate ? "is mate" : "is right"}!`
    this.boardView.setStatus(words, attempt.analysis.solved.turn)
    this.showFeedback(
      `${words} Selected: ${joinWithAnd([...attempt.guess].sort())}. Any other rolls? If not, press Submit.`,
      "good",
    )
    this.focusAction()
  }

  private checkGuess(): void {
    const { attempt } = this
    if (!attempt) return
    const { right, words } = judgeGuess(attempt)
    if (right) void this.startMoves(attempt, words)
    else void this.reset().then(() => this.showFeedback(words, "bad"))
  }

  /** Continues with the moves after the faces were guessed, or ends the puzzle if all have been played. */
  private async startMoves(attempt: PuzzleAttempt, words: string): Promise<void> {
    const { marks } = this.boardView.board.currentInput
    attempt.stage = openTask(attempt) ? "moves" : "over"
    if (attempt.stage === "moves") {
      await this.reset()
      this.showFeedback(`${words} ${instruction(attempt)}`, "good")
    } else {
      this.render()
      this.boardView.board.setMarks(marks)
      this.showFeedback(`${words} ${verdictSentence(attempt)}`, "good")
    }
    this.focusAction()
  }

  // ---- playing moves ----

  private renderMove(attempt: PuzzleAttempt): void {
    const { solverPosition: position } = this
    if (!position) return
    this.task.textContent = rollMeaning(attempt, position)
    replaceChildren(this.actions)
    this.allowMoves(
      attempt,
      position.file && !position.free ? [{ kind: "file", file: position.file }] : [],
      position.face || null,
    )
  }

  /** Accepts moves on the board and as text. */
  private allowMoves(attempt: PuzzleAttempt, marks: Mark[], roll: number | null): void {
    const { position, playableMoves } = this
    if (!position) return
    const { solved, moves } = position.analysis
    replaceChildren(
      this.moveInput,
      moveForm("typed-answer-move", text => void this.playTyped(text)),
      this.timeLine.element,
    )
    void this.timeLine.show(solved.fen, gameOf(attempt.variant), solved.scene, playableMoves)
    this.boardView.allowMoves(
      solved.scene,
      playableMoves,
      marks,
      record => void this.tryMove(record),
      (from, to) => this.showFeedback(whyNotPlayable(from, to, moves, roll, solved)),
      () => this.beginTry(),
    )
  }

  private async playTyped(text: string): Promise<void> {
    const { position, attempt, showCount } = this
    if (!position || !attempt) return
    const { matches: typedMoves, reason } = await parseTypedMove(
      text,
      position.analysis.moves,
      position.fen,
      attempt.variant,
    )
    if (this.showCount !== showCount || !this.hooks.isOpen()) return
    const playableMoves = this.playableMoves.filter(record => typedMoves.includes(record))
    if (playableMoves.length === 0) return this.showFeedback(reason || `“${text.trim()}” is not legal here.`)
    const record = await chooseMove(playableMoves, this.boardView)
    if (record) await this.tryMove(record)
  }

  private async tryMove(record: MoveRecord): Promise<void> {
    const { attempt, solverPosition, position } = this
    if (!attempt || !position) return
    this.beginTry()
    const moved = await this.boardView.animate(position.fen, attempt.variant, record)
    if (!moved || this.attempt !== attempt || !this.hooks.isOpen()) return
    const wonTasks = attempt.stage === "faces" ? attempt.tasks.filter(one => isWinningMove(one.position, record)) : []
    if (
      wonTasks.length === 0 &&
      !(attempt.stage === "moves" && solverPosition && isWinningMove(solverPosition, record))
    ) {
      if (!this.hooks.onMissed()) await this.refute(attempt, record)
      return
    }
    const last = record.mate && !canWinWithoutMate(attempt) ? [...moved, ...this.boardView.mateMarks] : moved
    this.moveAnimation.offer({ fen: position.fen, variant: attempt.variant, move: record.uci })
    this.boardView.board.setMarks(last)
    const [won] = wonTasks
    if (won && won.position.left === 1) return this.selectFaces(attempt, record, wonTasks, last)
    const task = won ?? openTask(attempt)
    const solving = won?.position ?? solverPosition
    if (!solving || !task) return
    if (task.position.left > 1) {
      showOtherTasks(attempt, task)
      attempt.stage = "moves"
    }
    const next = await answerToMove(attempt, solving, record).catch(() => null)
    if (this.attempt !== attempt || !this.hooks.isOpen()) return
    if (next) return this.playOut(attempt, record, next)
    task.state = "found"
    await this.finishTask(attempt, last, `${record.move} ${record.mate ? "is mate" : "is right"}!`)
  }

  /** Shows why a move does not win: plays the best reply on a roll that allows it. */
  private async refute(attempt: PuzzleAttempt, record: MoveRecord): Promise<void> {
    ++attempt.mistakes
    const showCount = ++this.showCount
    const isStale = (): boolean => showCount !== this.showCount || this.attempt !== attempt || !this.hooks.isOpen()
    const { left } = attempt.position ?? { left: attempt.puzzle.moves ?? 1 }
    const defence = (await refutationOf(attempt.variant, record, left).catch(() => null)) ?? undefined
    if (isStale()) return
    const words = mistakeWords(attempt, record, left, defence)
    if (defence) {
      this.showFeedback(`${words}.`, "bad")
      replaceChildren(this.dieSlot, defence.roll === null ? null : smallDie(defence.roll))
      const last = await this.boardView.animate(record.fen, attempt.variant, defence.reply)
      if (!last || isStale()) return
      this.boardView.board.setMarks([...last, ...arrowOf(defence.reply, "bad-arrow")])
      await wait(REFUTATION_TIME)
      if (isStale()) return
    }
    await this.reset()
    this.boardView.board.setMarks([...this.boardView.board.currentInput.marks, ...arrowOf(record, "bad-arrow")])
    this.showFeedback(`${words}. Try again.`, "bad")
  }

  /** Shows a roll in the bar, as the die turns. */
  private async showRoll(variant: string, face: number | null): Promise<void> {
    const die = new Die()
    replaceChildren(this.dieSlot, face === null ? null : die.element)
    if (face === null) return
    await die.roll(face, gameOf(variant).die ?? face)
    await wait(ROLL_TIME)
  }

  /** Plays the best defence; the solver continues from there. */
  private async playOut(
    attempt: PuzzleAttempt,
    record: MoveRecord,
    next: OpponentMove & { position: SolvingPosition },
  ): Promise<void> {
    const showCount = ++this.showCount
    const isStale = (): boolean => showCount !== this.showCount || this.attempt !== attempt || !this.hooks.isOpen()
    this.boardView.board.setInput(null)
    replaceChildren(this.actions)
    const { reply, roll, position } = next
    const words = `${record.move} is right! ${replyWords(attempt, next)}.`
    this.showFeedback(words, "good")
    await this.showRoll(attempt.variant, roll)
    if (isStale()) return
    const last = await this.boardView.animate(record.fen, attempt.variant, reply)
    if (!last || isStale()) return
    await this.showRoll(attempt.variant, position.face || null)
    if (isStale()) return
    attempt.position = position
    this.render()
    const rolled = position.face ? `You roll ${position.face}. ` : ""
    this.showFeedback(`${words} ${rolled}${instruction(attempt, position.left)}`, "good")
  }

  /** Ends a task: leaves the winning move on the board, and offers the next face. */
  private async finishTask(attempt: PuzzleAttempt, last: Mark[], words: string): Promise<void> {
    attempt.position = null
    const next = openTask(attempt)
    if (!next) attempt.stage = "over"
    this.render()
    if (next) {
      this.boardView.board.setInput(null)
      replaceChildren(this.moveInput)
      this.task.textContent = `Next winning roll: ${next.position.face}.`
      replaceChildren(
        this.actions,
        h(
          "button",
          { class: "primary", id: "go-on", onclick: () => void this.reset().then(() => this.focusAction()) },
          `Continue: ${next.position.face}`,
        ),
      )
    }
    this.boardView.board.setMarks(last)
    this.boardView.setStatus(words, attempt.analysis.solved.turn)
    const others =
      (attempt.puzzle.moves ?? 1) > 1 && attempt.tasks.length > 1 ? ` In all, ${winningRollsWords(attempt)}.` : ""
    this.showFeedback(words + (next ? "" : ` ${verdictSentence(attempt)}${others}`), "good")
    this.focusAction()
  }

  /** Gives the next hint for a position: the piece, then the file, then the move. */
  private async hint(): Promise<void> {
    const { attempt } = this
    if (!attempt) return
    const position = hintTarget(attempt)
    const step = attempt.lastHint && attempt.lastHint.position === position ? Math.min(attempt.lastHint.step + 1, 3) : 1
    if (attempt.lastHint?.step !== 3 || step !== 3) ++attempt.hints
    await this.reset()
    const win = position && winningMoves(position)[0]
    if (!position || !win) return this.showFeedback(noMoreHintsWords(attempt))
    attempt.lastHint = { position, step }
    const { from, to } = win
    const words = moveFeatures(win, false)
    if (step === 3 || !from || !to)
      this.showFeedback(
        `Hint: ${step === 3 ? `${win.move}${words ? ` (${words})` : ""}.` : `${win.move.slice(0, step)}…`}`,
      )
    else
      this.showFeedback(
        step === 1
          ? `Hint: it is the ${topPiece(position.analysis.solved.scene, from)?.word} on ${from}.`
          : `Hint: it lands on the ${to[0]}-file.`,
      )
    const marks: Mark[] =
      from && to
        ? [
            { kind: "hint", square: from },
            ...(step === 2
              ? [{ kind: "file", file: to[0] ?? "" } as const]
              : step === 3
                ? arrowOf(win, "good-arrow")
                : []),
          ]
        : []
    this.boardView.board.setMarks(marks)
  }

  // ---- solution ----

  private giveUp(): void {
    const { attempt } = this
    if (!attempt) return
    for (const task of attempt.tasks) if (task.state === "open") task.state = "shown"
    attempt.stage = "over"
    attempt.position = null
    attempt.gaveUp = true
    void this.reset().then(() => {
      this.boardView.board.setMarks(
        attempt.tasks
          .flatMap(({ position }) => winningMoves(position).slice(0, 1))
          .flatMap(win => arrowOf(win, "good-arrow")),
      )
      this.showFeedback(`${verdictSentence(attempt)} ${instruction(attempt)}`)
    })
  }

  private tryAgain(): void {
    if (this.attempt) restartAttempt(this.attempt)
    void this.reset()
  }

  private renderOver(attempt: PuzzleAttempt): void {
    this.boardView.board.setInput(null)
    this.boardView.board.setMarks([])
    this.task.textContent = attempt.tasks.length === 0 ? noSolutionWords(attempt) : "Select a move to see it again."
    replaceChildren(
      this.actions,
      h(
        "button",
        {
          id: "to-play",
          class: "quiet",
          onclick: () => this.hooks.toPlay(attempt.puzzle.fen, attempt.variant, attempt.puzzle.roll ?? null),
        },
        "Open in Play",
      ),
    )
    this.solution.show(attempt)
  }

  private get sourceText(): string {
    const { puzzle } = this.attempt ?? {}
    return puzzle
      ? showControlCharacters(
          [puzzle.comment, puzzle.author && `By ${puzzle.author}.`, puzzle.source && `${capitalized(puzzle.source)}.`]
            .filter(Boolean)
            .join(" "),
        )
      : ""
  }

  /** Shows words in the bar. */
  showFeedback(words: string, mood: "good" | "bad" | "" = ""): void {
    this.feedback.textContent = words
    this.feedback.className = `feedback happened ${mood}`
  }

  /** Moves the focus to the next control if it was lost. */
  private focusAction(): void {
    const { activeElement } = document
    const lost =
      !activeElement ||
      activeElement === document.body ||
      !activeElement.isConnected ||
      this.boardView.board.element.contains(activeElement)
    if (lost)
      (this.attempt?.stage === "over"
        ? this.hooks.nextButton
        : (this.actions.querySelector<HTMLElement>("button") ?? byId("board").querySelector<SVGElement>("svg"))
      )?.focus()
  }
}
