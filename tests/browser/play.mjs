// Tests of the tab "Play".
import assert from "node:assert/strict"
import {
  START_PLACEMENT,
  ARTICLE,
  placementOf,
  anyMove,
  moveBeforeRoll,
  withHints,
  link,
  movesOf,
  expectFaces,
  noMotion,
} from "./common.mjs"
import { runCommand, eventually, test } from "./harness.mjs"

test("a face shows its moves", withHints, async v => {
  const { fen } = ARTICLE[3]
  await v.visit(link(fen))
  await expectFaces(v, fen)
  await v.face(3).click()
  assert.equal(await v.face(3).getAttribute("aria-pressed"), "true")
  await v.expectText("#moves-title", "Face 3: the f-file")
  assert.deepEqual(await v.marks("mate"), ["f4"])
  assert.equal((await v.marks("file")).length, 8)
  assert.deepEqual(await v.page.$$eval("#move-list button", buttons => buttons.map(one => one.dataset.uci)), [
    "e3f2",
    "e3f4",
    "e4f4",
    "e4f5",
  ])
  await v.face(4).click() // a free face allows all moves
  assert.equal(await v.page.locator("#move-list button").count(), 31)
  assert.match(
    await v.face(4).locator(".sr").textContent(),
    /^Face 4, the e-file: free, no move lands on that file, so any of 31 moves, 2 of them mate/,
  )
  await v.face(4).click()
  await v.expectText("#moves-title", "All moves")
  assert.deepEqual(await v.marks("mate"), [])
})

test("the die is rolled once, is locked, and limits the moves", { reducedMotion: "no-preference" }, async v => {
  await v.visit()
  await v.press("e2")
  await v.expectText("#rolled", "Roll the die first.")
  assert.deepEqual(await v.marks("picked"), [])
  await v.page.click("#roll")
  await v.expectText("#rolled", /^Rolled \d: /)
  const [, face, file] = (await v.text("#rolled")).match(/^Rolled (\d): your move must land on the (.)-file\.$/)
  assert.equal(file, "abcdefgh"[face - 1])
  assert.equal(await v.page.getAttribute(".die", "aria-label"), `The die shows ${face}`)
  assert.equal(await v.page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("roll")), face)
  assert.ok(await v.page.isDisabled("#roll"))
  const list = await v.page.$$eval("#move-list button", buttons => buttons.map(one => one.dataset.uci))
  assert.ok(list.length > 0 && list.every(uci => uci[2] === file))
  await v.reload()
  await v.expectText("#rolled", new RegExp(`^Rolled ${face}: `))
  assert.ok(await v.page.isDisabled("#roll"), "a reload rolls anew")
  await v.page.fill("#typed-move", list[0])
  await v.page.press("#typed-move", "Enter")
  await v.expectText("#score-sheet", new RegExp(`^1\\. \\(${face}\\) `))
  await v.page.click("#undo")
  await v.waitUntilIdle()
  assert.ok(await v.page.isDisabled("#roll"), "the move is taken back, and with it the roll")
})

test("an attempt to move before the roll shows advice", noMotion, async v => {
  await v.visit()
  // The advice and the pulse of the die last a short time: an observer records them, so that a busy machine cannot miss them.
  await v.page.evaluate(() => {
    const [roll, advice] = [document.getElementById("roll"), document.getElementById("advice")]
    const seen = () => {
      if (!advice.hidden) document.body.dataset.advised = advice.textContent
      if (roll.classList.contains("pulse")) document.body.dataset.pulsed = "yes"
    }
    const observer = new MutationObserver(seen)
    for (const one of [roll, advice]) observer.observe(one, { attributes: true })
  })
  for (const attempt of [() => v.dragMove("e2", "e4"), () => v.press("e2")]) {
    await attempt()
    await eventually(() => v.page.$eval("body", ({ dataset }) => dataset.advised === "Roll the die first."))
    await v.expectText("#rolled", "Roll the die first.")
    assert.ok(await v.page.$eval("body", ({ dataset }) => dataset.pulsed === "yes"))
    await eventually(() => v.page.isHidden("#advice"), "the advice stays")
    await v.page.$eval("body", ({ dataset }) => {
      delete dataset.advised
      delete dataset.pulsed
    })
  }
  await v.expectPlacement(START_PLACEMENT)
  await v.page.click("#roll")
  await v.expectText("#rolled", /^Rolled \d: /)
})

