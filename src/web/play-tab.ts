/** The tab "Play": two people play each other on one board, or one person tries things out. */
import { writeAddress } from "./address"
import { type Analysis, type Game, type MoveRecord, type Puzzle, Refused, reply, rollOf } from "./api"
import type { Mark } from "./board"
import { choose } from "./move-choice"
import { type Desk, type Tab } from "./board-view"
import { throwDie } from "./die"
import { DieBar } from "./die-bar"
import { announce, byId, h, plural, replace, wait } from "./dom"
import { EndCard } from "./game-over-card"
import { EndgameCard } from "./endgame-card"
import { ExpectedScore } from "./expected-score"
import { type Entry, PlayedGame } from "./played-game"
import { GameCard } from "./game-card"
import { gameOf, isFirst } from "./games"
import { Introduction } from "./welcome-card"
import { checkMarks, faceOne, moveMarks, namedBy, usesDie, whyNot, whyNotNow } from "./moves"
import { MovesCard } from "./moves-card"
import { NewGame } from "./new-game-dialog"
import { OddsTable } from "./mate-odds"
import { nameOf, type Opponent, opponent, other } from "./opponent"
import { TimeLine } from "./time-line"
import { empty, fileName, type Scene } from "./scene"
import { onSetting, settingBox, settings } from "./settings"
import { isFlag, keep, recall } from "./local-storage"
import type { Theatre } from "./move-animation"
import { readTyped } from "./typed-move"

const PAUSE = 400 // milliseconds that the opponent takes at least, so that its move is seen coming

export class Play implements Tab {
  scene: Scene // what the board shows, or showed last
  flipped = recall("flipped", false, isFlag)
  private readonly played = new PlayedGame({ variant: gameOf().name, fen: gameOf().start })
  game: Game = gameOf(this.played.variant)
  private analysis: Analysis | null = null
  private face: number | null = null // looked at
  private open = false
  private busy = false
  private thinking: AbortController | null = null // the opponent's reply that is awaited

  private readonly die = new DieBar(
    () => void this.roll(),
    (face) => this.ownRoll(face),
  )
  private readonly back = h(
    "button",
    {
      type: "button",
      id: "undo",
      title: "Take back the last move (Ctrl+Z)",
      "aria-label": "Undo",
      onclick: () => this.undo(),
    },
    "↶",
  )
  private readonly forth = h(
    "button",
    {
      type: "button",
      id: "redo",
      title: "Replay the move (Ctrl+Y)",
      "aria-label": "Redo",
      onclick: () => this.redo(),
    },
    "↷",
  )
  private readonly expected = new ExpectedScore()

  private readonly moves = new MovesCard({
    play: (record) => this.tryMove(record),
    look: (record) =>
      void this.desk.preview(record && { fen: this.fen, variant: this.game.name, move: record.uci }),
    type: (text) => this.typedMove(text),
  })
  private readonly odds = new OddsTable()
  private readonly endgame = new EndgameCard()
  private readonly timeLine = new TimeLine((record) => this.tryMove(record))
  private readonly card = new GameCard(this.played, {
    go: (ply) => this.goTo(ply),
    look: (ply) => this.look(ply),
    fresh: () => this.newGame.ask(this.game.name),
    resign: () => this.resign(),
    takeBack: () => {
      this.played.takeBack()
      this.changeGame()
    },
  })
  private readonly newGame = new NewGame((variant, against) => this.begin(variant, against))
  private readonly end = new EndCard(this.played, {
    go: (ply) => this.goTo(ply),
    text: () => this.card.text,
    rematch: () => this.rematch(),
    train: (puzzles) => this.train(puzzles),
  })
  readonly bar = [this.expected.element, ...this.die.elements, this.end.rematch, this.back, this.forth]
  private readonly intro = new Introduction(
    (tab) => this.go(tab),
    () => this.teach(this.game.name),
    () => this.newGame.ask(this.game.name),
    () => this.resume(),
  )

  constructor(
    private readonly desk: Desk,
    private readonly theatre: Theatre,
    private readonly changed: () => void,
    private readonly go: (tab: string) => void,
    private readonly teach: (game: string) => void,
    private readonly train: (puzzles: Puzzle[]) => void,
  ) {
    this.scene = empty(this.game.scene)
    replace(
      byId("panel-play"),
      this.intro.element,
      this.end.element,
      this.card.element,
      this.moves.element,
      this.timeLine.element,
      this.odds.element,
      this.endgame.element,
      h(
        "section",
        { class: "card stacked" },
        h("h2", {}, "How you play"),
        settingBox("hints", "hints", "Hints: mates, chances and checks"),
        settingBox("expected", "expected", "Expected score beside the board"),
        this.die.options,
      ),
    )
    this.introduce()
    onSetting(() => this.open && this.render())
    addEventListener("keydown", (event) => this.key(event))
  }

