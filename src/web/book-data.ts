/**
 * The part of an exported page's data that a book needs. This module is imported first, before any module that
 * reads them.
 */
import program from "built/engine.js"
import module from "built/octomate.wasm.gz"
import type { Site } from "./exported-site"

const site: Site = { texts: { "engine.js": program }, module, tables: [] }
Object.assign(globalThis, { octomateSite: site })
