/**
 * The part of an exported page's data that a book needs. This module must be imported before any module that reads
 * `octomateSite`.
 */
import program from "built/engine.js"
import module from "built/octomate.wasm.gz"
import type { Site } from "./exported-site"

const site: Site = { texts: { "engine.js": program }, module, tables: [] }
Object.assign(globalThis, { octomateSite: site })
