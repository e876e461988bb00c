/** What can be said of moves without knowing their game. */
import type { Described, FaceRow, MoveRecord } from "./api"
import type { Mark } from "./board"
import type { Scene, Step } from "./scene"
import { squareName } from "./scene"

export const withoutSign = (move: string): string => move.replace(/[+#]$/, "")

/** Is a die rolled in this position? */
export const usesDie = (rows: FaceRow[]): boolean => rows.some((row) => row.face !== null)

/** What is special about a move, in words: "cascade of 3, teleport". */
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

/** The moves that a text means, as notation or as squares: several if something is left open. */
export function matchingMoves(text: string, list: MoveRecord[]): MoveRecord[] {
  const typed = text
    .trim()
    .replace(/[+#!?]+$/, "")
    .replace(/\s+/g, "")
  if (!typed) return []
  const exact = list.filter(
    (record) => withoutSign(record.move) === typed || record.uci === typed.toLowerCase(),
  )
  if (exact.length > 0) return exact
  const bare = (move: string): string => move.replace(/[-x:=]/g, "").toLowerCase()
  const squares = list.filter((record) => record.from && record.to && bare(typed) === record.from + record.to)
  if (squares.length > 0) return squares
  // The beginning of the notation is enough, if it ends where a square does.
  return list.filter((record) => {
    const whole = bare(withoutSign(record.move))
    return (
      /[a-z]\d+.*[a-z]\d+/.test(bare(typed)) &&
      whole.startsWith(bare(typed)) &&
      !/^\d/.test(whole.slice(bare(typed).length))
    )
  })
}

/** The face that a move serves by itself, rather than because nothing serves the face. */
export function ownFace(record: MoveRecord, rows: FaceRow[]): FaceRow | undefined {
  return rows.find((row) => row.face !== null && !row.free && record.faces?.includes(row.face))
}

/** Marks of moves on the board: whence, whither, and which mate. */
export function moveMarks(list: MoveRecord[], mates: boolean, file?: string): Mark[] {
  const marks: Mark[] = file ? [{ kind: "file", file }] : []
  const seen = new Map<string, { from: string; to: string; mate: boolean }>()
  for (const { from, to, mate } of list) {
    if (from && to && !seen.get(from + to)?.mate) seen.set(from + to, { from, to, mate: mates && mate })
  }
  for (const square of new Set([...seen.values()].map(({ from }) => from)))
    marks.push({ kind: "from", square })
  // Those that mate come last and so on top; many lines would be a thicket.
  const drawn = [...seen.values()].sort((a, b) => Number(a.mate) - Number(b.mate))
  const ends = new Set(drawn.filter(({ mate }) => mate).map(({ to }) => to))
  for (const { from, to, mate } of drawn) {
    if (mate || drawn.length <= 14) marks.push({ kind: mate ? "mate-line" : "line", from, to })
    if (mate || !ends.has(to)) marks.push({ kind: mate ? "mate" : "to", square: to })
  }
  return marks
}

/** Where a move went: whence, where it landed, and where its last swap ended. */
export function lastMarks(list: Step[]): Mark[] {
  const first = list[0]
  if (!first) return []
  const end = list.filter(({ kind }) => kind === "swap").at(-1)?.to
  return [
    { kind: "last", square: first.from },
    { kind: "landed", square: first.to },
    ...(end && end !== first.to && end !== first.from ? [{ kind: "end", square: end } as const] : []),
  ]
}

/** Marks the king of the side to move: he is in check, or mated. */
export function kingMarks(scene: Scene, kind: "check" | "mated"): Mark[] {
  const king = (letter: string): boolean =>
    scene.men[letter]?.word === "king" && scene.men[letter]?.white === (scene.turn === "white")
  return scene.cells.flatMap((stack, square): Mark[] =>
    stack.some(king) ? [{ kind, square: squareName(scene, square) }] : [],
  )
}

/** The king who is in check, or mated, in a position. */
export function checkMarks({ scene, check, outcome }: Described): Mark[] {
  return check ? kingMarks(scene, outcome === "white" || outcome === "black" ? "mated" : "check") : []
}

/** What a face names: "the e-file"; nothing where it names none. */
export const faceTarget = ({ faces, words }: Described, face: number | null): string | null | undefined =>
  words.named[faces.findIndex((row) => row.face === face)]

/** "Face 4, the e-file". */
export function faceWords(solved: Described, face: number): string {
  const names = faceTarget(solved, face)
  return `Face ${face}${names ? `, ${names}` : ""}`
}

/** What the numbers below the board mean for a side. */
export function firstFaceHint(solved: Described, turn: "white" | "black", lastFile: string): string {
  const row = solved.faces.find(({ face }) => face === 1)
  if (!row?.file) return ""
  const leftmost = row.file === (turn === "white" ? "a" : lastFile)
  return `Face 1 is ${faceTarget(solved, 1)}${leftmost ? `, the leftmost as ${turn === "white" ? "White" : "Black"} sits` : ""}.`
}

/** ", 1 of them mates", or nothing. */
export function matesText(count: number): string {
  return count === 0 ? "" : count === 1 ? ", 1 of them mates" : `, ${count} of them mate`
}

/** Why a move cannot be played now, in a sentence. */
export function whyNotPlayable(
  from: string,
  to: string,
  all: MoveRecord[],
  roll: number | null,
  solved: Described | undefined,
): string {
  const legal = all.find((record) => record.from === from && record.to === to)
  return legal ? whyNotOnRoll(legal, roll, solved) : `${from} to ${to} is not a legal move.`
}

/** Why a legal move cannot be played on this roll. */
export function whyNotOnRoll(legal: MoveRecord, roll: number | null, solved: Described | undefined): string {
  const own = solved && faceTarget(solved, ownFace(legal, solved.faces)?.face ?? null)
  const wanted = solved && faceTarget(solved, roll)
  if (roll === null || !own || !wanted) return `${legal.move} cannot be played now.`
  return `${legal.move} ${solved.words.die?.serves} ${own}, but face ${roll} asks for ${wanted}.`
}
