/** The tab "Play": roll the die and play both sides, with everything that is known about the position. */
import { type Analysis, D8, type MoveRecord, Refused, type Variant } from "./api"
import { ARRAY, fileOfFace, named, readPlacement, turnOf } from "./chess"
import { type Desk, faceOne, matesText, moveButtons, moveMarks, type Tab, whyNot } from "./desk"
import { Die, throwDie } from "./die"
import { announce, byId, h, plural, replace } from "./dom"
import { OddsTable } from "./odds"

/** A position of the game that is played, and the move that led to it. */
interface Entry {
  fen: string
  roll: number | null
  move: string | null // with its die, as games are written
  last: string | null // the machine form
}

export class Play implements Tab {
  variant: Variant = D8
  private history: Entry[] = [{ fen: ARRAY, roll: null, move: null, last: null }]
  private at = 0
  private analysis: Analysis | null = null
  private face: number | null = null // looked at
  private open = false
  private busy = false

  private readonly die = new Die()
  private readonly rollButton = h("button", { type: "button", id: "roll", class: "primary", onclick: () => void this.roll() }, "Roll the die")
  private readonly clearRoll = h("button", { type: "button", id: "clear-roll", class: "quiet", onclick: () => this.setRoll(null) }, "Put the die away")
  private readonly rolled = h("p", { id: "rolled" })
  private readonly auto = h("input", { type: "checkbox", id: "auto-roll" })
  private readonly movesTitle = h("h2", { id: "moves-title" }, "Moves")
  private readonly movesHint = h("p", { class: "hint" })
  private readonly movesList = h("div", { id: "move-list" })
  private readonly typed = h("input", { id: "typed-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4 or Qd1-a4", "aria-describedby": "typed-answer" })
  private readonly answer = h("p", { id: "typed-answer", class: "hint", role: "status" })
  private readonly odds = new OddsTable()
  private readonly score = h("p", { id: "score-sheet" })
  private readonly intro = this.introduction()

  constructor(private readonly desk: Desk, private readonly changed: () => void, private readonly go: (tab: string) => void) {
    replace(byId("panel-play"), this.intro,
      h("section", { class: "card die-card" }, this.die.element,
        h("div", {}, h("div", { class: "row" }, this.rollButton, this.clearRoll), this.rolled,
          h("label", { class: "check", for: "auto-roll" }, this.auto, " roll by itself after each move"))),
      h("section", { class: "card" }, this.movesTitle, this.movesHint, this.movesList,
        h("form", { class: "row", onsubmit: (event: Event) => this.typedMove(event) },
          h("label", { for: "typed-move" }, "Type a move"), this.typed, h("button", { type: "submit" }, "Play it")), this.answer),
      this.odds.element,
      h("section", { class: "card" }, h("h2", {}, "The game so far"), this.score,
        h("button", { type: "button", id: "copy-game", class: "quiet", onclick: () => void this.copyGame() }, "Copy the game")))
  }

  get fen(): string {
    return this.entry.fen
  }

  get rollNow(): number | null {
    return this.entry.roll
  }

  private get entry(): Entry {
    const entry = this.history[this.at]
    if (!entry) throw new Error("no position")
    return entry
  }

  private get turn(): "white" | "black" {
    return turnOf(this.fen)
  }

  /** Does a die decide in this position? */
  private get dice(): boolean {
    return this.analysis?.solved.faces.length === 8
  }

  /** Begins anew from a position. */
  load(fen: string, variant: Variant, roll: number | null = null): void {
    this.variant = variant
    this.history = [{ fen, roll, move: null, last: null }]
    this.at = 0
    this.face = null
    this.changed()
    void this.refresh()
  }

  enter(): void {
    this.open = true
    void this.refresh()
  }

  leave(): void {
    this.open = false
    this.desk.board.input(null)
    this.desk.board.mark([])
  }

  turned(): void {}

  undo(): void {
    if (this.at === 0 || !this.open) return
    --this.at
    this.step("Taken back.")
  }

  redo(): void {
    if (this.at + 1 >= this.history.length || !this.open) return
    ++this.at
    this.step(`${this.entry.move} again.`)
  }

  private step(words: string): void {
    this.busy = false
    this.face = null
    announce(words)
    this.changed()
    void this.refresh(true)
  }

  private async refresh(animated = false): Promise<void> {
    if (!this.open) return
    const men = readPlacement(this.fen)
    if (men) void this.desk.show(men, animated)
    this.desk.board.input(null)
    const found = await this.desk.analyse(this.fen, this.variant)
    if (!found || !this.open) return
    this.analysis = found instanceof Refused ? null : found
    if (found instanceof Refused) return this.refused(found)
    // A die that the position has no use for is put away.
    if (!this.dice && this.entry.roll !== null) {
      this.entry.roll = null
      this.changed()
    }
    this.render()
    if (this.auto.checked && this.dice && this.entry.roll === null && this.at === this.history.length - 1 && !this.over()) await this.roll()
  }

