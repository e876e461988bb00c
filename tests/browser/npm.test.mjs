// Tests the npm package: packs and installs it, and runs the examples of its pages in Node and in Chromium:
//   node tests/browser/npm.test.mjs BINARY NODE_MODULES PACKAGE VERSION
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { readPuzzles } from "./common.mjs"
import { check, launch } from "./harness.mjs"

const [binary, modules, source, version] = process.argv.slice(2)
const ROOT = new URL("../../", import.meta.url)
const folder = mkdtempSync(join(tmpdir(), "octomate-npm-"))
const run = (command, words, options = {}) =>
  execFileSync(command, words, { encoding: "utf8", cwd: folder, maxBuffer: 1 << 26, ...options })
const records = (words, input) =>
  run(binary, [...words, "--format", "jsonl", "-"], { input })
    .trim()
    .split("\n")
    .map(line => JSON.parse(line))

/** Returns the code blocks of a Markdown page in a language. */
const blocksOf = (page, language) =>
  [...readFileSync(page, "utf8").matchAll(new RegExp("^```" + language + "\\n(.*?)^```$", "gms"))].map(
    ([, block]) => block,
  )

/** Returns the output that a block promises in its full-line comments. */
const promisedOutput = block =>
  block
    .split("\n")
    .filter(line => line.startsWith("// "))
    .map(line => line.slice(3))
    .join("\n")

function runExamples() {
  let count = 0
  for (const page of [new URL("docs/javascript.md", ROOT), join(folder, "node_modules/octomate/README.md")]) {
    for (const block of blocksOf(page, "js")) {
      const file = join(folder, `example-${++count}.mjs`)
      writeFileSync(file, block)
      assert.equal(run(process.execPath, [file], { cwd: ROOT }).trim(), promisedOutput(block), block)
    }
  }
  assert.ok(count >= 6, `${count} examples`)
  const [tour] = blocksOf(new URL("docs/javascript.md", ROOT), "js")
  assert.ok(tour.split("\n").length <= 15, "the tour is longer than 15 lines")
}

/** Checks that answers equal those of the command line, except for times. `name`: the module, sync or node. */
async function compareWithCommands(name) {
  const octomate = await import(pathToFileURL(join(folder, `node_modules/octomate/${name}.js`)))
  const puzzles = ["thousand", "twos", "complete-permutation", "super-chess"].flatMap(file =>
    readPuzzles(`${file}.jsonl`).slice(0, 20),
  )
  const lines = puzzles.map(one => JSON.stringify(one))
  const solved = records(["solve"], lines.join("\n"))
  for (const [at, line] of lines.entries()) assert.deepEqual(await octomate.solve(line), solved[at])
  const twos = readPuzzles("twos.jsonl").slice(0, 3)
  const untimed = ({ seconds, ...rest }) => rest
  const mates = records(["mate"], twos.map(one => JSON.stringify(one)).join("\n"))
  for (const [at, one] of twos.entries())
    assert.deepEqual(untimed(await octomate.mate(one, undefined, { limit: 10 })), untimed(mates[at]))
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
  const untitled = svg => svg.trim().replace(/<title>.*?<\/title>/, "")
  assert.equal(untitled(await octomate.svg(puzzles[0].fen)), untitled(picture))
  const wrong = async () => octomate.Position.fromFen("7k/pppp1pppp/8/8/8/8/8/K7 w")
  await assert.rejects(wrong, error => error instanceof octomate.InputError && error.code === "rank_too_long")
  const game = readFileSync(new URL("data/games/superpermutation.txt", ROOT), "utf8")
  assert.deepEqual((await octomate.replay(game))[0].records, records(["replay"], game))
}

