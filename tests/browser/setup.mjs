// Tests of the tab "Set up".
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { ARTICLE, START_PLACEMENT, noMotion, placementOf, link, movesOf, expectFaces } from "./common.mjs"
import { eventually, test } from "./harness.mjs"

test("faces are updated while a FEN is typed", noMotion, async v => {
  await v.visit()
  await v.tab("setup")
  for (const { fen } of ARTICLE) {
    await v.fillFen(fen)
    await v.expectPlacement(placementOf(fen))
    await expectFaces(v, fen)
  }
  await v.page.fill("#fen", "")
  await v.page.locator("#fen").pressSequentially("7k/8/5K2/8/8/8/6Q1/8 w", { delay: 5 })
  await expectFaces(v, "7k/8/5K2/8/8/8/6Q1/8 w")
  await v.expectText(
    "#mate-total >> visible=true",
    /Chance that White mates within two moves, .*: 17\.2\s%, averaged over all rolls/,
  )
})

test("faults of an invalid FEN are explained", noMotion, async v => {
  await v.visit()
  await v.tab("setup")
  await v.fillFen("rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
  await v.expectText("#fen-faults", /^FEN, character 18: rank 7 has 9 squares, expected 8/)
  await v.fillFen("8/8/8/8/8/8/8/8 w")
  // Two faults: each side lacks its king.
  await eventually(async () => assert.equal(await v.page.locator("#fen-faults li").count(), 2))
  assert.equal(await v.page.getAttribute("#fen", "aria-invalid"), "true")
  await v.fillFen(ARTICLE[0].fen)
  await v.expectText("#fen-faults", "")
  assert.equal(await v.page.getAttribute("#fen", "aria-invalid"), null)
})

test("an unreadable FEN clears the board", noMotion, async v => {
  await v.visit("#setup")
  await v.fillFen(ARTICLE[0].fen)
  await v.expectPlacement(placementOf(ARTICLE[0].fen))
  await v.fillFen("nonsense")
  await v.expectPlacement("8/8/8/8/8/8/8/8")
  await v.page.click("#setup-undo")
  await v.expectPlacement(placementOf(ARTICLE[0].fen))
})

test(
  "a problem is checked against the key that is marked on the board",
  { ...noMotion, only: ["desktop", "phone", "landscape"] },
  async v => {
    const { fen, key } = ARTICLE[2]
    await v.visit("#setup")
    await v.fillFen(fen)
    await v.page.click("#composer summary")
    await v.page.click("#check-problem")
    await v.expectText("#verdict", /^You have not entered a solution yet\./)
    await v.page.check("#claim")
    for (const [face, [move]] of Object.entries(key)) {
      const { uci } = movesOf(fen).find(record => record.move === move)
      await v.clickMove(uci.slice(0, 2), uci.slice(2, 4))
      if (uci[4]) await v.page.click(`dialog button[value="${uci}"]`)
      await v.expectText("#claimed", new RegExp(`Face ${face}: ${move.replace(/[=#]/g, "\\$&")}`))
    }
    await v.expectPlacement(placementOf(fen)) // no piece has moved
    await v.page.click("#check-problem")
    await v.expectText("#verdict", /^Sound: your moves are all that win\./)
    assert.deepEqual(await v.axeViolations(), [])
    assert.deepEqual(JSON.parse(await v.copyFrom("#copy-record")), { fen, key })
    assert.match(await v.copyFrom("#copy-latex"), /^%.*\\begin\{diagram\}.*\\end\{document\}\s*$/s)
    const [picture] = await Promise.all([v.page.waitForEvent("download"), v.page.click("#save-picture")])
    const drawn = readFileSync(await picture.path(), "utf8")
    assert.ok(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<g id="wk".*fill="rgb/s.test(drawn), drawn.slice(0, 300))
    await v.page.fill("#version-name", "first")
    await v.page.click("#keep-version")
    await v.page.click("#claimed li:first-child button")
    await v.page.click("#check-problem")
    await v.expectText("#verdict", /^Cooked: other moves win too\.Another move wins on/)
    await v.fillFen(ARTICLE[0].fen)
    await v.expectText("#verdict", "")
    await v.page.click("#check-problem")
    await v.expectText("#verdict", /^Unsolvable: .*Your move does not win on 6: /)
    await v.page.click("#versions .link")
    await v.expectPlacement(placementOf(fen))
    await v.waitUntilIdle()
    await v.page.click("#check-problem")
    await v.expectText("#verdict", /^Sound/)
  },
)

test("a position is built from the palette of pieces", noMotion, async v => {
  await v.visit()
  await v.tab("setup")
  await v.page.click("#clear")
  await v.expectPlacement("8/8/8/8/8/8/8/8")
  for (const [man, square] of [
    ["K", "e1"],
    ["k", "e8"],
    ["Q", "a4"],
  ]) {
    await v.page.click(`#palette [data-man="${man}"]`)
    await v.press(square)
  }
  await v.expectPlacement("4k3/8/8/8/Q7/8/8/4K3")
  await eventually(async () => assert.equal(await v.page.inputValue("#fen"), "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1"))
  await v.expectText("#fen-faults", /the black king on e8 is attacked though white is to move/i)
  await v.press("a4") // the same brush removes the piece
  await v.expectPlacement("4k3/8/8/8/8/8/8/4K3")
  await v.waitUntilIdle() // waits for the layout below the board
  await v.page.click('#palette [data-man="erase"]')
  await v.press("e8")
  await v.expectPlacement("8/8/8/8/8/8/8/4K3")
  await v.page.click("#array")
  await v.expectPlacement(START_PLACEMENT)
  await v.page.check("#side-black")
  await eventually(async () => assert.match(await v.page.inputValue("#fen"), / b /))
  await v.expectText("#status", "Setting up: Black to move")
})

test("pieces are dragged", noMotion, async v => {
  await v.visit(link("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
  await v.tab("setup")
  await v.dragMove("h1", "h5")
  await v.expectPlacement("4k3/8/8/7R/8/8/8/4K3")
  await expectFaces(v, "4k3/8/8/7R/8/8/8/4K3 w")
  await v.waitUntilIdle()
  await v.page.$eval('#palette [data-man="n"]', one => one.scrollIntoView({ block: "center" }))
  const knight = await v.page.locator('#palette [data-man="n"]').boundingBox()
  await v.drag({ x: knight.x + knight.width / 2, y: knight.y + knight.height / 2 }, await v.centre("c3"))
  await v.expectPlacement("4k3/8/8/7R/8/2n5/8/4K3")
  assert.equal(await v.page.getAttribute('#palette [data-man="n"]', "aria-pressed"), "false")
  await v.waitUntilIdle()
  await v.scrollToSquare("h5")
  const strip = await v.page.locator("#legend").boundingBox()
  await v.dragMove("h5", { x: strip.x + 40, y: strip.y + 5 }) // off the board
  await v.expectPlacement("4k3/8/8/8/8/2n5/8/4K3")
})

test(
  "an answer of the server neither scrolls the page nor drops a dragged piece",
  { ...noMotion, only: ["phone"] },
  async v => {
    await v.visit(link("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    await v.tab("setup")
    let answer
    const held = new Promise(done => (answer = done))
    await v.page.route("**/api/solve", async route => {
      await held
      await route.continue()
    })
    await v.dragMove("h1", "h5")
    await v.expectPlacement("4k3/8/8/7R/8/8/8/4K3")
    await v.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    await v.page.evaluate(() =>
      scrollTo(0, document.querySelector("#board").getBoundingClientRect().top + scrollY + 20),
    )
    const scrolled = await v.page.evaluate(() => scrollY)
    await v.drag(await v.centre("h5"), await v.centre("b5"), async () => {
      answer()
      await v.waitUntilIdle()
      assert.equal(await v.page.evaluate(() => scrollY), scrolled, "the page was scrolled under the finger")
    })
    await v.expectPlacement("4k3/8/8/1R6/8/8/8/4K3")
    await eventually(
      async () => (await v.page.evaluate(() => scrollY)) !== scrolled,
      "the board was in view all the time",
    )
  },
)
