/** The package in Node, with functions that return their answers at once. */
import { gunzipSync } from "node:zlib"
import { Engine } from "./engine.js"
import { packed } from "./module.js"
import { DEFAULT_VARIANT, octomate, type Position as PositionOf } from "./questions.js"

let engine: Engine | null = null

export const { Position, games, solve, faces, mate, check, scene, svg, reply, chance, replay, luck, latex } =
  octomate<"now">((name, writeBody) => {
    const body = writeBody()
    engine ??= new Engine({ module: new WebAssembly.Module(gunzipSync(packed)), begin: `${DEFAULT_VARIANT}\n` })
    const { status, text } = engine.answer({ number: 0, name, body })
    return { ok: status === 200, text }
  })

export type Position = PositionOf<"now">
export type * from "./questions.js"
export type * from "./records.js"
export { DEFAULT_VARIANT, InputError } from "./questions.js"
