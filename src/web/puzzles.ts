/** The tab "Puzzles": guess the winning faces, then play the move for each, against the best defence. */
import { writeAddress } from "./address"
import { type Collection, type MoveRecord, Refused } from "./api"
import type { Mark } from "./board"
import { choose } from "./choice"
import { Chooser, daily } from "./chooser"
import { type Desk, type Tab } from "./desk"
import { smallDie } from "./die"
import { announce, byId, h, plural, replace, visible } from "./dom"
import { faceHint, goal, headline, judged, leading, meaning, nothing, themeChips } from "./headline"
import { gameOf } from "./house"
import { about, usesDie, whyNot, withoutSign } from "./moves"
import { TimeLine } from "./past"
import { Progress } from "./progress"
import { answered, begin, type Line, openTask, playable, type Round, settled, verdict, winning, winsInWays } from "./round"
import { topOf } from "./scene"
import { Shelf } from "./shelf"
import { Solution } from "./solution"
import { keep, recall } from "./store"
import type { Theatre } from "./theatre"
import { readTyped } from "./typed"

export class Puzzles implements Tab {
  flipped = false
  private readonly timeLine = new TimeLine((record) => void this.tryMove(record))
  private open = false
  private asked: string | null = recall<string | null>("puzzle", null) // the id or number that the address names, or where one left off
  private questions = 0 // that the server has not answered yet
  private at = 0 // among those that are wanted
  private readonly rounds = new Map<string, Round>()
  private readonly progress = new Progress()
  private info: Collection | null = null
  private round: Round | null = null

  private readonly where = h("p", { class: "eyebrow", id: "puzzle-number" })
  private readonly title = h("h2", { id: "puzzle-title" })
  private readonly inWords = h("p", { id: "puzzle-words", class: "hint" })
  private readonly task = h("p", { id: "puzzle-task" })
  private readonly feedback = h("p", { id: "feedback", class: "feedback happened", role: "status" })
  private readonly dieSlot = h("span", { class: "die-slot" })
  private readonly actions = h("span", { class: "actions" })
  private readonly themes = h("div", {})
  private readonly list = h("div", { id: "puzzle-moves" })
  private readonly solution: Solution
  private readonly source = h("p", { class: "hint", id: "puzzle-source" })
  private readonly points = h("p", { id: "score" })
  private readonly streak = h("p", { id: "streak", class: "hint" })
  private readonly hintButton = h("button", { type: "button", id: "hint", onclick: () => this.hint() }, "Hint")
  private readonly showButton = h("button", { type: "button", id: "show-solution", class: "quiet", onclick: () => this.giveUp() }, "Show solution")
  private readonly previous = h("button", { type: "button", id: "previous-puzzle", onclick: () => void this.visit(this.at - 1, true) }, "← Previous")
  private readonly next = h("button", { type: "button", id: "next-puzzle", onclick: () => void this.visit(this.at + 1, true) }, "Next →")
  readonly bar = [this.feedback, this.dieSlot, this.actions, this.next]
  private readonly chooser = new Chooser({
    changed: () => { this.shelf.clear(); void this.visit(0, true) },
    random: () => void this.random(),
    daily: () => void this.today(),
    number: (n) => void this.visit(n - 1, true),
  })
  private readonly shelf = new Shelf({ filter: () => this.chooser.filter, unfilter: () => this.chooser.clear(), counted: (count) => this.chooser.tell(count) })

  constructor(private readonly desk: Desk, private readonly theatre: Theatre, private readonly changed: (push: boolean) => void, private readonly toPlay: (fen: string, variant: string, roll: number | null) => void) {
    this.solution = new Solution(desk, theatre, (round) => this.round === round && this.open)
    replace(byId("panel-puzzles"),
      h("section", { class: "card" }, this.where, this.title, this.inWords, this.themes, this.task,
        h("div", { class: "row" }, this.hintButton, this.showButton, this.previous), this.list, this.solution.element, this.source),
      h("section", { class: "card" }, h("h2", {}, "Score"), this.points, this.streak,
        h("p", { class: "hint" }, "One point for the right faces, if there is a die, and one for the winning move on each, if you find it first time without a hint.")),
      this.chooser.element)
  }

  get address(): string {
    return writeAddress({ tab: "puzzles", ...(this.asked !== null && { puzzle: this.asked }) })
  }

  /** The puzzle that an address names is wanted. */
  want(id: string): void {
    this.asked = id
    if (this.open) void this.find(id)
  }