test("a face chosen by hand, for a real die, counts as a roll", noMotion, async v => {
  await v.visit()
  await v.page.selectOption("#own-die", "5")
  await v.expectText("#rolled", "Rolled 5: your move must land on the e-file.")
  await v.clickMove("e2", "e4")
  await v.expectText("#score-sheet", "1. (5) e2-e4 ")
})

test("hints are off until they are switched on", noMotion, async v => {
  await v.visit(link(ARTICLE[3].fen))
  assert.ok((await v.faceStrip()).every(({ mate }) => !mate))
  assert.ok(await v.page.isHidden("#panel-play .odds"))
  assert.equal(await v.page.locator("#panel-play .move-mate").count(), 0)
  assert.doesNotMatch(await v.page.innerHTML("#panel-play"), /cascade of|Qe4-d3-d2#/)
  await v.page.check("#hints")
  await expectFaces(v, ARTICLE[3].fen)
  assert.equal(await v.page.locator("#panel-play .move-mate").count(), 2)
  await v.reload()
  await expectFaces(v, ARTICLE[3].fen)
})

test("a move that the die forbids is rejected with the reason", anyMove, async v => {
  await v.visit(link(`${START_PLACEMENT} w - - 0 1`, 5))
  await v.clickMove("a2", "a4")
  await v.expectText("#rolled", "a2-a4 lands on the a-file, but face 5 asks for the e-file.")
  await v.expectPlacement(START_PLACEMENT)
  await v.clickMove("e2", "e5")
  await v.expectText("#rolled", "e2 to e5 is not a legal move.")
  await v.page.fill("#typed-move", "nonsense")
  await v.page.press("#typed-move", "Enter")
  await v.expectText("#rolled", /“nonsense” is not a legal move here/)
})

for (const way of ["drag", "click"]) {
  test(`both sides play by ${way}, with undo and redo`, anyMove, async v => {
    const move = (from, to) => (way === "drag" ? v.dragMove(from, to) : v.clickMove(from, to))
    await v.visit()
    await move("e2", "e4")
    await v.expectText("#score-sheet", "1. e2-e4 ")
    await v.waitUntilIdle()
    await v.expectText("#status", "Black to move")
    await move("h7", "h5")
    await v.expectText("#score-sheet", "1. e2-e4 h7-h5 ")
    await v.waitUntilIdle()
    const after = "rnbqkbnr/ppppppp1/8/7p/4P3/8/PPPP1PPP/RNBQKBNR"
    await v.expectPlacement(after)
    await v.page.click("#undo")
    await v.page.click("#undo")
    await v.waitUntilIdle()
    await v.expectPlacement(START_PLACEMENT)
    assert.ok(await v.page.isDisabled("#undo"))
    await v.page.click("#redo")
    await v.page.click("#redo")
    await v.waitUntilIdle()
    await v.expectPlacement(after)
    assert.equal((await v.copyFrom("#copy-game")).trim(), "1. e2-e4 h7-h5")
  })

  test(`the king teleports onto an own man by ${way}`, { settings: moveBeforeRoll }, async v => {
    const { fen } = ARTICLE[4]
    await v.visit(link(fen, 7))
    await (way === "drag" ? v.dragMove("f5", "b3") : v.clickMove("f5", "b3"))
    await v.expectText("#score-sheet", /\(7\) Kf5-b3#/)
    await v.waitUntilIdle()
    await v.expectPlacement(placementOf(movesOf(fen).find(({ move }) => move === "Kf5-b3#").fen))
    await v.expectText("#status", "Checkmate: Black wins")
  })
}

test("a cascade is shown step by step", { settings: moveBeforeRoll }, async v => {
  const { fen } = ARTICLE[0]
  await v.visit(link(fen))
  await v.page.evaluate(() => {
    window.seen = []
    new MutationObserver(() => window.seen.push(document.querySelector("#status").textContent)).observe(
      document.querySelector("#status"),
      { childList: true },
    )
  })
  await v.clickMove("a8", "e4")
  await v.expectText("#status", "Checkmate: White wins")
  const seen = await v.page.evaluate(() => window.seen)
  assert.deepEqual(seen.slice(0, 4), [
    "Queen moved from a8 to e4",
    "Queen swapped with the white king on e5",
    "Queen swapped with the black pawn on e6",
    "Queen swapped with the white knight on e7",
  ])
  await v.expectText(
    "#live",
    "Qa8-e4-e7#: White’s queen moved from a8 to e4 and swapped with the white king on e5, the black pawn on e6 and the white knight on e7. Mate!",
  )
  await v.expectPlacement(placementOf(movesOf(fen).find(({ move }) => move === "Qa8-e4-e7#").fen))
  await v.page.click("#undo")
  await v.waitUntilIdle()
  await v.expectPlacement(placementOf(fen))
})

test("two pieces move in a swap", { settings: withHints.settings }, async v => {
  await v.visit(link(ARTICLE[0].fen))
  await v.page.evaluate(() => {
    // Animation frames advance a fake clock by 16 ms, so that the test does not depend on the speed of the machine.
    let now = performance.now()
    performance.now = () => now
    window.requestAnimationFrame = frame => setTimeout(() => frame((now += 16)))
    window.seen = new Set()
    const pieces = () => [...document.querySelectorAll('#board [data-man="K"], #board [data-man="Q"]')]
    new MutationObserver(() =>
      window.seen.add(
        pieces()
          .map(piece => piece.getAttribute("transform"))
          .join(),
      ),
    ).observe(document.querySelector("#board"), { subtree: true, attributeFilter: ["transform"] })
  })
  await v.page.click('#move-list [data-uci="a8e4"]')
  await v.expectText("#status", "Checkmate: White wins")
  await v.waitUntilIdle()
  assert.ok((await v.page.evaluate(() => window.seen.size)) > 5)
})

test("a pawn promotes to the chosen piece", anyMove, async v => {
  const { fen } = ARTICLE[1]
  await v.visit(link(fen, 8))
  await v.clickMove("h7", "h8")
  await v.page.click('dialog button[title="cancel"]')
  await v.expectPlacement(placementOf(fen))
  await v.clickMove("h7", "h8")
  await v.page.click('dialog button[title="knight"]')
  await v.expectText("#score-sheet", /\(8\) h7-h8=N#/)
  await v.expectPlacement("7N/R7/6k1/6P1/6K1/8/8/8")
})

test("the choice of promotions opens at the pawn's square, the queen first", anyMove, async v => {
  const fen = "4k3/7P/8/8/8/8/p7/4K3 w - - 0 1"
  const column = () =>
    v.page.$$eval(".promotion button", buttons =>
      buttons.map(one => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return { piece: one.title, x: x + width / 2, y: y + height / 2, size: width }
      }),
    )
  const expectColumnAt = async (square, down) => {
    const [{ x, y }, pieces] = [await v.centre(square), await column()]
    assert.deepEqual(
      pieces.map(({ piece }) => piece),
      ["queen", "knight", "rook", "bishop", "cancel"],
    )
    for (const [at, piece] of pieces.entries()) {
      assert.ok(piece.size >= 40, "too small for a finger")
      assert.ok(Math.abs(piece.x - x) <= 4, `${piece.piece} is not on the file`)
      assert.ok(Math.abs(piece.y - (y + down * at * piece.size)) <= 4, `${piece.piece} is not at its square`)
    }
  }
  await v.visit(link(fen, 8))
  await v.dragMove("h7", "h8")
  await expectColumnAt("h8", 1)
  assert.deepEqual(await v.axeViolations(), [])
  await v.page.keyboard.press("Escape")
  await v.expectPlacement(placementOf(fen))
  await v.clickMove("h7", "h8")
  await v.page.waitForSelector("dialog[open]")
  await v.press("d4") // a press beside the column of promotions closes it
  await eventually(async () => assert.equal(await v.page.locator("dialog[open]").count(), 0))
  await v.expectPlacement(placementOf(fen))
  await v.clickMove("h7", "h8")
  assert.equal(await v.page.evaluate(() => document.activeElement.title), "queen")
  await v.page.keyboard.press("ArrowDown")
  await v.page.keyboard.press("ArrowDown")
  await v.page.keyboard.press("Enter")
  await v.expectText("#score-sheet", /\(8\) h7-h8=R\+/)
  await v.waitUntilIdle()
  await v.visit(link(fen.replace(" w ", " b "), 8))
  await v.clickMove("a2", "a1")
  await expectColumnAt("a1", -1)
  await v.page.keyboard.press("ArrowUp")
  assert.equal(await v.page.evaluate(() => document.activeElement.title), "knight")
})

test("moves are typed, or chosen from the list", withHints, async v => {
  await v.visit()
  for (const [typed, shown] of [
    ["e2e4", "e2-e4"],
    ["Ng8-f6", "Ng8-f6"],
    ["Ke1-a1", "Ke1-a1"],
    ["h7h5", "h7-h5"],
    ["Nc3", "Nb1-c3"],
    ["e5", "e7-e5-e4"],
  ]) {
    await v.page.fill("#typed-move", typed)
    await v.page.press("#typed-move", "Enter")
    await v.expectText("#score-sheet", new RegExp(`${shown} $`))
    await v.waitUntilIdle()
  }
  await v.page.click('#move-list [data-uci="b2b4"]')
  await v.expectText("#score-sheet", /b2-b4 $/)
})

test("in check there is no die", anyMove, async v => {
  await v.visit(link("4r2k/8/8/8/8/2N5/8/4K3 w - - 0 1"))
  await v.expectText("#status", "White to move, in check")
  await v.expectText("#rolled", /In check: no die/)
  assert.ok(await v.page.isDisabled("#roll"))
  await v.expectText("#faces", /^No die this turn: choose any of the \d legal moves/)
  assert.ok((await v.marks("to")).length > 0, "the moves are not marked")
  await v.clickMove("c3", "e4")
  await v.expectText("#score-sheet", /\(-\) Nc3-e4 $/)
})

test("the die can roll by itself", withHints, async v => {
  await v.visit()
  await v.page.check("#auto-roll")
  await v.page.click('#move-list [data-uci="e2e4"]')
  await v.expectText("#rolled", /^Rolled \d: your move must land/)
  await v.expectText("#status", "Black to move")
})

test("the chances of mate in two equal those of `octomate mate`", withHints, async v => {
  for (const { fen } of [ARTICLE[3], { fen: "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1" }]) {
    await v.visit(link(fen))
    await v.expectText("#panel-play #mate-total", /mates within two moves, .*: [\d.]+\s%/)
    const [found] = runCommand("mate", fen, "--moves", "2")
    const value = text => Number(text.split("/")[0]) / Number(text.split("/")[1] ?? 1)
    const percent = text => ({ 0: "0", 1: "100\u00a0%" })[value(text)] ?? `${(value(text) * 100).toFixed(1)}\u00a0%`
    assert.deepEqual(
      await v.page.$$eval("#panel-play [data-odds]", cells => cells.map(cell => cell.firstChild.textContent)),
      found.faces.map(row => percent(row.value)),
    )
    assert.equal(
      await v.page.locator("#panel-play [data-odds] .tag-mate").count(),
      found.faces.filter(row => row.forced).length,
    )
    assert.ok((await v.text("#panel-play #mate-total")).includes(percent(found.total)))
  }
})

test("a request to an overloaded server is repeated", { ...withHints, only: ["desktop"] }, async v => {
  let asked = 0
  await v.page.route("**/api/mate", route => {
    const busy = { error: { code: "busy", message: "too many analyses run already; try again in a moment" } }
    return ++asked <= 2 ? route.fulfill({ status: 503, json: busy }) : route.continue()
  })
  await v.visit(link(ARTICLE[3].fen))
  await v.expectText("#panel-play #mate-total", /mates within two moves, .*: [\d.]+\s%/)
  assert.ok(asked >= 3)
})

test("with few pieces, the value of each roll and move from the endgame table is shown", withHints, async v => {
  const fen = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"
  await v.visit(link(fen))
  await v.expectText("#panel-play #table-total", /expected score: [\d.]+\s% \(table KRK\)/)
  const [{ odds }] = runCommand("solve", fen, "--odds")
  const score = ({ value }) => (1 + value) / 2
  const worth = row => (row.lower === 0 && row.upper === 0 ? "draw" : `${(100 * score(row)).toFixed(1)}\u00a0%`)
  assert.ok((await v.text("#panel-play #table-total")).includes(worth(odds)))
  const cells = n =>
    v.page.$$eval(`#panel-play #endgame tbody td:nth-child(${n})`, all => all.map(cell => cell.firstChild.textContent))
  assert.deepEqual(await cells(2), odds.faces.map(worth))
  assert.deepEqual(
    await cells(3),
    odds.faces.map(({ best }) => best.join(", ")),
  )
  await v.page.locator("#panel-play #endgame summary").first().click()
  assert.deepEqual(
    await v.page.$$eval("#panel-play #endgame tr:first-child li", all => all.map(item => item.textContent)),
    odds.faces[0].moves.map(move => `${move.move} ${worth(move)}`),
  )
  await v.visit(link(ARTICLE[3].fen))
  await v.expectText("#panel-play #mate-total", /mates within two moves, .*: [\d.]+\s%/)
  assert.equal(await v.page.locator("#panel-play #endgame").isVisible(), false, "the table of another position stays")
})

test("a dragged piece stays where it was dropped", { settings: withHints.settings }, async v => {
  await v.visit()
  await v.waitUntilIdle()
  let answer
  const held = new Promise(done => (answer = done))
  await v.page.route("**/api/scene", async route => {
    await held
    await route.continue()
  })
  await v.dragMove("e2", "e4")
  const middle = ({ x, y, width, height }) => [Math.round(x + width / 2), Math.round(y + height / 2)]
  const pawn = middle(await v.page.locator('#board .men [data-square="e2"]').boundingBox())
  const { x, y } = await v.centre("e4")
  assert.ok(Math.hypot(pawn[0] - x, pawn[1] - y) < 6, `the pawn is at ${pawn}, the square at ${x}, ${y}`)
  answer()
  await v.expectPlacement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
  await v.dragMove("e7", "e2") // not a legal move
  await eventually(async () => {
    const [box, square] = [await v.page.locator('#board .men [data-square="e7"]').boundingBox(), await v.centre("e7")]
    assert.ok(Math.hypot(middle(box)[0] - square.x, middle(box)[1] - square.y) < 6, "the pawn does not go back")
  })
})

test("the board is flipped, and the faces with it", anyMove, async v => {
  await v.visit()
  const order = () => v.page.$$eval("#faces .face", faces => faces.map(face => Number(face.dataset.face)))
  assert.deepEqual(await order(), [1, 2, 3, 4, 5, 6, 7, 8])
  const before = await v.centre("a1")
  await v.page.click("#flip")
  await eventually(async () => assert.deepEqual(await order(), [8, 7, 6, 5, 4, 3, 2, 1]))
  await eventually(async () => assert.notDeepEqual(await v.centre("a1"), before))
  // A strip below the board has each face under its file.
  const face = await v.face(1).boundingBox()
  assert.ok(v.view === "landscape" || Math.abs(face.x + face.width / 2 - (await v.centre("a1")).x) < 4)
  await v.clickMove("e2", "e4")
  await v.expectText("#score-sheet", /e2-e4/)
})

test("the address of the page contains the position", anyMove, async v => {
  const { fen } = ARTICLE[3]
  await v.visit(link(fen, 4))
  const url = await v.copyFrom("#share")
  await v.page.goto("about:blank")
  await v.page.goto(url)
  await v.waitUntilIdle()
  await v.expectPlacement(placementOf(fen))
  await v.expectText("#rolled", /^Rolled 4, the e-file: no move lands on that file, so any legal move may be played/)
  await v.page.evaluate(hash => (location.hash = hash), link(ARTICLE[0].fen))
  await v.expectPlacement(placementOf(ARTICLE[0].fen))
  await v.visit("#fen=rnbqkbnr/pppp1pppp/8/8_w&roll=99") // with two faults
  await v.expectText("#status", "Position incomplete")
  await v.expectText(
    "#rolled",
    'FEN, character 18: rank 7 has 9 squares, expected 8 ("pppp1pppp"). Fix it under “Set up”.',
  )
  for (const part of ["#roll", "#panel-play .odds"]) assert.ok(await v.page.isHidden(part), part)
})

test("the parent game has no die", anyMove, async v => {
  await v.visit()
  await v.tab("setup")
  await v.page.selectOption("#variant", "superpermutation")
  await v.waitUntilIdle()
  await v.expectText("#faces", "") // no move is chosen in Set up
  await v.page.click("#play-here")
  await v.waitUntilIdle()
  await v.expectText("#status", "White to move (Superpermutation Chess)")
  assert.ok(await v.page.isHidden("#roll"))
  await v.expectText("#faces", /^Choose any of the \d+ legal moves/)
  await v.clickMove("b1", "c3")
  await v.expectText("#score-sheet", "1. Nb1-c3 ")
  await v.reload()
  await v.expectText("#status", "Black to move (Superpermutation Chess)")
})

test("the squares of the last move and a king in check or mated are marked", anyMove, async v => {
  const { fen } = ARTICLE[0]
  await v.visit(link(fen))
  await v.clickMove("a8", "e4")
  await v.expectText("#status", "Checkmate: White wins")
  await v.waitUntilIdle()
  assert.deepEqual([await v.marks("last"), await v.marks("landed"), await v.marks("end")], [["a8"], ["e4"], ["e7"]])
  assert.deepEqual([await v.marks("check"), await v.marks("mated")], [[], ["e8"]])
  await v.expectText("#faces", "") // no text about moves that may be played
  await v.expectText("#rolled", "Checkmate. White wins.")
  await v.visit(link("4k3/8/8/8/8/8/8/4RK2 b - - 0 1"))
  assert.deepEqual([await v.marks("check"), await v.marks("mated")], [["e8"], []])
})

test("a move is replayed swap by swap, and previewed", withHints, async v => {
  const { fen } = ARTICLE[0]
  await v.visit(link(fen))
  await v.page.focus('#move-list [data-uci="a8e4"]')
  await eventually(async () =>
    assert.equal(await v.page.locator('#board .pale[data-man="Q"]').getAttribute("data-square"), "e7"),
  )
  await v.page.evaluate(() => document.activeElement.blur())
  await eventually(async () => assert.equal(await v.page.locator("#board .pale").count(), 0))
  assert.ok(await v.page.isHidden("#theatre"))
  await v.clickMove("a8", "e4")
  await v.expectText("#status", "Checkmate: White wins")
  const after = await v.placement()
  await v.page.click("#step-move")
  await v.expectText("#status", "Queen moved from a8 to e4")
  await v.page.click("#step-move")
  await v.expectText("#status", "Queen swapped with the white king on e5")
  assert.notEqual(await v.placement(), after)
  await v.page.click("#replay-move")
  await v.expectText("#status", "Checkmate: White wins")
  await v.expectPlacement(after)
  await v.waitUntilIdle()
  await eventually(async () => assert.deepEqual(await v.marks("end"), ["e7"]))
})

test("a game is stepped through and reviewed", anyMove, async v => {
  await v.visit(link(ARTICLE[3].fen, 5))
  await v.clickMove("e4", "d5")
  await v.expectText("#status", "White to move")
  await v.waitUntilIdle()
  await v.page.click("#review-game")
  await v.expectText("#review", "1… Black rolled 5 and missed Qe4-d3-d2#")
  await v.page.click("#review button")
  await v.waitUntilIdle()
  await v.expectPlacement(placementOf(ARTICLE[3].fen))
  await v.page.click("h1", { force: true })
  await v.page.keyboard.press("ArrowRight")
  await v.expectText("#status", "White to move")
  await v.page.keyboard.press("Control+z")
  await v.expectText("#status", "Black to move")
  await v.page.keyboard.press("Control+y")
  await v.expectText("#status", "White to move")
  await v.page.click('#score-sheet [data-ply="1"]')
})
