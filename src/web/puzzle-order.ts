/** Which puzzles come, and in which order. */

/** A line of the collection's index. */
export interface Entry {
  place: number // in the collection, from 0
  id?: string
  fen: string
  game: string
  themes: string[]
  difficulty?: number // 0…100
  faces: number // of the die, that win
  moves: number
  men: number
  white: boolean
}

export type State = "new" | "solved" | "missed"

/** What puzzles are wanted. */
export interface Wanted {
  game?: string
  themes?: string[] // all of them
  level?: string // 0…4, a fifth of the scale each
  side?: "white" | "black"
  faces?: string
  state?: State
}

export const MIDDLE = 50 // the difficulty of puzzles that have none
const difficultyOf = ({ difficulty = MIDDLE }: Entry): number => difficulty
export const levelOf = (difficulty: number): number => Math.min(4, Math.floor(difficulty / 20))

/** The collection's games one after the other; in each, mates at once before longer ones, then easier levels, fewer winning faces and fewer pieces first. */
export function easyFirst(entries: Entry[]): Entry[] {
  const games = [...new Set(entries.map(({ game }) => game))]
  const keys = (entry: Entry): number[] => [
    games.indexOf(entry.game),
    entry.moves,
    levelOf(difficultyOf(entry)),
    entry.faces,
    entry.men,
    difficultyOf(entry),
    entry.place,
  ]
  return entries
    .map((entry) => ({ entry, keys: keys(entry) }))
    .sort((a, b) => {
      const at = a.keys.findIndex((key, index) => key !== b.keys[index])
      return at < 0 ? 0 : (a.keys[at] ?? 0) - (b.keys[at] ?? 0)
    })
    .map(({ entry }) => entry)
}

/** Those that are wanted; `stateOf` says what the solver has done with a puzzle. */
export function matching(
  entries: Entry[],
  { game, themes = [], level, side, faces, state }: Wanted,
  stateOf: (entry: Entry) => State,
): Entry[] {
  return entries.filter(
    (entry) =>
      (game === undefined || entry.game === game) &&
      themes.every((theme) => entry.themes.includes(theme)) &&
      (level === undefined ||
        (entry.difficulty !== undefined && levelOf(entry.difficulty) === Number(level))) &&
      (side === undefined || entry.white === (side === "white")) &&
      (faces === undefined || entry.faces === Number(faces)) &&
      (state === undefined || stateOf(entry) === state),
  )
}

/** One of the twenty whose difficulty is nearest; `random` gives a number from 0 to 1. */
export function near(entries: Entry[], difficulty: number, random: () => number): Entry | undefined {
  const distance = (entry: Entry): number => Math.abs(difficultyOf(entry) - difficulty)
  const nearest = [...entries].sort((a, b) => distance(a) - distance(b)).slice(0, 20)
  return nearest[Math.floor(random() * nearest.length)]
}

const RUN = 60 // puzzles of a timed run, more than anybody solves

/** The puzzles of a timed run: mates at once, from easy to hard, other ones each time. */
export function runOf(entries: Entry[], random: () => number): Entry[] {
  const usable = entries.filter(({ moves }) => moves === 1).sort((a, b) => difficultyOf(a) - difficultyOf(b))
  const count = Math.min(RUN, usable.length)
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [
      Math.floor((at * usable.length) / count),
      Math.floor(((at + 1) * usable.length) / count),
    ]
    return usable[from + Math.floor(random() * (to - from))]
  }).filter((entry): entry is Entry => entry !== undefined)
}
