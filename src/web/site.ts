/** What an exported page carries with it: its answers come from these files and from a module of WebAssembly. */
export interface Site {
  /** Answers and files by the paths under which a server has them. */
  texts: Record<string, string>
  /** The module that suffices for most visits, packed by gzip and in base 64. */
  module: string
}

/** The puzzles stand in a file of their own. */
export interface SitePuzzles {
  variant: string // of records that name none
  records: string // one a line
  collection: string // what they can be chosen by
}

const carried = globalThis as unknown as { octomateSite?: Site; octomatePuzzles?: SitePuzzles; octomateWhole?: string }

/** Nothing if a server answers. */
export const site = carried.octomateSite
export const sitePuzzles = carried.octomatePuzzles

/** The module of all games and requests, packed likewise; it comes when it is first needed. From a disk a page can load scripts only. */
export async function wholeModule(): Promise<string> {
  if (carried.octomateWhole !== undefined) return carried.octomateWhole
  const script = document.createElement("script")
  script.src = "whole.js"
  await new Promise((loaded, failed) => {
    script.onload = loaded
    script.onerror = failed
    document.head.append(script)
  })
  return carried.octomateWhole ?? ""
}
