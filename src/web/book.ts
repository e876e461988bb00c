/** The solver in a book: the reader moves the pieces of a puzzle and sees which faces mate. */
import "./book-data"
import style from "built/book.css"
import { type Described, type FaceRow, position, Refused, solve } from "./api"
import { Board } from "./board"
import { announce, h, LatestTask, replaceChildren } from "./dom"
import { reserveElements } from "./draw"
import { usesDie } from "./moves"
import { type Cells, type Scene, squareIndex, describeSquare } from "./scene"

const BROKEN = "The solver cannot run in this browser."

/** Returns the table of the faces, in the words of the command line. */
function table({ faces, words }: Described): HTMLElement {
  const die = usesDie(faces)
  const cells = (row: FaceRow, n: number): string[] => [
    ...(die ? [String(row.face), row.file ?? ""] : []),
    `${row.moves}${row.free ? " free" : ""}`,
    words.mates[n] ?? "",
  ]
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...[...(die ? ["face", words.die?.names] : []), "moves", "mates"].map(name => h("th", { scope: "col" }, name)),
      ),
    ),
    h("tbody", {}, ...faces.map((row, n) => h("tr", {}, ...cells(row, n).map(text => h("td", {}, text))))),
  )
}

/**
 * The board with the solver's answers. There is one for the whole book; it moves to the puzzle that the reader opens.
 */
class TrialBoard {
  private readonly boardElement = h("div", { id: "board" })
  private readonly reserve = h("p", { class: "reserve" })
  private readonly state = h("p", { class: "state" })
  private readonly results = h("div", { class: "found", tabindex: -1 })
  private readonly fen = h("p", { class: "fen" })
  private readonly turnButton = h("button", { class: "turn", onclick: () => this.passTurn() })
  private readonly element = h(
    "div",
    { id: "desk", role: "group" },
    this.boardElement,
    this.reserve,
    this.state,
    this.results,
    this.fen,
    h(
      "p",
      { class: "tools" },
      this.turnButton,
      h("button", { class: "reset", onclick: () => this.reset() }, "Reset"),
      h("button", { class: "close", onclick: () => this.close() }, "Close"),
    ),
    h(
      "p",
      { class: "hint" },
      "Drag a piece, or select it and then a square. To remove a piece, drag it off the board or press Delete on its square.",
    ),
    h("p", { id: "live", class: "visually-hidden", "aria-live": "polite" }),
  )
  private readonly board = new Board(this.boardElement)
  private readonly latestTask = new LatestTask()
  private puzzle: HTMLElement | null = null
  private scene: Scene | null = null // the scene on the board, which may not be analysed yet
  private showAnswers = false // true after the reader has asked for the answers

  /** Opens the board in a puzzle. */
  open(puzzle: HTMLElement): void {
    if (this.puzzle === puzzle) return
    this.puzzle?.classList.remove("tried", "broad")
    this.puzzle = puzzle
    this.scene = null
    replaceChildren(this.results)
    this.element.setAttribute("aria-label", `Try puzzle ${puzzle.id.slice(1)}`)
    puzzle.classList.add("tried")
    puzzle.querySelector(".board")?.append(this.element)
    this.state.textContent = "Loading the solver…"
    this.reset(true)
  }

  private close(): void {
    const { puzzle } = this
    this.puzzle = null
    this.element.remove()
    puzzle?.classList.remove("tried", "broad")
    puzzle?.querySelector<HTMLElement>(".try")?.focus()
  }

  /** The position printed in the book. */
  private get bookFen(): string {
    return this.puzzle?.querySelector(":scope > .fen")?.textContent ?? ""
  }

  private get variant(): string {
    return this.puzzle?.dataset.variant ?? ""
  }

  private reset(entered = false): void {
    const { puzzle, bookFen } = this
    this.showAnswers = false
    this.ask(
      async () => bookFen,
      entered ? "" : "As in the book",
      () => {
        if (!this.scene) return
        puzzle?.classList.toggle("broad", this.scene.files > this.scene.ranks)
        this.allowInput()
        if (entered) this.boardElement.querySelector<SVGElement>("svg")?.focus()
      },
    )
  }

