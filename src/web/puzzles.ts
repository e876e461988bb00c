/** The tab "Puzzles": guess the winning faces, then play the move for each. */
import { type Analysis, analyse, type FaceRow, mate, type MoveRecord, type Puzzle, puzzles, Refused } from "./api"
import type { Mark } from "./board"
import { type Desk, moveButtons, type Tab } from "./desk"
import { announce, byId, h, listed, plural, replace } from "./dom"
import { gameOf } from "./house"
import { about, named, usesDie, whyNot, withoutSign } from "./moves"
import { fraction } from "./odds"
import { TimeLine } from "./past"
import { topOf } from "./scene"

/** A winning face, or 0 where no die is used, and the moves that win on it. */
interface Task {
  face: number
  file: string | null
  free: boolean
  wins: string[]
  state: "open" | "found" | "shown"
}

/** What is known about one puzzle, and how far its solver has come. */
interface Round {
  puzzle: Puzzle
  variant: string
  analysis: Analysis
  tasks: Task[]
  stage: "faces" | "moves" | "over"
  guess: Set<number>
  clean: boolean // no mistake and no hint in the present task
  hints: number
  points: number
  outOf: number
  judged: boolean // the guess was compared
  marked: Set<number> // what the guess was when it was
}

/** Can the game be won otherwise than by mate? */
const winsInWays = ({ analysis }: Round): boolean => analysis.solved.faces.some(({ wins }) => wins !== undefined)

export class Puzzles implements Tab {
  private readonly timeLine = new TimeLine((record) => void this.tryMove(record))
  private open = false
  private count = 0
  private at = 0
  private readonly pages = new Map<number, Puzzle[]>()
  private readonly rounds = new Map<number, Round>()
  private variant = gameOf().name
  private round: Round | null = null

  private readonly where = h("p", { class: "eyebrow", id: "puzzle-number" })
  private readonly title = h("h2", { id: "puzzle-title" })
  private readonly task = h("p", { id: "puzzle-task" })
  private readonly feedback = h("p", { id: "feedback", class: "feedback", role: "status" })
  private readonly actions = h("div", { class: "row" })
  private readonly list = h("div", { id: "puzzle-moves" })
  private readonly solution = h("div", { id: "solution" })
  private readonly source = h("p", { class: "hint", id: "puzzle-source" })
  private readonly points = h("p", { id: "score" })
  private readonly previous = h("button", { type: "button", id: "previous-puzzle", onclick: () => void this.visit(this.at - 1) }, "← Previous")
  private readonly next = h("button", { type: "button", id: "next-puzzle", onclick: () => void this.visit(this.at + 1) }, "Next →")

  constructor(private readonly desk: Desk, private readonly toPlay: (fen: string, variant: string, roll: number | null) => void) {
    replace(byId("panel-puzzles"),
      h("section", { class: "card" }, this.where, this.title, this.task, this.feedback, this.actions, this.list, this.solution, this.source),
      h("section", { class: "card" }, h("h2", {}, "Score"), this.points,
        h("p", { class: "hint" }, "A point for the right faces, if there is a die, and one for the winning move on each of them, if you find it at once and without a hint."),
        h("div", { class: "row" }, this.previous, this.next)))
  }

  enter(): void {
    this.open = true
    void this.visit(this.at)
  }

  leave(): void {
    this.open = false
    this.desk.board.input(null)
    this.desk.board.mark([])
  }

  turned(): void {}

  private async record(at: number): Promise<Puzzle | null> {
    const page = Math.floor(at / 50) * 50
    if (!this.pages.has(page)) {
      const found = await puzzles(page)
      this.pages.set(page, found.puzzles)
      this.count = found.count
      this.variant = found.variant
    }
    return this.pages.get(page)?.[at - page] ?? null
  }

  private async visit(at: number): Promise<void> {
    document.documentElement.dataset.asking = "yes"
    try {
      const puzzle = at < 0 ? null : await this.record(at)
      if (!puzzle || !this.open) return
      this.at = at
      let round = this.rounds.get(at)
      if (!round) {
        round = await this.begin(puzzle)
        this.rounds.set(at, round)
      }
      if (!this.open || this.at !== at) return
      this.round = round
      await this.reset()
      announce(`${this.where.textContent}. ${this.title.textContent}. ${this.task.textContent}`)
    } catch (error) {
      this.task.textContent = error instanceof Refused ? error.message : "The server does not answer."
    } finally {
      delete document.documentElement.dataset.asking
    }
  }

