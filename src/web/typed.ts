/** What a typed move means. */
import { moveNamed, type MoveRecord, Refused } from "./api"
import { named } from "./moves"

/** The moves of a list that a text means, several if the choice is left open; or perhaps why there is none. */
export interface Typed {
  found: MoveRecord[]
  why: string
}

/** Looks among the legal moves of a position, and asks the server about short notation. */
export async function readTyped(text: string, moves: MoveRecord[], fen: string, variant: string): Promise<Typed> {
  const found = named(text, moves)
  if (found.length > 0 || !text.trim()) return { found, why: "" }
  try {
    const meant = await moveNamed(fen, variant, text.trim())
    return { found: moves.filter(({ uci }) => uci === meant?.uci), why: "" }
  } catch (error) {
    const fault = error instanceof Refused ? error.faults[0] : undefined
    return { found: [], why: fault && ["ambiguous_move", "missing_promotion"].includes(fault.code) ? `${fault.message}.` : "" }
  }
}
