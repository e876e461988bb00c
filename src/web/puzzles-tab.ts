/** The tab "Puzzles": selects puzzles, stores results, and offers repetitions and timed runs. */
import { writeAddress } from "./address"
import { type Collection, NO_ANSWER, type Puzzle, Refused } from "./api"
import { PuzzleFilters, dailyIndex } from "./puzzle-filters"
import type { BoardView, Tab } from "./board-view"
import { announce, byId, h, plural, replaceChildren, showControlCharacters, wait } from "./dom"
import { ratingOfDifficulty } from "./glicko"
import { headline, themeChips } from "./puzzle-words"
import { HistoryCard } from "./history-card"
import { type PuzzleEntry, nearDifficulty, timedRunPuzzles } from "./puzzle-order"
import {
  beginAttempt,
  restartAttempt,
  resumeAttempt,
  type PuzzleAttempt,
  saveAttempt,
  hasBegun,
  isSolvable,
  limitToOneRoll,
  winningMoves,
} from "./puzzle-attempt"
import { accuracy, currentRound, minutesAndSeconds, type PuzzleSet, roundNumber } from "./puzzle-sets"
import { SetsCard } from "./sets-card"
import { TimedRun } from "./timed-run"
import { PuzzleStore } from "./puzzle-store"
import { PuzzleView } from "./puzzle-view"
import { either, isString, writeStored, oneOf, readStored } from "./local-storage"
import type { MoveAnimation } from "./move-animation"
import { entryKey, keyOf, training } from "./training-record"

const attemptKey = ({ variant, puzzle }: PuzzleAttempt): string => keyOf(variant, puzzle.fen)
const RUN_PAUSE = 700 // milliseconds between two puzzles of a timed run
const ANSWER_PAUSE = 1500 // milliseconds for which the right move is shown after a miss

/** A list of puzzles that is worked through from its beginning to its end. */
type Session =
  | { kind: "due" }
  | { kind: "missed"; attempts: ReadonlyMap<PuzzleEntry, PuzzleAttempt> } // the misses of the last timed run
  | { kind: "round"; name: string; round: number; begun: number; recorded: boolean } // a round of the set `name`

const sessionName = (session: Session): string =>
  session.kind === "due"
    ? "Repetition"
    : session.kind === "missed"
      ? "Missed puzzle"
      : `Round ${session.round} of “${session.name}”:`

export class PuzzlesTab implements Tab {
  flipped = false
  private isOpen = false
  // The id or number of the puzzle in the address, or else of the last puzzle of the previous visit.
  private wantedId: string | null = readStored<string | null>("puzzle", null, either(isString, oneOf(null)))
  private wantsDaily = false
  private pendingRequests = 0 // requests without an answer yet
  private list: readonly PuzzleEntry[] = [] // the puzzles to work through
  private index = 0 // index of the current puzzle in `list`
  private session: Session | null = null // what `list` holds; null for the puzzles that pass the filters
  private timedRun: TimedRun | null = null
  private readonly attempts = new Map<PuzzleEntry, PuzzleAttempt>()
  private collection: Collection | null = null
  private readonly store = new PuzzleStore()

  private readonly numberLine = h("p", { class: "eyebrow", id: "puzzle-number" })
  private readonly title = h("h2", { id: "puzzle-title" })
  private readonly description = h("p", { id: "puzzle-words", class: "hint" })
  private readonly themes = h("div", {})
  private readonly scoreText = h("span", { id: "score" })
  private readonly ratingText = h("span", { id: "rating" })
  private readonly previous = h(
    "button",
    { id: "previous-puzzle", onclick: () => void this.showIndex(this.index - 1, true) },
    "← Previous",
  )
  private readonly next = h("button", { id: "next-puzzle", onclick: () => void this.showNext() }, "Next →")
  private readonly missedList = h("ol", { class: "history", id: "run-missed" })
  private readonly runCard = h(
    "section",
    { class: "card", id: "run-result", hidden: true },
    h("h2", {}, "Missed in the timed run"),
    this.missedList,
  )
  private readonly clockSlot = h("span", { class: "actions" })
  private readonly dueButton = h(
    "button",
    { id: "review-due", hidden: true, onclick: () => void this.startRepetitions() },
    "Repetitions",
  )
  private readonly view: PuzzleView
  readonly bar: HTMLElement[]
  private readonly filters = new PuzzleFilters({
    onChange: () => void this.onFiltersChanged(),
    numberInput: n => void this.showIndex(n - 1, true),
  })
  private readonly historyCard = new HistoryCard({
    find: key => this.store.byKey.get(key),
    showEntry: entry => void this.showEntry(entry, true),
    setUndo: () => this.onResultsReplaced(),
  })

