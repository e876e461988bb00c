/** What a book with a solver carries: the men of a puzzle can be moved, and the faces follow. */
import "./book-data"
import style from "built/book.css"
import { type Described, type FaceRow, position, Refused, solve } from "./api"
import { Board } from "./board"
import { announce, h, Newest, replace } from "./dom"
import { besideBoard } from "./draw"
import { usesDie } from "./moves"
import { type Cells, type Scene, squareAt, squareInWords } from "./scene"

const BROKEN = "The solver cannot run in this browser."

/** The table of the faces, in the words of the command. */
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
        ...[...(die ? ["face", words.die?.names] : []), "moves", "mates"].map((name) =>
          h("th", { scope: "col" }, name),
        ),
      ),
    ),
    h("tbody", {}, ...faces.map((row, n) => h("tr", {}, ...cells(row, n).map((text) => h("td", {}, text))))),
  )
}

/** The puzzle that is tried: a board, and what the solver says of it. There is one, which goes from puzzle to puzzle. */
class Desk {
  private readonly place = h("div", { id: "board" })
  private readonly reserve = h("p", { class: "reserve" })
  private readonly state = h("p", { class: "state" })
  private readonly found = h("div", { class: "found", tabindex: -1 })
  private readonly fen = h("p", { class: "fen" })
  private readonly turnButton = h("button", { type: "button", class: "turn", onclick: () => this.passTurn() })
  private readonly element = h(
    "div",
    { id: "desk", role: "group" },
    this.place,
    this.reserve,
    this.state,
    this.found,
    this.fen,
    h(
      "p",
      { class: "tools" },
      this.turnButton,
      h("button", { type: "button", class: "reset", onclick: () => this.begin() }, "Reset"),
      h("button", { type: "button", class: "close", onclick: () => this.close() }, "Close"),
    ),
    h(
      "p",
      { class: "hint" },
      "Drag a piece, or select it and then a square. To remove a piece, drag it off the board or press Delete on its square.",
    ),
    h("p", { id: "live", class: "heard", "aria-live": "polite" }),
  )
  private readonly board = new Board(this.place)
  private readonly newest = new Newest()
  private puzzle: HTMLElement | null = null
  private scene: Scene | null = null // as it was last seen; the solver may not have
  private asked = false // the reader wants the answers

  /** Puts the desk into a puzzle. */
  open(puzzle: HTMLElement): void {
    if (this.puzzle === puzzle) return
    this.puzzle?.classList.remove("tried", "broad")
    this.puzzle = puzzle
    this.scene = null
    replace(this.found)
    this.element.setAttribute("aria-label", `Try puzzle ${puzzle.id.slice(1)}`)
    puzzle.classList.add("tried")
    puzzle.querySelector(".board")?.append(this.element)
    this.state.textContent = "Loading the solver…"
    this.begin(true)
  }

  private close(): void {
    const { puzzle } = this
    this.puzzle = null
    this.element.remove()
    puzzle?.classList.remove("tried", "broad")
    puzzle?.querySelector<HTMLElement>(".try")?.focus()
  }

  /** The position of the book. */
  private get given(): string {
    return this.puzzle?.querySelector(":scope > .fen")?.textContent ?? ""
  }

  private get variant(): string {
    return this.puzzle?.dataset.variant ?? ""
  }

  private begin(entered = false): void {
    const { puzzle, given } = this
    this.asked = false
    this.ask(
      async () => given,
      entered ? "" : "As in the book",
      () => {
        if (!this.scene) return
        puzzle?.classList.toggle("broad", this.scene.files > this.scene.ranks)
        this.hand()
        if (entered) this.place.querySelector<SVGElement>("svg")?.focus()
      },
    )
  }

  /** Asks for a position and what is known of it; nothing is shown of what is no longer asked for. */
  private ask(position: () => Promise<string>, done: string, then?: () => void): void {
    this.element.setAttribute("aria-busy", "true")
    const { puzzle, variant, scene } = this
    const gone = (): boolean => puzzle !== this.puzzle || scene !== this.scene
    void this.newest.run(async () => {
      try {
        const fen = await position()
        if (gone()) return
        this.fen.textContent = fen
        const solved = await solve({ fen, variant }, { scene: true })
        if (!gone()) this.tell(solved, done)
      } catch (error) {
        if (gone()) return
        this.refuse(error, done)
      }
      then?.()
      this.element.removeAttribute("aria-busy")
    })
  }