  get fen(): string {
    return this.played.entry.fen
  }

  get address(): string {
    const { roll } = this.played.entry
    return writeAddress({
      tab: "play",
      fen: this.fen,
      ...(roll !== null && { roll }),
      ...(!isFirst(this.game.name) && { variant: this.game.name }),
    })
  }

  private get turn(): "white" | "black" {
    return this.analysis?.solved.turn ?? this.scene.turn
  }

  private get rows() {
    return this.analysis?.solved.faces ?? []
  }

  /** What a face names: "the e-file". */
  private named(face: number | null): string | null | undefined {
    return this.analysis && namedBy(this.analysis.solved, face)
  }

  /** Does a die decide in this position? */
  private get dice(): boolean {
    return usesDie(this.rows)
  }

  /** Must it be rolled first? */
  private get waits(): boolean {
    return (
      this.dice && this.played.entry.roll === null && (!settings.unrolled || this.played.opponent !== null)
    )
  }

  /** Is the opponent to move? */
  private get replies(): boolean {
    return this.played.opponent?.side === this.turn
  }

  /** Begins anew from a position; the game that was played can be taken back. */
  load(fen: string, variant: string, roll: number | null = null): void {
    this.played.begin(fen, gameOf(variant).name, roll)
    this.changeGame()
  }

  /** A new game from the start; no opponent: two people play. */
  private begin(variant: string, against: Opponent | null): void {
    if (against) this.desk.flip((this.flipped = against.side === "white"))
    this.played.begin(gameOf(variant).start, variant, null, against)
    this.changeGame()
    this.resume()
  }

  /** The same again, with the other side. */
  private rematch(): void {
    const { opponent: last, variant } = this.played
    this.begin(variant, last && opponent(last.level, last.side))
  }

  private resign(): void {
    const side = this.played.opponent ? other(this.played.opponent.side) : this.turn
    this.stop()
    this.played.resign(side)
    announce(`${nameOf(side)} resigns.`)
    this.step()
  }

  private changeGame(): void {
    const { variant } = this.played
    if (variant !== this.game.name) {
      this.game = gameOf(variant)
      this.scene = empty(this.game.scene)
      this.introduce()
    }
    this.card.begin(this.game)
    this.step()
  }

  private introduce(): void {
    this.intro.tell(this.game)
    this.card.begin(this.game)
    this.die.setFaces(this.game.die)
  }

  enter(): void {
    this.open = true
    this.intro.tell(this.game)
    void this.refresh()
  }

  leave(): void {
    this.open = false
    this.stop()
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.theatre.offer(null)
    keep("flipped", this.flipped)
  }

  /** Takes back the last move; of a game against the computer its reply too. A resignation is taken back first. */
  undo(): void {
    if (this.played.resigned) {
      this.played.resign(null)
      announce("Resignation taken back.")
      return this.step()
    }
    const to = this.place(-1)
    if (to !== null) this.goTo(to, "Move taken back.")
  }

  redo(): void {
    const to = this.place(1)
    if (to !== null) this.goTo(to, `${this.played.history[to]?.move} again.`)
  }

  /** The next place back (-1) or forth (1) where the person is to move, or the end of the game; null if there is none. */
  private place(step: -1 | 1): number | null {
    const { at, history, opponent: against } = this.played
    for (let to = at + step; to >= 0 && to < history.length; to += step) {
      const turn = history[to + 1]?.by ?? other(history[to]?.by ?? "black")
      if (!against || turn !== against.side || (step === 1 && to === history.length - 1)) return to
    }
    return null
  }

  private goTo(at: number, words = ""): void {
    if (!this.open || at < 0 || at >= this.played.history.length || at === this.played.at) return
    this.played.go(at)
    announce(words || (this.played.entry.move ?? "Start of the game"))
    this.step(true)
  }

  private step(animated = false): void {
    this.stop()
    this.busy = false
    this.face = null
    this.changed()
    void this.refresh(animated)
  }