/** Checks that invalid input throws InputError, or rejects the promise with it. */
async function rejectBadInput(name) {
  const { InputError, Position, ...octomate } = await import(
    pathToFileURL(join(folder, `node_modules/octomate/${name}.js`))
  )
  const fen = "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b"
  const [start, position] = [await Position.start(), await Position.fromFen(`${fen}\n`)]
  const cyclic = { fen }
  cyclic.self = cyclic
  const bad = {
    illegal_move: [
      () => start.play({ uci: "g2g7" }),
      () => start.play("g2g7"),
      () => octomate.scene(start, { move: "g2g7" }),
    ],
    not_a_move: [() => start.move("")],
    wrong_face: [() => position.play("Bf4", 7), () => position.play("Bf4", NaN), () => position.play("Bf4", "3")],
    bad_roll: [
      () => start.legalMoves(9),
      () => start.legalMoves(NaN),
      () => octomate.reply(fen, { roll: 9 }),
      () => octomate.solve({ fen, roll: 9 }),
    ],
    bad_json: [
      () => octomate.faces('{"fen": '),
      () => octomate.check(`{"fen": "${fen}"} x`),
      () => Position.fromFen("{"),
    ],
    empty_fen: [() => Position.fromFen("")],
    missing_fen: [() => octomate.solve({}), () => octomate.solve([])],
    unknown_variant: [() => Position.start("nonsense"), () => octomate.svg(fen, { variant: "nonsense" })],
    unknown_option: [
      () => octomate.mate(fen, 1, { limt: 2 }),
      () => octomate.solve(fen, { lists: true }),
      () => octomate.reply(fen, { depth: 2 }),
    ],
    bad_moves: [() => octomate.mate(fen, 0), () => octomate.mate(fen, -5)],
    wrong_type: [
      ...[{ from: "g2", to: "g7" }, {}, null, undefined, 5].flatMap(move => [
        () => start.play(move),
        () => start.move(move),
      ]),
      ...[NaN, Infinity, -1, 0, 11, "2"].flatMap(limit => [
        () => octomate.mate(fen, 1, { limit }),
        () => octomate.check(fen, { limit }),
      ]),
      ...[NaN, Infinity, 1.5, {}].map(moves => () => octomate.mate(fen, moves)),
      ...[NaN, -1, 0, 1e9].map(width => () => position.svg({ width })),
      ...[undefined, null, 5].flatMap(odd => [
        () => octomate.solve(odd),
        () => Position.fromFen(odd),
        () => octomate.replay(odd),
        () => octomate.luck(odd),
      ]),
      () => octomate.mate(fen, 1, { nodes: NaN }),
      () => octomate.mate(fen, 1, 5),
      () => octomate.reply(fen, { seed: 5n }),
      () => octomate.reply(fen, { level: NaN }),
      () => octomate.reply(fen, { ply: Infinity }),
      () => octomate.solve(cyclic),
      () => octomate.solve({ fen, roll: () => 3 }),
      () => Position.start(5),
    ],
  }
  for (const [code, calls] of Object.entries(bad)) {
    for (const call of calls) {
      if (name === "node") assert.doesNotThrow(() => void call().catch(() => undefined), `${call} throws at once`)
      await assert.rejects(
        async () => call(),
        error => error instanceof InputError && error.code === code && error.message.length > 0,
        `${code}: ${call}`,
      )
    }
  }
  assert.equal((await position.play(await position.move("Bf4"), 3)).outcome, "black")
  assert.equal((await octomate.reply(fen, { roll: null })).move === null, false)
}

