// What `octomate export-site` writes, opened in Chromium from a plain host of files, without any, and from disk:
//   node tests/browser/site.test.mjs BINARY NODE_MODULES
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { ARTICLE, board, recordsOf, showsFaces } from "./common.mjs"
import { check, launch, Visitor } from "./harness.mjs"

const binary = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), "octomate-site-"))
const octomate = (...words) => execFileSync(binary, words, { encoding: "utf8", maxBuffer: 1 << 26 })

/** A host that knows nothing but files. */
async function hostOf(files) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" }
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://host").pathname.slice(1) || "index.html"
    if (!readdirSync(files).includes(name)) return response.writeHead(404).end()
    response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" }).end(readFileSync(join(files, name)))
  })
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready))
  return server
}

async function solvesAPuzzle(v) {
  const [puzzle] = ARTICLE
  await v.tab("puzzles")
  await v.says("#puzzle-number", /^Puzzle 1 of 1197/)
  await v.face(5).click()
  await v.page.click("#check")
  await v.says("#feedback", "Right: 5 wins.")
  await v.clickMove("a8", "e4")
  await v.says("#feedback", /^Qa8-e4-e7# is mate!/)
  await v.says("#puzzle-title", puzzle.title)
  await v.page.click("#next-puzzle")
  await v.says("#puzzle-number", /^Puzzle 2 of 1197/)
}

/** A step of a lesson, and a problem that is checked. */
async function learnsAndComposes(v) {
  await v.page.evaluate(() => { location.hash = "lesson=super-chess" })
  await v.says("#lesson-title", "Hopping onto a rook")
  await v.settled()
  await v.typedMove("b1c3")
  await v.says("#lesson-feedback", /^Right!/)
  await v.tab("setup")
  await v.fillFen(ARTICLE[0].fen)
  await v.page.click("#composer summary")
  await v.page.check("#claim")
  await v.clickMove("a8", "e4")
  await v.says("#claimed", /Face 5: Qa8-e4-e7#/)
  await v.page.click("#check-problem")
  await v.says("#verdict", /^Sound/)
}

/** Opens a position by its address. */
async function looksAt(v, fen) {
  await v.page.evaluate((hash) => { location.hash = hash }, `fen=${fen.replaceAll(" ", "_")}`)
  await v.shows(board(fen))
  await showsFaces(v, fen)
}

/** What the module of the page answers, in its own worker; bodies are records. */
const answers = (page, name, bodies) => page.evaluate(([name, bodies]) => new Promise((done, failed) => {
  const { module, texts } = globalThis.octomateSite
  const worker = new Worker(URL.createObjectURL(new Blob([texts["engine.js"]], { type: "text/javascript" })))
  const all = []
  worker.onerror = failed
  worker.onmessage = ({ data }) => {
    all.push(data.text)
    if (all.length === bodies.length) worker.terminate(), done(all.join(""))
  }
  const packed = new Blob([Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0))]).stream()
  new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer().then(WebAssembly.compile).then((compiled) => {
    worker.postMessage({ module: compiled, begin: "superpermutation-d8\n" })
    bodies.forEach((body, number) => worker.postMessage({ number, name, body }))
  }, failed)
}), [name, bodies])

/** What would end a program ends the module, which then begins anew. */
async function standsUp(page) {
  const [{ fen }] = ARTICLE
  const [broken, solved] = (await answers(page, "mate", [{ fen, stipulation: "h#2" }, { fen, moves: 1 }].map((one) => JSON.stringify(one)))).split(/(?<=\})(?=\{)|\n/)
  assert.equal(JSON.parse(broken).error.code, "internal_error")
  assert.equal(JSON.parse(solved).faces.length, 8)
}

/** Records of `mate` but for the time that they took. */
const untimed = (records) => records.replaceAll(/,"seconds":[^,}]+/g, "")

async function saysWhatTheCommandsSay(page) {
  const linesOf = (file) => readFileSync(new URL(`../../puzzles/${file}`, import.meta.url), "utf8").trim().split("\n")
  let compared = 0
  for (const [file, most] of Object.entries({ "thousand.jsonl": 380, "twos.jsonl": 40, "complete-permutation.jsonl": 40, "super-chess.jsonl": 40 })) {
    const lines = linesOf(file).slice(0, most)
    const told = execFileSync(binary, ["solve", "--format", "jsonl", "-"], { encoding: "utf8", input: lines.join("\n") })
    assert.ok(told === (await answers(page, "solve", lines)), `solve says something else of ${file} than the module`)
    compared += lines.length
  }
  assert.equal(compared, 500)
  const twos = recordsOf("twos.jsonl").slice(0, 8)
  const told = execFileSync(binary, ["mate", "--format", "jsonl", "-"], { encoding: "utf8", input: twos.map((one) => JSON.stringify(one)).join("\n") })
  assert.ok(untimed(told) === untimed(await answers(page, "mate", twos.map((one) => JSON.stringify({ ...one, limit: 10 })))), "mate says something else than the module")
}

/** Nothing went wrong but what must: the workers come from memory, and the host is gone. */
const isCalm = (v) => assert.deepEqual(v.troubles.filter((trouble) => !/asks for blob:|ERR_CONNECTION_REFUSED/.test(trouble)), [])

const browser = await launch()
try {
  octomate("export-site", "--quiet", "-o", folder)
  await check("the files are small", () => {
    const size = readdirSync(folder).filter((name) => name !== "puzzles.js").reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    assert.ok(size <= 1.6e6, `${size} bytes without the puzzles`)
  })

  const host = await hostOf(folder)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" })
  const v = new Visitor(await context.newPage(), `http://127.0.0.1:${host.address().port}/`, "desktop", { unrolled: true, introduced: true, hints: true })
  await check("a host of files: puzzles, faces and chances", async () => {
    await v.visit()
    await solvesAPuzzle(v)
    await v.tab("play")
    await looksAt(v, "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b - - 0 1")
    await v.says("#panel-play #mate-total", /39\.8\s%/)
  })
  await check("500 positions and mates in two, byte for byte", () => saysWhatTheCommandsSay(v.page))
  await check("what it cannot do costs nothing else", () => standsUp(v.page))
  await check("without the host", async () => {
    await v.page.evaluate(() => navigator.serviceWorker.ready)
    await v.page.reload() // now the service worker sees what is fetched
    host.closeAllConnections()
    await new Promise((closed) => host.close(closed))
    v.fresh = true
    await v.visit()
    await solvesAPuzzle(v)
    await v.tab("play")
    await looksAt(v, ARTICLE[1].fen)
  })
  await check("from disk", async () => {
    const page = await context.newPage()
    const v = new Visitor(page, "file://", "desktop", {})
    await page.goto(`file://${folder}/index.html`)
    await page.evaluate(() => localStorage.setItem("octomate:settings", JSON.stringify({ unrolled: true, introduced: true, hints: true })))
    await page.evaluate(() => localStorage.setItem("octomate:as-collected", "true"))
    await v.reload()
    await solvesAPuzzle(v)
    await v.tab("play")
    await looksAt(v, ARTICLE[1].fen)
    await learnsAndComposes(v)
    isCalm(v)
  })
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
