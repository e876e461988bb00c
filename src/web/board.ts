/** The board: cm-chessboard, with marks on squares and moves shown step by step. */
import { Chessboard, INPUT_EVENT_TYPE, type View } from "cm-chessboard"
import { Extension, EXTENSION_POINT } from "cm-chessboard/src/model/Extension.js"
import { Svg } from "cm-chessboard/src/lib/Svg.js"
import { reducedMotion, svg, wait } from "./dom"
import { FILES, type Men, type Step, inWords, isWhite, placement, readPlacement } from "./chess"

// The page's Content-Security-Policy allows no style attributes; styles set through the object model are fine.
const styled = (element: SVGElement, style: string | number): void => void (element.style.cssText = String(style))
const { createSvg, addElement } = Svg
Svg.createSvg = (container) => {
  const made = createSvg(container)
  made.setAttribute = (name: string, value: string) =>
    name === "style" ? styled(made, value) : SVGElement.prototype.setAttribute.call(made, name, value)
  return made
}
Svg.addElement = (parent, name, attributes = {}) => {
  const { style, ...others } = attributes
  const made = addElement(parent, name, others)
  if (style !== undefined) styled(made, style)
  return made
}

/** What a mark looks like is up to the style sheet: it has the class `mark-<kind>`. */
export type Mark =
  | { kind: "file"; file: string }
  | { kind: "last" | "from" | "to" | "mate" | "picked" | "swap" | "hint"; square: string }
  | { kind: "line" | "mate-line"; from: string; to: string }

class Marks extends Extension {
  private marks: Mark[] = []

  constructor(chessboard: Chessboard) {
    super(chessboard)
    const { svg: whole, markersLayer } = chessboard.view
    whole.insertBefore(markersLayer, whole.querySelector(".coordinates")) // so that the letters stay readable
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.draw())
  }

  set(marks: Mark[]): void {
    this.marks = marks
    this.draw()
  }

  private draw(): void {
    const { view } = this.chessboard
    const size = view.squareWidth
    const lower: SVGElement[] = []
    const upper: SVGElement[] = []
    const centre = (square: string): { x: number; y: number } => {
      const { x, y } = view.squareToPoint(square)
      return { x: x + size / 2, y: y + size / 2 }
    }
    const fill = (square: string, kind: string): void => {
      lower.push(svg("rect", { ...view.squareToPoint(square), width: size, height: size, class: `mark mark-${kind}`, "data-mark": square }))
    }
    for (const mark of this.marks) {
      if (mark.kind === "file") {
        for (let rank = 1; rank <= 8; ++rank) fill(`${mark.file}${rank}`, "file")
      } else if ("from" in mark) {
        const a = centre(mark.from)
        const b = centre(mark.to)
        upper.push(svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `mark mark-${mark.kind}` }))
      } else if (mark.kind === "to" || mark.kind === "mate") {
        const { x, y } = centre(mark.square)
        const taken = this.chessboard.getPiece(mark.square) !== null
        upper.push(svg("circle", { cx: x, cy: y, r: size * (taken ? 0.44 : 0.15), class: `mark mark-${mark.kind}${taken ? " mark-ring" : ""}`, "data-mark": mark.square }))
      } else {
        fill(mark.square, mark.kind)
      }
    }
    view.markersLayer.replaceChildren(...lower)
    view.markersTopLayer.replaceChildren(...upper)
  }
}

const GLIDE = 260 // milliseconds that a man takes from square to square

/** What the board asks while somebody moves a man. */
export interface Mover {
  /** May the man on the square be picked up? */
  pick(square: string): boolean
  /** He was put on another square: true if the board shall put him there and nothing more is to be seen. */
  drop(from: string, to: string): boolean
  /** He was put back, or dropped outside of the board. */
  cancel(square: string, outside: boolean): void
}

