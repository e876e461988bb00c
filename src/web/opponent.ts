/** Who plays against the person: the level, its side, and the seed of all its dice and choices. */
import { isBoolean, oneOf, optional, readStored, shape } from "./local-storage"

export type Side = "white" | "black"

export interface Opponent {
  level: number
  side: Side // which it plays
  seed: number
}

export const LEVELS = 8
export const isLevel = oneOf(...Array.from({ length: LEVELS }, (_, index) => index + 1))
export const sideName = (side: Side): string => (side === "white" ? "White" : "Black")
export const opposite = (side: Side): Side => (side === "white" ? "black" : "white")

const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** An opponent with a seed of its own; without a side for the person, chance decides. */
export function makeOpponent(level: number, person: Side | "random"): Opponent {
  const seed = newSeed()
  return {
    level,
    seed,
    side: person === "random" ? (newSeed() % 2 === 0 ? "white" : "black") : opposite(person),
  }
}

/** What was chosen for the last game that was begun in the dialog. */
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

export const lastNewGameChoice = (): NewGameChoice => ({
  computer: true,
  level: 3,
  side: "white",
  ...readStored<Partial<NewGameChoice>>("opponent", {}, isNewGameChoice),
})
