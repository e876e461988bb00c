/** The board with the status line above it and the faces below it, shared by all tabs, and the moves played on it. */
import { type Analysis, analyse, type MoveRecord, noAnswer, Refused, scene as askScene } from "./api"
import { Board, type Mark } from "./board"
import { chooseMove } from "./move-choice"
import { announce, byId, h, plural, reducedMotion, replaceChildren } from "./dom"
import { reserveElements } from "./draw"
import type { InputHandler } from "./pointer-input"
import { moveFeatures, kingMarks, lastMarks, moveMarks, withoutSign } from "./moves"
import { describeMove, describeScene, describeStep, type Scene, moveInWords, moveSteps, topPiece } from "./scene"
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

const SCROLL_MARGIN = 4 // pixels above the board after scrolling to it
const ADVICE_TIME = 2500 // milliseconds for which advice stays on the board

export class BoardView {
  readonly board = new Board(byId("board"))
  private readonly faceStrip = new FaceStrip(byId("faces"))
  private faceStripOptions: FaceStripOptions | null = null
  private shown: Scene | null = null
  private analyses = 0
  private previewCount = 0
  private animationCount = 0 // number of animations begun or ended; an animation stops when it has increased
  /** The move that was animated last, in a short sentence without its full stop; empty if it cannot be described. */
  moveWords = ""

  private readonly advice = h("p", { id: "advice", class: "advice", "aria-hidden": "true", hidden: true })
  private adviceTimer = 0
  private readonly isBesideBar = matchMedia("(max-height: 32rem) and (orientation: landscape)")

  constructor() {
    this.board.element.append(this.advice)
  }

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
    this.bringIntoViewSoon()
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
      return error instanceof Refused ? error : noAnswer()
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
    this.bringIntoViewSoon()
    this.faceStrip.show(this.faceStripOptions, this.board.files)
  }

  /**
   * Plays a move on the board, step by step, and announces it. Returns the marks of its squares, or null if something
   * else was shown meanwhile.
   */
  async animate(fen: string, variant: string, move: PlayedMove, prefix = ""): Promise<Mark[] | null> {
    document.documentElement.dataset.playing = "yes"
    this.board.setInput(null)
    this.bringIntoView()
    this.moveWords = ""
    const generation = ++this.animationCount
    try {
      const [before, after] = await Promise.all([
        askScene({ fen, variant, move: move.uci ?? move.move }),
        askScene({ fen: move.fen, variant }),
      ])
      if (generation !== this.animationCount) return null
      const stepList = moveSteps(before)
      const sign = move.mate ? ". Mate!" : move.check ? ". Check." : "."
      this.moveWords = moveInWords(before)
      const words = describeMove(before, stepList)
      announce(`${prefix}${move.move}${words && `: ${words}`}${sign}`)
      const marks: Mark[] = []
      const played = await this.board.play(stepList, step => {
        sound(step.kind === "swap" ? "swap" : "move")
        const kind = step.kind === "move" ? "last" : "swap"
        marks.push({ kind, square: step.from }, { kind, square: step.to })
        this.board.setMarks([...marks])
        this.setStatus(describeStep(step))
      })
      if (!played || generation !== this.animationCount) return null
      if (move.mate || move.check) sound(move.mate ? "mate" : "check")
      this.showInWords(after)
      await this.board.show(after, true)
      return generation === this.animationCount ? lastMarks(stepList) : null
    } catch {
      // If a scene cannot be fetched, the move is played without animation.
      return generation === this.animationCount ? [] : null
    } finally {
      if (generation === this.animationCount) delete document.documentElement.dataset.playing
    }
  }

  /** Shows where a move under the pointer would lead; null removes the preview. */
  async preview(move: ReplayableMove | null): Promise<void> {
    const generation = ++this.previewCount
    if (!move) return this.board.preview(null)
    const before = await askScene(move).catch(() => null)
    if (!before || generation !== this.previewCount || document.documentElement.dataset.playing) return
    const after = moveSteps(before).at(-1)?.cells
    if (after) this.board.preview({ scene: before, after })
  }

  /** Ends the running animation. */
  private stopAnimation(): void {
    ++this.animationCount
    delete document.documentElement.dataset.playing
  }

  /** Scrolls to the board once the texts around it are set. */
  private bringIntoViewSoon(): void {
    requestAnimationFrame(() => this.bringIntoView())
  }

  /**
   * Scrolls to the board unless all of it is visible above a fixed bar. On a phone held sideways, the bar beside the
   * board must be visible too. Prefers the top of the page, if the board is visible there. Does nothing while a square is
   * pressed, while the focus is in an element with `data-stay`, such as the FEN being typed, or while the welcome is at
   * the top of the window.
   */
  bringIntoView(): void {
    if (this.board.isPressed || document.activeElement?.closest("[data-stay]")) return
    if (scrollY === 0 && !byId("intro").hidden) return
    const bar = byId("bar")
    const board = this.board.element.getBoundingClientRect()
    const barBox = bar.getBoundingClientRect()
    const bottom = getComputedStyle(bar).position === "fixed" && !bar.hidden ? barBox.top : innerHeight
    const isBeside = this.isBesideBar.matches
    const parts = isBeside ? [board, barBox] : [board]
    if (parts.every(part => part.top >= 0 && part.bottom <= bottom)) return
    const status = byId("status").getBoundingClientRect()
    const top = isBeside || board.bottom - status.top < bottom - SCROLL_MARGIN ? status.top : board.top
    const isOnFirstScreen = parts.every(part => part.bottom + scrollY <= bottom)
    scrollTo({
      top: isOnFirstScreen ? 0 : scrollY + top - SCROLL_MARGIN,
      behavior: reducedMotion() ? "auto" : "smooth",
    })
  }

  /** Refuses every move for now: an attempt shows `reason` on the board for a moment and calls `onAttempt`. */
  refuseMoves(reason: string, onAttempt: () => void): void {
    this.board.setInput({
      pick: () => {
        this.showAdvice(reason)
        onAttempt()
        return false
      },
      drop: () => false,
      refuse: () => undefined,
      cancel: () => undefined,
    })
  }

  /** Shows a text on the board for a moment; an empty one hides it. */
  private showAdvice(words: string): void {
    clearTimeout(this.adviceTimer)
    this.advice.textContent = words
    this.advice.hidden = words === ""
    if (words) this.adviceTimer = window.setTimeout(() => this.showAdvice(""), ADVICE_TIME)
  }

  /**
   * Accepts `moves` as input on the board. `marks` are shown while no piece is selected; `refuse` is called for any
   * other move, and `onSelect` when a piece is selected.
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
    this.showAdvice("")
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
        const stackMoves = matching.filter(record => !record.part)
        const choices = stackMoves.length > 0 ? stackMoves : matching
        closeParts()
        void chooseMove(choices, this).then(record => {
          if (record) return play(record)
          this.board.redrawPieces()
          this.board.setMarks(marks)
        })
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

  /** Shows buttons for the parts of a stack that can move (empty: the whole stack); calls `choose` with the part. */
  private askForPart(partButtons: HTMLElement, parts: string[], choose: (part: string) => void): void {
    const name = (part: string): string => (part === "" ? "move the whole stack" : part)
    replaceChildren(
      partButtons,
      ...parts.sort().map(part => {
        const button = h(
          "button",
          {
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
 * Returns `record` as a move from `from`, which may also be the origin of the second move of a pair; null if neither
 * move starts there.
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

/** Lists moves as buttons, so that all can be played by keyboard; `look` gets the move under the pointer, or null. */
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
