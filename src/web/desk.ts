/** What all tabs share: the board, the strip of faces under it, the line above it, and the choice of a promotion. */
import { type Analysis, type FaceRow, type MoveRecord, Refused, type Variant, analyse } from "./api"
import { Board, type Mark, type Mover } from "./board"
import { fileOfFace, inWords, kind, type Men, readPlacement, steps } from "./chess"
import { announce, byId, h, plural, reducedMotion, replace } from "./dom"
import { smallDie } from "./die"

/** How a face of the strip looks beside its numbers. */
export interface FaceLook {
  pressed?: boolean
  rolled?: boolean
  verdict?: "right" | "wrong" | "now"
}

export interface StripOptions {
  rows: FaceRow[]
  turn: "white" | "black"
  mates: boolean // whether they may be seen
  toggles: boolean // whether a press is a guess rather than a look
  look: (face: number) => FaceLook
  press: ((face: number) => void) | null
}

/** A tab decides what the board does while it is open. */
export interface Tab {
  enter(): void
  leave(): void
  /** The board was turned round. */
  turned(): void
}

export class Desk {
  readonly board = new Board(byId("board"))
  private readonly strip = new Strip(byId("faces"))
  private stripOptions: StripOptions | null = null
  private asked = 0

  status(text: string, turn?: "white" | "black"): void {
    replace(byId("status"), turn ? h("span", { class: `side side-${turn}`, "aria-hidden": "true" }) : null, text)
  }

  legend(text: string): void {
    byId("legend").textContent = text
  }

  /** Shows men at once or gliding, and says them in words. */
  async show(men: Men, animated = false): Promise<void> {
    byId("words").textContent = inWords(men)
    await this.board.show(men, animated)
  }

  /** Asks the server about a position: null if something newer was asked meanwhile, or why it is none. */
  async analyse(fen: string, variant: Variant): Promise<Analysis | Refused | null> {
    const mine = ++this.asked
    document.documentElement.dataset.asking = "yes"
    try {
      const analysis = await analyse(fen, variant)
      return mine === this.asked ? analysis : null
    } catch (error) {
      if (mine !== this.asked) return null
      return error instanceof Refused ? error : new Refused([{ code: "no_server", message: "the server does not answer: octomate serve has ended, or is busy" }])
    } finally {
      if (mine === this.asked) delete document.documentElement.dataset.asking
    }
  }

  faces(options: StripOptions | null): void {
    this.stripOptions = options
    this.strip.show(options, this.board.files)
  }

  async flip(to: boolean): Promise<void> {
    await this.board.flip(to)
    this.strip.show(this.stripOptions, this.board.files)
  }

  /** Plays a move on the board, step by step, and says what happens; false if it was overtaken. */
  async animate(fen: string, record: MoveRecord, prefix = ""): Promise<boolean> {
    const list = steps(fen, record)
    document.documentElement.dataset.playing = "yes"
    this.board.input(null)
    this.intoView()
    announce(`${prefix}${record.move}: ${list.map((step) => step.words).join(", then ")}${record.mate ? ". Mate!" : record.check ? ". Check." : "."}`)
    const done: Mark[] = []
    const played = await this.board.play(list, (step) => {
      done.push({ kind: step.kind === "move" ? "last" : "swap", square: step.from }, { kind: step.kind === "move" ? "last" : "swap", square: step.to })
      this.board.mark([...done])
      this.status(step.words[0]?.toUpperCase() + step.words.slice(1))
    })
    delete document.documentElement.dataset.playing
    if (played) byId("words").textContent = inWords(this.board.getMen())
    return played
  }

