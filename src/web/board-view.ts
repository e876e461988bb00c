/** What all tabs share: the board, the strip of faces under it, the line above it, and how a move is shown. */
import { type Analysis, analyse, type MoveRecord, Refused, scene as askScene } from "./api"
import { Board, type Mark } from "./board"
import { chooseMove } from "./move-choice"
import { announce, byId, h, plural, reducedMotion, replaceChildren } from "./dom"
import { reserveElements } from "./draw"
import type { InputHandler } from "./pointer-input"
import { moveFeatures, kingMarks, lastMarks, moveMarks, withoutSign } from "./moves"
import { describeScene, type Scene, moveSteps, topPiece } from "./scene"
import { onHover } from "./score-sheet"
import { sound } from "./sound"
import { FaceStrip, type FaceStripOptions } from "./face-strip"

/** A tab decides what the board does while it is open. */
export interface Tab {
  /** What stands in the bar: what happened, the die, and what is to be done next. */
  readonly bar: HTMLElement[]
  /** What the address says while the tab is open. */
  readonly address: string
  /** Whether Black is below. */
  flipped: boolean
  enter(): void
  leave(): void
}

/** A move that can be seen again: the position before it. */
export interface ReplayableMove {
  fen: string
  variant: string
  move: string // its machine form, or its notation
}

export class BoardView {
  readonly board = new Board(byId("board"))
  private readonly faceStrip = new FaceStrip(byId("faces"))
  private faceStripOptions: FaceStripOptions | null = null
  private shown: Scene | null = null
  private analyses = 0
  private previewCount = 0
  private animationCount = 0 // the newest one; it ends those before it

  setStatus(text: string, turn?: "white" | "black"): void {
    replaceChildren(
      byId("status"),
      turn ? h("span", { class: `side side-${turn}`, "aria-hidden": "true" }) : null,
      text,
    )
  }

  setLegend(text: string): void {
    byId("legend").textContent = text
  }

  /** Shows a scene at once or with its men gliding, and says it in words. */
  async show(scene: Scene, animated = false): Promise<void> {
    this.stopAnimation()
    this.showInWords(scene)
    const { style } = document.documentElement
    style.setProperty("--files", String(scene.files))
    style.setProperty("--ranks", String(scene.ranks))
    const shown = this.board.show(scene, animated)
    const { columns, rows } = this.board.shape // a broad board is turned on a narrow screen
    style.setProperty("--columns", String(columns))
    style.setProperty("--rows", String(rows))
    await shown
  }

  /** Marks the mated king of what is shown. */
  get mateMarks(): Mark[] {
    return this.shown ? kingMarks(this.shown, "mated") : []
  }

  private showInWords(scene: Scene): void {
    this.shown = scene
    byId("words").textContent = describeScene(scene)
    replaceChildren(byId("reserve"), ...reserveElements(scene))
  }

  /** Asks the server about a position: null if something newer was asked meanwhile, or why it is none. */
  async analyse(fen: string, variant: string): Promise<Analysis | Refused | null> {
    const generation = ++this.analyses
    document.documentElement.dataset.asking = "yes"
    try {
      const analysis = await analyse(fen, variant)
      return generation === this.analyses ? analysis : null
    } catch (error) {
      if (generation !== this.analyses) return null
      return error instanceof Refused
        ? error
        : new Refused([
            {
              code: "no_server",
              message: "the server does not answer: octomate serve has stopped or is busy",
            },
          ])
    } finally {
      if (generation === this.analyses) delete document.documentElement.dataset.asking
    }
  }

  showFaces(options: FaceStripOptions | null): void {
    this.faceStripOptions = options
    this.faceStrip.show(options, this.board.files)
  }

  setFlipped(to: boolean): void {
    this.board.setFlipped(to)
    this.faceStrip.show(this.faceStripOptions, this.board.files)
  }

  /** Plays a move on the board, step by step, and says what happens; where it went, or null if it was overtaken. */
  async animate(fen: string, variant: string, move: PlayedMove, prefix = ""): Promise<Mark[] | null> {
    document.documentElement.dataset.playing = "yes"
    this.board.setInput(null)
    this.scrollIntoView()
    const generation = ++this.animationCount
    try {
      const [before, after] = await Promise.all([
        askScene({ fen, variant, move: move.uci ?? move.move }),
        askScene({ fen: move.fen, variant }),
      ])
      if (generation !== this.animationCount) return null
      const list = moveSteps(before)
      const sign = move.mate ? ". Mate!" : move.check ? ". Check." : "."
      announce(
        `${prefix}${move.move}${list.length > 0 ? `: ${list.map((step) => step.words).join(", then ")}` : ""}${sign}`,
      )
      const done: Mark[] = []
      const played = await this.board.play(list, (step) => {
        sound(step.kind === "swap" ? "swap" : "move")
        const kind = step.kind === "move" ? "last" : "swap"
        done.push({ kind, square: step.from }, { kind, square: step.to })
        this.board.setMarks([...done])
        this.setStatus(step.words[0]?.toUpperCase() + step.words.slice(1))
      })
      if (!played || generation !== this.animationCount) return null
      if (move.mate || move.check) sound(move.mate ? "mate" : "check")
      this.showInWords(after)
      await this.board.show(after, true)
      return generation === this.animationCount ? lastMarks(list) : null
    } catch {
      return generation === this.animationCount ? [] : null // without pictures, then
    } finally {
      if (generation === this.animationCount) delete document.documentElement.dataset.playing
    }
  }

