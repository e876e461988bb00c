/** The tab "Puzzles": which puzzle comes, what is kept of it, and what else can be done. */
import { writeAddress } from "./address"
import { type Collection, type Puzzle, Refused } from "./api"
import { Chooser, daily } from "./puzzle-filters"
import type { Desk, Tab } from "./board-view"
import { announce, byId, h, plural, replace, visible, wait } from "./dom"
import { ofDifficulty } from "./glicko"
import { headline, themeChips } from "./puzzle-words"
import { History } from "./history-card"
import { type Entry, near, runOf } from "./puzzle-order"
import { begin, restart, resume, type Round, save, settled, single } from "./puzzle-attempt"
import { Run } from "./timed-run"
import { Shelf } from "./puzzle-store"
import { Solving } from "./puzzle-view"
import { either, isText, keep, oneOf, recall } from "./local-storage"
import type { Theatre } from "./move-animation"
import { keyOf, training } from "./training-record"

const entryKey = ({ game, fen }: Entry): string => keyOf(game, fen)
const roundKey = ({ variant, puzzle }: Round): string => keyOf(variant, puzzle.fen)
const PAUSE = 700 // milliseconds between two puzzles of a timed run

export class Puzzles implements Tab {
  flipped = false
  private open = false
  private asked: string | null = recall<string | null>("puzzle", null, either(isText, oneOf(null))) // the id or number that the address names, or where one left off
  private questions = 0 // that the server has not answered yet
  private list: readonly Entry[] = [] // the puzzles to work through
  private at = 0 // among them
  private reviewing = false // the list is what is due
  private run: Run | null = null
  private readonly rounds = new Map<Entry, Round>()
  private info: Collection | null = null
  private readonly shelf = new Shelf()

  private readonly where = h("p", { class: "eyebrow", id: "puzzle-number" })
  private readonly title = h("h2", { id: "puzzle-title" })
  private readonly inWords = h("p", { id: "puzzle-words", class: "hint" })
  private readonly themes = h("div", {})
  private readonly points = h("span", { id: "score" })
  private readonly rating = h("span", { id: "rating" })
  private readonly streak = h("span", { id: "streak" })
  private readonly previous = h(
    "button",
    { type: "button", id: "previous-puzzle", onclick: () => void this.visit(this.at - 1, true) },
    "← Previous",
  )
  private readonly next = h(
    "button",
    { type: "button", id: "next-puzzle", onclick: () => void this.goOn() },
    "Next →",
  )
  private readonly clock = h("span", { class: "actions" })
  private readonly review = h(
    "button",
    { type: "button", id: "review-due", hidden: true, onclick: () => void this.repeat() },
    "Repetitions",
  )
  private readonly solving: Solving
  readonly bar: HTMLElement[]
  private readonly chooser = new Chooser({
    changed: () => void this.choose(),
    number: (n) => void this.visit(n - 1, true),
  })
  private readonly history = new History({
    find: (key) => this.shelf.byKey.get(key),
    visit: (entry) => void this.visitEntry(entry, true),
    changed: () => this.renewed(),
  })

