// Tests of the first screen in windows and on phones, and of printing.
import assert from "node:assert/strict"
import { ARTICLE, overflow, link, noMotion, TABS } from "./common.mjs"
import { test, VIEWS } from "./harness.mjs"

const NARROW = ["phone", "small"]

/** Returns the edges of an element in the window. */
const edges = (v, selector) =>
  v.page.$eval(selector, one => {
    const { top, bottom, left, right } = one.getBoundingClientRect()
    return { top, bottom, left, right, width: innerWidth, height: innerHeight }
  })

test("board, faces and bar are on the first screen, and nothing overflows", { ...noMotion, only: NARROW }, async v => {
  for (const hash of [
    link(ARTICLE[3].fen, 4),
    "#setup",
    "#puzzle=article-1",
    "#games",
    "#lesson=superpermutation-d8",
  ]) {
    await v.visit(hash)
    const bar = await edges(v, "#bar")
    assert.ok(bar.bottom <= bar.height + 0.5 && bar.top > 0, `${hash}: the bar`)
    for (const part of ["#status", "#board", "#faces"]) {
      const { top, bottom, left, right, width } = await edges(v, part)
      assert.ok(
        top >= 0 && left >= 0 && right <= width && bottom <= bar.top + 0.5,
        `${hash}: ${part} from ${top} to ${bottom}, the bar from ${bar.top}, scrolled by ${await v.page.evaluate(() => scrollY)}`,
      )
    }
    for (const button of await v.page.locator("#bar button:visible").all()) {
      const box = await button.boundingBox()
      assert.ok(
        box.x >= 0 && box.x + box.width <= bar.width && box.y + box.height <= bar.height,
        `${hash}: ${await button.textContent()}`,
      )
    }
  }
})

test("nothing sticks out sideways", { ...noMotion, only: Object.keys(VIEWS) }, async v => {
  await v.visit(link(ARTICLE[3].fen, 4))
  for (const tab of TABS) {
    await v.tab(tab)
    assert.deepEqual(await overflow(v), [true, []], tab)
  }
})

test("what is printed is the board and the game", { ...noMotion, only: ["desktop"] }, async v => {
  await v.visit("#puzzle=article-1")
  await v.page.emulateMedia({ media: "print" })
  assert.ok(await v.page.isVisible("#board"))
  assert.ok(await v.page.isVisible("#puzzle-title"))
  for (const hidden of ["header", "#check", "#chooser", ".tools"]) assert.ok(await v.page.isHidden(hidden), hidden)
})

test(
  "the board fills the window, and its faces are on the first screen",
  { ...noMotion, only: ["desktop"] },
  async v => {
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
      [1280, 800],
    ]) {
      await v.page.setViewportSize({ width, height })
      for (const hash of [link(ARTICLE[3].fen, 4), "#puzzle=article-1"]) {
        await v.visit(hash)
        const { left, right } = await edges(v, "#board")
        const wanted = Math.min(0.82 * height, 0.6 * width)
        assert.ok(
          Math.abs(right - left - wanted) < 2,
          `${hash} at ${width} x ${height}: ${right - left} rather than ${wanted}`,
        )
        const { bottom } = await edges(v, "#faces")
        assert.ok(bottom <= height + 1, `${hash} at ${width} x ${height}: the faces end at ${bottom}`)
        assert.deepEqual(await overflow(v), [true, []])
      }
    }
  },
)

test(
  "on a phone held sideways the board is on the left, and all else beside it",
  { ...noMotion, only: ["landscape"] },
  async v => {
    for (const hash of [
      link(ARTICLE[3].fen, 4),
      "#setup",
      "#puzzle=article-1",
      "#games",
      "#lesson=superpermutation-d8",
    ]) {
      await v.visit(hash)
      const board = await edges(v, "#board")
      assert.ok(
        board.left >= 0 && board.top >= 0 && board.bottom <= 390 && board.bottom - board.top > 370,
        `${hash}: the board ends at ${board.bottom}`,
      )
      for (const part of ["header", "#faces", "#bar"]) {
        const { left, right, bottom } = await edges(v, part)
        assert.ok(left >= board.right && right <= 844 && bottom <= 390, `${hash}: ${part} ends at ${bottom}`)
      }
      assert.deepEqual(await overflow(v), [true, []], hash)
    }
    await v.tab("rules")
    assert.deepEqual(await overflow(v), [true, []], "rules")
    const { left, right } = await edges(v, "#panel-rules")
    assert.ok(right - left > 800, `the rules are ${right - left} wide`)
  },
)

test(
  "what a finger presses is large enough",
  { ...noMotion, only: ["phone"], kept: { filters: { themes: ["teleport", "cascade-1"] } } },
  async v => {
    for (const hash of [link(ARTICLE[3].fen, 4), "#setup", "#puzzles", "#games", "#lesson=superpermutation-d8"]) {
      await v.visit(hash)
      if (hash === "#puzzles") for (const more of ["#chooser", "#history"]) await v.page.click(`${more} summary`)
      const small = await v.page.$$eval("button, select, summary, label.check", all =>
        all
          .filter(one => one.checkVisibility())
          .map(one => [one.id || one.textContent, one.getBoundingClientRect()])
          .filter(([, { width, height }]) => height < 43.9 || width < 38)
          .map(([name, { width, height }]) => `${name}: ${width} x ${height}`),
      )
      assert.deepEqual(small, [], hash)
      for (const part of [".tabs button", ".corner button", "#faces button", "#bar button"]) {
        for (const { width } of await v.page.$$eval(part, all =>
          all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect()),
        ))
          assert.ok(width >= 43.9, `${hash}: ${part} is ${width} wide`)
      }
    }
  },
)

test(
  "tabs stay where they are, and coordinates are above the pieces",
  { ...noMotion, only: Object.keys(VIEWS) },
  async v => {
    await v.visit()
    const places = () => v.page.$$eval(".tabs button", all => all.map(one => one.getBoundingClientRect().left))
    const first = await places()
    for (const tab of TABS) {
      await v.tab(tab)
      assert.deepEqual(await places(), first, tab)
    }
    assert.ok(
      await v.page.evaluate(
        () =>
          !!(
            document.querySelector("#board .men").compareDocumentPosition(document.querySelector("#board .names")) &
            Node.DOCUMENT_POSITION_FOLLOWING
          ),
      ),
    )
  },
)