  /** Works out what wins. */
  private async begin(puzzle: Puzzle): Promise<Round> {
    const variant = puzzle.variant ?? this.variant
    const [analysis, wins] = await Promise.all([analyse(puzzle.fen, variant), this.winners({ ...puzzle, variant })])
    const dice = usesDie(analysis.solved.faces)
    const tasks: Task[] = []
    for (const row of analysis.solved.faces) {
      const face = row.face ?? 0
      const found = wins(row)
      if (found.length > 0 && (!dice || puzzle.roll === undefined || puzzle.roll === face)) tasks.push({ face, file: row.file, free: row.free, wins: found, state: "open" })
    }
    const guessing = dice && puzzle.roll === undefined
    return { puzzle, variant, analysis, tasks, stage: guessing ? "faces" : tasks.length > 0 ? "moves" : "over", guess: new Set(), clean: true, hints: 0, points: 0,
      outOf: (guessing ? 1 : 0) + tasks.length, judged: false, marked: new Set() }
  }

  /** Which moves win on a face: mates at once, or the first moves of a forced mate. */
  private async winners(puzzle: Puzzle): Promise<(row: FaceRow) => string[]> {
    if ((puzzle.moves ?? 1) === 1) return (row) => row.mates
    const found = await mate({ fen: puzzle.fen, variant: puzzle.variant }, { moves: puzzle.moves ?? 1, dice: "every", limit: 10 })
    if (found.complete === false) return (row) => puzzle.key?.[row.face === null ? "-" : String(row.face)] ?? []
    return (row) => found.faces.filter((one) => one.face === row.face && one.value !== null && fraction(one.value) === 1).flatMap((one) => one.best)
  }

  private get current(): Task | undefined {
    return this.round?.tasks.find((task) => task.state === "open")
  }

  /** Puts the position back on the board. */
  private async reset(): Promise<void> {
    if (this.round) await this.desk.show(this.round.analysis.solved.scene)
    this.feedback.textContent = ""
    this.feedback.className = "feedback"
    this.render()
  }

  private goal(round: Round): string {
    const ways = winsInWays(round)
    const later = round.analysis.solved.faces.some(({ face }) => face !== null) ? ", whatever is rolled later" : ""
    return (round.puzzle.moves ?? 1) > 1 ? `force ${ways ? "a win" : "mate"} in ${round.puzzle.moves}${later}` : `${ways ? "win" : "mate"} at once`
  }

  private render(): void {
    const { round } = this
    if (!round) return
    const { puzzle, analysis } = round
    const { turn } = analysis.solved
    const { die } = gameOf(round.variant)
    const side = turn === "white" ? "White" : "Black"
    this.where.textContent = `Puzzle ${this.at + 1} of ${this.count}`
    this.title.textContent = puzzle.title ?? puzzle.id ?? (die === null ? "Which moves win?" : "Which rolls win?")
    this.previous.disabled = this.at === 0
    this.next.disabled = this.at + 1 >= this.count
    this.desk.status(`${side} to move${puzzle.roll ? `, and has rolled ${puzzle.roll}` : ""}`, turn)
    this.source.textContent = round.stage === "over" ? [puzzle.comment, puzzle.author && `By ${puzzle.author}.`, puzzle.source && `${puzzle.source}.`].filter(Boolean).join(" ") : ""
    this.desk.legend(usesDie(analysis.solved.faces) && round.stage === "faces" ? `Press the faces that win for ${side}, then check. The number below a face counts its moves.` : "")
    const now = this.current
    this.desk.faces({
      rows: analysis.solved.faces, die: die !== null, mates: false, toggles: round.stage === "faces",
      look: (face) => ({
        pressed: round.stage === "faces" ? round.guess.has(face) : now?.face === face,
        rolled: puzzle.roll === face,
        verdict: this.verdict(round, face),
      }),
      press: round.stage === "faces" ? (face) => this.toggle(face) : null,
    })
    const score = [...this.rounds.values()].reduce((sum, one) => ({ points: sum.points + one.points, outOf: sum.outOf + this.settled(one) }), { points: 0, outOf: 0 })
    this.points.textContent = score.outOf === 0 ? "No point yet" : `${score.points} of ${plural(score.outOf, "point")}`
    replace(this.solution)
    replace(this.list)
    if (round.stage === "faces") this.renderFaces(round, side)
    else if (round.stage === "moves") this.renderMove(round, side)
    else this.renderOver(round)
  }

  /** How many points have been won or lost. */
  private settled(round: Round): number {
    if (round.stage === "over") return round.outOf
    return round.outOf - round.tasks.filter((task) => task.state === "open").length - (round.stage === "faces" ? 1 : 0)
  }

