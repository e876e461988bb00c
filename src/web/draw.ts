/** The parts of a board as SVG: squares, men and the marks of a move. A square has 40 units. */
import { fetchText } from "./api"
import { h, svg } from "./dom"
import { fileName, type Grid, type Man, type Scene, type SceneMark, squareIndex, squareName } from "./scene"

export const SQUARE_SIZE = 40
const MARGIN = 22 // for the names of files and ranks, and for labels, if they stand outside

export interface Point {
  x: number
  y: number
}

/** Where a man is drawn: the upper left corner of his box, and how large. */
export interface Placement extends Point {
  scale: number
}

/**
 * Where the squares of a grid lie. The names of files and ranks stand in the corners of squares, or outside of small ones.
 * `turned`: a quarter turn to the right, files from top to bottom, for broad boards on narrow screens.
 */
export class Layout {
  constructor(
    readonly grid: Grid,
    readonly flip: boolean,
    readonly outside: boolean,
    readonly turned = false,
  ) {}

  viewBox(drawFileLabels: boolean): string {
    const [left, below] = [
      this.outside ? MARGIN : 0,
      (this.outside ? MARGIN : 0) + (drawFileLabels ? MARGIN : 0),
    ]
    return `${-left} 0 ${this.width + left} ${this.height + below}`
  }

  get columns(): number {
    return this.turned ? this.grid.ranks : this.grid.files
  }

  get rows(): number {
    return this.turned ? this.grid.files : this.grid.ranks
  }

  get width(): number {
    return this.columns * SQUARE_SIZE
  }

  get height(): number {
    return this.rows * SQUARE_SIZE
  }

  /** The column of a file, or the file of a column, of a board that is not turned. */
  column(file: number): number {
    return this.flip ? this.grid.files - 1 - file : file
  }

  private row(rank: number): number {
    return this.flip ? rank : this.grid.ranks - 1 - rank
  }

  /** The square of a column and a row. */
  squareOf(column: number, row: number): number {
    const [file, rank] = this.turned
      ? [this.column(row), this.flip ? this.grid.ranks - 1 - column : column]
      : [this.column(column), this.row(row)]
    return rank * this.grid.files + file
  }

  corner(square: number): Point {
    const [file, rank] = [square % this.grid.files, Math.floor(square / this.grid.files)]
    if (this.turned)
      return {
        x: (this.flip ? this.grid.ranks - 1 - rank : rank) * SQUARE_SIZE,
        y: this.column(file) * SQUARE_SIZE,
      }
    return { x: this.column(file) * SQUARE_SIZE, y: this.row(rank) * SQUARE_SIZE }
  }

  centre(square: number): Point {
    const { x, y } = this.corner(square)
    return { x: x + SQUARE_SIZE / 2, y: y + SQUARE_SIZE / 2 }
  }

  /** The square under a point; -1 outside. */
  squareAtPoint({ x, y }: Point): number {
    const [column, row] = [Math.floor(x / SQUARE_SIZE), Math.floor(y / SQUARE_SIZE)]
    const inside = column >= 0 && row >= 0 && column < this.columns && row < this.rows
    return inside ? this.squareOf(column, row) : -1
  }

  /** A man alone fills the square; several lean against each other, the lowest in the lower left corner. */
  placement(square: number, level: number, count: number): Placement {
    const { x, y } = this.corner(square)
    if (count < 2) return { x, y, scale: 1 }
    const scale = count === 2 ? 0.7 : 0.6
    const space = SQUARE_SIZE * (1 - scale)
    const up = (space / (count - 1)) * level
    return { x: x + up, y: y + space - up, scale }
  }
}

/** Puts the drawings of the men into the page, where the boards find them by their ids. */
export async function loadPieceDrawings(): Promise<void> {
  const drawings = new DOMParser().parseFromString(
    await fetchText("pieces.svg"),
    "image/svg+xml",
  ).documentElement
  for (const shown of drawings.querySelectorAll(":scope > :not(defs)")) shown.remove() // the sheet for whoever opens the file
  drawings.setAttribute("class", "drawings")
  drawings.setAttribute("aria-hidden", "true")
  document.body.append(document.importNode(drawings, true))
}

