/** Functions on moves that need no rules of their game. */
import type { Described, FaceRow, MoveRecord } from "./api"
import type { Mark } from "./board"
import type { Scene, Step } from "./scene"
import { squareName } from "./scene"

export const withoutSign = (move: string): string => move.replace(/[+#]$/, "")

/** Checks whether a die is rolled in this position. */
export const usesDie = (rows: FaceRow[]): boolean => rows.some(row => row.face !== null)

/** Describes the special features of a move: "cascade of 3, teleport". */
export function moveFeatures(record: MoveRecord, mates: boolean): string {
  const words = Object.entries(record).flatMap(([name, value]) =>
    name === "check" || name === "mate"
      ? []
      : value === true
        ? [name.replace(/_/g, " ")]
        : typeof value === "number" && value > 0
          ? [`${name} of ${value}`]
          : [],
  )
  return [...words, ...(mates && record.mate ? ["mate"] : [])].join(", ")
}

/** Returns the moves that a notation or a pair of squares can mean; several if it is ambiguous. */
export function matchingMoves(text: string, moves: MoveRecord[]): MoveRecord[] {
  const input = text
    .trim()
    .replace(/[+#!?]+$/, "")
    .replace(/\s+/g, "")
  if (!input) return []
  const exact = moves.filter(record => withoutSign(record.move) === input || record.uci === input.toLowerCase())
  if (exact.length > 0) return exact
  const bare = (move: string): string => move.replace(/[-x:=]/g, "").toLowerCase()
  const squares = moves.filter(record => record.from && record.to && bare(input) === record.from + record.to)
  if (squares.length > 0) return squares
  // A prefix of the notation matches if it ends with a square.
  return moves.filter(record => {
    const notation = bare(withoutSign(record.move))
    return (
      /[a-z]\d+.*[a-z]\d+/.test(bare(input)) &&
      notation.startsWith(bare(input)) &&
      !/^\d/.test(notation.slice(bare(input).length))
    )
  })
}

/** Returns the face whose target the move reaches; undefined if the move is allowed only because a face is free. */
export function ownFace(record: MoveRecord, rows: FaceRow[]): FaceRow | undefined {
  return rows.find(row => row.face !== null && !row.free && record.faces?.includes(row.face))
}

/** Returns the marks of moves: origins, targets, and lines between them; mates are distinguished. */
export function moveMarks(moves: MoveRecord[], mates: boolean, file?: string): Mark[] {
  const marks: Mark[] = file ? [{ kind: "file", file }] : []
  const lineByEnds = new Map<string, { from: string; to: string; mate: boolean }>()
  for (const { from, to, mate } of moves) {
    if (from && to && !lineByEnds.get(from + to)?.mate) lineByEnds.set(from + to, { from, to, mate: mates && mate })
  }
  for (const square of new Set([...lineByEnds.values()].map(({ from }) => from))) marks.push({ kind: "from", square })
  // Mates are drawn last, on top of the others. Lines are omitted if there are too many.
  const lines = [...lineByEnds.values()].sort((a, b) => Number(a.mate) - Number(b.mate))
  const mateTargets = new Set(lines.filter(({ mate }) => mate).map(({ to }) => to))
  for (const { from, to, mate } of lines) {
    if (mate || lines.length <= 14) marks.push({ kind: mate ? "mate-line" : "line", from, to })
    if (mate || !mateTargets.has(to)) marks.push({ kind: mate ? "mate" : "to", square: to })
  }
  return marks
}

/** Returns the marks of a played move: origin, landing square, and the end of its last swap. */
export function lastMarks(steps: Step[]): Mark[] {
  const first = steps[0]
  if (!first) return []
  const end = steps.filter(({ kind }) => kind === "swap").at(-1)?.to
  return [
    { kind: "last", square: first.from },
    { kind: "landed", square: first.to },
    ...(end && end !== first.to && end !== first.from ? [{ kind: "end", square: end } as const] : []),
  ]
}

/** Marks the king of the side to move as checked or mated. */
export function kingMarks(scene: Scene, kind: "check" | "mated"): Mark[] {
  const king = (letter: string): boolean =>
    scene.men[letter]?.word === "king" && scene.men[letter]?.white === (scene.turn === "white")
  return scene.cells.flatMap((stack, square): Mark[] =>
    stack.some(king) ? [{ kind, square: squareName(scene, square) }] : [],
  )
}

/** Marks the king if the position is check or mate. */
export function checkMarks({ scene, check, outcome }: Described): Mark[] {
  return check ? kingMarks(scene, outcome === "white" || outcome === "black" ? "mated" : "check") : []
}

/** Returns what a face names, such as "the e-file"; null or undefined without a die. */
export const faceTarget = ({ faces, words }: Described, face: number | null): string | null | undefined =>
  words.named[faces.findIndex(row => row.face === face)]

/** Returns a text such as "Face 4, the e-file". */
export function faceWords(solved: Described, face: number): string {
  const names = faceTarget(solved, face)
  return `Face ${face}${names ? `, ${names}` : ""}`
}

/** Explains the numbering of the faces for a side. */
export function firstFaceHint(solved: Described, turn: "white" | "black", lastFile: string): string {
  const row = solved.faces.find(({ face }) => face === 1)
  if (!row?.file) return ""
  const leftmost = row.file === (turn === "white" ? "a" : lastFile)
  return `Face 1 is ${faceTarget(solved, 1)}${leftmost ? `, at ${turn === "white" ? "White" : "Black"}'s left hand` : ""}.`
}

/** Returns ", 1 of them mates", or an empty text. */
export function matesText(count: number): string {
  return count === 0 ? "" : count === 1 ? ", 1 of them mates" : `, ${count} of them mate`
}

/** The message when a move is tried before the roll. */
export const ROLL_FIRST = "Roll the die first."

/** Explains why the move from `from` to `to` cannot be played now. */
export function whyNotPlayable(
  from: string,
  to: string,
  moves: MoveRecord[],
  roll: number | null,
  solved: Described | undefined,
): string {
  const legal = moves.find(record => record.from === from && record.to === to)
  return legal ? whyNotOnRoll(legal, roll, solved) : `${from} to ${to} is not a legal move.`
}

/** Explains why a legal move cannot be played on this roll. */
export function whyNotOnRoll(legal: MoveRecord, roll: number | null, solved: Described | undefined): string {
  const moveTarget = solved && faceTarget(solved, ownFace(legal, solved.faces)?.face ?? null)
  const rollTarget = solved && faceTarget(solved, roll)
  if (roll === null || !moveTarget || !rollTarget) return `${legal.move} cannot be played now.`
  return `${legal.move} ${solved.words.die?.serves} ${moveTarget}, but face ${roll} asks for ${rollTarget}.`
}