export class Board {
  readonly chessboard: Chessboard
  private readonly marks: Marks
  private men: Men = new Array(64).fill(null)
  private playing = 0 // the animation that runs; another one, or a new position, ends it

  constructor(readonly element: HTMLElement) {
    this.chessboard = new Chessboard(element, {
      assetsUrl: "",
      style: { cssClass: "octomate", showCoordinates: true, pieces: { file: "pieces.svg" }, animationDuration: GLIDE },
    })
    this.marks = new Marks(this.chessboard)
    this.chessboard.view.svg.setAttribute("tabindex", "-1")
    this.describe()
  }

  get view(): View {
    return this.chessboard.view
  }

  get flipped(): boolean {
    return this.chessboard.getOrientation() === "b"
  }

  /** The files from left to right. */
  get files(): string[] {
    return this.flipped ? [...FILES].reverse() : [...FILES]
  }

  async flip(to: boolean): Promise<void> {
    if (to !== this.flipped) await this.chessboard.setOrientation(to ? "b" : "w", false)
  }

  getMen(): Men {
    return [...this.men]
  }

  /** Shows men, at once or with those that moved gliding to their squares. */
  async show(men: Men, animated = false): Promise<void> {
    ++this.playing
    await this.put(men, animated)
  }

  mark(marks: Mark[]): void {
    this.marks.set(marks)
  }

  /** Waits until what glides has come to rest, such as a man that was put on a square. */
  async rest(): Promise<void> {
    await this.chessboard.setPosition(this.chessboard.getPosition())
  }

  /** Lets men be moved; null: nobody. */
  input(mover: Mover | null, side?: "w" | "b"): void {
    this.chessboard.props.style.animationDuration = reducedMotion() ? 0 : GLIDE
    this.chessboard.cancelMoveInput()
    if (this.chessboard.isMoveInputEnabled()) this.chessboard.disableMoveInput()
    if (!mover) return
    this.chessboard.enableMoveInput((event) => {
      switch (event.type) {
        case INPUT_EVENT_TYPE.moveInputStarted:
          return mover.pick(event.squareFrom)
        case INPUT_EVENT_TYPE.validateMoveInput:
          return event.squareTo !== null && mover.drop(event.squareFrom, event.squareTo)
        case INPUT_EVENT_TYPE.moveInputCanceled:
          return mover.cancel(event.squareFrom, event.reason === "movedOutOfBoard")
        default:
          return
      }
    }, side)
  }

  /** Plays the steps of a move one after the other; false if something else was shown meanwhile. */
  async play(list: Step[], each: (step: Step) => void): Promise<boolean> {
    const mine = ++this.playing
    for (const step of list) {
      each(step)
      if (step.kind === "swap" || step.kind === "teleport") await this.swap(step.from, step.to)
      if (mine !== this.playing) return false
      await this.put(step.men, step.kind === "move" && !reducedMotion())
      if (mine !== this.playing) return false
      if (list.length > 1) await wait(reducedMotion() ? 300 : 120)
      if (mine !== this.playing) return false
    }
    return true
  }

  private async put(men: Men, animated: boolean): Promise<void> {
    this.men = [...men]
    await this.chessboard.setPosition(placement(men), animated && !reducedMotion())
    this.describe()
  }

