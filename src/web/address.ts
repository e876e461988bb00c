/** Addresses: what stands behind the # names a tab, a puzzle, or a position with its roll and its game. */

export const TABS = ["play", "setup", "puzzles", "games", "rules"] as const
export type TabName = (typeof TABS)[number]

export interface Place {
  tab: TabName
  puzzle?: string // its id, or its number
  fen?: string
  roll?: number
  variant?: string
}

// A FEN's spaces are written as "_", and its slashes as they are.
const encode = (text: string): string => text.split(" ").map((field) => encodeURIComponent(field).replace(/_/g, "%5F").replace(/%2F/g, "/")).join("_")

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/_/g, " "))
  } catch {
    return text
  }
}

export function writeAddress({ tab, puzzle, fen, roll, variant }: Place): string {
  if (puzzle !== undefined) return `#puzzle=${encode(puzzle)}`
  if (fen === undefined) return `#${tab}`
  return `#${[`fen=${encode(fen)}`, roll && `roll=${roll}`, variant && `variant=${variant}`].filter(Boolean).join("&")}`
}

/** The place that an address names; null if it names none. */
export function readAddress(hash: string): Place | null {
  const fields = new Map(hash.slice(1).split("&").map((part): [string, string] => [part.split("=")[0] ?? "", part.slice(part.indexOf("=") + 1)]))
  const puzzle = fields.get("puzzle")
  if (puzzle) return { tab: "puzzles", puzzle: decode(puzzle) }
  const fen = fields.get("fen")
  const roll = Number(fields.get("roll"))
  if (fen) return { tab: "play", fen: decode(fen), ...(Number.isInteger(roll) && roll > 0 && { roll }), variant: decode(fields.get("variant") ?? "") }
  const tab = TABS.find((name) => name === hash.slice(1))
  return tab ? { tab } : null
}
