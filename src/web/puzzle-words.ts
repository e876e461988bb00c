/** Texts about puzzles: the task, the difficulty, and the meaning of themes. */
import type { Collection, MoveRecord, Puzzle, Theme } from "./api"
import { capitalized, h, joinWithAnd } from "./dom"
import { faceTarget, usesDie } from "./moves"
import { levelOf, type PuzzleFilter } from "./puzzle-order"
import {
  type SolvingPosition,
  type OpponentMove,
  type PuzzleAttempt,
  type Refutation,
  winningMoves,
  canWinWithoutMate,
  saveAttempt,
  verdictOf,
} from "./puzzle-attempt"

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
]
export const numberWord = (count: number): string => NUMBERS[count] ?? String(count)

/** The levels of difficulty; each is a fifth of the scale from 0 to 100. */
export const DIFFICULTIES = ["very easy", "easy", "medium", "hard", "very hard"] as const
export const difficultyOf = ({ difficulty }: Puzzle): string | undefined =>
  difficulty === undefined ? undefined : DIFFICULTIES[levelOf(difficulty)]

export const themeName = (name: string): string => name.replace(/-/g, " ")

/** The theme that names the puzzle in its headline. */
export function leadingTheme(puzzle: Puzzle, { themes }: Collection): Theme | undefined {
  return themes.filter(({ name, lead }) => lead > 0 && puzzle.themes?.includes(name)).sort((a, b) => a.lead - b.lead)[0]
}

/**
 * Returns a headline such as "Black to mate: two faces, hard, teleport". Until the puzzle is over, it has only the
 * goal and the filtered properties.
 */
export function headline(attempt: PuzzleAttempt, collection: Collection, filter: PuzzleFilter): string {
  const { puzzle, analysis, tasks, asksForFaces } = attempt
  const isOver = attempt.stage === "over"
  const side = analysis.solved.turn === "white" ? "White" : "Black"
  const within = (puzzle.moves ?? 1) > 1 ? ` in ${numberWord(puzzle.moves ?? 1)}` : ""
  const wantedThemes = (filter.themes ?? []).map(themeName)
  const themes = isOver
    ? [leadingTheme(puzzle, collection)?.name].map(name => name && themeName(name))
    : filter.anyTheme
      ? [wantedThemes.join(" or ")]
      : wantedThemes
  const faces = (isOver || filter.faces) && `${numberWord(tasks.length)} ${tasks.length === 1 ? "face" : "faces"}`
  const rolls = asksForFaces ? faces : puzzle.roll && `on a roll of ${puzzle.roll}`
  const parts = [
    rolls,
    (isOver || filter.from !== undefined || filter.to !== undefined) && difficultyOf(puzzle),
    ...themes,
  ].filter(Boolean)
  return `${side} to ${canWinWithoutMate(attempt) ? "win" : "mate"}${within}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`
}

const sideOf = ({ analysis }: PuzzleAttempt): string => (analysis.solved.turn === "white" ? "White" : "Black")
const opponentOf = (attempt: PuzzleAttempt): string => (sideOf(attempt) === "White" ? "Black" : "White")

/** Returns "mate", or "force mate" in a longer puzzle. */
function goalVerb(attempt: PuzzleAttempt, left = attempt.puzzle.moves ?? 1): string {
  const canWinOtherwise = canWinWithoutMate(attempt)
  return left > 1 ? `force ${canWinOtherwise ? "a win" : "mate"}` : canWinOtherwise ? "win" : "mate"
}

/** Returns what the solver has to do next. */
export function instruction(attempt: PuzzleAttempt, left = attempt.puzzle.moves ?? 1): string {
  if (attempt.stage === "over") return solutionWords(attempt)
  const goal = `${goalVerb(attempt, left)}${left > 1 ? ` in ${numberWord(left)}` : ""}`
  if (attempt.stage === "moves") return `Find the move to ${goal}.`
  return left > 1
    ? `Find the first move to ${goal}: play it, or select its rolls.`
    : `On which rolls can ${sideOf(attempt)} ${goal}? Select them or play the move.`
}

/** Says that a longer mate must be forced on all later rolls; empty if no rolls follow. */
export const laterRollsWords = ({ puzzle, analysis }: PuzzleAttempt): string =>
  (puzzle.moves ?? 1) > 1 && usesDie(analysis.solved.faces) ? "The mate must follow whatever is rolled later." : ""

/** Says what was rolled, and what that requires; empty where no die is used. */
export function rollMeaning(attempt: PuzzleAttempt, { face, free, analysis }: SolvingPosition): string {
  if (face === 0) return ""
  const { die } = analysis.solved.words
  const target = faceTarget(analysis.solved, face)
  const meaning = free
    ? `: ${die?.free}, so any move may be played`
    : target
      ? `: the move must ${die?.serve} ${target}`
      : ""
  return `${sideOf(attempt)} rolled ${face}${meaning}.`
}

export const noSolutionWords = ({ analysis }: PuzzleAttempt): string =>
  usesDie(analysis.solved.faces) ? "No roll wins." : "No move wins."

/** Returns a text such as "Solution: (5) Nb6-d5#, (1,6) Qe2-c4#." */
export function solutionWords(attempt: PuzzleAttempt): string {
  const facesByMove = new Map<string, number[]>()
  for (const { position } of attempt.tasks) {
    const [win] = winningMoves(position)
    if (win) facesByMove.set(win.move, [...(facesByMove.get(win.move) ?? []), position.face])
  }
  const moves = [...facesByMove].map(([move, faces]) => (faces[0] === 0 ? move : `(${faces.join()}) ${move}`))
  return moves.length === 0 ? noSolutionWords(attempt) : `Solution: ${moves.join(", ")}.`
}