  private readonly setsCard = new SetsCard({
    next: () => (this.session ? this.filters.filtered(this.store.entries) : this.list.slice(Math.max(0, this.index))),
    find: key => this.store.byKey.get(key),
    begin: set => void this.startRound(set),
  })

  constructor(
    private readonly boardView: BoardView,
    moveAnimation: MoveAnimation,
    private readonly onAddressChange: (push: boolean) => void,
    toPlay: (fen: string, variant: string, roll: number | null) => void,
  ) {
    this.view = new PuzzleView(boardView, moveAnimation, {
      isOpen: () => this.isOpen,
      onChange: attempt => this.render(attempt),
      onMissed: () => this.onMissed(),
      toPlay,
      nextButton: this.next,
    })
    this.bar = [...this.view.bar, this.clockSlot, this.next]
    replaceChildren(
      byId("panel-puzzles"),
      h(
        "div",
        { class: "row", id: "modes" },
        this.dueButton,
        h("button", { id: "daily", onclick: () => void this.showDaily(true) }, "Puzzle of the day"),
        h("button", { id: "at-my-level", onclick: () => void this.showAtMyLevel() }, "At my level"),
        h("button", { id: "random", onclick: () => void this.showRandom() }, "Random"),
        h(
          "button",
          {
            id: "timed-run",
            title: "As many mates as you can find in three minutes",
            onclick: () => void this.startTimedRun(),
          },
          "Three-minute run",
        ),
      ),
      h(
        "section",
        { class: "card", id: "puzzle" },
        this.numberLine,
        this.title,
        this.description,
        this.themes,
        this.view.element,
        h("div", { class: "row" }, this.previous, this.view.retry),
      ),
      h(
        "p",
        {
          class: "score-strip",
          title:
            "Your first attempt at each puzzle counts: whole if you solve it at once, in part after a mistake or with hints.",
        },
        this.ratingText,
        this.scoreText,
      ),
      this.runCard,
      this.setsCard.element,
      this.filters.element,
      this.historyCard.element,
    )
    training.onChange(() => this.renderScores())
  }

  get address(): string {
    return writeAddress({ tab: "puzzles", ...(this.wantedId !== null && { puzzle: this.wantedId }) })
  }

  /** Opens the puzzle `id`, which the address of the page names. */
  open(id: string): void {
    this.wantedId = id
    if (!this.isOpen) return
    this.stopTimedRun()
    void this.showById(id)
  }

  /** Makes the puzzle of the day the first that the tab shows. */
  openDaily(): void {
    this.wantsDaily = true
  }

  /** Works through puzzles from the user's games until other puzzles are chosen. */
  setOwnPuzzles(puzzles: Puzzle[]): void {
    this.store.setOwnPuzzles(puzzles)
    this.wantedId = puzzles[0]?.id ?? null
  }

  enter(): void {
    this.isOpen = true
    void this.start()
  }

  leave(): void {
    this.isOpen = false
    this.stopTimedRun()
    this.view.leave()
  }

