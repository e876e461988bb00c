/** The tab "Set up": edits a position. */
import { faultSentences, type Game, noAnswer, position, Refused } from "./api"
import { type BoardView, type Tab } from "./board-view"
import { writeAddress } from "./address"
import { ProblemCard, type Version } from "./problem-card"
import { announce, byId, h, replaceChildren } from "./dom"
import { EndgameCard } from "./endgame-card"
import { allGames, gameOf } from "./games"
import { firstFaceHint, faceWords, moveMarks, usesDie } from "./moves"
import { OddsTable } from "./mate-odds"
import { ERASE, PiecePalette } from "./piece-palette"
import type { PlayTab } from "./play-tab"
import { type Cells, emptyScene, emptyCells, fileName, pieceName, type Scene, squareIndex, squareName } from "./scene"
import { either, isBoolean, isString, writeStored, listOf, oneOf, readStored, shape } from "./local-storage"

/** A position in progress, as it is stored. */
interface Draft {
  variant: string
  fen: string // the text of the input field
  cells: Cells
  turn: "white" | "black"
  edited: boolean // the cells were changed and the FEN is not updated yet
}

const isDraft = shape<Draft>({
  variant: isString,
  fen: isString,
  cells: listOf(listOf(isString)),
  turn: oneOf("white", "black"),
  edited: isBoolean,
})
const MOST_UNDO_STEPS = 100 // most changes that can be undone

export class SetupTab implements Tab {
  readonly bar: HTMLElement[]
  readonly address = writeAddress({ tab: "setup" })
  flipped = false
  private isOpen = false
  private isTouched = false // true if the position differs from that of the tab "Play"
  private refusal: Refused | null = null // the error if the position is invalid
  private readonly message = h("p", { class: "happened", id: "setup-happened", role: "status" })
  private game: Game = gameOf()
  private scene: Scene = this.game.scene
  private isEdited = false // pieces or the side to move were changed, so the FEN must be updated
  private brush: string | null = null // what a press places: the letter of a piece, or ERASE
  private face: number | null = null
  private timer = 0
  private isPending = false // true while the position is being analysed
  private playWhenReady = false // true if the user pressed Play before the analysis arrived
  private lastAnalysed: Draft | null = null // the draft to which Undo returns after an edit of the FEN
  private undoSteps: Draft[] = []
  private readonly undoButton = h(
    "button",
    {
      id: "setup-undo",
      "aria-label": "Undo",
      title: "Undo the last change",
      disabled: true,
      onclick: () => this.undo(),
    },
    "↶",
  )
  private shownFen = "" // the FEN whose pieces are on the board, valid or not
  private normalisedFen = "" // the FEN of the position as the solver writes it

  private readonly fenInput = h("input", {
    id: "fen",
    "data-stay": true, // typing must not scroll the page to the board
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": "fen-faults",
    oninput: () => this.onFenInput(),
  })
  private readonly faults = h("ul", { id: "fen-faults", class: "faults", role: "status" })
  private readonly sides = (["white", "black"] as const).map(side =>
    h("input", { type: "radio", name: "side", id: `side-${side}`, value: side, onchange: () => this.sideChosen(side) }),
  )
  private readonly variantSelect = h(
    "select",
    { id: "variant", onchange: () => this.gameChosen() },
    ...allGames().map(({ name, title }) => h("option", { value: name }, title)),
  )
  private readonly palette: PiecePalette
  private readonly squareInput = h("input", {
    id: "square",
    autocomplete: "off",
    autocapitalize: "off",
    size: "4",
    placeholder: "e4",
    maxlength: "3",
  })
  private readonly hint = h("p", { class: "hint", id: "brush-hint", role: "status" })
  private readonly oddsTable = new OddsTable()
  private readonly endgameCard = new EndgameCard()
  private readonly problemCard: ProblemCard

