// Tests of the tab "Set up".
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { ARTICLE, ARRAY, still, board, link, movesOf, showsFaces } from "./common.mjs"
import { eventually, test } from "./harness.mjs"

test("faces follow the FEN as one types", still, async (v) => {
  await v.visit()
  await v.tab("setup")
  for (const { fen } of ARTICLE) {
    await v.fillFen(fen)
    await v.shows(board(fen))
    await showsFaces(v, fen)
  }
  await v.page.fill("#fen", "")
  await v.page.locator("#fen").pressSequentially("7k/8/5K2/8/8/8/6Q1/8 w", { delay: 5 })
  await showsFaces(v, "7k/8/5K2/8/8/8/6Q1/8 w")
  await v.says("#mate-total >> visible=true", /White mates within two moves: 17\.2\s% over all faces/)
})

test("bad FENs are told in words", still, async (v) => {
  await v.visit()
  await v.tab("setup")
  await v.fillFen("rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
  await v.says("#fen-faults", /^fen, character 18: rank 7 has 9 squares, expected 8/)
  await v.fillFen("8/8/8/8/8/8/8/8 w")
  await eventually(async () => assert.equal(await v.page.locator("#fen-faults li").count(), 2)) // a missing king on each side
  assert.equal(await v.page.getAttribute("#fen", "aria-invalid"), "true")
  await v.fillFen(ARTICLE[0].fen)
  await v.says("#fen-faults", "")
  assert.equal(await v.page.getAttribute("#fen", "aria-invalid"), null)
})

test("a FEN that cannot be read leaves no old board behind", still, async (v) => {
  await v.visit("#setup")
  await v.fillFen(ARTICLE[0].fen)
  await v.shows(board(ARTICLE[0].fen))
  await v.fillFen("nonsense")
  await v.shows("8/8/8/8/8/8/8/8")
  await v.page.click("#setup-undo")
  await v.shows(board(ARTICLE[0].fen))
})

test(
  "a problem is checked by the key that is claimed on the board",
  { ...still, only: ["desktop", "phone", "landscape"] },
  async (v) => {
    const { fen, key } = ARTICLE[2]
    await v.visit("#setup")
    await v.fillFen(fen)
    await v.page.click("#composer summary")
    await v.page.click("#check-problem")
    await v.says("#verdict", /^Nothing is claimed yet\./)
    await v.page.check("#claim")
    for (const [face, [move]] of Object.entries(key)) {
      const { uci } = movesOf(fen).find((record) => record.move === move)
      await v.clickMove(uci.slice(0, 2), uci.slice(2, 4))
      if (uci[4]) await v.page.click(`dialog button[value="${uci}"]`)
      await v.says("#claimed", new RegExp(`Face ${face}: ${move.replace(/[=#]/g, "\\$&")}`))
    }
    await v.shows(board(fen)) // no piece has moved
    await v.page.click("#check-problem")
    await v.says("#verdict", /^Sound: the claimed moves are all that win\./)
    assert.deepEqual(await v.faults(), [])
    assert.deepEqual(JSON.parse(await v.copied("#copy-record")), { fen, key })
    assert.match(await v.copied("#copy-latex"), /^%.*\\begin\{diagram\}.*\\end\{document\}\s*$/s)
    const [picture] = await Promise.all([v.page.waitForEvent("download"), v.page.click("#save-picture")])
    const drawn = readFileSync(await picture.path(), "utf8")
    assert.ok(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<g id="wk".*fill="rgb/s.test(drawn),
      drawn.slice(0, 300),
    )
    await v.page.fill("#version-name", "first")
    await v.page.click("#keep-version")
    await v.page.click("#claimed li:first-child button")
    await v.page.click("#check-problem")
    await v.says("#verdict", /^Cooked: other moves win too\.Not claimed, but wins on/)
    await v.fillFen(ARTICLE[0].fen)
    await v.says("#verdict", "")
    await v.page.click("#check-problem")
    await v.says("#verdict", /^Unsolvable: .*Claimed, but does not win on 6: /)
    await v.page.click("#versions .link")
    await v.shows(board(fen))
    await v.settled()
    await v.page.click("#check-problem")
    await v.says("#verdict", /^Sound/)
  },
)

test("a position is built with the men", still, async (v) => {
  await v.visit()
  await v.tab("setup")
  await v.page.click("#clear")
  await v.shows("8/8/8/8/8/8/8/8")
  for (const [man, square] of [
    ["K", "e1"],
    ["k", "e8"],
    ["Q", "a4"],
  ]) {
    await v.page.click(`#palette [data-man="${man}"]`)
    await v.press(square)
  }
  await v.shows("4k3/8/8/8/Q7/8/8/4K3")
  await eventually(async () =>
    assert.equal(await v.page.inputValue("#fen"), "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1"),
  )
  await v.says("#fen-faults", /the black king on e8 is attacked though white is to move/i)
  await v.press("a4") // the same brush removes the piece
  await v.shows("4k3/8/8/8/8/8/8/4K3")
  await v.settled() // waits for the layout below the board
  await v.page.click('#palette [data-man="erase"]')
  await v.press("e8")
  await v.shows("8/8/8/8/8/8/8/4K3")
  await v.page.click("#array")
  await v.shows(ARRAY)
  await v.page.check("#side-black")
  await eventually(async () => assert.match(await v.page.inputValue("#fen"), / b /))
  await v.says("#status", "Setting up: Black to move")
})

test("men are dragged", still, async (v) => {
  await v.visit(link("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
  await v.tab("setup")
  await v.dragMove("h1", "h5")
  await v.shows("4k3/8/8/7R/8/8/8/4K3")
  await showsFaces(v, "4k3/8/8/7R/8/8/8/4K3 w")
  await v.page.$eval('#palette [data-man="n"]', (one) => one.scrollIntoView({ block: "center" }))
  const knight = await v.page.locator('#palette [data-man="n"]').boundingBox()
  await v.drag({ x: knight.x + knight.width / 2, y: knight.y + knight.height / 2 }, await v.centre("c3"))
  await v.shows("4k3/8/8/7R/8/2n5/8/4K3")
  assert.equal(await v.page.getAttribute('#palette [data-man="n"]', "aria-pressed"), "false")
  await v.bring("h5")
  const strip = await v.page.locator("#legend").boundingBox()
  await v.dragMove("h5", { x: strip.x + 40, y: strip.y + 5 }) // off the board
  await v.shows("4k3/8/8/8/8/2n5/8/4K3")
})
