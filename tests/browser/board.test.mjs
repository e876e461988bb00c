// The page of `octomate serve`, clicked through in Chromium on the built program:
//   node tests/browser/board.test.mjs BINARY NODE_MODULES [part of a test's name]
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { ask, eventually, run, test } from "./harness.mjs"

const ROOT = new URL("../../", import.meta.url)
const ARTICLE = readFileSync(new URL("puzzles/article.jsonl", ROOT), "utf8").trim().split("\n").map((line) => JSON.parse(line))
const ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
const BOTH = ["desktop", "phone"]
const still = { reducedMotion: "reduce" }
const board = (fen) => fen.split(" ")[0]
const link = (fen, roll, variant) => `#fen=${fen.replaceAll(" ", "_")}${roll ? `&roll=${roll}` : ""}${variant ? `&variant=${variant}` : ""}`
const movesOf = (fen, variant = "superpermutation-d8") =>
  execFileSync(process.argv[2], ["moves", "--format", "jsonl", "--variant", variant, fen], { encoding: "utf8" }).trim().split("\n").filter(Boolean).map((line) => JSON.parse(line))
const uciOf = (fen, move, variant) => movesOf(fen, variant).find((record) => record.move === move).uci

/** The strip and the table must show what `octomate solve` says. */
async function showsFaces(visitor, fen) {
  const [solved] = ask("solve", fen)
  const expected = solved.faces.map(({ face, moves, free, mates }) => ({ face, moves, free, mate: mates.length > 0 }))
  await eventually(async () => assert.deepEqual(await visitor.strip(), expected))
}

// ---- set up ------------------------------------------------------------------------------------------------

test("faces follow the FEN as one types", BOTH, still, async (v) => {
  await v.visit()
  await v.tab("setup")
  for (const { fen } of ARTICLE) {
    await v.fillFen(fen)
    await v.shows(board(fen))
    await showsFaces(v, fen)
  }
  await v.page.fill("#fen", "")
  await v.page.locator("#fen").pressSequentially("7k/8/5K2/8/8/8/6Q1/8 w", { delay: 5 })
  await showsFaces(v, "7k/8/5K2/8/8/8/6Q1/8 w")
  await v.says("#mate-total >> visible=true", /White mates within two moves: 17\.2\s% over all faces/)
})

