/** What all tabs share: the board, the strip of faces under it, the line above it, and the choice among like moves. */
import { type Analysis, analyse, type FaceRow, type MoveRecord, Refused, scene as askScene } from "./api"
import { Board, type Hand, type Mark } from "./board"
import { smallDie } from "./die"
import { announce, byId, h, plural, reducedMotion, replace, svg } from "./dom"
import { drawing, SIDE } from "./draw"
import { about, matesText, moveMarks, usesDie, withoutSign } from "./moves"
import { fileName, inWords, type Man, type Scene, steps, topOf } from "./scene"

/** How a face of the strip looks beside its numbers. */
export interface FaceLook {
  pressed?: boolean
  rolled?: boolean
  verdict?: "right" | "wrong" | "now"
}

export interface StripOptions {
  rows: FaceRow[]
  die: boolean // whether the game has one
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
  private animations = 0 // the newest one; it ends those before it

  status(text: string, turn?: "white" | "black"): void {
    replace(byId("status"), turn ? h("span", { class: `side side-${turn}`, "aria-hidden": "true" }) : null, text)
  }

  legend(text: string): void {
    byId("legend").textContent = text
  }

  /** Shows a scene at once or with its men gliding, and says it in words. */
  async show(scene: Scene, animated = false): Promise<void> {
    this.stop()
    this.describe(scene)
    const { dataset, style } = document.documentElement
    dataset.wide = String(scene.files > scene.ranks)
    style.setProperty("--files", String(scene.files))
    style.setProperty("--ranks", String(scene.ranks))
    await this.board.show(scene, animated)
  }

  private describe(scene: Scene): void {
    byId("words").textContent = inWords(scene)
    replace(byId("reserve"),
      ...scene.shelves.map(({ label, men }) => h("span", { class: "shelf" }, h("span", { class: "shelf-label" }, label), ...men.map((letter) => smallMan(scene.men[letter])), men.length === 0 ? "–" : null)),
      ...scene.panel.map((line) => h("span", {}, line)))
  }

  /** Asks the server about a position: null if something newer was asked meanwhile, or why it is none. */
  async analyse(fen: string, variant: string): Promise<Analysis | Refused | null> {
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

  flip(to: boolean): void {
    this.board.flip(to)
    this.strip.show(this.stripOptions, this.board.files)
  }

  /** Plays a move on the board, step by step, and says what happens; false if it was overtaken. */
  async animate(fen: string, variant: string, move: Played, prefix = ""): Promise<boolean> {
    document.documentElement.dataset.playing = "yes"
    this.board.input(null)
    this.intoView()
    const mine = ++this.animations
    try {
      const [before, after] = await Promise.all([askScene({ fen, variant, move: move.uci ?? move.move }), askScene({ fen: move.fen, variant })])
      if (mine !== this.animations) return false
      const list = steps(before)
      const sign = move.mate ? ". Mate!" : move.check ? ". Check." : "."
      announce(`${prefix}${move.move}${list.length > 0 ? `: ${list.map((step) => step.words).join(", then ")}` : ""}${sign}`)
      const done: Mark[] = []
      const played = await this.board.play(list, (step) => {
        const kind = step.kind === "move" ? "last" : "swap"
        done.push({ kind, square: step.from }, { kind, square: step.to })
        this.board.mark([...done])
        this.status(step.words[0]?.toUpperCase() + step.words.slice(1))
      })
      if (!played || mine !== this.animations) return false
      this.describe(after)
      await this.board.show(after, true)
      return mine === this.animations
    } catch {
      return mine === this.animations // without pictures, then
    } finally {
      if (mine === this.animations) delete document.documentElement.dataset.playing
    }
  }

  /** Ends what is being played. */
  private stop(): void {
    ++this.animations
    delete document.documentElement.dataset.playing
  }

  /** On a narrow screen the move may have been chosen from a list far below the board. */
  private intoView(): void {
    const { top, bottom } = this.board.element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) this.board.element.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" })
  }

  /**
   * Lets the men of the side to move be moved by these moves. `refuse` says why another move cannot be; the marks are
   * those that stand while nobody is picked up.
   */
  allow(scene: Scene, list: MoveRecord[], marks: Mark[], play: (record: MoveRecord) => void, refuse: (from: string, to: string) => void): void {
    this.board.mark(marks)
    let part: string | null = null // who of the stack that is picked up goes; null: whoever can
    const ask = byId("stack")
    const close = (): void => {
      part = null
      ask.hidden = true
    }
    close()
    const meant = (from: string): MoveRecord[] => list.flatMap((record) => fromHere(record, from) ?? []).filter((record) => part === null || (record.part ?? "") === part)
    const show = (from: string): void => this.board.mark([{ kind: "picked", square: from }, ...moveMarks(meant(from), false).filter((mark) => mark.kind === "to")])
    const hand: Hand = {
      pick: (from) => {
        close()
        const mine = meant(from)
        if (mine.length === 0 && topOf(scene, from)?.white !== (scene.turn === "white")) return false
        show(from)
        const parts = [...new Set(mine.map((record) => record.part ?? ""))]
        if (parts.length > 1 || (parts[0] ?? "") !== "") this.askForPart(ask, parts, (chosen) => {
          part = chosen
          const [only] = meant(from)
          if (only && only.from === only.to) {
            close()
            return play(only)
          }
          show(from)
          announce(`${chosen || "All of it"}: ${plural(meant(from).length, "move")}.`)
        })
        return true
      },
      drop: (from, to) => {
        const all = meant(from).filter((record) => record.to === to)
        if (all.length === 0) return false
        // Whoever does not say what part is to go means all of it, if all can.
        const whole = all.filter((record) => !record.part)
        const found = whole.length > 0 ? whole : all
        close()
        void this.choose(found, scene).then((record) => (record ? play(record) : this.board.mark(marks)))
        return true
      },
      refuse: (from, to) => {
        close()
        this.board.mark(marks)
        refuse(from, to)
      },
      cancel: () => {
        close()
        this.board.mark(marks)
      },
    }
    this.board.input(list.some((record) => record.from && record.to) ? hand : null)
  }

