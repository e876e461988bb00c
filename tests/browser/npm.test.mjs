// The npm package: packed, installed, and used in Node and in Chromium as its pages say:
//   node tests/browser/npm.test.mjs BINARY NODE_MODULES PACKAGE VERSION
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { recordsOf } from "./common.mjs"
import { check, launch } from "./harness.mjs"

const [binary, modules, source, version] = process.argv.slice(2)
const ROOT = new URL("../../", import.meta.url)
const folder = mkdtempSync(join(tmpdir(), "octomate-npm-"))
const run = (command, words, options = {}) => execFileSync(command, words, { encoding: "utf8", cwd: folder, maxBuffer: 1 << 26, ...options })
const records = (words, input) => run(binary, [...words, "--format", "jsonl", "-"], { input }).trim().split("\n").map((line) => JSON.parse(line))

/** The blocks of code in a page. */
const blocksOf = (page, language) => [...readFileSync(page, "utf8").matchAll(new RegExp("^```" + language + "\\n(.*?)^```$", "gms"))].map(([, block]) => block)

/** What a block says that it prints: the comments of whole lines. */
const promised = (block) => block.split("\n").filter((line) => line.startsWith("// ")).map((line) => line.slice(3)).join("\n")

function runsExamples() {
  let count = 0
  for (const page of [new URL("docs/javascript.md", ROOT), join(folder, "node_modules/octomate/README.md")]) {
    for (const block of blocksOf(page, "js")) {
      const file = join(folder, `example-${++count}.mjs`)
      writeFileSync(file, block)
      assert.equal(run(process.execPath, [file], { cwd: ROOT }).trim(), promised(block), block)
    }
  }
  assert.ok(count >= 6, `${count} examples`)
  const [tour] = blocksOf(new URL("docs/javascript.md", ROOT), "js")
  assert.ok(tour.split("\n").length <= 15, "the tour is longer than 15 lines")
}

/** The answers of the commands, to the last field but the time. */
async function saysWhatTheCommandsSay(name) {
  const octomate = await import(pathToFileURL(join(folder, `node_modules/octomate/${name}.js`)))
  const puzzles = ["thousand", "twos", "complete-permutation", "super-chess"].flatMap((file) => recordsOf(`${file}.jsonl`).slice(0, 20))
  const lines = puzzles.map((one) => JSON.stringify(one))
  const solved = records(["solve"], lines.join("\n"))
  for (const [at, line] of lines.entries()) assert.deepEqual(await octomate.solve(line), solved[at])
  const twos = recordsOf("twos.jsonl").slice(0, 3)
  const untimed = ({ seconds, ...rest }) => rest
  const mates = records(["mate"], twos.map((one) => JSON.stringify(one)).join("\n"))
  for (const [at, one] of twos.entries()) assert.deepEqual(untimed(await octomate.mate(one, undefined, { limit: 10 })), untimed(mates[at]))
  const checked = records(["check"], JSON.stringify(puzzles[0]))
  assert.deepEqual(await octomate.check(puzzles[0]), checked[0])

  for (const { name: variant, start } of await octomate.games()) {
    const position = await octomate.Position.start(variant)
    assert.deepEqual([position.fen, position.variant, position.outcome, position.check], [start, variant, null, false])
    const { roll, move } = await octomate.reply(position, { level: 3, seed: 7 })
    assert.equal((await position.play(move, roll)).fen, move.fen)
    assert.ok((await position.legalMoves(roll)).some(({ uci }) => uci === move.uci))
    assert.match(await position.svg({ move: move.uci, dark: true }), /^<svg .*<\/svg>\s*$/s)
  }
  assert.equal((await octomate.reply(await octomate.Position.start(), { roll: 5, level: 1 })).roll, 5)
  assert.equal((await octomate.reply({ fen: (await octomate.Position.start()).fen, roll: 4 }, { level: 1 })).roll, 4)
  const picture = run(binary, ["render", "--to", "svg", puzzles[0].fen, "-o", "-"])
  const untitled = (svg) => svg.trim().replace(/<title>.*?<\/title>/, "")
  assert.equal(untitled(await octomate.svg(puzzles[0].fen)), untitled(picture))
  const wrong = async () => octomate.Position.fromFen("7k/pppp1pppp/8/8/8/8/8/K7 w")
  await assert.rejects(wrong, (error) => error instanceof octomate.InputError && error.code === "rank_too_long")
  await assert.rejects(async () => (await octomate.Position.start()).legalMoves(9), RangeError)
  await assert.rejects(async () => (await octomate.Position.start()).play("e4", 4), octomate.InputError)
  const game = readFileSync(new URL("data/games/superpermutation.txt", ROOT), "utf8")
  assert.deepEqual((await octomate.replay(game))[0].records, records(["replay"], game))
}

