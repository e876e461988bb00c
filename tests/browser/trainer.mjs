// Tests of the trainer: addresses, filters, results, and longer mates.
import assert from "node:assert/strict"
import {
  ARTICLE,
  placementOf,
  collectionOrder,
  movesOf,
  openFilters,
  readPuzzles,
  noMotion,
  withColorScheme,
} from "./common.mjs"
import { eventually, test } from "./harness.mjs"

const THOUSAND = readPuzzles("thousand.jsonl")
const hash = v => v.page.evaluate(() => location.hash)
const winningMove = (puzzle, face) => movesOf(puzzle.fen).find(({ move }) => move === puzzle.key[face][0])

test("every puzzle has an address, and Back opens the previous one", { ...noMotion, ...collectionOrder }, async v => {
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
  await v.visit("#puzzle=7") // an address may have a puzzle's number in place of its id
  await v.expectText("#puzzle-number", /^Puzzle 7 of 1197/)
  await v.visit("#puzzle=none-such")
  await v.expectText("#puzzle-number", /^Puzzle 1 of 1197/)
})

test("the board is turned to the side to move, and reveals nothing of the solution", noMotion, async v => {
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

test("number, difficulty and themes are shown only when a puzzle is finished", noMotion, async v => {
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
  await v.expectText("#feedback", /^Right: on a 5 White mates\. Find the move/)
  await v.reload()
  await v.expectText("#puzzle-task", "White rolled 5: the move must land on the e-file.")
  await v.expectText("#feedback", "Find the move to mate.")
  await v.clickMove("a8", "e4")
  await v.expectText("#feedback", /is mate! Solved at once\.$/)
  await v.reload()
  await v.expectText("#solution", /Qa8-e4-e7#/)
  await v.expectText("#puzzle-title", puzzle.title)
  assert.equal(await primary(), true)
  await v.page.click("#try-again")
  await v.expectText("#puzzle-title", "White to mate")
  assert.equal(await v.face(5).getAttribute("aria-pressed"), "false")
})

test(
  "themes are explained, puzzles are filtered, and the filters are stored",
  { ...noMotion, ...collectionOrder },
  async v => {
    await v.visit("#puzzles")
    await openFilters(v)
    const wanted = THOUSAND.filter(
      ({ themes, key, difficulty }) =>
        themes.includes("teleport") && Object.keys(key).length === 2 && difficulty >= 60 && difficulty <= 80,
    )
    assert.ok(wanted.length > 1)
    await v.page.selectOption("#filter-theme", "teleport")
    await v.waitUntilIdle()
    assert.ok((await v.text("#theme-meaning")).length > 10)
    await v.page.selectOption("#filter-faces", "2")
    await v.waitUntilIdle()
    await v.page.fill("#filter-from", "60")
    await v.page.press("#filter-from", "Tab")
    await v.page.fill("#filter-to", "80")
    await v.page.press("#filter-to", "Tab")
    await v.waitUntilIdle()
    const twos = readPuzzles("twos.jsonl")
      .concat(ARTICLE)
      .filter(
        ({ themes, key, difficulty }) =>
          themes.includes("teleport") && Object.keys(key).length === 2 && difficulty >= 60 && difficulty <= 80,
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

test("the score and the solved puzzles are stored", noMotion, async v => {
  const puzzle = THOUSAND.find(({ key }) => Object.keys(key).length === 1)
  const [face] = Object.keys(puzzle.key)
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.face(face).click()
  await v.page.click("#check")
  await v.expectText("#feedback", new RegExp(`^Right: on an? ${face} (White|Black) mates\\.`))
  const { move, from, to, uci } = {
    ...winningMove(puzzle, face),
    from: winningMove(puzzle, face).uci.slice(0, 2),
    to: winningMove(puzzle, face).uci.slice(2, 4),
  }
  await v.clickMove(from, to)
  if (await v.page.locator("dialog[open].choice").count()) await v.page.click(`dialog button[value="${uci}"]`)
  await v.expectText("#feedback", `${move} is mate! Solved at once.`)
  await v.reload()
  await v.expectText("#score", "1 of 1 puzzle solved, 1 at once")
  await v.expectText("#puzzle-number", / – solved at once$/)
})

test("a mate in two is played to its end, and then the other rolls are shown", noMotion, async v => {
  const puzzle = readPuzzles("twos.jsonl").find(({ id }) => id === "two-5")
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.expectText("#status", "White to mate in two")
  await v.expectText("#feedback", "Find the first move to force mate in two: play it, or select its rolls.")
  await v.expectText("#puzzle-task", "The mate must follow whatever is rolled later.")
  await v.clickMove("f4", "f8")
  await v.expectText("#feedback", /^Qf4-f8\+ is right! Black’s queen moved from c4 to g8\. .*Find the move to mate\.$/)
  await v.clickMove("f8", "h8") // a wrong move: it does not mate
  await v.expectText("#feedback", /h8/)
  await v.expectPlacement("5Qqk/8/6K1/8/8/8/8/8")
  await v.clickMove("f8", "g7")
  await v.expectText("#feedback", /^Qf8-g7# is mate! Solved .*\. In all, on 1 and 6 White forces mate\.$/)
  await v.expectText("#puzzle-number", / – solved (at once|after a mistake)$/)
})

test("a wrong first move is explained by a roll and a reply after which nothing mates", noMotion, async v => {
  await v.visit("#puzzle=two-3")
  await v.clickMove("c6", "c5")
  await v.expectText(
    "#feedback",
    /^Kc6-c5 does not force mate\. On a 1 Black escapes: Black’s king moved from b8 to a7 and swapped with .* on a6, and then nothing mates\. Try again\.$/,
  )
  await v.expectText("#puzzle-number", /\d$/)
})

test("a mate in two whose rolls are selected is played once, not for each roll", noMotion, async v => {
  const puzzle = readPuzzles("twos.jsonl").find(({ id }) => id === "two-3")
  await v.visit(`#puzzle=${puzzle.id}`)
  for (const face of Object.keys(puzzle.key)) await v.face(face).click()
  await v.page.click("#check")
  await v.expectText("#feedback", /^Right: on 1, 2, 7 and 8 White forces mate\. Find the move to force mate in two/)
  await v.clickMove("c6", "b6")
  await v.expectText(
    "#feedback",
    /^Kc6-b6 is right! Black rolls a 1: Black’s king on b8 and rook on a8 changed places\. .*Find the move to mate\.$/,
  )
  await v.clickMove("a6", "b7")
  await v.expectText("#feedback", /^Ba6-b7# is mate! Solved at once\./)
  await v.expectText(
    "#solution",
    /^1\. \(1,2,7,8\) Kc6-b6! zugzwang1… Kb8-a8\+ 2\. Ba6-b7#There is no such mate on 3, 4, 5 and 6\./,
  )
  await v.page.click('#solution button:text-is("Kb8-a8+")')
  await v.expectPlacement("kr6/8/BK6/8/8/8/8/8")
  await v.page.click('#solution button:text-is("Kc6-b6")')
  await v.expectPlacement("rk6/8/BK6/8/8/8/8/8")
  assert.equal(await v.page.textContent("#solution [aria-current]"), "Kc6-b6")
})

test("a move that wins on several rolls is listed once", { ...noMotion, only: ["desktop"] }, async v => {
  await v.visit("#puzzle=two-3")
  await v.page.click("#show-solution")
  await v.expectText("#feedback", "Not solved. Solution: (1,2,7,8) Kc6-b6.")
})

test("a rolled face is legible in a timed run", { ...noMotion, ...withColorScheme("dark") }, async v => {
  await v.visit("#puzzles")
  await v.page.click("#timed-run")
  await v.expectText("#puzzle-number", "Timed run")
  await v.waitUntilIdle()
  assert.deepEqual(await v.axeViolations(), [])
})

test("the solution of a mate in two includes its set play", { ...noMotion, only: ["desktop", "phone"] }, async v => {
  await v.visit("#puzzle=two-5")
  await v.page.click("#show-solution")
  await v.expectText("#feedback", /^Not solved\. Solution: /)
  await v.page.click("#solution summary:has-text('Set play')")
  await v.page.click('#solution button:text-is("Qc4-d4")')
  await v.expectPlacement("7k/8/6K1/8/3q1Q2/8/8/8")
  assert.deepEqual(await v.axeViolations(), [])
})