  enter(): void {
    this.open = true
    void this.start()
  }

  leave(): void {
    this.open = false
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.theatre.offer(null)
  }

  private async start(): Promise<void> {
    await this.asking(async () => {
      if (!this.info) {
        this.info = await this.shelf.about()
        this.chooser.show(this.info)
      }
      if (this.asked !== null) await this.find(this.asked)
      else await this.visit(this.at)
    })
  }

  /** Does what asks the server, and tells if it fails. */
  private async asking(work: () => Promise<void>): Promise<void> {
    ++this.questions
    document.documentElement.dataset.asking = "yes"
    try {
      await work()
    } catch (error) {
      this.tell(error instanceof Refused ? error.message : "The server does not answer.", "bad")
    } finally {
      if (--this.questions === 0) delete document.documentElement.dataset.asking
    }
  }

  /** Goes to the puzzle of an id or a number. */
  private async find(id: string): Promise<void> {
    let at: number | null = null
    await this.asking(async () => {
      at = await this.shelf.find(id)
    })
    if (at !== null) await this.visit(at)
    else if (!this.round) {
      this.asked = null
      await this.visit(0)
    }
  }

  /** Shows the puzzle of a place; `push`: it becomes a new entry of the browser's history. */
  private async visit(at: number, push = false): Promise<void> {
    await this.asking(async () => {
      const puzzle = await this.shelf.at(at)
      if (!puzzle || !this.open) {
        if (this.open && at >= 0) this.tell(this.shelf.count === 0 ? "No puzzle matches: change the filters." : `There are ${this.shelf.count} puzzles.`, "bad")
        return
      }
      this.at = at
      // A puzzle without an id is named by its number, which holds only where nothing is filtered out.
      const id = puzzle.id ?? (this.shelf.filtered ? null : String(at + 1))
      const key = id ?? puzzle.fen
      let round = this.rounds.get(key)
      if (!round) {
        round = await begin(puzzle, puzzle.variant ?? this.shelf.variant)
        this.rounds.set(key, round)
      }
      if (!this.open || this.at !== at) return
      this.asked = id
      keep("puzzle", id)
      this.round = round
      round.line = null
      this.changed(push)
      this.desk.flip((this.flipped = round.analysis.solved.turn === "black"))
      await this.reset()
      announce(`${this.where.textContent}. ${this.title.textContent}. ${this.task.textContent}`)
    })
  }

  /** One of those that are wanted and not yet done, if a few draws find one. */
  private async random(): Promise<void> {
    let at = 0
    for (let draw = 0; draw < 20; ++draw) {
      at = Math.floor(Math.random() * this.shelf.count)
      const puzzle = await this.shelf.at(at).catch(() => null)
      if (puzzle && at !== this.at && !this.progress.isOver(puzzle.id ?? puzzle.fen)) break
    }
    await this.visit(at, true)
  }

  private async today(): Promise<void> {
    if (!this.info) return
    this.shelf.unfilter()
    await this.visit(daily(new Date(), this.info), true)
  }

  /** The position in which the solver is to move. */
  private get line(): Line | undefined {
    return this.round?.line ?? (this.round && openTask(this.round)?.line) ?? undefined
  }

  /** Puts that position back on the board. */
  private async reset(): Promise<void> {
    this.theatre.offer(null)
    const { round } = this
    if (round) await this.desk.show((round.line ?? round).analysis.solved.scene)
    this.tell(round?.stage === "faces" ? "Which rolls mate? Select them, then press Check." : round?.stage === "moves" ? "Play the winning move." : "")
    this.render()
  }

