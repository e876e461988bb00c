// Tests of colours, contrast, screen reader texts and sounds.
import assert from "node:assert/strict"
import { ARTICLE, anyMove, withHints, withColorScheme, link, noMotion, overflow, TABS } from "./common.mjs"
import { eventually, test, VIEWS } from "./harness.mjs"

for (const colorScheme of ["light", "dark"]) {
  test("text has enough contrast", { ...withHints, colorScheme, only: ["desktop"] }, async v => {
    await v.visit(link(ARTICLE[3].fen, 4))
    for (const tab of TABS) {
      await v.tab(tab)
      if (tab === "play") await v.page.click('#faces [data-face="3"]')
      assert.deepEqual(await v.page.evaluate(findFaintText), [], `${tab}, ${colorScheme}`)
    }
  })
}

/** Runs in the page: returns the texts whose contrast with their background is less than 4.5 (3 for large text). */
function findFaintText() {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  })
  const rgb = colors => {
    context.clearRect(0, 0, 1, 1)
    for (const color of colors) {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
    }
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const light = color => {
    const [r, g, b] = color
      .slice(0, 3)
      .map(part => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const bad = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (
      !walker.currentNode.textContent.trim() ||
      !element.checkVisibility() ||
      element.closest(".sr, .skip, noscript, svg, :disabled, option")
    )
      continue
    const grounds = []
    for (let at = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor)
    const style = getComputedStyle(element)
    const [a, b] = [light(rgb([...grounds, style.color])), light(rgb(grounds))].sort((x, y) => y - x)
    const large =
      parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700)
    const contrast = (a + 0.05) / (b + 0.05)
    if (contrast < (large ? 3 : 4.5))
      bad.push(`${walker.currentNode.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`)
  }
  return [...new Set(bad)]
}

/** The least contrast of white pieces with light squares, dark squares and the marks of the last move, by colour scheme. */
const LEAST_CONTRAST = { light: { light: 1.25, dark: 1.85, marks: 1.4 }, dark: { light: 2.5, dark: 5, marks: 1.75 } }
/** The least distance between the colours of a mark and its square: differences of red, green and blue (0 to 255). */
const LEAST_DISTANCE = { last: 40, landed: 60, end: 70 }

for (const colorScheme of ["light", "dark"])
  test(
    "pieces and the last move stand out from the squares",
    { ...anyMove, colorScheme, only: ["desktop"] },
    async v => {
      await v.visit(link(ARTICLE[0].fen))
      await v.clickMove("a8", "e4")
      await v.expectText("#status", "Checkmate: White wins")
      const { pieces, marks } = await v.page.evaluate(kinds => {
        const channels = text =>
          text
            .match(/[\d.]+/g)
            .slice(0, 3)
            .map(Number)
        const colour = selector => channels(getComputedStyle(document.querySelector(selector)).fill)
        const light = rgb => {
          const [r, g, b] = rgb.map(part => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4))
          return 0.2126 * r + 0.7152 * g + 0.0722 * b
        }
        const white = colour("#wk")
        const contrast = rgb => (light(white) + 0.05) / (light(rgb) + 0.05)
        const pieces = {}
        const marks = []
        for (const square of ["light", "dark"]) {
          const ground = colour(`#board .square.${square}`)
          pieces[square] = contrast(ground)
          for (const kind of kinds) {
            const opacity = Number(getComputedStyle(document.querySelector(`#board .mark-${kind}`)).fillOpacity)
            const mixed = colour(`#board .mark-${kind}`).map((part, i) => part * opacity + ground[i] * (1 - opacity))
            const distance = Math.hypot(...mixed.map((part, i) => part - ground[i]))
            marks.push({ kind, square, distance, contrast: contrast(mixed) })
          }
        }
        return { pieces, marks }
      }, Object.keys(LEAST_DISTANCE))
      const least = LEAST_CONTRAST[colorScheme]
      for (const square of ["light", "dark"])
        assert.ok(pieces[square] >= least[square], `a white piece on a ${square} square: ${pieces[square]}`)
      for (const { kind, square, distance, contrast } of marks) {
        assert.ok(distance >= LEAST_DISTANCE[kind], `the mark ${kind} on a ${square} square: ${distance}`)
        assert.ok(contrast >= least.marks, `a white piece on the mark ${kind}, ${square} square: ${contrast}`)
      }
    },
  )

