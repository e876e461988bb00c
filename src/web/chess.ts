/** Men, squares and what a move does to them, step by step. */
import type { MoveRecord } from "./api"

/** Letters of a FEN by square, a1 first and rank by rank; null where nobody stands. */
export type Men = (string | null)[]

export const ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
export const FILES = "abcdefgh"

export const index = (square: string): number => (Number(square[1]) - 1) * 8 + FILES.indexOf(square[0] ?? "")
export const square = (at: number): string => `${FILES[at % 8]}${Math.floor(at / 8) + 1}`
export const isWhite = (man: string): boolean => man === man.toUpperCase()
/** How the sprite and the board name a man: "wk". */
export const pieceName = (man: string): string => (isWhite(man) ? "w" : "b") + man.toLowerCase()

const NAMES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" }
export const kind = (man: string): string => NAMES[man.toLowerCase()] ?? man
export const manName = (man: string): string => `${isWhite(man) ? "white" : "black"} ${kind(man)}`

/** The men of a FEN's first field. Text that is no board gives what can be read of it, or null. */
export function readPlacement(fen: string): Men | null {
  const ranks = (fen.trim().split(/\s+/)[0] ?? "").split("/")
  if (ranks.length !== 8) return null
  const men: Men = new Array(64).fill(null)
  for (const [down, rank] of ranks.entries()) {
    let file = 0
    for (const sign of rank) {
      if (/[1-8]/.test(sign)) file += Number(sign)
      else if (/[kqrbnp]/i.test(sign) && file < 8) men[(7 - down) * 8 + file++] = sign
      else return null
    }
    if (file !== 8) return null
  }
  return men
}

export function placement(men: Men): string {
  const ranks: string[] = []
  for (let rank = 7; rank >= 0; --rank) {
    const line = men.slice(rank * 8, rank * 8 + 8).map((man) => man ?? " ").join("")
    ranks.push(line.replace(/ +/g, (gap) => String(gap.length)))
  }
  return ranks.join("/")
}

export const turnOf = (fen: string): "white" | "black" => (fen.trim().split(/\s+/)[1] === "b" ? "black" : "white")
export const fullFen = (men: Men, turn: "white" | "black"): string => `${placement(men)} ${turn[0]} - - 0 1`

/** The board in words, for those who cannot see it. */
export function inWords(men: Men): string {
  const side = (white: boolean): string => {
    const found: string[] = []
    for (const letter of "kqrbnp") {
      const at = [...men.keys()].filter((place) => men[place] === (white ? letter.toUpperCase() : letter)).map(square)
      if (at.length > 0) found.push(`${NAMES[letter]}${at.length > 1 ? "s" : ""} ${at.join(", ")}`)
    }
    return found.join("; ") || "no men"
  }
  return `White: ${side(true)}. Black: ${side(false)}.`
}

/** One thing that happens on the board while a move is played. */
export interface Step {
  kind: "move" | "swap" | "teleport" | "become"
  from: string
  to: string
  men: Men // afterwards
  words: string
}

/** The steps of a move: the man goes, then swaps with man after man, then perhaps becomes another. */
export function steps(fen: string, record: MoveRecord): Step[] {
  const before = readPlacement(fen)
  const after = readPlacement(record.fen)
  if (!before || !after) return []
  const from = record.uci.slice(0, 2)
  const to = record.uci.slice(2, 4)
  const forward = turnOf(fen) === "white" ? 8 : -8
  const found: Step[] = []
  let men = before
  const add = (kind: Step["kind"], a: string, b: string, words: string): void => {
    const next = [...men]
    next[index(b)] = men[index(a)] ?? null
    next[index(a)] = kind === "move" ? null : (men[index(b)] ?? null)
    men = next
    found.push({ kind, from: a, to: b, men, words })
  }
  const mover = kind(before[index(from)] ?? "")
  if (record.teleport) {
    add("teleport", from, to, `king on ${from} and ${kind(before[index(to)] ?? "")} on ${to} change places`)
    return found
  }
  const victim = before[index(to)]
  add("move", from, to, `${mover} from ${from} to ${to}${victim ? `, capturing the ${kind(victim)}` : ""}`)
  let at = index(to)
  for (let swap = 0; swap < record.cascade; ++swap, at += forward) {
    add("swap", square(at), square(at + forward), `swaps with the ${manName(men[at + forward] ?? "")} on ${square(at + forward)}`)
  }
  const changed = [...men.keys()].filter((place) => men[place] !== after[place])
  for (const place of changed) {
    men = [...men]
    men[place] = after[place] ?? null
    found.push({ kind: "become", from: square(place), to: square(place), men, words: `a pawn becomes a ${kind(after[place] ?? "")} on ${square(place)}` })
  }
  return found
}

export const withoutSign = (move: string): string => move.replace(/[+#]$/, "")

/** The moves that a text means, as notation or as squares: several if a promotion is left open. */
export function named(text: string, list: MoveRecord[]): MoveRecord[] {
  const typed = text.trim().replace(/[+#!?]+$/, "").replace(/\s+/g, "")
  const exact = list.filter((record) => withoutSign(record.move) === typed || record.uci === typed.toLowerCase())
  if (exact.length > 0) return exact
  const squares = typed.toLowerCase().replace(/^[kqrbnp](?=[a-h][1-8].?[a-h][1-8])/, "").match(/^([a-h][1-8])[-x:]?([a-h][1-8])(?:-[a-h][1-8])?(?:=?([qrbn]))?$/)
  if (!squares) return []
  const uci = `${squares[1]}${squares[2]}${squares[3] ?? ""}`
  return list.filter((record) => record.uci.startsWith(uci))
}

/** The file that a face names for a side. */
export const fileOfFace = (turn: "white" | "black", face: number): string => FILES[turn === "white" ? face - 1 : 8 - face] ?? ""