/** The drawing of a man; one who has none is shown by his symbol. */
export function pieceDrawing(piece: Man | undefined): SVGElement {
  if (piece && document.getElementById(piece.id)) return svg("use", { href: `#${piece.id}` })
  const symbol = svg("text", {
    x: SQUARE_SIZE / 2,
    y: 31,
    class: piece?.white === false ? "symbol black" : "symbol white",
  })
  symbol.textContent = piece?.symbol || "?"
  return symbol
}

export const toTransform = ({ x, y, scale }: Placement): string =>
  `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}`

/** Squares as rows of a grid, with the names of files and ranks in the corners. */
export function drawSquares(layout: Layout): { rows: SVGGElement[]; names: SVGElement[] } {
  const { files } = layout.grid
  const { columns, rows: height } = layout
  const fileOf = (square: number): string => fileName(square % files)
  const rankOf = (square: number): string => String(Math.floor(square / files) + 1)
  const [leftName, lowName] = layout.turned ? [fileOf, rankOf] : [rankOf, fileOf]
  const name = (text: string, x: number, y: number, square: number, rank = ""): SVGElement => {
    const element = svg("text", {
      x,
      y,
      class: `coordinate ${layout.outside ? "outside" : squareShade(square, files)}${rank}`,
    })
    element.textContent = text
    return element
  }
  const rows: SVGGElement[] = []
  const names: SVGElement[] = []
  for (let row = 0; row < height; ++row) {
    const squares: SVGElement[] = []
    for (let column = 0; column < columns; ++column) {
      const square = layout.squareOf(column, row)
      const { x, y } = layout.corner(square)
      squares.push(
        svg("rect", {
          x,
          y,
          width: SQUARE_SIZE,
          height: SQUARE_SIZE,
          class: `square ${squareShade(square, files)}`,
          "data-square": squareName(layout.grid, square),
        }),
      )
      if (column === 0)
        names.push(
          layout.outside
            ? name(leftName(square), -MARGIN / 2, y + 25, square)
            : name(leftName(square), x + 1.5, y + 8, square, " rank"),
        )
      if (row === height - 1)
        names.push(
          layout.outside
            ? name(lowName(square), x + SQUARE_SIZE / 2, y + SQUARE_SIZE + 16, square)
            : name(lowName(square), x + SQUARE_SIZE - 1.5, y + SQUARE_SIZE - 2.5, square),
        )
    }
    rows.push(svg("g", {}, ...squares))
  }
  return { rows, names }
}

/** The square a1 is dark. */
const squareShade = (square: number, files: number): string =>
  ((square % files) + Math.floor(square / files)) % 2 === 0 ? "dark" : "light"

/** The labels below the files; those that were rolled are set off. */
export function drawFileLabels(scene: Scene, layout: Layout): SVGElement[] {
  return scene.labels.flatMap((label, file) => {
    const on = scene.rolled.includes(file)
    const x = layout.column(file) * SQUARE_SIZE + SQUARE_SIZE / 2
    const y = layout.height + (layout.outside ? MARGIN : 0) + 12
    const text = svg("text", { x, y: y + 5, class: on ? "label on" : "label" })
    text.textContent = label
    return on ? [svg("circle", { cx: x, cy: y, r: 10, class: "label-ground" }), text] : [text]
  })
}

/** All men of a scene, each in a group that knows his letter and his square. */
export function drawPieces(scene: Scene, layout: Layout): SVGGElement[] {
  return scene.cells.flatMap((stack, square) =>
    stack.map((letter, level) =>
      svg(
        "g",
        {
          transform: toTransform(layout.placement(square, level, stack.length)),
          "data-man": letter,
          "data-square": squareName(scene, square),
        },
        pieceDrawing(scene.men[letter]),
      ),
    ),
  )
}

/** A man alone, drawn small. */
export function pieceIcon(piece: Man | undefined): Element {
  return svg(
    "svg",
    {
      viewBox: `0 0 ${SQUARE_SIZE} ${SQUARE_SIZE}`,
      class: "small-man",
      role: "img",
      "aria-label": piece?.word ?? "",
    },
    pieceDrawing(piece),
  )
}

