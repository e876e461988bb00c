// Tests of stored training: the order of puzzles, repetitions, timed runs, history, and exported progress.
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ARTICLE, placementOf, movesOf, openFilters, readPuzzles, noMotion } from "./common.mjs"
import { eventually, Server, test, Visitor } from "./harness.mjs"

const D8 = [...ARTICLE, ...readPuzzles("thousand.jsonl")]
const desktopOnly = { ...noMotion, only: ["desktop"] }
const withRecord = more => ({
  kept: {
    trainer: {
      version: 1,
      puzzles: {},
      streak: 0,
      best: 0,
      rating: { rating: 1500, deviation: 350, volatility: 0.06 },
      cards: {},
      history: [],
      run: 0,
      lessons: {},
      ...more,
    },
  },
})

/** The key under which results of a d8 puzzle are stored. */
const keyOf = ({ fen }) => `superpermutation-d8 ${fen}`
const readRecord = page =>
  page.evaluate(() =>
    navigator.locks.request("octomate:trainer", () => JSON.parse(localStorage.getItem("octomate:trainer"))),
  )

/** Plays a winning move of a puzzle on a face. */
async function playWinningMove(v, puzzle, face) {
  const { uci } = movesOf(puzzle.fen).find(({ move }) => move === puzzle.key[face][0])
  await v.clickMove(uci.slice(0, 2), uci.slice(2, 4))
  if (await v.page.locator("dialog[open].choice").count()) await v.page.click(`dialog button[value="${uci}"]`)
}

test("easy puzzles come first, and several themes can be selected", noMotion, async v => {
  await v.visit("#puzzles")
  await v.expectText("#puzzle-number", /^Puzzle 1 of 1197/)
  const placement = await v.placement()
  const shown = D8.find(({ fen }) => placementOf(fen) === placement)
  assert.ok(shown.difficulty < 40 && Object.keys(shown.key).length === 1 && !shown.moves, shown.id)
  await openFilters(v)
  for (const theme of ["teleport", "discovered-check"]) {
    await v.page.selectOption("#filter-theme", theme)
    await v.waitUntilIdle()
  }
  const wanted = [...D8, ...readPuzzles("twos.jsonl")].filter(
    ({ themes }) => themes.includes("teleport") && themes.includes("discovered-check"),
  ).length
  await v.expectText("#wanted-count", new RegExp(`^${wanted} puzzles? found\\.$`))
  await v.expectText("#puzzle-title", /: teleport, discovered check$/)
  await v.reload()
  await v.expectText("#wanted-count", new RegExp(`^${wanted} `))
  await v.expectText("#chooser summary", "Filters and order (1 filter set)")
  await openFilters(v)
  const ofEither = [
    ...D8,
    ...["twos", "complete-permutation", "super-chess"].flatMap(name => readPuzzles(`${name}.jsonl`)),
  ].filter(({ themes }) => themes.includes("teleport") || themes.includes("discovered-check"))
  await v.page.selectOption("#any-theme", "any")
  await v.expectText("#wanted-count", `${ofEither.length} puzzles found.`)
  await v.expectText("#puzzle-title", /: teleport or discovered check$/)
  await v.page.fill("#filter-from", "20")
  await v.page.fill("#filter-to", "33")
  await v.page.press("#filter-to", "Enter")
  const inRange = ofEither.filter(({ difficulty }) => difficulty >= 20 && difficulty <= 33).length
  assert.ok(inRange > 0 && inRange < ofEither.length)
  await v.expectText("#wanted-count", `${inRange} puzzles found.`)
  await v.expectText("#chooser summary", "Filters and order (3 filters set)")
  await v.page.fill("#filter-from", "")
  await v.page.fill("#filter-to", "")
  await v.page.press("#filter-to", "Enter")
  await v.page.selectOption("#any-theme", "")
  await v.expectText("#wanted-count", new RegExp(`^${wanted} `))
  await v.page.click('#wanted-themes [data-theme-name="teleport"]')
  await v.expectText("#puzzle-title", /: discovered check$/)
  await v.page.click("#clear-filters")
  await v.expectText("#wanted-count", "1197 puzzles found.")
})