  constructor(
    private readonly desk: Desk,
    theatre: Theatre,
    private readonly changed: (push: boolean) => void,
    toPlay: (fen: string, variant: string, roll: number | null) => void,
  ) {
    this.solving = new Solving(desk, theatre, {
      open: () => this.open,
      changed: (round) => this.render(round),
      missed: () => this.missed(),
      toPlay,
      next: this.next,
    })
    this.bar = [...this.solving.bar, this.clock, this.next]
    replace(
      byId("panel-puzzles"),
      h(
        "section",
        { class: "card", id: "puzzle" },
        this.where,
        this.title,
        this.inWords,
        this.themes,
        this.solving.element,
        h("div", { class: "row" }, this.previous, this.solving.retry),
      ),
      h(
        "p",
        {
          class: "score-strip",
          title:
            "One point for the right faces, if there is a die, and one for the winning move on each, if you find it first time without a hint.",
        },
        this.points,
        this.rating,
        this.streak,
      ),
      h(
        "div",
        { class: "row", id: "modes" },
        this.review,
        h("button", { type: "button", id: "daily", onclick: () => void this.today() }, "Puzzle of the day"),
        h(
          "button",
          { type: "button", id: "at-my-level", onclick: () => void this.atMyLevel() },
          "At my level",
        ),
        h("button", { type: "button", id: "random", onclick: () => void this.random() }, "Random"),
        h(
          "button",
          {
            type: "button",
            id: "timed-run",
            title: "As many mates as you can find in three minutes",
            onclick: () => void this.beginRun(),
          },
          "Three-minute run",
        ),
      ),
      this.chooser.element,
      this.history.element,
    )
    training.onChange(() => this.scores())
  }

  get address(): string {
    return writeAddress({ tab: "puzzles", ...(this.asked !== null && { puzzle: this.asked }) })
  }

  /** The puzzle that an address names is wanted. */
  want(id: string): void {
    this.asked = id
    if (!this.open) return
    this.stopRun()
    void this.find(id)
  }

  /** Puzzles from a game of the person are worked through, until something else is chosen. */
  offer(puzzles: Puzzle[]): void {
    this.shelf.offer(puzzles)
    this.asked = puzzles[0]?.id ?? null
  }

  enter(): void {
    this.open = true
    void this.start()
  }

  leave(): void {
    this.open = false
    this.stopRun()
    this.solving.leave()
  }

  private async start(): Promise<void> {
    await this.asking(async () => {
      if (!this.info) {
        this.info = await this.shelf.about()
        this.chooser.show(this.info)
        this.history.begin(this.info.games.map(({ name }) => name))
        training.rename(this.shelf.oldNames)
        this.fill()
      }
      if (this.asked !== null) await this.find(this.asked)
      else await this.visit(this.first)
    })
  }

  /** Does what asks the server, and says so if it fails. */
  private async asking(work: () => Promise<void>): Promise<void> {
    ++this.questions
    document.documentElement.dataset.asking = "yes"
    try {
      await work()
    } catch (error) {
      this.solving.tell(error instanceof Refused ? error.message : "The server does not answer.", "bad")
    } finally {
      if (--this.questions === 0) delete document.documentElement.dataset.asking
    }
  }

  // ---- which puzzle --------------------------------------------------------------------------------------

  /** The list is what the filters let through. */
  private fill(): void {
    this.reviewing = false
    this.list = this.chooser.list(this.shelf.entries)
    this.chooser.tell(this.list.length)
  }

  /** The first that is not solved yet. */
  private get first(): number {
    return Math.max(
      0,
      this.list.findIndex((entry) => training.stateOf(entryKey(entry)) === "new"),
    )
  }

  private async choose(): Promise<void> {
    this.stopRun()
    this.fill()
    await this.visit(this.first, true)
  }

  /** Goes to the puzzle of an id or a number; the filters go if it does not pass them. */
  private async find(id: string): Promise<void> {
    const entry = this.shelf.find(id)
    if (!entry) {
      if (this.solving.round) return this.solving.tell(`There is no puzzle “${visible(id)}”.`, "bad")
      this.asked = null
      return this.visit(this.first)
    }
    await this.visitEntry(entry)
  }

  private async visitEntry(entry: Entry, push = false): Promise<void> {
    if (this.shelf.own.includes(entry)) this.list = this.shelf.own
    else if (this.reviewing || !this.list.includes(entry)) this.fill()
    if (!this.list.includes(entry)) {
      this.chooser.clear()
      this.fill()
    }
    await this.visit(this.list.indexOf(entry), push)
  }