/** What stands beside the board: reserves, and further lines. */
export function reserveElements(scene: Scene): HTMLElement[] {
  const shelf = ({ label, men: pieces }: Scene["shelves"][number]): HTMLElement =>
    h(
      "span",
      { class: "shelf" },
      h("span", { class: "shelf-label" }, label),
      ...pieces.map((letter) => pieceIcon(scene.men[letter])),
      pieces.length === 0 ? "–" : null,
    )
  return [...scene.shelves.map(shelf), ...scene.panel.map((line) => h("span", {}, line))]
}

// ---- the marks of a move -------------------------------------------------------------------------------------

const subtract = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
const distance = (a: Point): number => Math.hypot(a.x, a.y)
/** `along` units from a point towards another, and `aside` to the left of that way, as seen on the page. */
function pointBeside(from: Point, to: Point, along: number, aside: number): Point {
  const way = subtract(to, from)
  const [x, y] = [way.x / distance(way), way.y / distance(way)]
  return { x: from.x + x * along + y * aside, y: from.y + y * along - x * aside }
}
const pointList = (...all: Point[]): string =>
  all.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")

/** The head of an arrow that comes from a point. */
export function arrowHead(from: Point, tip: Point, kind: string): SVGElement {
  const length = Math.min(14, distance(subtract(tip, from)) * 0.6)
  return svg("polygon", {
    points: pointList(
      tip,
      pointBeside(tip, from, length, length * 0.6),
      pointBeside(tip, from, length, -length * 0.6),
    ),
    class: `arrow-head arrow-${kind}`,
  })
}

/** An arc that swings out to the left, with a head at its end, or at both. */
function curvedArrow(from: Point, to: Point, bulge: number, kind: string, both: boolean): SVGElement[] {
  const control = pointBeside(from, to, distance(subtract(to, from)) / 2, bulge * 2)
  const path = svg("path", {
    d: `M${pointList(from)}Q${pointList(control)} ${pointList(to)}`,
    class: `arrow arrow-${kind}`,
  })
  return [path, arrowHead(control, to, kind), ...(both ? [arrowHead(control, from, kind)] : [])]
}

/** A small disc with a letter. */
export function badge({ x, y }: Point, letter: string, kind = ""): SVGElement {
  const text = svg("text", { x, y: y + 3.2, class: "badge-text" })
  text.textContent = letter
  return svg("g", { class: kind }, svg("circle", { cx: x, cy: y, r: 5.5, class: "badge" }), text)
}

