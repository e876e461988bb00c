/** An attempt at a puzzle: its winning faces, the winning moves on each, and the continuation after a defence. */
import { type Analysis, analyse, defence, type FaceRow, mate, type MoveRecord, type Puzzle, scene, solve } from "./api"
import { usesDie, withoutSign } from "./moves"
import { moveInWords } from "./scene"
import { parseFraction } from "./mate-odds"
import { isBoolean, isNumber, listOf, optional, shape } from "./local-storage"

/** A position with the solver to move, and its winning moves. */
export interface SolvingPosition {
  fen: string
  analysis: Analysis
  face: number // the rolled face; 0 where no die is used
  file: string | null
  free: boolean
  wins: string[]
  left: number // moves left until mate
}

/** A winning face to be solved; face 0 where no die is used. */
export interface Task {
  position: SolvingPosition
  state: "open" | "found" | "shown"
}

/** The state of an attempt at a puzzle. */
export interface PuzzleAttempt {
  puzzle: Puzzle
  variant: string
  analysis: Analysis
  tasks: Task[]
  position: SolvingPosition | null // the position after a defence; null before the first defence
  stage: "faces" | "moves" | "over"
  asksForFaces: boolean // whether the solver must first select the winning faces
  guess: Set<number>
  mistakes: number
  hints: number
  lastHint: { position: SolvingPosition; step: number } | null // step 1 shows the piece, 2 the file, 3 the move
  gaveUp: boolean
  isCounted: boolean // whether the result is in the training record
  checkedGuess: Set<number> // the faces guessed when the guess was last checked
}

/** True if the game can be won by other means than mate. */
export const canWinWithoutMate = ({ analysis }: PuzzleAttempt): boolean =>
  analysis.solved.faces.some(({ wins }) => wins !== undefined)

const makePosition = (
  fen: string,
  analysis: Analysis,
  row: FaceRow,
  wins: string[],
  left: number,
): SolvingPosition => ({ fen, analysis, face: row.face ?? 0, file: row.file, free: row.free, wins, left })

/** The moves that may be played in a position. */
export const playableMoves = ({ analysis, face }: SolvingPosition): MoveRecord[] =>
  face === 0 ? analysis.moves : analysis.moves.filter(record => record.faces?.includes(face))

/** The next face to be solved; undefined if there is none. */
export const openTask = (attempt: PuzzleAttempt): Task | undefined => attempt.tasks.find(task => task.state === "open")

/** The state of a face: solved or shown, current, or guessed wrongly. */
export function faceVerdict(attempt: PuzzleAttempt, face: number): "right" | "wrong" | "now" | undefined {
  if (attempt.stage === "faces") return undefined
  const task = attempt.tasks.find(({ position }) => position.face === face)
  if (task?.state === "found" || task?.state === "shown") return "right"
  if (task && task === openTask(attempt)) return "now"
  return attempt.stage === "over" && attempt.checkedGuess.has(face) && !task ? "wrong" : undefined
}

export const isWinningMove = ({ wins }: SolvingPosition, record: MoveRecord): boolean =>
  wins.some(move => withoutSign(move) === withoutSign(record.move))

export const winningMoves = (position: SolvingPosition): MoveRecord[] =>
  position.analysis.moves.filter(record => isWinningMove(position, record))

/** The position for the next hint: the current one, or that of a winning face that is not selected yet. */
export function hintTarget(attempt: PuzzleAttempt): SolvingPosition | undefined {
  if (attempt.position) return attempt.position
  return (
    attempt.stage === "faces"
      ? attempt.tasks.find(({ position }) => !attempt.guess.has(position.face))
      : openTask(attempt)
  )?.position
}

/** Checks whether a puzzle has anything to solve. */
export const isSolvable = ({ asksForFaces, tasks }: PuzzleAttempt): boolean => asksForFaces || tasks.length > 0

/** Checks whether an attempt differs from its beginning. */
export const hasBegun = ({ stage, asksForFaces, guess, mistakes, hints, tasks }: PuzzleAttempt): boolean =>
  stage !== (asksForFaces ? "faces" : "moves") ||
  guess.size > 0 ||
  mistakes + hints > 0 ||
  tasks.some(({ state }) => state !== "open")

