// Tests of stored values: addresses, the game, unfinished positions, and that nothing is lost without notice.
import assert from "node:assert/strict"
import { START_PLACEMENT, ARTICLE, placementOf, anyMove, moveBeforeRoll, link, noMotion } from "./common.mjs"
import { eventually, test } from "./harness.mjs"

const hash = v => v.page.evaluate(() => location.hash)

test("tabs have addresses, and the browser's Back and Forward work", noMotion, async v => {
  await v.visit()
  for (const tab of ["setup", "games", "rules"]) {
    await v.tab(tab)
    assert.equal(await hash(v), `#${tab}`)
  }
  await v.page.goBack()
  await eventually(async () => assert.equal(await v.page.getAttribute("#tab-games", "aria-selected"), "true"))
  await v.page.goBack()
  await eventually(async () => assert.equal(await v.page.getAttribute("#tab-setup", "aria-selected"), "true"))
  await v.page.goForward()
  await eventually(async () => assert.equal(await v.page.getAttribute("#tab-games", "aria-selected"), "true"))
  await v.reload()
  assert.equal(await v.page.getAttribute("#tab-games", "aria-selected"), "true")
})

test("the game survives a reload, and everything can be forgotten", anyMove, async v => {
  await v.visit()
  await v.clickMove("e2", "e4")
  await v.expectText("#status", "Black to move")
  await v.waitUntilIdle()
  await v.clickMove("h7", "h5")
  await v.expectText("#status", "White to move")
  await v.page.click("#undo")
  await v.waitUntilIdle()
  await v.reload()
  await v.expectText("#score-sheet", "1. e2-e4 h7-h5 ")
  assert.equal(await v.page.getAttribute('#score-sheet [data-ply="1"]', "aria-current"), "step")
  await v.expectPlacement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
  assert.deepEqual(await v.marks("landed"), ["e4"])
  await v.page.click("#open-settings")
  await v.page.click("#forget")
  await v.expectText("#forget", "Forget everything? Press again")
  await Promise.all([v.page.waitForEvent("load"), v.page.click("#forget")])
  await v.waitUntilIdle()
  await v.expectPlacement(START_PLACEMENT)
  assert.ok(await v.page.isVisible("#intro"))
  assert.ok(await v.page.isHidden("#panel-play .odds"), "the settings are still there")
})

test("a replaced game and an abandoned line can be restored", anyMove, async v => {
  await v.visit()
  await v.clickMove("e2", "e4")
  await v.expectText("#status", "Black to move")
  await v.waitUntilIdle()
  await v.page.click("#new-game")
  await v.page.check("#opponent-people")
  await v.page.click("#start-game")
  await v.expectPlacement(START_PLACEMENT)
  await v.expectText("#earlier", /^No moves yet\. The previous game \(1 move\) is kept\./)
  await v.page.click("#take-back")
  await v.expectText("#score-sheet", "1. e2-e4 ")
  await v.page.evaluate(to => (location.hash = to), link(ARTICLE[0].fen))
  await v.expectPlacement(placementOf(ARTICLE[0].fen))
  await v.page.click("#take-back")
  await v.expectText("#score-sheet", "1. e2-e4 ")
  await v.page.keyboard.press("Control+z")
  await v.expectPlacement(START_PLACEMENT)
  await v.waitUntilIdle()
  await v.clickMove("d2", "d4")
  await v.expectText("#score-sheet", "1. d2-d4 ")
  await v.waitUntilIdle()
  await v.page.click("#take-back")
  await v.expectText("#score-sheet", "1. e2-e4 ")
})

test("an unfinished position is stored, and does not change the game", anyMove, async v => {
  await v.visit()
  await v.clickMove("e2", "e4")
  await v.expectText("#status", "Black to move")
  await v.waitUntilIdle()
  await v.tab("setup")
  await v.page.click("#clear")
  await v.page.click('#palette [data-man="K"]')
  await v.press("e1")
  await v.expectPlacement("8/8/8/8/8/8/8/4K3")
  await v.waitUntilIdle()
  await v.tab("play")
  await v.expectText("#score-sheet", "1. e2-e4 ")
  await v.tab("setup")
  await v.expectPlacement("8/8/8/8/8/8/8/4K3")
  await v.reload()
  await v.expectPlacement("8/8/8/8/8/8/8/4K3")
  await v.page.click("#from-play")
  await v.expectPlacement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
  await v.page.click("#setup-undo")
  await v.expectPlacement("8/8/8/8/8/8/8/4K3")
  await v.page.click("#array")
  await v.expectPlacement(START_PLACEMENT)
  await v.page.click("#setup-undo")
  await v.expectPlacement("8/8/8/8/8/8/8/4K3")
})

test("an invalid FEN cannot be played from", anyMove, async v => {
  await v.visit("#setup")
  const { fen } = ARTICLE[0]
  await v.fillFen("rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
  await v.page.click("#play-here")
  await v.expectText("#setup-happened", /^FEN, character 18: rank 7 has 9 squares, expected 8 \("pppp1pppp"\)/)
  assert.equal(await v.page.getAttribute("#tab-setup", "aria-selected"), "true")
  await v.fillFen(fen)
  await v.expectText("#setup-happened", "")
  await v.page.click("#play-here")
  await v.expectText("#status", "White to move")
  await v.expectPlacement(placementOf(fen))
})

test(
  "the first page works on a phone without a connection to the server",
  { ...noMotion, settings: moveBeforeRoll, only: ["phone"] },
  async v => {
    const context = await v.page
      .context()
      .browser()
      .newContext({ viewport: { width: 390, height: 844 } })
    try {
      const page = await context.newPage()
      await page.goto(`${v.address}#puzzle=${ARTICLE[0].id}`)
      await page.evaluate(() => navigator.serviceWorker.ready)
      await eventually(() => page.evaluate(() => !!navigator.serviceWorker.controller))
      await page.reload() // the second load goes through the service worker
      await page.waitForFunction(() => document.documentElement.dataset.tab && !document.documentElement.dataset.asking)
      await eventually(() =>
        page.evaluate(async () =>
          (await (await caches.open("octomate")).keys()).some(({ url }) => url.endsWith("/starts")),
        ),
      )
      const asked = []
      page.on("request", request => asked.push(request.postData()))
      await page.reload()
      await page.waitForFunction(() => document.documentElement.dataset.tab && !document.documentElement.dataset.asking)
      await eventually(() => page.evaluate(() => navigator.serviceWorker.controller?.state === "activated"))
      assert.ok(asked.length > 1)
      assert.ok(!asked.some(body => body?.includes(START_PLACEMENT)), "the start positions are requested again")
      await page.route("**", route => route.abort()) // the server is unreachable
      await context.setOffline(true)
      await page.reload()
      await eventually(async () => assert.match(await page.textContent("#puzzle-title"), /^White to mate$/))
      const manifest = await page.evaluate(async () =>
        (await fetch(document.querySelector("link[rel=manifest]").href)).json(),
      )
      assert.equal(manifest.display, "standalone")
    } finally {
      await context.close()
    }
  },
)
