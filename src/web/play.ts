/** The tab "Play": two people play each other on one board, or one person tries things out. */
import { type Analysis, type Game, type MoveRecord, Refused } from "./api"
import type { Mark } from "./board"
import { choose } from "./choice"
import { copy } from "./copy"
import { type Desk, moveButtons, type Tab } from "./desk"
import { Die, throwDie } from "./die"
import { announce, byId, h, plural, replace } from "./dom"
import { type Entry, PlayedGame } from "./game"
import { allGames, gameOf, isFirst } from "./house"
import { Introduction } from "./intro"
import { checkMarks, faceOne, matesText, moveMarks, named, usesDie, whyNot, whyNotNow } from "./moves"
import { OddsTable } from "./odds"
import { TimeLine } from "./past"
import { missed } from "./review"
import { empty, fileName, type Scene } from "./scene"
import { onSetting, settingBox, settings } from "./settings"
import { MoveSheet } from "./sheet"
import { sound } from "./sound"
import type { Theatre } from "./theatre"
import { recall, keep } from "./store"
import { writeAddress } from "./address"

export class Play implements Tab {
  scene: Scene // what the board shows, or showed last
  flipped = recall("flipped", false)
  private readonly played = new PlayedGame({ variant: gameOf().name, fen: gameOf().start })
  game: Game = gameOf(this.played.variant)
  private analysis: Analysis | null = null
  private face: number | null = null // looked at
  private open = false
  private busy = false

  private readonly die = new Die()
  private readonly rollButton = h("button", { type: "button", id: "roll", class: "primary", onclick: () => void this.roll() }, "Roll")
  private readonly rolled = h("p", { id: "rolled", class: "happened", role: "status" })
  private readonly back = h("button", { type: "button", id: "undo", title: "Take the last move back (Ctrl+Z)", "aria-label": "Undo", onclick: () => this.undo() }, "↶")
  private readonly forth = h("button", { type: "button", id: "redo", title: "Play it again (Ctrl+Y)", "aria-label": "Redo", onclick: () => this.redo() }, "↷")
  readonly bar = [this.rolled, this.die.element as unknown as HTMLElement, this.rollButton, this.back, this.forth]

  private readonly movesTitle = h("h2", { id: "moves-title" }, "Moves")
  private readonly movesHint = h("p", { class: "hint" })
  private readonly movesList = h("div", { id: "move-list" })
  private readonly listed = h("details", { id: "listed" }, h("summary", {}, "List of moves"), this.movesList)
  private readonly typed = h("input", { id: "typed-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4", "aria-describedby": "rolled" })
  private readonly odds = new OddsTable()
  private readonly timeLine = new TimeLine((record) => this.tryMove(record))
  private readonly sheet = new MoveSheet("score-sheet", (ply) => this.goTo(ply), (ply) => this.look(ply))
  private readonly review = h("ul", { id: "review", class: "review", role: "status" })
  private readonly earlier = h("p", { id: "earlier", class: "hint" })
  private readonly newVariant = h("select", { id: "new-variant" }, ...allGames().map(({ name, title }) => h("option", { value: name }, title)))
  private readonly ownDie = h("select", { id: "own-die", onchange: () => this.ownRoll() })
  private readonly dieOptions = h("div", {}, settingBox("autoRoll", "auto-roll", "Roll by itself after each move"), settingBox("unrolled", "unrolled", "Moves may be played without a roll"),
    h("p", { class: "row" }, h("label", { for: "own-die" }, "A die of your own shows"), this.ownDie))
  private readonly intro = new Introduction((tab) => this.go(tab), () => this.resume())

  constructor(private readonly desk: Desk, private readonly theatre: Theatre, private readonly changed: () => void, private readonly go: (tab: string) => void) {
    this.scene = empty(this.game.scene)
    const copyButton = h("button", { type: "button", id: "copy-game", class: "quiet", onclick: () => void copy(copyButton, this.text(), "The game is copied.") }, "Copy the game")
    replace(byId("panel-play"), this.intro.element,
      h("section", { class: "card" }, h("h2", {}, "The game"), this.sheet.element, this.earlier,
        h("div", { class: "row" }, h("button", { type: "button", id: "review-game", onclick: () => void this.reviewGame() }, "Review"), copyButton),
        this.review,
        h("div", { class: "row" }, h("label", { for: "new-variant", class: "sr" }, "Game"), this.newVariant, h("button", { type: "button", id: "new-game", onclick: () => this.newGame() }, "New game"))),
      h("section", { class: "card" }, this.movesTitle, this.movesHint, this.listed,
        h("form", { class: "row", onsubmit: (event: Event) => this.typedMove(event) },
          h("label", { for: "typed-move" }, "Type a move"), this.typed, h("button", { type: "submit" }, "Play it"))),
      this.timeLine.element,
      this.odds.element,
      h("section", { class: "card stacked" }, h("h2", {}, "How you play"), settingBox("hints", "hints", "Hints: mates, chances and checks"), this.dieOptions))
    this.introduce()
    onSetting(() => this.open && this.render())
    addEventListener("keydown", (event) => this.key(event))
  }