  private tell(solved: Described, done: string): void {
    const { state, summary, die } = solved.words
    this.see(solved.scene)
    this.fen.textContent = solved.fen
    this.state.textContent = state
    announce([done, state, this.asked && summary].filter(Boolean).join(". "))
    if (!this.asked) {
      const show = (): void => {
        this.asked = true
        this.tell(solved, "")
        this.found.focus()
      }
      return replace(
        this.found,
        h("button", { type: "button", class: "ask", onclick: show }, "Show what mates"),
      )
    }
    const free = solved.faces.some((row) => row.free)
    replace(
      this.found,
      h("p", { class: "summary" }, summary),
      table(solved),
      free && h("p", { class: "hint" }, `free: ${die?.free}, so any move may be played`),
    )
  }

  /** The position is none, and may still be seen; or nothing can be said at all. */
  private refuse(error: unknown, done: string): void {
    if (error instanceof Refused && !this.scene && error.scene) this.see(error.scene)
    const told = error instanceof Refused ? error.told : [BROKEN]
    this.state.textContent = error instanceof Refused ? "Position incomplete" : ""
    replace(this.found, h("ul", { class: "faults" }, ...told.map((fault) => h("li", {}, fault))))
    announce([done, ...told].filter(Boolean).join(". "))
  }

  private see(scene: Scene): void {
    this.scene = scene
    this.turnButton.textContent = `Let ${scene.turn === "white" ? "Black" : "White"} move`
    void this.board.show(scene)
    replace(this.reserve, ...besideBoard(scene))
  }

  // ---- changes -------------------------------------------------------------------------------------------

  private hand(): void {
    const rest = (): void => this.board.mark([])
    this.board.input({
      pick: (square) => {
        if (this.men(square).length === 0) return false
        this.board.mark([{ kind: "picked", square }])
        return true
      },
      drop: (from, to) => {
        rest()
        this.put(from, to)
        return true
      },
      refuse: rest,
      cancel: (square, outside) => {
        rest()
        if (outside) this.put(square, null)
      },
    })
  }

  private men(square: string): string[] {
    return this.scene?.cells[squareAt(this.scene, square)] ?? []
  }

  /** All who stand on a square go to another, in the place of those who stand there; or off the board. */
  private put(from: string, to: string | null): void {
    const { scene } = this
    if (!scene) return
    const cells: Cells = [...scene.cells]
    const who = squareInWords(scene, squareAt(scene, from))
    cells[squareAt(scene, from)] = []
    if (to !== null) cells[squareAt(scene, to)] = this.men(from)
    this.change({ ...scene, cells }, to === null ? `${who} removed from ${from}` : `${who} to ${to}`)
  }

  private passTurn(): void {
    if (this.scene) this.change({ ...this.scene, turn: this.scene.turn === "white" ? "black" : "white" }, "")
  }

  private change(scene: Scene, done: string): void {
    const { variant, given } = this
    const { cells, turn } = scene
    this.see(scene)
    this.ask(async () => (await position({ variant, cells, turn, fen: given })).fen, done)
  }
}

const theme = matchMedia("(prefers-color-scheme: dark)")
const reflect = (): void => void (document.documentElement.dataset.theme = theme.matches ? "dark" : "light")
theme.addEventListener("change", reflect)
reflect()
document.head.append(h("style", {}, style))

const desk = new Desk()
for (const puzzle of document.querySelectorAll<HTMLElement>(".puzzle[data-variant]")) {
  const open = (): void => desk.open(puzzle)
  puzzle
    .querySelector(".links")
    ?.append(
      h(
        "button",
        { type: "button", class: "try", "aria-label": `Try puzzle ${puzzle.id.slice(1)}`, onclick: open },
        "Try",
      ),
    )
  puzzle.querySelector(".board > :first-child")?.addEventListener("click", open)
}