test(
  "a level of difficulty stored by an older version is ignored",
  { ...desktopOnly, kept: { filters: { level: "2", side: "white" } } },
  async v => {
    await v.visit("#puzzles")
    await v.expectText("#chooser summary", "Filters and order (1 filter set)")
  },
)

test(
  "a missed puzzle is repeated when it is due",
  {
    ...desktopOnly,
    ...withRecord({
      puzzles: { "article-1": { points: 0, outOf: 2, over: true } },
      cards: { "article-1": { box: 0, due: 20000 }, [D8[9].id]: { box: 1, due: 99999 } },
    }),
  },
  async v => {
    const [puzzle] = ARTICLE
    await v.visit("#puzzles")
    await v.expectText("#review-due", "1 due today")
    await v.page.click("#review-due")
    await v.expectText("#puzzle-number", "Repetition 1 of 1")
    await v.expectPlacement(placementOf(puzzle.fen))
    await v.face(5).click()
    await v.page.click("#check")
    await v.expectText("#feedback", /^Right: on a 5 White mates\./)
    await v.waitUntilIdle()
    await playWinningMove(v, puzzle, "5")
    await v.expectText("#feedback", /is mate! Solved at once\.$/)
    assert.ok(await v.page.isHidden("#review-due"))
    const { cards, rating } = await readRecord(v.page)
    assert.equal(cards[keyOf(puzzle)].box, 1)
    assert.equal(rating.rating, 1500)
    await v.page.click("#next-puzzle")
    await v.expectText("#puzzle-number", /^Puzzle \d+ of 1197/)
  },
)

test("a missed puzzle is listed and due tomorrow", desktopOnly, async v => {
  await v.visit("#puzzle=article-1")
  await v.page.click("#show-solution")
  await v.expectText("#rating", "Rating 1500, likely 800–2200")
  await v.expectText("#score", "0 of 1 puzzle solved, 0 at once")
  const { cards } = await readRecord(v.page)
  const today = await v.page.evaluate(() =>
    Math.floor(Date.UTC(new Date().getFullYear(), new Date().getMonth(), new Date().getDate()) / 864e5),
  )
  assert.deepEqual(cards, { [keyOf(ARTICLE[0])]: { box: 0, due: today + 1 } })
  await v.page.click("#at-my-level")
  await eventually(async () => assert.doesNotMatch(await v.text("#puzzle-number"), /not solved/))
  await v.page.click("#history summary")
  await v.expectText("#history-list", /^✗ not solved .*cascade/)
  await v.page.selectOption("#history-result", "solved")
  await v.expectText("#history-words", "Nothing yet.")
  await v.page.selectOption("#history-result", "missed")
  await v.page.click("#history-list button")
  await v.expectText("#puzzle-number", /not solved$/)
  await openFilters(v)
  await v.page.selectOption("#filter-state", "missed")
  await v.expectText("#wanted-count", "1 puzzle found.")
})