/** Returns answers of every kind with the names of their types. */
function typedAnswers(octomate) {
  const all = readPuzzles("thousand.jsonl")
    .slice(0, 5)
    .map(puzzle => ["Puzzle", puzzle])
  const add = (type, ...found) => all.push(...found.map(one => [type, one]))
  for (const game of octomate.games()) {
    const start = octomate.Position.start(game.name)
    const moves = start.legalMoves()
    add("Game", game)
    add("MoveRecord", ...moves)
    add("Scene", octomate.scene(start, { move: moves[0].uci }))
    add("Mate", octomate.mate(start, 4, { nodes: 100 }))
    add("Play", octomate.reply(start, { level: 1 }))
  }
  for (const puzzle of ["article", "thousand", "twos", "complete-permutation", "super-chess"].flatMap(file =>
    readPuzzles(`${file}.jsonl`).slice(0, 5),
  )) {
    add("Solved", octomate.solve(puzzle), octomate.solve(puzzle, { list: true }))
    add("Described", octomate.solve(puzzle, { list: true, scene: true }))
    add(
      "Checked",
      octomate.check(puzzle),
      octomate.check({ ...puzzle, key: {} }),
      octomate.check(puzzle, { limit: 1e-9 }),
    )
    add("Mate", octomate.mate(puzzle))
    add("MoveRecord", ...octomate.Position.fromFen(puzzle.fen, puzzle.variant).legalMoves().slice(0, 9))
  }
  for (const text of [
    readFileSync(new URL("data/games/superpermutation.txt", ROOT), "utf8"),
    "(4) d2d4 (5) Qz9",
    "x",
    '[FEN "x"]\n\n1. e4 *',
  ]) {
    add("Replayed", ...octomate.replay(text))
    add("Luck", ...octomate.luck(text))
  }
  try {
    octomate.solve("7k/pppp1pppp/8/8/8/8/8/K7 w x")
  } catch ({ faults }) {
    add("Fault", ...faults)
  }
  return all
}

/**
 * Checks that correct uses of the types compile and wrong ones do not, that each type has all fields of the answers, and
 * that a field that may be absent is optional.
 */
async function checkTypes() {
  const good = `import { Position, faces, type MoveRecord } from "octomate"
import * as sync from "octomate/sync"
const later: Promise<Map<number | null, string[]>> = faces("8/8/8/8/8/8/8/8 w")
const now: MoveRecord[] = sync.Position.start().legalMoves(3)
const both: sync.Position = sync.Position.fromFen("").play(now[0]!)
export const all = [later, both.turn, (await Position.start()).fen]
`
  const compile = text => {
    writeFileSync(join(folder, "types.mts"), text)
    return run(process.execPath, [
      join(modules, "typescript/bin/tsc"),
      "--strict",
      "--noEmit",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
      "--module",
      "nodenext",
      "types.mts",
    ])
  }
  compile(good)
  const wrong = [
    "export const later: Map<number | null, string[]> = faces(fen)",
    "faces(fen).get(3)",
    "sync.solve(fen).scene.cells",
    "sync.solve(fen).words.state",
    "sync.solve(fen).outcome.length",
    "sync.solve(fen).faces[0]!.list.length",
    'sync.Position.start().play({ from: "e2", to: "e4" })',
    "sync.Position.start().move(null)",
    "sync.Position.start().play(sync.reply(fen).move)",
    "sync.mate(fen, 2, { limt: 1 })",
    "sync.mate(fen).total.length",
    "sync.check(fen).missing.length",
    "sync.reply(fen).move.uci",
    "sync.faces(fen).get(3).length",
  ]
  assert.throws(
    () =>
      compile(
        `import * as sync from "octomate/sync"; import { faces } from "octomate"; const fen = "";\n${wrong.join("\n")}\n`,
      ),
    ({ stdout }) => {
      assert.deepEqual(
        [...stdout.matchAll(/^types\.mts\((\d+),.*error/gm)].map(([, line]) => wrong[line - 2]),
        wrong,
      )
      return true
    },
  )
  const octomate = await import(pathToFileURL(join(folder, "node_modules/octomate/sync.js")))
  compile(
    `import type * as o from "octomate"\n${typedAnswers(octomate)
      .map(([type, answer], at) => `export const answer${at}: o.${type} = ${JSON.stringify(answer)}`)
      .join("\n")}\n`,
  )
}

/** Starts a server for the files of the package, a page and a script. */
async function startHost(page, script = "") {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host")
    if (pathname === "/") return response.writeHead(200, { "Content-Type": "text/html" }).end(page)
    if (pathname === "/script.js") return response.writeHead(200, { "Content-Type": "text/javascript" }).end(script)
    if (!/^\/octomate\/[\w.-]+$/.test(pathname)) return response.writeHead(404).end()
    response
      .writeHead(200, { "Content-Type": "text/javascript" })
      .end(readFileSync(join(folder, "node_modules", pathname)))
  })
  await new Promise(ready => server.listen(0, "127.0.0.1", ready))
  return server
}

