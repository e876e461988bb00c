/** Where the answers come from: the server or, if the page was exported, what it carries. */
import type { Begin, Reply } from "./engine"
import { site, sitePuzzles } from "./site"

export interface Answer {
  ok: boolean
  text: string
}

/** A worker that runs the module, and who waits for its answers. */
class Engine {
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private readonly worker: Worker
  private asked = 0

  /** The program of the worker comes from memory, because a page that is opened from a disk cannot load another. */
  constructor(begin: Begin, program: string) {
    this.worker = new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })))
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.waiting.get(data.number)?.({ ok: data.status === 200, text: data.text })
      this.waiting.delete(data.number)
    }
    this.worker.postMessage(begin)
  }

  ask(name: string, body: string): Promise<Answer> {
    const number = ++this.asked
    return new Promise((resolve) => {
      this.waiting.set(number, resolve)
      this.worker.postMessage({ number, name, body })
    })
  }
}

const HEAVY = new Set(["mate", "defence", "check", "replay"]) // they may take seconds, and the others should not wait for them
const engines = new Map<boolean, Promise<Engine>>()
let compiled: Promise<WebAssembly.Module> | undefined

async function compile(packed: string): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
  return WebAssembly.compile(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer())
}

/** The engine for heavy requests, or the one for all others, which knows the puzzles. */
function engineFor(heavy: boolean): Promise<Engine> {
  const begin = async (): Promise<Engine> => {
    compiled ??= compile(site?.module ?? "")
    const { variant = "", records = "" } = sitePuzzles ?? {}
    return new Engine({ module: await compiled, begin: `${variant}\n${heavy ? "" : records}` }, site?.texts["engine.js"] ?? "")
  }
  const engine = engines.get(heavy) ?? begin()
  engines.set(heavy, engine)
  return engine
}

const isBusy = (status: number, text: string): boolean => status === 503 && text.includes('"busy"')

/** Asks the server; one that has too much to do is asked again, later and later, for some seconds. */
async function askServer(path: string, posted?: string): Promise<Answer> {
  const request = posted === undefined ? {} : { method: "POST", body: posted, headers: { "Content-Type": "application/json" } }
  for (let wait = 250; ; wait *= 2) {
    const response = await fetch(path, request)
    const text = await response.text()
    if (wait > 4000 || !isBusy(response.status, text)) return { ok: response.ok, text }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** What stands at a path of the server, or what it answers to what is posted there. */
export async function ask(path: string, posted?: string): Promise<Answer> {
  if (!site) return askServer(path, posted)
  const [place = "", query] = path.split("?")
  const text = place === "api/collection" ? sitePuzzles?.collection : site.texts[place]
  if (text !== undefined) return { ok: true, text }
  const name = place.replace(/^api\//, "")
  return (await engineFor(HEAVY.has(name))).ask(name, posted ?? JSON.stringify(Object.fromEntries(new URLSearchParams(query))))
}
