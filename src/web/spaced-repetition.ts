/**
 * Spaced repetition in boxes, after Sebastian Leitner: a missed puzzle returns after one day, and after growing
 * intervals each time it is solved, until it has passed the last box.
 */

export interface RepetitionCard {
  box: number // how often the puzzle was solved in a row since it was missed
  due: number // the day on which the puzzle returns, see `dayNumber`
}

const INTERVALS = [1, 3, 7, 16, 35] // days until the next repetition, by box

/** Returns the number of days since 1970 in the local calendar. */
export const dayNumber = (now: Date): number =>
  Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000)

/** Returns the new card after a result; undefined if the puzzle does not return. */
export function nextRepetition(
  card: RepetitionCard | undefined,
  right: boolean,
  today: number,
): RepetitionCard | undefined {
  if (!right) return { box: 0, due: today + (INTERVALS[0] ?? 1) }
  if (!card || card.due > today) return card
  const days = INTERVALS[card.box + 1]
  return days === undefined ? undefined : { box: card.box + 1, due: today + days }
}

/** The keys of the due puzzles, the longest overdue first. */
export function dueCards(cards: Record<string, RepetitionCard>, today: number): string[] {
  return Object.entries(cards)
    .filter(([, { due }]) => due <= today)
    .sort(([, a], [, b]) => a.due - b.due)
    .map(([id]) => id)
}
