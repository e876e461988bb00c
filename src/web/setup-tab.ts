/** The tab "Set up": edit the position that is played. */
import { type Game, position, Refused } from "./api"
import { type Desk, type Tab } from "./board-view"
import { writeAddress } from "./address"
import { Composer, type Version } from "./problem-card"
import { announce, byId, h, replace } from "./dom"
import { EndgameCard } from "./endgame-card"
import { allGames, gameOf } from "./games"
import { faceOne, faceWords, moveMarks, usesDie } from "./moves"
import { OddsTable } from "./mate-odds"
import { ERASE, Palette } from "./piece-palette"
import type { Play } from "./play-tab"
import { type Cells, empty, emptyCells, fileName, manName, type Scene, squareAt, squareName } from "./scene"
import { either, isFlag, isText, keep, listOf, oneOf, recall, shape } from "./local-storage"

/** A position that is being set up, as it outlives the page. */
interface Draft {
  variant: string
  fen: string // as it stands in its field
  cells: Cells
  turn: "white" | "black"
  edited: boolean // the FEN does not follow yet
}

const isDraft = shape<Draft>({
  variant: isText,
  fen: isText,
  cells: listOf(listOf(isText)),
  turn: oneOf("white", "black"),
  edited: isFlag,
})
const MOST = 100 // steps that can be taken back

export class Setup implements Tab {
  readonly bar: HTMLElement[]
  readonly address = writeAddress({ tab: "setup" })
  flipped = false
  private open = false
  private touched = false // what is set up is no longer what was taken from Play
  private wrong: Refused | null = null // why it is not a position
  private readonly happened = h("p", { class: "happened", id: "setup-happened", role: "status" })
  private game: Game = gameOf()
  private scene: Scene = this.game.scene
  private edited = false // the men or the side to move were changed, so that the FEN must follow
  private brush: string | null = null // the letter of a man, or ERASE
  private face: number | null = null
  private timer = 0
  private pending = false // the server has not said yet what it is
  private wanted = false // to play from here, as soon as it has
  private last: Draft | null = null // as the server knows it
  private steps: Draft[] = []
  private readonly undoButton = h(
    "button",
    {
      type: "button",
      id: "setup-undo",
      "aria-label": "Undo",
      title: "Undo the last change",
      disabled: true,
      onclick: () => this.undo(),
    },
    "↶",
  )
  private pictured = "" // the FEN whose pieces the board shows, be it a position or not
  private found = "" // the FEN of what is set up, normalised

  private readonly field = h("input", {
    id: "fen",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": "fen-faults",
    oninput: () => this.typed(),
  })
  private readonly faults = h("ul", { id: "fen-faults", class: "faults", role: "status" })
  private readonly sides = (["white", "black"] as const).map((side) =>
    h("input", {
      type: "radio",
      name: "side",
      id: `side-${side}`,
      value: side,
      onchange: () => this.sideChosen(side),
    }),
  )
  private readonly choice = h(
    "select",
    { id: "variant", onchange: () => this.gameChosen() },
    ...allGames().map(({ name, title }) => h("option", { value: name }, title)),
  )
  private readonly palette: Palette
  private readonly where = h("input", {
    id: "square",
    autocomplete: "off",
    autocapitalize: "off",
    size: "4",
    placeholder: "e4",
    maxlength: "3",
  })
  private readonly hint = h("p", { class: "hint", id: "brush-hint", role: "status" })
  private readonly odds = new OddsTable()
  private readonly endgame = new EndgameCard()
  private readonly composer: Composer

