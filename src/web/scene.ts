/** Scenes: the content of a board as the server sends it. Nothing here depends on the rules of a game. */

import type { Cells, Grid, Man, Scene, SceneMark } from "../npm/records"

export type { Cells, Grid, Man, Scene, SceneMark }

export const fileName = (file: number): string => String.fromCharCode(97 + file)
export const squareName = ({ files }: Grid, square: number): string =>
  `${fileName(square % files)}${Math.floor(square / files) + 1}`

/** Returns the index of a square by its name; -1 if the grid has no such square. */
export function squareIndex({ files, ranks }: Grid, name: string): number {
  const [, letter = "", number = ""] = name.match(/^([a-z])([1-9]\d*)$/) ?? []
  const [file, rank] = [letter.charCodeAt(0) - 97, Number(number) - 1]
  return letter && file < files && rank < ranks ? rank * files + file : -1
}

export const sameGrid = (a: Grid, b: Grid): boolean => a.files === b.files && a.ranks === b.ranks
export const emptyCells = ({ files, ranks }: Grid): Cells => Array.from({ length: files * ranks }, () => [])
export const emptyScene = (scene: Scene): Scene => ({
  ...scene,
  cells: emptyCells(scene),
  marks: [],
  panel: [],
  shelves: [],
  words: "",
})

export const pieceName = (piece: Man | undefined): string =>
  piece ? `${piece.white ? "white" : "black"} ${piece.word}` : "man"

/** The top piece of a square. */
export function topPiece(scene: Scene, square: string): Man | undefined {
  const letter = scene.cells[squareIndex(scene, square)]?.at(-1)
  return letter === undefined ? undefined : scene.men[letter]
}

/** Describes a square: "white king", "black rook on white pawn", "empty". */
export function describeSquare(scene: Scene, square: number): string {
  return (
    [...(scene.cells[square] ?? [])]
      .reverse()
      .map(letter => pieceName(scene.men[letter]))
      .join(" on ") || "empty"
  )
}

/**
 * Describes all pieces in words for screen readers. It is needed in the browser because the server cannot describe a
 * position that is still being set up.
 */
export function describeScene(scene: Scene): string {
  const side = (white: boolean): string => {
    const pieces = Object.entries(scene.men)
      .filter(([, piece]) => piece.white === white)
      .flatMap(([letter, piece]) =>
        scene.cells.flatMap((stack, square) =>
          stack.flatMap((one, level) =>
            one !== letter
              ? []
              : [
                  `${piece.word} ${squareName(scene, square)}${stack.length > 1 ? ` (${level + 1} of ${stack.length} from the bottom)` : ""}`,
                ],
          ),
        ),
      )
    return pieces.join(", ") || "no pieces"
  }
  return `White: ${side(true)}. Black: ${side(false)}.${scene.shelves.map(({ label, men: pieces }) => ` ${label}: ${pieces.map(letter => scene.men[letter]?.word).join(", ") || "nobody"}.`).join("")}${scene.panel.map(line => ` ${line}.`).join("")}`
}

/** A step of a move on the board. */
export interface Step {
  kind: "move" | "swap" | "become"
  from: string
  to: string
  cells: Cells // after the step
  words: string
}

/**
 * Derives the steps of a move from the marks of its scene: an arrow moves pieces, a jump or a climbing curve swaps
 * two, and a medal changes a piece.
 */
export function moveSteps(scene: Scene): Step[] {
  const steps: Step[] = []
  let current = scene
  const index = (square: string): number => squareIndex(scene, square)
  const changed = (...changes: [string, string[]][]): Cells => {
    const cells = [...current.cells]
    for (const [square, pieces] of changes) cells[index(square)] = pieces
    return cells
  }
  const stack = (square: string): string[] => current.cells[index(square)] ?? []
  const add = (kind: Step["kind"], from: string, to: string, cells: Cells, words: string): void => {
    steps.push({ kind, from, to, cells, words })
    current = { ...current, cells }
  }
  const exchange = (a: string, b: string, words: string): void =>
    add("swap", a, b, changed([a, stack(b)], [b, stack(a)]), words)
  let captured = scene.marks.flatMap(mark => (mark.mark === "cross" ? [mark.square] : []))
  for (const mark of scene.marks) {
    if (mark.mark === "arrow") {
      const here = stack(mark.from)
      const count = Math.min(mark.men ?? 1, here.length)
      if (count === 0) continue
      const movers = mark.lowest ? here.slice(0, count) : here.slice(-count)
      const remaining = mark.lowest ? here.slice(count) : here.slice(0, -count)
      const victims = captured.map(
        square => `${topPiece(current, square)?.word}${square === mark.to ? "" : ` on ${square}`}`,
      )
      const words = `${movers.map(letter => scene.men[letter]?.word).join(" and ")} from ${mark.from} to ${mark.to}${victims.length > 0 ? `, capturing the ${victims.join(" and the ")}` : ""}`
      current = { ...current, cells: changed(...captured.map((square): [string, string[]] => [square, []])) }
      captured = []
      add("move", mark.from, mark.to, changed([mark.from, remaining], [mark.to, [...stack(mark.to), ...movers]]), words)
    } else if (mark.mark === "jump") {
      exchange(
        mark.from,
        mark.to,
        `${topPiece(current, mark.from)?.word} on ${mark.from} and ${topPiece(current, mark.to)?.word} on ${mark.to} change places`,
      )
    } else if (mark.mark === "curve" && !mark.drop) {
      exchange(mark.from, mark.to, `swaps with the ${pieceName(topPiece(current, mark.to))} on ${mark.to}`)
    } else if (mark.mark === "medal") {
      add(
        "become",
        mark.square,
        mark.square,
        changed([mark.square, [...stack(mark.square).slice(0, -1), mark.man]]),
        `a ${topPiece(current, mark.square)?.word} becomes a ${scene.men[mark.man]?.word} on ${mark.square}`,
      )
    }
  }
  return steps
}
