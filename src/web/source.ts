/** Where the answers come from: the server or, if the page was exported, what it carries. */
import type { Begin, Reply } from "./engine"
import { site, sitePuzzles } from "./site"

export interface Answer {
  ok: boolean
  text: string
}

/** A worker that runs the module, and who waits for its answers. */
class Engine {
  private readonly waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (why: unknown) => void }>()
  private readonly worker: Worker
  private asked = 0

  /** The program of the worker comes from memory, because a page that is opened from a disk cannot load another. */
  constructor(begin: Begin, program: string) {
    this.worker = new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })))
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.waiting.get(data.number)?.resolve({ ok: data.status === 200, text: data.text })
      this.waiting.delete(data.number)
    }
    this.worker.postMessage(begin)
  }

  ask(name: string, body: string): Promise<Answer> {
    const number = ++this.asked
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject })
      this.worker.postMessage({ number, name, body })
    })
  }

  /** Ends the worker, and what it was asked. */
  stop(why: unknown): void {
    this.worker.terminate()
    for (const { reject } of this.waiting.values()) reject(why)
  }
}

/** Who answers: what may take seconds lets nothing else wait, and what can be stopped stops nothing else. */
type Purpose = "light" | "heavy" | "reply"
const HEAVY = new Set(["mate", "defence", "replay", "chance", "luck"])
const purposeOf = (name: string): Purpose => (name === "reply" ? "reply" : HEAVY.has(name) ? "heavy" : "light")
const engines = new Map<Purpose, Promise<Engine>>()
let compiled: Promise<WebAssembly.Module> | undefined

async function compile(packed: string): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
  return WebAssembly.compile(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())
}

/** The engine for some requests; only the one for light ones knows the puzzles. */
function engineFor(purpose: Purpose): Promise<Engine> {
  const begin = async (): Promise<Engine> => {
    compiled ??= compile(site?.module ?? "")
    const { variant = "", records = "" } = sitePuzzles ?? {}
    return new Engine({ module: await compiled, begin: `${variant}\n${purpose === "light" ? records : ""}` }, site?.texts["engine.js"] ?? "")
  }
  const engine = engines.get(purpose) ?? begin()
  engines.set(purpose, engine)
  return engine
}

/** Asks the module, and stops the engine if the signal comes first. */
async function askModule(name: string, body: string, signal?: AbortSignal): Promise<Answer> {
  const purpose = purposeOf(name)
  const engine = await engineFor(purpose)
  signal?.throwIfAborted()
  const stop = (): void => {
    engines.delete(purpose)
    engine.stop(signal?.reason)
  }
  signal?.addEventListener("abort", stop)
  return engine.ask(name, body).finally(() => signal?.removeEventListener("abort", stop))
}

const isBusy = (status: number, text: string): boolean => status === 503 && text.includes('"busy"')

/** Asks the server; one that has too much to do is asked again, later and later, for some seconds. */
async function askServer(path: string, posted?: string, signal?: AbortSignal): Promise<Answer> {
  const request = { ...(posted !== undefined && { method: "POST", body: posted, headers: { "Content-Type": "application/json" } }), ...(signal && { signal }) }
  for (let wait = 250; ; wait *= 2) {
    const response = await fetch(path, request)
    const text = await response.text()
    if (wait > 4000 || !isBusy(response.status, text)) return { ok: response.ok, text }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** What stands at a path of the server, or what it answers to what is posted there; the signal stops it. */
export async function ask(path: string, posted?: string, signal?: AbortSignal): Promise<Answer> {
  if (!site) return askServer(path, posted, signal)
  const [place = "", query] = path.split("?")
  const text = place === "api/collection" ? sitePuzzles?.collection : site.texts[place]
  if (text !== undefined) return { ok: true, text }
  const name = place.replace(/^api\//, "")
  return askModule(name, posted ?? JSON.stringify(Object.fromEntries(new URLSearchParams(query))), signal)
}