  private async start(): Promise<void> {
    await this.whileRequesting(async () => {
      if (!this.collection) {
        this.collection = await this.store.loadIndex()
        this.filters.show(this.collection)
        this.historyCard.showGames(this.collection.games.map(({ name }) => name))
        training.rename(this.store.keysByOldName)
        this.applyFilters()
      }
      if (this.wantsDaily) await this.showDaily(false)
      else if (this.wantedId !== null) await this.showById(this.wantedId)
      else await this.showIndex(this.firstUnsolved)
    })
  }

  /** Runs a task that sends requests, and shows its error if it fails. */
  private async whileRequesting(work: () => Promise<void>): Promise<void> {
    ++this.pendingRequests
    document.documentElement.dataset.asking = "yes"
    try {
      await work()
    } catch (error) {
      this.view.showFeedback(error instanceof Refused ? error.message : NO_ANSWER, "bad")
    } finally {
      if (--this.pendingRequests === 0) delete document.documentElement.dataset.asking
    }
  }

  // ---- choosing a puzzle ----

  /** Fills the list with the puzzles that pass the filters. */
  private applyFilters(): void {
    this.session = null
    this.list = this.filters.filtered(this.store.entries)
    this.filters.showCount(this.list.length)
  }

  /** The index of the first unsolved puzzle. */
  private get firstUnsolved(): number {
    return Math.max(
      0,
      this.list.findIndex(entry => training.stateOf(entryKey(entry)) === "new"),
    )
  }

  private async onFiltersChanged(): Promise<void> {
    this.stopTimedRun()
    this.applyFilters()
    await this.showIndex(this.firstUnsolved, true)
  }

  /** Shows the puzzle with that id or number; clears the filters if it does not pass them. */
  private async showById(id: string): Promise<void> {
    const entry = this.store.findEntry(id)
    if (!entry) {
      if (this.view.attempt) return this.view.showFeedback(`There is no puzzle “${showControlCharacters(id)}”.`, "bad")
      this.wantedId = null
      return this.showIndex(this.firstUnsolved)
    }
    await this.showEntry(entry)
  }

  private async showEntry(entry: PuzzleEntry, push = false): Promise<void> {
    if (this.store.ownPuzzleEntries.includes(entry)) this.list = this.store.ownPuzzleEntries
    else if (this.session || !this.list.includes(entry)) this.applyFilters()
    if (!this.list.includes(entry)) {
      this.filters.clear()
      this.applyFilters()
    }
    await this.showIndex(this.list.indexOf(entry), push)
  }

  private async showNext(): Promise<void> {
    const { session } = this
    if (!session) return this.showIndex(this.index + 1, true)
    const dueEntries = training.due()
    const nextIndex = this.list.findIndex(
      (entry, index) => index > this.index && (session.kind !== "due" || dueEntries.includes(entryKey(entry))),
    )
    if (nextIndex >= 0) return this.showIndex(nextIndex, true)
    this.applyFilters()
    await this.showIndex(this.firstUnsolved, true)
    const words = this.endWords(session)
    this.view.showFeedback(words, "good")
    announce(words)
  }

  private endWords(session: Session): string {
    if (session.kind === "due") return "Nothing more is due."
    if (session.kind === "missed") return "That was the last puzzle you missed."
    const rounds = training.sets.find(({ name }) => name === session.name)?.rounds ?? []
    const words = rounds
      .slice(-2)
      .reverse()
      .map(
        (round, index) =>
          `${accuracy(round)} right at once in ${minutesAndSeconds(round.seconds)}${index > 0 ? " the round before" : ""}`,
      )
    return `Round ${session.round} of “${session.name}” is done: ${words.join("; ")}.`
  }

