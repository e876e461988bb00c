/** Sends requests to the server or, in an exported page, to the module that the page carries. */
import { Client, browserThread } from "../npm/client"
import { type Answer, InputError } from "../npm/questions"
import { site, sitePuzzles, loadTable, decompress } from "./exported-site"

/**
 * The worker for a request. Slow questions have their own worker, so that quick ones need not wait. Replies of the
 * computer player have a third worker, because cancelling a reply ends its worker.
 */
type Purpose = "light" | "heavy" | "reply"
const SLOW_QUESTIONS = new Set(["mate", "check", "defence", "replay", "chance", "luck"])
const purposeOf = (name: string): Purpose => (name === "reply" ? "reply" : SLOW_QUESTIONS.has(name) ? "heavy" : "light")

const clients = new Map<Purpose, Promise<Client>>()
let module: Promise<WebAssembly.Module> | undefined

/** Compiles the module at the first call. */
function compiledModule(): Promise<WebAssembly.Module> {
  module ??= decompress(site?.module ?? "", "gzip").then(bytes => WebAssembly.compile(bytes))
  return module
}

/** Returns the worker for `purpose`; starts it again if it failed to start. */
function clientFor(purpose: Purpose): Promise<Client> {
  const client = clients.get(purpose) ?? makeClient(purpose)
  clients.set(purpose, client)
  client.catch(() => clients.delete(purpose))
  return client
}

/**
 * Starts a worker; only the one for light requests gets the puzzles. The worker's program is loaded from memory,
 * because a page opened from disk may not load another file as a worker.
 */
async function makeClient(purpose: Purpose): Promise<Client> {
  const { variant = "", records = "" } = sitePuzzles ?? {}
  const program = URL.createObjectURL(new Blob([site?.texts["engine.js"] ?? ""], { type: "text/javascript" }))
  return new Client(
    browserThread(new Worker(program)),
    {
      module: await compiledModule(),
      begin: `${[variant, ...(site?.tables ?? [])].join(" ")}\n${purpose === "light" ? records : ""}`,
    },
    name =>
      loadTable(name).catch(() => {
        const message = `the endgame table ${name} is not stored here, and needs the network`
        throw new InputError([{ code: "missing_table", message }])
      }),
  )
}

/** Sends a request to the module; an abort of `signal` ends the worker. */
async function askModule(name: string, body: string, signal?: AbortSignal): Promise<Answer> {
  const purpose = purposeOf(name)
  const client = await clientFor(purpose)
  signal?.throwIfAborted()
  const stop = (): void => {
    clients.delete(purpose)
    client.stop(signal?.reason)
  }
  signal?.addEventListener("abort", stop)
  return client.ask(name, body).finally(() => signal?.removeEventListener("abort", stop))
}

const isBusy = (status: number, text: string): boolean => status === 503 && text.includes('"busy"')

/** Sends a request to the server; while the server is busy, retries for some seconds with growing delays. */
async function askServer(path: string, posted?: string, signal?: AbortSignal): Promise<Answer> {
  const init = {
    ...(posted !== undefined && { method: "POST", body: posted, headers: { "Content-Type": "application/json" } }),
    ...(signal && { signal }),
  }
  for (let wait = 250; ; wait *= 2) {
    const response = await fetch(path, init)
    const text = await response.text()
    if (wait > 4000 || !isBusy(response.status, text)) return { ok: response.ok, text }
    await new Promise(resolve => setTimeout(resolve, wait))
  }
}

/**
 * Gets `path` from the server, or posts `posted` to it. An exported page has no server: the answer comes from the texts
 * that it contains or from its WebAssembly module.
 */
export async function request(path: string, posted?: string, signal?: AbortSignal): Promise<Answer> {
  if (!site) return askServer(path, posted, signal)
  const [file = "", query] = path.split("?")
  const text = file === "api/collection" ? sitePuzzles?.collection : site.texts[file]
  if (text !== undefined) return { ok: true, text }
  const name = file.replace(/^api\//, "")
  return askModule(name, posted ?? JSON.stringify(Object.fromEntries(new URLSearchParams(query))), signal)
}