test("colours follow the system and the button", { ...noMotion, colorScheme: "dark" }, async v => {
  await v.visit()
  const ground = () => v.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await v.page.emulateMedia({ colorScheme: "light" })
  await eventually(async () => assert.notEqual(await ground(), dark))
  await v.page.click("#theme")
  assert.equal(await ground(), dark)
  await v.reload()
  assert.equal(await ground(), dark)
  assert.equal(await v.page.getAttribute("#theme", "aria-label"), "Change to light colours")
})

test("the page shows the rules that the server sends", noMotion, async v => {
  await v.visit()
  await v.tab("rules")
  const { games, default: first } = await (await fetch(`${v.address}api/games`)).json()
  const { rules } = games.find(({ name }) => name === first)
  assert.ok(rules.parts.length > 0)
  const shown = await v.page.$$eval("#panel-rules .example", parts =>
    parts.map(one => ({
      heading: one.querySelector("h3").textContent,
      text: [...one.querySelectorAll("p")].map(p => p.textContent).join(" "),
      alt: one.querySelector(".picture").getAttribute("aria-label"),
      men: [...one.querySelectorAll(".picture > [data-man]")]
        .map(piece => piece.dataset.square + piece.dataset.man)
        .sort(),
      arrows: one.querySelectorAll(".arrow").length,
    })),
  )
  const square = at => `${"abcdefgh"[at % 8]}${Math.floor(at / 8) + 1}`
  assert.deepEqual(
    shown,
    rules.parts.map(({ heading, text, scene }) => ({
      heading,
      text,
      alt: `${scene.title}. ${scene.words}`,
      men: scene.cells.flatMap((stack, at) => stack.map(piece => square(at) + piece)).sort(),
      arrows: scene.marks.filter(({ mark }) => ["arrow", "jump", "curve"].includes(mark)).length,
    })),
  )
  await v.page.click("#panel-rules >> text=Roll and play")
  await v.expectText("#status", "White to move")
})

test("squares, moves, buttons and fields have texts for screen readers", withHints, async v => {
  await v.visit(link(ARTICLE[4].fen))
  const words = "White: king h3. Black: king f5, queen f2, bishop b3, bishop h8, pawn g7."
  await v.expectText("#words", words)
  assert.equal(await v.page.getAttribute("#board svg", "aria-label"), `Board. ${words}`)
  assert.equal(await v.page.getAttribute("#square-f5", "aria-label"), "f5, black king")
  assert.equal(await v.page.getAttribute("#square-a1", "aria-label"), "a1, empty")
  await v.page.click('#move-list [data-uci="f5h8"]')
  await v.expectText("#live", "Kf5-h8#: Black’s king on f5 and bishop on h8 changed places. Mate!")
  for (const name of await v.page.$$eval("button:not([aria-label])", buttons =>
    buttons.map(one => one.textContent.trim()),
  ))
    assert.ok(name, "a button without a name")
  for (const id of await v.page.$$eval("input, select, textarea", fields =>
    fields.filter(one => one.labels.length === 0).map(one => one.id),
  ))
    assert.fail(`${id} has no label`)
})

test("the text of buttons does not touch their edges", { ...noMotion, only: Object.keys(VIEWS) }, async v => {
  await v.visit()
  for (const tab of TABS) {
    await v.tab(tab)
    const tight = await v.page.$$eval("button", all =>
      all
        .filter(one => one.checkVisibility() && one.textContent.trim() && !one.matches(".link, .face"))
        .map(one => {
          const range = document.createRange()
          range.selectNodeContents(one)
          const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()]
          return [one.textContent, Math.min(text.left - box.left, box.right - text.right, text.top - box.top)]
        })
        .filter(([, space]) => space < 4.5),
    )
    assert.deepEqual(tight, [], tab)
  }
})

test(
  "check boxes do not touch, and the name of the game is not truncated",
  { ...noMotion, only: Object.keys(VIEWS) },
  async v => {
    await v.visit()
    const gaps = await v.page.$$eval("#panel-play .stacked label.check", all => {
      const boxes = all.filter(one => one.checkVisibility()).map(one => one.firstElementChild.getBoundingClientRect())
      return boxes.slice(1).map((box, index) => box.top - boxes[index].bottom)
    })
    assert.ok(gaps.length === 3 && gaps.every(gap => gap >= 8), gaps.join())
    if (v.touch) return
    for (const width of [1280, 1024, 960]) {
      await v.page.setViewportSize({ width, height: 800 })
      assert.ok(await v.page.$eval("#game-title", one => one.scrollWidth <= one.clientWidth || !one.checkVisibility()))
      assert.deepEqual(await overflow(v), [true, []])
    }
  },
)

