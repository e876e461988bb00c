// Tests of games against the computer, and of the end of a game.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import {
  START_PLACEMENT,
  ARTICLE,
  placementOf,
  withColorScheme,
  overflow,
  link,
  readPuzzles,
  noMotion,
} from "./common.mjs"
import { eventually, test } from "./harness.mjs"

const WIDE = ["desktop", "phone", "landscape"]
const settings = { introduced: true, autoRollComputer: false } // the tests press “Roll”
const quick = { ...noMotion, settings, only: WIDE }

/** Starts a game in the dialog. */
async function startGame(v, { computer = true, level = 1, side = "white", variant } = {}) {
  await v.page.click("#new-game")
  await v.page.check(computer ? "#opponent-computer" : "#opponent-people")
  if (computer) {
    await v.page.selectOption("#level", String(level))
    await v.page.selectOption("#own-side", side)
  }
  if (variant) await v.page.selectOption("#new-variant", variant)
  await v.page.click("#start-game")
}

/** Opens the page with a stored game. */
async function openStoredGame(v, game) {
  await v.visit()
  await v.page.goto(`${v.address}icon.svg`)
  await v.page.evaluate(saved => localStorage.setItem("octomate:game", JSON.stringify(saved)), game)
  await v.page.goto(v.address)
  await v.waitUntilIdle()
}

const storedIndex = (fen, roll = null) => ({ fen, roll, move: null, uci: null, by: "white", last: [] })

/** Waits until the status line says that `side` is to move. */
const waitForTurn = (v, side) =>
  eventually(async () => assert.match(await v.text("#status"), new RegExp(`^${side} to move`)))

const plyCount = v => v.page.locator("#score-sheet .ply").count()

/** Waits until the score sheet has `count` plies; the status is updated later. */
const waitForPlies = (v, count) => eventually(async () => assert.equal(await plyCount(v), count))

/** Rolls, plays the first legal move, and waits until `more` plies have been played, the reply included. */
async function playPly(v, side, more = 2) {
  await waitForTurn(v, side)
  await v.waitUntilIdle()
  if (!(await v.page.isDisabled("#roll"))) await v.page.click("#roll")
  await v.page.$eval("#listed", list => (list.open = true))
  const before = await plyCount(v)
  await v.page.locator("#move-list button:enabled").first().click()
  await waitForPlies(v, before + more)
}

test("the computer plays, and its moves are announced", quick, async v => {
  await v.visit()
  await startGame(v, { side: "black" })
  await v.expectText("#players", "You play Black against the computer, level 1.")
  await v.expectText("#live", /^White rolled \d, the [a-h]-file: .+-/)
  await waitForTurn(v, "Black")
  assert.equal(
    await v.page.evaluate(() => [...document.querySelectorAll("#board .rows .square")][0].dataset.square),
    "h1",
    "Black is not below",
  )
  await playPly(v, "Black")
  await waitForTurn(v, "Black")
  assert.equal(await plyCount(v), 3)
  const sheet = await v.text("#score-sheet")
  await v.reload()
  await v.expectText("#score-sheet", sheet)
  await v.expectText("#players", "You play Black against the computer, level 1.")
  await v.page.click("#undo")
  await waitForTurn(v, "Black")
  await eventually(async () =>
    assert.equal(await v.page.getAttribute('#score-sheet [data-ply="1"]', "aria-current"), "step"),
  )
  assert.ok(await v.page.isDisabled("#undo"), "the computer's first move can be taken back")
  await v.page.click("#redo")
  await eventually(async () =>
    assert.equal(await v.page.getAttribute('#score-sheet [data-ply="3"]', "aria-current"), "step"),
  )
})

test(
  "the first game is against level 3, and the die rolls by itself",
  { reducedMotion: "no-preference", kept: { opponent: {} }, only: WIDE },
  async v => {
    await v.visit()
    await v.expectText("#players", "You play White against the computer, level 3.")
    await v.expectText("#rolled", /^Rolled \d: /)
    assert.ok(await v.page.isDisabled("#roll"))
    await v.page.$eval("#listed", list => (list.open = true))
    await v.page.locator("#move-list button:enabled").first().click()
    await v.expectText("#rolled", /^Black.*(Rolled \d|In check: no die)/)
    assert.equal(await plyCount(v), 2)
    await v.page.uncheck("#auto-roll-computer")
    await v.reload()
    await startGame(v, { level: 3 })
    await v.expectText("#rolled", "Roll the die.")
    await v.page.click("#roll")
    await v.expectText("#rolled", /^Rolled \d: /)
  },
)