  constructor(
    private readonly desk: Desk,
    private readonly play: Play,
    private readonly go: (tab: string) => void,
  ) {
    const [white, black] = this.sides
    this.composer = new Composer(desk, {
      claiming: () => this.setBrush(null),
      load: (version) => this.loadVersion(version),
      scene: () => this.scene,
    })
    this.palette = new Palette(
      desk.board,
      (letter) => this.setBrush(this.brush === letter ? null : letter),
      (at, letter) => this.put(at, letter),
    )
    this.bar = [
      this.happened,
      this.undoButton,
      h(
        "button",
        { type: "button", id: "play-here", class: "primary", onclick: () => this.playHere() },
        "Play from here",
      ),
    ]
    replace(
      byId("panel-setup"),
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Pieces"),
        this.palette.element,
        this.hint,
        h(
          "form",
          { class: "row", onsubmit: (event: Event) => this.putTyped(event) },
          h("label", { for: "square" }, "By keyboard: choose a piece, then a square"),
          this.where,
          h("button", { type: "submit", id: "put" }, "Put"),
        ),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Position"),
        h("label", { for: "fen" }, "FEN: paste one, or set up the board"),
        this.field,
        this.faults,
        h(
          "fieldset",
          { class: "row" },
          h("legend", {}, "Side to move"),
          h("label", { class: "check" }, white!, " White"),
          h("label", { class: "check" }, black!, " Black"),
        ),
        h("label", { for: "variant" }, "Game"),
        this.choice,
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", id: "clear", onclick: () => this.change(emptyCells(this.scene)) },
            "Clear board",
          ),
          h("button", { type: "button", id: "array", onclick: () => this.loadStart() }, "Starting position"),
          h(
            "button",
            { type: "button", id: "from-play", onclick: () => this.takeFromPlay() },
            "Copy from Play",
          ),
        ),
      ),
      this.composer.element,
      this.odds.element,
      this.endgame.element,
    )
  }

  enter(): void {
    this.open = true
    const draft = this.touched ? null : recall<Draft | null>("draft", null, either(oneOf(null), isDraft))
    if (draft && draft.cells.length === gameOf(draft.variant).scene.cells.length) return this.restore(draft)
    if (!this.touched) return this.takeFromPlay()
    this.begin()
  }

  private restore({ variant, fen, cells, turn, edited }: Draft): void {
    this.changeGame(gameOf(variant))
    this.field.value = fen
    this.scene = { ...empty(this.game.scene), cells, turn }
    this.edited = edited
    this.pictured = fen
    this.keepDraft()
    this.begin()
  }

  /** What is set up now can be had again. */
  private remember(draft = this.draft): void {
    this.steps = [...this.steps.slice(1 - MOST), draft]
    this.undoButton.disabled = false
  }

  private undo(): void {
    const step = this.steps.pop()
    this.undoButton.disabled = this.steps.length === 0
    if (!step) return
    this.restore(step)
    announce("Move taken back.")
  }

  /** What is being set up gives way to the position in Play. */
  private takeFromPlay(): void {
    if (this.touched) this.remember()
    this.touched = false
    keep("draft", null)
    this.field.value = this.play.fen
    this.changeGame(this.play.game)
    this.scene = this.play.scene
    this.edited = false
    this.begin()
  }

  private begin(): void {
    this.choice.value = this.game.name
    this.see(this.scene)
    this.face = null
    this.setBrush(null)
    document.documentElement.dataset.asking = "yes"
    this.pending = true
    void this.ask()
  }

  private get draft(): Draft {
    return {
      variant: this.game.name,
      fen: this.field.value,
      cells: this.scene.cells,
      turn: this.turn,
      edited: this.edited,
    }
  }

  /** Nothing of what is set up is lost when the tab or the page is left. */
  private keepDraft(): void {
    this.touched = true
    keep("draft", this.draft)
  }

  private playHere(): void {
    this.wanted = this.pending // the server has not seen it yet
    if (this.pending) return
    if (this.wrong) {
      this.happened.textContent = this.wrong.told.join(" ")
      return this.field.focus()
    }
    this.touched = false
    keep("draft", null)
    if (this.field.value !== this.play.fen || this.game.name !== this.play.game.name)
      this.play.load(this.found || this.field.value, this.game.name)
    this.go("play")
  }

  private loadVersion({ variant, fen }: Version): void {
    this.remember()
    this.changeGame(gameOf(variant))
    this.choice.value = this.game.name
    this.field.value = fen
    this.edited = false
    this.later()
  }

  private changeGame(game: Game): void {
    this.game = game
    this.palette.show(game)
  }

  leave(): void {
    this.open = false
    clearTimeout(this.timer)
    this.wanted = false
    delete document.documentElement.dataset.asking
    this.desk.board.input(null)
    this.desk.board.mark([])
  }

  private get turn(): "white" | "black" {
    return this.scene.turn
  }

  private reflect(): void {
    for (const side of this.sides) side.checked = side.value === this.turn
  }

  /** Shows what is set up. */
  private see(scene: Scene): void {
    this.scene = scene
    void this.desk.show(scene)
    this.reflect()
  }

  /** The board was changed: the FEN follows. */
  private change(cells: Cells, words = ""): void {
    this.remember()
    this.edited = true
    this.see({ ...this.scene, cells, panel: [] })
    if (words) announce(words)
    this.later()
  }

  private loadStart(): void {
    this.remember()
    this.edited = false
    this.field.value = this.game.start
    this.see(this.game.scene)
    this.later()
  }

  /** The FEN was edited: the board follows if the server can read it. */
  private typed(): void {
    if (this.timer === 0 && this.last) this.remember(this.last)
    this.edited = false
    this.later()
  }

  private sideChosen(side: "white" | "black"): void {
    this.remember()
    this.edited = true
    this.scene = { ...this.scene, turn: side }
    this.later()
  }

  /** The men stay where they are if the other game has the like, and else are set up anew. */
  private gameChosen(): void {
    const before = this.game
    this.changeGame(gameOf(this.choice.value))
    const alike =
      String(before.board) === String(this.game.board) &&
      before.palette.join() === this.game.palette.join() &&
      before.stack === this.game.stack
    if (alike) this.later()
    else this.loadStart()
    this.setBrush(null)
  }

  private later(): void {
    this.face = null
    this.happened.textContent = ""
    this.pending = true
    this.keepDraft()
    document.documentElement.dataset.asking = "yes"
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => {
      this.timer = 0
      void this.ask()
    }, 120)
  }

  /** The FEN of what was set up by hand, then what the server knows of it. */
  private async ask(): Promise<void> {
    const { edited, scene, game } = this
    try {
      if (edited) {
        const { fen } = await position({ variant: game.name, cells: scene.cells, turn: scene.turn })
        if (scene !== this.scene || game !== this.game || !this.open) return // something newer is on its way
        this.field.value = this.pictured = fen
        this.edited = false
        this.keepDraft()
      }
    } catch (error) {
      if (scene === this.scene && this.open)
        this.refused(
          error instanceof Refused
            ? error
            : new Refused([{ code: "no_server", message: "the server does not answer" }]),
        )
      delete document.documentElement.dataset.asking
      return
    }
    const fen = this.field.value
    const variant = game.name
    const found = await this.desk.analyse(fen, variant)
    if (!found || !this.open || this.edited || fen !== this.field.value) return
    if (found instanceof Refused) {
      if (fen !== this.pictured) this.see(found.scene ?? { ...empty(game.scene), turn: this.turn })
      this.pictured = fen
      return this.refused(found)
    }
    this.pictured = fen
    this.see(found.solved.scene)
    const side = this.turn === "white" ? "White" : "Black"
    replace(this.faults)
    this.field.removeAttribute("aria-invalid")
    this.wrong = null
    this.found = found.solved.fen
    this.happened.textContent = ""
    this.desk.status(
      `Setting up: ${side} to move${found.solved.check ? ", in check" : ""}${found.moves.length === 0 ? (found.solved.check ? ": checkmate" : found.solved.outcome === "draw" ? ": stalemate" : ": no legal move") : ""}`,
      this.turn,
    )
    this.desk.legend(
      usesDie(found.solved.faces)
        ? `${faceOne(found.solved, this.turn, fileName(game.board[0] - 1))} The counts follow the position you set up.`
        : "",
    )
    const draw = (): void => {
      const face = this.face
      this.desk.faces({
        solved: found.solved,
        die: game.die !== null,
        over: found.solved.outcome !== null,
        mates: true,
        toggles: false,
        look: (one) => ({ pressed: one === face }),
        press: (one) => {
          this.face = this.face === one ? null : one
          draw()
        },
      })
      const row = found.solved.faces.find((one) => one.face === face)
      this.desk.board.mark(
        row
          ? moveMarks(
              found.moves.filter((record) => face !== null && record.faces?.includes(face)),
              true,
              row.free ? undefined : (row.file ?? undefined),
            )
          : [],
      )
      if (row) announce(`${faceWords(found.solved, row.face ?? 0)}: ${row.list?.join(", ")}`)
    }
    draw()
    this.odds.show(found, null)
    this.endgame.show(found)
    this.composer.show(found, game.name)
    this.known()
  }

  /** The server has said what it knows. */
  private known(): void {
    this.pending = false
    this.last = this.draft
    if (this.wanted) this.playHere()
  }

  private refused(why: Refused): void {
    this.wrong = why
    replace(this.faults, ...why.told.map((words) => h("li", {}, words)))
    this.field.setAttribute("aria-invalid", "true")
    this.desk.status("Position incomplete", this.turn)
    this.desk.faces(null)
    this.desk.legend("")
    this.odds.show(null, null)
    this.endgame.show(null)
    this.composer.show(null, this.game.name)
    this.desk.board.mark([])
    this.known()
  }

  // ---- men -----------------------------------------------------------------------------------------------

  private nameOf(letter: string): string {
    return manName(this.game.scene.men[letter])
  }

  private setBrush(brush: string | null): void {
    this.brush = brush
    this.palette.mark(brush)
    if (brush !== null) this.composer.stop()
    if (this.composer.claims) {
      this.hint.textContent = "Moves on the board are claimed; choose a piece to go on building."
      return this.composer.takeMoves()
    }
    const again = this.game.stack > 1 ? "" : ", again to remove it"
    this.hint.textContent =
      brush === null
        ? "Drag pieces onto the board; drag a piece off the board to remove it. Or choose a piece, then select squares."
        : brush === ERASE
          ? "Select squares to clear them."
          : `Select squares to put a ${this.nameOf(brush)} there${again}.`
    this.desk.board.element.classList.toggle("brush", brush !== null)
    this.desk.board.input({
      ...(brush !== null && { press: (at: string) => this.paint(at) }),
      pick: (at) => this.stack(at).length > 0,
      drop: (from, to) => {
        this.carry(from, to)
        return true
      },
      refuse: () => undefined,
      cancel: (from, outside) => {
        if (outside) this.takeFrom(from)
      },
    })
  }

  private stack(at: string): string[] {
    return this.scene.cells[squareAt(this.scene, at)] ?? []
  }

  /** The cells with other men on some squares. */
  private with(...changes: [string, string[]][]): Cells {
    const cells = [...this.scene.cells]
    for (const [at, men] of changes) cells[squareAt(this.scene, at)] = men
    return cells
  }

  /** The men of a square with one more on top; he takes the place of the highest if no more may stand there. */
  private onTop(at: string, letter: string): string[] {
    return [...this.stack(at).slice(0, this.game.stack - 1), letter]
  }

  private carry(from: string, to: string): void {
    const letter = this.stack(from).at(-1)
    if (letter !== undefined)
      this.change(
        this.with([from, this.stack(from).slice(0, -1)], [to, this.onTop(to, letter)]),
        `${this.nameOf(letter)} to ${to}`,
      )
  }

  private put(at: string, letter: string): void {
    this.change(this.with([at, this.onTop(at, letter)]), `${this.nameOf(letter)} on ${at}`)
  }

  private takeFrom(at: string): void {
    const letter = this.stack(at).at(-1)
    if (letter !== undefined)
      this.change(this.with([at, this.stack(at).slice(0, -1)]), `${this.nameOf(letter)} removed from ${at}`)
  }

  private paint(at: string): void {
    if (this.brush === null) return
    if (this.brush === ERASE || (this.game.stack === 1 && this.stack(at).at(-1) === this.brush))
      this.takeFrom(at)
    else this.put(at, this.brush)
  }

  private putTyped(event: Event): void {
    event.preventDefault()
    const at = this.where.value.trim().toLowerCase()
    if (squareAt(this.scene, at) < 0)
      this.hint.textContent = `“${this.where.value}” is not a square; expected one from ${squareName(this.scene, 0)} to ${squareName(this.scene, this.scene.cells.length - 1)}.`
    else if (this.brush === null) this.hint.textContent = "Choose a piece first."
    else {
      this.paint(at)
      this.where.value = ""
    }
  }
}
