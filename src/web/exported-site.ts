/** What an exported page carries with it: its answers come from these files and from a module of WebAssembly. */
export interface Site {
  /** Answers and files by the paths under which a server has them. */
  texts: Record<string, string>
  /** The module, packed by gzip and in base 64. */
  module: string
  /** The names of the endgame tables that can be had. */
  tables: string[]
}

/** The puzzles stand in a file of their own. */
export interface SitePuzzles {
  variant: string // of records that name none
  records: string // one a line
  collection: string // what they can be chosen by
}

const globals = globalThis as unknown as {
  octomateSite?: Site
  octomatePuzzles?: SitePuzzles
  octomateTable?: string
}

/** Nothing if a server answers. */
export const site = globals.octomateSite
export const sitePuzzles = globals.octomatePuzzles

/** Runs a file of the site that comes when it is first needed: from a disk a page can load scripts only. */
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

/** Bytes that were packed, from base 64. */
export async function decompress(text: string, format: CompressionFormat): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer()
}

/** The bytes of an endgame table. */
export async function loadTable(name: string): Promise<Uint8Array> {
  await loadScript(`table-${name}.js`)
  return new Uint8Array(await decompress(globals.octomateTable ?? "", "deflate"))
}
