// Tests of the tab "Puzzles".
import assert from "node:assert/strict"
import { ARTICLE, collected, still, board, inDark, movesOf, uciOf } from "./common.mjs"
import { test } from "./harness.mjs"

for (const colorScheme of ["light", "dark"]) {
  test(
    "the article's puzzles are solved",
    { ...collected, ...inDark(colorScheme), ...(colorScheme === "dark" ? still : {}) },
    async (v) => {
      await v.visit()
      await v.tab("puzzles")
      let points = 0
      for (const [at, puzzle] of ARTICLE.entries()) {
        await v.says("#puzzle-number", new RegExp(`^Puzzle ${at + 1} of 1197`))
        await v.settled()
        await v.says(
          "#puzzle-title",
          `${puzzle.fen.includes(" w ") ? "White" : "Black"} to mate${puzzle.roll ? `: on a roll of ${puzzle.roll}` : ""}`,
        )
        await v.shows(board(puzzle.fen))
        assert.ok(
          (await v.strip()).every(({ mate }) => !mate),
          "the strip gives the solution away",
        )
        const faces = Object.keys(puzzle.key)
        if (!puzzle.roll) {
          for (const face of faces) await v.face(face).click()
          await v.page.click("#check")
          await v.says("#feedback", /^Right: /)
          ++points
        }
        for (const [number, face] of faces.entries()) {
          const move = puzzle.key[face].at(-1)
          const uci = uciOf(puzzle.fen, move)
          if (number > 0) {
            await v.page.click("#go-on")
            await v.shows(board(puzzle.fen))
          }
          await v.clickMove(uci.slice(0, 2), uci.slice(2, 4))
          if (uci[4]) await v.page.click(`dialog button[value="${uci}"]`)
          await v.says("#feedback", new RegExp(`^${move.replace(/[#=]/g, "\\$&")} is mate!`))
          await v.shows(board(movesOf(puzzle.fen).find((record) => record.uci === uci).fen))
          ++points
        }
        await v.says("#puzzle-title", puzzle.title)
        assert.equal((await v.marks("mated")).length, 1, "the mated king is not marked")
        await v.says("#puzzle-source", /\w/)
        await v.says("#score", `Score: ${points} of ${points}`)
        if (at < 4) await v.page.click("#next-puzzle")
      }
      assert.equal(points, 13)
    },
  )
}

test("a title cannot turn the direction of writing", { ...still, ...collected }, async (v) => {
  await v.page.route("**/api/puzzles**", async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(ARTICLE[0].title, "to\\u202emate\\u0007"),
    })
  })
  await v.visit()
  await v.tab("puzzles")
  await v.page.click("#show-solution")
  await v.says("#puzzle-title", "to\ufffdmate\ufffd")
})