  private verdict(round: Round, face: number): "right" | "wrong" | "now" | undefined {
    if (round.stage === "faces") return undefined
    const task = round.tasks.find((one) => one.face === face)
    if (task?.state === "found" || task?.state === "shown") return "right"
    if (task && task === this.current) return "now"
    return round.stage === "over" && round.marked.has(face) && !task ? "wrong" : undefined
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
    this.task.textContent = `On which faces of the die can ${side} ${this.goal(round)}? Press those faces under the board. There may be one, several or none.`
    replace(this.actions,
      h("button", { type: "button", class: "primary", id: "check", onclick: () => this.judge() }, "Check my guess"),
      h("button", { type: "button", id: "hint", onclick: () => this.hintFaces() }, "Hint"),
      h("button", { type: "button", id: "show-solution", class: "quiet", onclick: () => this.giveUp() }, "Show the solution"))
  }

  private judge(): void {
    const { round } = this
    if (!round) return
    const right = new Set(round.tasks.map((task) => task.face))
    const missing = [...right].filter((face) => !round.guess.has(face)).length
    const wrong = [...round.guess].filter((face) => !right.has(face))
    round.marked = new Set(round.guess)
    if (missing === 0 && wrong.length === 0) {
      if (round.clean) ++round.points
      this.startMoves(round, right.size === 0 ? "Right: no face wins." : `Right: ${listed([...right].sort())} ${right.size === 1 ? "wins" : "win"}.`)
      return
    }
    round.clean = false
    const parts = [wrong.length > 0 && `${listed(wrong.sort())} ${wrong.length === 1 ? "does" : "do"} not win`, missing > 0 && `${plural(missing, "winning face")} ${missing === 1 ? "is" : "are"} missing`]
    this.tell(`Not yet: ${parts.filter(Boolean).join(", and ")}.`, "bad")
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

  private hintFaces(): void {
    const { round } = this
    if (!round) return
    round.clean = false
    const first = round.tasks[0]
    if (++round.hints === 1 || !first) this.tell(`Hint: ${round.tasks.length === 0 ? "no face wins" : round.tasks.length === 1 ? "one face wins" : `${round.tasks.length} faces win`}.`)
    else this.tell(`Hint: ${first.face} is a winning face.`)
  }

  // ---- which move ----------------------------------------------------------------------------------------

  private playable(task: Task): MoveRecord[] {
    const all = this.round?.analysis.moves ?? []
    return task.face === 0 ? all : all.filter((record) => record.faces?.includes(task.face))
  }

  /** What the face that was rolled asks for. */
  private meaning({ file, free }: Task): string {
    if (free) return `: no move ${file ? "lands on that file" : "serves it"}, so any move may be played`
    return file ? `: the move must land on the ${file}-file` : ""
  }

  private renderMove(round: Round, side: string): void {
    const task = this.current
    if (!task) return
    const may = this.playable(task)
    this.task.textContent = task.face === 0 ? `Play the move with which ${side} can ${this.goal(round)}.`
      : `${side} has rolled ${task.face}${this.meaning(task)}. Play the move to ${this.goal(round)}.`
    replace(this.actions,
      h("button", { type: "button", id: "hint", onclick: () => this.hintMove() }, "Hint"),
      h("button", { type: "button", id: "show-solution", class: "quiet", onclick: () => this.giveUp() }, "Show the solution"))
    const input = h("input", { id: "typed-answer-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4" })
    replace(this.list,
      h("form", { class: "row", onsubmit: (event: Event) => { event.preventDefault(); this.typed(input.value) } },
        h("label", { for: "typed-answer-move" }, "On the board, typed, or from the list:"), input, h("button", { type: "submit" }, "Play it")),
      moveButtons(may, false, (record) => void this.tryMove(record)), this.timeLine.element)
    void this.timeLine.show(round.analysis.solved.fen, gameOf(round.variant), round.analysis.solved.scene, may)
    this.desk.allow(round.analysis.solved.scene, may, task.file && !task.free ? [{ kind: "file", file: task.file }] : [], (record) => void this.tryMove(record),
      (from, to) => this.tell(whyNot(from, to, round.analysis.moves, task.face || null, round.analysis.solved.faces)))
  }

  private typed(text: string): void {
    const { round, current: task } = this
    if (!round || !task) return
    const found = named(text, this.playable(task))
    if (found.length === 0) return this.tell(`“${text.trim()}” cannot be played here.`)
    void this.desk.choose(found).then((record) => record && this.tryMove(record))
  }

  private async tryMove(record: MoveRecord): Promise<void> {
    const { round, current: task } = this
    if (!round || !task) return
    const wins = task.wins.some((move) => withoutSign(move) === withoutSign(record.move))
    if (!(await this.desk.animate(round.puzzle.fen, round.variant, record)) || this.round !== round) return
    if (!wins) {
      round.clean = false
      await this.reset()
      this.tell(`${record.move} is legal, but it does not ${(round.puzzle.moves ?? 1) > 1 ? "force it" : winsInWays(round) ? "win" : "mate"}. Try again.`, "bad")
      return
    }
    task.state = "found"
    if (round.clean) ++round.points
    await this.finishTask(round, `${record.move} ${record.mate ? "is mate" : "is right"}!`)
  }

  /** The winning move stands on the board; the next face comes when the solver is ready. */
  private async finishTask(round: Round, words: string): Promise<void> {
    round.clean = true
    round.hints = 0
    const next = this.current
    if (next) {
      this.render()
      this.desk.board.input(null)
      replace(this.list)
      this.task.textContent = `Now the next winning face: ${next.face}.`
      replace(this.actions, h("button", { type: "button", class: "primary", id: "go-on", onclick: () => void this.reset().then(() => this.focusAction()) }, `Go on with face ${next.face}`))
    } else {
      round.stage = "over"
      this.render()
    }
    this.desk.status(words, round.analysis.solved.turn)
    this.tell(words + (next ? "" : ` Solved: ${round.points} of ${plural(round.outOf, "point")}.`), "good")
    this.focusAction()
  }

  private hintMove(): void {
    const { round, current: task } = this
    const win = this.records(task?.wins ?? [])[0]
    if (!round || !task || !win) return
    round.clean = false
    const second = ++round.hints > 1
    const { from, to } = win
    const words = about(win, false)
    const marks = [from, second && to].flatMap((square): Mark[] => (square ? [{ kind: "hint", square }] : []))
    this.desk.board.mark(marks)
    if (!from || !to) this.tell(`Hint: ${win.move.slice(0, second ? 3 : 1)}…`)
    else this.tell(second ? `Hint: it lands on ${to}${words ? ` (${words})` : ""}.` : `Hint: it is the ${topOf(round.analysis.solved.scene, from)?.word} on ${from}.`)
  }

  private records(list: string[]): MoveRecord[] {
    return (this.round?.analysis.moves ?? []).filter((record) => list.some((move) => withoutSign(move) === withoutSign(record.move)))
  }

  // ---- the end -------------------------------------------------------------------------------------------

  private giveUp(): void {
    const { round } = this
    if (!round) return
    for (const task of round.tasks) if (task.state === "open") task.state = "shown"
    round.stage = "over"
    void this.reset().then(() => this.tell(round.tasks.length === 0 ? this.nothing(round) : "This is the solution: press a move to see it."))
  }

  private nothing(round: Round): string {
    return usesDie(round.analysis.solved.faces) ? "No face wins." : "No move wins."
  }

  private renderOver(round: Round): void {
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.task.textContent = round.tasks.length === 0 ? this.nothing(round) : "Press a move to see it again."
    const last = this.at + 1 >= this.count
    replace(this.actions,
      last ? null : h("button", { type: "button", class: "primary", id: "go-on", onclick: () => void this.visit(this.at + 1) }, "Next puzzle"),
      h("button", { type: "button", id: "to-play", class: "quiet", onclick: () => this.toPlay(round.puzzle.fen, round.variant, round.puzzle.roll ?? null) }, "Open in Play"))
    const rows = round.tasks.map((task) => h("li", {}, task.face === 0 ? "" : `${task.face}${task.file ? ` (${task.file}-file${task.free ? ", free" : ""})` : ""}: `,
      ...this.records(task.wins).map((record) => h("button", { type: "button", class: "move move-mate", "data-uci": record.uci, onclick: () => void this.watch(round, record) }, record.move))))
    replace(this.solution, h("ul", { class: "solution" }, ...rows))
  }

  private async watch(round: Round, record: MoveRecord): Promise<void> {
    await this.desk.show(round.analysis.solved.scene)
    await this.desk.animate(round.puzzle.fen, round.variant, record)
    if (this.round === round && this.open) this.desk.status(`${record.move}${record.mate ? ": mate" : ""}`, round.analysis.solved.turn)
  }

  private tell(words: string, mood: "good" | "bad" | "" = ""): void {
    this.feedback.textContent = words
    this.feedback.className = `feedback ${mood}`
  }

  /** After a step the focus goes where the next one is. */
  private focusAction(): void {
    const lost = document.activeElement === document.body || !document.activeElement?.isConnected
    if (lost) (this.actions.querySelector<HTMLElement>("button") ?? this.next).focus()
  }
}
