/** Functions on scenes, the board contents that the server sends; they do not depend on the rules of a game. */

import { capitalized, joinWithAnd } from "./dom"
import type { Cells, Grid, Piece, Scene, SceneMark } from "../npm/records"

export type { Cells, Grid, Piece, Scene, SceneMark }

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

export const pieceName = (piece: Piece | undefined): string =>
  piece ? `${piece.white ? "white" : "black"} ${piece.word}` : "piece"

export function topPiece(scene: Scene, square: string): Piece | undefined {
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
          stack.flatMap((other, level) =>
            other !== letter
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

/** A step of a move on the board, with its words: "queen", "moved from e4 to d5" and "captured the pawn". */
export interface Step {
  kind: "move" | "swap" | "become"
  from: string
  to: string
  cells: Cells // the pieces on the board after the step
  subject: string
  actions: string[]
  partner?: string // in a cascade, the piece with which `subject` is swapped: "the white king on e5"
}

/** Describes a step: "Queen swapped with the white king on e5". */
export const describeStep = ({ subject, actions }: Step): string => `${capitalized(subject)} ${joinWithAnd(actions)}`

/**
 * Describes a move of the side to move: "Black’s pawn moved from f7 to f5"; empty if it has no steps. A cascade of more
 * than `mostPartners` swaps is summarized.
 */
export function describeMove({ turn }: Scene, steps: Step[], mostPartners = Infinity): string {
  const [first] = steps
  if (!first) return ""
  const partners = steps.flatMap(({ partner }) => partner ?? [])
  const last = steps.filter(({ partner }) => partner).at(-1)
  const cascade =
    partners.length > mostPartners ? `${partners.length} pieces, up to ${last?.to}` : joinWithAnd(partners)
  const actions = steps.flatMap((step, index): string[] => {
    if (step.partner) return step === last ? [`swapped with ${cascade}`] : []
    const isSamePiece = index === 0 || step.from === steps[index - 1]?.to
    const other = step.subject === first.subject ? "another" : "the"
    return isSamePiece ? step.actions : [`${other} ${step.subject} ${joinWithAnd(step.actions)}`]
  })
  return `${turn === "white" ? "White" : "Black"}’s ${first.subject} ${joinWithAnd(actions)}`
}

const MOST_PARTNERS = 2 // pieces of a cascade that a short sentence names

/** Describes the move of a scene in a short sentence without its full stop; empty if it cannot be described. */
export const moveInWords = (before: Scene): string => describeMove(before, moveSteps(before), MOST_PARTNERS)

const withArticle = (word: string): string => `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`

/** Names pieces: "rook", "king and bishop", "3 rooks". */
function nameTogether(words: string[]): string {
  const [first] = words
  return words.length > 1 && words.every(word => word === first) ? `${words.length} ${first}s` : joinWithAnd(words)
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
  const wordAt = (square: string): string => topPiece(current, square)?.word ?? "piece"
  const add = (step: Step): void => {
    steps.push(step)
    current = { ...current, cells: step.cells }
  }
  const exchanged = (a: string, b: string): Cells => changed([a, stack(b)], [b, stack(a)])
  let captured = scene.marks.flatMap(mark => (mark.mark === "cross" ? [mark.square] : []))
  for (const mark of scene.marks) {
    if (mark.mark === "arrow") {
      const { from, to } = mark
      const originStack = stack(from)
      const count = Math.min(mark.men ?? 1, originStack.length)
      if (count === 0) continue
      const movers = mark.lowest ? originStack.slice(0, count) : originStack.slice(-count)
      const remaining = mark.lowest ? originStack.slice(count) : originStack.slice(0, -count)
      const victims = captured.map(square => `the ${wordAt(square)}${square === to ? "" : ` on ${square}`}`)
      current = { ...current, cells: changed(...captured.map((square): [string, string[]] => [square, []])) }
      captured = []
      add({
        kind: "move",
        from,
        to,
        cells: changed([from, remaining], [to, [...stack(to), ...movers]]),
        subject: nameTogether(movers.map(letter => scene.men[letter]?.word ?? "piece")),
        actions: [`moved from ${from} to ${to}`, ...(victims.length > 0 ? [`captured ${joinWithAnd(victims)}`] : [])],
      })
    } else if (mark.mark === "jump") {
      const { from, to } = mark
      const subject = `${wordAt(from)} on ${from} and ${wordAt(to)} on ${to}`
      add({ kind: "swap", from, to, cells: exchanged(from, to), subject, actions: ["changed places"] })
    } else if (mark.mark === "curve" && !mark.drop) {
      const { from, to } = mark
      const partner = `the ${pieceName(topPiece(current, to))} on ${to}`
      const words = { subject: wordAt(from), actions: [`swapped with ${partner}`], partner }
      add({ kind: "swap", from, to, cells: exchanged(from, to), ...words })
    } else if (mark.mark === "medal") {
      const { square } = mark
      add({
        kind: "become",
        from: square,
        to: square,
        cells: changed([square, [...stack(square).slice(0, -1), mark.man]]),
        subject: wordAt(square),
        actions: [`became ${withArticle(scene.men[mark.man]?.word ?? "piece")} on ${square}`],
      })
    }
  }
  return steps
}
