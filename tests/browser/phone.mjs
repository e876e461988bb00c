// Tests of the first screen in windows and on phones, and of printing.
import assert from "node:assert/strict"
import { anyMove, ARTICLE, overflow, link, noMotion, TABS } from "./common.mjs"
import { eventually, test, VIEWS } from "./harness.mjs"

const NARROW = ["phone", "small"]

const PHONES = ["phone", "landscape", "small"]

/** Checks that the whole board is visible and not hidden behind the bar at the bottom. */
const expectBoardInView = (v, action) =>
  eventually(async () => {
    const { board, bar, isFixed, height } = await v.page.evaluate(() => {
      const bar = document.querySelector("#bar")
      const edges = ({ top, bottom }) => ({ top, bottom })
      return {
        board: edges(document.querySelector("#board").getBoundingClientRect()),
        bar: edges(bar.getBoundingClientRect()),
        isFixed: getComputedStyle(bar).position === "fixed",
        height: innerHeight,
      }
    })
    assert.ok(
      board.top >= 0 && board.bottom <= (isFixed ? bar.top : height),
      `${action}: the board from ${board.top} to ${board.bottom}, the bar from ${bar.top}, the window to ${height}`,
    )
    assert.ok(bar.top >= 0 && bar.bottom <= height + 0.5, `${action}: the bar from ${bar.top} to ${bar.bottom}`)
  })

/** Scrolls to the end of the page, presses a button, and checks that the board is visible afterwards. */
async function pressBelow(v, selector) {
  await v.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await v.page.click(selector)
  await v.waitUntilIdle()
  await expectBoardInView(v, selector)
}

/** Returns the edges of an element, in pixels from the corner of the window. */
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
    if (hash === "#puzzle=article-1" && v.view === "phone")
      assert.ok((await edges(v, "#daily")).bottom <= bar.top, "one must scroll to the puzzle of the day")
    for (const button of await v.page.locator("#bar button:visible").all()) {
      const box = await button.boundingBox()
      assert.ok(
        box.x >= 0 && box.x + box.width <= bar.width && box.y + box.height <= bar.height,
        `${hash}: ${await button.textContent()}`,
      )
    }
  }
})

test("the board stays in place when a puzzle is over", { ...noMotion, only: NARROW }, async v => {
  await v.visit("#puzzle=article-1")
  const { top } = await edges(v, "#board")
  await v.page.click("#show-solution")
  await v.expectText("#status", /^White to mate: one face, /)
  assert.equal((await edges(v, "#board")).top, top)
})

test("a long status is readable, and the board stays in place", { ...noMotion, only: PHONES }, async v => {
  await v.visit("#puzzle=article-1")
  const { top } = await edges(v, "#board")
  const fits = await v.page.$eval("#status", status => {
    status.textContent = "White's queen on a8 swapped with Black's king on e5"
    return status.scrollWidth <= status.clientWidth && status.scrollHeight <= status.clientHeight + 1
  })
  assert.ok(fits, "the status is cut off")
  assert.equal((await edges(v, "#board")).top, top)
})

test("on a tablet, numbers of moves are beside the dice", { ...noMotion, only: ["phone"] }, async v => {
  await v.page.setViewportSize({ width: 768, height: 1024 })
  await v.visit()
  const die = await edges(v, "#faces .small-die")
  const number = await edges(v, "#faces .face-moves")
  assert.ok(number.left >= die.right && number.left < die.right + 8, `${number.left} after ${die.right}`)
})

test("nothing extends beyond the sides of the window", { ...noMotion, only: Object.keys(VIEWS) }, async v => {
  await v.visit(link(ARTICLE[3].fen, 4))
  for (const tab of TABS) {
    await v.tab(tab)
    assert.deepEqual(await overflow(v), [true, []], tab)
  }
})

