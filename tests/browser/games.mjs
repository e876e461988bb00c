// Tests of the tab "Games".
import assert from "node:assert/strict"
import { START_PLACEMENT, noMotion } from "./common.mjs"
import { test } from "./harness.mjs"

test("the published game is stepped through, with its fault", noMotion, async v => {
  await v.visit()
  await v.tab("games")
  await v.expectText("#game-summary", "47 plies, result 1-0, 1 fault.")
  await v.expectText("#game-faults", /^Move 22… face 7 asks for the b-file, where Qb2-b1 is possible/)
  for (let ply = 0; ply < 5; ++ply) {
    await v.page.click("#next-ply")
    await v.expectText("#ply-message", /^\(\d\) /)
  }
  await v.expectText("#ply-message", "(1) Qd1-a4-a5")
  await v.expectPlacement("rnbqkbnr/1pppp1pp/8/Q4p2/pPP5/8/P2PPPPP/RNB1KBNR")
  await v.page.click("#previous-ply")
  await v.expectText("#ply-message", "(3) f7-f5")
  await v.page.click("#game-faults button")
  await v.expectText("#ply-message", /^\(7\) Rh4-h2\+: face 7 asks/)
  assert.equal(await v.page.getAttribute('[data-ply="44"]', "aria-current"), "step")
  await v.page.click("#last-ply")
  await v.expectText("#status", "End of the game: 1-0")
  await v.page.click("#first-ply")
  await v.expectPlacement(START_PLACEMENT)
  await v.page.click("#run")
  await v.expectText("#ply-message", "(8) a7-a5")
  await v.page.click("#run")
  await v.page.selectOption("#published", "superpermutation.txt")
  await v.page.click("#load-published")
  await v.expectText("#game-summary", /result 0-1, no fault/)
})

test("luck is told from skill, and a press on the curve shows the ply", noMotion, async v => {
  await v.visit()
  await v.tab("games")
  await v.expectText("#game-summary", /^47 plies/)
  await v.page.click("#luck")
  await v.expectText("#luck-verdict", /^White was luckier by [\d.]+\s%; Black played better/)
  assert.equal(await v.page.locator(".luck-place").count(), 47)
  assert.ok((await v.page.locator(".luck-curve circle").count()) > 3)
  await v.page.locator(".luck-place").nth(38).click()
  await v.expectText("#ply-message", /^\(2\) Nd3-b4\+/)
  assert.match(
    await v.page.locator(".luck-place title").nth(38).textContent(),
    /^Nd3-b4\+\?\?: luck \+[\d.]+ %, error [\d.]+ %, better Qc5-b4-b5#$/,
  )
  await v.page.fill("#game-text", "1. hello world")
  await v.page.click("#load-pasted")
  await v.expectText("#game-faults", /hello/)
  await v.expectText("#luck-verdict", "")
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
