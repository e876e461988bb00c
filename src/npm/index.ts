/** The package in a browser: every function sends its question to a worker and returns a promise. */
import { browserThread } from "./client.js"
import { asyncQuestions } from "./async-questions.js"
import { program } from "./module.js"
import type { Position as PositionOf } from "./questions.js"

const library = asyncQuestions(() =>
  browserThread(new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })))),
)

export const { Position, games, solve, faces, mate, check, scene, svg, reply, chance, replay, luck, latex } = library

/** Ends the worker and rejects the pending questions; the next question starts another worker. */
export const stop: () => Promise<void> = library.stop
export type Position = PositionOf<"later">
export type * from "./questions.js"
export type * from "./records.js"
export { DEFAULT_VARIANT, InputError } from "./questions.js"
