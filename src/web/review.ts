/** The review of a game: the wins at once that were missed. */
import { type Puzzle, solve } from "./api"
import type { Entry } from "./game"
import { withoutSign } from "./moves"
import { numbers } from "./sheet"

export interface Missed {
  ply: number // from 1
  by: "white" | "black"
  words: string
  puzzle: Puzzle // to find them
}

/** Whoever rolled and did not win though a move of that roll did; moves that were played without a roll are left out. */
export async function missed(history: readonly Entry[], variant: string): Promise<Missed[]> {
  const places = numbers(history.slice(1))
  const found = await Promise.all(history.slice(1).map(async (entry, at): Promise<Missed[]> => {
    const { fen, roll } = history[at]!
    const { faces } = await solve(fen, variant)
    const row = faces.find(({ face }) => face === roll)
    const played = withoutSign(entry.move?.replace(/^\(.*?\) /, "") ?? "")
    if (!row || row.mates.length === 0 || row.mates.some((mate) => withoutSign(mate) === played)) return []
    const side = entry.by === "white" ? "White" : "Black"
    return [{ ply: at + 1, by: entry.by, words: `${places[at]} ${side} ${roll === null ? "" : `rolled ${roll} and `}missed ${row.mates.join(", ")}`,
      puzzle: { fen, variant, moves: 1, ...(roll !== null && { roll }), id: `missed-${fen}`, title: `${places[at]} ${entry.move}: what was missed?` } }]
  }))
  return found.flat()
}