  private render(): void {
    const { round, info } = this
    if (!round || !info) return
    const { puzzle, analysis } = round
    const { die } = gameOf(round.variant)
    const id = puzzle.id ?? puzzle.fen
    if (round.stage === "over" || settled(round) > 0) this.progress.note(id, { points: round.points, outOf: settled(round), over: round.stage === "over" })
    const side = analysis.solved.turn === "white" ? "White" : "Black"
    const words = headline(round, info)
    const today = !this.shelf.filtered && this.at === daily(new Date(), info)
    this.where.textContent = `${today ? "Puzzle of the day, number" : "Puzzle"} ${this.at + 1} of ${this.shelf.count}${this.progress.mark(id)}`
    this.title.textContent = puzzle.title ? visible(puzzle.title) : words
    this.inWords.textContent = puzzle.title ? words : ""
    const theme = leading(puzzle, info)?.name
    replace(this.themes, themeChips(round.stage === "over" ? (puzzle.themes ?? []) : theme ? [theme] : [], info))
    this.previous.disabled = this.at === 0
    this.next.disabled = this.at + 1 >= this.shelf.count
    this.hintButton.hidden = this.showButton.hidden = round.stage === "over"
    this.source.textContent = round.stage === "over" ? visible([puzzle.comment, puzzle.author && `By ${puzzle.author}.`, puzzle.source && `${puzzle.source}.`].filter(Boolean).join(" ")) : ""
    const shown = (round.line ?? round).analysis.solved
    const line = round.stage === "moves" ? this.line : undefined
    const roll = line?.face || puzzle.roll
    this.desk.status(words, analysis.solved.turn)
    this.desk.legend(usesDie(analysis.solved.faces) && round.stage === "faces" ? `Select the rolls that win for ${side}, then press Check. The number below a face is its number of moves.` : "")
    this.desk.faces({
      solved: shown, die: die !== null, over: round.stage === "over", mates: false, toggles: round.stage === "faces",
      look: (face) => ({
        pressed: round.stage === "faces" ? round.guess.has(face) : line?.face === face,
        rolled: round.line ? round.line.face === face : puzzle.roll === face,
        verdict: round.line ? undefined : verdict(round, face),
      }),
      press: round.stage === "faces" ? (face) => this.toggle(face) : null,
    })
    replace(this.dieSlot, roll ? smallDie(roll) : null)
    this.points.textContent = this.progress.points
    this.streak.textContent = this.progress.streak
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
    this.render()
  }

  private renderFaces(round: Round, side: string): void {
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.task.textContent = `On which rolls can ${side} ${goal(round)}? Select them below the board, then press Check.`
    replace(this.actions, h("button", { type: "button", class: "primary", id: "check", onclick: () => this.judge() }, "Check"))
  }

  private judge(): void {
    const { round } = this
    if (!round) return
    const { right, words } = judged(round)
    if (right) return this.startMoves(round, words)
    this.tell(words, "bad")
    this.render()
  }

  private startMoves(round: Round, words: string): void {
    round.stage = round.tasks.length > 0 ? "moves" : "over"
    round.clean = true
    round.hints = 0
    this.render()
    this.tell(words, "good")
    this.focusAction()
  }

  private hint(): void {
    const { round } = this
    if (round?.stage === "faces") this.tell(faceHint(round))
    else if (round?.stage === "moves") this.hintMove(round)
  }

  // ---- which move ----------------------------------------------------------------------------------------

  private renderMove(round: Round, side: string): void {
    const { line } = this
    if (!line) return
    const may = playable(line)
    const { solved, moves } = line.analysis
    this.task.textContent = line.face === 0 ? `Find the move: ${side} to ${goal(round, line.left)}.`
      : `${side} rolled ${line.face}${meaning(line)}. Find the move to ${goal(round, line.left)}.`
    replace(this.actions)
    const input = h("input", { id: "typed-answer-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4 or Nf3" })
    replace(this.list,
      h("form", { class: "row", onsubmit: (event: Event) => { event.preventDefault(); void this.typed(input.value) } },
        h("label", { for: "typed-answer-move" }, "Move on the board, or type:"), input, h("button", { type: "submit" }, "Play it")),
      this.timeLine.element)
    void this.timeLine.show(solved.fen, gameOf(round.variant), solved.scene, may)
    this.desk.allow(solved.scene, may, line.file && !line.free ? [{ kind: "file", file: line.file }] : [], (record) => void this.tryMove(record),
      (from, to) => this.tell(whyNot(from, to, moves, line.face || null, solved)))
  }

  private async typed(text: string): Promise<void> {
    const { line, round } = this
    if (!line || !round) return
    const { found, why } = await readTyped(text, line.analysis.moves, line.fen, round.variant)
    if (this.line !== line || !this.open) return
    const may = playable(line).filter((record) => found.includes(record))
    if (may.length === 0) return this.tell(why || `“${text.trim()}” is not legal here.`)
    const record = await choose(may)
    if (record) await this.tryMove(record)
  }

