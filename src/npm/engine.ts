/** Runs the WebAssembly module, one request after the other. */

export interface StartData {
  module: WebAssembly.Module
  // First line: the default game and the fetchable endgame tables, separated by spaces; then one puzzle a line.
  begin: string
}

export interface Request {
  number: number
  name: string
  body: string | Uint8Array
}

export interface Reply {
  number: number
  status: number // an HTTP status code
  text: string
}

/** The functions that the module exports; see src/wasm/main.cpp. */
interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  octomate_buffer(bytes: number): number
  octomate_answer(nameBytes: number): number
  octomate_text(): number
  octomate_text_bytes(): number
}

const NOT_SUPPORTED = 58 // the WASI error code ENOTSUP
const INTERNAL_ERROR = '{"error":{"code":"internal_error","message":"internal error in the program"}}'

/** The imports of the module. Only the clock works; every other call of WASI fails. */
function wasiImports(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const clock = (_clock: number, _precision: bigint, address: number): number => {
    new DataView(memory().buffer).setBigUint64(
      address,
      BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)),
      true,
    )
    return 0
  }
  return new Proxy({}, { get: (_, name) => (name === "clock_time_get" ? clock : () => NOT_SUPPORTED) })
}

/** Writes a request into the module's memory, and returns the status and text of the answer. */
function callModule(exports: Exports, name: string, body: string | Uint8Array): [status: number, text: string] {
  const encoder = new TextEncoder()
  const [first, second] = [encoder.encode(name), typeof body === "string" ? encoder.encode(body) : body]
  const address = exports.octomate_buffer(first.length + second.length)
  const buffer = new Uint8Array(exports.memory.buffer, address)
  buffer.set(first)
  buffer.set(second, first.length)
  const status = exports.octomate_answer(first.length)
  return [
    status,
    new TextDecoder().decode(
      new Uint8Array(exports.memory.buffer, exports.octomate_text(), exports.octomate_text_bytes()),
    ),
  ]
}

function startModule({ module, begin }: StartData): Exports {
  const instance: WebAssembly.Instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: wasiImports(() => (instance.exports as unknown as Exports).memory),
  })
  const exports = instance.exports as unknown as Exports
  exports._initialize()
  callModule(exports, "begin", begin)
  return exports
}

/** An instance of the module, created at the first request. */
export class Engine {
  private exports: Exports | null = null

  constructor(private readonly startData: StartData) {}

  answer({ number, name, body }: Request): Reply {
    try {
      const [status, text] = callModule((this.exports ??= startModule(this.startData)), name, body)
      return { number, status, text }
    } catch {
      this.exports = null // an instance that has thrown cannot be used again
      return { number, status: 500, text: INTERNAL_ERROR }
    }
  }
}

/** Returns the message handler of a worker: the first message starts the engine, the others are requests. */
export function messageHandler(post: (reply: Reply) => void): (data: StartData | Request) => void {
  let engine: Engine
  return data => {
    if ("module" in data) engine = new Engine(data)
    else post(engine.answer(data))
  }
}
