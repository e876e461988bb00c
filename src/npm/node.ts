/** The package in Node: every function sends its question to a worker and returns a promise. */
import { Worker } from "node:worker_threads"
import type { WorkerThread } from "./client.js"
import { asyncQuestions } from "./async-questions.js"
import { program } from "./module.js"
import type { Position as PositionOf } from "./questions.js"

/** Runs in front of the worker's program, and gives it the `postMessage` and `onmessage` of a browser. */
const bridge = `const { parentPort } = require("node:worker_threads")
globalThis.postMessage = (data) => parentPort.postMessage(data)
parentPort.on("message", (data) => globalThis.onmessage({ data }))
`

function startThread(): WorkerThread {
  const worker = new Worker(bridge + program, { eval: true })
  worker.unref() // an idle worker must not keep the process alive
  return {
    post: data => worker.postMessage(data),
    listen(onReply, onFailure) {
      worker.on("message", onReply)
      worker.on("error", onFailure)
    },
    setBusy: busy => (busy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  }
}

const library = asyncQuestions(startThread)

export const { Position, games, solve, faces, mate, check, scene, svg, reply, chance, replay, luck, latex } = library

/** Ends the worker and rejects the pending questions; the next question starts another worker. */
export const stop: () => Promise<void> = library.stop
export type Position = PositionOf<"later">
export type * from "./questions.js"
export type * from "./records.js"
export { DEFAULT_VARIANT, InputError } from "./questions.js"
