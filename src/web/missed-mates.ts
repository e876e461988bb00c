/** The review of a game: finds mates that were missed. */
import { mate, type Puzzle, solve } from "./api"
import type { GameEntry } from "./played-game"
import { withoutSign } from "./moves"
import { parseFraction } from "./mate-odds"
import { moveNumbers } from "./score-sheet"

export interface MissedMate {
  ply: number // number of the ply in the game, from 1
  words: string
  puzzle: Puzzle // its solution is the missed mate
}

const SECONDS = 0.5 // seconds of the search for a mate in two, for each ply

const playedMove = ({ move }: GameEntry): string => withoutSign(move?.replace(/^\(.*?\) /, "") ?? "")

const puzzleOf = ({ fen, roll }: GameEntry, variant: string, moves: number, title: string): Puzzle => ({
  fen,
  variant,
  moves,
  ...(roll !== null && { roll }),
  id: `missed-${fen}`,
  title,
})

/**
 * Finds the plies whose roll had a mating move that was not played. Plies without a roll are skipped in games with a
 * die.
 */
export async function findMissedMates(history: readonly GameEntry[], variant: string): Promise<MissedMate[]> {
  const numbers = moveNumbers(history.slice(1))
  const missedByPly = await Promise.all(
    history.slice(1).map(async (entry, index): Promise<MissedMate[]> => {
      const { fen, roll } = history[index]!
      const { faces } = await solve({ fen, variant })
      const row = faces.find(({ face }) => face === roll)
      const played = playedMove(entry)
      if (!row || row.mates.length === 0 || row.mates.some(mate => withoutSign(mate) === played)) return []
      const side = entry.by === "white" ? "White" : "Black"
      return [
        {
          ply: index + 1,
          words: `${numbers[index]} ${side} ${roll === null ? "" : `rolled ${roll} and `}missed ${row.mates.join(", ")}`,
          puzzle: puzzleOf(history[index]!, variant, 1, `${numbers[index]} ${entry.move}: what was missed?`),
        },
      ]
    }),
  )
  return missedByPly.flat()
}

/**
 * Returns puzzles of the missed mates in one, and of the missed mates in two that the roll would have forced; omits
 * those of the side `except`.
 */
export async function missedMatePuzzles(
  history: readonly GameEntry[],
  variant: string,
  except?: "white" | "black",
): Promise<Puzzle[]> {
  const numbers = moveNumbers(history.slice(1))
  const puzzleByPly = new Map((await findMissedMates(history, variant)).map(({ ply, puzzle }) => [ply, puzzle]))
  for (const [index, entry] of history.slice(1).entries()) {
    const before = history[index]!
    if (puzzleByPly.has(index + 1) || entry.by === except || entry.move?.endsWith("#")) continue
    const { faces } = await mate({ fen: before.fen, variant }, 2, { dice: "every", limit: SECONDS })
    const row = faces.find(({ face }) => face === before.roll)
    if (!row?.value || parseFraction(row.value) !== 1 || row.best.some(move => withoutSign(move) === playedMove(entry)))
      continue
    puzzleByPly.set(
      index + 1,
      puzzleOf(before, variant, 2, `${numbers[index]} ${entry.move}: which mate in two was missed?`),
    )
  }
  return [...puzzleByPly]
    .filter(([ply]) => history[ply]!.by !== except)
    .sort(([a], [b]) => a - b)
    .map(([, puzzle]) => puzzle)
}
