// Tests of the trainer: addresses, filters, results, and longer mates.
import assert from "node:assert/strict"
import { ARTICLE, placementOf, collectionOrder, movesOf, openFilters, readPuzzles, noMotion } from "./common.mjs"
import { eventually, test } from "./harness.mjs"

const THOUSAND = readPuzzles("thousand.jsonl")
const hash = v => v.page.evaluate(() => location.hash)
const winningMove = (puzzle, face) => movesOf(puzzle.fen).find(({ move }) => move === puzzle.key[face][0])

test("every puzzle has an address, and back goes to the last one", { ...noMotion, ...collectionOrder }, async v => {
  const puzzle = THOUSAND[2]
  await v.visit(`#puzzle=${puzzle.id}`)
  const side = puzzle.fen.includes(" w ") ? "White" : "Black"
  await v.expectText("#puzzle-title", `${side} to mate`)
  await v.expectPlacement(placementOf(puzzle.fen))
  await v.page.click("#next-puzzle")
  await v.expectText("#puzzle-number", /^Puzzle 56 of 1197/)
  await v.waitUntilIdle()
  assert.equal(await hash(v), `#puzzle=${THOUSAND[3].id}`)
  await v.page.goBack()
  await v.expectText("#puzzle-number", /^Puzzle 55 of 1197/)
  await v.expectPlacement(placementOf(puzzle.fen))
  await v.visit("#puzzle=7") // the number of the puzzle
  await v.expectText("#puzzle-number", /^Puzzle 7 of 1197/)
  await v.visit("#puzzle=none-such")
  await v.expectText("#puzzle-number", /^Puzzle 1 of 1197/)
})

test("the board turns to the solver, and gives nothing away", noMotion, async v => {
  const puzzle = THOUSAND.find(({ fen, themes }) => fen.includes(" b ") && themes.includes("cascade-2"))
  await v.visit(`#puzzle=${puzzle.id}`)
  assert.ok((await v.centre("h1")).y < (await v.centre("h8")).y, "Black is not below")
  for (const face of Object.keys(puzzle.key)) await v.face(face).click()
  const before = await v.page.innerHTML("main")
  await v.page.click("#check")
  await v.expectText("#feedback", /^Right/)
  for (const html of [before, await v.page.innerHTML("main")]) {
    assert.doesNotMatch(html, /cascade of|tag-mate|move-mate/)
    for (const move of Object.values(puzzle.key).flat())
      assert.ok(!html.includes(move.replace("#", "")), `${move} can be read`)
  }
  assert.equal(await v.page.locator("#panel-puzzles .move").count(), 0, "moves are listed")
})

test("number, difficulty and themes are told when a puzzle is over, and not before", noMotion, async v => {
  const puzzle = THOUSAND[2]
  const faces = ["", "one face", "two faces", "three faces"][Object.keys(puzzle.key).length]
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.expectText("#puzzle-title", /^(White|Black) to mate$/)
  await v.expectText("#status", /^(White|Black) to mate$/)
  assert.equal(await v.page.locator("#panel-puzzles .themes").count(), 0)
  await v.page.click("#show-solution")
  await v.expectText("#puzzle-title", new RegExp(`to mate: ${faces}, (very easy|easy|medium|hard|very hard), [a-z]`))
  assert.ok(await v.page.locator("#panel-puzzles .themes .chip").count())
  await openFilters(v)
  await v.page.selectOption("#filter-faces", "2")
  await v.expectText("#puzzle-title", /^(White|Black) to mate: two faces$/)
})

