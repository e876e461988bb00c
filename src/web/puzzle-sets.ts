/**
 * Sets of puzzles that are solved in rounds. Each round has the same puzzles in the same order, and should be faster
 * than the one before; chess players call this the woodpecker method.
 */
import { isNumber, isString, listOf, shape } from "./local-storage"

/** One pass through the puzzles of a set. */
export interface Round {
  done: number // number of puzzles answered
  right: number // number of puzzles solved at once
  seconds: number
}

export interface PuzzleSet {
  name: string
  keys: string[] // the puzzles, by their keys in the training record
  rounds: Round[] // only the last one may be unfinished
}

const MOST_SECONDS = 600 // most seconds counted for a puzzle; a longer time was a break

export const isPuzzleSet = shape<PuzzleSet>({
  name: isString,
  keys: listOf(isString),
  rounds: listOf(shape<Round>({ done: isNumber, right: isNumber, seconds: isNumber })),
})

/** Returns the unfinished round, or a new one. */
export function currentRound({ keys, rounds }: PuzzleSet): Round {
  const last = rounds.at(-1)
  return last && last.done < keys.length ? last : { done: 0, right: 0, seconds: 0 }
}

/** The number of the current round, from 1. */
export const roundNumber = (set: PuzzleSet): number => set.rounds.length + (currentRound(set).done === 0 ? 1 : 0)

/** Adds the result of the next puzzle of the current round. */
export function withResult(set: PuzzleSet, right: boolean, seconds: number): PuzzleSet {
  const round = currentRound(set)
  return {
    ...set,
    rounds: [
      ...set.rounds.slice(0, roundNumber(set) - 1),
      {
        done: round.done + 1,
        right: round.right + (right ? 1 : 0),
        seconds: round.seconds + Math.min(MOST_SECONDS, Math.round(seconds)),
      },
    ],
  }
}

/** Formats a time as minutes and seconds: "3:07". */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** Formats the accuracy of a round: "85 %". */
export const accuracy = ({ done, right }: Round): string => `${done > 0 ? Math.round((100 * right) / done) : 0}\u00a0%`