  /** Two men pass each other, on arcs so that both can be seen. */
  private async swap(a: string, b: string): Promise<void> {
    await this.rest()
    const men = [this.view.getPieceElement(a), this.view.getPieceElement(b)] as const
    if (!men[0] || !men[1] || reducedMotion()) return
    const [from, to] = [this.view.squareToPoint(a), this.view.squareToPoint(b)]
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const bend = this.view.squareWidth * 0.42
    const aside = { x: (-(to.y - from.y) / length) * bend, y: ((to.x - from.x) / length) * bend }
    men[0].parentNode?.append(men[1], men[0])
    const duration = 420
    await new Promise<void>((done) => {
      let start = 0
      const frame = (now: number): void => {
        start ||= now
        const time = Math.min(1, (now - start) / duration)
        const way = time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) * (1 - time)
        const arc = Math.sin(Math.PI * way)
        const at = (p: { x: number; y: number }, q: { x: number; y: number }, side: number): string =>
          `translate(${p.x + (q.x - p.x) * way + side * arc * aside.x} ${p.y + (q.y - p.y) * way + side * arc * aside.y})`
        men[0]?.setAttribute("transform", at(from, to, 1))
        men[1]?.setAttribute("transform", at(to, from, -1))
        if (time < 1) requestAnimationFrame(frame)
        else done()
      }
      requestAnimationFrame(frame)
    })
  }

  private describe(): void {
    this.view.svg.setAttribute("aria-label", `Board. ${inWords(this.men)}`)
  }
}

/** A small picture of a board for the rules: men, marked squares and arrows. */
export function picture(fen: string, alt: string, extra: { marks?: string[]; file?: string; arrows?: [string, string, string][] } = {}): SVGSVGElement {
  const men = readPlacement(fen) ?? []
  const size = 40
  const at = (square: string): { x: number; y: number } => ({ x: FILES.indexOf(square[0] ?? "a") * size, y: (8 - Number(square[1])) * size })
  const parts: SVGElement[] = []
  for (let place = 0; place < 64; ++place) {
    const name = `${FILES[place % 8]}${Math.floor(place / 8) + 1}`
    const dark = (place + Math.floor(place / 8)) % 2 === 0
    parts.push(svg("rect", { ...at(name), width: size, height: size, class: dark ? "square black" : "square white" }))
    if (extra.file === name[0] || extra.marks?.includes(name)) parts.push(svg("rect", { ...at(name), width: size, height: size, class: "mark mark-file" }))
  }
  const letter = (text: string, x: number, y: number, dark: boolean): void => {
    const made = svg("text", { x, y, class: `coordinate ${dark ? "black" : "white"}`, "text-anchor": "middle" })
    made.textContent = text
    parts.push(made)
  }
  for (let line = 0; line < 8; ++line) {
    letter(FILES[line] ?? "", line * size + 34, 316, line % 2 === 0)
    letter(String(line + 1), 6, (7 - line) * size + 13, line % 2 === 0)
  }
  for (const [place, man] of men.entries()) {
    if (!man) continue
    const { x, y } = at(`${FILES[place % 8]}${Math.floor(place / 8) + 1}`)
    parts.push(svg("use", { href: `#${(isWhite(man) ? "w" : "b") + man.toLowerCase()}`, x, y }))
  }
  for (const [a, b, kind] of extra.arrows ?? []) {
    const [p, q] = [at(a), at(b)]
    const length = Math.hypot(q.x - p.x, q.y - p.y)
    const [dx, dy] = [(q.x - p.x) / length, (q.y - p.y) / length]
    const shift = kind === "swap" ? 10 : 0 // the two of a swap stand side by side
    const tip = { x: q.x + 20 - dx * 8 + dy * shift, y: q.y + 20 - dy * 8 - dx * shift }
    const tail = { x: p.x + 20 + dx * 6 + dy * shift, y: p.y + 20 + dy * 6 - dx * shift }
    parts.push(svg("line", { x1: tail.x, y1: tail.y, x2: tip.x - dx * 9, y2: tip.y - dy * 9, class: `arrow arrow-${kind}` }))
    const corner = (side: number): string => `${tip.x - dx * 12 + side * dy * 7},${tip.y - dy * 12 - side * dx * 7}`
    parts.push(svg("polygon", { points: `${tip.x},${tip.y} ${corner(1)} ${corner(-1)}`, class: `arrow-head arrow-${kind}` }))
  }
  return svg("svg", { viewBox: "0 0 320 320", class: "picture cm-chessboard octomate", role: "img", "aria-label": alt }, svg("g", { class: "board" }, ...parts))
}
