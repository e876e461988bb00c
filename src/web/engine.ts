/** The worker that runs the module of an exported page: one request after the other. */

export interface Begin {
  module: WebAssembly.Module
  begin: string // the first line names a game, the others are puzzles
}

export interface Asked {
  number: number
  name: string
  body: string
}

export interface Reply {
  number: number
  status: number
  text: string
}

/** What the module exports; see src/wasm/main.cpp. */
interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  octomate_room(bytes: number): number
  octomate_answer(nameBytes: number): number
  octomate_text(): number
  octomate_text_bytes(): number
}

const NOT_SUPPORTED = 58 // as WASI says it
const BROKEN = '{"error":{"code":"internal_error","message":"internal error in the program"}}'

let given: Begin
let module: Exports | null = null

/** What the module may ask of a system: what time it is. */
function system(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const clock = (_clock: number, _precision: bigint, at: number): number => {
    new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true)
    return 0
  }
  return new Proxy({}, { get: (_, name) => (name === "clock_time_get" ? clock : () => NOT_SUPPORTED) })
}

/** Writes a request into the module and runs it. */
function run(exports: Exports, name: string, body: string): [status: number, text: string] {
  const encoder = new TextEncoder()
  const [first, second] = [encoder.encode(name), encoder.encode(body)]
  const at = exports.octomate_room(first.length + second.length)
  const room = new Uint8Array(exports.memory.buffer, at)
  room.set(first)
  room.set(second, first.length)
  const status = exports.octomate_answer(first.length)
  return [status, new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.octomate_text(), exports.octomate_text_bytes()))]
}

function start(): Exports {
  const instance: WebAssembly.Instance = new WebAssembly.Instance(given.module, { wasi_snapshot_preview1: system(() => (instance.exports as unknown as Exports).memory) })
  const exports = instance.exports as unknown as Exports
  exports._initialize()
  run(exports, "begin", given.begin)
  return exports
}

function answer({ number, name, body }: Asked): Reply {
  try {
    const [status, text] = run((module ??= start()), name, body)
    return { number, status, text }
  } catch {
    module = null // what threw cannot go on
    return { number, status: 500, text: BROKEN }
  }
}

onmessage = ({ data }: MessageEvent<Begin | Asked>): void => {
  if ("module" in data) given = data
  else postMessage(answer(data))
}
