/** A book carries what an exported page does, as far as it needs it. This runs before all that asks for it. */
import program from "built/engine.js"
import module from "built/octomate.wasm.gz"
import type { Site } from "./exported-site"

const site: Site = { texts: { "engine.js": program }, module, tables: [] }
Object.assign(globalThis, { octomateSite: site })
