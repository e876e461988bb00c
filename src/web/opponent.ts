/** The computer player: its level, its side, and the seed of its rolls and moves. */
import { isBoolean, oneOf, optional, readStored, shape } from "./local-storage"

export type Side = "white" | "black"

export interface Opponent {
  level: number
  side: Side // the side of the computer
  seed: number
}

export const LEVELS = 8
export const isLevel = oneOf(...Array.from({ length: LEVELS }, (_, index) => index + 1))
export const sideName = (side: Side): string => (side === "white" ? "White" : "Black")
export const opposite = (side: Side): Side => (side === "white" ? "black" : "white")

const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** Creates an opponent with a random seed; `person` is the side of the user. */
export function makeOpponent(level: number, person: Side | "random"): Opponent {
  const seed = newSeed()
  return { level, seed, side: person === "random" ? (newSeed() % 2 === 0 ? "white" : "black") : opposite(person) }
}

/** The choice in the dialog of the last new game. */
export interface NewGameChoice {
  computer: boolean
  level: number
  side: Side | "random"
}

const isNewGameChoice = shape<Partial<NewGameChoice>>({
  computer: optional(isBoolean),
  level: optional(isLevel),
  side: optional(oneOf("white", "black", "random")),
})

/** Creates the opponent of a choice; null if two people play. */
export const chosenOpponent = ({ computer, level, side }: NewGameChoice): Opponent | null =>
  computer ? makeOpponent(level, side) : null

export const lastNewGameChoice = (): NewGameChoice => ({
  computer: true,
  level: 3,
  side: "white",
  ...readStored<Partial<NewGameChoice>>("opponent", {}, isNewGameChoice),
})
