/** Where the answers come from: the server or, if the page was exported, what it carries. */
import { Client, browserThread } from "../npm/client"
import type { Answer } from "../npm/questions"
import { site, sitePuzzles, loadTable, decompress } from "./exported-site"

/** Who answers: what may take seconds lets nothing else wait, and what can be stopped stops nothing else. */
type Purpose = "light" | "heavy" | "reply"
const SLOW_QUESTIONS = new Set(["mate", "check", "defence", "replay", "chance", "luck"])
const purposeOf = (name: string): Purpose =>
  name === "reply" ? "reply" : SLOW_QUESTIONS.has(name) ? "heavy" : "light"

const clients = new Map<Purpose, Promise<Client>>()
let module: Promise<WebAssembly.Module> | undefined

/** Compiles the module at the first call. */
function compiledModule(): Promise<WebAssembly.Module> {
  module ??= decompress(site?.module ?? "", "gzip").then((bytes) => WebAssembly.compile(bytes))
  return module
}

/** Returns the worker for a purpose; one that failed to start is made again the next time. */
function clientFor(purpose: Purpose): Promise<Client> {
  const client = clients.get(purpose) ?? makeClient(purpose)
  clients.set(purpose, client)
  client.catch(() => clients.delete(purpose))
  return client
}

/** A worker; only those for light requests know the puzzles. Its program comes from memory, because a page that is opened from a disk cannot load another. */
async function makeClient(purpose: Purpose): Promise<Client> {
  const { variant = "", records = "" } = sitePuzzles ?? {}
  const program = URL.createObjectURL(new Blob([site?.texts["engine.js"] ?? ""], { type: "text/javascript" }))
  return new Client(
    browserThread(new Worker(program)),
    {
      module: await compiledModule(),
      begin: `${[variant, ...(site?.tables ?? [])].join(" ")}\n${purpose === "light" ? records : ""}`,
    },
    loadTable,
  )
}

/** Asks the module, and stops the worker if the signal comes first. */
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

/** Asks the server; one that has too much to do is asked again, later and later, for some seconds. */
async function askServer(path: string, posted?: string, signal?: AbortSignal): Promise<Answer> {
  const init = {
    ...(posted !== undefined && {
      method: "POST",
      body: posted,
      headers: { "Content-Type": "application/json" },
    }),
    ...(signal && { signal }),
  }
  for (let wait = 250; ; wait *= 2) {
    const response = await fetch(path, init)
    const text = await response.text()
    if (wait > 4000 || !isBusy(response.status, text)) return { ok: response.ok, text }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** What stands at a path of the server, or what it answers to what is posted there; the signal stops it. */
export async function request(path: string, posted?: string, signal?: AbortSignal): Promise<Answer> {
  if (!site) return askServer(path, posted, signal)
  const [file = "", query] = path.split("?")
  const text = file === "api/collection" ? sitePuzzles?.collection : site.texts[file]
  if (text !== undefined) return { ok: true, text }
  const name = file.replace(/^api\//, "")
  return askModule(name, posted ?? JSON.stringify(Object.fromEntries(new URLSearchParams(query))), signal)
}