  get fen(): string {
    return this.played.entry.fen
  }

  get address(): string {
    const { roll } = this.played.entry
    return writeAddress({ tab: "play", fen: this.fen, ...(roll !== null && { roll }), ...(!isFirst(this.game.name) && { variant: this.game.name }) })
  }

  private get turn(): "white" | "black" {
    return this.analysis?.solved.turn ?? this.scene.turn
  }

  private get rows() {
    return this.analysis?.solved.faces ?? []
  }

  /** Does a die decide in this position? */
  private get dice(): boolean {
    return usesDie(this.rows)
  }

  /** Must it be rolled first? */
  private get waits(): boolean {
    return this.dice && this.played.entry.roll === null && !settings.unrolled
  }

  /** Begins anew from a position; the game that was played can be taken back. */
  load(fen: string, variant: string, roll: number | null = null): void {
    this.played.begin(fen, gameOf(variant).name, roll)
    this.changeGame()
  }

  private changeGame(): void {
    const { variant } = this.played
    if (variant !== this.game.name) {
      this.game = gameOf(variant)
      this.scene = empty(this.game.scene)
      this.introduce()
    }
    replace(this.review)
    this.step()
  }

  private introduce(): void {
    this.intro.tell(this.game)
    this.newVariant.value = this.game.name
    this.dieOptions.hidden = this.game.die === null
    replace(this.ownDie, ...[...Array((this.game.die ?? 0) + 1).keys()].map((face) => h("option", { value: face }, face === 0 ? "–" : String(face))))
  }

  private newGame(): void {
    const { name, start } = gameOf(this.newVariant.value)
    this.load(start, name)
    announce("A new game.")
  }

  enter(): void {
    this.open = true
    this.intro.tell(this.game)
    void this.refresh()
  }

  leave(): void {
    this.open = false
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.theatre.offer(null)
    keep("flipped", this.flipped)
  }

  undo(): void {
    if (this.played.at > 0) this.goTo(this.played.at - 1, "Taken back.")
  }

  redo(): void {
    const next = this.played.history[this.played.at + 1]
    if (next) this.goTo(this.played.at + 1, `${next.move} again.`)
  }

  private goTo(at: number, words = ""): void {
    if (!this.open || at < 0 || at >= this.played.history.length || at === this.played.at) return
    this.played.go(at)
    announce(words || (this.played.entry.move ?? "The beginning."))
    this.step(true)
  }

  private step(animated = false): void {
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
    this.theatre.offer(before && entry.uci !== null ? { fen: before.fen, variant: this.game.name, move: entry.uci } : null)
    this.render()
    if (settings.autoRoll && this.dice && entry.roll === null && this.played.at === this.played.history.length - 1 && !this.over()) await this.roll()
  }

  private refused(why: Refused): void {
    const silent = why.faults[0]?.code === "no_server"
    if (!silent) {
      this.scene = why.scene ?? empty(this.game.scene)
      void this.desk.show(this.scene)
    }
    this.desk.status("This is no position yet")
    this.desk.faces(null)
    this.desk.legend("")
    this.odds.show(null, null)
    this.desk.board.mark([])
    replace(this.movesList)
    this.movesTitle.textContent = "Moves"
    this.movesHint.textContent = ""
    this.rolled.textContent = `${why.told.join(" ")}${silent ? "" : " Mend it under “Set up”."}`
    this.rollButton.disabled = true
    this.die.show(null)
    this.renderScore()
  }

  private over(): boolean {
    return !!this.analysis && (this.analysis.solved.outcome !== null || this.analysis.moves.length === 0)
  }

  /** How the game has ended. */
  private ending(): string {
    const { check, outcome } = this.analysis!.solved
    const stuck = this.analysis?.moves.length === 0
    if (outcome === "draw") return stuck && !check ? "Stalemate: a draw" : "A draw"
    if (outcome === null) return "No move is left"
    return `${stuck && check ? "Checkmate: " : ""}${outcome === "white" ? "White" : "Black"} has won`
  }

  /** The moves that may be played now. */
  private allowed(): MoveRecord[] {
    const all = this.analysis?.moves ?? []
    const { roll } = this.played.entry
    if (this.waits) return []
    return roll === null || !this.dice ? all : all.filter((record) => record.faces?.includes(roll))
  }

