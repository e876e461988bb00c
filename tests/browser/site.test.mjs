// Tests the output of `octomate export-site` in Chromium: from a static host, offline, and from disk:
//   node tests/browser/site.test.mjs BINARY NODE_MODULES
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { runInNewContext } from "node:vm"
import { gunzipSync, gzipSync } from "node:zlib"
import { ARTICLE, placementOf, link, readPuzzles, expectFaces } from "./common.mjs"
import { check, eventually, launch, Server, Visitor } from "./harness.mjs"

const binary = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), "octomate-site-"))
const octomate = (...words) => execFileSync(binary, words, { encoding: "utf8", maxBuffer: 1 << 26 })

/** Serves static files. */
async function startHost(files) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" }
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://host").pathname.slice(1) || "index.html"
    if (!readdirSync(files).includes(name)) return response.writeHead(404).end()
    response
      .writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" })
      .end(readFileSync(join(files, name)))
  })
  await new Promise(ready => server.listen(0, "127.0.0.1", ready))
  return server
}

async function solvePuzzle(v) {
  const [puzzle] = ARTICLE
  await v.tab("puzzles")
  await v.expectText("#puzzle-number", /^Puzzle 1 of 1197/)
  await v.face(5).click()
  await v.page.click("#check")
  await v.expectText("#feedback", /^Right: on a 5 White mates\./)
  await v.clickMove("a8", "e4")
  await v.expectText("#feedback", /^Qa8-e4-e7# is mate!/)
  await v.expectText("#puzzle-title", puzzle.title)
  await v.page.click("#next-puzzle")
  await v.expectText("#puzzle-number", /^Puzzle 2 of 1197/)
}

/** Completes a step of a lesson, marks a key in the tab "Set up", and checks the problem. */
async function learnAndCompose(v) {
  await v.page.evaluate(() => {
    location.hash = "lesson=super-chess"
  })
  await v.expectText("#lesson-title", "Hopping onto a rook")
  await v.waitUntilIdle()
  await v.typeMove("b1c3")
  await v.expectText("#lesson-feedback", /^Right!/)
  await v.tab("setup")
  await v.fillFen(ARTICLE[0].fen)
  await v.page.click("#composer summary")
  await v.page.check("#claim")
  await v.clickMove("a8", "e4")
  await v.expectText("#claimed", /Face 5: Qa8-e4-e7#/)
  await v.page.click("#check-problem")
  await v.expectText("#verdict", /^Sound/)
}

/** Opens a position by setting the hash of the page's address. */
async function openPosition(v, fen) {
  await v.page.evaluate(
    hash => {
      location.hash = hash
    },
    `fen=${fen.replaceAll(" ", "_")}`,
  )
  await v.expectPlacement(placementOf(fen))
  await expectFaces(v, fen)
}

/** Runs the page's module in a worker and returns its answers to requests `name` with the records `bodies`. */
const moduleAnswers = (page, name, bodies) =>
  page.evaluate(
    async ([name, bodies]) => {
      return new Promise((done, failed) => {
        const { module, texts } = globalThis.octomateSite
        const worker = new Worker(URL.createObjectURL(new Blob([texts["engine.js"]], { type: "text/javascript" })))
        const all = []
        worker.onerror = failed
        worker.onmessage = ({ data }) => {
          all.push(data.text)
          if (all.length === bodies.length) (worker.terminate(), done(all.join("")))
        }
        const packed = new Blob([Uint8Array.from(atob(module), letter => letter.charCodeAt(0))]).stream()
        new Response(packed.pipeThrough(new DecompressionStream("gzip")))
          .arrayBuffer()
          .then(WebAssembly.compile)
          .then(compiled => {
            worker.postMessage({ module: compiled, begin: "superpermutation-d8\n" })
            bodies.forEach((body, number) => worker.postMessage({ number, name, body }))
          }, failed)
      })
    },
    [name, bodies],
  )

const HINTED = { unrolled: true, introduced: true, hints: true }

/** Positions with few pieces; the game is given unless it is the default. */
const ENDINGS = [
  ["8/8/8/3k4/8/8/1Q6/K7 w"],
  ["8/8/8/3k4/8/8/1R6/K7 b"],
  ["8/2P5/8/8/8/2K5/8/6k1 w"],
  ["7k/2P5/8/8/8/2K5/8/8 b"],
  ["8/8/4k3/8/3K4/3P4/8/8 w", "superpermutation"],
  ["8/8/8/3k4/8/8/1Q6/K7 b", "superpermutation"],
]

/** Returns the values on the card of the endgame tables, with "draw" as 50 %, which inexact bounds of a draw show. */
async function readEndgameCard(page, address, fen, variant) {
  await page.goto(`${address}index.html${link(fen, 0, variant)}`)
  await page.reload() // a change of the hash alone does not reload the page
  await page.waitForFunction(() => /table K/.test(document.querySelector("#table-total")?.textContent ?? ""))
  return page.$eval("#endgame", card =>
    [card.querySelector("#table-total"), ...card.querySelectorAll("tbody td")].map(part =>
      part.textContent.replaceAll("draw", "50.0\u00a0%"),
    ),
  )
}

/** Checks that tables are loaded only when they are needed, and that their values equal those of the server. */
async function checkEndings(context, address) {
  const server = await Server.start()
  const [page, served] = [await context.newPage(), await context.newPage()]
  await new Visitor(served, server.address, "desktop", HINTED).visit()
  const loaded = []
  page.on("request", request => /table-/.test(request.url()) && loaded.push(request.url().replace(/.*\//, "")))
  try {
    await page.goto(`${address}index.html${link("8/8/8/3k4/8/8/1R6/K7 w", 0, "super-chess")}`)
    await page.goto(`${address}index.html${link(ARTICLE[1].fen)}`)
    assert.deepEqual(loaded, [])
    for (const [fen, variant] of ENDINGS)
      assert.deepEqual(
        await readEndgameCard(page, address, fen, variant),
        await readEndgameCard(served, server.address, fen, variant),
        `${fen} ${variant ?? ""}`,
      )
    assert.ok(loaded.includes("table-superpermutation-KPK.js"), loaded.join())
  } finally {
    await Promise.all([page.close(), served.close()])
    await server.stop()
  }
}

/** Finds (`what` is "match") or deletes ("delete") a file that the service worker stores; returns whether it existed. */
const changeStored = (page, what, file) =>
  page.evaluate(async ([what, file]) => !!(await (await caches.open("octomate"))[what](file)), [what, file])

/** Starts a game of two people. */
async function startGame(v, variant) {
  await v.page.click("#new-game")
  await v.page.check("#opponent-people")
  await v.page.selectOption("#new-variant", variant)
  await v.page.click("#start-game")
  await v.waitUntilIdle()
}

/** Plays a game against the computer to its end. */
async function playGame(v) {
  await v.page.click("#new-game")
  await v.page.check("#opponent-computer")
  await v.page.selectOption("#own-side", "black")
  await v.page.click("#start-game")
  await v.expectText("#live", /^White rolled \d, the [a-h]-file: /)
  await v.expectText("#status", "Black to move")
  await v.page.click("#resign")
  await v.expectText("#end-luck-verdict", /errors cost White [\d.]+ wins and Black [\d.]+\.$/i)
}

/** Checks that a fatal error ends the instance of the module, and that the next request starts another. */
function restartAfterError() {
  const ask = startModule()
  ask("table superpermutation-d8-KQK", "no table")
  assert.equal(ask("odds", { fen: "7k/8/5K2/8/8/8/6Q1/8 w" }, 500).error.code, "internal_error")
  assert.equal(ask("solve", ARTICLE[0]).faces.length, 8)
}

/** Removes the times from records of `mate`. */
const withoutTimes = records => records.replaceAll(/,"seconds":[^,}]+/g, "")

async function compareWithCommands(page) {
  const linesOf = file =>
    readFileSync(new URL(`../../puzzles/${file}`, import.meta.url), "utf8")
      .trim()
      .split("\n")
  let compared = 0
  for (const [file, most] of Object.entries({
    "thousand.jsonl": 380,
    "twos.jsonl": 40,
    "complete-permutation.jsonl": 40,
    "super-chess.jsonl": 40,
  })) {
    const lines = linesOf(file).slice(0, most)
    const answers = execFileSync(binary, ["solve", "--format", "jsonl", "-"], {
      encoding: "utf8",
      input: lines.join("\n"),
    })
    assert.ok(
      answers === (await moduleAnswers(page, "solve", lines)),
      `solve says something else of ${file} than the module`,
    )
    compared += lines.length
  }
  assert.equal(compared, 500)
  const twos = readPuzzles("twos.jsonl").slice(0, 8)
  const answers = execFileSync(binary, ["mate", "--format", "jsonl", "-"], {
    encoding: "utf8",
    input: twos.map(one => JSON.stringify(one)).join("\n"),
  })
  assert.ok(
    withoutTimes(answers) ===
      withoutTimes(
        await moduleAnswers(
          page,
          "mate",
          twos.map(one => JSON.stringify({ ...one, limit: 10 })),
        ),
      ),
    "mate says something else than the module",
  )
  const problems = [
    ...twos.slice(0, 2),
    ARTICLE[0],
    readPuzzles("super-chess.jsonl")[0],
    readPuzzles("complete-permutation.jsonl")[0],
  ].map(one => JSON.stringify(one))
  const judged = execFileSync(binary, ["check", "--format", "jsonl", "-"], {
    encoding: "utf8",
    input: problems.join("\n"),
  })
  assert.equal(await moduleAnswers(page, "check", problems), judged)
  const [{ latex }] = [JSON.parse(await moduleAnswers(page, "latex", [JSON.stringify(ARTICLE[0])]))]
  assert.equal(
    latex,
    execFileSync(binary, ["convert", "--to", "latex", "-"], { encoding: "utf8", input: JSON.stringify(ARTICLE[0]) }),
  )
}

/** Runs the worker's script with the module, without a browser; returns a function that sends requests. */
function startModule() {
  const { module, texts } = JSON.parse(readFileSync(join(folder, "site.js"), "utf8").replace(/^[^{]*/, ""))
  let said
  const scope = {
    performance,
    TextEncoder,
    TextDecoder,
    WebAssembly,
    onmessage: null,
    postMessage: data => (said = data),
  }
  runInNewContext(texts["engine.js"], scope)
  scope.onmessage({
    data: { module: new WebAssembly.Module(gunzipSync(Buffer.from(module, "base64"))), begin: "superpermutation-d8\n" },
  })
  return (name, body, status = 200) => {
    scope.onmessage({ data: { number: 1, name, body: JSON.stringify(body) } })
    assert.equal(said.status, status, said.text)
    return JSON.parse(said.text)
  }
}

/** Compares rolls and replies of the module with those of the command line, for all games at several levels. */
function compareReplies() {
  const ask = startModule()
  const { games } = JSON.parse(
    JSON.parse(readFileSync(join(folder, "site.js"), "utf8").replace(/^[^{]*/, "")).texts["api/games"],
  )
  for (const { name: variant, start } of games) {
    for (const level of [1, 5, 7]) {
      const [seed, sheet, own] = [5, [], []]
      let fen = start
      for (let ply = 0; ply < 9; ++ply) {
        const { roll } = ask("roll", { fen, variant, seed, ply })
        const allowed =
          ply % 2 === 0
            ? [ask("reply", { fen, variant, level, seed, ply, ...(roll && { roll }) }).move]
            : ask("moves", { fen, variant }).filter(({ faces }) => !roll || faces.includes(roll))
        const [move] = allowed
        if (ply % 2 === 1) own.push(move.uci)
        sheet.push(`${roll ? `(${roll}) ` : ""}${move.move}`)
        fen = move.fen
      }
      const said = execFileSync(
        binary,
        [
          "play",
          "--quiet",
          "--variant",
          variant,
          "--level",
          level,
          "--seed",
          seed,
          "--side",
          "black",
          "--tables",
          folder,
        ],
        { encoding: "utf8", input: [...own, "quit", ""].join("\n") },
      )
      const score = said
        .slice(said.lastIndexOf("]\n") + 2)
        .replace(/(\*|1-0|0-1|1\/2-1\/2)\s*$/, "")
        .replace(/\(-\) /g, "")
        .trim()
        .split(/\s+/)
        .join(" ")
      assert.equal(score, sheet.join(" "), `${variant}, level ${level}`)
    }
  }
}

/** Checks that there were no errors except expected ones: workers are loaded from memory, and the host is stopped. */
const hasNoTroubles = v =>
  assert.deepEqual(
    v.troubles.filter(trouble => !/asks for blob:|ERR_CONNECTION_REFUSED/.test(trouble)),
    [],
  )

const browser = await launch()
try {
  octomate("export-site", "--quiet", "--no-tables", "-o", folder)
  assert.ok(!readdirSync(folder).some(name => name.startsWith("table-")))
  octomate("export-site", "--quiet", "-o", folder)
  await check("the files of a first visit are small", () => {
    const files = readdirSync(folder).filter(name => name !== "puzzles.js" && !name.startsWith("table-"))
    const packed = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0)
    assert.ok(packed <= 750_000, `${packed} bytes are transferred before the puzzles`)
    const size = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    assert.ok(size <= 1.6e6, `${size} bytes without the puzzles`)
    for (const name of readdirSync(folder).filter(name => name.startsWith("table-")))
      assert.ok(statSync(join(folder, name)).size <= 350_000, name)
  })

  const host = await startHost(folder)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" })
  const v = new Visitor(await context.newPage(), `http://127.0.0.1:${host.address().port}/`, "desktop", HINTED, {
    "as-collected": true,
  })
  await check("from a static host: puzzles, faces and chances", async () => {
    await v.visit()
    await solvePuzzle(v)
    await v.tab("play")
    await openPosition(v, "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b - - 0 1")
    await v.expectText("#panel-play #mate-total", /39\.8\s%/)
  })
  await check("endgame tables", () => checkEndings(context, v.address))
  await check("500 positions and mates in two give the bytes of the commands", () => compareWithCommands(v.page))
  await check("rolls and replies are those of octomate play", compareReplies)
  await check("the computer plays, and the end of a game is judged", () => playGame(v))
  await check("a failed request does not affect later ones", restartAfterError)
  await check("offline, after the host has stopped", async () => {
    await v.page.evaluate(() => navigator.serviceWorker.ready)
    await v.page.reload() // this load goes through the service worker
    const known = await readEndgameCard(v.page, v.address, ...ENDINGS[0])
    const [kept, lacking] = ["table-superpermutation-KPK.js", "table-superpermutation-d8-KRK.js"]
    for (const file of [kept, lacking]) await changeStored(v.page, "delete", file)
    await startGame(v, "superpermutation")
    await eventually(() => changeStored(v.page, "match", kept), "the tables of the chosen game are not stored")
    host.closeAllConnections()
    await new Promise(closed => host.close(closed))
    v.fresh = true
    await v.visit()
    await solvePuzzle(v)
    await v.tab("play")
    await openPosition(v, ARTICLE[1].fen)
    assert.deepEqual(await readEndgameCard(v.page, v.address, ...ENDINGS[0]), known)
    assert.match((await readEndgameCard(v.page, v.address, ...ENDINGS[4]))[0], /table KPK/)
    await startGame(v, "super-chess")
    await v.expectText("#status", "White to move (Super Chess)")
    await v.page.evaluate(hash => (location.hash = hash), link(ENDINGS[1][0]))
    await v.expectText(
      "#table-total",
      "the endgame table superpermutation-d8-KRK is not stored here, and needs the network.",
    )
    assert.ok(await v.page.isVisible("#endgame"))
  })
  await check("opened from disk", async () => {
    const page = await context.newPage()
    const v = new Visitor(page, "file://", "desktop", {})
    await page.goto(`file://${folder}/index.html`)
    await page.evaluate(settings => localStorage.setItem("octomate:settings", JSON.stringify(settings)), HINTED)
    await page.evaluate(() => localStorage.setItem("octomate:as-collected", "true"))
    await v.reload()
    await solvePuzzle(v)
    await v.tab("play")
    await openPosition(v, ARTICLE[1].fen)
    await learnAndCompose(v)
    await readEndgameCard(page, `file://${folder}/`, ...ENDINGS[0])
    hasNoTroubles(v)
  })
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
