// Puzzles.
import assert from "node:assert/strict"
import { ARTICLE, still, board, inDark, movesOf, uciOf } from "./common.mjs"
import { test } from "./harness.mjs"

for (const colorScheme of ["light", "dark"]) {
  test("the article's puzzles are solved", { ...inDark(colorScheme), ...(colorScheme === "dark" ? still : {}) }, async (v) => {
    await v.visit()
    await v.tab("puzzles")
    let points = 0
    for (const [at, puzzle] of ARTICLE.entries()) {
      await v.says("#puzzle-number", new RegExp(`^Puzzle ${at + 1} of 1197`))
      await v.settled()
      await v.says("#puzzle-title", puzzle.title)
      await v.shows(board(puzzle.fen))
      assert.ok((await v.strip()).every(({ mate }) => !mate), "the strip gives the solution away")
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
      await v.says("#puzzle-source", /\w/)
      await v.says("#score", `Score: ${points} of ${points}`)
      if (at < 4) await v.page.click("#next-puzzle")
    }
    assert.equal(points, 13)
  })
}

test("a title cannot turn the direction of writing", still, async (v) => {
  await v.page.route("**/api/puzzles**", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(ARTICLE[0].title, "to\\u202emate\\u0007") })
  })
  await v.visit()
  await v.tab("puzzles")
  await v.says("#puzzle-title", "to\ufffdmate\ufffd")
})

test("wrong guesses, hints and the solution", still, async (v) => {
  await v.visit()
  await v.tab("puzzles")
  await v.face(1).click()
  await v.face(2).click()
  await v.face(2).click() // and not after all
  await v.page.click("#check")
  await v.says("#feedback", "Not yet: 1 does not win, and 1 winning roll is missing.")
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: 5 is a winning roll.")
  await v.face(1).click()
  await v.face(5).click()
  await v.page.click("#check")
  await v.says("#feedback", "Right: 5 wins.")
  await v.says("#score", "Score: 0 of 1")
  await v.clickMove("a8", "a7")
  await v.says("#feedback", /lands on the a-file, but face 5 asks for the e-file/)
  await v.clickMove("e5", "e4")
  await v.says("#feedback", "Ke5-e4 is legal, but it does not mate. Try again.")
  await v.shows(board(ARTICLE[0].fen))
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: it is the queen on a8.")
  assert.deepEqual(await v.marks("hint"), ["a8"])
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: it lands on e4 (cascade of 3).")
  await v.page.click("#show-solution")
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
  await v.says("#feedback", /^Solution: select/)
  await v.says("#faces", "")
})