  private render(): void {
    const { analysis } = this
    if (!analysis) return
    const { roll } = this.played.entry
    const { solved } = analysis
    const side = this.turn === "white" ? "White" : "Black"
    const game = isFirst(this.game.name) ? "" : ` (${this.game.title})`
    this.desk.status(this.over() ? this.ending() : `${side} to move${solved.check ? ", in check" : ""}${game}`, this.turn)
    this.desk.faces({
      rows: solved.faces, die: this.game.die !== null, mates: settings.hints, toggles: false,
      look: (face) => ({ pressed: (this.face ?? roll) === face, rolled: roll === face }),
      press: (face) => this.lookAt(face),
    })
    this.desk.legend(this.dice ? `${faceOne(this.rows, this.turn, fileName(this.game.board[0] - 1))} Press a face to see its moves: the number below it counts them.` : "")
    this.renderDie()
    this.renderMoves()
    this.odds.element.hidden = !settings.hints
    if (settings.hints) this.odds.show(analysis, roll)
    void this.timeLine.show(this.fen, this.game, this.scene, analysis.moves)
    this.renderScore()
  }

  private renderDie(): void {
    const { roll } = this.played.entry
    this.die.element.style.display = this.rollButton.style.display = this.game.die === null ? "none" : ""
    this.die.show(roll)
    this.rollButton.disabled = !this.dice || roll !== null || this.over()
    this.ownDie.disabled = this.rollButton.disabled
    this.ownDie.value = String(roll ?? 0)
    const row = this.rows.find((one) => one.face === roll)
    const { move, by } = this.played.entry
    const before = move ? `${by === "white" ? "White" : "Black"} played ${move}. ` : ""
    this.rolled.textContent = this.over() ? "The game is over."
      : !this.dice ? (this.game.die === null ? before || "Any legal move may be played." : `${before}${this.analysis?.solved.check ? "In check the die is not used" : "The die is not used now"}: any legal move may be played.`)
      : roll === null ? `${before}${settings.unrolled ? "Roll, or play any move." : "Roll the die."}`
      : !row?.file ? `A ${roll}: ${plural(row?.moves ?? 0, "move")} may be played.`
      : row.free ? `A ${roll} names the ${row.file}-file. Nothing can land there: a free move, play what you like.` : `A ${roll}: your move must land on the ${row.file}-file.`
  }

  private renderMoves(): void {
    const { roll, last } = this.played.entry
    const all = this.analysis?.moves ?? []
    const face = this.face ?? roll
    const shown = face === null || !this.dice ? all : all.filter((record) => record.faces?.includes(face))
    const row = this.rows.find((one) => one.face === face)
    const file = row?.file ?? undefined
    const { hints } = settings
    this.movesTitle.textContent = row && face !== null ? `Face ${face}${file ? `: the ${file}-file` : ""}` : "All moves"
    const mates = !hints ? 0 : row ? row.mates.length : shown.filter((record) => record.mate).length
    const count = plural(shown.length, "move")
    const waiting = this.waits && !this.over() ? "Roll the die before you move." : roll !== null && face !== roll ? `You rolled ${roll}, so you may only look.` : ""
    this.movesHint.textContent = shown.length === 0 ? "No legal move is left."
      : row?.free ? `Free: nothing ${file ? `lands on the ${file}-file` : "serves it"}, so all ${count} may be played${matesText(mates)}. ${waiting}`
      : `${count}${matesText(mates)}. ${waiting}`
    const playable = this.allowed()
    const list = moveButtons(shown, hints, (record) => this.tryMove(record), (record) => void this.desk.preview(record && { fen: this.fen, variant: this.game.name, move: record.uci }))
    if (this.waits || (roll !== null && face !== roll)) for (const button of list.querySelectorAll("button")) button.disabled = true
    replace(this.movesList, shown.length > 0 ? list : null)
    if (hints) this.listed.open = true
    const marks: Mark[] = [...checkMarks(this.scene, !!this.analysis?.solved.check), ...(face !== null && this.dice ? [...last, ...moveMarks(shown, hints, row?.free ? undefined : file)] : last)]
    this.desk.allow(this.scene, playable, marks, (record) => void this.playMove(record),
      (from, to) => this.refuse(whyNot(from, to, all, this.dice ? roll : null, this.rows)))
    if (this.waits && !this.over()) this.desk.board.input({ press: () => this.refuse("Roll the die first."), pick: () => false, drop: () => false, refuse: () => undefined, cancel: () => undefined })
  }

  private renderScore(): void {
    const { history, at, earlier } = this.played
    this.sheet.show(history.slice(1).map(({ move, by }) => ({ text: move ?? "", by })))
    this.sheet.at(at)
    this.back.disabled = at === 0
    this.forth.disabled = at + 1 >= history.length
    replace(this.earlier, history.length === 1 ? "No move yet. " : null,
      earlier > 0 && `The game before this one (${plural(earlier, "move")}) is kept. `,
      earlier > 0 && h("button", { type: "button", class: "link", id: "take-back", onclick: () => { this.played.takeBack(); this.changeGame() } }, "Take it back"))
  }

