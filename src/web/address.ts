/** Addresses: the part behind the # names a tab, a puzzle, a lesson, or a position with its roll and its game. */

export const TABS = ["play", "setup", "puzzles", "games", "rules"] as const
export type TabName = (typeof TABS)[number]
/** A view: a tab, or a lesson, which is shown in the tab "How to play". */
export type ViewName = TabName | "lesson"

export interface AddressTarget {
  tab: ViewName
  puzzle?: string // the puzzle's id or its number in the collection
  fen?: string
  roll?: number
  variant?: string
}

// Writes the spaces of a FEN as "_" and keeps its slashes.
const encode = (text: string): string =>
  text
    .split(" ")
    .map(field => encodeURIComponent(field).replace(/_/g, "%5F").replace(/%2F/g, "/"))
    .join("_")

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/_/g, " "))
  } catch {
    return text
  }
}

export function writeAddress({ tab, puzzle, fen, roll, variant }: AddressTarget): string {
  if (puzzle !== undefined) return `#puzzle=${encode(puzzle)}`
  if (tab === "lesson") return `#lesson=${encode(variant ?? "")}`
  if (fen === undefined) return `#${tab}`
  return `#${[`fen=${encode(fen)}`, roll && `roll=${roll}`, variant && `variant=${variant}`].filter(Boolean).join("&")}`
}

/** Parses the part of an address from the # on; null if it names no view. */
export function readAddress(hash: string): AddressTarget | null {
  const fields = new Map(
    hash
      .slice(1)
      .split("&")
      .map((part): [string, string] => [part.split("=")[0] ?? "", part.slice(part.indexOf("=") + 1)]),
  )
  const puzzle = fields.get("puzzle")
  if (puzzle) return { tab: "puzzles", puzzle: decode(puzzle) }
  const fen = fields.get("fen")
  const roll = Number(fields.get("roll"))
  const lesson = fields.get("lesson")
  if (lesson !== undefined) return { tab: "lesson", variant: decode(lesson) }
  if (fen)
    return {
      tab: "play",
      fen: decode(fen),
      ...(Number.isInteger(roll) && roll > 0 && { roll }),
      variant: decode(fields.get("variant") ?? ""),
    }
  const tab = TABS.find(name => name === hash.slice(1))
  return tab ? { tab } : null
}
