/**
 * The whole solution of a longer puzzle as `octomate solve --solution` prints it: first moves, replies and answers.
 * Each move is a button.
 */
import type { Continuation, FirstMove, Reply, Solution, Variation } from "./api"
import { type Child, h, joinWithAnd } from "./dom"

/** The moves that lead to a position of the solution; `PASS` stands for a skipped turn. */
export type Path = readonly string[]
export const PASS = ""

/** The continuation after a move: the fields that first moves, continuations and variations share. */
type Play = Pick<Continuation, "then" | "moves_on" | "threats" | "variations">

const winsAtOnce = (item: Continuation): boolean =>
  item.in === 1 && !item.then && !item.threats && !item.moves_on && !item.variations

/** Joins groups of children by a separator. */
const joined = (groups: Child[][], separator: string): Child[] =>
  groups.flatMap((group, index) => (index === 0 ? group : [separator, ...group]))

const list = (items: Child[]): Child => items.length > 0 && h("ul", {}, ...items)

/** Returns the elements of a solution; `dieFaces` is the number of faces, `show` is called with the path of a move. */
export function solutionTree(
  solution: Solution,
  side: "White" | "Black",
  dieFaces: number | null,
  show: (path: Path, button: HTMLElement) => void,
): HTMLElement[] {
  const button = (path: Path): Child => {
    const element: HTMLElement = h("button", { class: "move", onclick: () => show(path, element) }, path.at(-1))
    return element
  }

  const rollsText = (rolls: number[] | null): string =>
    rolls === null || rolls.length === 0 || rolls.length === dieFaces ? "" : `(${rolls.join(",")}) `

  const movesOf = ({ rolls, moves, dual, short }: Continuation, path: Path): Child[] => [
    rollsText(rolls),
    ...joined(
      moves.map(move => [button([...path, move])]),
      " ",
    ),
    dual && " dual",
    short && " short",
  ]
  const joinContinuations = (items: Continuation[], path: Path): Child[] =>
    joined(
      items.map(item => movesOf(item, path)),
      "; ",
    )

  const continuations = (items: Continuation[], number: number, path: Path): Child[] =>
    items.map(item => play([`${number}. `, ...movesOf(item, path)], item, number, [...path, item.moves[0] ?? ""]))

  /** Returns the list item of a solver's move: `words`, then the continuation `after`. */
  const play = (words: Child[], after: Play, number: number, path: Path, more: Child[] = []): Child => {
    const next = after.threats ?? after.moves_on ?? []
    const from = after.threats ? [...path, PASS] : path
    const waiting =
      after.then === "zugzwang"
        ? " zugzwang"
        : after.then === "threat"
          ? " threatens "
          : after.then === "our_turn"
            ? " and moves again: "
            : ""
    const atOnce = next.every(winsAtOnce)
    return h(
      "li",
      {},
      ...words,
      waiting,
      ...(atOnce && next.length > 0 ? [`${number + 1}. `, ...joinContinuations(next, from)] : []),
      list([
        ...(atOnce ? [] : continuations(next, number + 1, from)),
        ...variations(after.variations ?? [], number, path),
        ...more,
      ]),
    )
  }

  const replies = (items: Reply[], path: Path): Child[] =>
    joined(
      items.map(({ rolls, move }) => [rollsText(rolls), button([...path, move])]),
      "; ",
    )

  const variations = (items: Variation[], number: number, path: Path): Child[] =>
    items
      .filter(({ threatened }) => !threatened) // threatened answers are shown as the threat
      .map(item => {
        const after = [...path, item.replies[0]?.move ?? ""]
        const answers = item.answers ?? []
        const words = [`${number}… `, ...replies(item.replies, path)]
        if (item.loses) return h("li", {}, ...words, " loses")
        if (item.then) return play([...words, " and moves again"], item, number, after)
        if (answers.length > 0 && answers.every(winsAtOnce))
          return h("li", {}, ...words, ` ${number + 1}. `, ...joinContinuations(answers, after))
        return h("li", {}, ...words, list(continuations(answers, number + 1, after)))
      })

  const firstMoves = (items: FirstMove[]): Child =>
    list(
      items.map(item => {
        const refutations = (item.refutations ?? []).map(({ rolls, moves, leaves }) => [
          rollsText(rolls),
          ...joined(
            moves.map(move => [button([item.move, move])]),
            " ",
          ),
          leaves !== "0" && ` leaves ${leaves}`,
        ])
        return play(
          [
            "1. ",
            item.rolls && item.rolls.length > 0 && `(${item.rolls.join(",")}) `,
            button([item.move]),
            item.mark,
            item.dual && " dual",
            item.short && " short",
            item.odds !== undefined && ` ${item.odds}`,
          ],
          item,
          1,
          [item.move],
          refutations.length > 0 ? [h("li", {}, "but 1… ", ...joined(refutations, "; "))] : [],
        )
      }),
    )

  const facesWithoutKey = solution.faces.flatMap(({ face, keys }) => (face !== null && keys.length === 0 ? [face] : []))
  const setPlay = solution.set_play
  const set = setPlay
    ? [
        ...(setPlay.mates ? [h("li", {}, "1… ", ...joinContinuations(setPlay.mates, [PASS]))] : []),
        ...variations(setPlay.variations ?? [], 1, [PASS]),
      ]
    : []
  const other = side === "White" ? "Black" : "White"
  const note = (words: string): HTMLElement => h("p", { class: "hint" }, words)
  const details = (words: string, content: Child): HTMLElement =>
    h("details", { class: "solution-tree" }, h("summary", {}, words), content)
  const elements: HTMLElement[] = [h("div", { class: "solution-tree" }, firstMoves(solution.keys))]
  if (facesWithoutKey.length > 0 && facesWithoutKey.length < solution.faces.length)
    elements.push(note(`There is no such mate on ${joinWithAnd(facesWithoutKey)}.`))
  if (solution.tries.length > 0)
    elements.push(details(`Tries that fail: ${solution.tries.length}`, firstMoves(solution.tries)))
  if (set.length > 0) elements.push(details(`Set play: if it were ${other}'s turn`, list(set)))
  if (!solution.complete) elements.push(note("A limit was reached: parts of the solution are missing."))
  return elements
}