test("panels do not move when the button to replay a move appears", anyMove, async v => {
  await v.visit()
  const top = () =>
    v.page.evaluate(() => {
      const y = selector => document.querySelector(selector).getBoundingClientRect().top
      const isFixed = getComputedStyle(document.querySelector("#bar")).position === "fixed"
      return [isFixed ? 0 : y("#bar"), y("#panels") - y(".tools")]
    })
  const before = await top()
  await v.clickMove("e2", "e4")
  await v.expectText("#status", "Black to move")
  await eventually(() => v.page.isVisible("#theatre"))
  assert.deepEqual(await top(), before)
})

test("an open dialog dims all of the window", { ...noMotion, only: ["desktop"] }, async v => {
  await v.visit()
  const ground = () => v.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await ground()
  await v.page.click("#open-settings")
  assert.notEqual(await ground(), before)
  await v.page.click("#close-settings")
  assert.equal(await ground(), before)
})

for (const colorScheme of ["light", "dark"]) {
  test("axe finds nothing", { ...noMotion, ...withColorScheme(colorScheme), settings: { hints: true } }, async v => {
    await v.visit(link(ARTICLE[3].fen, 4))
    for (const tab of TABS) {
      await v.tab(tab)
      assert.deepEqual(await v.axeViolations(), [], tab)
    }
    await v.tab("puzzles")
    for (const more of ["#chooser", "#history"]) await v.page.click(`${more} summary`)
    await v.page.selectOption("#filter-theme", "teleport")
    await v.waitUntilIdle()
    assert.deepEqual(await v.axeViolations(), [], "filters and history")
    await v.page.click("#timed-run")
    await v.waitUntilIdle()
    assert.deepEqual(await v.axeViolations(), [], "timed run")
    await v.page.click("#open-settings")
    assert.deepEqual(await v.axeViolations(), [], "settings")
  })
}

test(
  "arrows and circles are drawn with the right mouse button, and removed by a press",
  { ...anyMove, only: ["desktop"] },
  async v => {
    await v.visit()
    const right = async (from, to) => {
      const [a, b] = [await v.centre(from), await v.centre(to)]
      await v.page.mouse.move(a.x, a.y)
      await v.page.mouse.down({ button: "right" })
      await v.page.mouse.move(b.x, b.y)
      await v.page.mouse.up({ button: "right" })
    }
    const notes = () => v.page.$$eval("#board .notes > *", all => all.map(one => one.getAttribute("class")))
    await right("e2", "e4")
    await right("d4", "d4")
    assert.deepEqual(await notes(), ["straight-arrow arrow-note", "arrow-head arrow-note", "note-circle"])
    await right("d4", "d4") // drawing the circle again removes it
    assert.deepEqual(await notes(), ["straight-arrow arrow-note", "arrow-head arrow-note"])
    await v.press("a4")
    assert.deepEqual(await notes(), [])
  },
)

test("moves make sounds unless they are switched off", { ...anyMove, only: ["desktop"] }, async v => {
  await v.visit()
  await v.page.evaluate(() => {
    window.tones = 0
    window.OscillatorNode = class {
      connect() {
        return { connect() {} }
      }
      start() {
        ++window.tones
      }
      stop() {}
    }
  })
  await v.clickMove("e2", "e4")
  await v.expectText("#status", "Black to move")
  assert.equal(await v.page.evaluate(() => window.tones), 1)
  await v.page.click("#sound-here")
  assert.equal(await v.page.getAttribute("#sound-here", "aria-pressed"), "false")
  await v.clickMove("h7", "h5")
  await v.expectText("#status", "White to move")
  assert.equal(await v.page.evaluate(() => window.tones), 1)
})

test("colours of the board and sets of pieces can be chosen", { ...anyMove, only: ["desktop"] }, async v => {
  await v.visit()
  const color = () => v.page.evaluate(() => getComputedStyle(document.querySelector("#square-a1")).fill)
  const king = () => v.page.textContent("#wk")
  const [wood, figure] = [await color(), await king()]
  assert.equal(figure.trim(), "")
  await v.page.click("#open-settings")
  await v.page.selectOption("#look-board", "sea")
  await v.page.selectOption("#look-pieces", "letters")
  assert.notEqual(await color(), wood)
  assert.equal(await king(), "K")
  await v.reload()
  assert.notEqual(await color(), wood)
  assert.equal(await king(), "K")
  await v.page.click("#open-settings")
  await v.page.selectOption("#look-pieces", "figures")
  assert.equal(await king(), figure)
})