/** One mark of a scene. */
export function drawMark(mark: SceneMark, scene: Scene, layout: Layout): SVGElement[] {
  const centre = (square: string): Point => layout.centre(squareIndex(scene, square))
  const smallPiece = (letter: string, placement: Placement, kind: string): SVGElement =>
    svg("g", { transform: toTransform(placement), class: kind }, pieceDrawing(scene.men[letter]))
  switch (mark.mark) {
    case "highlight":
      return [
        svg("rect", {
          ...layout.corner(squareIndex(scene, mark.square)),
          width: SQUARE_SIZE,
          height: SQUARE_SIZE,
          class: "mark mark-last",
        }),
      ]
    case "ghost":
      return [smallPiece(mark.man, { ...layout.corner(squareIndex(scene, mark.square)), scale: 1 }, "pale")]
    case "medal": {
      const { x, y } = centre(mark.square)
      return [
        svg("circle", { cx: x + 10, cy: y - 10, r: 11, class: "medal" }),
        smallPiece(mark.man, { x: x + 1, y: y - 19, scale: 0.45 }, ""),
      ]
    }
    case "cross": {
      const { x, y } = centre(mark.square)
      return [svg("path", { d: `M${x - 11} ${y - 11}l22 22m0-22l-22 22`, class: "cross" })]
    }
    case "arrow": {
      const [from, to] = [centre(mark.from), centre(mark.to)]
      const begin = pointBeside(from, to, 10, 0)
      const neck = pointBeside(to, from, 12, 0)
      return [
        svg("line", { x1: begin.x, y1: begin.y, x2: neck.x, y2: neck.y, class: "arrow arrow-move" }),
        arrowHead(from, pointBeside(to, from, 3, 0), "move"),
      ]
    }
    case "jump": {
      const [from, to] = [centre(mark.from), centre(mark.to)]
      const up = to.x < from.x ? -1 : 1 // above the men
      return curvedArrow(
        pointBeside(from, to, 8, 8 * up),
        pointBeside(to, from, 8, -8 * up),
        Math.min(16, distance(subtract(to, from)) * 0.12) * up,
        "jump",
        true,
      )
    }
    case "curve": {
      const [from, to, origin] = [centre(mark.from), centre(mark.to), centre(mark.origin)]
      // The man who climbs does so on the side from which the arrow comes, the other one drops on the other side.
      const across = { x: Math.abs(to.y - from.y) / SQUARE_SIZE, y: Math.abs(to.x - from.x) / SQUARE_SIZE }
      const onOrigin = subtract(origin, from).x * across.x + subtract(origin, from).y * across.y > 0 ? 1 : -1
      const side = mark.drop ? -onOrigin : onOrigin
      const shifted = (p: Point, by: number): Point => ({
        x: p.x + across.x * side * by,
        y: p.y + across.y * side * by,
      })
      const [a, b] = [shifted(pointBeside(from, to, 5, 0), 12), shifted(pointBeside(to, from, 5, 0), 12)]
      const left = subtract(pointBeside(from, to, 0, 1), from)
      const bulge = left.x * across.x * side + left.y * across.y * side > 0 ? 3 : -3
      const parts = curvedArrow(a, b, bulge, mark.drop ? "drop" : "climb", false)
      if (!mark.badge) return parts
      const middle = shifted({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, 17)
      return [...parts, badge(middle, mark.badge)]
    }
  }
}

/** The men of a scene on their squares, and nothing else: for many small boards. */
export function thumbnail(scene: Scene): SVGSVGElement {
  const layout = new Layout(scene, scene.flip, false)
  return svg(
    "svg",
    { viewBox: layout.viewBox(false), class: "squares thumbnail", "aria-hidden": "true" },
    ...drawSquares(layout).rows,
    ...drawPieces(scene, layout),
  )
}

/** The picture of a scene as a file of its own, with the colours that it has on the page. */
export function pictureSource(scene: Scene): string {
  const shown = picture(scene)
  const placement = h("div", { class: "sr" }, shown as unknown as HTMLElement)
  document.body.append(placement)
  for (const part of shown.querySelectorAll<SVGElement>("rect, text, circle, line, path")) {
    const { fill, stroke, strokeWidth, fontFamily, fontSize, textAnchor } = getComputedStyle(part)
    const font = part.tagName === "text" && {
      "font-family": fontFamily,
      "font-size": fontSize,
      "text-anchor": textAnchor,
    }
    for (const [name, value] of Object.entries({ fill, stroke, "stroke-width": strokeWidth, ...font }))
      part.setAttribute(name, value)
  }
  placement.remove()
  const used = new Set(
    [...shown.querySelectorAll("use")].map((one) => one.getAttribute("href")?.slice(1) ?? ""),
  )
  shown.prepend(
    svg("defs", {}, ...[...used].flatMap((id) => document.getElementById(id)?.cloneNode(true) ?? [])),
  )
  shown.removeAttribute("class")
  for (const [index, side] of ["width", "height"].entries())
    shown.setAttribute(side, shown.getAttribute("viewBox")?.split(" ")[index + 2] ?? "")
  return new XMLSerializer().serializeToString(shown)
}

/** A picture of a scene with everything that it marks. */
export function picture(scene: Scene): SVGSVGElement {
  const layout = new Layout(scene, scene.flip, true)
  const { rows, names } = drawSquares(layout)
  const [below, above] = [true, false].map((first) =>
    scene.marks
      .filter((mark) => (mark.mark === "highlight") === first)
      .flatMap((mark) => drawMark(mark, scene, layout)),
  )
  return svg(
    "svg",
    {
      viewBox: layout.viewBox(scene.labels.length > 0),
      class: "squares picture",
      role: "img",
      "aria-label": [scene.title && `${scene.title}.`, scene.words].filter(Boolean).join(" "),
    },
    ...rows,
    ...(below ?? []),
    ...names,
    ...drawFileLabels(scene, layout),
    ...drawPieces(scene, layout),
    ...(above ?? []),
  )
}