  private refused(why: Refused): void {
    this.desk.status("This is no position yet")
    this.desk.faces(null)
    this.odds.show(null, null)
    this.desk.board.mark([])
    replace(this.movesList)
    this.movesTitle.textContent = "Moves"
    this.movesHint.textContent = `${why.message[0]?.toUpperCase()}${why.message.slice(1)}.${why.faults[0]?.code === "no_server" ? "" : " Mend it under “Set up”."}`
    this.rollButton.disabled = true
    this.rolled.textContent = ""
    this.die.show(null)
  }

  private over(): boolean {
    return this.analysis?.moves.length === 0
  }

  /** The moves that may be played now. */
  private allowed(): MoveRecord[] {
    const all = this.analysis?.moves ?? []
    const { roll } = this.entry
    return roll === null || !this.dice ? all : all.filter((record) => record.faces?.includes(roll))
  }

  private render(): void {
    const { analysis, entry } = this
    if (!analysis) return
    const { solved } = analysis
    const side = this.turn === "white" ? "White" : "Black"
    const game = this.variant === D8 ? "" : " (parent game, no die)"
    const other = this.turn === "white" ? "Black" : "White"
    this.desk.status(this.over() ? (solved.check ? `Checkmate: ${other} has won` : "Stalemate: a draw")
      : solved.check ? `${side} to move, in check${game}` : `${side} to move${game}`, this.turn)
    this.desk.faces({
      rows: solved.faces, turn: this.turn, mates: true, toggles: false,
      look: (face) => ({ pressed: (this.face ?? entry.roll) === face, rolled: entry.roll === face }),
      press: (face) => this.lookAt(face),
    })
    this.desk.legend(this.dice ? `${faceOne(this.turn)} Press a face to see its moves: the number below it counts them.` : "")
    this.renderDie()
    this.renderMoves()
    this.odds.show(analysis, entry.roll)
    this.renderScore()
    ;(byId("undo") as HTMLButtonElement).disabled = this.at === 0
    ;(byId("redo") as HTMLButtonElement).disabled = this.at + 1 >= this.history.length
  }

  private renderDie(): void {
    const { roll } = this.entry
    this.die.show(roll)
    this.rollButton.disabled = !this.dice || this.over()
    this.clearRoll.hidden = roll === null
    if (!this.dice) {
      this.rolled.textContent = this.over() ? "The game is over." : this.variant === D8 ? "In check the die is not used: any legal move may be played." : "The parent game has no die."
    } else if (roll === null) {
      this.rolled.textContent = "Roll, or try any move: without a roll all are allowed."
    } else {
      const row = this.analysis?.solved.faces.find((one) => one.face === roll)
      this.rolled.textContent = row?.free ? `A ${roll} names the ${row.file}-file. Nothing can land there: a free move, play what you like.` : `A ${roll}: your move must land on the ${row?.file}-file.`
    }
  }

  private renderMoves(): void {
    const { roll, last } = this.entry
    const all = this.analysis?.moves ?? []
    const face = this.face ?? roll
    const shown = face === null || !this.dice ? all : all.filter((record) => record.faces?.includes(face))
    const row = this.analysis?.solved.faces.find((one) => one.face === face)
    const file = row?.file ?? undefined
    this.movesTitle.textContent = row && face !== null ? `Face ${face}: the ${file}-file` : "All moves"
    const mates = row ? row.mates.length : shown.filter((record) => record.mate).length
    const count = plural(shown.length, "move")
    this.movesHint.textContent = row?.free ? `Free: nothing lands on the ${file}-file, so all ${count} may be played${matesText(mates)}.`
      : `${count}${matesText(mates)}. ${roll !== null && face !== roll ? `You rolled ${roll}, so you may only look.` : ""}`
    const playable = this.allowed()
    const list = moveButtons(shown, true, (record) => this.tryMove(record))
    if (roll !== null && face !== roll) for (const button of list.querySelectorAll("button")) button.disabled = true
    replace(this.movesList, shown.length > 0 ? list : null)
    const rest = last ? [{ kind: "last" as const, square: last.slice(0, 2) }, { kind: "last" as const, square: last.slice(2, 4) }] : []
    const marks = face !== null && this.dice ? moveMarks(shown, true, row?.free ? undefined : file) : rest
    this.desk.allow(this.fen, playable, marks, (record) => void this.playMove(record),
      (from, to) => this.refuse(whyNot(from, to, all, this.dice ? roll : null, this.turn)))
  }