test("bad FENs are told in words", ["desktop"], still, async (v) => {
  await v.visit()
  await v.tab("setup")
  await v.fillFen("rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
  await v.says("#fen-faults", /Rank 7 has 9 squares, expected 8/)
  await v.fillFen("8/8/8/8/8/8/8/8 w")
  await eventually(async () => assert.equal(await v.page.locator("#fen-faults li").count(), 2)) // no king, twice
  assert.equal(await v.page.getAttribute("#fen", "aria-invalid"), "true")
  await v.fillFen(ARTICLE[0].fen)
  await v.says("#fen-faults", "")
  assert.equal(await v.page.getAttribute("#fen", "aria-invalid"), null)
})

test("a position is built with the men", BOTH, still, async (v) => {
  await v.visit()
  await v.tab("setup")
  await v.page.click("#clear")
  await v.shows("8/8/8/8/8/8/8/8")
  for (const [man, square] of [["K", "e1"], ["k", "e8"], ["Q", "a4"]]) {
    await v.page.click(`#palette [data-man="${man}"]`)
    await v.press(square)
  }
  await v.shows("4k3/8/8/8/Q7/8/8/4K3")
  await eventually(async () => assert.equal(await v.page.inputValue("#fen"), "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1"))
  await v.says("#fen-faults", /The black king on e8 is attacked though white is to move/)
  await v.press("a4") // the brush again takes away
  await v.shows("4k3/8/8/8/8/8/8/4K3")
  await v.page.click('#palette [data-man="erase"]')
  await v.press("e8")
  await v.shows("8/8/8/8/8/8/8/4K3")
  await v.page.click("#array")
  await v.shows(ARRAY)
  await v.page.check("#side-black")
  await eventually(async () => assert.match(await v.page.inputValue("#fen"), / b /))
  await v.says("#status", "Setting up: Black to move")
})

test("men are dragged", BOTH, still, async (v) => {
  await v.visit(link("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
  await v.tab("setup")
  await v.dragMove("h1", "h5")
  await v.shows("4k3/8/8/7R/8/8/8/4K3")
  await showsFaces(v, "4k3/8/8/7R/8/8/8/4K3 w")
  await v.page.locator('#palette [data-man="n"]').scrollIntoViewIfNeeded()
  const knight = await v.page.locator('#palette [data-man="n"]').boundingBox()
  await v.drag({ x: knight.x + knight.width / 2, y: knight.y + knight.height / 2 }, await v.centre("c3"))
  await v.shows("4k3/8/8/7R/8/2n5/8/4K3")
  assert.equal(await v.page.getAttribute('#palette [data-man="n"]', "aria-pressed"), "false")
  const strip = await v.page.locator("#legend").boundingBox()
  await v.dragMove("h5", { x: strip.x + 40, y: strip.y + 5 }) // off the board
  await v.shows("4k3/8/8/8/8/2n5/8/4K3")
})

// ---- play --------------------------------------------------------------------------------------------------

test("a face shows its moves", BOTH, still, async (v) => {
  const { fen } = ARTICLE[3]
  await v.visit(link(fen))
  await showsFaces(v, fen)
  await v.face(3).click()
  assert.equal(await v.face(3).getAttribute("aria-pressed"), "true")
  await v.says("#moves-title", "Face 3: the f-file")
  assert.deepEqual(await v.marks("mate"), ["f4"])
  assert.equal((await v.marks("file")).length, 8)
  assert.deepEqual(await v.page.$$eval("#move-list button", (buttons) => buttons.map((one) => one.dataset.uci)), ["e3f2", "e3f4", "e4f4", "e4f5"])
  await v.face(4).click() // free: all moves
  assert.equal(await v.page.locator("#move-list button").count(), 31)
  assert.match(await v.face(4).getAttribute("aria-label"), /^Face 4, e-file: free, no move lands there, so any of 31 moves, 2 of them mate/)
  await v.face(4).click()
  await v.says("#moves-title", "All moves")
  assert.deepEqual(await v.marks("mate"), [])
})

test("the die is rolled and binds", BOTH, { reducedMotion: "no-preference" }, async (v) => {
  await v.visit()
  const seen = new Set()
  for (let roll = 0; roll < 3; ++roll) {
    await v.page.click("#roll")
    await eventually(() => v.page.isEnabled("#roll"))
    const [, face, file] = (await v.text("#rolled")).match(/^A (\d): your move must land on the (.)-file\.$/)
    assert.equal(file, "abcdefgh"[face - 1])
    assert.equal(await v.page.getAttribute(".die", "aria-label"), `The die shows ${face}`)
    assert.equal(await v.page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("roll")), face)
    const list = await v.page.$$eval("#move-list button", (buttons) => buttons.map((one) => one.dataset.uci))
    assert.ok(list.length > 0 && list.every((uci) => uci[2] === file))
    seen.add(face)
  }
  await v.page.click("#clear-roll")
  await v.says("#rolled", /without a roll all are allowed/)
})

test("a move that the die forbids is refused with the reason", BOTH, still, async (v) => {
  await v.visit(link(`${ARRAY} w - - 0 1`, 5))
  await v.clickMove("a2", "a4")
  await v.says("#typed-answer", "a2-a4 lands on the a-file, but a 5 asks for the e-file.")
  await v.shows(ARRAY)
  await v.clickMove("e2", "e5")
  await v.says("#typed-answer", "e2 to e5 is no legal move.")
  await v.page.fill("#typed-move", "nonsense")
  await v.page.press("#typed-move", "Enter")
  await v.says("#typed-answer", /“nonsense” is no legal move here/)
})

for (const way of ["drag", "click"]) {
  test(`both sides play by ${way}, with undo and redo`, BOTH, still, async (v) => {
    const move = (from, to) => (way === "drag" ? v.dragMove(from, to) : v.clickMove(from, to))
    await v.visit()
    await move("e2", "e4")
    await v.says("#score-sheet", /^1\. \(5\) e2-e4 $/)
    await v.settled()
    await v.says("#status", "Black to move")
    await move("h7", "h5")
    await v.says("#score-sheet", /^1\. \(5\) e2-e4 \(1\) h7-h5 $/)
    await v.settled()
    const after = "rnbqkbnr/ppppppp1/8/7p/4P3/8/PPPP1PPP/RNBQKBNR"
    await v.shows(after)
    await v.page.click("#undo")
    await v.page.click("#undo")
    await v.settled()
    await v.shows(ARRAY)
    assert.ok(await v.page.isDisabled("#undo"))
    await v.page.click("#redo")
    await v.page.click("#redo")
    await v.settled()
    await v.shows(after)
    await v.page.click("#copy-game")
    await v.says("#live", "The game is copied.")
    assert.equal((await v.page.evaluate(() => navigator.clipboard.readText())).trim(), "1. (5) e2-e4 (1) h7-h5")
  })

  test(`the king teleports onto an own man by ${way}`, BOTH, {}, async (v) => {
    const { fen } = ARTICLE[4]
    await v.visit(link(fen, 7))
    await (way === "drag" ? v.dragMove("f5", "b3") : v.clickMove("f5", "b3"))
    await v.says("#score-sheet", /\(7\) Kf5-b3#/)
    await v.settled()
    await v.shows(board(movesOf(fen).find(({ move }) => move === "Kf5-b3#").fen))
    await v.says("#status", "Checkmate: Black has won")
  })
}

test("a cascade is shown step by step", BOTH, {}, async (v) => {
  const { fen } = ARTICLE[0]
  await v.visit(link(fen))
  await v.page.evaluate(() => {
    window.seen = []
    new MutationObserver(() => window.seen.push(document.querySelector("#status").textContent)).observe(document.querySelector("#status"), { childList: true })
  })
  await v.clickMove("a8", "e4")
  await v.says("#status", "Checkmate: White has won")
  const seen = await v.page.evaluate(() => window.seen)
  assert.deepEqual(seen.slice(0, 4), ["Queen from a8 to e4", "Swaps with the white king on e5", "Swaps with the black pawn on e6", "Swaps with the white knight on e7"])
  await v.shows(board(movesOf(fen).find(({ move }) => move === "Qa8-e4-e7#").fen))
  await v.page.click("#undo")
  await v.settled()
  await v.shows(board(fen))
})

test("two men move in a swap", ["desktop"], {}, async (v) => {
  await v.visit(link(ARTICLE[0].fen))
  await v.page.click('#move-list [data-uci="a8e4"]')
  const positions = new Set()
  await eventually(async () => {
    const transforms = await v.page.$$eval('#board [data-man="K"], #board [data-man="Q"]', (men) => men.map((man) => man.getAttribute("transform")))
    positions.add(transforms.join())
    return positions.size > 5 && !(await v.page.evaluate(() => document.documentElement.dataset.playing))
  })
})

test("a pawn becomes what one chooses", BOTH, still, async (v) => {
  const { fen } = ARTICLE[1]
  await v.visit(link(fen, 8))
  await v.clickMove("h7", "h8")
  await v.page.click("dialog >> text=cancel")
  await v.shows(board(fen))
  await v.clickMove("h7", "h8")
  await v.page.click("dialog >> text=h7-h8=N")
  await v.says("#score-sheet", /\(8\) h7-h8=N#/)
  await v.shows("7N/R7/6k1/6P1/6K1/8/8/8")
})

test("moves are typed, or chosen from the list", BOTH, still, async (v) => {
  await v.visit()
  for (const [typed, shown] of [["e2e4", "e2-e4"], ["Ng8-f6", "Ng8-f6"], ["Ke1-a1", "Ke1-a1"], ["h7h5", "h7-h5"]]) {
    await v.page.fill("#typed-move", typed)
    await v.page.press("#typed-move", "Enter")
    await v.says("#score-sheet", new RegExp(`${shown} $`))
    await v.settled()
  }
  await v.page.click('#move-list [data-uci="b2b4"]')
  await v.says("#score-sheet", /b2-b4 $/)
})

test("in check there is no die", BOTH, still, async (v) => {
  await v.visit(link("4r2k/8/8/8/8/2N5/8/4K3 w - - 0 1"))
  await v.says("#status", "White to move, in check")
  await v.says("#rolled", /In check the die is not used/)
  assert.ok(await v.page.isDisabled("#roll"))
  await v.says("#faces", /^No die is used now: any of the \d legal moves may be played/)
  await v.clickMove("c3", "e4")
  await v.says("#score-sheet", /\(-\) Nc3-e4 $/)
})

test("the die can roll by itself", ["desktop"], still, async (v) => {
  await v.visit()
  await v.page.check("#auto-roll")
  await v.page.click('#move-list [data-uci="e2e4"]')
  await v.says("#rolled", /^A \d: your move must land/)
  await v.says("#status", "Black to move")
})

test("the chances of mate in two are those of the solver", ["desktop"], still, async (v) => {
  for (const { fen } of [ARTICLE[3], { fen: "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1" }]) {
    await v.visit(link(fen))
    await v.says("#panel-play #mate-total", /mates within two moves: [\d.]+\s%/)
    const [found] = ask("mate", fen, "--moves", "2")
    const value = (text) => Number(text.split("/")[0]) / Number(text.split("/")[1] ?? 1)
    const percent = (text) => ({ 0: "0", 1: "100\u00a0%" })[value(text)] ?? `${(value(text) * 100).toFixed(1)}\u00a0%`
    assert.deepEqual(await v.page.$$eval("#panel-play [data-odds]", (cells) => cells.map((cell) => cell.firstChild.textContent)), found.faces.map((row) => percent(row.value)))
    assert.equal(await v.page.locator("#panel-play [data-odds] .tag-mate").count(), found.faces.filter((row) => row.forced).length)
    assert.ok((await v.text("#panel-play #mate-total")).includes(percent(found.total)))
  }
})

test("the board is flipped, and the faces with it", BOTH, still, async (v) => {
  await v.visit()
  const order = () => v.page.$$eval("#faces .face", (faces) => faces.map((face) => Number(face.dataset.face)))
  assert.deepEqual(await order(), [1, 2, 3, 4, 5, 6, 7, 8])
  const before = await v.centre("a1")
  await v.page.click("#flip")
  await eventually(async () => assert.deepEqual(await order(), [8, 7, 6, 5, 4, 3, 2, 1]))
  await eventually(async () => assert.notDeepEqual(await v.centre("a1"), before))
  // Each face stands under its file.
  const face = await v.face(1).boundingBox()
  assert.ok(Math.abs(face.x + face.width / 2 - (await v.centre("a1")).x) < 4)
  await v.clickMove("e2", "e4")
  await v.says("#score-sheet", /e2-e4/)
})

test("a position is shared by its address", ["desktop"], still, async (v) => {
  const { fen } = ARTICLE[3]
  await v.visit(link(fen, 4))
  await v.page.click("#share")
  await v.says("#live", "The link is copied.")
  const url = await v.page.evaluate(() => navigator.clipboard.readText())
  await v.page.goto("about:blank")
  await v.page.goto(url)
  await v.settled()
  await v.shows(board(fen))
  await v.says("#rolled", /^A 4 names the e-file\. Nothing can land there: a free move/)
  await v.page.evaluate((hash) => (location.hash = hash), link(ARTICLE[0].fen))
  await v.shows(board(ARTICLE[0].fen))
  await v.visit("#fen=nonsense&roll=99")
  await v.says("#status", "This is no position yet")
})

test("the parent game has no die", ["desktop"], still, async (v) => {
  await v.visit()
  await v.tab("setup")
  await v.page.selectOption("#variant", "superpermutation")
  await v.settled()
  await v.page.click("#play-here")
  await v.settled()
  await v.says("#status", "White to move (Superpermutation Chess)")
  assert.ok(await v.page.isHidden("#roll"))
  await v.says("#faces", /^Any of the \d+ legal moves may be played/)
  await v.clickMove("b1", "c3")
  await v.says("#score-sheet", "1. Nb1-c3 ")
  await v.page.reload()
  await v.settled()
  await v.says("#status", "Black to move (Superpermutation Chess)")
})

// ---- puzzles -----------------------------------------------------------------------------------------------

for (const colorScheme of ["light", "dark"]) {
  test("the article's puzzles are solved", BOTH, { colorScheme, ...(colorScheme === "dark" ? still : {}) }, async (v) => {
    await v.visit()
    await v.page.click("#intro >> text=Try the puzzles")
    let points = 0
    for (const [at, puzzle] of ARTICLE.entries()) {
      await v.says("#puzzle-number", `Puzzle ${at + 1} of 5`)
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
      await v.says("#score", `${points} of ${points} points`)
      if (at < 4) await v.page.click("#go-on")
    }
    assert.equal(points, 13)
  })
}

test("wrong guesses, hints and the solution", BOTH, still, async (v) => {
  await v.visit()
  await v.tab("puzzles")
  await v.face(1).click()
  await v.face(2).click()
  await v.face(2).click() // and not after all
  await v.page.click("#check")
  await v.says("#feedback", "Not yet: 1 does not win, and 1 winning face is missing.")
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: one face wins.")
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: 5 is a winning face.")
  await v.face(1).click()
  await v.face(5).click()
  await v.page.click("#check")
  await v.says("#feedback", "Right: 5 wins.")
  await v.says("#score", "0 of 1 point")
  await v.clickMove("a8", "a7")
  await v.says("#feedback", /lands on the a-file, but a 5 asks for the e-file/)
  await v.clickMove("e5", "e4")
  await v.says("#feedback", "Ke5-e4 is legal, but it does not mate. Try again.")
  await v.shows(board(ARTICLE[0].fen))
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: it is the queen on a8.")
  assert.deepEqual(await v.marks("hint"), ["a8"])
  await v.page.click("#hint")
  await v.says("#feedback", "Hint: it lands on e4 (cascade of 3).")
  await v.page.click("#show-solution")
  await v.says("#solution", /5 \(e-file\): Qa8-e4-e7#/)
  await v.page.click("#solution button")
  await v.says("#status", "Qa8-e4-e7#: mate")
  await v.says("#score", "0 of 2 points")
  await v.page.click("#next-puzzle")
  await v.says("#puzzle-number", "Puzzle 2 of 5")
  await v.page.click("#previous-puzzle")
  await v.says("#puzzle-number", "Puzzle 1 of 5")
  await v.says("#solution", /Qa8-e4-e7#/)
  await v.page.click("#to-play")
  await v.says("#status", "White to move")
  await v.shows(board(ARTICLE[0].fen))
})

// ---- games -------------------------------------------------------------------------------------------------

test("the published game is stepped through, with its fault", BOTH, still, async (v) => {
  await v.visit()
  await v.tab("games")
  await v.says("#game-summary", "47 plies, result 1-0, 1 fault.")
  await v.says("#game-faults", /^Ply 44: face 7 asks for the b-file, where Qb2-b1 is possible/)
  for (let ply = 0; ply < 5; ++ply) {
    await v.page.click("#next-ply")
    await v.says("#ply-message", /^\(\d\) /)
  }
  await v.says("#ply-message", "(1) Qd1-a4-a5")
  await v.shows("rnbqkbnr/1pppp1pp/8/Q4p2/pPP5/8/P2PPPPP/RNB1KBNR")
  await v.page.click("#previous-ply")
  await v.says("#ply-message", "(3) f7-f5")
  await v.page.click("#game-faults button")
  await v.says("#ply-message", /^\(7\) Rh4-h2\+: face 7 asks/)
  assert.equal(await v.page.getAttribute('[data-ply="44"]', "aria-current"), "step")
  await v.page.click("#last-ply")
  await v.says("#status", "End of the game: 1-0")
  await v.page.click("#first-ply")
  await v.shows(ARRAY)
  await v.page.click("#run")
  await v.says("#ply-message", "(8) a7-a5")
  await v.page.click("#run")
  await v.page.selectOption("#published", "superpermutation.txt")
  await v.page.click("#load-published")
  await v.says("#game-summary", /result 0-1, no fault/)
})

test("games are pasted", BOTH, still, async (v) => {
  await v.visit()
  await v.tab("games")
  await v.page.fill("#game-text", '[FEN "4k3/8/8/8/8/8/8/R3K3 w"]\n\n1. Ra1-a4 {[%d8 1]} Ke8-e7 {[%d8 4]} 2. Ra4-a8 {[%d8 2]}')
  await v.page.click("#load-pasted")
  await v.says("#game-summary", "3 plies, result *, 1 fault.")
  await v.shows("4k3/8/8/8/8/8/8/R3K3")
  await v.page.click("#last-ply")
  await v.says("#ply-message", /face 2 asks for the b-file/)
  await v.page.click("#game-to-play")
  await v.settled()
  await v.shows("R7/4k3/8/8/8/8/8/4K3")
  await v.tab("games")
  await v.page.fill("#game-text", "1. hello world")
  await v.page.click("#load-pasted")
  await v.says("#game-faults", /hello/)
  await v.page.fill("#game-text", "")
  await v.page.click("#load-pasted")
  await v.says("#game-summary", "There is no game in this text.")
  await v.page.fill("#game-text", "1. (5) e2-e4 *\n\n1. (4) d2-d4 *")
  await v.page.click("#load-pasted")
  await v.page.selectOption("#which-game", "1")
  await v.says("#plies", /\(4\) d2-d4/)
})

// ---- keyboard ----------------------------------------------------------------------------------------------

test("a puzzle is solved by keyboard alone", BOTH, still, async (v) => {
  const { keyboard } = v.page
  await v.visit()
  await v.tabTo("#tab-play")
  await keyboard.press("ArrowRight")
  await keyboard.press("ArrowRight")
  await v.settled()
  await v.says("#puzzle-title", "Find the winning roll")
  await v.tabTo('#faces [data-face="5"]')
  await keyboard.press("Space")
  await eventually(async () => assert.equal(await v.face(5).getAttribute("aria-pressed"), "true"))
  await v.tabTo("#check")
  await keyboard.press("Enter")
  await v.says("#feedback", "Right: 5 wins.")
  await v.tabTo('#puzzle-moves [data-uci="a8e4"]')
  await keyboard.press("Enter")
  await v.says("#feedback", /^Qa8-e4-e7# is mate!/)
  await eventually(() => v.page.evaluate(() => document.activeElement.id === "go-on"), "the focus is lost")
  await keyboard.press("Enter")
  await v.says("#puzzle-number", "Puzzle 2 of 5")
  await v.settled()
  await v.tabTo("#typed-answer-move")
  await keyboard.type("h7h8")
  await keyboard.press("Enter")
  await v.page.waitForSelector("dialog[open]")
  await v.tabTo('dialog button[value="h7h8n"]')
  await keyboard.press("Enter")
  await v.says("#feedback", /^h7-h8=N# is mate!/)
})

test("one plays, sets up and steps by keyboard alone", BOTH, still, async (v) => {
  const { keyboard } = v.page
  await v.visit()
  await v.tabTo("#close-intro")
  await keyboard.press("Enter")
  await eventually(() => v.page.evaluate(() => document.activeElement.id === "roll"), "the focus is lost")
  await keyboard.press("Enter")
  await v.says("#rolled", /^A \d: /)
  await v.tabTo("#move-list button")
  await keyboard.press("Enter")
  await v.says("#status", "Black to move")
  await v.settled()
  await v.tabTo("#typed-move")
  await keyboard.type("h7h5")
  await keyboard.press("Enter")
  await v.says("#score-sheet", /\(1\) h7-h5 $/)
  await v.settled()
  await v.page.keyboard.press("Home")
  await v.page.evaluate(() => document.activeElement.blur())
  await v.tabTo("#tab-play")
  await keyboard.press("ArrowRight")
  await v.settled()
  await v.tabTo("#clear")
  await keyboard.press("Enter")
  for (const [man, square] of [["K", "e1"], ["k", "e8"], ["R", "h1"]]) {
    await v.tabTo(`#palette [data-man="${man}"]`)
    await keyboard.press("Enter")
    await v.tabTo("#square")
    await keyboard.type(square)
    await keyboard.press("Enter")
  }
  await v.shows("4k3/8/8/8/8/8/8/4K2R")
  await v.tabTo("#tab-setup")
  await keyboard.press("ArrowRight")
  await keyboard.press("ArrowRight")
  await v.settled()
  await v.says("#ply-message", "The beginning.") // the game is there
  await v.tabTo("#next-ply")
  await keyboard.press("ArrowRight")
  await v.says("#ply-message", "(2) b2-b4")
  await keyboard.press("End")
  await v.says("#status", "End of the game: 1-0")
  await keyboard.press("Home")
  await v.says("#ply-message", "The beginning.")
})

test("men are moved on the board by keyboard", ["desktop"], still, async (v) => {
  const { keyboard } = v.page
  const press = async (...keys) => {
    for (const key of keys) await keyboard.press(key)
  }
  const at = () => v.page.getAttribute("#board svg", "aria-activedescendant")
  await v.visit(link("7k/8/8/8/8/8/8/R3K3 w - - 0 1"))
  await v.tabTo("#board svg")
  assert.equal(await at(), "square-a1")
  await press("ArrowDown", "ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "ArrowUp")
  assert.equal(await at(), "square-a4")
  assert.deepEqual(await v.marks("picked"), ["a1"])
  await press("Escape")
  assert.deepEqual(await v.marks("picked"), [])
  await press("ArrowDown", "ArrowDown", "ArrowDown", "Space", "ArrowUp", "Space")
  await v.says("#score-sheet", "1. (1) Ra1-a2 ")
  await v.settled()
  await v.page.click("#flip")
  await v.tabTo("#board svg")
  await press("ArrowDown")
  assert.equal(await at(), "square-a3")
  await v.tab("setup")
  await v.page.click('#palette [data-man="q"]')
  await v.tabTo("#board svg")
  await press("Enter")
  await v.shows("7k/8/8/8/8/q7/R7/4K3")
})

test("what has the focus is seen", ["desktop"], still, async (v) => {
  await v.visit()
  for (let presses = 0; presses < 30; ++presses) {
    await v.page.keyboard.press("Tab")
    const outline = await v.page.evaluate(() => [document.activeElement.tagName, parseFloat(getComputedStyle(document.activeElement).outlineWidth)])
    assert.ok(outline[0] === "BODY" || outline[1] >= 2, `${outline}`)
  }
})

// ---- how it looks ------------------------------------------------------------------------------------------

const TABS = ["play", "setup", "puzzles", "games", "rules"]

test("nothing sticks out sideways", ["phone"], still, async (v) => {
  for (const width of [360, 390]) {
    await v.page.setViewportSize({ width, height: 800 })
    await v.visit(link(ARTICLE[3].fen, 4))
    for (const tab of TABS) {
      await v.tab(tab)
      assert.deepEqual(await v.page.evaluate(() => {
        const wide = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 && !one.closest(".sr, .skip"))
        return [document.documentElement.scrollWidth > innerWidth, wide.map((one) => one.id || one.className || one.tagName)]
      }), [false, []], `${tab} at ${width}`)
    }
  }
})

for (const colorScheme of ["light", "dark"]) {
  test("text has enough contrast", ["desktop"], { ...still, colorScheme }, async (v) => {
    await v.visit(link(ARTICLE[3].fen, 4))
    for (const tab of TABS) {
      await v.tab(tab)
      if (tab === "play") await v.page.click('#faces [data-face="3"]')
      assert.deepEqual(await v.page.evaluate(faint), [], `${tab}, ${colorScheme}`)
    }
  })
}

/** Runs in the page: the texts whose contrast with their ground is less than 4.5 (3 if large). */
function faint() {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true })
  const rgb = (colors) => {
    context.clearRect(0, 0, 1, 1)
    for (const color of colors) {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
    }
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const light = (color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const bad = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.textContent.trim() || !element.checkVisibility() || element.closest(".sr, .skip, noscript, svg, :disabled, option")) continue
    const grounds = []
    for (let at = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor)
    const style = getComputedStyle(element)
    const [a, b] = [light(rgb([...grounds, style.color])), light(rgb(grounds))].sort((x, y) => y - x)
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700)
    const contrast = (a + 0.05) / (b + 0.05)
    if (contrast < (large ? 3 : 4.5)) bad.push(`${walker.currentNode.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`)
  }
  return [...new Set(bad)]
}

test("colours follow the system and the button", ["desktop"], { ...still, colorScheme: "dark" }, async (v) => {
  await v.visit()
  const ground = () => v.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await v.page.emulateMedia({ colorScheme: "light" })
  await eventually(async () => assert.notEqual(await ground(), dark))
  await v.page.click("#theme")
  assert.equal(await ground(), dark)
  await v.page.reload()
  await v.settled()
  assert.equal(await ground(), dark)
  assert.equal(await v.page.getAttribute("#theme", "aria-label"), "Change to light colours")
})

test("the rules are those of the server", ["desktop"], still, async (v) => {
  await v.visit()
  await v.page.click("#intro >> text=How to play")
  const { games, default: first } = await (await fetch(`${v.address}api/games`)).json()
  const { rules } = games.find(({ name }) => name === first)
  assert.ok(rules.parts.length > 0)
  const shown = await v.page.$$eval("#panel-rules .example", (parts) => parts.map((one) => ({
    heading: one.querySelector("h3").textContent,
    text: [...one.querySelectorAll("p")].map((p) => p.textContent).join(" "),
    alt: one.querySelector(".picture").getAttribute("aria-label"),
    men: [...one.querySelectorAll(".picture > [data-man]")].map((man) => man.dataset.square + man.dataset.man).sort(),
    arrows: one.querySelectorAll(".arrow").length,
  })))
  const square = (at) => `${"abcdefgh"[at % 8]}${Math.floor(at / 8) + 1}`
  assert.deepEqual(shown, rules.parts.map(({ heading, text, scene }) => ({
    heading, text, alt: `${scene.title}. ${scene.words}`, men: scene.cells.flatMap((stack, at) => stack.map((man) => square(at) + man)).sort(),
    arrows: scene.marks.filter(({ mark }) => ["arrow", "jump", "curve"].includes(mark)).length,
  })))
  await v.page.click("#panel-rules >> text=Roll and play")
  await v.says("#status", "White to move")
})

test("the board can be heard", BOTH, still, async (v) => {
  await v.visit(link(ARTICLE[4].fen))
  const words = "White: king h3. Black: king f5, queen f2, bishop b3, bishop h8, pawn g7."
  await v.says("#words", words)
  assert.equal(await v.page.getAttribute("#board svg", "aria-label"), `Board. ${words}`)
  assert.equal(await v.page.getAttribute("#square-f5", "aria-label"), "f5, black king")
  assert.equal(await v.page.getAttribute("#square-a1", "aria-label"), "a1, empty")
  await v.page.click('#move-list [data-uci="f5h8"]')
  await v.says("#live", "Kf5-h8#: king on f5 and bishop on h8 change places. Mate!")
  for (const name of await v.page.$$eval("button:not([aria-label])", (buttons) => buttons.map((one) => one.textContent.trim()))) assert.ok(name, "a button without a name")
  for (const id of await v.page.$$eval("input, select, textarea", (fields) => fields.filter((one) => one.labels.length === 0).map((one) => one.id))) assert.fail(`${id} has no label`)
})

// ---- another game ------------------------------------------------------------------------------------------

/** A game on a board of 16 by 8 with many kinds of men, stacks and no die, as a server would tell of it. */
class Fake {
  constructor() {
    this.men = Object.fromEntries([..."ABCDEFGHIJKLMNOPabcdefghijklmnop"].map((letter, at) => [letter, { word: at % 16 === 0 ? "king" : `man ${letter}`, white: at < 16, id: at % 16 === 0 ? (at < 16 ? "wk" : "bk") : "none", symbol: "♟" }]))
    this.at = (name) => name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * 16
    const cells = Array.from({ length: 128 }, () => [])
    for (const [at, letter] of [..."ABCDEFGHIJKLMNOP"].entries()) [cells[at], cells[112 + at]] = [[letter], [letter.toLowerCase()]]
    cells[this.at("p4")] = ["B", "c", "D"]
    cells[this.at("h4")] = ["b", "C"]
    this.start = { files: 16, ranks: 8, cells, turn: "white", flip: false, title: "The beginning", words: "Many men.", labels: [], rolled: [], dice: [], panel: ["In reserve: 2 knights"], shelves: [], men: this.men, marks: [] }
  }

  /** The positions of this game are written as JSON. */
  scene(fen) {
    const [turn, cells] = JSON.parse(fen)
    return { ...this.start, turn, cells }
  }

  fen({ turn, cells }) {
    return JSON.stringify([turn, cells])
  }

  moves(fen) {
    const scene = this.scene(fen)
    const move = (from, to, move, cells, more) => ({ move, uci: `?${move}`, ...(from && { from, to }), faces: null, check: false, mate: false, outcome: null, fen: this.fen({ turn: "black", cells: scene.cells.map((stack, at) => cells[at] ?? stack) }), ...more })
    const step = (from, to) => ({ [this.at(from)]: scene.cells[this.at(from)].slice(0, -1), [this.at(to)]: [...scene.cells[this.at(to)], scene.cells[this.at(from)].at(-1)] })
    return [move("p4", "o5", "Dp4-o5", step("p4", "o5"), { leap: true, height: 3 }), move("p4", "p5", "Dp4-p5=E", step("p4", "p5")), move("p4", "p5", "Dp4-p5=F", step("p4", "p5")), move(null, null, "pass", {}, { mate: true })]
  }

  answer(path, body) {
    const game = { name: "fake", title: "Tower Chess", board: [16, 8], die: null, can: ["solve"], stack: 4, start: this.fen(this.start), scene: this.start, palette: Object.keys(this.men), scores: [], rules: null }
    if (path === "/api/games") return { default: "fake", games: [game] }
    if (path === "/api/puzzles") return { variant: "fake", count: 1, from: 0, puzzles: [{ fen: game.start }] }
    const asked = JSON.parse(body)
    if (path === "/api/position") return { fen: this.fen(asked) }
    const list = this.moves(asked.fen)
    const moves = list.map(({ move }) => move)
    const scene = this.scene(asked.fen)
    if (path === "/api/solve") return { id: null, fen: asked.fen, variant: "fake", turn: scene.turn, check: false, roll: null, faces: [{ face: null, file: null, moves: 4, free: false, mates: ["pass"], list: moves }], winning: [null], answer: null, scene, outcome: null }
    if (path === "/api/moves") return list
    if (path === "/api/scene") {
      const found = list.find(({ uci }) => uci === asked.move)
      return { ...scene, marks: found?.from ? [{ mark: "arrow", from: found.from, to: found.to }] : [] }
    }
    return undefined
  }

  async visit(v, hash = "") {
    await v.page.route("**/api/**", (route) => {
      const found = this.answer(new URL(route.request().url()).pathname, route.request().postData())
      return found ? route.fulfill({ json: found }) : route.abort()
    })
    await v.visit(hash)
  }
}

const inside = (v) => v.page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 && !one.closest(".sr, .skip")).map((one) => one.outerHTML.slice(0, 80))])

for (const colorScheme of ["light", "dark"]) {
  test("a game with another board, other men and no die is played", BOTH, { ...still, colorScheme }, async (v) => {
    const fake = new Fake()
    await fake.visit(v)
    await v.says("#game-title", "Tower Chess")
    await v.says("#status", "White to move")
    assert.equal(await v.page.locator("#board .rows [data-square]").count(), 128)
    assert.equal(await v.page.locator("#board .men [data-man]").count(), 37)
    assert.equal(await v.page.getAttribute("#square-p4", "aria-label"), "p4, white man D on black man c on white man B")
    await v.says("#words", /black.*man c p4 \(2 of 3 from below\)/i)
    await v.says("#reserve", "In reserve: 2 knights")
    assert.ok(await v.page.isHidden("#roll"))
    await v.says("#faces", "Any of the 4 legal moves may be played, 1 of them mates.")
    assert.ok(!/\b(rolls?|die|dice|faces?|eight)\b/i.test(await v.page.innerText("body")), "the page speaks of a die")
    const [a, b] = [await v.centre("a1"), await v.centre("p8")]
    // On a narrow screen the board is turned: the files run from top to bottom.
    const upright = await v.page.evaluate(() => innerWidth < 640)
    const [along, across] = upright ? [b.y - a.y, b.x - a.x] : [b.x - a.x, a.y - b.y]
    assert.ok(Math.abs(along / 15 - across / 7) < 0.5, "squares are square")
    assert.ok(along / 15 > 30, "squares are too small")
    for (const tab of TABS) {
      await v.tab(tab)
      assert.deepEqual(await inside(v), [true, []], tab)
    }
    await v.tab("play")
    await v.clickMove("p4", "p5") // two moves
    await v.page.click("dialog >> text=Dp4-p5=F")
    await v.says("#score-sheet", "1. Dp4-p5=F ")
    await v.settled()
    assert.equal(await v.page.getAttribute("#square-p4", "aria-label"), "p4, black man c on white man B")
    await v.page.click("#undo")
    await v.dragMove("p4", "o5")
    await v.says("#score-sheet", "1. Dp4-o5 ")
    await v.says("#live", /Dp4-o5: man D from p4 to o5/)
    await v.settled()
    await v.page.reload()
    await v.settled()
    assert.equal(await v.page.getAttribute("#square-o5", "aria-label"), "o5, white man D")
    await v.page.click("#move-list >> text=pass") // no squares belong to it
    await v.says("#score-sheet", /pass/)
  })
}

const PROMOTION = "7k8/1P14/16/16/16/16/16/8K7_w_-_-_QNz_0_1"

test("a pawn of Complete Permutation Chess becomes a piece of the reserve", BOTH, still, async (v) => {
  await v.visit(`#fen=${PROMOTION}&variant=complete-permutation`)
  await v.says("#game-title", "Complete Permutation Chess")
  assert.equal(await v.page.locator("#board .rows [data-square]").count(), 128)
  assert.deepEqual(await v.page.$$eval("#reserve .shelf", (shelves) => shelves.map((shelf) => [shelf.textContent, shelf.querySelectorAll("svg").length])), [["White reserve", 2], ["Black reserve", 1]])
  await v.clickMove("b7", "b8")
  assert.deepEqual(await v.page.$$eval("dialog button.becomes", (buttons) => buttons.map((button) => button.title)), ["knight", "queen"])
  await v.page.click('dialog button[title="knight"]')
  await v.says("#status", /^Black to move/)
  assert.deepEqual(await v.page.$$eval('#board .men [data-square="b8"]', (men) => men.map((man) => man.dataset.man)), ["N"])
  assert.deepEqual(await v.page.$$eval("#reserve .shelf svg", (men) => men.map((man) => man.getAttribute("aria-label"))), ["queen", "winged amazon"])
})

test("two pawns move in one turn, whichever is moved first", ["desktop"], still, async (v) => {
  await v.visit("#fen=8k7/16/16/16/16/16/1PP13/8K7_w_-_-_-_0_1&variant=complete-permutation-two-pawns")
  await v.says("#game-title", "Complete Permutation Chess, two pawns")
  await v.clickMove("c2", "c4")
  await v.page.click("dialog >> text=b2-b3,c2-c4")
  await v.says("#status", /^Black to move/)
  assert.deepEqual(await v.page.$$eval('#board .men [data-man="P"]', (men) => men.map((man) => man.dataset.square).sort()), ["b3", "c4"])
})

/** Plays a move of a game without a die, and waits for the other side's turn. */
async function played(v, from, to) {
  const side = (await v.text("#status")).startsWith("White") ? /^Black to move/ : /^White to move/
  await v.clickMove(from, to)
  await v.says("#status", side)
}

/** The time line comes to show so many states, of which so many can be travelled to. */
async function timeLine(v, states, open) {
  await eventually(async () => assert.deepEqual([await v.page.locator("#panel-play .past li").count(), await v.page.locator("#panel-play .past button:enabled").count()], [states, open]))
}

test("a stack of Super Chess is split, and the High Ground is climbed", BOTH, still, async (v) => {
  await v.visit("#fen=4k3/p7/8/8/8/3K4/3(RRR)4/8_w_-_-_0,0_-/-&variant=super-chess")
  await v.says("#game-title", "Super Chess")
  const men = (square) => v.page.$$eval(`#board .men [data-square="${square}"]`, (all) => all.map((man) => man.dataset.man).join(""))
  assert.equal(await men("d2"), "RRR")
  await v.press("d2")
  assert.deepEqual(await v.page.$$eval("#stack button", (all) => all.map((one) => one.textContent)),
    ["move all of it", "jump off with the Cathedral", "jump off with the rook", "slide the Cathedral out", "slide the rook out"])
  await v.page.click("#stack >> text=slide the Cathedral out")
  await v.press("e2")
  await v.says("#status", /^Black to move/)
  assert.deepEqual([await men("d2"), await men("e2")], ["R", "RR"])
  await v.says("#score-sheet", /1\. d2__e2/)
  await timeLine(v, 1, 0) // without an Hourglass
  await v.page.click("#undo")
  await v.says("#status", /^White to move/)
  await v.clickMove("d3", "d2")
  await v.says("#status", "White has won")
  assert.equal(await men("d2"), "RRRK")
})

test("a travel in time is played from the time line", BOTH, still, async (v) => {
  const past = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0,0", "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR_b_KQkq_a3_0,0"]
  await v.visit(`#variant=super-chess&fen=rnbqkbnr/1ppppppp/8/p7/P7/3(R^R)4/1PPPPPPP/1NBQKBN1_w_kq_-_0,0_-/-_|_${past.join("_|_")}`)
  await timeLine(v, 2, 2)
  await v.page.click('#panel-play [data-state="1"]')
  await v.says("#status", /^Black to move/)
  await v.shows("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR")
  await v.says("#reserve", /White used rooks: q k/)
  await v.says("#score-sheet", /1\. @1/)
  await timeLine(v, 3, 0)
  await played(v, "a7", "a5")
})

test("an Hourglass is turned over", ["desktop"], still, async (v) => {
  await v.visit("#fen=4k3/8/8/8/8/8/3(R^R)4/4K3_w_-_-_0,0_-/-&variant=super-chess")
  await v.press("d2")
  await v.page.click("#stack >> text=turn it over")
  await v.says("#score-sheet", /1\. d2=C/)
  assert.deepEqual(await v.page.$$eval('#board .men [data-square="d2"]', (all) => all.map((man) => man.dataset.man)), ["R", "R"])
})

test("stacks are set up", ["desktop"], still, async (v) => {
  const fake = new Fake()
  await fake.visit(v)
  await v.tab("setup")
  assert.equal(await v.page.locator("#palette button").count(), 33)
  await v.page.click("#clear")
  for (const [man, times] of [["B", 1], ["c", 2]]) {
    await v.page.click(`#palette [data-man="${man}"]`)
    for (let time = 0; time < times; ++time) await v.press("p8")
  }
  const label = () => v.page.getAttribute("#square-p8", "aria-label")
  await eventually(async () => assert.equal(await label(), "p8, black man c on black man c on white man B"))
  await v.settled()
  assert.deepEqual(fake.scene(await v.page.inputValue("#fen")).cells[127], ["B", "c", "c"])
  await v.page.click('#palette [data-man="erase"]')
  await v.press("p8")
  await eventually(async () => assert.equal(await label(), "p8, black man c on white man B"))
  await v.page.click('#palette [data-man="erase"]')
  await v.dragMove("p8", "a1")
  await eventually(async () => assert.equal(await label(), "p8, white man B"))
})

await run()