test("wrong guesses, hints and the solution", { ...still, ...collected }, async (v) => {
  await v.visit()
  await v.tab("puzzles")
  await v.face(1).click()
  await v.face(2).click()
  await v.face(2).click() // deselects the face
  await v.page.click("#check")
  await v.says("#feedback", "Not yet: 1 does not win, and 1 winning roll is missing.")
  await v.face(1).click()
  await v.says("#feedback", /^Which rolls win/)
  await v.face(5).click()
  await v.page.click("#check")
  await v.says("#feedback", "Right: 5 wins.")
  await v.says("#score", "Score: 0 of 1")
  await v.settled()
  await v.clickMove("a8", "a7")
  await v.says("#feedback", /lands on the a-file, but face 5 asks for the e-file/)
  await v.clickMove("e5", "e4")
  await v.says("#feedback", /^Ke5-e4 does not mate: Black rolls \d and plays \S+\. Try again\.$/)
  await v.shows(board(ARTICLE[0].fen))
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: it is the queen on a8.")
  assert.deepEqual(await v.marks("hint"), ["a8"])
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: it lands on the e-file.")
  assert.ok((await v.marks("file")).includes("e1"), "the file is not marked")
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: Qa8-e4-e7# (cascade of 3).")
  await v.page.click("#show-solution")
  await v.says("#feedback", "Solution: (5) Qa8-e4-e7#.")
  await v.says("#solution", /Face 5, the e-file: Qa8-e4-e7#/)
  await v.page.click("#solution button")
  await v.says("#status", "Qa8-e4-e7#: mate")
  await v.says("#score", "Score: 0 of 2")
  await v.page.click("#next-puzzle")
  await v.says("#puzzle-number", "Puzzle 2 of 1197")
  await v.page.click("#previous-puzzle")
  await v.says("#puzzle-number", "Puzzle 1 of 1197 – not solved")
  await v.says("#solution", /Qa8-e4-e7#/)
  await v.page.click("#to-play")
  await v.says("#status", "White to move")
  await v.shows(board(ARTICLE[0].fen))
})

test("a puzzle without a die that is over offers no moves", still, async (v) => {
  await v.visit("#puzzle=super-1")
  await v.says("#faces", /^Any of the \d+ legal moves may be played\.$/)
  await v.page.click("#show-solution")
  await v.says("#feedback", /^Solution: \S+\.$/)
  await v.says("#faces", "")
})

test("the board may be used at once: a mating move selects its faces", still, async (v) => {
  const [, , puzzle] = ARTICLE
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.page.click("#hint")
  await v.says("#feedback", /^Hint: it is the \w+ on \w\d\.$/)
  const [first, second] = Object.entries(puzzle.key).map(([face, [move]]) => ({
    face,
    move,
    uci: uciOf(puzzle.fen, move),
  }))
  await v.dragMove(first.uci.slice(0, 2), first.uci.slice(2, 4))
  await v.says(
    "#feedback",
    `${first.move} is mate! Selected: ${first.face}. Any other rolls? If not, press Check.`,
  )
  assert.equal((await v.marks("mated")).length, 1)
  await v.page.click("#check")
  await v.says("#feedback", "Not yet: 1 winning roll is missing.")
  await v.shows(board(puzzle.fen))
  await v.face(second.face).click()
  await v.page.click("#check")
  await v.says("#feedback", /^Right: 5 and 6 win\.$/)
  await v.settled()
  await v.clickMove(second.uci.slice(0, 2), second.uci.slice(2, 4))
  await v.says("#feedback", `${second.move} is mate! Solved: 1 of 3 points.`)
})

test("a puzzle is solved by its moves and Check alone", still, async (v) => {
  const [puzzle] = ARTICLE
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.dragMove("a8", "e4")
  await v.says("#feedback", /^Qa8-e4-e7# is mate! Selected: 5\./)
  await v.page.click("#go-on")
  await v.shows(board(puzzle.fen))
  assert.equal(await v.face(5).getAttribute("aria-pressed"), "true")
  await v.page.click("#check")
  await v.says("#feedback", "Right: 5 wins. Solved: 2 of 2 points.")
})

test(
  "a wrong move is refuted on the board, and the next try begins without its message",
  still,
  async (v) => {
    const [puzzle] = ARTICLE
    await v.visit(`#puzzle=${puzzle.id}`)
    await v.dragMove("e5", "e4")
    await v.says("#feedback", /^Ke5-e4 does not mate: Black rolls \d and plays \S+\.$/)
    assert.ok(await v.page.locator("#bar .small-die").count(), "the roll is not shown")
    await v.says("#feedback", /Try again\.$/)
    await v.shows(board(puzzle.fen))
    await v.press("a8") // selects a piece
    await v.says("#feedback", /^Which rolls win/)
  },
)

test("hints and the solution are in the bar", still, async (v) => {
  await v.visit(`#puzzle=${ARTICLE[0].id}`)
  for (const id of ["hint", "show-solution"]) {
    const { y, height } = await v.page.locator(`#bar #${id}`).boundingBox()
    assert.ok(y >= 0 && y + height <= (await v.page.evaluate(() => innerHeight)), `${id} is out of sight`)
  }
  await v.dragMove("a8", "e4")
  await v.says("#feedback", /is mate/)
  const [first, ...others] = await v.page.$$eval("#bar button", (all) =>
    all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top),
  )
  assert.ok(others.length === 4 && others.every((top) => top === first), "the bar has two rows of buttons")
})