  /** Shows the puzzle at an index of the list; `push` adds an entry to the browser's history. */
  private async showIndex(index: number, push = false): Promise<void> {
    this.stopTimedRun()
    await this.whileRequesting(async () => {
      const entry = this.list[index]
      if (!entry || !this.isOpen) {
        if (this.isOpen && index >= 0)
          this.view.showFeedback(
            this.list.length === 0
              ? "No puzzle matches: change the filters."
              : `There are ${this.list.length} puzzles.`,
            "bad",
          )
        return
      }
      this.index = index
      const attempt = await this.attemptAt(entry)
      if (!this.isOpen || this.list[this.index] !== entry || this.timedRun) return
      this.restartInSession(attempt, entry)
      this.wantedId = this.store.addressOf(entry)
      writeStored("puzzle", this.wantedId)
      this.onAddressChange(push)
      await this.showAttempt(attempt)
      announce(`${this.numberLine.textContent}. ${this.title.textContent}. ${this.view.task.textContent}`)
    })
  }

  /** Restarts an attempt if it belongs to a session; a due repetition is restarted only if it was finished. */
  private restartInSession(attempt: PuzzleAttempt, entry: PuzzleEntry): void {
    const { session } = this
    if (!session || (session.kind === "due" && attempt.stage !== "over")) return
    const isRated = session.kind !== "missed" && !this.store.ownPuzzleEntries.includes(entry)
    restartAttempt(attempt).isCounted = !isRated
    if (session.kind === "round") Object.assign(session, { begun: Date.now(), recorded: false })
  }

  private async attemptAt(entry: PuzzleEntry): Promise<PuzzleAttempt> {
    const existing = (this.session?.kind === "missed" ? this.session.attempts : this.attempts).get(entry)
    if (existing) return existing
    const puzzle = await this.store.loadRecord(entry)
    const attempt = await beginAttempt(puzzle, puzzle.variant ?? this.store.variant)
    const saved = training.savedAttempt(attemptKey(attempt))
    if (saved) resumeAttempt(attempt, saved)
    // Marked as counted, so that the user's own puzzles, whose difficulty is unknown, do not change the rating.
    if (this.store.ownPuzzleEntries.includes(entry)) attempt.isCounted = true
    this.attempts.set(entry, attempt)
    return attempt
  }

  private async showAttempt(attempt: PuzzleAttempt): Promise<void> {
    this.boardView.setFlipped((this.flipped = attempt.analysis.solved.turn === "black"))
    await this.view.show(attempt)
  }

  /** The other unsolved puzzles of the list; all others if everything is solved. */
  private get otherEntries(): PuzzleEntry[] {
    const otherEntries = this.list.filter((_, index) => index !== this.index)
    const fresh = otherEntries.filter(entry => training.stateOf(entryKey(entry)) === "new")
    return fresh.length > 0 ? fresh : otherEntries
  }

  private inCurrentGame(entries: readonly PuzzleEntry[]): PuzzleEntry[] {
    return entries.filter(({ game }) => game === this.list[this.index]?.game)
  }

  private async showRandom(): Promise<void> {
    const { otherEntries } = this
    const entry = otherEntries[Math.floor(Math.random() * otherEntries.length)]
    if (entry) await this.showEntry(entry, true)
  }

  /** Shows a puzzle whose difficulty is close to the user's rating. */
  private async showAtMyLevel(): Promise<void> {
    const [low, high] = [ratingOfDifficulty(0).rating, ratingOfDifficulty(100).rating]
    const entry = nearDifficulty(
      this.inCurrentGame(this.otherEntries),
      (100 * (training.rating.rating - low)) / (high - low),
      Math.random,
    )
    if (entry) await this.showEntry(entry, true)
  }

  private async showDaily(push: boolean): Promise<void> {
    this.wantsDaily = false
    const entry = this.collection && this.store.entries[dailyIndex(new Date(), this.collection)]
    if (entry) await this.showEntry(entry, push)
  }

  private get dueEntries(): PuzzleEntry[] {
    return training.due().flatMap(key => this.store.byKey.get(key) ?? [])
  }

  /** Works through the repetitions that are due today. */
  private async startRepetitions(): Promise<void> {
    const { dueEntries } = this
    if (dueEntries.length === 0) return
    this.session = { kind: "due" }
    this.list = dueEntries
    await this.showIndex(0, true)
  }

