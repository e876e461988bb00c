/** The board with the status line above it and the faces below it, shared by all tabs, and the moves played on it. */
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

/** A tab; while it is open, it controls the board. */
export interface Tab {
  /** The elements of the bar: last event, die, next step. */
  readonly bar: HTMLElement[]
  /** The address while the tab is open. */
  readonly address: string
  /** True if Black is at the bottom. */
  flipped: boolean
  enter(): void
  leave(): void
}

/** A move that can be replayed, with the position before it. */
export interface ReplayableMove {
  fen: string
  variant: string
  move: string // machine form or notation
}

export class BoardView {
  readonly board = new Board(byId("board"))
  private readonly faceStrip = new FaceStrip(byId("faces"))
  private faceStripOptions: FaceStripOptions | null = null
  private shown: Scene | null = null
  private analyses = 0
  private previewCount = 0
  private animationCount = 0 // a new animation ends the one before it

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

  /** Shows a scene, at once or animated, and describes it in words. */
  async show(scene: Scene, animated = false): Promise<void> {
    this.stopAnimation()
    this.showInWords(scene)
    const { style } = document.documentElement
    style.setProperty("--files", String(scene.files))
    style.setProperty("--ranks", String(scene.ranks))
    const shown = this.board.show(scene, animated)
    const { columns, rows } = this.board.shape // a wide board is turned on a narrow screen
    style.setProperty("--columns", String(columns))
    style.setProperty("--rows", String(rows))
    await shown
  }

  /** The mark of the mated king in the current scene. */
  get mateMarks(): Mark[] {
    return this.shown ? kingMarks(this.shown, "mated") : []
  }

  private showInWords(scene: Scene): void {
    this.shown = scene
    byId("words").textContent = describeScene(scene)
    replaceChildren(byId("reserve"), ...reserveElements(scene))
  }

  /**
   * Analyses a position. Returns the error if it is rejected, and null if a newer request has been made meanwhile.
   */
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
            { code: "no_server", message: "the server does not answer: octomate serve has stopped or is busy" },
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

