/** Spaced repetition: a missed puzzle comes back after one day, and later at growing intervals until it has been solved each time. */

export interface RepetitionCard {
  box: number // how many times it was solved in a row since it was missed
  due: number // the day, as `dayOf` counts
}

const INTERVALS = [1, 3, 7, 16, 35] // from one repetition to the next

/** The days since 1970 by the calendar of the place. */
export const dayNumber = (now: Date): number =>
  Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000)

/** What becomes of a puzzle that was solved or missed; undefined: it does not come back. */
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

/** The puzzles that are due, those that have waited longest first. */
export function dueCards(cards: Record<string, RepetitionCard>, today: number): string[] {
  return Object.entries(cards)
    .filter(([, { due }]) => due <= today)
    .sort(([, a], [, b]) => a.due - b.due)
    .map(([id]) => id)
}