/** Returns the verdict on a finished attempt as a sentence: "Solved at once." */
export const verdictSentence = (attempt: PuzzleAttempt): string => `${capitalized(verdictOf(saveAttempt(attempt)))}.`

/** Returns "on a 5", "on an 8" or "on 5 and 6". */
const onRolls = (faces: number[]): string =>
  `on ${faces.length === 1 ? rollWords(faces) : joinWithAnd([...faces].sort())}`

/** Returns what a winning move achieves: "White mates", "Black forces mate". */
function success(attempt: PuzzleAttempt): string {
  const canWinOtherwise = canWinWithoutMate(attempt)
  const isLong = (attempt.puzzle.moves ?? 1) > 1
  return `${sideOf(attempt)} ${isLong ? `forces ${canWinOtherwise ? "a win" : "mate"}` : canWinOtherwise ? "wins" : "mates"}`
}

/** Returns the rolls on which the solver succeeds: "on 5 and 6 White mates". */
export const winningRollsWords = (attempt: PuzzleAttempt): string =>
  attempt.tasks.length === 0
    ? "no roll wins"
    : `${onRolls(attempt.tasks.map(({ position }) => position.face))} ${success(attempt)}`

/** Compares the selected faces with the winning ones, and counts a mistake if they differ. */
export function judgeGuess(attempt: PuzzleAttempt): { right: boolean; words: string } {
  const winningFaces = attempt.tasks.map(({ position: line }) => line.face)
  const missing = winningFaces.filter(face => !attempt.guess.has(face)).length
  const wrongFaces = [...attempt.guess].filter(face => !winningFaces.includes(face))
  attempt.checkedGuess = new Set(attempt.guess)
  if (missing === 0 && wrongFaces.length === 0) return { right: true, words: `Right: ${winningRollsWords(attempt)}.` }
  ++attempt.mistakes
  const more = missing < winningFaces.length ? "more " : ""
  const parts = [
    wrongFaces.length > 0 &&
      `${onRolls(wrongFaces)} ${sideOf(attempt)} cannot ${goalVerb(attempt)}${missing > 0 ? ", but" : ""}`,
    missing > 0 &&
      `there ${missing === 1 ? "is" : "are"} ${numberWord(missing)} ${more}winning roll${missing === 1 ? "" : "s"}`,
  ]
  return { right: false, words: `Not yet: ${parts.filter(Boolean).join(" ")}.` }
}

/** Describes a reply and its roll, such as "Black rolls a 3: Black’s queen moved from c4 to g8". */
export const replyWords = (attempt: PuzzleAttempt, { roll, words }: OpponentMove): string =>
  `${roll === null ? "" : `${opponentOf(attempt)} rolls ${rollWords([roll])}: `}${words}`

/**
 * Explains why a move fails, such as "Ke5-e4 does not mate. On a 3 Black escapes: Black’s queen moved from c4 to g8".
 */
export function mistakeWords(attempt: PuzzleAttempt, record: MoveRecord, left: number, defence?: Refutation): string {
  const goal = goalVerb(attempt, left)
  const fails = `${record.move} ${record.check ? `gives check, but does not ${goal}` : `does not ${goal}`}`
  if (!defence) return fails
  const { reply, roll, words, winning } = defence
  const later = winning && `, and then ${winning.length === 0 ? "nothing mates" : `only ${rollWords(winning)} mates`}`
  const answer = `${opponentOf(attempt)} ${reply.mate ? "mates" : "escapes"}`
  return `${fails}. ${roll === null ? "" : `${capitalized(onRolls([roll]))} `}${answer}: ${words}${reply.mate ? "" : (later ?? "")}`
}

/** Returns "a 5" or "a 5 or an 8". */
const rollWords = (faces: number[]): string => faces.map(face => `${face === 8 ? "an" : "a"} ${face}`).join(" or ")

/** The hint when every winning face is selected. */
export function noMoreHintsWords({ guess, tasks }: PuzzleAttempt): string {
  if (guess.size > tasks.length) return "Hint: not every selected roll wins."
  return tasks.length === 0 ? "Hint: no roll wins." : "Hint: these are all. Press Submit."
}

/** Returns buttons for themes; a press shows the meaning of one. */
export function themeChips(names: string[], { themes }: Collection): HTMLElement | null {
  const knownThemes = names.flatMap(name => themes.filter(theme => theme.name === name && theme.meaning))
  if (knownThemes.length === 0) return null
  const themeMeaning = h("p", { class: "hint meaning", role: "status" })
  const chips = knownThemes.map(theme => {
    const chip = h(
      "button",
      {
        class: "chip",
        "aria-pressed": "false",
        onclick: () => {
          const isPressed = chip.getAttribute("aria-pressed") !== "true"
          for (const otherChip of chips) otherChip.setAttribute("aria-pressed", String(isPressed && otherChip === chip))
          themeMeaning.textContent = isPressed ? `${themeName(theme.name)}: ${theme.meaning}` : ""
        },
      },
      themeName(theme.name),
    )
    return chip
  })
  return h("div", { class: "themes" }, h("div", { class: "row" }, ...chips), themeMeaning)
}