  /** What the men of a square can do: all of them go, some of them, or something else is done with them. */
  private askForPart(ask: HTMLElement, parts: string[], choose: (part: string) => void): void {
    const name = (part: string): string => (part === "" ? "move all of it" : part)
    replace(ask, ...parts.sort().map((part) => {
      const button = h("button", { type: "button", "aria-pressed": "false", "data-part": part, onclick: () => {
        for (const other of ask.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button))
        choose(part)
      } }, name(part))
      return button
    }))
    ask.hidden = false
  }

  /** One of the moves that go from the same square to the same square; null if the user changes their mind. */
  async choose(found: MoveRecord[], scene?: Scene): Promise<MoveRecord | null> {
    const first = found[0]
    if (!first || found.length === 1) return first ?? null
    const dialog = h("dialog", { class: "choice", "aria-label": "Which move?" }, h("p", {}, "Which move?"))
    const form = h("form", { method: "dialog" })
    for (const record of found) {
      const man = record.becomes ? scene?.men[record.becomes] : undefined
      const text = `${withoutSign(record.move)}${!record.then && found.some(({ then }) => then) ? " alone" : ""}${found.some(({ part }) => part) ? `: ${record.part ?? "all of it"}` : ""}`
      form.append(man ? h("button", { value: record.uci, class: "becomes", title: man.word }, smallMan(man), text) : h("button", { value: record.uci }, text))
    }
    form.append(h("button", { value: "", class: "quiet" }, "cancel"))
    dialog.append(form)
    document.body.append(dialog)
    dialog.showModal()
    await new Promise((done) => dialog.addEventListener("close", done, { once: true }))
    dialog.remove()
    return found.find((record) => record.uci === dialog.returnValue) ?? null
  }
}

/** A man alone, drawn small. */
function smallMan(man: Man | undefined): Element {
  return svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "small-man", role: "img", "aria-label": man?.word ?? "" }, drawing(man))
}

/** The move as seen from a square: of two men who go in one move, either may be moved first. */
function fromHere(record: MoveRecord, from: string): MoveRecord | null {
  if (record.from === from) return record
  return record.then?.from === from ? { ...record, ...record.then } : null
}

/** A move that is shown: a record of it, or what a game says of it. */
export interface Played {
  move: string
  uci?: string
  fen: string // afterwards
  check: boolean
  mate: boolean
}

/** The faces of the die as buttons, each under the file that it names. */
class Strip {
  private buttons: HTMLButtonElement[] = []
  private readonly single = h("p", { class: "no-die" })

  constructor(private readonly element: HTMLElement) {}

  show(options: StripOptions | null, files: number[]): void {
    const die = options !== null && usesDie(options.rows)
    this.element.classList.toggle("without-die", !die)
    if (!die) {
      const row = options?.rows[0]
      this.single.textContent = row ? `${options?.die ? "No die is used now: any" : "Any"} of the ${plural(row.moves, "legal move")} may be played${options?.mates ? matesText(row.mates.length) : ""}.` : ""
      this.element.replaceChildren(this.single)
      return
    }
    const rows = inOrder(options.rows, files)
    if (this.buttons.length !== rows.length) this.buttons = rows.map(() => h("button", { type: "button", class: "face" }))
    if (this.buttons[0]?.parentNode !== this.element) this.element.replaceChildren(...this.buttons)
    this.element.style.gridTemplateColumns = `repeat(${rows.length}, 1fr)`
    for (const [column, row] of rows.entries()) {
      const button = this.buttons[column]
      if (button && row.face !== null) this.fill(button, row, row.face, options)
    }
  }

  private fill(button: HTMLButtonElement, row: FaceRow, face: number, options: StripOptions): void {
    const look = options.look(face)
    const mates = options.mates ? row.mates.length : 0
    const verdict = look.verdict === "right" ? ", right" : look.verdict === "wrong" ? ", wrong" : ""
    const words =
      `Face ${face}${row.file ? `, ${row.file}-file` : ""}: ` +
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

/** The faces in the order of their files, from left to right; or as they come if they name no files. */
function inOrder(rows: FaceRow[], files: number[]): FaceRow[] {
  const found = files.flatMap((file) => rows.filter((row) => row.file === fileName(file)))
  return found.length === rows.length ? found : rows
}

/** Moves as buttons, so that all can be played by keyboard. */
export function moveButtons(list: MoveRecord[], signs: boolean, play: (record: MoveRecord) => void): HTMLElement {
  const buttons = list.map((record) => {
    const words = about(record, signs)
    return h("li", {}, h("button", { type: "button", class: `move${signs && record.mate ? " move-mate" : ""}`, "data-uci": record.uci, title: words, onclick: () => play(record) },
      signs ? record.move : withoutSign(record.move), words ? h("span", { class: "sr" }, ` (${words})`) : null))
  })
  return h("ul", { class: "moves" }, ...buttons)
}
