/** Where the answers come from: the server or, if the page was exported, what it carries. */
import type { Begin, Reply } from "./engine"
import { site, sitePuzzles, wholeModule } from "./site"

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
const HEAVY = new Set(["mate", "check", "defence", "replay", "chance", "luck"])
const purposeOf = (name: string): Purpose => (name === "reply" ? "reply" : HEAVY.has(name) ? "heavy" : "light")

/** The modules: the one that the page begins with has the games of the first family, and not all requests; see src/wasm. */
type Extent = "first" | "whole"
const WHOLE = /^(check|latex)$/
const OTHER_GAMES = /complete-permutation|super-chess/
const extentOf = (name: string, body: string): Extent => (WHOLE.test(name) || OTHER_GAMES.test(body) || OTHER_GAMES.test(sitePuzzles?.variant ?? "") ? "whole" : "first")

const engines = new Map<string, Promise<Engine>>()
const modules = new Map<Extent, Promise<WebAssembly.Module>>()

async function compile(extent: Extent): Promise<WebAssembly.Module> {
  const packed = extent === "whole" ? await wholeModule() : (site?.module ?? "")
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
  return WebAssembly.compile(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())
}

/** What stands under a key, made if nothing does; what fails is made anew the next time. */
function once<K, V>(made: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const value = made.get(key) ?? make()
  made.set(key, value)
  value.catch(() => made.delete(key))
  return value
}

/** An engine; only those for light requests know the puzzles. */
async function makeEngine(extent: Extent, purpose: Purpose): Promise<Engine> {
  const { variant = "", records = "" } = sitePuzzles ?? {}
  return new Engine({ module: await once(modules, extent, () => compile(extent)), begin: `${variant}\n${purpose === "light" ? records : ""}` }, site?.texts["engine.js"] ?? "")
}

/** Asks the module, and stops the engine if the signal comes first. */
async function askModule(name: string, body: string, signal?: AbortSignal): Promise<Answer> {
  const [extent, purpose] = [extentOf(name, body), purposeOf(name)]
  const key = `${extent} ${purpose}`
  const engine = await once(engines, key, () => makeEngine(extent, purpose))
  signal?.throwIfAborted()
  const stop = (): void => {
    engines.delete(key)
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