test("a game on the page equals that of `octomate play`", { ...quick, only: ["desktop"] }, async v => {
  for (const variant of ["superpermutation-d8", "complete-permutation"]) {
    const { start } = (await (await fetch(`${v.address}api/games`)).json()).games.find(({ name }) => name === variant)
    await openStoredGame(v, {
      variant,
      history: [storedIndex(start)],
      at: 0,
      opponent: { level: 2, side: "white", seed: 11 },
    })
    for (let n = 0; n < 2; ++n) await playPly(v, "Black")
    await waitForTurn(v, "Black")
    const sheet = await v.page.$$eval("#score-sheet .ply", all => all.map(one => one.textContent))
    const own = sheet.filter((_, n) => n % 2 === 1).map(text => text.replace(/^\(.\) /, "").replace(/[+#]$/, ""))
    const said = execFileSync(
      process.argv[2],
      ["play", "--variant", variant, "--level", "2", "--seed", "11", "--side", "black", "--tables", "/none", "--ascii"],
      { encoding: "utf8", input: [...own, "quit", ""].join("\n") },
    )
    const score = said
      .slice(said.lastIndexOf("]\n") + 2)
      .replace(/\*/, "")
      .trim()
      .replace(/\n/g, " ")
      .replace(/\((-)\) /g, "")
    assert.equal(sheet.join(" ").replace(/\((-)\) /g, ""), score)
  }
})

test("resigning ends a game, can be taken back, and offers a rematch", quick, async v => {
  await v.visit()
  await startGame(v)
  await playPly(v, "White")
  await waitForTurn(v, "White")
  await v.page.click("#resign")
  await v.expectText("#end-title", "You resigned. Black wins.")
  await v.expectText("#status", "White has resigned")
  assert.deepEqual([await v.marks("to"), await v.marks("file"), await v.marks("line")], [[], [], []])
  await v.expectText("#end-luck-verdict", /errors cost White [\d.]+ wins and Black [\d.]+\.$/i)
  await v.expectText("#end-card figcaption", /^Curve: White’s expected score by move/)
  assert.deepEqual(await v.axeViolations(), [])
  assert.deepEqual(await overflow(v), [true, []])
  await v.page.click("#undo")
  await waitForTurn(v, "White")
  assert.ok(await v.page.isHidden("#end-card"))
  await v.page.click("#resign")
  await v.page.click("#rematch")
  await v.expectText("#players", "You play Black against the computer, level 1.")
  await waitForTurn(v, "Black")
})

test("a mate ends a game with a message and a mark on the king", quick, async v => {
  const { fen } = ARTICLE[0]
  await openStoredGame(v, {
    variant: "superpermutation-d8",
    history: [storedIndex(fen, 5)],
    at: 0,
    opponent: { level: 1, side: "black", seed: 1 },
  })
  await v.clickMove("a8", "e4")
  await v.expectText("#end-title", "Checkmate. White wins.")
  await v.expectText("#rolled", "Checkmate. White wins.")
  await v.waitUntilIdle()
  assert.deepEqual(await v.marks("mated"), ["e8"])
  await v.page.click("#practise")
  await v.expectText("#practise-words", "You missed no mate in 1 move.")
})

test("missed mates become puzzles", quick, async v => {
  const { fen } = ARTICLE[0]
  await openStoredGame(v, {
    variant: "superpermutation-d8",
    history: [storedIndex(fen, 5)],
    at: 0,
    opponent: { level: 1, side: "black", seed: 1 },
  })
  const [other] = await v.page.$$eval("#move-list button:enabled", all =>
    all.map(one => one.dataset.uci).filter(uci => uci !== "a8e4"),
  )
  await v.page.$eval("#listed", list => (list.open = true))
  await v.page.click(`#move-list [data-uci="${other}"]`)
  await waitForPlies(v, 2)
  await waitForTurn(v, "White")
  await v.page.click("#resign")
  await v.expectText('#score-sheet [data-ply="1"]', /\?\? better Qa8-e4-e7#$/)
  assert.doesNotMatch(await v.copyFrom("#copy-game"), /\?|better/)
  await v.page.click('#score-sheet [data-ply="1"]')
  await v.expectText("#status", /^Black to move/)
  assert.ok(await v.page.isVisible("#end-card"), "looking back closes the card")
  await v.page.click("#practise")
  await v.expectText("#puzzle-number", /^Missed mate 1 of 1/)
  await v.expectPlacement(placementOf(fen))
  await v.clickMove("a8", "e4")
  await v.expectText("#feedback", /^Qa8-e4-e7# is mate!/)
  await v.reload()
  await v.expectText("#puzzle-number", /^Missed mate 1 of 1/)
  await v.page.click("#daily")
  await v.expectText("#puzzle-number", /^Puzzle of the day/)
})

test("a forced mate in two that was missed becomes a puzzle", { ...quick, only: ["desktop"] }, async v => {
  const { fen, key } = readPuzzles("twos.jsonl").find(
    ({ variant }) => variant === undefined || variant === "superpermutation-d8",
  )
  const [face, wins] = Object.entries(key).find(([face]) => face !== "-")
  const roll = Number(face)
  const side = fen.split(" ")[1] === "w" ? "White" : "Black"
  await openStoredGame(v, {
    variant: "superpermutation-d8",
    history: [storedIndex(fen, roll)],
    at: 0,
    opponent: { level: 1, side: side === "White" ? "black" : "white", seed: 1 },
  })
  await v.page.$eval("#listed", list => (list.open = true))
  const bare = wins.map(win => win.replace(/[+#].*$/, "").split(" ")[0])
  const other = v.page
    .locator("#move-list button:enabled")
    .filter({ hasNotText: new RegExp(`^(${bare.join("|")})$`) })
    .first()
  await other.click()
  await waitForPlies(v, 2)
  await waitForTurn(v, side)
  await v.page.click("#resign")
  await v.page.click("#practise")
  await v.expectText("#puzzle-number", /^Missed mate 1 of \d/)
  await v.expectPlacement(placementOf(fen))
  await v.expectText("#status", new RegExp(`^${side} to mate in two`))
})

test("two people can play without the computer", { ...quick, only: ["desktop"] }, async v => {
  await v.visit()
  await startGame(v, { computer: false })
  await v.expectText("#players", "Two players at this board.")
  await playPly(v, "White", 1)
  await waitForTurn(v, "Black")
  assert.ok(await v.page.isEnabled("#own-die"))
  await v.page.click("#resign")
  await v.expectText("#end-title", "Black resigns. White wins.")
  assert.ok(await v.page.isHidden("#roll"), "the die can still be rolled")
})

test("thinking is stopped by a new game", { ...quick, only: ["desktop"] }, async v => {
  await v.visit()
  let asked = 0
  await v.page.route("**/api/reply", route => {
    ++asked
    void route
  })
  await startGame(v, { level: 8, side: "black" })
  await v.expectText("#rolled", /White, the computer, is thinking…$/)
  await eventually(() => asked === 1)
  await v.page.unroute("**/api/reply")
  await startGame(v, { side: "white" })
  await waitForTurn(v, "White")
  await v.expectPlacement(START_PLACEMENT)
  await v.page.click("#roll")
  await v.expectText("#rolled", /^Rolled \d/)
})

test("the expected score is shown beside the board if it is switched on", quick, async v => {
  await v.visit(link(ARTICLE[3].fen))
  assert.ok(await v.page.isHidden(".expected"))
  await v.page.check("#expected")
  await v.expectText("#expected-score", /^White’s expected score: [\d.]+\s%$/)
  await startGame(v)
  assert.ok(await v.page.isHidden(".expected"), "it is on in a fresh game")
})

for (const colorScheme of ["light", "dark"]) {
  test("the dialog of a new game is sound", { ...quick, ...withColorScheme(colorScheme) }, async v => {
    await v.visit()
    await v.pressKeyAt("#new-game")
    assert.ok(await v.page.isVisible("#new-game-dialog"))
    assert.deepEqual(await v.axeViolations(), [])
    assert.deepEqual(await overflow(v), [true, []])
    if (v.touch) {
      const small = await v.page.$$eval("#new-game-dialog :is(button, select, label.check)", all =>
        all
          .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.9)
          .map(one => one.id || one.textContent),
      )
      assert.deepEqual(small, [])
    }
    await v.page.check("#opponent-people")
    assert.ok(await v.page.isHidden("#level"))
    await v.page.keyboard.press("Escape")
    assert.ok(await v.page.isHidden("#new-game-dialog"))
  })
}
