/** Texts about puzzles: the task, the difficulty, and the meaning of themes. */
import type { Collection, Puzzle, Theme } from "./api"
import { h, joinWithAnd, plural } from "./dom"
import { faceTarget, usesDie } from "./moves"
import { levelOf, type PuzzleFilter } from "./puzzle-order"
import { type SolvingPosition, type PuzzleAttempt, winningMoves, canWinWithoutMate } from "./puzzle-attempt"

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

/** From easy to hard, each a fifth of the scale. */
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
export function headline(attempt: PuzzleAttempt, collection: Collection, wanted: PuzzleFilter): string {
  const { puzzle, analysis, tasks, outOf } = attempt
  const isOver = attempt.stage === "over"
  const side = analysis.solved.turn === "white" ? "White" : "Black"
  const within = (puzzle.moves ?? 1) > 1 ? ` in ${numberWord(puzzle.moves ?? 1)}` : ""
  const themes = isOver ? [leadingTheme(puzzle, collection)?.name] : (wanted.themes ?? [])
  const faces = (isOver || wanted.faces) && `${numberWord(tasks.length)} ${tasks.length === 1 ? "face" : "faces"}`
  const rolls = outOf > tasks.length ? faces : puzzle.roll && `on a roll of ${puzzle.roll}`
  const parts = [
    rolls,
    (isOver || wanted.level) && difficultyOf(puzzle),
    ...themes.map(theme => theme && themeName(theme)),
  ].filter(Boolean)
  return `${side} to ${canWinWithoutMate(attempt) ? "win" : "mate"}${within}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`
}

/** Returns the goal within `left` moves, such as "mate at once". */
export function goalWords(attempt: PuzzleAttempt, left = attempt.puzzle.moves ?? 1): string {
  const ways = canWinWithoutMate(attempt)
  const later = usesDie(attempt.analysis.solved.faces) ? ", whatever is rolled later" : ""
  return left > 1
    ? `force ${ways ? "a win" : "mate"} in ${numberWord(left)}${later}`
    : `${ways ? "win" : "mate"} at once`
}

/** Explains what the rolled face requires. */
export function faceMeaning({ face, free, analysis }: SolvingPosition): string {
  const { die } = analysis.solved.words
  if (free) return `: ${die?.free}, so any move may be played`
  const names = faceTarget(analysis.solved, face)
  return names ? `: the move must ${die?.serve} ${names}` : ""
}

export const noSolutionWords = ({ analysis }: PuzzleAttempt): string =>
  usesDie(analysis.solved.faces) ? "No roll wins." : "No move wins."

/** Returns a text such as "Solution: (5) Nb6-d5#, (6) Qe2-c4#." */
export function solutionWords(attempt: PuzzleAttempt): string {
  const moves = attempt.tasks.flatMap(({ position: line }) =>
    winningMoves(line)
      .slice(0, 1)
      .map(({ move }) => (line.face === 0 ? move : `(${line.face}) ${move}`)),
  )
  return moves.length === 0 ? noSolutionWords(attempt) : `Solution: ${moves.join(", ")}.`
}

/** Returns a text such as "roll 1 wins" or "rolls 1 and 3 win". */
const rollWords = (faces: number[], one: string, several: string): string =>
  faces.length === 1 ? `roll ${faces[0]} ${one}` : `rolls ${joinWithAnd(faces)} ${several}`

/** Compares the selected faces with the winning ones; a correct first guess scores a point. */
export function judgeGuess(attempt: PuzzleAttempt): { right: boolean; words: string } {
  const right = attempt.tasks.map(({ position: line }) => line.face)
  const missing = right.filter(face => !attempt.guess.has(face)).length
  const wrong = [...attempt.guess].filter(face => !right.includes(face)).sort()
  attempt.marked = new Set(attempt.guess)
  if (missing === 0 && wrong.length === 0) {
    if (attempt.clean) ++attempt.points
    return {
      right: true,
      words: right.length === 0 ? "Right: no roll wins." : `Right: ${rollWords([...right].sort(), "wins", "win")}.`,
    }
  }
  attempt.clean = false
  const parts = [
    wrong.length > 0 && rollWords(wrong, "does not win", "do not win"),
    missing > 0 && `you have not found ${plural(missing, "winning roll")}`,
  ]
  return { right: false, words: `Not yet: ${parts.filter(Boolean).join(", and ")}.` }
}

/** The hint when every winning face is selected. */
export function noMoreHintsWords({ guess, tasks }: PuzzleAttempt): string {
  if (guess.size > tasks.length) return "Hint: not every selected roll wins."
  return tasks.length === 0 ? "Hint: no roll wins." : "Hint: these are all. Press Check."
}

/** Returns buttons for themes; a press shows the meaning of one. */
export function themeChips(names: string[], { themes }: Collection): HTMLElement | null {
  const knownThemes = names.flatMap(name => themes.filter(theme => theme.name === name && theme.meaning))
  if (knownThemes.length === 0) return null
  const faceMeaning = h("p", { class: "hint meaning", role: "status" })
  const chips = knownThemes.map(theme => {
    const chip = h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": "false",
        onclick: () => {
          const isPressed = chip.getAttribute("aria-pressed") !== "true"
          for (const otherChip of chips) otherChip.setAttribute("aria-pressed", String(isPressed && otherChip === chip))
          faceMeaning.textContent = isPressed ? `${themeName(theme.name)}: ${theme.meaning}` : ""
        },
      },
      themeName(theme.name),
    )
    return chip
  })
  return h("div", { class: "themes" }, h("div", { class: "row" }, ...chips), faceMeaning)
}
