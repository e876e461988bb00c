// Tests of the tab "Games".
import assert from "node:assert/strict"
import { ARTICLE, START_PLACEMENT, noMotion } from "./common.mjs"
import { test } from "./harness.mjs"

test("the published game is stepped through, and its fault is shown", noMotion, async v => {
  await v.visit()
  await v.tab("games")
  await v.expectText("#game-summary", "47 plies, result 1-0, 1 fault.")
  await v.expectText("#game-faults", /^Move 22… face 7 asks for the b-file, where Qb2-b1 is possible/)
  for (let ply = 0; ply < 5; ++ply) {
    await v.page.click("#next-ply")
    await v.expectText("#ply-message", /^Rolled \d\. (White|Black)’s \S+ (moved|swapped|changed)/)
  }
  await v.expectText(
    "#ply-message",
    "Rolled 1. White’s queen moved from d1 to a4 and swapped with the black pawn on a5.",
  )
  await v.expectPlacement("rnbqkbnr/1pppp1pp/8/Q4p2/pPP5/8/P2PPPPP/RNB1KBNR")
  await v.page.click("#previous-ply")
  await v.expectText("#ply-message", "Rolled 3. Black’s pawn moved from f7 to f5.")
  await v.page.click("#game-faults button")
  await v.expectText("#ply-message", /^Rolled 7\. Black’s rook moved from h4 to h2: face 7 asks/)
  assert.equal(await v.page.getAttribute('[data-ply="44"]', "aria-current"), "step")
  await v.page.click("#last-ply")
  await v.expectText("#status", "End of the game: 1-0")
  await v.page.click("#first-ply")
  await v.expectPlacement(START_PLACEMENT)
  await v.page.click("#run")
  await v.expectText("#ply-message", "Rolled 8. Black’s pawn moved from a7 to a5.")
  await v.page.click("#run")
  await v.page.selectOption("#published", "superpermutation.txt")
  await v.page.click("#load-published")
  await v.expectText("#game-summary", /result 0-1, no fault/)
})

test("luck and errors are listed separately, and a press on the curve shows the ply", noMotion, async v => {
  await v.visit()
  await v.tab("games")
  await v.expectText("#game-summary", /^47 plies/)
  await v.page.click("#luck")
  await v.expectText(
    "#luck-verdict",
    /^The dice were worth [\d.]+ wins to White; errors cost White [\d.]+ wins and Black [\d.]+\.$/,
  )
  await v.expectText("#panel-games .luck-figure .hint", /^From a lost game to a won one is 1 win/)
  assert.equal(await v.page.locator(".luck-place").count(), 47)
  // The rows Dice, Errors and Rest add up to the row Game.
  const gains = await v.page.$$eval("#panel-games .luck-balance li", rows =>
    rows.map(row => {
      const [name, , words] = [...row.children].map(part => part.textContent)
      const [, side, gain] = words.match(/^(White|Black) \+(\d\.\d\d)$/)
      return [name, side === "White" ? Number(gain) : -Number(gain)]
    }),
  )
  assert.deepEqual(
    gains.map(([name]) => name),
    ["Dice", "Errors", "Rest", "Game"],
  )
  const sum = gains.slice(0, 3).reduce((all, [, gain]) => all + gain, 0)
  assert.ok(Math.abs(sum - gains[3][1]) < 0.025, `${sum} in place of ${gains[3][1]}`)
  await v.expectText('#plies [data-ply="39"]', /^\(2\) Nd3-b4\+\?\? better Qc5-b4-b5#$/)
  assert.ok((await v.page.locator("#plies .better").count()) < 10)
  assert.ok((await v.page.locator(".luck-curve circle").count()) > 3)
  await v.page.locator(".luck-place").nth(38).click()
  await v.expectText("#ply-message", /^Rolled 2\. White’s knight moved from d3 to b4/)
  await v.expectText("#faces", "No die this turn: only one move is legal.")
  assert.match(
    await v.page.locator(".luck-place title").nth(38).textContent(),
    /^Nd3-b4\+\?\?: luck \+[\d.]+ %, error [\d.]+ %, better Qc5-b4-b5#$/,
  )
  await v.page.fill("#game-text", "1. hello world")
  await v.page.click("#load-pasted")
  await v.expectText("#game-faults", /hello/)
  await v.expectText("#luck-verdict", "")
})

test("the bar for the dice names the lucky side", { ...noMotion, only: ["desktop"] }, async v => {
  await v.visit()
  await v.tab("games")
  for (const [roll, move, side] of [
    [5, "Qa8-e4-e7#", "White"],
    [1, "Qa8-a7", "Black"],
  ]) {
    await v.page.fill("#game-text", `[FEN "${ARTICLE[0].fen}"]\n\n1. (${roll}) ${move} *`)
    await v.page.click("#load-pasted")
    await v.expectText("#game-summary", /^1 ply.*no fault/)
    await v.page.click("#luck")
    await v.expectText("#luck-verdict", new RegExp(`wins to ${side}`))
    await v.expectText("#panel-games .luck-balance li", new RegExp(`^Dice${side} `))
  }
})

test("games are pasted", noMotion, async v => {
  await v.visit()
  await v.tab("games")
  await v.page.fill(
    "#game-text",
    '[FEN "4k3/8/8/8/8/8/8/R3K3 w"]\n\n1. Ra1-a4 {[%d8 1]} Ke8-e7 {[%d8 4]} 2. Ra4-a8 {[%d8 2]}',
  )
  await v.page.click("#load-pasted")
  await v.expectText("#game-summary", "3 plies, result *, 1 fault.")
  await v.expectPlacement("4k3/8/8/8/8/8/8/R3K3")
  await v.page.click("#last-ply")
  await v.expectText("#ply-message", /face 2 asks for the b-file/)
  await v.page.click("#game-to-play")
  await v.waitUntilIdle()
  await v.expectPlacement("R7/4k3/8/8/8/8/8/4K3")
  await v.tab("games")
  await v.page.fill("#game-text", "1. hello world")
  await v.page.click("#load-pasted")
  await v.expectText("#game-faults", /hello/)
  await v.page.fill("#game-text", "")
  await v.page.click("#load-pasted")
  await v.expectText("#game-summary", "This text contains no game.")
  await v.page.fill("#game-text", "1. (5) e2-e4 *\n\n1. (4) d2-d4 *")
  await v.page.click("#load-pasted")
  await v.page.selectOption("#which-game", "1")
  await v.expectText("#plies", /\(4\) d2-d4/)
})
