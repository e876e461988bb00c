/** Filters and sorts puzzles. */

/** A puzzle of the collection's index. */
export interface PuzzleEntry {
  index: number // index in the collection, from 0; negative for the user's own puzzles
  id?: string
  fen: string
  game: string
  themes: string[]
  difficulty?: number // 0 to 100
  faces: number // number of winning faces
  moves: number
  men: number
  white: boolean // whether White is to move
}

export type PuzzleState = "new" | "solved" | "missed"

/** The filters of the puzzles; an absent field does not filter. */
export interface PuzzleFilter {
  game?: string
  themes?: string[]
  anyTheme?: boolean // one of the themes suffices; otherwise all are required
  from?: number // least difficulty, 0 to 100
  to?: number // greatest difficulty
  side?: "white" | "black"
  faces?: string
  state?: PuzzleState
}

export const MIDDLE_DIFFICULTY = 50 // used for puzzles without a difficulty
const difficultyOf = ({ difficulty = MIDDLE_DIFFICULTY }: PuzzleEntry): number => difficulty
export const levelOf = (difficulty: number): number => Math.min(4, Math.floor(difficulty / 20))

/**
 * Sorts by game, in the order of the collection; in each game, shorter mates come first, then easier levels, fewer
 * winning faces and fewer pieces.
 */
export function sortEasyFirst(entries: PuzzleEntry[]): PuzzleEntry[] {
  const games = [...new Set(entries.map(({ game }) => game))]
  const keys = (entry: PuzzleEntry): number[] => [
    games.indexOf(entry.game),
    entry.moves,
    levelOf(difficultyOf(entry)),
    entry.faces,
    entry.men,
    difficultyOf(entry),
    entry.index,
  ]
  return entries
    .map(entry => ({ entry, keys: keys(entry) }))
    .sort((a, b) => {
      const firstDifference = a.keys.findIndex((key, index) => key !== b.keys[index])
      return firstDifference < 0 ? 0 : (a.keys[firstDifference] ?? 0) - (b.keys[firstDifference] ?? 0)
    })
    .map(({ entry }) => entry)
}

/** Returns the puzzles that pass the filters; `stateOf` returns the user's result of a puzzle. */
export function filterPuzzles(
  entries: PuzzleEntry[],
  { game, themes = [], anyTheme, from, to, side, faces, state }: PuzzleFilter,
  stateOf: (entry: PuzzleEntry) => PuzzleState,
): PuzzleEntry[] {
  return entries.filter(
    entry =>
      (game === undefined || entry.game === game) &&
      (themes.length === 0 || themes[anyTheme ? "some" : "every"](theme => entry.themes.includes(theme))) &&
      (from === undefined || (entry.difficulty ?? -1) >= from) &&
      (to === undefined || (entry.difficulty ?? 101) <= to) &&
      (side === undefined || entry.white === (side === "white")) &&
      (faces === undefined || entry.faces === Number(faces)) &&
      (state === undefined || stateOf(entry) === state),
  )
}

/** Returns one of the twenty puzzles with the nearest difficulty; `random` returns a number from 0 to 1. */
export function nearDifficulty(
  entries: PuzzleEntry[],
  difficulty: number,
  random: () => number,
): PuzzleEntry | undefined {
  const distance = (entry: PuzzleEntry): number => Math.abs(difficultyOf(entry) - difficulty)
  const nearest = [...entries].sort((a, b) => distance(a) - distance(b)).slice(0, 20)
  return nearest[Math.floor(random() * nearest.length)]
}

const MOST_IN_RUN = 60 // puzzles in the list of a timed run: more than can be solved in time

/** Selects mates in one for a timed run, from easy to hard, at random within each level. */
export function timedRunPuzzles(entries: PuzzleEntry[], random: () => number): PuzzleEntry[] {
  const usable = entries.filter(({ moves }) => moves === 1).sort((a, b) => difficultyOf(a) - difficultyOf(b))
  const count = Math.min(MOST_IN_RUN, usable.length)
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [Math.floor((index * usable.length) / count), Math.floor(((index + 1) * usable.length) / count)]
    return usable[from + Math.floor(random() * (to - from))]
  }).filter((entry): entry is PuzzleEntry => entry !== undefined)
}
