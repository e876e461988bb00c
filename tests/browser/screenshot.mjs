// node tests/browser/screenshot.mjs BINARY NODE_MODULES FILE.png: writes the picture of the web board for the README.
import { launch, Server, Visitor } from "./harness.mjs"

const server = await Server.start()
const browser = await launch()
const page = await browser.newPage({
  viewport: { width: 1120, height: 720 },
  reducedMotion: "reduce",
  colorScheme: "light",
})
const visitor = new Visitor(page, server.address, "desktop", { hints: true, introduced: true })
await visitor.visit("#fen=8/8/8/4p3/4q3/4bP2/1k1P4/3K4_b_-_-_0_1&roll=3")
await visitor.expectText("#panel-play #mate-total", /39\.8\s%/)
await page.screenshot({ path: process.argv[4] })
await browser.close()
await server.stop()