test(
  "a timed run counts the puzzles solved until it ends",
  { ...noMotion, only: ["desktop", "phone", "landscape"] },
  async v => {
    await v.visit("#puzzle=article-1")
    await v.page.click("#timed-run")
    await v.expectText("#puzzle-number", "Timed run")
    await v.waitUntilIdle()
    assert.ok((await v.page.isHidden("#hint")) && (await v.page.isHidden("#show-solution")))
    const posed = async () => {
      const [placement, title] = [await v.placement(), await v.text("#puzzle-title")]
      return { puzzle: D8.find(({ fen }) => placementOf(fen) === placement), face: title.match(/on a roll of (\d)/)[1] }
    }
    const first = await posed()
    await playWinningMove(v, first.puzzle, first.face)
    await v.expectText("#run-clock", /^[0-2]:\d\d · 1 solved$/)
    const another = old =>
      eventually(async () => {
        const found = await posed()
        assert.ok(
          found.puzzle && found.puzzle !== old.puzzle && found.puzzle.key[found.face],
          "the title is not of this board yet",
        )
        return found
      })
    const wrong = ({ puzzle, face }) =>
      movesOf(puzzle.fen).find(({ faces, mate, uci }) => faces.includes(Number(face)) && !mate && !uci[4])
    let [solved, second] = [1, await another(first)]
    for (; !wrong(second); ++solved) {
      // Every move on this roll mates, so no wrong one can be played: solves the puzzle and goes on.
      await v.waitUntilIdle()
      await playWinningMove(v, second.puzzle, second.face)
      second = await another(second)
    }
    await v.waitUntilIdle()
    const { uci } = wrong(second)
    const right = second.puzzle.key[second.face][0]
    // The next puzzle soon replaces the shown answer, so the page itself records the texts.
    await v.page.evaluate(() => {
      window.texts = []
      for (const id of ["feedback", "live"]) {
        const element = document.getElementById(id)
        new MutationObserver(() => window.texts.push(element.textContent)).observe(element, { childList: true })
      }
    })
    await v.clickMove(uci.slice(0, 2), uci.slice(2, 4))
    await another(second)
    const texts = await v.page.evaluate(() => window.texts)
    const index = texts.indexOf(`That does not win; ${right} does.`)
    assert.ok(index >= 0 && texts.slice(index).some(text => text.startsWith(right)), texts.join("\n"))
    await v.page.click("#end-run")
    await v.expectText(
      "#feedback",
      `${solved} ${solved === 1 ? "puzzle" : "puzzles"} solved in the timed run; your best is ${solved}. Missed: 1, due again tomorrow.`,
    )
    await v.expectText("#puzzle-number", /of 1197$/)
    await v.expectText("#score", "")
    await v.expectText("#run-missed", new RegExp(`to mate: on a roll of ${second.face}$`))
    const buttons = () =>
      v.page.$$eval("#bar button", all => all.filter(one => one.checkVisibility()).map(({ id }) => id))
    assert.deepEqual(await buttons(), ["retry-missed", "next-puzzle"])
    await v.page.click("#retry-missed")
    await v.expectText("#puzzle-number", "Missed puzzle 1 of 1")
    assert.deepEqual(await buttons(), ["hint", "show-solution", "next-puzzle"])
    await v.expectPlacement(placementOf(second.puzzle.fen))
    await v.waitUntilIdle()
    await playWinningMove(v, second.puzzle, second.face)
    await v.expectText("#feedback", /is mate!/)
    await v.expectText("#score", "")
    await v.page.click("#next-puzzle")
    await v.expectText("#feedback", "That was the last puzzle you missed.")
    await v.expectText("#puzzle-number", /of 1197$/)
  },
)

