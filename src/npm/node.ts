/** The same in Node. */
import { readFile } from "node:fs/promises"
import { Worker } from "node:worker_threads"
import type { Thread } from "./client.js"
import { later } from "./later.js"
import type { Position as PositionOf } from "./questions.js"

function thread(): Thread {
  const worker = new Worker(new URL("./worker-node.js", import.meta.url))
  worker.unref() // a program that waits for no answer may end
  return {
    post: (data) => worker.postMessage(data),
    listen(hear, fail) {
      worker.on("message", hear)
      worker.on("error", fail)
    },
    busy: (is) => (is ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  }
}

const library = later(thread, async () => WebAssembly.compile(await readFile(new URL("./octomate.wasm", import.meta.url))))

export const { Position, games, solve, faces, mate, check, scene, svg, reply, chance, replay, luck, latex } = library

/** Ends the worker, and fails what it was asked; the next question starts another. */
export const stop: () => Promise<void> = library.stop
export type Position = PositionOf<"later">
export type * from "./questions.js"
export type * from "./records.js"
export { DEFAULT_VARIANT, InputError } from "./questions.js"
