/** Ratings by Glicko-2, after Mark Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf). */

export interface Rating {
  rating: number
  deviation: number
  volatility: number
}

/** An opponent with the score against it: 0 is a loss, 1 a win. */
export interface Match {
  rating: number
  deviation: number
  score: number
}

export const UNRATED: Rating = { rating: 1500, deviation: 350, volatility: 0.06 }
const SCALE = 173.7178 // points of the usual scale per unit of the internal scale
const VOLATILITY_CHANGE = 0.5 // the constant τ, which limits changes of the volatility
const PRECISION = 1e-6

/** Returns the rating after one rating period with these matches. */
export function updateRating({ rating, deviation, volatility }: Rating, matches: Match[]): Rating {
  const phi = deviation / SCALE
  if (matches.length === 0) return { rating, deviation: Math.hypot(phi, volatility) * SCALE, volatility }
  const terms = matches.map(match => {
    const g = 1 / Math.sqrt(1 + (3 * (match.deviation / SCALE) ** 2) / Math.PI ** 2)
    const expected = 1 / (1 + Math.exp((-g * (rating - match.rating)) / SCALE))
    return { information: g * g * expected * (1 - expected), gain: g * (match.score - expected) }
  })
  const variance = 1 / terms.reduce((sum, { information }) => sum + information, 0)
  const gain = terms.reduce((sum, term) => sum + term.gain, 0)
  const changed = volatilityAfter(volatility, phi, variance, variance * gain)
  const after = 1 / Math.sqrt(1 / (phi * phi + changed * changed) + 1 / variance)
  return { rating: rating + SCALE * after * after * gain, deviation: after * SCALE, volatility: changed }
}

/** Step 5 of the paper: finds the root of its function f by the Illinois algorithm. */
function volatilityAfter(volatility: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(volatility * volatility)
  const f = (x: number): number => {
    const sum = phi * phi + variance + Math.exp(x)
    return (Math.exp(x) * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (VOLATILITY_CHANGE * VOLATILITY_CHANGE)
  }
  let low = a
  let high = Math.log(delta * delta - phi * phi - variance)
  if (!(delta * delta > phi * phi + variance)) {
    let steps = 1
    while (f(a - steps * VOLATILITY_CHANGE) < 0) ++steps
    high = a - steps * VOLATILITY_CHANGE
  }
  let [atLow, atHigh] = [f(low), f(high)]
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow)
    const atMiddle = f(middle)
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh]
    else atLow /= 2
    ;[high, atHigh] = [middle, atMiddle]
  }
  return Math.exp(low / 2)
}

/** Returns the rating and deviation of a puzzle with a difficulty from 0 to 100, which is only an estimate. */
export const ratingOfDifficulty = (difficulty: number): { rating: number; deviation: number } => ({
  rating: 700 + 16 * difficulty,
  deviation: 150,
})

const MOST_CHANGE = 150 // limit on the change by one puzzle: without it, an early result could change a rating by 600
const PROVISIONAL_DEVIATION = 110 // a rating with a greater deviation is provisional, as on lichess

export const isProvisional = ({ deviation }: Rating): boolean => deviation > PROVISIONAL_DEVIATION

/** Returns the rating after a puzzle with a difficulty from 0 to 100 and a score from 0 to 1. */
export function rateAttempt(before: Rating, difficulty: number, score: number): Rating {
  const after = updateRating(before, [{ ...ratingOfDifficulty(difficulty), score }])
  const change = Math.max(-MOST_CHANGE, Math.min(MOST_CHANGE, after.rating - before.rating))
  return { ...after, rating: before.rating + change }
}
