/** The tab "Play": roll the die and play both sides, with everything that is known about the position. */
import { type Analysis, type Game, type MoveRecord, Refused } from "./api"
import type { Mark } from "./board"
import { type Desk, moveButtons, type Tab } from "./desk"
import { Die, throwDie } from "./die"
import { announce, byId, h, plural, replace } from "./dom"
import { gameOf, isFirst } from "./house"
import { faceOne, matesText, moveMarks, named, ownFace, usesDie, whyNot, whyNotNow } from "./moves"
import { OddsTable } from "./odds"
import { TimeLine } from "./past"
import { empty, fileName, type Scene } from "./scene"

/** A position of the game that is played, and the move that led to it. */
interface Entry {
  fen: string
  roll: number | null
  move: string | null // with its die, as games are written
  by: "white" | "black" // who played it
  last: Mark[] // the squares that it went between
}

const begin = (fen: string, roll: number | null): Entry => ({ fen, roll, move: null, by: "white", last: [] })

export class Play implements Tab {
  game: Game = gameOf()
  scene: Scene = this.game.scene // what the board shows, or showed last
  private history: Entry[] = [begin(this.game.start, null)]
  private at = 0
  private analysis: Analysis | null = null
  private face: number | null = null // looked at
  private open = false
  private busy = false