/** What fits the types compiles, and what does not is an error. */
function hasTypes() {
  const good = `import { Position, faces, type MoveRecord } from "octomate"
import * as sync from "octomate/sync"
const later: Promise<Map<number | null, string[]>> = faces("8/8/8/8/8/8/8/8 w")
const now: MoveRecord[] = sync.Position.start().legalMoves(3)
const both: sync.Position = sync.Position.fromFen("").play(now[0]!)
export const all = [later, both.turn, (await Position.start()).fen]
`
  const compile = (text) => {
    writeFileSync(join(folder, "types.mts"), text)
    return run(process.execPath, [join(modules, "typescript/bin/tsc"), "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext", "types.mts"])
  }
  compile(good)
  assert.throws(() => compile(good.replace("const later: Promise<Map", "const later: Map<number, string> & Promise<Map")), ({ stdout }) => /TS2322/.test(stdout))
}

/** A host that knows nothing but the files of the package, and a page. */
async function hostOf(page) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host")
    if (pathname === "/") return response.writeHead(200, { "Content-Type": "text/html" }).end(page)
    if (!/^\/octomate\/[\w.-]+$/.test(pathname)) return response.writeHead(404).end()
    response.writeHead(200, { "Content-Type": types[extname(pathname)] }).end(readFileSync(join(folder, "node_modules", pathname)))
  })
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready))
  return server
}

async function worksInABrowser() {
  const [example] = blocksOf(new URL("docs/javascript.md", ROOT), "html")
  const host = await hostOf(`<!doctype html><link rel="icon" href="data:,">${example}`)
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const troubles = []
    page.on("pageerror", (error) => troubles.push(error.stack))
    await page.goto(`http://127.0.0.1:${host.address().port}/`)
    await page.waitForFunction(() => document.getElementById("faces").textContent === "3, 4, 5 mate")
    const said = await page.evaluate(async () => {
      const octomate = await import("./octomate/index.js")
      const slow = octomate.mate(await octomate.Position.start(), 6, { limit: 10 }).catch((error) => error.message)
      await new Promise((done) => setTimeout(done, 100))
      await octomate.stop() // while it searches
      return [await slow, (await octomate.mate("7k/8/5K2/8/8/8/6Q1/8 w", 2)).total]
    })
    assert.deepEqual(said, ["stopped", "11/64"])
    assert.deepEqual(troubles, [])
  } finally {
    await browser.close()
    host.close()
  }
}

try {
  await check("the package is packed and installed", () => {
    const [{ filename, files }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: source, stdio: ["ignore", "pipe", "ignore"] }))
    for (const needed of ["README.md", "LICENSE", "package.json", "index.js", "node.js", "sync.js", "worker.js", "worker-node.js", "octomate.wasm", "index.d.ts", "sync.d.ts"])
      assert.ok(files.some(({ path }) => path === needed), needed)
    assert.ok(statSync(join(folder, filename)).size < 700_000, "the package is large")
    writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}')
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${filename}`])
    const about = JSON.parse(readFileSync(join(folder, "node_modules/octomate/package.json"), "utf8"))
    assert.deepEqual([about.name, about.version, about.license, about.dependencies], ["octomate", version, "MIT", undefined])
  })
  await check("in Node, at once: the records of the commands", () => saysWhatTheCommandsSay("sync"))
  await check("in Node, in a worker: the records of the commands", () => saysWhatTheCommandsSay("node"))
  await check("the examples of its pages print what they say", runsExamples)
  await check("its types hold", hasTypes)
  await check("in a browser", worksInABrowser)
} finally {
  rmSync(folder, { recursive: true })
}
