// Tests of stored values: addresses, the game, unfinished positions, and that nothing is lost without notice.
import assert from "node:assert/strict"
import { ARRAY, ARTICLE, board, free, helped, link, still } from "./common.mjs"
import { eventually, test } from "./harness.mjs"

const hash = (v) => v.page.evaluate(() => location.hash)

test("tabs have addresses, and the browser goes back and forward", still, async (v) => {
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

test("the game survives a reload, and everything can be forgotten", free, async (v) => {
  await v.visit()
  await v.clickMove("e2", "e4")
  await v.says("#status", "Black to move")
  await v.settled()
  await v.clickMove("h7", "h5")
  await v.says("#status", "White to move")
  await v.page.click("#undo")
  await v.settled()
  await v.reload()
  await v.says("#score-sheet", "1. e2-e4 h7-h5 ")
  assert.equal(await v.page.getAttribute('#score-sheet [data-ply="1"]', "aria-current"), "step")
  await v.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
  assert.deepEqual(await v.marks("landed"), ["e4"])
  await v.page.click("#open-settings")
  await v.page.click("#forget")
  await v.says("#forget", "Forget everything? Press again")
  await Promise.all([v.page.waitForEvent("load"), v.page.click("#forget")])
  await v.settled()
  await v.shows(ARRAY)
  assert.ok(await v.page.isVisible("#intro"))
  assert.ok(await v.page.isHidden("#panel-play .odds"), "the settings are still there")
})

test("a game that is replaced, or a line that is left, can be taken back", free, async (v) => {
  await v.visit()
  await v.clickMove("e2", "e4")
  await v.says("#status", "Black to move")
  await v.settled()
  await v.page.click("#new-game")
  await v.page.check("#opponent-people")
  await v.page.click("#start-game")
  await v.shows(ARRAY)
  await v.says("#earlier", /^No moves yet\. The previous game \(1 move\) is kept\./)
  await v.page.click("#take-back")
  await v.says("#score-sheet", "1. e2-e4 ")
  await v.page.evaluate((to) => (location.hash = to), link(ARTICLE[0].fen))
  await v.shows(board(ARTICLE[0].fen))
  await v.page.click("#take-back")
  await v.says("#score-sheet", "1. e2-e4 ")
  await v.page.keyboard.press("Control+z")
  await v.shows(ARRAY)
  await v.settled()
  await v.clickMove("d2", "d4")
  await v.says("#score-sheet", "1. d2-d4 ")
  await v.settled()
  await v.page.click("#take-back")
  await v.says("#score-sheet", "1. e2-e4 ")
})

test("a position that is half built is kept, and the game stays as it is", free, async (v) => {
  await v.visit()
  await v.clickMove("e2", "e4")
  await v.says("#status", "Black to move")
  await v.settled()
  await v.tab("setup")
  await v.page.click("#clear")
  await v.page.click('#palette [data-man="K"]')
  await v.press("e1")
  await v.shows("8/8/8/8/8/8/8/4K3")
  await v.settled()
  await v.tab("play")
  await v.says("#score-sheet", "1. e2-e4 ")
  await v.tab("setup")
  await v.shows("8/8/8/8/8/8/8/4K3")
  await v.reload()
  await v.shows("8/8/8/8/8/8/8/4K3")
  await v.page.click("#from-play")
  await v.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
  await v.page.click("#setup-undo")
  await v.shows("8/8/8/8/8/8/8/4K3")
  await v.page.click("#array")
  await v.shows(ARRAY)
  await v.page.click("#setup-undo")
  await v.shows("8/8/8/8/8/8/8/4K3")
})

test("a wrong FEN is not played from", free, async (v) => {
  await v.visit("#setup")
  const { fen } = ARTICLE[0]
  await v.fillFen("rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
  await v.page.click("#play-here")
  await v.says("#setup-happened", /^fen, character 18: rank 7 has 9 squares, expected 8 \("pppp1pppp"\)/)
  assert.equal(await v.page.getAttribute("#tab-setup", "aria-selected"), "true")
  await v.fillFen(fen)
  await v.says("#setup-happened", "")
  await v.page.click("#play-here")
  await v.says("#status", "White to move")
  await v.shows(board(fen))
})

test(
  "what is on the phone's first page works without the server",
  { ...still, settings: helped, only: ["phone"] },
  async (v) => {
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
      await page.waitForFunction(
        () => document.documentElement.dataset.tab && !document.documentElement.dataset.asking,
      )
      await eventually(() =>
        page.evaluate(async () =>
          (await (await caches.open("octomate")).keys()).some(({ url }) => url.includes("api/solve")),
        ),
      )
      await page.route("**", (route) => route.abort()) // the server is unreachable
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