test("a set is solved in rounds, with time and accuracy", noMotion, async v => {
  const [first, second] = ARTICLE
  await v.visit(`#puzzle=${first.id}`)
  await openFilters(v)
  await v.page.selectOption("#order", "collection")
  await v.page.fill("#go-to", "1")
  await v.page.press("#go-to", "Enter")
  await v.expectPlacement(placementOf(first.fen))
  await v.page.click("#sets summary")
  await v.page.fill("#set-name", "Article")
  await v.page.fill("#set-count", "2")
  await v.page.click("#make-set")
  await v.expectText("#set-news", "“Article” has 2 puzzles.")
  await v.page.fill("#set-name", "Article")
  await v.page.click("#make-set")
  await v.expectText("#set-news", "There is a set “Article” already.")
  assert.deepEqual((await readRecord(v.page)).sets, [{ name: "Article", keys: [first, second].map(keyOf), rounds: [] }])

  await v.page.click(".begin-round")
  await v.expectText("#puzzle-number", "Round 1 of “Article”: 1 of 2")
  await v.waitUntilIdle()
  assert.ok(await v.page.isDisabled("#next-puzzle"), "a puzzle of a round can be left out")
  await v.dragMove("a8", "e4")
  await v.expectText("#feedback", /^Qa8-e4-e7# is mate!/)
  await v.page.click("#check")
  await v.expectText("#set-list tbody tr", /^1\d+:\d\d100\u00a0% \(1 of 2 so far\)$/)
  await v.reload() // the round is stored, and continues after the reload
  await v.page.click("#sets summary")
  await v.expectText(".begin-round", "Continue round 1")
  await v.page.click(".begin-round")
  await v.expectText("#puzzle-number", "Round 1 of “Article”: 2 of 2")
  await v.expectPlacement(placementOf(second.fen))
  await v.waitUntilIdle()
  await v.page.click("#show-solution")
  await v.expectText("#set-list tbody tr", /^1\d+:\d\d50\u00a0%$/)
  await v.page.click("#next-puzzle")
  await v.expectText("#feedback", /^Round 1 of “Article” is done: 50\u00a0% right at once in \d+:\d\d\.$/)
  await v.expectText("#puzzle-number", /of 1197/)

  await v.page.click(".begin-round")
  await v.expectText("#puzzle-number", "Round 2 of “Article”: 1 of 2")
  await v.expectPlacement(placementOf(first.fen))
  await v.waitUntilIdle()
  assert.ok(await v.page.isVisible("#hint"), "a solved puzzle is not asked again")
  await v.page.fill("#set-name", "Misses")
  await v.page.selectOption("#set-source", "missed")
  await v.page.click("#make-set")
  await v.expectText("#set-news", "“Misses” has 1 puzzle.")
  assert.deepEqual((await readRecord(v.page)).sets[1].keys, [keyOf(second)])
  await v.page.click('[aria-label="Article"] .delete-set')
  await v.expectText('[aria-label="Article"] .delete-set', "Delete this set? Press again")
  await v.page.focus("#set-name")
  await v.expectText('[aria-label="Article"] .delete-set', "Delete")
  assert.equal((await readRecord(v.page)).sets.length, 2)
  for (let presses = 0; presses < 2; ++presses) await v.page.click('[aria-label="Article"] .delete-set')
  await eventually(async () => assert.equal((await readRecord(v.page)).sets.length, 1))
  assert.deepEqual(await v.axeViolations(), [])
})

test(
  "progress is exported to a file and imported from one",
  {
    ...desktopOnly,
    ...withRecord({
      puzzles: { "article-1": { points: 2, outOf: 2, over: true } },
      history: [{ id: "article-1", at: 1e12, points: 2, outOf: 2 }],
    }),
  },
  async v => {
    await v.visit("#puzzles")
    await v.expectText("#score", "1 of 1 puzzle solved, 1 at once")
    await v.page.click("#history summary")
    const [download] = await Promise.all([v.page.waitForEvent("download"), v.page.click("#export-progress")])
    assert.equal(download.suggestedFilename(), "octomate-progress.json")
    const file = JSON.parse(readFileSync(await download.path(), "utf8"))
    assert.equal(file.version, 1)
    const give = content =>
      v.page.setInputFiles("#import-file", {
        name: "file.json",
        mimeType: "application/json",
        buffer: Buffer.from(content),
      })
    await give('{"version":7}')
    await v.expectText("#backup-news", "That file was not exported by this page; nothing was changed.")
    await give(JSON.stringify({ ...file, puzzles: {}, history: [] }))
    await v.expectText("#backup-news", "Imported: 0 results.")
    await v.expectText("#score", "")
    await v.page.click("#undo-import")
    await v.expectText("#score", "1 of 1 puzzle solved, 1 at once")
    await give(JSON.stringify({ ...file, history: Array.from({ length: 200_000 }, () => file.history[0]) }))
    await v.expectText("#backup-news", "This browser has no room for what is in that file; nothing was changed.")
    assert.ok(await v.page.isHidden("#undo-import"))
    await v.expectText("#score", "1 of 1 puzzle solved, 1 at once")
    await v.reload()
    await v.expectText("#score", "1 of 1 puzzle solved, 1 at once")
  },
)

/** Opens another tab in the same browser, with the same storage. */
async function openOtherTab(v, address = v.address) {
  const other = new Visitor(await v.page.context().newPage(), address, v.view)
  other.fresh = false
  return other
}

test("two tabs lose no results", desktopOnly, async v => {
  const [first, second, third, fourth] = ARTICLE
  await v.visit(`#puzzle=${first.id}`)
  const other = await openOtherTab(v)
  await other.visit(`#puzzle=${second.id}`)
  await other.page.click("#show-solution")
  await v.expectText("#score", "0 of 1 puzzle solved, 0 at once")
  await v.page.click("#show-solution")
  for (const tab of [v, other]) await tab.expectText("#score", "0 of 2 puzzles solved, 0 at once")
  await Promise.all([v.visit(`#puzzle=${third.id}`), other.visit(`#puzzle=${fourth.id}`)])
  await Promise.all([v, other].map(({ page }) => page.click("#show-solution"))) // both tabs at the same moment
  for (const tab of [v, other]) await tab.expectText("#score", "0 of 4 puzzles solved, 0 at once")
  assert.equal((await readRecord(v.page)).history.length, 4)
  await v.reload()
  await v.expectText("#score", "0 of 4 puzzles solved, 0 at once")
})

test("results are stored by game and position, not by id", desktopOnly, async v => {
  const folder = mkdtempSync(join(tmpdir(), "octomate-ids-"))
  const file = join(folder, "puzzles.jsonl")
  const [first, second, third] = ARTICLE.map(({ fen, key }) => ({ fen, key }))
  const same = [second, third, readPuzzles("super-chess.jsonl")[0]].map(record => ({ ...record, id: "same" }))
  writeFileSync(file, [first, ...same].map(record => `${JSON.stringify(record)}\n`).join(""))
  const server = await Server.start(file)
  const other = await openOtherTab(v, server.address)
  try {
    await other.visit("#puzzle=1")
    await other.page.evaluate(() => localStorage.clear())
    await other.page.evaluate(() => localStorage.setItem("octomate:as-collected", "true"))
    await other.reload()
    await other.page.click("#show-solution")
    await other.expectText("#puzzle-number", /1 of 4 – not solved$/)
    assert.deepEqual(Object.keys((await readRecord(other.page)).cards), [keyOf(first)])
    await other.page.click("#next-puzzle")
    await other.expectText("#puzzle-number", /2 of 4$/)
    await other.waitUntilIdle()
    await other.page.click("#show-solution")
    await other.expectText("#puzzle-number", /2 of 4 – not solved$/)
    for (const number of [3, 4]) {
      await other.page.click("#next-puzzle")
      await other.expectText("#puzzle-number", new RegExp(`${number} of 4$`))
    }
    await other.waitUntilIdle()
    await other.reload()
    await other.expectText("#puzzle-number", /4 of 4$/)
    await openFilters(other)
    await other.page.selectOption("#filter-state", "missed")
    await other.expectText("#wanted-count", "2 puzzles found.")
    await other.page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("octomate:trainer"))
      for (const card of Object.values(kept.cards)) card.due = 1
      localStorage.setItem("octomate:trainer", JSON.stringify(kept))
    })
    await other.reload()
    await other.expectText("#review-due", "2 due today")
  } finally {
    await other.page.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
})

