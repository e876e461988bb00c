/** Puzzles in words: what is asked, how hard it is, and what their themes mean. */
import type { Collection, Puzzle, Theme } from "./api"
import { h, listed, plural } from "./dom"
import { namedBy, usesDie } from "./moves"
import { levelOf, type Wanted } from "./puzzle-order"
import { type Line, type Round, winning, winsInWays } from "./puzzle-attempt"

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
export const inLetters = (count: number): string => NUMBERS[count] ?? String(count)

/** From easy to hard, a fifth of the scale each. */
export const DIFFICULTIES = ["very easy", "easy", "medium", "hard", "very hard"] as const
export const difficultyOf = ({ difficulty }: Puzzle): string | undefined =>
  difficulty === undefined ? undefined : DIFFICULTIES[levelOf(difficulty)]

export const themeName = (name: string): string => name.replace(/-/g, " ")

/** The theme by which a puzzle is sorted. */
export function leading(puzzle: Puzzle, { themes }: Collection): Theme | undefined {
  return themes
    .filter(({ name, lead }) => lead > 0 && puzzle.themes?.includes(name))
    .sort((a, b) => a.lead - b.lead)[0]
}

/** "Black to mate: two faces, hard, teleport". Until the puzzle is over, nothing but the goal and what a filter asked for. */
export function headline(round: Round, collection: Collection, wanted: Wanted): string {
  const { puzzle, analysis, tasks, outOf } = round
  const over = round.stage === "over"
  const side = analysis.solved.turn === "white" ? "White" : "Black"
  const within = (puzzle.moves ?? 1) > 1 ? ` in ${inLetters(puzzle.moves ?? 1)}` : ""
  const themes = over ? [leading(puzzle, collection)?.name] : (wanted.themes ?? [])
  const faces =
    (over || wanted.faces) && `${inLetters(tasks.length)} ${tasks.length === 1 ? "face" : "faces"}`
  const asked = outOf > tasks.length ? faces : puzzle.roll && `on a roll of ${puzzle.roll}`
  const parts = [
    asked,
    (over || wanted.level) && difficultyOf(puzzle),
    ...themes.map((theme) => theme && themeName(theme)),
  ].filter(Boolean)
  return `${side} to ${winsInWays(round) ? "win" : "mate"}${within}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`
}

/** What is to be done within so many moves: "mate at once". */
export function goal(round: Round, left = round.puzzle.moves ?? 1): string {
  const ways = winsInWays(round)
  const later = usesDie(round.analysis.solved.faces) ? ", whatever is rolled later" : ""
  return left > 1
    ? `force ${ways ? "a win" : "mate"} in ${inLetters(left)}${later}`
    : `${ways ? "win" : "mate"} at once`
}

/** What the face that was rolled asks for. */
export function meaning({ face, free, analysis }: Line): string {
  const { die } = analysis.solved.words
  if (free) return `: ${die?.free}, so any move may be played`
  const names = namedBy(analysis.solved, face)
  return names ? `: the move must ${die?.serve} ${names}` : ""
}

export const nothing = ({ analysis }: Round): string =>
  usesDie(analysis.solved.faces) ? "No roll wins." : "No move wins."

/** "Solution: (5) Nb6-d5#, (6) Qe2-c4#." */
export function solutionWords(round: Round): string {
  const moves = round.tasks.flatMap(({ line }) =>
    winning(line)
      .slice(0, 1)
      .map(({ move }) => (line.face === 0 ? move : `(${line.face}) ${move}`)),
  )
  return moves.length === 0 ? nothing(round) : `Solution: ${moves.join(", ")}.`
}

/** Compares the faces that were guessed with those that win: a point if they are the same at once. */
export function judged(round: Round): { right: boolean; words: string } {
  const right = round.tasks.map(({ line }) => line.face)
  const missing = right.filter((face) => !round.guess.has(face)).length
  const wrong = [...round.guess].filter((face) => !right.includes(face)).sort()
  round.marked = new Set(round.guess)
  if (missing === 0 && wrong.length === 0) {
    if (round.clean) ++round.points
    return {
      right: true,
      words:
        right.length === 0
          ? "Right: no roll wins."
          : `Right: ${listed([...right].sort())} ${right.length === 1 ? "wins" : "win"}.`,
    }
  }
  round.clean = false
  const parts = [
    wrong.length > 0 && `${listed(wrong)} ${wrong.length === 1 ? "does" : "do"} not win`,
    missing > 0 && `${plural(missing, "winning roll")} ${missing === 1 ? "is" : "are"} missing`,
  ]
  return { right: false, words: `Not yet: ${parts.filter(Boolean).join(", and ")}.` }
}

/** The hint when every winning face is selected. */
export function lastHint({ guess, tasks }: Round): string {
  if (guess.size > tasks.length) return "Hint: not every selected roll wins."
  return tasks.length === 0 ? "Hint: no roll wins." : "Hint: these are all. Press Check."
}

/** Themes as buttons, each with its meaning below when it is pressed. */
export function themeChips(names: string[], { themes }: Collection): HTMLElement | null {
  const known = names.flatMap((name) => themes.filter((theme) => theme.name === name && theme.meaning))
  if (known.length === 0) return null
  const meaning = h("p", { class: "hint meaning", role: "status" })
  const chips = known.map((theme) => {
    const chip = h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": "false",
        onclick: () => {
          const on = chip.getAttribute("aria-pressed") !== "true"
          for (const other of chips) other.setAttribute("aria-pressed", String(on && other === chip))
          meaning.textContent = on ? `${themeName(theme.name)}: ${theme.meaning}` : ""
        },
      },
      themeName(theme.name),
    )
    return chip
  })
  return h("div", { class: "themes" }, h("div", { class: "row" }, ...chips), meaning)
}