  private renderScore(): void {
    const parts: (HTMLElement | string)[] = []
    let number = 0
    for (const [at, entry] of this.history.entries()) {
      if (!entry.move) continue
      const white = turnOf(entry.fen) === "black"
      if (white || number === 0) parts.push(`${++number}.${white ? "" : "…"} `)
      parts.push(h("span", { class: at === this.at ? "now" : at > this.at ? "later" : "" }, entry.move), " ")
    }
    replace(this.score, ...(parts.length > 0 ? parts : ["No move yet."]))
  }

  /** Looks at the moves of a face; a second press looks away. */
  private lookAt(face: number): void {
    this.face = this.face === face ? null : face
    this.render()
    if (this.face !== null) announce(`${this.movesTitle.textContent}. ${this.movesHint.textContent}`)
  }

  private async roll(): Promise<void> {
    if (this.busy || !this.dice) return
    this.busy = true
    this.rollButton.disabled = true
    const entry = this.entry
    const face = throwDie()
    await this.die.roll(face)
    this.busy = false
    if (entry === this.entry && this.open) this.setRoll(face)
  }

  private setRoll(face: number | null): void {
    this.entry.roll = face
    this.face = null
    this.changed()
    this.render()
    announce(face === null ? "The die is put away." : `You rolled ${face}. ${this.rolled.textContent}`)
  }

  private refuse(why: string): void {
    this.answer.textContent = why
    announce(why)
  }

  private typedMove(event: Event): void {
    event.preventDefault()
    const found = named(this.typed.value, this.allowed())
    if (found.length === 0) {
      const illegal = named(this.typed.value, this.analysis?.moves ?? [])[0]
      return this.refuse(illegal ? whyNot(illegal.uci.slice(0, 2), illegal.uci.slice(2, 4), this.analysis?.moves ?? [], this.entry.roll, this.turn)
        : this.typed.value.trim() ? `“${this.typed.value.trim()}” is no legal move here.` : "Type the square a man stands on and the one it goes to, such as e2e4.")
    }
    void this.desk.choose(this.fen, found).then((record) => record && this.playMove(record))
    this.typed.value = ""
  }

  private tryMove(record: MoveRecord): void {
    if (this.allowed().includes(record)) void this.playMove(record)
  }

  private async playMove(record: MoveRecord): Promise<void> {
    const { fen, roll } = this.entry
    this.answer.textContent = ""
    const die = this.variant === D8 ? (this.dice ? (roll ?? this.faceOf(record)) : "-") : null
    this.history = this.history.slice(0, this.at + 1)
    this.history.push({ fen: record.fen, roll: null, move: die === null ? record.move : `(${die}) ${record.move}`, last: record.uci })
    this.at++
    this.face = null
    const mine = this.entry
    // The focus was perhaps on a button that is about to go.
    const byKeyboard = this.movesList.contains(document.activeElement)
    replace(this.movesList)
    if (!(await this.desk.animate(fen, record)) || mine !== this.entry) return
    this.changed()
    await this.refresh()
    if (byKeyboard && document.activeElement === document.body) (this.rollButton.disabled ? this.typed : this.rollButton).focus()
  }

  /** The face that a move serves by itself. */
  private faceOf(record: MoveRecord): number {
    return record.faces?.find((face) => fileOfFace(this.turn, face) === record.uci[2]) ?? record.faces?.[0] ?? 1
  }

  private async copyGame(): Promise<void> {
    const tags = [this.history[0]?.fen !== ARRAY && `[FEN "${this.history[0]?.fen}"]`, this.variant !== D8 && `[Variant "${this.variant}"]`].filter(Boolean)
    const text = [...tags, tags.length > 0 ? "" : false, this.score.textContent?.replace(/…/g, "...")].filter((line) => line !== false).join("\n")
    await navigator.clipboard.writeText(text).then(() => announce("The game is copied."), () => announce("The browser does not allow copying."))
  }

  private introduction(): HTMLElement {
    const card = h("section", { class: "card intro", id: "intro" },
      h("h2", {}, "New here?"),
      h("p", {}, "Before each move an eight-sided die is rolled. Its face names the file on which your move must land. The eight buttons under the board are the eight faces, each below its file. If nothing of yours can land there, you may play any move."),
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => this.go("rules") }, "How to play"),
        h("button", { type: "button", onclick: () => this.go("puzzles") }, "Try the puzzles"),
        h("button", { type: "button", class: "quiet", id: "close-intro", onclick: () => { card.hidden = true; this.rollButton.focus() } }, "Close")))
    return card
  }
}
