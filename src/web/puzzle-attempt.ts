/** A puzzle while it is solved: its winning faces, the moves that win on each, and the way on after a defence. */
import { type Analysis, analyse, defence, type FaceRow, mate, type MoveRecord, type Puzzle } from "./api"
import { usesDie, withoutSign } from "./moves"
import { fraction } from "./mate-odds"
import { isFlag, isNumber, listOf, optional, shape } from "./local-storage"

/** A position in which the solver is to move, and what wins there. */
export interface Line {
  fen: string
  analysis: Analysis
  face: number // that was rolled; 0 where no die is used
  file: string | null
  free: boolean
  wins: string[]
  left: number // moves within which the win is to come
}

/** A winning face, or 0 where no die is used. */
export interface Task {
  line: Line
  state: "open" | "found" | "shown"
}

/** What is known about one puzzle, and how far its solver has come. */
export interface Round {
  puzzle: Puzzle
  variant: string
  analysis: Analysis
  tasks: Task[]
  line: Line | null // after a defence; null: the position of the puzzle
  stage: "faces" | "moves" | "over"
  guess: Set<number>
  clean: boolean // no mistake and no hint in the present task
  hints: number // that were given about `hinted`
  hinted: Line | null
  points: number
  outOf: number
  counted: boolean // its result is known to the training
  marked: Set<number> // what the guess was when it was compared
}

/** Can the game be won otherwise than by mate? */
export const winsInWays = ({ analysis }: Round): boolean =>
  analysis.solved.faces.some(({ wins }) => wins !== undefined)

const lineOf = (fen: string, analysis: Analysis, row: FaceRow, wins: string[], left: number): Line => ({
  fen,
  analysis,
  face: row.face ?? 0,
  file: row.file,
  free: row.free,
  wins,
  left,
})

/** The moves that may be played in a line. */
export const playable = ({ analysis, face }: Line): MoveRecord[] =>
  face === 0 ? analysis.moves : analysis.moves.filter((record) => record.faces?.includes(face))

/** The face whose task is next; undefined if none is left. */
export const openTask = (round: Round): Task | undefined => round.tasks.find((task) => task.state === "open")

/** How a face stands: found or shown, its turn, or guessed in vain. */
export function verdict(round: Round, face: number): "right" | "wrong" | "now" | undefined {
  if (round.stage === "faces") return undefined
  const task = round.tasks.find(({ line }) => line.face === face)
  if (task?.state === "found" || task?.state === "shown") return "right"
  if (task && task === openTask(round)) return "now"
  return round.stage === "over" && round.marked.has(face) && !task ? "wrong" : undefined
}

/** Does a move win in a line? */
export const wonBy = ({ wins }: Line, record: MoveRecord): boolean =>
  wins.some((move) => withoutSign(move) === withoutSign(record.move))

/** The moves that win in a line. */
export const winning = (line: Line): MoveRecord[] =>
  line.analysis.moves.filter((record) => wonBy(line, record))

/** What the next hint is about: the position to be solved, or a winning face that is not selected yet. */
export function hintable(round: Round): Line | undefined {
  if (round.line) return round.line
  return (
    round.stage === "faces" ? round.tasks.find(({ line }) => !round.guess.has(line.face)) : openTask(round)
  )?.line
}

/** How many points have been won or lost. */
export function settled(round: Round): number {
  return round.stage === "over"
    ? round.outOf
    : round.outOf -
        round.tasks.filter((task) => task.state === "open").length -
        (round.stage === "faces" ? 1 : 0)
}

/** Puts a round back to its beginning. */
export function restart(round: Round): Round {
  const guessing = round.outOf > round.tasks.length
  for (const task of round.tasks) task.state = "open"
  return Object.assign(round, {
    line: null,
    stage: guessing ? "faces" : round.tasks.length > 0 ? "moves" : "over",
    guess: new Set(),
    clean: true,
    hints: 0,
    hinted: null,
    points: 0,
    marked: new Set(),
  })
}

/** How far a puzzle has come, as it outlives the page. */
export interface Saved {
  points: number
  outOf: number // of the points that were settled
  over: boolean
  guess?: number[] // the faces that are selected
  found?: number[] // the faces whose moves were found
  checked?: boolean // the faces were right
  clean?: boolean
}

