/** Draws boards as SVG: squares, pieces and the marks of a move. A square is 40 units wide. */
import { fetchText } from "./api"
import { h, svg } from "./dom"
import { fileName, type Grid, type Piece, type Scene, type SceneMark, squareIndex, squareName } from "./scene"

export const SQUARE_SIZE = 40
const MARGIN = 22 // width of the labels outside the board

export interface Point {
  x: number
  y: number
}

/** Where a piece is drawn: the upper left corner of its box, and its scale. */
export interface Placement extends Point {
  scale: number
}

/**
 * The geometry of a board on the screen. File and rank names are drawn in the corners of squares or, with `outside`,
 * beside the board. `turned` rotates a wide board by a quarter turn to the right, files from top to bottom, for
 * narrow screens.
 */
export class Layout {
  constructor(
    readonly grid: Grid,
    readonly flip: boolean,
    readonly outside: boolean,
    readonly turned = false,
  ) {}

  viewBox(hasFileLabels: boolean): string {
    const [left, below] = [this.outside ? MARGIN : 0, (this.outside ? MARGIN : 0) + (hasFileLabels ? MARGIN : 0)]
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

  /** The column of a file on a board that is not turned, or the file of a column: the function is its own inverse. */
  column(file: number): number {
    return this.flip ? this.grid.files - 1 - file : file
  }

  private row(rank: number): number {
    return this.flip ? rank : this.grid.ranks - 1 - rank
  }

  /** The square in a column and a row of the screen. */
  squareOf(column: number, row: number): number {
    const [file, rank] = this.turned
      ? [this.column(row), this.flip ? this.grid.ranks - 1 - column : column]
      : [this.column(column), this.row(row)]
    return rank * this.grid.files + file
  }

  corner(square: number): Point {
    const [file, rank] = [square % this.grid.files, Math.floor(square / this.grid.files)]
    if (this.turned)
      return { x: (this.flip ? this.grid.ranks - 1 - rank : rank) * SQUARE_SIZE, y: this.column(file) * SQUARE_SIZE }
    return { x: this.column(file) * SQUARE_SIZE, y: this.row(rank) * SQUARE_SIZE }
  }

  centre(square: number): Point {
    const { x, y } = this.corner(square)
    return { x: x + SQUARE_SIZE / 2, y: y + SQUARE_SIZE / 2 }
  }

  /** The square at a point; -1 outside the board. */
  squareAtPoint({ x, y }: Point): number {
    const [column, row] = [Math.floor(x / SQUARE_SIZE), Math.floor(y / SQUARE_SIZE)]
    const inside = column >= 0 && row >= 0 && column < this.columns && row < this.rows
    return inside ? this.squareOf(column, row) : -1
  }

  /**
   * The placement of a piece in a stack of `count`. One piece fills the square; several overlap, from the lower left
   * corner up.
   */
  placement(square: number, level: number, count: number): Placement {
    const { x, y } = this.corner(square)
    if (count < 2) return { x, y, scale: 1 }
    const scale = count === 2 ? 0.7 : 0.6
    const space = SQUARE_SIZE * (1 - scale)
    const up = (space / (count - 1)) * level
    return { x: x + up, y: y + space - up, scale }
  }
}

/** Adds the drawings of the pieces to the page; boards refer to them by id. */
export async function loadPieceDrawings(): Promise<void> {
  const drawings = new DOMParser().parseFromString(await fetchText("pieces.svg"), "image/svg+xml").documentElement
  // Removes the overview, which is for people who open the file itself.
  for (const shown of drawings.querySelectorAll(":scope > :not(defs)")) shown.remove()
  drawings.setAttribute("class", "drawings")
  drawings.setAttribute("aria-hidden", "true")
  document.body.append(document.importNode(drawings, true))
}

/** Draws a piece; a piece without a drawing is shown by its symbol. */
export function pieceDrawing(piece: Piece | undefined): SVGElement {
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

/** Draws the squares, a group for each row, and the names of files and ranks. */
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

/** Returns "dark" or "light"; a1 is dark. */
const squareShade = (square: number, files: number): string =>
  ((square % files) + Math.floor(square / files)) % 2 === 0 ? "dark" : "light"

/** Draws the labels below the files; labels of rolled files are highlighted. */
export function drawFileLabels(scene: Scene, layout: Layout): SVGElement[] {
  return scene.labels.flatMap((label, file) => {
    const isRolled = scene.rolled.includes(file)
    const x = layout.column(file) * SQUARE_SIZE + SQUARE_SIZE / 2
    const y = layout.height + (layout.outside ? MARGIN : 0) + 12
    const text = svg("text", { x, y: y + 5, class: isRolled ? "label on" : "label" })
    text.textContent = label
    return isRolled ? [svg("circle", { cx: x, cy: y, r: 10, class: "label-ground" }), text] : [text]
  })
}

/** Draws all pieces of a scene; each is a group with its letter and square as attributes. */
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

/** Draws a piece as a small icon. */
export function pieceIcon(piece: Piece | undefined): Element {
  return svg(
    "svg",
    { viewBox: `0 0 ${SQUARE_SIZE} ${SQUARE_SIZE}`, class: "small-man", role: "img", "aria-label": piece?.word ?? "" },
    pieceDrawing(piece),
  )
}

/** Returns the elements beside the board: the reserves, and lines of text about the position. */
export function reserveElements(scene: Scene): HTMLElement[] {
  const shelf = ({ label, men: pieces }: Scene["shelves"][number]): HTMLElement =>
    h(
      "span",
      { class: "shelf" },
      h("span", { class: "shelf-label" }, label),
      ...pieces.map(letter => pieceIcon(scene.men[letter])),
      pieces.length === 0 ? "–" : null,
    )
  return [...scene.shelves.map(shelf), ...scene.panel.map(line => h("span", {}, line))]
}

// ---- marks of a move ----

const subtract = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
const distance = (a: Point): number => Math.hypot(a.x, a.y)
/** Returns the point that lies `along` units from `from` towards `to`, and `aside` units to the left of that line. */
function pointBeside(from: Point, to: Point, along: number, aside: number): Point {
  const vector = subtract(to, from)
  const [x, y] = [vector.x / distance(vector), vector.y / distance(vector)]
  return { x: from.x + x * along + y * aside, y: from.y + y * along - x * aside }
}
const pointList = (...points: Point[]): string => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")

/** Draws the head of an arrow from `from` to `tip`. */
function arrowHead(from: Point, tip: Point, kind: string): SVGElement {
  const length = Math.min(14, distance(subtract(tip, from)) * 0.6)
  return svg("polygon", {
    points: pointList(tip, pointBeside(tip, from, length, length * 0.6), pointBeside(tip, from, length, -length * 0.6)),
    class: `arrow-head arrow-${kind}`,
  })
}

/** Draws a straight arrow between the centres of two squares. */
export function straightArrow(from: Point, to: Point, kind: string): SVGElement[] {
  const neck = pointBeside(to, from, 10, 0)
  return [
    svg("line", { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y, class: `straight-arrow arrow-${kind}` }),
    arrowHead(from, to, kind),
  ]
}

/** Draws an arc that bends to the left by `bulge`, with a head at its end or at both ends. */
function curvedArrow(from: Point, to: Point, bulge: number, kind: string, both: boolean): SVGElement[] {
  const control = pointBeside(from, to, distance(subtract(to, from)) / 2, bulge * 2)
  const path = svg("path", {
    d: `M${pointList(from)}Q${pointList(control)} ${pointList(to)}`,
    class: `arrow arrow-${kind}`,
  })
  return [path, arrowHead(control, to, kind), ...(both ? [arrowHead(control, from, kind)] : [])]
}

/** Draws a small disc with a letter. */
export function badge({ x, y }: Point, letter: string, kind = ""): SVGElement {
  const text = svg("text", { x, y: y + 3.2, class: "badge-text" })
  text.textContent = letter
  return svg("g", { class: kind }, svg("circle", { cx: x, cy: y, r: 5.5, class: "badge" }), text)
}

/** Draws a mark of a scene. */
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
      const start = pointBeside(from, to, 10, 0)
      const neck = pointBeside(to, from, 12, 0)
      return [
        svg("line", { x1: start.x, y1: start.y, x2: neck.x, y2: neck.y, class: "arrow arrow-move" }),
        arrowHead(from, pointBeside(to, from, 3, 0), "move"),
      ]
    }
    case "jump": {
      const [from, to] = [centre(mark.from), centre(mark.to)]
      const up = to.x < from.x ? -1 : 1 // the arc passes above the pieces
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
      // The climbing piece passes on the side of the arrow's origin, the dropping piece on the other side.
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

/** Draws the squares and pieces of a scene without labels, for small boards. */
export function thumbnail(scene: Scene): SVGSVGElement {
  const layout = new Layout(scene, scene.flip, false)
  return svg(
    "svg",
    { viewBox: layout.viewBox(false), class: "squares thumbnail", "aria-hidden": "true" },
    ...drawSquares(layout).rows,
    ...drawPieces(scene, layout),
  )
}

/** Returns a picture of a scene as a standalone SVG file, with the colours of the page. */
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
  const used = new Set([...shown.querySelectorAll("use")].map(one => one.getAttribute("href")?.slice(1) ?? ""))
  shown.prepend(svg("defs", {}, ...[...used].flatMap(id => document.getElementById(id)?.cloneNode(true) ?? [])))
  shown.removeAttribute("class")
  for (const [index, side] of ["width", "height"].entries())
    shown.setAttribute(side, shown.getAttribute("viewBox")?.split(" ")[index + 2] ?? "")
  return new XMLSerializer().serializeToString(shown)
}

/** Draws a scene with all its marks. */
export function picture(scene: Scene): SVGSVGElement {
  const layout = new Layout(scene, scene.flip, true)
  const { rows, names } = drawSquares(layout)
  const [below, above] = [true, false].map(first =>
    scene.marks.filter(mark => (mark.mark === "highlight") === first).flatMap(mark => drawMark(mark, scene, layout)),
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