  /** Begins a round of a set, or continues it. */
  private async startRound(set: PuzzleSet): Promise<void> {
    this.session = { kind: "round", name: set.name, round: roundNumber(set), begun: Date.now(), recorded: false }
    this.list = set.keys.flatMap(key => this.store.byKey.get(key) ?? [])
    await this.showIndex(currentRound(set).done, true)
  }

  // ---- timed run ----

  private async startTimedRun(): Promise<void> {
    if (this.session) this.applyFilters()
    this.runCard.hidden = true
    const run = new TimedRun(timedRunPuzzles(this.inCurrentGame(this.list), Math.random), () => this.finishTimedRun())
    this.timedRun = run
    replaceChildren(
      this.clockSlot,
      run.clock,
      h("button", { id: "end-run", onclick: () => this.finishTimedRun() }, "End"),
    )
    scrollTo({ top: 0 })
    await this.showNextOfRun(run)
  }

  private async showNextOfRun(run: TimedRun): Promise<void> {
    const entry = this.timedRun === run ? run.next() : undefined
    if (!entry) return
    await this.whileRequesting(async () => {
      const puzzle = await this.store.loadRecord(entry)
      const attempt = limitToOneRoll(await beginAttempt(puzzle, puzzle.variant ?? this.store.variant), Math.random)
      if (this.timedRun !== run || !this.isOpen) return
      if (attempt.stage === "over") return this.showNextOfRun(run) // the puzzle has no solution
      await this.showAttempt(attempt)
    })
  }

  /** Records the result of a puzzle of the run, and shows the next one. */
  private async recordRunResult(run: TimedRun, right: boolean): Promise<void> {
    const { attempt } = this.view
    if (!attempt) return
    run.countResult(attempt, right)
    if (!right) {
      training.schedule(attemptKey(attempt), false)
      await this.showRightMove(run, attempt)
    }
    await wait(right ? RUN_PAUSE : ANSWER_PAUSE)
    await this.showNextOfRun(run)
  }

  /** Plays the right move of a missed puzzle on the board. */
  private async showRightMove(run: TimedRun, { puzzle, variant, analysis, tasks }: PuzzleAttempt): Promise<void> {
    const [win] = tasks.flatMap(({ position }) => winningMoves(position))
    if (!win) return
    this.view.showFeedback(`That does not win; ${win.move} does.`, "bad")
    await wait(RUN_PAUSE)
    if (this.timedRun !== run || !this.isOpen) return
    await this.boardView.show(analysis.solved.scene)
    const marks = await this.boardView.animate(puzzle.fen, variant, win)
    if (marks && this.timedRun === run) this.boardView.board.setMarks(marks)
  }

  private onMissed(): boolean {
    const { timedRun: run } = this
    if (!run) return false
    this.boardView.board.setInput(null)
    void this.recordRunResult(run, false)
    return true
  }

  private stopTimedRun(): void {
    this.timedRun?.stop()
    this.timedRun = null
    this.withdrawRetry()
  }

  /** Removes the clock of a timed run, or the button to try its missed puzzles again. */
  private withdrawRetry(): void {
    replaceChildren(this.clockSlot)
    document.documentElement.classList.remove("run-over")
  }

  private finishTimedRun(): void {
    const { timedRun: run } = this
    if (!run) return
    this.stopTimedRun()
    const best = training.recordRun(run.solved)
    const { missed } = run
    const missedWords = missed.length > 0 ? ` Missed: ${missed.length}, due again tomorrow.` : ""
    void this.showIndex(this.index).then(() => {
      const words = `${plural(run.solved, "puzzle")} solved in the timed run; your best is ${best}.${missedWords}`
      this.view.showFeedback(words, "good")
      announce(words)
      this.showMissed(missed)
    })
  }