  private async goOn(): Promise<void> {
    if (!this.reviewing) return this.visit(this.at + 1, true)
    const due = training.due()
    const later = this.list.findIndex((entry, at) => at > this.at && due.includes(entryKey(entry)))
    if (later >= 0) return this.visit(later, true)
    this.fill()
    await this.visit(this.first, true)
    announce("Nothing more is due.")
  }

  /** Shows the puzzle of a place in the list; `push`: it becomes a new entry of the browser's history. */
  private async visit(at: number, push = false): Promise<void> {
    this.stopRun()
    await this.asking(async () => {
      const entry = this.list[at]
      if (!entry || !this.open) {
        if (this.open && at >= 0)
          this.solving.tell(
            this.list.length === 0
              ? "No puzzle matches: change the filters."
              : `There are ${this.list.length} puzzles.`,
            "bad",
          )
        return
      }
      this.at = at
      const round = await this.roundOf(entry)
      if (!this.open || this.list[this.at] !== entry || this.run) return
      if (this.reviewing && round.stage === "over") restart(round).counted = false
      this.asked = this.shelf.nameOf(entry)
      keep("puzzle", this.asked)
      this.changed(push)
      await this.put(round)
      announce(`${this.where.textContent}. ${this.title.textContent}. ${this.solving.task.textContent}`)
    })
  }

  private async roundOf(entry: Entry): Promise<Round> {
    const known = this.rounds.get(entry)
    if (known) return known
    const puzzle = await this.shelf.record(entry)
    const round = await begin(puzzle, puzzle.variant ?? this.shelf.variant)
    const saved = training.of(roundKey(round))
    if (saved) resume(round, saved)
    if (this.shelf.own.includes(entry)) round.counted = true // their difficulty is not known
    this.rounds.set(entry, round)
    return round
  }

  private async put(round: Round): Promise<void> {
    this.desk.flip((this.flipped = round.analysis.solved.turn === "black"))
    await this.solving.show(round)
  }

  /** The others of the list that are not solved yet; all others if there are none. */
  private get others(): Entry[] {
    const others = this.list.filter((_, at) => at !== this.at)
    const fresh = others.filter((entry) => training.stateOf(entryKey(entry)) === "new")
    return fresh.length > 0 ? fresh : others
  }

  private ofThisGame(entries: readonly Entry[]): Entry[] {
    return entries.filter(({ game }) => game === this.list[this.at]?.game)
  }

  private async random(): Promise<void> {
    const { others } = this
    const entry = others[Math.floor(Math.random() * others.length)]
    if (entry) await this.visitEntry(entry, true)
  }

  /** One whose difficulty is about the rating. */
  private async atMyLevel(): Promise<void> {
    const [low, high] = [ofDifficulty(0).rating, ofDifficulty(100).rating]
    const entry = near(
      this.ofThisGame(this.others),
      (100 * (training.rating.rating - low)) / (high - low),
      Math.random,
    )
    if (entry) await this.visitEntry(entry, true)
  }

  private async today(): Promise<void> {
    const entry = this.info && this.shelf.entries[daily(new Date(), this.info)]
    if (entry) await this.visitEntry(entry, true)
  }

  private get due(): Entry[] {
    return training.due().flatMap((key) => this.shelf.byKey.get(key) ?? [])
  }

  /** Works through what is due today. */
  private async repeat(): Promise<void> {
    const { due } = this
    if (due.length === 0) return
    this.reviewing = true
    this.list = due
    await this.visit(0, true)
  }

  // ---- a timed run ---------------------------------------------------------------------------------------

  private async beginRun(): Promise<void> {
    if (this.reviewing) this.fill()
    const run = new Run(runOf(this.ofThisGame(this.list), Math.random), () => this.endRun())
    this.run = run
    replace(
      this.clock,
      run.clock,
      h("button", { type: "button", id: "end-run", onclick: () => this.endRun() }, "End"),
    )
    scrollTo({ top: 0 })
    await this.nextOfRun(run)
  }