test("damaged values are moved aside and reported, and the board is shown", desktopOnly, async v => {
  await v.visit("#puzzles")
  const names = [
    "settings",
    "look",
    "theme",
    "trainer",
    "progress",
    "puzzle",
    "own-puzzles",
    "filters",
    "as-collected",
    "game",
    "earlier",
    "flipped",
    "opponent",
    "draft",
    "versions",
  ]
  for (const text of [
    "",
    "{",
    "7",
    "[null]",
    '{"puzzles":null,"history":[{}],"cells":5,"themes":5,"board":{},"sound":"x","level":"x"}',
  ]) {
    await v.page.evaluate(
      ([names, text]) => names.forEach(name => localStorage.setItem(`octomate:${name}`, text)),
      [names, text],
    )
    await v.reload()
    for (const tab of ["play", "setup", "puzzles", "rules"]) {
      await v.tab(tab)
      assert.ok((await v.page.locator("#board .men [data-square]").count()) > 1, `${tab}: no board after ${text}`)
    }
    await v.expectText(
      "#notice",
      /What this browser kept as “trainer” is damaged\. It was set aside as “octomate:trainer\.damaged”/,
    )
    assert.equal(await v.page.evaluate(() => localStorage.getItem("octomate:trainer.damaged")), text)
  }
  await v.page.click("#notice button")
  assert.ok(await v.page.isHidden("#notice"))
  await v.reload()
  assert.ok(await v.page.isHidden("#notice"))
})
