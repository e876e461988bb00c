/** Who plays against the person: the level, its side, and the seed of all its dice and choices. */
import { isFlag, oneOf, optional, recall, shape } from "./local-storage"

export type Side = "white" | "black"

export interface Opponent {
  level: number
  side: Side // which it plays
  seed: number
}

export const LEVELS = 8
export const isLevel = oneOf(...Array.from({ length: LEVELS }, (_, at) => at + 1))
export const nameOf = (side: Side): string => (side === "white" ? "White" : "Black")
export const other = (side: Side): Side => (side === "white" ? "black" : "white")

const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** An opponent with a seed of its own; without a side for the person, chance decides. */
export function opponent(level: number, person: Side | "random"): Opponent {
  const seed = newSeed()
  return {
    level,
    seed,
    side: person === "random" ? (newSeed() % 2 === 0 ? "white" : "black") : other(person),
  }
}

/** What was chosen for the last game that was begun in the dialog. */
export interface Choice {
  computer: boolean
  level: number
  side: Side | "random"
}

const isChoice = shape<Partial<Choice>>({
  computer: optional(isFlag),
  level: optional(isLevel),
  side: optional(oneOf("white", "black", "random")),
})

export const lastChoice = (): Choice => ({
  computer: true,
  level: 3,
  side: "white",
  ...recall<Partial<Choice>>("opponent", {}, isChoice),
})