  private async nextOfRun(run: Run): Promise<void> {
    const entry = this.run === run ? run.next() : undefined
    if (!entry) return
    await this.asking(async () => {
      const puzzle = await this.shelf.record(entry)
      const round = single(await begin(puzzle, puzzle.variant ?? this.shelf.variant), Math.random)
      if (this.run !== run || !this.open) return
      if (round.stage === "over") return this.nextOfRun(run) // it has no solution to find
      await this.put(round)
    })
  }

  /** A puzzle of the run was solved or missed. */
  private async judge(run: Run, right: boolean): Promise<void> {
    const { round } = this.solving
    run.judge(right)
    if (!right && round) training.schedule(roundKey(round), false)
    await wait(PAUSE)
    await this.nextOfRun(run)
  }

  private missed(): boolean {
    const { run } = this
    if (!run) return false
    this.solving.tell("That does not win.", "bad")
    this.desk.board.input(null)
    void this.judge(run, false)
    return true
  }

  private stopRun(): void {
    this.run?.stop()
    this.run = null
    replace(this.clock)
  }

  private endRun(): void {
    const { run } = this
    if (!run) return
    this.stopRun()
    const best = training.ran(run.solved)
    const missed = run.missed > 0 ? ` Missed: ${run.missed}, due again tomorrow.` : ""
    void this.visit(this.at).then(() => {
      const words = `${plural(run.solved, "puzzle")} solved in the timed run; your best is ${best}.${missed}`
      this.solving.tell(words, "good")
      announce(words)
    })
  }

  // ---- what is shown of it -------------------------------------------------------------------------------

  /** The results were replaced by others. */
  private renewed(): void {
    training.rename(this.shelf.oldNames)
    this.rounds.clear()
    this.fill()
    void this.visit(this.first)
  }

  /** Keeps how far a round has come. */
  private note(round: Round): void {
    const id = roundKey(round)
    if (round.outOf === 0 || round.counted) return
    if (round.stage === "over") {
      round.counted = true
      training.finish(id, save(round), round.puzzle.difficulty)
    } else if (training.of(id) || round.guess.size > 0 || !round.clean || settled(round) > 0)
      training.note(id, save(round))
  }

  /** Shows where the learner stands; the words that name the puzzle. */
  private render(round: Round): string {
    const { info, run } = this
    if (!info) return ""
    const over = round.stage === "over"
    const { puzzle } = round
    if (!run) this.note(round)
    else if (over && !round.counted) {
      round.counted = true
      void this.judge(run, true)
    }
    const wanted = this.reviewing || run ? {} : this.chooser.filter
    const words = headline(round, info, wanted)
    const title = over && puzzle.title
    const entry = this.list[this.at]
    const [name, at, count] = [
      entry?.place === daily(new Date(), info)
        ? "Puzzle of the day, number"
        : entry && this.shelf.own.includes(entry)
          ? "Missed mate"
          : "Puzzle",
      this.at + 1,
      this.list.length,
    ]
    this.where.textContent = run
      ? "Timed run"
      : this.reviewing
        ? `Repetition ${at} of ${count}`
        : `${name} ${at} of ${count}${training.mark(roundKey(round))}`
    this.title.textContent = title ? visible(title) : words
    this.inWords.textContent = title ? words : ""
    replace(this.themes, themeChips(over ? (puzzle.themes ?? []) : (wanted.themes ?? []), info))
    this.previous.disabled = at === 1
    this.next.disabled = !this.reviewing && at >= count
    this.next.classList.toggle("primary", over)
    document.documentElement.classList.toggle("running", run !== null)
    this.scores()
    return words
  }

  private scores(): void {
    this.points.textContent = training.points
    this.rating.textContent = training.ratingWords
    this.streak.textContent = training.streak
    const due = this.due.length
    this.review.textContent = `${due} due today`
    this.review.hidden = due === 0
    this.history.list()
  }
}