  /** On a narrow screen the move may have been chosen from a list far below the board. */
  private intoView(): void {
    const { top, bottom } = this.board.element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) this.board.element.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" })
  }

  /**
   * Lets the men of one side be moved by these moves. `refuse` says why another move cannot be; the marks are those
   * that stand while nobody is picked up.
   */
  allow(fen: string, list: MoveRecord[], marks: Mark[], play: (record: MoveRecord) => void, refuse: (from: string, to: string) => void): void {
    this.board.mark(marks)
    const mover: Mover = {
      pick: (from) => {
        const mine = list.filter((record) => record.uci.startsWith(from))
        this.board.mark([{ kind: "picked", square: from }, ...mine.map((record): Mark => ({ kind: "to", square: record.uci.slice(2, 4) }))])
        return true
      },
      drop: (from, to) => {
        const found = list.filter((record) => record.uci.startsWith(from + to))
        const first = found[0]
        if (!first) {
          this.board.mark(marks)
          refuse(from, to)
          return false
        }
        // The board puts a man on an empty square by itself; a teleport, which ends on an own man, is shown from its
        // beginning, and so is what has to be asked for first.
        const plain = found.length === 1 && !first.teleport
        setTimeout(() => void this.dropped(fen, found, marks, play), 0)
        return plain
      },
      cancel: () => this.board.mark(marks),
    }
    this.board.input(list.length > 0 ? mover : null, fen.split(" ")[1] === "b" ? "b" : "w")
  }

  private async dropped(fen: string, found: MoveRecord[], marks: Mark[], play: (record: MoveRecord) => void): Promise<void> {
    await this.board.rest()
    const record = await this.choose(fen, found)
    if (record) play(record)
    else this.board.mark(marks)
  }

  /** One of the moves that differ in what a pawn becomes; null if the user changes their mind. */
  async choose(fen: string, found: MoveRecord[]): Promise<MoveRecord | null> {
    const first = found[0]
    if (!first || found.length === 1) return first ?? null
    const men = readPlacement(fen) ?? []
    const own = kind(men["abcdefgh".indexOf(first.uci[0] ?? "") + (Number(first.uci[1]) - 1) * 8] ?? "") === "pawn"
    const dialog = h("dialog", { class: "promotion", "aria-label": "Promotion" }, h("p", {}, own ? "The pawn becomes a" : "The pushed pawn becomes a"))
    const form = h("form", { method: "dialog" })
    const order = (record: MoveRecord): number => "qrbn".indexOf(record.uci[4] ?? "")
    for (const record of [...found].sort((a, b) => order(a) - order(b))) form.append(h("button", { value: record.uci }, kind(record.uci[4] ?? "")))
    form.append(h("button", { value: "", class: "quiet" }, "cancel"))
    dialog.append(form)
    document.body.append(dialog)
    dialog.showModal()
    await new Promise((done) => dialog.addEventListener("close", done, { once: true }))
    dialog.remove()
    return found.find((record) => record.uci === dialog.returnValue) ?? null
  }
}

/** The eight faces as buttons, each under the file that it names. */
class Strip {
  private readonly buttons = Array.from({ length: 8 }, () => h("button", { type: "button", class: "face" }))
  private readonly single = h("p", { class: "no-die" })

  constructor(private readonly element: HTMLElement) {}

  show(options: StripOptions | null, files: string[]): void {
    const die = options && options.rows.length === 8
    this.element.classList.toggle("without-die", !die)
    if (!die) {
      const row = options?.rows[0]
      this.single.textContent = row ? `No die is used now: any of the ${plural(row.moves, "legal move")} may be played${options?.mates ? matesText(row.mates.length) : ""}.` : ""
      this.element.replaceChildren(this.single)
      return
    }
    if (this.buttons[0]?.parentNode !== this.element) this.element.replaceChildren(...this.buttons)
    for (const [column, button] of this.buttons.entries()) {
      const row = options.rows.find((one) => one.file === files[column])
      if (row?.face) this.fill(button, row, row.face, options)
    }
  }