  /**
   * Plays a move on the board, step by step, and announces it. Returns the marks of its squares, or null if something
   * else was shown meanwhile.
   */
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
      const stepList = moveSteps(before)
      const sign = move.mate ? ". Mate!" : move.check ? ". Check." : "."
      announce(
        `${prefix}${move.move}${stepList.length > 0 ? `: ${stepList.map(step => step.words).join(", then ")}` : ""}${sign}`,
      )
      const marks: Mark[] = []
      const played = await this.board.play(stepList, step => {
        sound(step.kind === "swap" ? "swap" : "move")
        const kind = step.kind === "move" ? "last" : "swap"
        marks.push({ kind, square: step.from }, { kind, square: step.to })
        this.board.setMarks([...marks])
        this.setStatus(step.words[0]?.toUpperCase() + step.words.slice(1))
      })
      if (!played || generation !== this.animationCount) return null
      if (move.mate || move.check) sound(move.mate ? "mate" : "check")
      this.showInWords(after)
      await this.board.show(after, true)
      return generation === this.animationCount ? lastMarks(stepList) : null
    } catch {
      // Without pictures the move is played without animation.
      return generation === this.animationCount ? [] : null
    } finally {
      if (generation === this.animationCount) delete document.documentElement.dataset.playing
    }
  }

  /** Shows where a move under the pointer would lead; null removes the preview. */
  async preview(seen: ReplayableMove | null): Promise<void> {
    const generation = ++this.previewCount
    if (!seen) return this.board.preview(null)
    const before = await askScene(seen).catch(() => null)
    if (!before || generation !== this.previewCount || document.documentElement.dataset.playing) return
    const after = moveSteps(before).at(-1)?.cells
    if (after) this.board.preview({ scene: before, after })
  }

  /** Ends the running animation. */
  private stopAnimation(): void {
    ++this.animationCount
    delete document.documentElement.dataset.playing
  }

  /** Scrolls to the board; on a narrow screen the move may come from a list far below it. */
  private scrollIntoView(): void {
    const { top, bottom } = this.board.element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight)
      this.board.element.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" })
  }

  /**
   * Accepts `moves` as input on the board. `marks` are shown while no piece is selected, `refuse` is
   * called for another move, and `onSelect` when a piece is selected.
   */
  allowMoves(
    scene: Scene,
    moves: MoveRecord[],
    marks: Mark[],
    play: (record: MoveRecord) => void,
    refuse: (from: string, to: string) => void,
    onSelect: () => void = () => undefined,
  ): void {
    void this.preview(null)
    this.board.setMarks(marks)
    let part: string | null = null // the part of the selected stack that moves; null if not chosen yet
    const partButtons = byId("stack")
    const closeParts = (): void => {
      part = null
      partButtons.hidden = true
    }
    closeParts()
    const movesFrom = (from: string): MoveRecord[] =>
      moves
        .flatMap(record => asSeenFrom(record, from) ?? [])
        .filter(record => part === null || (record.part ?? "") === part)
    const showTargets = (from: string): void =>
      this.board.setMarks([
        { kind: "picked", square: from },
        ...moveMarks(movesFrom(from), false).filter(mark => mark.kind === "to"),
      ])
    const handler: InputHandler = {
      pick: from => {
        closeParts()
        const moves = movesFrom(from)
        if (moves.length === 0 && topPiece(scene, from)?.white !== (scene.turn === "white")) return false
        onSelect()
        showTargets(from)
        const parts = [...new Set(moves.map(record => record.part ?? ""))]
        if (parts.length > 1 || (parts[0] ?? "") !== "")
          this.askForPart(partButtons, parts, chosen => {
            part = chosen
            const [only] = movesFrom(from)
            if (only && only.from === only.to) {
              closeParts()
              return play(only)
            }
            showTargets(from)
            announce(`${chosen || "Whole stack"}: ${plural(movesFrom(from).length, "move")}.`)
          })
        return true
      },
      drop: (from, to) => {
        const matching = movesFrom(from).filter(record => record.to === to)
        if (matching.length === 0) return false
        // Without a choice the whole stack moves, if it can.
        const whole = matching.filter(record => !record.part)
        const choices = whole.length > 0 ? whole : matching
        closeParts()
        void chooseMove(choices, scene).then(record => (record ? play(record) : this.board.setMarks(marks)))
        return true
      },
      refuse: (from, to) => {
        closeParts()
        this.board.setMarks(marks)
        refuse(from, to)
      },
      cancel: () => {
        closeParts()
        this.board.setMarks(marks)
      },
    }
    this.board.setInput(moves.some(record => record.from && record.to) ? handler : null)
  }

  /** Shows buttons for what the pieces of a square can do: move as a whole, move in part, or something else. */
  private askForPart(partButtons: HTMLElement, parts: string[], choose: (part: string) => void): void {
    const name = (part: string): string => (part === "" ? "move the whole stack" : part)
    replaceChildren(
      partButtons,
      ...parts.sort().map(part => {
        const button = h(
          "button",
          {
            type: "button",
            "aria-pressed": "false",
            "data-part": part,
            onclick: () => {
              for (const other of partButtons.querySelectorAll("button"))
                other.setAttribute("aria-pressed", String(other === button))
              choose(part)
            },
          },
          name(part),
        )
        return button
      }),
    )
    partButtons.hidden = false
  }
}

/**
 * Returns the move with `from` as its origin; null if no piece of the move starts there. Of a pair of moves, either
 * may be played first.
 */
function asSeenFrom(record: MoveRecord, from: string): MoveRecord | null {
  if (record.from === from) return record
  return record.then?.from === from ? { ...record, ...record.then } : null
}

/** A move to show: a legal move, or a ply of a game. */
export interface PlayedMove {
  move: string
  uci?: string
  fen: string // the position after the move
  check: boolean
  mate: boolean
}

/** Lists moves as buttons, so that all can be played by keyboard; `look` is called while one is under the pointer. */
export function moveButtons(
  moves: MoveRecord[],
  signs: boolean,
  play: (record: MoveRecord) => void,
  look: (record: MoveRecord | null) => void,
): HTMLElement {
  const buttons = moves.map(record => {
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
    onHover(button, isHovered => look(isHovered ? record : null))
    return h("li", {}, button)
  })
  return h("ul", { class: "moves" }, ...buttons)
}