  private async refresh(animated = false): Promise<void> {
    if (!this.open) return
    this.desk.board.input(null)
    const { entry } = this.played
    const found = await this.desk.analyse(entry.fen, this.game.name)
    if (!found || !this.open) return
    this.analysis = found instanceof Refused ? null : found
    if (found instanceof Refused) return this.refused(found)
    this.scene = found.solved.scene
    if (settings.turnBoard) this.desk.flip((this.flipped = this.turn === "black"))
    void this.desk.show(this.scene, animated)
    // A die that the position has no use for is put away.
    if (entry.roll !== null && !found.solved.faces.some(({ face }) => face === entry.roll)) {
      this.played.change({ roll: null })
      this.changed()
    }
    const before = this.played.history[this.played.at - 1]
    this.theatre.offer(
      before && entry.uci !== null ? { fen: before.fen, variant: this.game.name, move: entry.uci } : null,
    )
    this.render()
    if (!this.played.newest || this.over()) return
    if (this.replies) await this.reply()
    else if (settings.autoRoll && this.dice && entry.roll === null) await this.roll()
  }

  private refused(why: Refused): void {
    const silent = why.faults[0]?.code === "no_server"
    if (!silent) {
      this.scene = why.scene ?? empty(this.game.scene)
      void this.desk.show(this.scene)
    }
    this.desk.status("Position incomplete")
    this.desk.faces(null)
    this.desk.legend("")
    this.odds.show(null, null)
    this.endgame.show(null)
    this.desk.board.mark([])
    this.moves.clear()
    this.expected.show(null)
    this.end.show(null)
    this.die.show(null, false, false)
    this.die.say(`${why.told.join(" ")}${silent ? "" : " Fix it under “Set up”."}`)
    this.renderScore()
  }

  private over(): boolean {
    return (
      this.played.resigned !== null ||
      (!!this.analysis && (this.analysis.solved.outcome !== null || this.analysis.moves.length === 0))
    )
  }

  /** The result in words: "Checkmate. White wins." */
  private result(): string {
    const { opponent: against, resigned } = this.played
    if (resigned)
      return `${against ? "You resigned." : `${nameOf(resigned)} resigns.`} ${nameOf(other(resigned))} wins.`
    return `${this.ending().replace(": ", ". ")}.`.replace(/\. draw\.$/, ". Draw.")
  }

  /** The same as games are written. */
  private get score(): string {
    const { resigned } = this.played
    const won = resigned ? other(resigned) : this.analysis?.solved.outcome
    return !this.over() || !won ? "*" : won === "white" ? "1-0" : won === "black" ? "0-1" : "1/2-1/2"
  }

  /** How the game has ended. */
  private ending(): string {
    if (this.played.resigned) return `${nameOf(this.played.resigned)} has resigned`
    const { check, outcome } = this.analysis!.solved
    const stuck = this.analysis?.moves.length === 0
    if (outcome === "draw") return stuck && !check ? "Stalemate: draw" : "Draw"
    if (outcome === null) return "No legal move"
    return `${stuck && check ? "Checkmate: " : ""}${outcome === "white" ? "White" : "Black"} wins`
  }

  /** The moves that may be played now. */
  private allowed(): MoveRecord[] {
    const all = this.analysis?.moves ?? []
    const { roll } = this.played.entry
    if (this.waits || this.replies || this.played.resigned) return []
    return roll === null || !this.dice ? all : all.filter((record) => record.faces?.includes(roll))
  }

  private render(): void {
    const { analysis } = this
    if (!analysis) return
    const { roll } = this.played.entry
    const { solved } = analysis
    const side = this.turn === "white" ? "White" : "Black"
    const game = isFirst(this.game.name) ? "" : ` (${this.game.title})`
    this.desk.status(
      this.over() ? this.ending() : `${side} to move${solved.check ? ", in check" : ""}${game}`,
      this.turn,
    )
    this.desk.faces({
      solved,
      die: this.game.die !== null,
      over: this.over(),
      mates: settings.hints,
      toggles: false,
      look: (face) => ({ pressed: (this.face ?? roll) === face, rolled: roll === face }),
      press: (face) => this.lookAt(face),
    })
    this.desk.legend(
      this.dice
        ? `${faceOne(solved, this.turn, fileName(this.game.board[0] - 1))} Each face shows its number of moves; select one to see them.`
        : "",
    )
    this.renderDie()
    this.renderMoves()
    this.odds.element.hidden = !settings.hints
    if (settings.hints) this.odds.show(analysis, roll)
    this.endgame.show(settings.hints ? analysis : null)
    void this.timeLine.show(this.fen, this.game, this.scene, analysis.moves)
    this.expected.show(
      settings.expected
        ? {
            fen: this.fen,
            variant: this.game.name,
            turn: this.turn,
            outcome:
              this.over() && this.score !== "*"
                ? this.score === "1-0"
                  ? "white"
                  : this.score === "0-1"
                    ? "black"
                    : "draw"
                : null,
          }
        : null,
    )
    this.renderScore()
    this.end.show(this.over() ? this.result() : null)
  }