/** Resets an attempt to its beginning. */
export function restartAttempt(attempt: PuzzleAttempt): PuzzleAttempt {
  for (const task of attempt.tasks) task.state = "open"
  return Object.assign(attempt, {
    position: null,
    stage: attempt.asksForFaces ? "faces" : attempt.tasks.length > 0 ? "moves" : "over",
    guess: new Set(),
    mistakes: 0,
    hints: 0,
    lastHint: null,
    gaveUp: false,
    checkedGuess: new Set(),
  })
}

// ---- results ----

/** A result as it is stored: `points` of `outOf`, with the number of hints. Older results have several points. */
export interface SavedResult {
  points: number
  outOf: number
  hints?: number
}

const AFTER_MISTAKE = 1 / 3 // factor by which a mistake reduces the score
const AFTER_HINT = 2 / 3 // factor by which a hint reduces the score

/** The score of a finished attempt, from 0 to 1. */
const scoreOf = ({ gaveUp, mistakes, hints }: PuzzleAttempt): number =>
  gaveUp ? 0 : AFTER_MISTAKE ** mistakes * AFTER_HINT ** hints

export type Verdict = "solved at once" | "solved after a mistake" | "solved with hints" | "not solved"

export function verdictOf({ points, outOf, hints = 0 }: SavedResult): Verdict {
  if (points === 0) return "not solved"
  return points === outOf ? "solved at once" : hints > 0 ? "solved with hints" : "solved after a mistake"
}

/** The stored state of an attempt. */
export interface SavedAttempt extends SavedResult {
  over: boolean
  guess?: number[] // the selected faces
  found?: number[] // the solved faces
  checked?: boolean // the faces were guessed correctly
  mistakes?: number
}

const faces = optional(listOf(isNumber))
export const isSaved = shape<SavedAttempt>({
  points: isNumber,
  outOf: isNumber,
  over: isBoolean,
  guess: faces,
  found: faces,
  checked: optional(isBoolean),
  mistakes: optional(isNumber),
  hints: optional(isNumber),
})

export function saveAttempt(attempt: PuzzleAttempt): SavedAttempt {
  const { stage, guess, mistakes, hints, tasks } = attempt
  if (stage === "over") return { points: scoreOf(attempt), outOf: 1, over: true, mistakes, hints }
  const found = tasks.filter(({ state }) => state === "found").map(({ position }) => position.face)
  return { points: 0, outOf: 0, over: false, guess: [...guess], found, checked: stage === "moves", mistakes, hints }
}

/** Restores a stored attempt; a finished one shows its solution. */
export function resumeAttempt(attempt: PuzzleAttempt, saved: SavedAttempt): void {
  for (const task of attempt.tasks)
    task.state = saved.over ? "shown" : saved.found?.includes(task.position.face) ? "found" : "open"
  attempt.guess = new Set(saved.guess)
  attempt.mistakes = saved.mistakes ?? 0
  attempt.hints = saved.hints ?? 0
  attempt.gaveUp = saved.over && saved.points === 0
  attempt.isCounted = saved.over
  if (saved.over) attempt.stage = "over"
  else if (saved.checked && attempt.stage === "faces") attempt.stage = "moves"
}

/** Marks the other open tasks as shown: a longer mate is played out only for the `chosen` task. */
export function showOtherTasks({ tasks }: PuzzleAttempt, chosen: Task): void {
  for (const task of tasks) if (task !== chosen && task.state === "open") task.state = "shown"
}

/** Starts an attempt: analyses the position and finds its winning moves. */
export async function beginAttempt(puzzle: Puzzle, variant: string): Promise<PuzzleAttempt> {
  const left = puzzle.moves ?? 1
  const [analysis, wins] = await Promise.all([
    analyse(puzzle.fen, variant),
    winningMovesByFace(puzzle.fen, variant, left, puzzle),
  ])
  const hasDie = usesDie(analysis.solved.faces)
  const tasks = analysis.solved.faces.flatMap((row): Task[] => {
    const winning = wins(row)
    const isIncluded = !hasDie || puzzle.roll === undefined || puzzle.roll === row.face
    return winning.length > 0 && isIncluded
      ? [{ position: makePosition(puzzle.fen, analysis, row, winning, left), state: "open" }]
      : []
  })
  return restartAttempt({
    puzzle,
    variant,
    analysis,
    tasks,
    position: null,
    stage: "over",
    asksForFaces: hasDie && puzzle.roll === undefined,
    guess: new Set(),
    mistakes: 0,
    hints: 0,
    lastHint: null,
    gaveUp: false,
    isCounted: false,
    checkedGuess: new Set(),
  })
}