  private async tryMove(record: MoveRecord): Promise<void> {
    const { round, line } = this
    if (!round || !line) return
    const wins = line.wins.some((move) => withoutSign(move) === withoutSign(record.move))
    const last = await this.desk.animate(line.fen, round.variant, record)
    if (!last || this.round !== round || !this.open) return
    if (!wins) {
      round.clean = false
      await this.reset()
      this.tell(`${record.move} is legal, but it does not ${line.left > 1 ? "force it" : winsInWays(round) ? "win" : "mate"}. Try again.`, "bad")
      return
    }
    this.theatre.offer({ fen: line.fen, variant: round.variant, move: record.uci })
    this.desk.board.mark(last)
    const task = openTask(round)
    const next = await answered(round, line, record).catch(() => null)
    if (this.round !== round || !this.open || !task) return
    if (next) return this.playOut(round, record, next)
    task.state = "found"
    if (round.clean) ++round.points
    await this.finishTask(round, last, `${record.move} ${record.mate ? "is mate" : "is right"}!`)
  }

  /** The opponent answers as well as they can, and the solver goes on. */
  private async playOut(round: Round, record: MoveRecord, { reply, roll, line }: { reply: MoveRecord; roll: number | null; line: Line }): Promise<void> {
    this.tell(`${record.move} is right!`, "good")
    const last = await this.desk.animate(record.fen, round.variant, reply)
    if (!last || this.round !== round || !this.open) return
    round.line = line
    round.hints = 0
    this.render()
    this.tell(`${record.move} is right! Best defence: ${roll === null ? "" : `(${roll}) `}${reply.move}. ${line.face ? `You roll ${line.face}: c` : "C"}ontinue.`, "good")
  }

  /** The winning move stands on the board; the next face comes when the solver is ready. */
  private async finishTask(round: Round, last: Mark[], words: string): Promise<void> {
    round.clean = true
    round.hints = 0
    round.line = null
    const next = openTask(round)
    if (!next) round.stage = "over"
    this.render()
    if (next) {
      this.desk.board.input(null)
      replace(this.list)
      this.task.textContent = `Next winning roll: ${next.line.face}.`
      replace(this.actions, h("button", { type: "button", class: "primary", id: "go-on", onclick: () => void this.reset().then(() => this.focusAction()) }, `Continue: ${next.line.face}`))
    }
    this.desk.board.mark(last)
    this.desk.status(words, round.analysis.solved.turn)
    this.tell(words + (next ? "" : ` Solved: ${round.points} of ${plural(round.outOf, "point")}.`), "good")
    this.focusAction()
  }

  private hintMove(round: Round): void {
    const { line } = this
    const win = line && winning(line)[0]
    if (!line || !win) return
    round.clean = false
    const second = ++round.hints > 1
    const { from, to } = win
    const words = about(win, false)
    const marks = [from, second && to].flatMap((square): Mark[] => (square ? [{ kind: "hint", square }] : []))
    this.desk.board.mark(marks)
    if (!from || !to) this.tell(`Hint: ${win.move.slice(0, second ? 3 : 1)}…`)
    else this.tell(second ? `Hint: it lands on ${to}${words ? ` (${words})` : ""}.` : `Hint: it is the ${topOf(line.analysis.solved.scene, from)?.word} on ${from}.`)
  }

  // ---- the end -------------------------------------------------------------------------------------------

  private giveUp(): void {
    const { round } = this
    if (!round) return
    for (const task of round.tasks) if (task.state === "open") task.state = "shown"
    round.stage = "over"
    round.line = null
    void this.reset().then(() => this.tell(round.tasks.length === 0 ? nothing(round) : "Solution: select a move to see it."))
  }

  private renderOver(round: Round): void {
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.task.textContent = round.tasks.length === 0 ? nothing(round) : "Select a move to see it again."
    replace(this.actions, h("button", { type: "button", id: "to-play", class: "quiet", onclick: () => this.toPlay(round.puzzle.fen, round.variant, round.puzzle.roll ?? null) }, "Open in Play"))
    this.solution.show(round)
  }

  private tell(words: string, mood: "good" | "bad" | "" = ""): void {
    this.feedback.textContent = words
    this.feedback.className = `feedback happened ${mood}`
  }

  /** After a step the focus goes where the next one is. */
  private focusAction(): void {
    const { activeElement: now } = document
    const lost = !now || now === document.body || !now.isConnected || this.desk.board.element.contains(now)
    if (lost) (this.round?.stage === "over" ? this.next : (this.actions.querySelector<HTMLElement>("button") ?? byId("board").querySelector<SVGElement>("svg")))?.focus()
  }
}