  constructor(
    private readonly boardView: BoardView,
    private readonly play: PlayTab,
    private readonly openTab: (tab: string) => void,
  ) {
    const [white, black] = this.sides
    this.problemCard = new ProblemCard(boardView, {
      onClaim: () => this.setBrush(null),
      load: version => this.loadVersion(version),
      currentScene: () => this.scene,
    })
    this.palette = new PiecePalette(
      boardView.board,
      letter => this.setBrush(this.brush === letter ? null : letter),
      (square, letter) => this.placePiece(square, letter),
    )
    this.bar = [
      this.message,
      this.undoButton,
      h("button", { id: "play-here", class: "primary", onclick: () => this.playHere() }, "Play from here"),
    ]
    replaceChildren(
      byId("panel-setup"),
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Pieces"),
        this.palette.element,
        this.hint,
        h(
          "form",
          { class: "row", onsubmit: (event: Event) => this.applyTypedSquare(event) },
          h("label", { for: "square" }, "By keyboard: choose a piece, then a square"),
          this.squareInput,
          h("button", { type: "submit", id: "put" }, "Put"),
        ),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Position"),
        h("label", { for: "fen" }, "FEN: paste one, or set up the board"),
        this.fenInput,
        this.faults,
        h(
          "fieldset",
          { class: "row" },
          h("legend", {}, "Side to move"),
          h("label", { class: "check" }, white!, " White"),
          h("label", { class: "check" }, black!, " Black"),
        ),
        h("label", { for: "variant" }, "Game"),
        this.variantSelect,
        h(
          "div",
          { class: "row" },
          h("button", { id: "clear", onclick: () => this.setCells(emptyCells(this.scene)) }, "Clear board"),
          h("button", { id: "array", onclick: () => this.loadStart() }, "Starting position"),
          h("button", { id: "from-play", onclick: () => this.copyFromPlay() }, "Copy from Play"),
        ),
      ),
      this.problemCard.element,
      this.oddsTable.element,
      this.endgameCard.element,
    )
  }

  enter(): void {
    this.isOpen = true
    const draft = this.isTouched ? null : readStored<Draft | null>("draft", null, either(oneOf(null), isDraft))
    if (draft && draft.cells.length === gameOf(draft.variant).scene.cells.length) return this.restore(draft)
    if (!this.isTouched) return this.copyFromPlay()
    this.refresh()
  }

  private restore({ variant, fen, cells, turn, edited: isEdited }: Draft): void {
    this.changeGame(gameOf(variant))
    this.fenInput.value = fen
    this.scene = { ...emptyScene(this.game.scene), cells, turn }
    this.isEdited = isEdited
    this.shownFen = fen
    this.keepDraft()
    this.refresh()
  }

  /** Adds a draft to the undo steps. */
  private remember(draft = this.draft): void {
    this.undoSteps = [...this.undoSteps.slice(1 - MOST_UNDO_STEPS), draft]
    this.undoButton.disabled = false
  }

  private undo(): void {
    const step = this.undoSteps.pop()
    this.undoButton.disabled = this.undoSteps.length === 0
    if (!step) return
    this.restore(step)
    announce("Move taken back.")
  }

  /** Replaces the position by that of the tab "Play". */
  private copyFromPlay(): void {
    if (this.isTouched) this.remember()
    this.isTouched = false
    writeStored("draft", null)
    this.fenInput.value = this.play.fen
    this.changeGame(this.play.game)
    this.scene = this.play.scene
    this.isEdited = false
    this.refresh()
  }

  private refresh(): void {
    this.variantSelect.value = this.game.name
    this.showScene(this.scene)
    this.face = null
    this.setBrush(null)
    document.documentElement.dataset.asking = "yes"
    this.isPending = true
    void this.analyse()
  }

  private get draft(): Draft {
    return {
      variant: this.game.name,
      fen: this.fenInput.value,
      cells: this.scene.cells,
      turn: this.turn,
      edited: this.isEdited,
    }
  }

  /** Stores the draft, so that it survives leaving the tab or the page. */
  private keepDraft(): void {
    this.isTouched = true
    writeStored("draft", this.draft)
  }

  private playHere(): void {
    this.playWhenReady = this.isPending // then `onAnalysed` starts the game
    if (this.isPending) return
    if (this.refusal) {
      this.message.textContent = faultSentences(this.refusal).join(" ")
      return this.fenInput.focus()
    }
    this.isTouched = false
    writeStored("draft", null)
    if (this.fenInput.value !== this.play.fen || this.game.name !== this.play.game.name)
      this.play.load(this.normalisedFen || this.fenInput.value, this.game.name)
    this.openTab("play")
  }

  private loadVersion({ variant, fen }: Version): void {
    this.remember()
    this.changeGame(gameOf(variant))
    this.variantSelect.value = this.game.name
    this.fenInput.value = fen
    this.isEdited = false
    this.scheduleAnalysis()
  }

  private changeGame(game: Game): void {
    this.game = game
    this.palette.show(game)
  }

  leave(): void {
    this.isOpen = false
    clearTimeout(this.timer)
    this.playWhenReady = false
    delete document.documentElement.dataset.asking
    this.boardView.board.setInput(null)
    this.boardView.board.setMarks([])
  }

  private get turn(): "white" | "black" {
    return this.scene.turn
  }

  private showTurn(): void {
    for (const side of this.sides) side.checked = side.value === this.turn
  }

  /** Shows the scene on the board. */
  private showScene(scene: Scene): void {
    this.scene = scene
    void this.boardView.show(scene)
    this.showTurn()
  }

  /** Changes the pieces and schedules an update of the FEN. */
  private setCells(cells: Cells, words = ""): void {
    this.remember()
    this.isEdited = true
    this.showScene({ ...this.scene, cells, panel: [] })
    if (words) announce(words)
    this.scheduleAnalysis()
  }

  private loadStart(): void {
    this.remember()
    this.isEdited = false
    this.fenInput.value = this.game.start
    this.showScene(this.game.scene)
    this.scheduleAnalysis()
  }

  /** Schedules an update of the board after the FEN was edited. */
  private onFenInput(): void {
    if (this.timer === 0 && this.lastAnalysed) this.remember(this.lastAnalysed)
    this.isEdited = false
    this.scheduleAnalysis()
  }

  private sideChosen(side: "white" | "black"): void {
    this.remember()
    this.isEdited = true
    this.scene = { ...this.scene, turn: side }
    this.scheduleAnalysis()
  }

  /**
   * Changes the game; keeps the pieces if the other game has the same board and pieces, else sets up its starting
   * position.
   */
  private gameChosen(): void {
    const oldGame = this.game
    this.changeGame(gameOf(this.variantSelect.value))
    const isSameBoard =
      String(oldGame.board) === String(this.game.board) &&
      oldGame.palette.join() === this.game.palette.join() &&
      oldGame.stack === this.game.stack
    if (isSameBoard) this.scheduleAnalysis()
    else this.loadStart()
    this.setBrush(null)
  }

  private scheduleAnalysis(): void {
    this.face = null
    this.message.textContent = ""
    this.isPending = true
    this.keepDraft()
    document.documentElement.dataset.asking = "yes"
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => {
      this.timer = 0
      void this.analyse()
    }, 120)
  }

  /** Requests the FEN of the pieces if they were edited, then analyses the position. */
  private async analyse(): Promise<void> {
    const { isEdited, scene, game } = this
    try {
      if (isEdited) {
        const { fen } = await position({ variant: game.name, cells: scene.cells, turn: scene.turn })
        if (scene !== this.scene || game !== this.game || !this.isOpen) return // a newer request is under way
        this.fenInput.value = this.shownFen = fen
        this.isEdited = false
        this.keepDraft()
      }
    } catch (error) {
      if (scene === this.scene && this.isOpen) this.showRefused(error instanceof Refused ? error : noAnswer())
      delete document.documentElement.dataset.asking
      return
    }
    const fen = this.fenInput.value
    const variant = game.name
    const analysis = await this.boardView.analyse(fen, variant)
    if (!analysis || !this.isOpen || this.isEdited || fen !== this.fenInput.value) return
    if (analysis instanceof Refused) {
      if (fen !== this.shownFen) this.showScene(analysis.scene ?? { ...emptyScene(game.scene), turn: this.turn })
      this.shownFen = fen
      return this.showRefused(analysis)
    }
    this.shownFen = fen
    this.showScene(analysis.solved.scene)
    const side = this.turn === "white" ? "White" : "Black"
    replaceChildren(this.faults)
    this.fenInput.removeAttribute("aria-invalid")
    this.refusal = null
    this.normalisedFen = analysis.solved.fen
    this.message.textContent = ""
    this.boardView.setStatus(
      `Setting up: ${side} to move${analysis.solved.check ? ", in check" : ""}${analysis.moves.length === 0 ? (analysis.solved.check ? ": checkmate" : analysis.solved.outcome === "draw" ? ": stalemate" : ": no legal move") : ""}`,
      this.turn,
    )
    this.boardView.setLegend(
      usesDie(analysis.solved.faces)
        ? `${firstFaceHint(analysis.solved, this.turn, fileName(game.board[0] - 1))} The counts follow the position you set up.`
        : "",
    )
    const draw = (): void => {
      const face = this.face
      this.boardView.showFaces({
        solved: analysis.solved,
        hasDie: game.die !== null,
        choosesMove: false,
        showMates: true,
        toggles: false,
        stateOf: shownFace => ({ pressed: shownFace === face }),
        press: pressedFace => {
          this.face = this.face === pressedFace ? null : pressedFace
          draw()
        },
      })
      const row = analysis.solved.faces.find(faceRow => faceRow.face === face)
      this.boardView.board.setMarks(
        row
          ? moveMarks(
              analysis.moves.filter(record => face !== null && record.faces?.includes(face)),
              true,
              row.free ? undefined : (row.file ?? undefined),
            )
          : [],
      )
      if (row) announce(`${faceWords(analysis.solved, row.face ?? 0)}: ${row.list?.join(", ")}`)
    }
    draw()
    this.oddsTable.show(analysis, null)
    this.endgameCard.show(analysis)
    this.problemCard.showPosition(analysis, game.name)
    this.onAnalysed()
  }

  /** Called when an analysis has ended; starts the game if the user has pressed Play meanwhile. */
  private onAnalysed(): void {
    this.isPending = false
    this.lastAnalysed = this.draft
    if (this.playWhenReady) this.playHere()
  }

  private showRefused(error: Refused): void {
    this.refusal = error
    replaceChildren(this.faults, ...faultSentences(error).map(words => h("li", {}, words)))
    this.fenInput.setAttribute("aria-invalid", "true")
    this.boardView.setStatus("Position incomplete", this.turn)
    this.boardView.showFaces(null)
    this.boardView.setLegend("")
    this.oddsTable.show(null, null)
    this.endgameCard.show(null)
    this.problemCard.showPosition(null, this.game.name)
    this.boardView.board.setMarks([])
    this.onAnalysed()
  }

  // ---- pieces ----

  private nameOf(letter: string): string {
    return pieceName(this.game.scene.men[letter])
  }

  private setBrush(brush: string | null): void {
    this.brush = brush
    this.palette.markChosen(brush)
    if (brush !== null) this.problemCard.stopClaiming()
    if (this.problemCard.isClaiming) {
      this.hint.textContent = "Moves on the board go into your solution; choose a piece to continue building."
      return this.problemCard.claimMoves()
    }
    const again = this.game.stack > 1 ? "" : ", again to remove it"
    this.hint.textContent =
      brush === null
        ? "Drag pieces onto the board; drag a piece off the board to remove it. Or choose a piece, then select squares."
        : brush === ERASE
          ? "Select squares to clear them."
          : `Select squares to put a ${this.nameOf(brush)} there${again}.`
    this.boardView.board.element.classList.toggle("brush", brush !== null)
    this.boardView.board.setInput({
      ...(brush !== null && { press: (square: string) => this.applyBrush(square) }),
      pick: square => this.stackOn(square).length > 0,
      drop: (from, to) => {
        this.movePiece(from, to)
        return true
      },
      refuse: () => undefined,
      cancel: (from, outside) => {
        if (outside) this.removePiece(from)
      },
    })
  }

  private stackOn(square: string): string[] {
    return this.scene.cells[squareIndex(this.scene, square)] ?? []
  }

  /** Returns the cells after `changes`, pairs of a square and its new pieces. */
  private cellsWith(...changes: [string, string[]][]): Cells {
    const cells = [...this.scene.cells]
    for (const [square, pieces] of changes) cells[squareIndex(this.scene, square)] = pieces
    return cells
  }

  /** Returns the pieces of a square with `letter` on top; it replaces the top piece of a full stack. */
  private stackWith(square: string, letter: string): string[] {
    return [...this.stackOn(square).slice(0, this.game.stack - 1), letter]
  }

  private movePiece(from: string, to: string): void {
    const letter = this.stackOn(from).at(-1)
    if (letter !== undefined)
      this.setCells(
        this.cellsWith([from, this.stackOn(from).slice(0, -1)], [to, this.stackWith(to, letter)]),
        `${this.nameOf(letter)} to ${to}`,
      )
  }

  private placePiece(square: string, letter: string): void {
    this.setCells(this.cellsWith([square, this.stackWith(square, letter)]), `${this.nameOf(letter)} on ${square}`)
  }

  private removePiece(square: string): void {
    const letter = this.stackOn(square).at(-1)
    if (letter !== undefined)
      this.setCells(
        this.cellsWith([square, this.stackOn(square).slice(0, -1)]),
        `${this.nameOf(letter)} removed from ${square}`,
      )
  }

  private applyBrush(square: string): void {
    if (this.brush === null) return
    if (this.brush === ERASE || (this.game.stack === 1 && this.stackOn(square).at(-1) === this.brush))
      this.removePiece(square)
    else this.placePiece(square, this.brush)
  }

  private applyTypedSquare(event: Event): void {
    event.preventDefault()
    const square = this.squareInput.value.trim().toLowerCase()
    if (squareIndex(this.scene, square) < 0)
      this.hint.textContent = `“${this.squareInput.value}” is not a square; expected one from ${squareName(this.scene, 0)} to ${squareName(this.scene, this.scene.cells.length - 1)}.`
    else if (this.brush === null) this.hint.textContent = "Choose a piece first."
    else {
      this.applyBrush(square)
      this.squareInput.value = ""
    }
  }
}
