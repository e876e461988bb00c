// Tests a book with a solver, opened from disk: pieces can be moved, and the answers equal those of `octomate solve`.
//   node tests/browser/book.test.mjs BINARY NODE_MODULES
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ARTICLE, placementOf, readPuzzles } from "./common.mjs"
import { check, eventually, launch, VIEWS, Visitor } from "./harness.mjs"

const binary = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), "octomate-book-"))
const octomate = (...words) => spawnSync(binary, words, { encoding: "utf8", maxBuffer: 1 << 26 })

const PUZZLES = [
  { ...ARTICLE[0], variant: "superpermutation-d8" },
  { fen: "k7/8/1K6/8/8/8/8/7R w - - 0 1", variant: "superpermutation" },
  readPuzzles("complete-permutation.jsonl")[0],
  readPuzzles("super-chess.jsonl")[0],
  { fen: readPuzzles("complete-permutation.jsonl")[0].fen, variant: "complete-permutation:none" },
]

/** Returns the non-empty texts, sorted, with white space reduced to single spaces. */
const sortedLines = texts =>
  texts
    .map(text => text.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .sort()
const readBoard = page =>
  page.evaluate(() => {
    const all = selector => [...document.querySelectorAll(`#desk ${selector}`)]
    const texts = all(".state, .found p, .found li").map(one => one.textContent)
    return {
      fen: all(".fen")[0]?.textContent,
      texts: [...texts, ...all("tr").map(row => [...row.cells].map(cell => cell.textContent).join(" "))],
    }
  })
function commandLines(fen, variant) {
  const { stdout } = octomate("solve", "--variant", variant, fen)
  const [, told] = stdout.match(/\n  ((?:White|Black) to move[^]*)/) ?? assert.fail(stdout)
  return sortedLines(told.split("\n"))
}

/** Checks the position on the board, and that its answers equal those of the command line. */
async function expectAnswers(v, placement, variant) {
  await eventually(async () => assert.equal(await v.page.getAttribute("#desk", "aria-busy"), null))
  if ((await v.page.locator("#desk .ask").count()) > 0) {
    assert.equal((await readBoard(v.page)).texts.length, 1, "more than the side to move is told before anybody asks")
    await v.page.click("#desk .ask")
  }
  const { fen, texts } = await readBoard(v.page)
  assert.equal(placementOf(fen), placement)
  assert.deepEqual(sortedLines(texts), commandLines(fen, variant))
}

const tryButton = number => `#p${number} .try`
const placementOfPuzzle = number => placementOf(PUZZLES[number - 1].fen)

async function testMouse(v) {
  const { variant } = PUZZLES[0]
  assert.equal(v.page.workers().length, 0, "the solver runs before anybody asks for it")
  await v.page.click(tryButton(1))
  await expectAnswers(v, placementOfPuzzle(1), variant)
  assert.equal(v.page.workers().length, 1)
  await v.dragMove("a8", "b6") // to an empty square
  await expectAnswers(v, "3Bk3/4N3/1Q2p3/4K3/8/8/8/8", variant)
  await v.dragMove("e6", "e7") // replaces the piece there
  await expectAnswers(v, "3Bk3/4p3/1Q6/4K3/8/8/8/8", variant)
  await v.page.click("#desk .turn")
  await expectAnswers(v, "3Bk3/4p3/1Q6/4K3/8/8/8/8", variant)
  assert.match((await readBoard(v.page)).texts[0], /^Black to move/)
  const box = await v.page.locator("#board").boundingBox()
  await v.scrollToSquare("d8")
  await v.drag(await v.centre("d8"), { x: box.x - 30, y: box.y + 40 }) // off the board
  await expectAnswers(v, "4k3/4p3/1Q6/4K3/8/8/8/8", variant)
  await v.page.click("#desk .reset")
  await expectAnswers(v, placementOfPuzzle(1), variant)
}

/** Checks that the faults of an invalid position equal those of the command line. */
async function testFaults(v) {
  await v.clickMove("e8", "e5")
  await v.page.waitForSelector("#desk .faults")
  await eventually(async () => assert.equal(await v.page.getAttribute("#desk", "aria-busy"), null))
  const { fen } = await readBoard(v.page)
  const { stderr, status } = octomate("solve", fen)
  assert.equal(status, 3)
  const told = await v.page.$$eval("#desk .faults li", items => items.map(one => one.textContent))
  assert.ok(told.length > 0)
  for (const fault of told) assert.ok(stderr.includes(fault.replace(/\.$/, "")), `${fault} is not in ${stderr}`)
  await v.page.click("#desk .reset")
  await expectAnswers(v, placementOfPuzzle(1), PUZZLES[0].variant)
}

async function testKeyboard(v) {
  const { keyboard } = v.page
  const press = async (...keys) => {
    for (const key of keys) await keyboard.press(key)
  }
  await v.page.focus("#p3 .links a")
  await v.pressKeyAt(tryButton(4))
  await eventually(
    () => v.page.evaluate(() => document.activeElement.getAttribute("role") === "grid"),
    "the focus is not on the board",
  )
  await expectAnswers(v, placementOfPuzzle(4), "super-chess")
  await v.page.focus("#board [role=grid]")
  // Moves the whole stack on f4 to e4.
  await press(
    "Home",
    "PageUp",
    ...Array(5).fill("ArrowRight"),
    ...Array(4).fill("ArrowDown"),
    "Enter",
    "ArrowLeft",
    "Enter",
  )
  await expectAnswers(v, "6r[q]k/5Kpp/8/8/4(R[q]N)3/8/1B6/8", "super-chess")
  await press("Delete")
  await expectAnswers(v, "6r[q]k/5Kpp/8/8/8/8/1B6/8", "super-chess")
  await v.expectText("#live", /^white knight on white rook removed from e4\. White to move\. /)
  await v.pressKeyAt("#desk .reset", "Space")
  await expectAnswers(v, placementOfPuzzle(4), "super-chess")
  await v.pressKeyAt("#desk .close")
  assert.ok(await v.page.evaluate(() => document.activeElement.matches("#p4 .try")), "the focus is lost")
  assert.equal(await v.page.locator("#desk").count(), 0)
  await v.page.click(tryButton(2))
  await expectAnswers(v, placementOfPuzzle(2), "superpermutation")
  await v.clickMove("h1", "h7")
  await expectAnswers(v, "k7/7R/1K6/8/8/8/8/8", "superpermutation")
}

/** Tests touch input on a wide board, which is turned upright. */
async function testTouch(v) {
  await v.page.tap(tryButton(3))
  await expectAnswers(v, placementOfPuzzle(3), "complete-permutation")
  await v.clickMove("d6", "d2")
  await expectAnswers(v, "9k6/16/9K6/16/16/16/3R12/16", "complete-permutation")
  await v.clickMove("d2", "j8")
  assert.match(await v.text("#desk .faults"), /king/)
  await v.page.tap(tryButton(5))
  await expectAnswers(v, placementOfPuzzle(5), "complete-permutation:none")
  await v.dragMove("d6", "e6")
  await expectAnswers(v, "9k6/16/4R4K6/16/16/16/16/16", "complete-permutation:none")
  assert.ok(
    await v.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "it sticks out of the page",
  )
}

/** Checks that a browser without DecompressionStream shows a message, and that the rest of the book works. */
async function testOldBrowser(v) {
  await v.page.addInitScript(() => {
    delete globalThis.DecompressionStream
  })
  await v.page.reload()
  await v.page.click(tryButton(1))
  await v.expectText("#desk .faults", "The solver cannot run in this browser.")
  await v.page.click("#desk .close")
  await v.page.click("#p1 .faces summary >> nth=4")
  await v.expectText("#p1 .faces details[open]", /^5Qa8-e4-e7#/)
}

async function testPrinting(v) {
  const seen = selector => v.page.locator(selector).isVisible()
  assert.deepEqual([await seen("#p1 .try"), await seen("#desk"), await seen("#p2 .o-diagram")], [true, true, false])
  await v.page.emulateMedia({ media: "print" })
  assert.deepEqual([await seen("#p1 .try"), await seen("#desk"), await seen("#p2 .o-diagram")], [false, false, true])
  await v.page.emulateMedia({ media: "screen" })
}

const browser = await launch()
try {
  const [source, plain, book] = ["puzzles.jsonl", "plain.html", "book.html"].map(name => join(folder, name))
  writeFileSync(source, PUZZLES.map(one => `${JSON.stringify(one)}\n`).join(""))
  for (const words of [[plain], [book, "--solver"]])
    assert.equal(octomate("book", "--quiet", "--order", "file", source, "-o", ...words).status, 0)
  const visit = async (context, view) => {
    const v = new Visitor(await context.newPage(), "file://", view, {})
    await v.page.goto(`file://${book}`)
    return v
  }
  await check("the solver adds at most a megabyte, and changes nothing else", () => {
    const [without, carrying] = [plain, book].map(name => readFileSync(name, "utf8"))
    assert.ok(carrying.length - without.length <= 1e6, `${carrying.length - without.length} bytes more`)
    const end = carrying.lastIndexOf("<script>")
    assert.equal(
      carrying.slice(0, end).replace(/ data-variant="[^"]*"/g, "") +
        carrying.slice(carrying.lastIndexOf("</script>\n") + 10),
      without,
    )
  })
  const wide = await browser.newContext({ viewport: VIEWS.desktop, reducedMotion: "reduce" })
  const v = await visit(wide, "desktop")
  await check("by mouse", () => testMouse(v))
  await check("an invalid position", () => testFaults(v))
  await check("by keyboard", () => testKeyboard(v))
  await check("axe finds no violations", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await v.page.emulateMedia({ colorScheme })
      assert.deepEqual(await v.axeViolations(), [], colorScheme)
    }
  })
  await check("printed", () => testPrinting(v))
  await check("in a browser without DecompressionStream", () => testOldBrowser(v))
  const narrow = await browser.newContext({
    viewport: VIEWS.phone,
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1,
    reducedMotion: "reduce",
  })
  const touched = await visit(narrow, "phone")
  await check("by taps", () => testTouch(touched))
  for (const one of [v, touched])
    assert.deepEqual(
      one.troubles.filter(trouble => !/asks for blob:/.test(trouble)),
      [],
    )
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