const faces = optional(listOf(isNumber))
export const isSaved = shape<Saved>({
  points: isNumber,
  outOf: isNumber,
  over: isFlag,
  guess: faces,
  found: faces,
  checked: optional(isFlag),
  clean: optional(isFlag),
})

export function save(round: Round): Saved {
  const { stage, points, guess, clean, tasks } = round
  const over = stage === "over"
  const found = tasks.filter(({ state }) => state === "found").map(({ line }) => line.face)
  return {
    points,
    outOf: settled(round),
    over,
    ...(!over && { guess: [...guess], found, checked: stage === "moves", clean }),
  }
}

/** Goes on where the solver stopped; what is over shows its solution. */
export function resume(round: Round, saved: Saved): void {
  round.points = saved.points
  for (const task of round.tasks)
    task.state = saved.over ? "shown" : saved.found?.includes(task.line.face) ? "found" : "open"
  round.guess = new Set(saved.guess)
  round.clean = saved.clean ?? true
  round.counted = saved.over
  if (saved.over) round.stage = "over"
  else if (saved.checked && round.stage === "faces") round.stage = "moves"
}

/** Works out what wins. */
export async function begin(puzzle: Puzzle, variant: string): Promise<Round> {
  const left = puzzle.moves ?? 1
  const [analysis, wins] = await Promise.all([
    analyse(puzzle.fen, variant),
    winners(puzzle.fen, variant, left, puzzle),
  ])
  const dice = usesDie(analysis.solved.faces)
  const tasks = analysis.solved.faces.flatMap((row): Task[] => {
    const found = wins(row)
    const asked = !dice || puzzle.roll === undefined || puzzle.roll === row.face
    return found.length > 0 && asked
      ? [{ line: lineOf(puzzle.fen, analysis, row, found, left), state: "open" }]
      : []
  })
  const guessing = dice && puzzle.roll === undefined
  return restart({
    puzzle,
    variant,
    analysis,
    tasks,
    line: null,
    stage: "over",
    guess: new Set(),
    clean: true,
    hints: 0,
    hinted: null,
    points: 0,
    outOf: (guessing ? 1 : 0) + tasks.length,
    counted: false,
    marked: new Set(),
  })
}

/** Leaves one winning roll of a puzzle, which has been thrown already; `random` gives a number from 0 to 1. */
export function single(round: Round, random: () => number): Round {
  const task = round.tasks[Math.floor(random() * round.tasks.length)]
  if (!task) return round
  const { face } = task.line
  return restart({
    ...round,
    puzzle: { ...round.puzzle, ...(face > 0 && { roll: face }) },
    tasks: [task],
    outOf: 1,
  })
}

/** Which moves win on a face: at once, or as the first moves of a forced win; where the search takes too long, those of the key. */
async function winners(
  fen: string,
  variant: string,
  left: number,
  puzzle?: Puzzle,
): Promise<(row: FaceRow) => string[]> {
  if (left === 1) return (row) => row.mates
  const found = await mate({ fen, variant }, left, { dice: "every", limit: 10 })
  if (found.complete === false)
    return (row) => puzzle?.key?.[row.face === null ? "-" : String(row.face)] ?? []
  return (row) =>
    found.faces
      .filter((one) => one.face === row.face && one.value !== null && fraction(one.value) === 1)
      .flatMap((one) => one.best)
}

/** What the opponent answers to a right move, and how the solver goes on; null if there is nothing to answer, or no way on is known. */
export async function answered(
  round: Round,
  line: Line,
  record: MoveRecord,
): Promise<{ reply: MoveRecord; roll: number | null; line: Line } | null> {
  if (line.left === 1 || record.mate) return null
  const { move: reply, roll } = await defence(record.fen, round.variant)
  if (!reply || reply.mate) return null
  const left = line.left - 1
  const [analysis, wins] = await Promise.all([
    analyse(reply.fen, round.variant),
    winners(reply.fen, round.variant, left),
  ])
  if (analysis.solved.turn !== round.analysis.solved.turn) return null
  // The hardest roll: the one that fewest moves serve.
  const ways = analysis.solved.faces
    .map((row) => ({ row, found: wins(row) }))
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => a.found.length - b.found.length)
  const hardest = ways[0]
  return hardest ? { reply, roll, line: lineOf(reply.fen, analysis, hardest.row, hardest.found, left) } : null
}
