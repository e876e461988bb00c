// Answers requests by the WebAssembly module, as the npm package does. Each line of the standard input is
// [NAME, BODY] in JSON, and each line of the output is [STATUS, TEXT].
//
// usage: module.mjs MODULE.wasm.gz

import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { gunzipSync } from "node:zlib"

const clock = (_clock, _precision, at) => {
  new DataView(exports.memory.buffer).setBigUint64(
    at,
    BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)),
    true,
  )
  return 0
}
const NOT_SUPPORTED = 58
const system = new Proxy({}, { get: (_, name) => (name === "clock_time_get" ? clock : () => NOT_SUPPORTED) })
const module = new WebAssembly.Module(gunzipSync(readFileSync(process.argv[2])))
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system })
exports._initialize()

function answer(name, body) {
  const [first, second] = [Buffer.from(name), Buffer.from(body)]
  // This call may grow the memory and so replace `exports.memory.buffer`, which is therefore read afterwards.
  const at = exports.octomate_buffer(first.length + second.length)
  const room = new Uint8Array(exports.memory.buffer, at)
  room.set(first)
  room.set(second, first.length)
  const status = exports.octomate_answer(first.length)
  return [status, Buffer.from(exports.memory.buffer, exports.octomate_text(), exports.octomate_text_bytes()).toString()]
}

answer("begin", "superpermutation-d8\n")
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(answer(...JSON.parse(line))))
