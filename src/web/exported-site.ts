/** The data of an exported page: files, and the WebAssembly module that answers its requests. */
export interface Site {
  /** Files and answers by their path on the server. */
  texts: Record<string, string>
  /** The WebAssembly module, gzipped and in base64. */
  module: string
  /** The names of the endgame tables in the export. */
  tables: string[]
}

/** The puzzles of an exported page, which are in a file of their own. */
export interface SitePuzzles {
  variant: string // the game of records without a variant
  records: string // the records of the puzzles, one a line
  collection: string // the answer to `api/collection`
}

const globals = globalThis as unknown as { octomateSite?: Site; octomatePuzzles?: SitePuzzles; octomateTable?: string }

/** The data of the exported page; undefined if the page comes from a server. */
export const site = globals.octomateSite
export const sitePuzzles = globals.octomatePuzzles

/**
 * Loads data that the page does not need at its start. They are stored as scripts, because a page opened from disk
 * may load no other files.
 */
async function loadScript(file: string): Promise<void> {
  const script = document.createElement("script")
  script.src = file
  await new Promise((loaded, failed) => {
    script.onload = loaded
    script.onerror = () => failed(new Error(`${file} is missing`))
    document.head.append(script)
  })
  script.remove()
}

/** Decompresses bytes that are encoded in base64. */
export async function decompress(text: string, format: CompressionFormat): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer()
}

const tableFile = (name: string): string => `table-${name}.js`

/** Fetches the endgame tables of a game, so that the service worker has them when there is no network. */
export function storeTables(game: string): void {
  if (!navigator.serviceWorker?.controller) return
  for (const name of site?.tables ?? [])
    if (name.slice(0, name.lastIndexOf("-")) === game) fetch(tableFile(name)).catch(() => undefined)
}

/** Returns the bytes of an endgame table. */
export async function loadTable(name: string): Promise<Uint8Array> {
  await loadScript(tableFile(name))
  return new Uint8Array(await decompress(globals.octomateTable ?? "", "deflate"))
}