  private readonly die = new Die()
  private readonly rollButton = h("button", { type: "button", id: "roll", class: "primary", onclick: () => void this.roll() }, "Roll the die")
  private readonly clearRoll = h("button", { type: "button", id: "clear-roll", class: "quiet", onclick: () => this.setRoll(null) }, "Put the die away")
  private readonly rolled = h("p", { id: "rolled" })
  private readonly dieCard = h("section", { class: "card die-card" })
  private readonly auto = h("input", { type: "checkbox", id: "auto-roll" })
  private readonly movesTitle = h("h2", { id: "moves-title" }, "Moves")
  private readonly movesHint = h("p", { class: "hint" })
  private readonly movesList = h("div", { id: "move-list" })
  private readonly typed = h("input", { id: "typed-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "e2e4", "aria-describedby": "typed-answer" })
  private readonly answer = h("p", { id: "typed-answer", class: "hint", role: "status" })
  private readonly odds = new OddsTable()
  private readonly timeLine = new TimeLine((record) => this.tryMove(record))
  private readonly score = h("p", { id: "score-sheet" })
  private readonly introText = h("p")
  private readonly intro = this.introduction()

  constructor(private readonly desk: Desk, private readonly changed: () => void, private readonly go: (tab: string) => void) {
    replace(this.dieCard, this.die.element, h("div", {}, h("div", { class: "row" }, this.rollButton, this.clearRoll), this.rolled,
      h("label", { class: "check", for: "auto-roll" }, this.auto, " roll by itself after each move")))
    replace(byId("panel-play"), this.intro, this.dieCard,
      h("section", { class: "card" }, this.movesTitle, this.movesHint, this.movesList,
        h("form", { class: "row", onsubmit: (event: Event) => this.typedMove(event) },
          h("label", { for: "typed-move" }, "Type a move"), this.typed, h("button", { type: "submit" }, "Play it")), this.answer),
      this.timeLine.element,
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
    return this.analysis?.solved.turn ?? this.scene.turn
  }

  private get rows() {
    return this.analysis?.solved.faces ?? []
  }

  /** Does a die decide in this position? */
  private get dice(): boolean {
    return usesDie(this.rows)
  }

  /** Begins anew from a position. */
  load(fen: string, variant: string, roll: number | null = null, scene?: Scene): void {
    if (variant !== this.game.name) this.changeGame(gameOf(variant))
    if (scene) this.scene = scene
    this.history = [begin(fen, roll)]
    this.at = 0
    this.face = null
    this.changed()
    void this.refresh()
  }

  private changeGame(game: Game): void {
    this.game = game
    this.scene = empty(game.scene)
    this.introduce()
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
    this.desk.board.input(null)
    const found = await this.desk.analyse(this.fen, this.game.name)
    if (!found || !this.open) return
    this.analysis = found instanceof Refused ? null : found
    if (found instanceof Refused) return this.refused(found)
    this.scene = found.solved.scene
    void this.desk.show(this.scene, animated)
    // A die that the position has no use for is put away.
    if (!this.dice && this.entry.roll !== null) {
      this.entry.roll = null
      this.changed()
    }
    this.render()
    if (this.auto.checked && this.dice && this.entry.roll === null && this.at === this.history.length - 1 && !this.over()) await this.roll()
  }

  private refused(why: Refused): void {
    const silent = why.faults[0]?.code === "no_server"
    if (!silent) {
      this.scene = why.scene ?? empty(this.game.scene)
      void this.desk.show(this.scene)
    }
    this.desk.status("This is no position yet")
    this.desk.faces(null)
    this.odds.show(null, null)
    this.desk.board.mark([])
    replace(this.movesList)
    this.movesTitle.textContent = "Moves"
    this.movesHint.textContent = `${why.message[0]?.toUpperCase()}${why.message.slice(1)}.${silent ? "" : " Mend it under “Set up”."}`
    this.rollButton.disabled = true
    this.rolled.textContent = ""
    this.die.show(null)
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
    const { roll } = this.entry
    return roll === null || !this.dice ? all : all.filter((record) => record.faces?.includes(roll))
  }

  private render(): void {
    const { analysis, entry } = this
    if (!analysis) return
    const { solved } = analysis
    const side = this.turn === "white" ? "White" : "Black"
    const game = isFirst(this.game.name) ? "" : ` (${this.game.title})`
    this.desk.status(this.over() ? this.ending() : `${side} to move${solved.check ? ", in check" : ""}${game}`, this.turn)
    this.desk.faces({
      rows: solved.faces, die: this.game.die !== null, mates: true, toggles: false,
      look: (face) => ({ pressed: (this.face ?? entry.roll) === face, rolled: entry.roll === face }),
      press: (face) => this.lookAt(face),
    })
    this.desk.legend(this.dice ? `${faceOne(this.rows, this.turn, fileName(this.game.board[0] - 1))} Press a face to see its moves: the number below it counts them.` : "")
    this.renderDie()
    this.renderMoves()
    this.odds.show(analysis, entry.roll)
    void this.timeLine.show(this.fen, this.game, this.scene, analysis.moves)
    this.renderScore()
    ;(byId("undo") as HTMLButtonElement).disabled = this.at === 0
    ;(byId("redo") as HTMLButtonElement).disabled = this.at + 1 >= this.history.length
  }

  private renderDie(): void {
    const { roll } = this.entry
    this.dieCard.hidden = this.game.die === null
    this.die.show(roll)
    this.rollButton.disabled = !this.dice || this.over()
    this.clearRoll.hidden = roll === null
    if (!this.dice) {
      this.rolled.textContent = this.over() ? "The game is over." : `${this.analysis?.solved.check ? "In check the die is not used" : "The die is not used now"}: any legal move may be played.`
    } else if (roll === null) {
      this.rolled.textContent = "Roll, or try any move: without a roll all are allowed."
    } else {
      const row = this.analysis?.solved.faces.find((one) => one.face === roll)
      this.rolled.textContent = !row?.file ? `A ${roll}: ${plural(row?.moves ?? 0, "move")} may be played.`
        : row.free ? `A ${roll} names the ${row.file}-file. Nothing can land there: a free move, play what you like.` : `A ${roll}: your move must land on the ${row.file}-file.`
    }
  }

  private renderMoves(): void {
    const { roll, last } = this.entry
    const all = this.analysis?.moves ?? []
    const face = this.face ?? roll
    const shown = face === null || !this.dice ? all : all.filter((record) => record.faces?.includes(face))
    const row = this.analysis?.solved.faces.find((one) => one.face === face)
    const file = row?.file ?? undefined
    this.movesTitle.textContent = row && face !== null ? `Face ${face}${file ? `: the ${file}-file` : ""}` : "All moves"
    const mates = row ? row.mates.length : shown.filter((record) => record.mate).length
    const count = plural(shown.length, "move")
    this.movesHint.textContent = row?.free ? `Free: nothing ${file ? `lands on the ${file}-file` : "serves it"}, so all ${count} may be played${matesText(mates)}.`
      : `${count}${matesText(mates)}. ${roll !== null && face !== roll ? `You rolled ${roll}, so you may only look.` : ""}`
    const playable = this.allowed()
    const list = moveButtons(shown, true, (record) => this.tryMove(record))
    if (roll !== null && face !== roll) for (const button of list.querySelectorAll("button")) button.disabled = true
    replace(this.movesList, shown.length > 0 ? list : null)
    const marks = face !== null && this.dice ? moveMarks(shown, true, row?.free ? undefined : file) : last
    this.desk.allow(this.scene, playable, marks, (record) => void this.playMove(record),
      (from, to) => this.refuse(whyNot(from, to, all, this.dice ? roll : null, this.rows)))
  }

  private renderScore(): void {
    const parts: (HTMLElement | string)[] = []
    let number = 0
    for (const [at, entry] of this.history.entries()) {
      if (!entry.move) continue
      const white = entry.by === "white"
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
    const faces = this.game.die
    if (this.busy || !this.dice || faces === null) return
    this.busy = true
    this.rollButton.disabled = true
    const entry = this.entry
    const face = throwDie(faces)
    await this.die.roll(face, faces)
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
      return this.refuse(illegal ? whyNotNow(illegal, this.entry.roll, this.rows)
        : this.typed.value.trim() ? `“${this.typed.value.trim()}” is no legal move here.` : "Type the square a man stands on and the one it goes to, such as e2e4.")
    }
    void this.desk.choose(found).then((record) => record && this.playMove(record))
    this.typed.value = ""
  }

  private tryMove(record: MoveRecord): void {
    if (this.allowed().includes(record)) void this.playMove(record)
  }

  private async playMove(record: MoveRecord): Promise<void> {
    const { fen, roll } = this.entry
    this.answer.textContent = ""
    const die = this.game.die === null ? null : this.dice ? (roll ?? ownFace(record, this.rows)?.face ?? record.faces?.[0] ?? 1) : "-"
    const last = [record.from, record.to].flatMap((square): Mark[] => (square ? [{ kind: "last", square }] : []))
    this.history = this.history.slice(0, this.at + 1)
    this.history.push({ fen: record.fen, roll: null, move: die === null ? record.move : `(${die}) ${record.move}`, by: this.turn, last })
    this.at++
    this.face = null
    const mine = this.entry
    // The focus was perhaps on a button that is about to go.
    const byKeyboard = this.movesList.contains(document.activeElement)
    replace(this.movesList)
    if (!(await this.desk.animate(fen, this.game.name, record)) || mine !== this.entry) return
    this.changed()
    await this.refresh()
    if (byKeyboard && document.activeElement === document.body) this.resume()
  }

  /** Where the keyboard goes on after a move. */
  private resume(): void {
    ;(this.rollButton.disabled || this.dieCard.hidden ? this.typed : this.rollButton).focus()
  }

  private async copyGame(): Promise<void> {
    const { name, start } = this.game
    const tags = [this.history[0]?.fen !== start && `[FEN "${this.history[0]?.fen}"]`, !isFirst(name) && `[Variant "${name}"]`].filter(Boolean)
    const text = [...tags, tags.length > 0 ? "" : false, this.score.textContent?.replace(/…/g, "...")].filter((line) => line !== false).join("\n")
    await navigator.clipboard.writeText(text).then(() => announce("The game is copied."), () => announce("The browser does not allow copying."))
  }

  private introduction(): HTMLElement {
    this.introduce()
    const card = h("section", { class: "card intro", id: "intro" },
      h("h2", {}, "New here?"), this.introText,
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => this.go("rules") }, "How to play"),
        h("button", { type: "button", onclick: () => this.go("puzzles") }, "Try the puzzles"),
        h("button", { type: "button", class: "quiet", id: "close-intro", onclick: () => { card.hidden = true; this.resume() } }, "Close")))
    return card
  }

  /** Says which game this is, and how it is played in a few words. */
  private introduce(): void {
    const { title, rules, die, scene } = this.game
    byId("game-title").textContent = title
    this.introText.textContent = (rules ? rules.intro : `This is ${title}. Press a man and then the square he goes to, or choose a move from the list.`) +
      (die === null ? "" : ` The buttons under the board are the faces of the die${scene.labels.length > 0 ? ", each below the file that it names" : ""}.`)
  }
}