  private renderDie(): void {
    const { roll } = this.played.entry
    this.die.show(roll, this.dice && roll === null && !this.over() && !this.replies, !this.played.opponent)
    const row = this.rows.find((one) => one.face === roll)
    const names = this.named(roll),
      die = this.analysis?.solved.words.die
    const { move, by } = this.played.entry
    const before = move ? `${by === "white" ? "White" : "Black"} played ${move}. ` : ""
    this.die.say(
      this.over()
        ? this.result()
        : this.replies
          ? `${before}${nameOf(this.turn)}, the computer, ${this.played.newest ? "is thinking…" : "moved here: go on with ↷, or back with ↶."}`
          : !this.dice
            ? this.game.die === null
              ? before || "Any legal move may be played."
              : `${before}${this.analysis?.solved.check ? "In check: no die" : "No die this turn"}, any legal move may be played.`
            : roll === null
              ? `${before}${settings.unrolled ? "Roll, or play any move." : "Roll the die."}`
              : !row?.file
                ? `Rolled ${roll}: ${plural(row?.moves ?? 0, "legal move")}.`
                : row.free
                  ? `Rolled ${roll}, ${names}: ${die?.free}, so any legal move may be played.`
                  : `Rolled ${roll}: your move must ${die?.serve} ${names}.`,
    )
  }

  private renderMoves(): void {
    const { roll, last } = this.played.entry
    const all = this.analysis?.moves ?? []
    const face = this.face ?? roll
    const shown = face === null || !this.dice ? all : all.filter((record) => record.faces?.includes(face))
    const row = this.rows.find((one) => one.face === face)
    const file = row?.file ?? undefined
    const { hints } = settings
    const why = this.replies
      ? "The computer is to move."
      : this.waits && !this.over()
        ? "Roll the die before you move."
        : roll !== null && face !== roll
          ? `You rolled ${roll}: these moves are only shown.`
          : ""
    this.moves.show({
      moves: shown,
      face,
      row,
      names: this.named(face),
      hints,
      why,
      free: this.analysis?.solved.words.die?.free,
    })
    const marks: Mark[] = [
      ...(this.analysis ? checkMarks(this.analysis.solved) : []),
      ...(face !== null && this.dice
        ? [...last, ...moveMarks(shown, hints, row?.free ? undefined : file)]
        : last),
    ]
    this.desk.allow(
      this.scene,
      this.allowed(),
      marks,
      (record) => void this.playMove(record),
      (from, to) => this.refuse(whyNot(from, to, all, this.dice ? roll : null, this.analysis?.solved)),
    )
    const first = this.over()
      ? ""
      : this.replies
        ? "It is the computer’s turn."
        : this.waits
          ? "Roll the die first."
          : ""
    if (first)
      this.desk.board.input({
        press: () => this.refuse(first),
        pick: () => false,
        drop: () => false,
        refuse: () => undefined,
        cancel: () => undefined,
      })
  }

  private renderScore(): void {
    const { history, at } = this.played
    this.card.show(this.score)
    this.back.disabled = !this.played.resigned && this.place(-1) === null
    this.forth.disabled = at + 1 >= history.length
  }

  /** Looks at the moves of a face; a second press looks away. */
  private lookAt(face: number): void {
    this.face = this.face === face ? null : face
    this.render()
    if (this.face !== null) announce(this.moves.words)
  }

  /** Shows where a move of the game went while it is pointed at. */
  private look(ply: number | null): void {
    const [before, after] = ply === null ? [] : [this.played.history[ply - 1], this.played.history[ply]]
    void this.desk.preview(
      before && after?.uci && before.fen === this.fen
        ? { fen: before.fen, variant: this.game.name, move: after.uci }
        : null,
    )
  }

  private async roll(): Promise<void> {
    const faces = this.game.die
    const { entry } = this.played
    if (this.busy || !this.dice || faces === null || entry.roll !== null) return
    this.busy = true
    try {
      const face = await this.rolled()
      if (face === null || entry !== this.played.entry || !this.open) return
      await this.die.throw(face, faces)
      if (entry === this.played.entry && this.open) this.setRoll(face)
    } catch {
      this.refuse("The server does not answer.")
    } finally {
      this.busy = false
    }
  }

  /** A face: against the computer that of the game's seed, else a random one. */
  private async rolled(): Promise<number | null> {
    const { opponent: against, at } = this.played
    return against
      ? rollOf({ fen: this.fen, variant: this.game.name, seed: against.seed, ply: at })
      : throwDie(this.game.die ?? 1)
  }