  /** Shows where a move would lead, while it is pointed at; null: it no longer is. */
  async preview(seen: ReplayableMove | null): Promise<void> {
    const generation = ++this.previewCount
    if (!seen) return this.board.preview(null)
    const before = await askScene(seen).catch(() => null)
    if (!before || generation !== this.previewCount || document.documentElement.dataset.playing) return
    const after = moveSteps(before).at(-1)?.cells
    if (after) this.board.preview({ scene: before, after })
  }

  /** Ends what is being played. */
  private stopAnimation(): void {
    ++this.animationCount
    delete document.documentElement.dataset.playing
  }

  /** On a narrow screen the move may have been chosen from a list far below the board. */
  private scrollIntoView(): void {
    const { top, bottom } = this.board.element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight)
      this.board.element.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" })
  }

  /**
   * Lets the men of the side to move be moved by these moves. `refuse` says why another move cannot be; the marks are
   * those that stand while nobody is picked up; `begin` is called when a piece is.
   */
  allowMoves(
    scene: Scene,
    list: MoveRecord[],
    marks: Mark[],
    play: (record: MoveRecord) => void,
    refuse: (from: string, to: string) => void,
    begin: () => void = () => undefined,
  ): void {
    void this.preview(null)
    this.board.setMarks(marks)
    let part: string | null = null // who of the stack that is picked up goes; null: whoever can
    const ask = byId("stack")
    const close = (): void => {
      part = null
      ask.hidden = true
    }
    close()
    const meant = (from: string): MoveRecord[] =>
      list
        .flatMap((record) => asSeenFrom(record, from) ?? [])
        .filter((record) => part === null || (record.part ?? "") === part)
    const show = (from: string): void =>
      this.board.setMarks([
        { kind: "picked", square: from },
        ...moveMarks(meant(from), false).filter((mark) => mark.kind === "to"),
      ])
    const hand: InputHandler = {
      pick: (from) => {
        close()
        const moves = meant(from)
        if (moves.length === 0 && topPiece(scene, from)?.white !== (scene.turn === "white")) return false
        begin()
        show(from)
        const parts = [...new Set(moves.map((record) => record.part ?? ""))]
        if (parts.length > 1 || (parts[0] ?? "") !== "")
          this.askForPart(ask, parts, (chosen) => {
            part = chosen
            const [only] = meant(from)
            if (only && only.from === only.to) {
              close()
              return play(only)
            }
            show(from)
            announce(`${chosen || "Whole stack"}: ${plural(meant(from).length, "move")}.`)
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
        void chooseMove(found, scene).then((record) => (record ? play(record) : this.board.setMarks(marks)))
        return true
      },
      refuse: (from, to) => {
        close()
        this.board.setMarks(marks)
        refuse(from, to)
      },
      cancel: () => {
        close()
        this.board.setMarks(marks)
      },
    }
    this.board.setInput(list.some((record) => record.from && record.to) ? hand : null)
  }

  /** What the men of a square can do: all of them go, some of them, or something else is done with them. */
  private askForPart(ask: HTMLElement, parts: string[], choose: (part: string) => void): void {
    const name = (part: string): string => (part === "" ? "move the whole stack" : part)
    replaceChildren(
      ask,
      ...parts.sort().map((part) => {
        const button = h(
          "button",
          {
            type: "button",
            "aria-pressed": "false",
            "data-part": part,
            onclick: () => {
              for (const other of ask.querySelectorAll("button"))
                other.setAttribute("aria-pressed", String(other === button))
              choose(part)
            },
          },
          name(part),
        )
        return button
      }),
    )
    ask.hidden = false
  }
}

/** The move as seen from a square: of two men who go in one move, either may be moved first. */
function asSeenFrom(record: MoveRecord, from: string): MoveRecord | null {
  if (record.from === from) return record
  return record.then?.from === from ? { ...record, ...record.then } : null
}

/** A move that is shown: a record of it, or what a game says of it. */
export interface PlayedMove {
  move: string
  uci?: string
  fen: string // afterwards
  check: boolean
  mate: boolean
}

/** Moves as buttons, so that all can be played by keyboard; `look` is called while one is pointed at. */
export function moveButtons(
  list: MoveRecord[],
  signs: boolean,
  play: (record: MoveRecord) => void,
  look: (record: MoveRecord | null) => void,
): HTMLElement {
  const buttons = list.map((record) => {
    const words = signs ? moveFeatures(record, true) : ""
    const button = h(
      "button",
      {
        type: "button",
        class: `move${signs && record.mate ? " move-mate" : ""}`,
        "data-uci": record.uci,
        title: words || null,
        onclick: () => play(record),
      },
      signs ? record.move : withoutSign(record.move),
      words ? h("span", { class: "sr" }, ` (${words})`) : null,
    )
    onHover(button, (on) => look(on ? record : null))
    return h("li", {}, button)
  })
  return h("ul", { class: "moves" }, ...buttons)
}