  /** Analyses the position that `position` returns; drops the answer if the board has changed meanwhile. */
  private ask(position: () => Promise<string>, announcement: string, then?: () => void): void {
    this.element.setAttribute("aria-busy", "true")
    const { puzzle, variant, scene } = this
    const isStale = (): boolean => puzzle !== this.puzzle || scene !== this.scene
    void this.latestTask.run(async () => {
      try {
        const fen = await position()
        if (isStale()) return
        this.fen.textContent = fen
        const solved = await solve({ fen, variant }, { scene: true })
        if (!isStale()) this.showSolved(solved, announcement)
      } catch (error) {
        if (isStale()) return
        this.showFaults(error, announcement)
      }
      then?.()
      this.element.removeAttribute("aria-busy")
    })
  }

  private showSolved(solved: Described, announcement: string): void {
    const { state, summary, die } = solved.words
    this.showScene(solved.scene)
    this.fen.textContent = solved.fen
    this.state.textContent = state
    announce([announcement, state, this.showAnswers && summary].filter(Boolean).join(". "))
    if (!this.showAnswers) {
      const show = (): void => {
        this.showAnswers = true
        this.showSolved(solved, "")
        this.results.focus()
      }
      return replaceChildren(this.results, h("button", { class: "ask", onclick: show }, "Show what mates"))
    }
    const free = solved.faces.some(row => row.free)
    replaceChildren(
      this.results,
      h("p", { class: "summary" }, summary),
      table(solved),
      free && h("p", { class: "hint" }, `free: ${die?.free}, so any move may be played`),
    )
  }

  /** Shows why a position is invalid, with its board if that can be drawn, or that the solver failed. */
  private showFaults(error: unknown, announcement: string): void {
    if (error instanceof Refused && !this.scene && error.scene) this.showScene(error.scene)
    const messages = error instanceof Refused ? error.told : [BROKEN]
    this.state.textContent = error instanceof Refused ? "Position incomplete" : ""
    replaceChildren(this.results, h("ul", { class: "faults" }, ...messages.map(fault => h("li", {}, fault))))
    announce([announcement, ...messages].filter(Boolean).join(". "))
  }

  private showScene(scene: Scene): void {
    this.scene = scene
    this.turnButton.textContent = `Let ${scene.turn === "white" ? "Black" : "White"} move`
    void this.board.show(scene)
    replaceChildren(this.reserve, ...reserveElements(scene))
  }

  // ---- changes of the position ----

  private allowInput(): void {
    const clearMarks = (): void => this.board.setMarks([])
    this.board.setInput({
      pick: square => {
        if (this.piecesOn(square).length === 0) return false
        this.board.setMarks([{ kind: "picked", square }])
        return true
      },
      drop: (from, to) => {
        clearMarks()
        this.movePieces(from, to)
        return true
      },
      refuse: clearMarks,
      cancel: (square, outside) => {
        clearMarks()
        if (outside) this.movePieces(square, null)
      },
    })
  }

  private piecesOn(square: string): string[] {
    return this.scene?.cells[squareIndex(this.scene, square)] ?? []
  }

  /** Moves all pieces of a square to another, replacing the pieces there; a null `to` removes them. */
  private movePieces(from: string, to: string | null): void {
    const { scene } = this
    if (!scene) return
    const cells: Cells = [...scene.cells]
    const pieces = describeSquare(scene, squareIndex(scene, from))
    cells[squareIndex(scene, from)] = []
    if (to !== null) cells[squareIndex(scene, to)] = this.piecesOn(from)
    this.applyChange({ ...scene, cells }, to === null ? `${pieces} removed from ${from}` : `${pieces} to ${to}`)
  }

  private passTurn(): void {
    if (this.scene) this.applyChange({ ...this.scene, turn: this.scene.turn === "white" ? "black" : "white" }, "")
  }

  private applyChange(scene: Scene, announcement: string): void {
    const { variant, bookFen } = this
    const { cells, turn } = scene
    this.showScene(scene)
    this.ask(async () => (await position({ variant, cells, turn, fen: bookFen })).fen, announcement)
  }
}

const theme = matchMedia("(prefers-color-scheme: dark)")
const reflect = (): void => void (document.documentElement.dataset.theme = theme.matches ? "dark" : "light")
theme.addEventListener("change", reflect)
reflect()
document.head.append(h("style", {}, style))

const trialBoard = new TrialBoard()
for (const puzzle of document.querySelectorAll<HTMLElement>(".puzzle[data-variant]")) {
  const open = (): void => trialBoard.open(puzzle)
  puzzle
    .querySelector(".links")
    ?.append(h("button", { class: "try", "aria-label": `Try puzzle ${puzzle.id.slice(1)}`, onclick: open }, "Try"))
  puzzle.querySelector(".board > :first-child")?.addEventListener("click", open)
}
