/** A scene: what a board shows, as the server sends it. Nothing here knows the rules of any game. */

import type { Cells, Grid, Man, Scene, SceneMark } from "../npm/records"

export type { Cells, Grid, Man, Scene, SceneMark }

export const fileName = (file: number): string => String.fromCharCode(97 + file)
export const squareName = ({ files }: Grid, at: number): string =>
  `${fileName(at % files)}${Math.floor(at / files) + 1}`

/** The place of a square by its name; -1 if the grid has none of that name. */
export function squareAt({ files, ranks }: Grid, name: string): number {
  const [, letter = "", number = ""] = name.match(/^([a-z])([1-9]\d*)$/) ?? []
  const [file, rank] = [letter.charCodeAt(0) - 97, Number(number) - 1]
  return letter && file < files && rank < ranks ? rank * files + file : -1
}

export const sameGrid = (a: Grid, b: Grid): boolean => a.files === b.files && a.ranks === b.ranks
export const emptyCells = ({ files, ranks }: Grid): Cells => Array.from({ length: files * ranks }, () => [])
export const empty = (scene: Scene): Scene => ({
  ...scene,
  cells: emptyCells(scene),
  marks: [],
  panel: [],
  shelves: [],
  words: "",
})

export const manName = (man: Man | undefined): string =>
  man ? `${man.white ? "white" : "black"} ${man.word}` : "man"

/** The man on top of a square. */
export function topOf(scene: Scene, square: string): Man | undefined {
  const letter = scene.cells[squareAt(scene, square)]?.at(-1)
  return letter === undefined ? undefined : scene.men[letter]
}

/** Who stands on a square: "white king", "black rook on white pawn", "empty". */
export function squareInWords(scene: Scene, at: number): string {
  return (
    [...(scene.cells[at] ?? [])]
      .reverse()
      .map((letter) => manName(scene.men[letter]))
      .join(" on ") || "empty"
  )
}

/** The men in words, for those who cannot see them; also while a position is being set up, which the server cannot describe. */
export function inWords(scene: Scene): string {
  const side = (white: boolean): string => {
    const found = Object.entries(scene.men)
      .filter(([, man]) => man.white === white)
      .flatMap(([letter, man]) =>
        scene.cells.flatMap((stack, at) =>
          stack.flatMap((one, level) =>
            one !== letter
              ? []
              : [
                  `${man.word} ${squareName(scene, at)}${stack.length > 1 ? ` (${level + 1} of ${stack.length} from the bottom)` : ""}`,
                ],
          ),
        ),
      )
    return found.join(", ") || "no pieces"
  }
  return `White: ${side(true)}. Black: ${side(false)}.${scene.shelves.map(({ label, men }) => ` ${label}: ${men.map((letter) => scene.men[letter]?.word).join(", ") || "nobody"}.`).join("")}${scene.panel.map((line) => ` ${line}.`).join("")}`
}

/** One thing that happens on the board while a move is played. */
export interface Step {
  kind: "move" | "swap" | "become"
  from: string
  to: string
  cells: Cells // afterwards
  words: string
}

/** The steps of a move, as the marks of its scene tell them: men go, change places, and become others. */
export function steps(scene: Scene): Step[] {
  const found: Step[] = []
  let now = scene
  const index = (square: string): number => squareAt(scene, square)
  const changed = (...changes: [string, string[]][]): Cells => {
    const cells = [...now.cells]
    for (const [square, men] of changes) cells[index(square)] = men
    return cells
  }
  const stack = (square: string): string[] => now.cells[index(square)] ?? []
  const add = (kind: Step["kind"], from: string, to: string, cells: Cells, words: string): void => {
    found.push({ kind, from, to, cells, words })
    now = { ...now, cells }
  }
  const exchange = (a: string, b: string, words: string): void =>
    add("swap", a, b, changed([a, stack(b)], [b, stack(a)]), words)
  let captured = scene.marks.flatMap((mark) => (mark.mark === "cross" ? [mark.square] : []))
  for (const mark of scene.marks) {
    if (mark.mark === "arrow") {
      const here = stack(mark.from)
      const count = Math.min(mark.men ?? 1, here.length)
      if (count === 0) continue
      const movers = mark.lowest ? here.slice(0, count) : here.slice(-count)
      const rest = mark.lowest ? here.slice(count) : here.slice(0, -count)
      const victims = captured.map(
        (square) => `${topOf(now, square)?.word}${square === mark.to ? "" : ` on ${square}`}`,
      )
      const words = `${movers.map((letter) => scene.men[letter]?.word).join(" and ")} from ${mark.from} to ${mark.to}${victims.length > 0 ? `, capturing the ${victims.join(" and the ")}` : ""}`
      now = { ...now, cells: changed(...captured.map((square): [string, string[]] => [square, []])) }
      captured = []
      add(
        "move",
        mark.from,
        mark.to,
        changed([mark.from, rest], [mark.to, [...stack(mark.to), ...movers]]),
        words,
      )
    } else if (mark.mark === "jump") {
      exchange(
        mark.from,
        mark.to,
        `${topOf(now, mark.from)?.word} on ${mark.from} and ${topOf(now, mark.to)?.word} on ${mark.to} change places`,
      )
    } else if (mark.mark === "curve" && !mark.drop) {
      exchange(mark.from, mark.to, `swaps with the ${manName(topOf(now, mark.to))} on ${mark.to}`)
    } else if (mark.mark === "medal") {
      add(
        "become",
        mark.square,
        mark.square,
        changed([mark.square, [...stack(mark.square).slice(0, -1), mark.man]]),
        `a ${topOf(now, mark.square)?.word} becomes a ${scene.men[mark.man]?.word} on ${mark.square}`,
      )
    }
  }
  return found
}