  /** The opponent rolls and plays. */
  private async reply(): Promise<void> {
    const { opponent: against, entry, at } = this.played
    if (!against || this.thinking) return
    const { signal } = (this.thinking = new AbortController())
    const gone = (): boolean => signal.aborted || entry !== this.played.entry || !this.open
    try {
      let { roll } = entry
      if (this.dice && roll === null) {
        roll = await this.rolled()
        if (gone() || roll === null) return
        this.played.change({ roll })
        this.changed()
      }
      const asked = reply(
        {
          fen: entry.fen,
          variant: this.game.name,
          ...(roll !== null && { roll }),
          level: against.level,
          seed: against.seed,
          ply: at,
        },
        signal,
      )
      const [move] = await Promise.all([
        asked,
        roll === null || this.game.die === null ? wait(PAUSE) : this.die.throw(roll, this.game.die),
      ])
      if (gone() || !move) return
      this.thinking = null
      await this.playMove(
        move,
        roll === null ? "" : `${nameOf(against.side)} rolled ${roll}, ${this.named(roll)}: `,
      )
    } catch {
      if (!gone()) this.refuse("The computer does not answer; take a move back to go on.")
    } finally {
      if (this.thinking?.signal === signal) this.thinking = null
    }
  }

  /** Whatever the opponent is thinking about, it is no longer wanted. */
  private stop(): void {
    this.thinking?.abort()
    this.thinking = null
  }

  private ownRoll(face: number): void {
    if (this.dice && this.played.entry.roll === null && !this.played.opponent) this.setRoll(face)
  }

  private setRoll(roll: number): void {
    this.played.change({ roll })
    this.face = null
    this.changed()
    this.render()
    announce(`You rolled ${roll}.`)
  }

  private refuse(why: string): void {
    this.die.say(why)
  }

  /** Plays what was typed; false, with the reason told, if it is not a move. */
  private async typedMove(text: string): Promise<boolean> {
    const { fen } = this
    const { found, why } = await readTyped(text, this.analysis?.moves ?? [], fen, this.game.name)
    if (this.fen !== fen || !this.open) return false
    const allowed = this.allowed().filter((record) => found.includes(record))
    if (allowed.length > 0) {
      void choose(allowed).then((record) => record && this.playMove(record))
      return true
    }
    const illegal = found[0]
    this.refuse(
      illegal
        ? this.replies
          ? "It is the computer’s turn."
          : this.waits
            ? "Roll the die first."
            : whyNotNow(illegal, this.played.entry.roll, this.analysis?.solved)
        : why || (text ? `“${text}” is not a legal move here.` : "Type a move, such as e2e4 or Nf3."),
    )
    return false
  }

  private tryMove(record: MoveRecord): void {
    if (this.allowed().includes(record)) void this.playMove(record)
    else if (this.waits) this.refuse("Roll the die first.")
  }

  private async playMove(record: MoveRecord, prefix = ""): Promise<void> {
    const { fen, roll } = this.played.entry
    // What was not rolled is not written as if it had been.
    const die = this.game.die === null || (this.dice && roll === null) ? "" : `(${this.dice ? roll : "-"}) `
    this.played.push({
      fen: record.fen,
      roll: null,
      move: die + record.move,
      uci: record.uci,
      by: this.turn,
      last: [],
    })
    const mine: Entry = this.played.entry
    this.face = null
    this.changed()
    const byKeyboard = this.moves.clear()
    this.renderScore()
    const last = await this.desk.animate(fen, this.game.name, record, prefix)
    if (!last || mine !== this.played.entry) return
    this.played.change({ last })
    this.changed()
    await this.refresh()
    if (byKeyboard && document.activeElement === document.body) this.resume()
  }

  /** Where the keyboard goes on after a move. */
  private resume(): void {
    if (!this.die.focus()) this.moves.focus()
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement
    if (
      !this.open ||
      event.altKey ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]") ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.getAttribute("role") === "tab"
    )
      return
    const key = event.key.toLowerCase()
    const control = event.ctrlKey || event.metaKey
    if (control && key === "z" && !event.shiftKey) this.undo()
    else if (control && (key === "y" || key === "z")) this.redo()
    else {
      const to = control
        ? undefined
        : {
            arrowleft: this.played.at - 1,
            arrowright: this.played.at + 1,
            home: 0,
            end: this.played.history.length - 1,
          }[key]
      if (to === undefined) return
      this.goTo(to)
    }
    event.preventDefault()
  }
}