test("selected faces survive a reload, and a solved puzzle opens with its solution", noMotion, async v => {
  const [puzzle] = ARTICLE
  await v.visit(`#puzzle=${puzzle.id}`)
  const primary = () => v.page.$eval("#next-puzzle", one => one.classList.contains("primary"))
  assert.equal(await primary(), false)
  await v.face(5).click()
  await v.face(6).click()
  await v.waitUntilIdle()
  await v.reload()
  for (const [face, on] of [
    [5, true],
    [6, true],
    [1, false],
  ])
    assert.equal(await v.face(face).getAttribute("aria-pressed"), String(on))
  await v.face(6).click()
  await v.page.click("#check")
  await v.expectText("#feedback", "Right: roll 5 wins.")
  await v.reload()
  await v.expectText("#puzzle-task", /^White rolled 5/)
  await v.clickMove("a8", "e4")
  await v.expectText("#feedback", /is mate! Solved: 2 of 2 points\.$/)
  await v.reload()
  await v.expectText("#solution", /Qa8-e4-e7#/)
  await v.expectText("#puzzle-title", puzzle.title)
  assert.equal(await primary(), true)
  await v.page.click("#try-again")
  await v.expectText("#puzzle-title", "White to mate")
  assert.equal(await v.face(5).getAttribute("aria-pressed"), "false")
})

test(
  "themes are explained, puzzles are filtered, and the filters are kept",
  { ...noMotion, ...collectionOrder },
  async v => {
    await v.visit("#puzzles")
    await openFilters(v)
    const wanted = THOUSAND.filter(
      ({ themes, key, difficulty }) =>
        themes.includes("teleport") && Object.keys(key).length === 2 && difficulty >= 60 && difficulty < 80,
    )
    assert.ok(wanted.length > 1)
    await v.page.selectOption("#filter-theme", "teleport")
    await v.waitUntilIdle()
    assert.ok((await v.text("#theme-meaning")).length > 10)
    await v.page.selectOption("#filter-faces", "2")
    await v.waitUntilIdle()
    await v.page.selectOption("#filter-level", "3")
    await v.waitUntilIdle()
    const twos = readPuzzles("twos.jsonl")
      .concat(ARTICLE)
      .filter(
        ({ themes, key, difficulty }) =>
          themes.includes("teleport") && Object.keys(key).length === 2 && difficulty >= 60 && difficulty < 80,
      )
    await v.expectText("#wanted-count", `${wanted.length + twos.length} puzzles found.`)
    await v.expectText("#puzzle-number", `Puzzle 1 of ${wanted.length + twos.length}`)
    await v.page.click("#panel-puzzles .chip")
    assert.ok((await v.text("#panel-puzzles .meaning")).length > 10)
    await v.page.click("#random")
    await v.waitUntilIdle()
    const shown = await hash(v)
    await v.reload()
    assert.equal(await hash(v), shown)
    await v.expectText("#wanted-count", `${wanted.length + twos.length} puzzles found.`)
    await v.page.click("#daily")
    await v.expectText("#puzzle-number", /^Puzzle of the day, number \d+ of 1197/)
    const id = decodeURIComponent((await hash(v)).slice("#puzzle=".length))
    assert.ok(
      THOUSAND.some(puzzle => puzzle.id === id),
      "the puzzle of the day is not of the thousand",
    )
    await openFilters(v)
    await v.page.fill("#go-to", "3")
    await v.page.press("#go-to", "Enter")
    await v.expectText("#puzzle-number", /^Puzzle 3 of 1197/)
  },
)

test("points, streak and what is solved are remembered", noMotion, async v => {
  const puzzle = THOUSAND.find(({ key }) => Object.keys(key).length === 1)
  const [face] = Object.keys(puzzle.key)
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.face(face).click()
  await v.page.click("#check")
  await v.expectText("#feedback", `Right: roll ${face} wins.`)
  const { move, from, to, uci } = {
    ...winningMove(puzzle, face),
    from: winningMove(puzzle, face).uci.slice(0, 2),
    to: winningMove(puzzle, face).uci.slice(2, 4),
  }
  await v.clickMove(from, to)
  if (await v.page.locator("dialog[open].choice").count()) await v.page.click(`dialog button[value="${uci}"]`)
  await v.expectText("#feedback", `${move} is mate! Solved: 2 of 2 points.`)
  await v.expectText("#streak", "1 puzzle done. Streak: 1")
  await v.reload()
  await v.expectText("#score", "Score: 2 of 2")
  await v.expectText("#puzzle-number", /✓$/)
})

test("a mate in two is played out against the best defence", noMotion, async v => {
  const puzzle = readPuzzles("twos.jsonl").find(({ id }) => id === "two-5")
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.expectText("#status", "White to mate in two")
  const faces = Object.keys(puzzle.key)
  for (const face of faces) await v.face(face).click()
  await v.page.click("#check")
  await v.expectText("#feedback", /^Right/)
  const { uci } = winningMove(puzzle, faces[0])
  await v.clickMove(uci.slice(0, 2), uci.slice(2, 4))
  await v.expectText("#feedback", "Qf4-f8+ is right! Best defence: Qc4-g8+. Continue.")
  await v.clickMove("f8", "h8") // does not mate
  await v.expectText("#feedback", /h8/)
  await v.expectPlacement("5Qqk/8/6K1/8/8/8/8/8")
  await v.clickMove("f8", "g7")
  await v.expectText("#feedback", /^Qf8-g7# is mate!/)
  await v.page.click("#go-on")
  await v.expectPlacement(placementOf(puzzle.fen))
})
