/** The service worker: stores answers, so that the page works without the server or a network. */

/** The parts of a service worker's scope that are used here and that the type of a window lacks. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Extendable {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
const scope = globalThis as unknown as Window & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } }

const STORE = "octomate"
// The answers that are stored in advance: of a server, or of an exported page, which has them in scripts.
const ANSWERS =
  scope.location.search === "?site"
    ? ["site.js", "puzzles.js"]
    : ["pieces.svg", "api/games", "api/collection", "api/puzzles?from=0"]
const SHELL = ["./", "app.js", "app.css", "icon.svg", "manifest.webmanifest", ...ANSWERS]
const MOST_ANSWERS = 3000 // most answers stored; the oldest are removed

const addListener = <E extends Event>(name: string, listener: (event: E) => void): void =>
  scope.addEventListener(name, listener as EventListener)

addListener<Extendable>("install", event =>
  event.waitUntil(
    caches
      .open(STORE)
      .then(cache => cache.addAll(SHELL))
      .then(() => scope.skipWaiting()),
  ),
)
// Deletes the mark “starts”, so that the page requests the start positions of all games again; see app.ts.
addListener<Extendable>("activate", event =>
  event.waitUntil(
    caches
      .open(STORE)
      .then(cache => cache.delete("starts"))
      .then(() => scope.clients.claim()),
  ),
)

/** Returns the name under which an answer is stored; for a POST request it contains a hash of the body. */
async function nameOf(request: Request): Promise<string> {
  if (request.method === "GET") return request.url.split("#")[0] ?? request.url
  const digest = await crypto.subtle.digest("SHA-256", await request.arrayBuffer())
  return `${request.url}?posted=${[...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, "0")).join("")}`
}

async function keep(name: string, answer: Response): Promise<void> {
  const cache = await caches.open(STORE)
  await cache.put(name, answer)
  const names = await cache.keys()
  if (names.length > MOST_ANSWERS)
    await Promise.all(
      names.slice(SHELL.length, names.length - MOST_ANSWERS + SHELL.length).map(old => cache.delete(old)),
    )
}

/** Returns the server's answer, or the stored one if the server cannot be reached. */
async function answer(event: FetchEvent): Promise<Response> {
  const name = nameOf(event.request.clone())
  try {
    const response = await fetch(event.request)
    if (response.ok) {
      const copy = response.clone()
      event.waitUntil(name.then(under => keep(under, copy)))
    }
    return response
  } catch (error) {
    const stored = await (await caches.open(STORE)).match(await name)
    if (stored) return stored
    throw error
  }
}

addListener<FetchEvent>("fetch", event => {
  const { url, method } = event.request
  if (url.startsWith(scope.location.origin) && (method === "GET" || method === "POST")) event.respondWith(answer(event))
})

export {}