/** Restricts an attempt to one of its winning rolls; `random` returns a number from 0 to 1. */
export function limitToOneRoll(attempt: PuzzleAttempt, random: () => number): PuzzleAttempt {
  const task = attempt.tasks[Math.floor(random() * attempt.tasks.length)]
  if (!task) return attempt
  const { face } = task.position
  return restartAttempt({
    ...attempt,
    puzzle: { ...attempt.puzzle, ...(face > 0 && { roll: face }) },
    tasks: [task],
    asksForFaces: false,
  })
}

/**
 * Returns a function from a face to its winning moves: mates in one, or the first moves of forced mates. If the
 * search takes too long, the moves of the puzzle's key are used.
 */
async function winningMovesByFace(
  fen: string,
  variant: string,
  left: number,
  puzzle?: Puzzle,
): Promise<(row: FaceRow) => string[]> {
  if (left === 1) return row => row.mates
  const result = await mate({ fen, variant }, left, { dice: "every", limit: 10 })
  if (result.complete === false) return row => puzzle?.key?.[row.face === null ? "-" : String(row.face)] ?? []
  return row =>
    result.faces
      .filter(one => one.face === row.face && one.value !== null && parseFraction(one.value) === 1)
      .flatMap(one => one.best)
}

/** A reply of the opponent. */
export interface OpponentMove {
  reply: MoveRecord
  roll: number | null // the roll on which it is played; null where no die is used
  words: string // the reply in a short sentence without its full stop
}

/** Returns the opponent's best reply to `record`; null if it has none. */
async function bestReply(variant: string, { fen }: MoveRecord): Promise<OpponentMove | null> {
  const { move: reply, roll } = await defence(fen, variant)
  return reply && { reply, roll, words: moveInWords(await scene({ fen, variant, move: reply.uci })) }
}

/** How the opponent escapes after a wrong move. */
export interface Refutation extends OpponentMove {
  winning: number[] | null // the faces that still mate after the reply; null if unknown, or if all do
}

/** Returns the opponent's best reply to a wrong move with `left` moves of the solver left; null if there is none. */
export async function refutationOf(variant: string, record: MoveRecord, left: number): Promise<Refutation | null> {
  const best = await bestReply(variant, record)
  if (!best) return null
  if (left !== 2 || best.reply.mate) return { ...best, winning: null }
  const { faces } = await solve({ fen: best.reply.fen, variant })
  const winning = faces.filter(({ mates }) => mates.length > 0).map(({ face }) => face ?? 0)
  return { ...best, winning: winning.length < faces.length ? winning : null }
}

/**
 * Returns the opponent's best reply to a winning move, and the position that follows; null if the puzzle is solved or
 * no continuation is known.
 */
export async function answerToMove(
  attempt: PuzzleAttempt,
  position: SolvingPosition,
  record: MoveRecord,
): Promise<(OpponentMove & { position: SolvingPosition }) | null> {
  if (position.left === 1 || record.mate) return null
  const best = await bestReply(attempt.variant, record)
  if (!best || best.reply.mate) return null
  const { reply } = best
  const left = position.left - 1
  const [analysis, wins] = await Promise.all([
    analyse(reply.fen, attempt.variant),
    winningMovesByFace(reply.fen, attempt.variant, left),
  ])
  if (analysis.solved.turn !== attempt.analysis.solved.turn) return null
  // The hardest roll has the fewest winning moves.
  const continuations = analysis.solved.faces
    .map(row => ({ row, found: wins(row) }))
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => a.found.length - b.found.length)
  const hardest = continuations[0]
  return hardest ? { ...best, position: makePosition(reply.fen, analysis, hardest.row, hardest.found, left) } : null
}
