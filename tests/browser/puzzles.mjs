// Tests of the tab "Puzzles".
import assert from "node:assert/strict"
import { ARTICLE, collectionOrder, noMotion, placementOf, withColorScheme, movesOf, uciOf } from "./common.mjs"
import { test } from "./harness.mjs"

for (const colorScheme of ["light", "dark"]) {
  test(
    "the article's puzzles are solved",
    { ...collectionOrder, ...withColorScheme(colorScheme), ...(colorScheme === "dark" ? noMotion : {}) },
    async v => {
      await v.visit()
      await v.tab("puzzles")
      for (const [at, puzzle] of ARTICLE.entries()) {
        await v.expectText("#puzzle-number", new RegExp(`^Puzzle ${at + 1} of 1197`))
        await v.waitUntilIdle()
        await v.expectText(
          "#puzzle-title",
          `${puzzle.fen.includes(" w ") ? "White" : "Black"} to mate${puzzle.roll ? `: on a roll of ${puzzle.roll}` : ""}`,
        )
        await v.expectPlacement(placementOf(puzzle.fen))
        assert.ok(
          (await v.faceStrip()).every(({ mate }) => !mate),
          "the strip gives the solution away",
        )
        const faces = Object.keys(puzzle.key)
        if (!puzzle.roll) {
          for (const face of faces) await v.face(face).click()
          await v.page.click("#check")
          await v.expectText("#feedback", /^Right: /)
        }
        for (const [number, face] of faces.entries()) {
          const move = puzzle.key[face].at(-1)
          const uci = uciOf(puzzle.fen, move)
          if (number > 0) {
            await v.page.click("#go-on")
            await v.expectPlacement(placementOf(puzzle.fen))
          }
          await v.clickMove(uci.slice(0, 2), uci.slice(2, 4))
          if (uci[4]) await v.page.click(`dialog button[value="${uci}"]`)
          await v.expectText("#feedback", new RegExp(`^${move.replace(/[#=]/g, "\\$&")} is mate!`))
          await v.expectPlacement(placementOf(movesOf(puzzle.fen).find(record => record.uci === uci).fen))
        }
        await v.expectText("#feedback", /is mate! Solved at once\.$/)
        await v.expectText("#puzzle-title", puzzle.title)
        assert.equal((await v.marks("mated")).length, 1, "the mated king is not marked")
        await v.expectText("#puzzle-source", /\w/)
        const done = at + 1
        await v.expectText(
          "#score",
          new RegExp(
            `^${done} of ${done} puzzles? solved, ${done} at once${done > 1 ? `, the last ${done} in a row` : ""}$`,
          ),
        )
        if (at < 4) await v.page.click("#next-puzzle")
      }
    },
  )
}

test("control characters in a title are replaced", { ...noMotion, ...collectionOrder }, async v => {
  await v.page.route("**/api/puzzles**", async route => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(ARTICLE[0].title, "to\\u202emate\\u0007"),
    })
  })
  await v.visit()
  await v.tab("puzzles")
  await v.page.click("#show-solution")
  await v.expectText("#puzzle-title", "to\ufffdmate\ufffd")
})