async function runInBrowser() {
  const [example] = blocksOf(new URL("docs/javascript.md", ROOT), "html")
  const host = await startHost(`<!doctype html><link rel="icon" href="data:,">${example}`)
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const troubles = []
    page.on("pageerror", error => troubles.push(error.stack))
    await page.goto(`http://127.0.0.1:${host.address().port}/`)
    await page.waitForFunction(() => document.getElementById("faces").textContent === "3, 4, 5 mate")
    const said = await page.evaluate(async () => {
      const octomate = await import("./octomate/index.js")
      const slow = octomate.mate(await octomate.Position.start(), 6, { limit: 10 }).catch(error => error.message)
      await new Promise(done => setTimeout(done, 100))
      await octomate.stop() // during the search
      return [await slow, (await octomate.mate("7k/8/5K2/8/8/8/6Q1/8 w", 2)).total]
    })
    assert.deepEqual(said, ["stopped", "11/64"])
    assert.deepEqual(troubles, [])
  } finally {
    await browser.close()
    host.close()
  }
}

/** Checks that a bundle of the package works as a single file, in Node and in a browser. */
async function runBundled() {
  const entry = join(folder, "bundled.mjs")
  writeFileSync(
    entry,
    `import { faces, stop } from "octomate"
const winning = [...(await faces("8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b")).keys()].join()
if (globalThis.document) document.title = winning
else console.log(winning)
await stop()
`,
  )
  const { buildSync } = createRequire(`${modules}/`)("esbuild")
  const bundle = options =>
    buildSync({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: "esm",
      absWorkingDir: folder,
      logLevel: "warning",
      ...options,
    }).outputFiles[0].text
  const elsewhere = mkdtempSync(join(tmpdir(), "octomate-bundle-"))
  writeFileSync(join(elsewhere, "bundle.mjs"), bundle({ platform: "node" }))
  assert.equal(run(process.execPath, [join(elsewhere, "bundle.mjs")]).trim(), "3,4,5")
  rmSync(elsewhere, { recursive: true })
  const host = await startHost(
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="script.js"></script>',
    bundle({}),
  )
  const browser = await launch()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${host.address().port}/`)
    await page.waitForFunction(() => document.title === "3,4,5")
  } finally {
    await browser.close()
    host.close()
  }
}

try {
  await check("the package is packed and installed", () => {
    const [{ filename, files }] = JSON.parse(
      run("npm", ["pack", "--json", "--pack-destination", folder], {
        cwd: source,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    )
    for (const needed of [
      "README.md",
      "LICENSE",
      "package.json",
      "index.js",
      "node.js",
      "sync.js",
      "index.d.ts",
      "sync.d.ts",
    ])
      assert.ok(
        files.some(({ path }) => path === needed),
        needed,
      )
    assert.ok(statSync(join(folder, filename)).size < 700_000, "the package is large")
    writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}')
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${filename}`])
    const about = JSON.parse(readFileSync(join(folder, "node_modules/octomate/package.json"), "utf8"))
    assert.deepEqual(
      [about.name, about.version, about.license, about.dependencies],
      ["octomate", version, "MIT", undefined],
    )
  })
  await check("octomate/sync gives the records of the commands", () => compareWithCommands("sync"))
  await check("in Node, a worker gives the records of the commands", () => compareWithCommands("node"))
  await check("octomate/sync rejects invalid input", () => rejectBadInput("sync"))
  await check("a worker rejects invalid input", () => rejectBadInput("node"))
  await check("examples of the pages print the output that their comments show", runExamples)
  await check("types match the answers", checkTypes)
  await check("in a browser", runInBrowser)
  await check("bundled", runBundled)
} finally {
  rmSync(folder, { recursive: true })
}
