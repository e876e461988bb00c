// Tests of the keyboard as the only input.
import assert from "node:assert/strict"
import { collectionOrder, anyMove, link, noMotion } from "./common.mjs"
import { eventually, test } from "./harness.mjs"

test("a puzzle is solved by keyboard alone", { ...noMotion, ...collectionOrder }, async v => {
  const { keyboard } = v.page
  await v.visit()
  await v.tabTo("#tab-play")
  await keyboard.press("ArrowRight")
  await keyboard.press("ArrowRight")
  await v.waitUntilIdle()
  await v.expectText("#puzzle-title", "White to mate")
  await v.pressKeyAt('#faces [data-face="5"]', "Space")
  await eventually(async () => assert.equal(await v.face(5).getAttribute("aria-pressed"), "true"))
  await v.pressKeyAt("#check")
  await v.expectText("#feedback", /^Right: on a 5 White mates\./)
  await eventually(
    () => v.page.evaluate(() => document.activeElement.getAttribute("role") === "grid"),
    "the focus is not on the board",
  )
  for (const key of ["Home", "PageUp", "Enter", ...Array(4).fill("ArrowRight"), ...Array(4).fill("ArrowDown"), "Enter"])
    await keyboard.press(key)
  await v.expectText("#feedback", /^Qa8-e4-e7# is mate!/)
  await eventually(() => v.page.evaluate(() => document.activeElement.id === "next-puzzle"), "the focus is lost")
  await keyboard.press("Enter")
  await v.expectText("#puzzle-number", "Puzzle 2 of 1197")
  await v.waitUntilIdle()
  await v.typeInto("#typed-answer-move", "h7h8")
  await v.page.waitForSelector("dialog[open]")
  await v.pressKeyAt('dialog button[value="h7h8n"]')
  await v.expectText("#feedback", /^h7-h8=N# is mate!/)
})

test("games, setup and stepping work by keyboard alone", noMotion, async v => {
  const { keyboard } = v.page
  await v.visit()
  await v.pressKeyAt("#close-intro")
  await eventually(() => v.page.evaluate(() => document.activeElement.id === "roll"), "the focus is lost")
  await keyboard.press("Enter")
  await v.expectText("#rolled", /^Rolled \d: /)
  await v.pressKeyAt("#listed summary")
  await v.pressKeyAt("#move-list button:enabled")
  await v.expectText("#status", "Black to move")
  await v.waitUntilIdle()
  await v.pressKeyAt("#unrolled", "Space")
  await v.typeInto("#typed-move", "h7h5")
  await v.expectText("#score-sheet", / h7-h5 $/)
  await v.waitUntilIdle()
  await v.page.keyboard.press("Home")
  await v.page.evaluate(() => document.activeElement.blur())
  await v.tabTo("#tab-play")
  await keyboard.press("ArrowRight")
  await v.waitUntilIdle()
  await v.pressKeyAt("#clear")
  for (const [man, square] of [
    ["K", "e1"],
    ["k", "e8"],
    ["R", "h1"],
  ]) {
    await v.pressKeyAt(`#palette [data-man="${man}"]`)
    await v.typeInto("#square", square)
  }
  await v.expectPlacement("4k3/8/8/8/8/8/8/4K2R")
  await v.tabTo("#tab-setup")
  await keyboard.press("ArrowRight")
  await keyboard.press("ArrowRight")
  await v.waitUntilIdle()
  await v.expectText("#ply-message", "Start of the game") // the game is loaded
  await v.tabTo("#next-ply")
  await keyboard.press("ArrowRight")
  await v.expectText("#ply-message", "Rolled 2. White’s pawn moved from b2 to b4.")
  await keyboard.press("End")
  await v.expectText("#status", "End of the game: 1-0")
  await keyboard.press("Home")
  await v.expectText("#ply-message", "Start of the game")
})

test("pieces are moved on the board by keyboard", anyMove, async v => {
  const { keyboard } = v.page
  const press = async (...keys) => {
    for (const key of keys) await keyboard.press(key)
  }
  const at = () => v.page.getAttribute("#board svg", "aria-activedescendant")
  await v.visit(link("7k/8/8/8/8/8/8/R3K3 w - - 0 1"))
  await v.tabTo("#board svg")
  assert.equal(await at(), "square-a1")
  await press("ArrowDown", "ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "ArrowUp")
  assert.equal(await at(), "square-a4")
  assert.deepEqual(await v.marks("picked"), ["a1"])
  await press("Escape")
  assert.deepEqual(await v.marks("picked"), [])
  await press("ArrowDown", "ArrowDown", "ArrowDown", "Space", "ArrowUp", "Space")
  await v.expectText("#score-sheet", "1. Ra1-a2 ")
  await v.waitUntilIdle()
  await v.page.click("#flip")
  await v.tabTo("#board svg")
  await press("ArrowDown")
  assert.equal(await at(), "square-a3")
  await v.tab("setup")
  await v.page.click('#palette [data-man="q"]')
  await v.tabTo("#board svg")
  await press("Enter")
  await v.expectPlacement("7k/8/8/8/8/q7/R7/4K3")
  await v.page.click('#palette [data-man="q"]') // deselects the piece
  await v.tabTo("#board svg")
  await press("Delete")
  await v.expectPlacement("7k/8/8/8/8/8/R7/4K3")
})

test("the focus is visible", noMotion, async v => {
  await v.visit()
  for (let presses = 0; presses < 30; ++presses) {
    await v.page.keyboard.press("Tab")
    const outline = await v.page.evaluate(() => [
      document.activeElement.tagName,
      parseFloat(getComputedStyle(document.activeElement).outlineWidth),
    ])
    assert.ok(outline[0] === "BODY" || outline[1] >= 2, `${outline}`)
  }
})