test("wrong guesses, hints and the solution", { ...noMotion, ...collectionOrder }, async v => {
  await v.visit()
  await v.tab("puzzles")
  await v.face(1).click()
  await v.face(2).click()
  await v.face(2).click() // deselects the face
  await v.page.click("#check")
  await v.expectText("#feedback", "Not yet: on a 1 White cannot mate, but there is one winning roll.")
  await v.face(1).click()
  await v.expectText("#feedback", /^On which rolls can White mate\?/)
  assert.equal(await v.text("#puzzle-task"), "", "the instruction is given twice")
  await v.face(5).click()
  await v.page.click("#check")
  await v.expectText("#feedback", "Right: on a 5 White mates. Find the move to mate.")
  await v.waitUntilIdle()
  await v.clickMove("a8", "a7")
  await v.expectText("#feedback", /lands on the a-file, but face 5 asks for the e-file/)
  await v.clickMove("e5", "e4")
  await v.expectText(
    "#feedback",
    /^Ke5-e4 does not mate\. On an? \d Black escapes: Black’s \S+ moved from .*\. Try again\.$/,
  )
  await v.expectPlacement(placementOf(ARTICLE[0].fen))
  assert.equal((await v.marks("bad-arrow")).length, 1, "the try is not shown by an arrow")
  await v.page.click("#hint")
  await v.expectText("#feedback", "Hint: it is the queen on a8.")
  assert.deepEqual(await v.marks("hint"), ["a8"])
  await v.page.click("#hint")
  await v.expectText("#feedback", "Hint: it lands on the e-file.")
  assert.ok((await v.marks("file")).includes("e1"), "the file is not marked")
  await v.page.click("#hint")
  await v.expectText("#feedback", "Hint: Qa8-e4-e7# (cascade of 3).")
  assert.equal((await v.marks("good-arrow")).length, 1, "the hint is not shown by an arrow")
  await v.page.click("#show-solution")
  await v.expectText("#feedback", "Not solved. Solution: (5) Qa8-e4-e7#.")
  assert.equal((await v.marks("good-arrow")).length, 1, "the solution is not shown by an arrow")
  await v.expectText("#solution", /Face 5, the e-file: Qa8-e4-e7#/)
  await v.page.click("#solution button")
  await v.expectText("#status", "Qa8-e4-e7#: mate")
  await v.expectText("#score", "0 of 1 puzzle solved, 0 at once")
  await v.page.click("#next-puzzle")
  await v.expectText("#puzzle-number", "Puzzle 2 of 1197")
  await v.page.click("#previous-puzzle")
  await v.expectText("#puzzle-number", "Puzzle 1 of 1197 – not solved")
  await v.expectText("#solution", /Qa8-e4-e7#/)
  await v.page.click("#to-play")
  await v.expectText("#status", "White to move")
  await v.expectPlacement(placementOf(ARTICLE[0].fen))
})

test("a finished puzzle without a die allows no moves", noMotion, async v => {
  await v.visit("#puzzle=super-1")
  await v.expectText("#faces", /^Choose any of the \d+ legal moves\.$/)
  await v.page.click("#show-solution")
  await v.expectText("#feedback", /^Not solved\. Solution: \S+\.$/)
  await v.expectText("#faces", "")
})

test("a mating move played before faces are selected selects its faces", noMotion, async v => {
  const [, , puzzle] = ARTICLE
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.page.click("#hint")
  await v.expectText("#feedback", /^Hint: it is the \w+ on \w\d\.$/)
  const [first, second] = Object.entries(puzzle.key).map(([face, [move]]) => ({
    face,
    move,
    uci: uciOf(puzzle.fen, move),
  }))
  await v.dragMove(first.uci.slice(0, 2), first.uci.slice(2, 4))
  await v.expectText(
    "#feedback",
    `${first.move} is mate! Selected: ${first.face}. Any other rolls? If not, press Submit.`,
  )
  assert.equal((await v.marks("mated")).length, 1)
  await v.page.click("#check")
  await v.expectText("#feedback", "Not yet: there is one more winning roll.")
  await v.expectPlacement(placementOf(puzzle.fen))
  await v.face(second.face).click()
  await v.page.click("#check")
  await v.expectText("#feedback", /^Right: on 5 and 6 Black mates\. Find the move to mate\.$/)
  await v.waitUntilIdle()
  await v.clickMove(second.uci.slice(0, 2), second.uci.slice(2, 4))
  await v.expectText("#feedback", `${second.move} is mate! Solved with hints.`)
})

test("a puzzle is solved by moves and the button Check alone", noMotion, async v => {
  const [puzzle] = ARTICLE
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.face(1).click()
  await v.dragMove("a8", "e4")
  await v.expectText("#feedback", /^Qa8-e4-e7# is mate! Selected: 1 and 5\./)
  await v.page.click("#go-on")
  await v.face(1).click()
  await v.expectPlacement(placementOf(puzzle.fen))
  assert.equal(await v.face(5).getAttribute("aria-pressed"), "true")
  await v.page.click("#check")
  await v.expectText("#feedback", "Right: on a 5 White mates. Solved at once.")
})

test("a wrong move is refuted on the board, and the message disappears at the next try", noMotion, async v => {
  const [puzzle] = ARTICLE
  await v.visit(`#puzzle=${puzzle.id}`)
  await v.dragMove("e5", "e4")
  await v.expectText("#feedback", /^Ke5-e4 does not mate\. On an? \d Black escapes: Black’s \S+ moved from [^.]*\.$/)
  assert.ok(await v.page.locator("#bar .small-die").count(), "the roll is not shown")
  await v.expectText("#feedback", /Try again\.$/)
  await v.expectPlacement(placementOf(puzzle.fen))
  await v.press("a8") // selects a piece
  await v.expectText("#feedback", /^On which rolls can White mate\?/)
})

test("hints and the solution are in the bar", noMotion, async v => {
  await v.visit(`#puzzle=${ARTICLE[0].id}`)
  for (const id of ["hint", "show-solution"]) {
    const { y, height } = await v.page.locator(`#bar #${id}`).boundingBox()
    assert.ok(y >= 0 && y + height <= (await v.page.evaluate(() => innerHeight)), `${id} is out of sight`)
  }
  await v.dragMove("a8", "e4")
  await v.expectText("#feedback", /is mate/)
  const [first, ...others] = await v.page.$$eval("#bar button", all =>
    all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().top),
  )
  assert.ok(others.length === 4 && others.every(top => top === first), "the bar has two rows of buttons")
})