  private fill(button: HTMLButtonElement, row: FaceRow, face: number, options: StripOptions): void {
    const look = options.look(face)
    const mates = options.mates ? row.mates.length : 0
    const verdict = look.verdict === "right" ? ", right" : look.verdict === "wrong" ? ", wrong" : ""
    const words =
      `Face ${face}, ${row.file}-file: ` +
      (row.free ? `free, no move lands there, so any of ${plural(row.moves, "move")}` : plural(row.moves, "move")) +
      matesText(mates) + verdict + (look.rolled ? ", rolled" : "")
    replace(button, smallDie(face),
      h("span", { class: "face-moves" }, String(row.moves)),
      h("span", { class: "face-tags" }, row.free ? h("span", { class: "tag-free" }, "free") : null, mates > 0 ? h("span", { class: "tag-mate" }, "mate") : null,
        look.verdict === "right" ? h("span", { class: "tag-right" }, "✓") : look.verdict === "wrong" ? h("span", { class: "tag-wrong" }, "✗") : null))
    button.dataset.face = String(face)
    button.setAttribute("aria-label", words)
    button.title = words
    button.disabled = options.press === null
    button.className = ["face", look.pressed && "pressed", look.rolled && "rolled", look.verdict, mates > 0 && "wins"].filter(Boolean).join(" ")
    if (options.press && (options.toggles || look.pressed !== undefined)) button.setAttribute("aria-pressed", String(!!look.pressed))
    else button.removeAttribute("aria-pressed")
    button.onclick = () => options.press?.(face)
  }
}

/** Marks of moves on the board: whence, whither, and which mate. */
export function moveMarks(list: MoveRecord[], mates: boolean, file?: string): Mark[] {
  const marks: Mark[] = file ? [{ kind: "file", file }] : []
  const from = new Set(list.map((record) => record.uci.slice(0, 2)))
  for (const square of from) marks.push({ kind: "from", square })
  const seen = new Map<string, MoveRecord>()
  for (const record of list) {
    const key = record.uci.slice(0, 4)
    if (!seen.get(key)?.mate) seen.set(key, record)
  }
  // Those that mate come last and so on top; many lines would be a thicket.
  const drawn = [...seen.values()].sort((a, b) => Number(mates && a.mate) - Number(mates && b.mate))
  const ends = new Set(drawn.filter((record) => mates && record.mate).map((record) => record.uci.slice(2, 4)))
  for (const record of drawn) {
    const mate = mates && record.mate
    const [a, b] = [record.uci.slice(0, 2), record.uci.slice(2, 4)]
    if (mate || drawn.length <= 14) marks.push({ kind: mate ? "mate-line" : "line", from: a, to: b })
    if (mate || !ends.has(b)) marks.push({ kind: mate ? "mate" : "to", square: b })
  }
  return marks
}

/** Moves as buttons, so that all can be played by keyboard. */
export function moveButtons(list: MoveRecord[], signs: boolean, play: (record: MoveRecord) => void): HTMLElement {
  const buttons = list.map((record) => {
    const about = [record.cascade > 0 && `cascade of ${record.cascade}`, record.teleport && "teleport", record.capture && "capture", signs && record.mate && "mate"].filter(Boolean).join(", ")
    return h("li", {}, h("button", { type: "button", class: `move${signs && record.mate ? " move-mate" : ""}`, "data-uci": record.uci, title: about, onclick: () => play(record) },
      signs ? record.move : record.move.replace(/[+#]$/, ""), about ? h("span", { class: "sr" }, ` (${about})`) : null))
  })
  return h("ul", { class: "moves" }, ...buttons)
}

/** What the numbers below the board mean for a side. */
export function faceOne(turn: "white" | "black"): string {
  return `Face 1 is the ${fileOfFace(turn, 1)}-file, the leftmost as ${turn === "white" ? "White" : "Black"} sits.`
}

/** ", 1 of them mates", or nothing. */
export function matesText(count: number): string {
  return count === 0 ? "" : count === 1 ? ", 1 of them mates" : `, ${count} of them mate`
}

/** Why a move cannot be played now, in a sentence. */
export function whyNot(from: string, to: string, all: MoveRecord[], roll: number | null, turn: "white" | "black"): string {
  const legal = all.find((record) => record.uci.startsWith(from + to))
  if (!legal) return `${from} to ${to} is no legal move.`
  if (roll !== null) return `${legal.move} lands on the ${to[0]}-file, but a ${roll} asks for the ${fileOfFace(turn, roll)}-file.`
  return `${legal.move} cannot be played now.`
}
