// The first screen of a phone, and what is printed.
import assert from "node:assert/strict"
import { ARTICLE, inside, link, still, TABS } from "./common.mjs"
import { test } from "./harness.mjs"

const NARROW = ["phone", "small"]

/** The edges of an element within the window. */
const edges = (v, selector) => v.page.$eval(selector, (one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect()
  return { top, bottom, left, right, width: innerWidth, height: innerHeight }
})

test("board, faces and bar are on the first screen, and nothing overflows", { ...still, only: NARROW }, async (v) => {
  for (const hash of [link(ARTICLE[3].fen, 4), "#setup", "#puzzle=article-1", "#games"]) {
    await v.visit(hash)
    const bar = await edges(v, "#bar")
    assert.ok(bar.bottom <= bar.height + 0.5 && bar.top > 0, `${hash}: the bar`)
    for (const part of ["#status", "#board", "#faces"]) {
      const { top, bottom, left, right, width } = await edges(v, part)
      assert.ok(top >= 0 && left >= 0 && right <= width && bottom <= bar.top + 0.5, `${hash}: ${part} from ${top} to ${bottom}, the bar from ${bar.top}, scrolled by ${await v.page.evaluate(() => scrollY)}`)
    }
    for (const button of await v.page.locator("#bar button:visible").all()) {
      const box = await button.boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= bar.width && box.y + box.height <= bar.height, `${hash}: ${await button.textContent()}`)
    }
  }
})

test("nothing sticks out sideways", still, async (v) => {
  await v.visit(link(ARTICLE[3].fen, 4))
  for (const tab of TABS) {
    await v.tab(tab)
    assert.deepEqual(await inside(v), [true, []], tab)
  }
})

test("what is printed is the board and the game", { ...still, only: ["desktop"] }, async (v) => {
  await v.visit("#puzzle=article-1")
  await v.page.emulateMedia({ media: "print" })
  assert.ok(await v.page.isVisible("#board"))
  assert.ok(await v.page.isVisible("#puzzle-title"))
  for (const hidden of ["header", "#check", "#chooser", ".tools"]) assert.ok(await v.page.isHidden(hidden), hidden)
})