  /** Looks at the moves of a face; a second press looks away. */
  private lookAt(face: number): void {
    this.face = this.face === face ? null : face
    this.render()
    if (this.face !== null) announce(`${this.movesTitle.textContent}. ${this.movesHint.textContent}`)
  }

  /** Shows where a move of the game went while it is pointed at. */
  private look(ply: number | null): void {
    const [before, after] = ply === null ? [] : [this.played.history[ply - 1], this.played.history[ply]]
    void this.desk.preview(before && after?.uci && before.fen === this.fen ? { fen: before.fen, variant: this.game.name, move: after.uci } : null)
  }

  private async roll(): Promise<void> {
    const faces = this.game.die
    const { entry } = this.played
    if (this.busy || !this.dice || faces === null || entry.roll !== null) return
    this.busy = true
    this.rollButton.disabled = true
    const face = throwDie(faces)
    sound("roll")
    await this.die.roll(face, faces)
    this.busy = false
    if (entry === this.played.entry && this.open) this.setRoll(face)
  }

  private ownRoll(): void {
    const face = Number(this.ownDie.value)
    if (face > 0 && this.dice && this.played.entry.roll === null) this.setRoll(face)
  }

  private setRoll(roll: number): void {
    this.played.change({ roll })
    this.face = null
    this.changed()
    this.render()
    announce(`You rolled ${roll}. ${this.rolled.textContent}`)
  }

  private refuse(why: string): void {
    this.rolled.textContent = why
  }

  private typedMove(event: Event): void {
    event.preventDefault()
    const text = this.typed.value.trim()
    const found = named(text, this.allowed())
    if (found.length === 0) {
      const illegal = named(text, this.analysis?.moves ?? [])[0]
      return this.refuse(illegal ? (this.waits ? "Roll the die first." : whyNotNow(illegal, this.played.entry.roll, this.rows))
        : text ? `“${text}” is no legal move here.` : "Type the square a man stands on and the one it goes to, such as e2e4.")
    }
    void choose(found).then((record) => record && this.playMove(record))
    this.typed.value = ""
  }

  private tryMove(record: MoveRecord): void {
    if (this.allowed().includes(record)) void this.playMove(record)
    else if (this.waits) this.refuse("Roll the die first.")
  }

  private async playMove(record: MoveRecord): Promise<void> {
    const { fen, roll } = this.played.entry
    // What was not rolled is not written as if it had been.
    const die = this.game.die === null || (this.dice && roll === null) ? "" : `(${this.dice ? roll : "-"}) `
    this.played.push({ fen: record.fen, roll: null, move: die + record.move, uci: record.uci, by: this.turn, last: [] })
    const mine: Entry = this.played.entry
    this.face = null
    // The focus was perhaps on a button that is about to go.
    const byKeyboard = this.movesList.contains(document.activeElement)
    replace(this.movesList)
    this.renderScore()
    const last = await this.desk.animate(fen, this.game.name, record)
    if (!last || mine !== this.played.entry) return
    this.played.change({ last })
    this.changed()
    await this.refresh()
    if (byKeyboard && document.activeElement === document.body) this.resume()
  }

  /** Where the keyboard goes on after a move. */
  private resume(): void {
    ;(this.rollButton.disabled || this.game.die === null ? this.typed : this.rollButton).focus()
  }

  private text(): string {
    const { name, start } = this.game
    const first = this.played.history[0]?.fen
    const tags = [first !== start && `[FEN "${first}"]`, !isFirst(name) && `[Variant "${name}"]`].filter(Boolean)
    return [...tags, tags.length > 0 ? "" : false, this.sheet.element.textContent?.replace(/…/g, "...")].filter((line) => line !== false).join("\n")
  }

  private async reviewGame(): Promise<void> {
    const { history } = this.played
    const found = await missed(history, this.game.name).catch(() => null)
    replace(this.review, ...(found === null ? [h("li", {}, "The server does not answer.")]
      : found.length === 0 ? [h("li", {}, history.length > 1 ? "No win at once was missed." : "There is no move to review yet.")]
      : found.map(({ ply, words }) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => this.goTo(ply - 1) }, words)))))
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement
    if (!this.open || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]") || /^(input|textarea|select)$/i.test(target.tagName) || target.getAttribute("role") === "tab") return
    const key = event.key.toLowerCase()
    const control = event.ctrlKey || event.metaKey
    if (control && key === "z" && !event.shiftKey) this.undo()
    else if (control && (key === "y" || key === "z")) this.redo()
    else {
      const to = control ? undefined : { arrowleft: this.played.at - 1, arrowright: this.played.at + 1, home: 0, end: this.played.history.length - 1 }[key]
      if (to === undefined) return
      this.goTo(to)
    }
    event.preventDefault()
  }
}
