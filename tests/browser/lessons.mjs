// Tests of the lessons: all steps of the first game, and stored progress.
import assert from "node:assert/strict"
import { START_PLACEMENT, movesOf, noMotion } from "./common.mjs"
import { eventually, test } from "./harness.mjs"

const hash = v => v.page.evaluate(() => location.hash)
/** Plays a move on the board, given in the machine form. */
const play = (v, uci) => v.clickMove(uci.slice(0, 2), uci.slice(2, 4))

test(
  "the first lesson is offered, and every step of it can be completed",
  { ...noMotion, only: ["desktop", "phone", "landscape"] },
  async v => {
    await v.visit()
    await v.page.click("#first-lesson")
    await v.waitUntilIdle()
    assert.equal(await hash(v), "#lesson=superpermutation-d8")
    await v.expectText("#lesson-number", "Superpermutation d8 Chess: step 1 of 7")
    await v.expectPlacement(START_PLACEMENT)
    await v.press("e2")
    await v.expectText("#lesson-feedback", "Roll the die first.")
    await v.page.click("#lesson-roll")
    await v.expectText("#lesson-feedback", /^You rolled \d, the [a-h]-file\./)
    const roll = Number((await v.text("#lesson-feedback")).match(/\d/)[0])
    const [other, own] = [roll === 5 ? "d2d4" : "e2e4", `${"abcdefgh"[roll - 1]}2${"abcdefgh"[roll - 1]}4`]
    await play(v, other)
    await v.expectText("#lesson-feedback", /lands on the [de]-file, but face \d asks for the [a-h]-file\. Try again\.$/)
    await play(v, own)
    await v.expectText("#lesson-feedback", /^Right! .* as the die asks\.$/)
    const steps = [
      [
        "e1d1",
        /^Ke1-d1: Nothing was passed.* Try again\.$/,
        "a1d4",
        /^Right! The queen landed on d4 and climbed to d6/,
      ],
      ["g1d3", /^Kg1-d3: That gives no check/, "a2d2", /^Right! On d5 the queen gives check/],
      ["a1a4", /^Ra1-a4: .* not a teleport/, "e1a1", /^Right! King and rook have changed places/],
      [
        "f4f7",
        /^f4 to f7 is not a legal move\. Only a king captures.* Try again\.$/,
        "d4d5",
        /^Right! The king has taken the pawn/,
      ],
      ["e4c2", /^Qe4-c2\+: .* does not mate/, "e4d3", /^Right! Qe4-d3-d2# is checkmate/],
      ["e1f2", /^Ke1-f2: The king is safe there/, "f1e2", /^Right! The piece on e2 stops the check/],
    ]
    for (const [at, [wrong, why, right, praise]] of steps.entries()) {
      await v.page.click("#lesson-next")
      await v.expectText("#lesson-number", `Superpermutation d8 Chess: step ${at + 2} of 7`)
      await v.waitUntilIdle()
      await play(v, wrong)
      await v.expectText("#lesson-feedback", why)
      await v.waitUntilIdle()
      await play(v, right)
      await v.expectText("#lesson-feedback", praise)
    }
    assert.equal(await v.page.locator(".lesson-steps .done").count(), 7)
    assert.deepEqual(await v.axeViolations(), [])
    await v.page.click("#lesson-next") // the button reads Finish here
    await v.waitUntilIdle()
    assert.equal(await v.page.getAttribute("#tab-puzzles", "aria-selected"), "true")
    await v.tab("rules")
    await v.expectText('[data-lesson="superpermutation-d8"]', "Superpermutation d8 Chess (✓ done)")
  },
)

test(
  "a lesson that was left is offered again, and continues at the same step",
  { ...noMotion, only: ["desktop"] },
  async v => {
    await v.visit("#rules")
    await v.expectText('[data-lesson="super-chess"]', "Super Chess (5 steps)")
    await v.page.click('[data-lesson="super-chess"]')
    await v.waitUntilIdle()
    await v.typeMove("b1c3")
    await v.expectText("#lesson-feedback", /^Right! Knight and rook are now a Paladin/)
    await v.page.click("#leave-lesson")
    await v.waitUntilIdle()
    assert.equal(await hash(v), "#rules")
    await v.expectText('[data-lesson="super-chess"]', "Super Chess (1 of 5 done)")
    await v.visit("#lesson=super-chess")
    await v.expectText("#lesson-number", "Super Chess: step 2 of 5")
    await v.typeMove("c4^d6")
    await v.expectText("#lesson-feedback", /^c4\^d6\+: The task is to take the pawn with the whole stack/)
    await v.page.click(".lesson-steps li:nth-child(4) button")
    await v.expectText("#lesson-title", "Time travel")
    await v.page.click('.time-line [data-state="0"]')
    await v.expectText("#lesson-feedback", /^Right! The game goes on from there/)
    await v.page.click("#leave-lesson")
    await v.page.goBack()
    await eventually(async () => assert.equal(await hash(v), "#lesson=super-chess"))
    await v.expectText("#lesson-title", "Moving the whole stack")
  },
)

test("the lessons of the other games can be completed", { ...noMotion, only: ["desktop"] }, async v => {
  const answers = {
    superpermutation: ["Qa1-d4-d6", "Be3-c1-c2", "Ra1-d1-d2=N", "Kf5-b3#"],
    "complete-permutation": ["Gd4xf5", "Fe3xh4", "Ki1-j3", "Ki1-e1", "d6-d7=N"],
    "complete-permutation-two-pawns": ["a2-a4,b2-b3", "c3xd4,g3xh4", "d7-d8=B"],
  }
  for (const [game, moves] of Object.entries(answers)) {
    await v.visit(`#lesson=${game}`)
    for (const [at, move] of moves.entries()) {
      await v.expectText("#lesson-number", new RegExp(`step ${at + 1} of ${moves.length}$`))
      await v.waitUntilIdle()
      await v.typeMove(move)
      await v.expectText("#lesson-feedback", /^Right! /)
      if (at + 1 < moves.length) await v.page.click("#lesson-next")
    }
  }
})

test("a lesson can be completed by keyboard", { ...noMotion, only: ["desktop"] }, async v => {
  await v.visit("#lesson=superpermutation-d8")
  await v.pressKeyAt("#lesson-roll")
  await v.expectText("#lesson-feedback", /^You rolled/)
  const roll = Number((await v.text("#lesson-feedback")).match(/\d/)[0])
  const { uci } = movesOf(`${START_PLACEMENT} w`).find(({ faces }) => faces.includes(roll))
  await v.typeInto("#lesson-move", uci)
  await v.expectText("#lesson-feedback", /^Right!/)
  await eventually(() => v.page.evaluate(() => document.activeElement.id === "lesson-next"), "the focus is lost")
  await v.page.keyboard.press("Enter")
  await v.expectText("#lesson-title", "The cascade")
})
