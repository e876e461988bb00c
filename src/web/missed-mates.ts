/** The review of a game: the wins that were missed. */
import { mate, type Puzzle, solve } from "./api"
import type { Entry } from "./played-game"
import { withoutSign } from "./moves"
import { fraction } from "./mate-odds"
import { numbers } from "./score-sheet"

export interface Missed {
  ply: number // from 1
  words: string
  puzzle: Puzzle // to find them
}

const SECONDS = 0.5 // to look for a longer win on one move

const playedBy = ({ move }: Entry): string => withoutSign(move?.replace(/^\(.*?\) /, "") ?? "")

const puzzleOf = ({ fen, roll }: Entry, variant: string, moves: number, title: string): Puzzle => ({
  fen,
  variant,
  moves,
  ...(roll !== null && { roll }),
  id: `missed-${fen}`,
  title,
})

/** Whoever rolled and did not win though a move of that roll did; moves that were played without a roll are left out. */
export async function missed(history: readonly Entry[], variant: string): Promise<Missed[]> {
  const places = numbers(history.slice(1))
  const found = await Promise.all(
    history.slice(1).map(async (entry, at): Promise<Missed[]> => {
      const { fen, roll } = history[at]!
      const { faces } = await solve({ fen, variant })
      const row = faces.find(({ face }) => face === roll)
      const played = playedBy(entry)
      if (!row || row.mates.length === 0 || row.mates.some((mate) => withoutSign(mate) === played)) return []
      const side = entry.by === "white" ? "White" : "Black"
      return [
        {
          ply: at + 1,
          words: `${places[at]} ${side} ${roll === null ? "" : `rolled ${roll} and `}missed ${row.mates.join(", ")}`,
          puzzle: puzzleOf(history[at]!, variant, 1, `${places[at]} ${entry.move}: what was missed?`),
        },
      ]
    }),
  )
  return found.flat()
}

/** Puzzles of the wins at once that were missed, and of the wins in two moves that the roll would have forced; of all but one side. */
export async function missedPuzzles(
  history: readonly Entry[],
  variant: string,
  except?: "white" | "black",
): Promise<Puzzle[]> {
  const places = numbers(history.slice(1))
  const found = new Map((await missed(history, variant)).map(({ ply, puzzle }) => [ply, puzzle]))
  for (const [at, entry] of history.slice(1).entries()) {
    const before = history[at]!
    if (found.has(at + 1) || entry.by === except || entry.move?.endsWith("#")) continue
    const { faces } = await mate({ fen: before.fen, variant }, 2, { dice: "every", limit: SECONDS })
    const row = faces.find(({ face }) => face === before.roll)
    if (
      !row?.value ||
      fraction(row.value) !== 1 ||
      row.best.some((move) => withoutSign(move) === playedBy(entry))
    )
      continue
    found.set(
      at + 1,
      puzzleOf(before, variant, 2, `${places[at]} ${entry.move}: which mate in two was missed?`),
    )
  }
  return [...found]
    .filter(([ply]) => history[ply]!.by !== except)
    .sort(([a], [b]) => a - b)
    .map(([, puzzle]) => puzzle)
}