test("the board and the game are printed, and nothing else", { ...noMotion, only: ["desktop"] }, async v => {
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
  "on a phone held sideways the board is on the left, and everything else on its right",
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
  "touch targets are large enough",
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
  "tabs do not move, and coordinates are drawn above the pieces",
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

test("every button that changes the board scrolls it into view", { ...anyMove, only: PHONES }, async v => {
  await v.visit()
  await v.page.click("#new-game")
  await v.page.check("#opponent-computer")
  await v.page.selectOption("#own-side", "black")
  await pressBelow(v, "#start-game")
  await eventually(async () => assert.match(await v.text("#rolled"), /Rolled \d|In check: no die/))
  await v.waitUntilIdle()
  await v.page.$eval("#listed", list => (list.open = true))
  await pressBelow(v, "#move-list button:enabled")
  await eventually(async () => assert.match(await v.text("#rolled"), /Rolled \d|In check: no die/))
  await v.waitUntilIdle()
  for (const selector of ["#score-sheet .ply", "#redo", "#undo", "#redo", "#flip", "#resign", "#rematch"])
    await pressBelow(v, selector)
  await v.page.click("#new-game")
  await v.page.check("#opponent-people")
  await pressBelow(v, "#start-game")
  await pressBelow(v, "#take-back")
  await v.tab("setup")
  for (const selector of ["#clear", "#array", "#from-play"]) await pressBelow(v, selector)
  await v.page.selectOption("#variant", "super-chess")
  await v.waitUntilIdle()
  await expectBoardInView(v, "choosing Super Chess")
  await pressBelow(v, "#play-here")
  await v.tab("games")
  for (const selector of ["#load-published", "#next-ply", "#last-ply", "#first-ply", "#game-to-play"])
    await pressBelow(v, selector)
  await v.tab("puzzles")
  for (const selector of ["#daily", "#at-my-level", "#random", "#previous-puzzle", "#show-solution", "#next-puzzle"])
    await pressBelow(v, selector)
  if (v.view === "phone") assert.equal(await v.page.evaluate(() => scrollY), 0, "the tabs are out of view")
  await pressBelow(v, "#timed-run")
  await pressBelow(v, "#end-run")
  await v.tab("rules")
  for (const lesson of await v.page.$$eval("[data-lesson]", all => all.map(one => one.dataset.lesson))) {
    await v.tab("rules")
    await pressBelow(v, `[data-lesson="${lesson}"]`)
    await pressBelow(v, "#lesson-next")
    await pressBelow(v, "#lesson-back")
    await pressBelow(v, ".lesson-steps li:last-child button")
    await v.page.click("#leave-lesson")
  }
})

test("the page does not scroll while a FEN is typed", { ...anyMove, only: PHONES }, async v => {
  await v.visit()
  await v.tab("setup")
  await v.page.focus("#fen")
  await v.page.$eval("#fen", field => field.scrollIntoView({ block: "center" }))
  const before = await v.page.evaluate(() => scrollY)
  await v.fillFen(ARTICLE[0].fen)
  await v.expectPlacement(ARTICLE[0].fen.split(" ")[0])
  assert.ok(before > 200)
  assert.ok(Math.abs((await v.page.evaluate(() => scrollY)) - before) < 100)
})

test("a board of 16 by 8 is not hidden behind the bar", { ...anyMove, only: PHONES }, async v => {
  await v.visit()
  await v.page.click("#new-game")
  await v.page.selectOption("#new-variant", "complete-permutation")
  const fits = await v.page.$eval("#new-variant", select => {
    const label = document.createElement("span")
    label.textContent = select.selectedOptions[0].textContent
    label.style.cssText = `position: absolute; white-space: nowrap; font: ${getComputedStyle(select).font}`
    select.parentNode.append(label)
    const { width } = label.getBoundingClientRect()
    label.remove()
    return width + 32 <= select.clientWidth // 32 pixels for the arrow and the padding
  })
  assert.ok(fits, "the name of the game is cut off")
  await pressBelow(v, "#start-game")
  await v.page.$eval("#listed", list => (list.open = true))
  await pressBelow(v, "#move-list button:enabled")
  assert.deepEqual(await overflow(v), [true, []])
})

test(
  "the first screen explains the program and how to begin",
  { ...noMotion, kept: { opponent: {} }, only: [...PHONES, "desktop"] },
  async v => {
    await v.visit()
    await v.expectText("#intro h2", "Octomate")
    await v.expectText("#intro p", /roll the die, then move a piece to the file that it names/)
    for (const part of ["#intro", "#intro h2", "#play-computer", "#first-lesson", "#daily-first", "#board"]) {
      const { top, bottom, left, right, width, height } = await edges(v, part)
      const limit = NARROW.includes(v.view) ? (await edges(v, "#bar")).top : height
      assert.ok(top >= 0 && left >= 0 && right <= width && bottom <= limit, `${part} ends at ${bottom}`)
    }
    assert.deepEqual(await overflow(v), [true, []])
    assert.deepEqual(await v.axeViolations(), [])
  },
)

test("the tabs are visible at the first visit", { ...noMotion, kept: { opponent: {} }, only: PHONES }, async v => {
  const rights = "ABCDEFGHJKLMNOPabcdefghjklmnop"
  const wide = `dfblmqezkastcnrg/${"p".repeat(16)}/16/16/16/16/${"P".repeat(16)}/DFBLMQEZKASTCNRG w ${rights} - - 0 1`
  for (const hash of ["", link(wide, 0, "complete-permutation")]) {
    v.fresh = true
    await v.visit(hash)
    assert.ok(await v.page.isVisible("#intro"), "the welcome is missing")
    const hidden = await v.page.$$eval("[role=tab]", tabs =>
      tabs
        .filter(tab => {
          const { left, right, top, bottom } = tab.getBoundingClientRect()
          const ends = [left + 2, right - 2].map(x => document.elementFromPoint(x, (top + bottom) / 2))
          return top < 0 || bottom > innerHeight || ends.some(end => !tab.contains(end))
        })
        .map(tab => tab.id),
    )
    assert.deepEqual(hidden, [], hash)
  }
})

test(
  "closing the welcome neither scrolls nor opens the keyboard",
  { ...noMotion, kept: { opponent: {} }, only: PHONES },
  async v => {
    await v.visit()
    await v.page.click("#close-intro")
    await v.waitUntilIdle()
    assert.ok(await v.page.isHidden("#intro"))
    assert.deepEqual(await v.page.evaluate(() => [document.activeElement.tagName === "INPUT", scrollY]), [false, 0])
  },
)

for (const [button, begun] of [
  ["#play-computer", async v => v.page.click("#start-game")],
  ["#first-lesson", async v => v.expectText("#lesson-number", /step 1 of/)],
  ["#daily-first", async v => v.expectText("#puzzle-number", /^Puzzle of the day/)],
])
  test(`the welcome closes with ${button}`, { ...noMotion, only: ["phone", "landscape", "small"] }, async v => {
    await v.visit()
    await v.page.click(button)
    await begun(v)
    await v.waitUntilIdle()
    await expectBoardInView(v, button)
    assert.ok(await v.page.isHidden("#intro"))
    await v.visit()
    assert.ok(await v.page.isHidden("#intro"))
  })