  /** Lists the puzzles that were missed in a timed run, and offers them again. */
  private showMissed(missed: TimedRun["missed"]): void {
    this.runCard.hidden = missed.length === 0
    if (missed.length === 0) return
    const retry = (index: number): void => {
      this.session = { kind: "missed", attempts: new Map(missed.map(({ entry, attempt }) => [entry, attempt])) }
      this.list = missed.map(({ entry }) => entry)
      void this.showIndex(index, true)
    }
    replaceChildren(
      this.missedList,
      ...missed.map(({ attempt }, index) =>
        h(
          "li",
          {},
          h(
            "button",
            { class: "move", onclick: () => retry(index) },
            this.collection ? headline(attempt, this.collection, {}) : "",
          ),
        ),
      ),
    )
    document.documentElement.classList.add("run-over") // until the user continues with a puzzle
    replaceChildren(
      this.clockSlot,
      h("button", { id: "retry-missed", class: "primary", onclick: () => retry(0) }, "Try again now"),
    )
  }

  // ---- display ----

  /** Starts again after an import has replaced the results. */
  private onResultsReplaced(): void {
    training.rename(this.store.keysByOldName)
    this.attempts.clear()
    this.applyFilters()
    void this.showIndex(this.firstUnsolved)
  }

  /** Stores the state of an attempt. */
  private storeProgress(attempt: PuzzleAttempt): void {
    const id = attemptKey(attempt)
    if (!isSolvable(attempt) || attempt.isCounted) return
    if (attempt.stage === "over") {
      attempt.isCounted = true
      training.finish(id, saveAttempt(attempt), attempt.puzzle.difficulty)
    } else if (training.savedAttempt(id) || hasBegun(attempt)) training.storeUnfinished(id, saveAttempt(attempt))
  }

  /** Updates the card; returns the words for the status line. */
  private render(attempt: PuzzleAttempt): string {
    const { collection, timedRun: run } = this
    if (!collection) return ""
    const isOver = attempt.stage === "over"
    const { puzzle } = attempt
    if (!run) {
      this.withdrawRetry()
      this.storeProgress(attempt)
    } else if (isOver && !attempt.isCounted) {
      attempt.isCounted = true
      void this.recordRunResult(run, true)
    }
    const { session } = this
    if (isOver && session?.kind === "round" && !session.recorded) {
      session.recorded = true
      const { points, outOf } = saveAttempt(attempt)
      training.recordInSet(session.name, points === outOf, (Date.now() - session.begun) / 1000)
    }
    const filter = session || run ? {} : this.filters.currentFilter
    const words = headline(attempt, collection, filter)
    const title = isOver && puzzle.title
    const entry = this.list[this.index]
    const [name, index, count] = [
      entry?.index === dailyIndex(new Date(), collection)
        ? "Puzzle of the day, number"
        : entry && this.store.ownPuzzleEntries.includes(entry)
          ? "Missed mate"
          : "Puzzle",
      this.index + 1,
      this.list.length,
    ]
    this.numberLine.textContent = run
      ? "Timed run"
      : session
        ? `${sessionName(session)} ${index} of ${count}`
        : `${name} ${index} of ${count}${training.resultWords(attemptKey(attempt))}`
    this.title.textContent = title ? showControlCharacters(title) : words
    this.description.textContent = title ? words : ""
    replaceChildren(this.themes, themeChips(isOver ? (puzzle.themes ?? []) : (filter.themes ?? []), collection))
    const inRound = session?.kind === "round"
    this.previous.disabled = index === 1 || inRound
    this.next.disabled = inRound ? !session.recorded : !session && index >= count
    this.next.classList.toggle("primary", isOver)
    document.documentElement.classList.toggle("running", run !== null)
    this.renderScores()
    return words
  }

  private renderScores(): void {
    this.scoreText.textContent = training.scoreText
    this.ratingText.textContent = training.ratingText
    const dueEntries = this.dueEntries.length
    this.dueButton.textContent = `${dueEntries} due today`
    this.dueButton.hidden = dueEntries === 0
    this.historyCard.showRows()
    this.setsCard.show()
  }
}
