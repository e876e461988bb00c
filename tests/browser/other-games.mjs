// Tests of other games: boards of any size, stacks, time lines.
import assert from "node:assert/strict"
import { anyMove, noMotion, withHints, withColorScheme, overflow, TABS } from "./common.mjs"
import { eventually, Server, test, Visitor } from "./harness.mjs"

/** An invented game on a board of 16 by 8 with stacks and no die; simulates the answers of a server. */
class FakeGame {
  constructor() {
    this.men = Object.fromEntries(
      [..."ABCDEFGHIJKLMNOPabcdefghijklmnop"].map((letter, at) => [
        letter,
        {
          word: at % 16 === 0 ? "king" : `piece ${letter}`,
          white: at < 16,
          id: at % 16 === 0 ? (at < 16 ? "wk" : "bk") : "none",
          symbol: "♟",
        },
      ]),
    )
    this.at = name => name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * 16
    const cells = Array.from({ length: 128 }, () => [])
    for (const [at, letter] of [..."ABCDEFGHIJKLMNOP"].entries())
      [cells[at], cells[112 + at]] = [[letter], [letter.toLowerCase()]]
    cells[this.at("p4")] = ["B", "c", "D"]
    cells[this.at("h4")] = ["b", "C"]
    this.start = {
      files: 16,
      ranks: 8,
      cells,
      turn: "white",
      flip: false,
      title: "The beginning",
      words: "Many men.",
      labels: [],
      rolled: [],
      dice: [],
      panel: ["In reserve: 2 knights"],
      shelves: [],
      men: this.men,
      marks: [],
    }
  }

  /** Returns the scene of a position; FENs of this game are JSON. */
  scene(fen) {
    const [turn, cells] = JSON.parse(fen)
    return { ...this.start, turn, cells }
  }

  fen({ turn, cells }) {
    return JSON.stringify([turn, cells])
  }

  moves(fen) {
    const scene = this.scene(fen)
    const move = (from, to, move, cells, more) => ({
      move,
      uci: `?${move}`,
      ...(from && { from, to }),
      faces: null,
      check: false,
      mate: false,
      outcome: null,
      fen: this.fen({ turn: "black", cells: scene.cells.map((stack, at) => cells[at] ?? stack) }),
      ...more,
    })
    const step = (from, to) => ({
      [this.at(from)]: scene.cells[this.at(from)].slice(0, -1),
      [this.at(to)]: [...scene.cells[this.at(to)], scene.cells[this.at(from)].at(-1)],
    })
    return [
      move("p4", "o5", "Dp4-o5", step("p4", "o5"), { leap: true, height: 3 }),
      move("p4", "p5", "Dp4-p5=E", step("p4", "p5")),
      move("p4", "p5", "Dp4-p5=F", step("p4", "p5")),
      move(null, null, "pass", {}, { mate: true }),
    ]
  }

  answer(path, body) {
    const game = {
      name: "fake",
      title: "Tower Chess",
      board: [16, 8],
      die: null,
      can: ["solve"],
      stack: 4,
      start: this.fen(this.start),
      scene: this.start,
      palette: Object.keys(this.men),
      scores: [],
      rules: null,
    }
    if (path === "/api/games") return { default: "fake", games: [game] }
    if (path === "/api/collection")
      return {
        count: 1,
        daily: { from: 0, count: 1 },
        games: [{ name: "fake", count: 1 }],
        themes: [],
        faces: [],
        puzzles: [{ game: 0, themes: [], white: true }],
      }
    if (path === "/api/puzzles") return { variant: "fake", count: 1, from: 0, puzzles: [{ fen: game.start }] }
    const asked = JSON.parse(body)
    if (path === "/api/position") return { fen: this.fen(asked) }
    const list = this.moves(asked.fen)
    const moves = list.map(({ move }) => move)
    const scene = this.scene(asked.fen)
    if (path === "/api/solve")
      return {
        id: null,
        fen: asked.fen,
        variant: "fake",
        turn: scene.turn,
        check: false,
        roll: null,
        faces: [{ face: null, file: null, moves: 4, free: false, mates: ["pass"], list: moves }],
        winning: [null],
        answer: null,
        scene,
        outcome: null,
        words: { state: "", mates: ["pass"], summary: "", named: [null], die: null },
      }
    if (path === "/api/moves") return list
    if (path === "/api/scene") {
      const found = list.find(({ uci }) => uci === asked.move)
      return { ...scene, marks: found?.from ? [{ mark: "arrow", from: found.from, to: found.to }] : [] }
    }
    return undefined
  }

  async visit(v, hash = "") {
    // Leaves the page of the last test, which may still send requests.
    await v.page.goto(`${v.address}icon.svg`)
    await v.page.route("**/api/**", route => {
      const found = this.answer(new URL(route.request().url()).pathname, route.request().postData())
      return found ? route.fulfill({ json: found }) : route.abort()
    })
    await v.visit(hash)
  }
}

for (const colorScheme of ["light", "dark"]) {
  test(
    "a game with another board, other men and no die is played",
    { ...withHints, ...withColorScheme(colorScheme) },
    async v => {
      const fake = new FakeGame()
      await fake.visit(v)
      await v.expectText("#game-title", "Tower Chess")
      await v.expectText("#status", "White to move")
      assert.equal(await v.page.locator("#board .rows [data-square]").count(), 128)
      assert.equal(await v.page.locator("#board .men [data-man]").count(), 37)
      assert.equal(
        await v.page.getAttribute("#square-p4", "aria-label"),
        "p4, white piece D on black piece c on white piece B",
      )
      await v.expectText("#words", /black.*piece c p4 \(2 of 3 from the bottom\)/i)
      await v.expectText("#reserve", "In reserve: 2 knights")
      assert.ok(await v.page.isHidden("#roll"))
      await v.expectText("#faces", "Choose any of the 4 legal moves, 1 of them mates.")
      assert.ok(!/\b(rolls?|die|dice|faces?|eight)\b/i.test(await v.page.innerText("body")), "the page speaks of a die")
      const [a, b] = [await v.centre("a1"), await v.centre("p8")]
      // On a narrow screen the board is turned, with files from top to bottom.
      const upright = await v.page.evaluate(() => innerWidth < 640)
      assert.equal(
        await v.page.evaluate(() => document.querySelector("#board").dataset.way),
        upright ? "White plays to the right →" : "",
      )
      const [along, across] = upright ? [b.y - a.y, b.x - a.x] : [b.x - a.x, a.y - b.y]
      assert.ok(Math.abs(along / 15 - across / 7) < 0.5, "squares are square")
      assert.ok(along / 15 > 30, "squares are too small")
      for (const tab of TABS) {
        await v.tab(tab)
        assert.deepEqual(await overflow(v), [true, []], tab)
      }
      await v.tab("play")
      await v.clickMove("p4", "p5") // two moves match
      await v.page.click("dialog >> text=Dp4-p5=F")
      await v.expectText("#score-sheet", "1. Dp4-p5=F ")
      await v.waitUntilIdle()
      assert.equal(await v.page.getAttribute("#square-p4", "aria-label"), "p4, black piece c on white piece B")
      await v.page.click("#undo")
      await v.dragMove("p4", "o5")
      await v.expectText("#score-sheet", "1. Dp4-o5 ")
      await v.expectText("#live", /Dp4-o5: White’s piece D moved from p4 to o5/)
      await v.waitUntilIdle()
      await v.reload()
      assert.equal(await v.page.getAttribute("#square-o5", "aria-label"), "o5, white piece D")
      await v.page.click("#move-list >> text=pass") // this move has no squares
      await v.expectText("#score-sheet", /pass/)
    },
  )
}

const PROMOTION = "7k8/1P14/16/16/16/16/16/8K7_w_-_-_QNz_0_1"

test("a pawn of Complete Permutation Chess becomes a piece of the reserve", anyMove, async v => {
  await v.visit(`#fen=${PROMOTION}&variant=complete-permutation`)
  await v.expectText("#game-title", "Complete Permutation Chess")
  assert.equal(await v.page.locator("#board .rows [data-square]").count(), 128)
  assert.deepEqual(
    await v.page.$$eval("#reserve .shelf", shelves =>
      shelves.map(shelf => [shelf.textContent, shelf.querySelectorAll("svg").length]),
    ),
    [
      ["White reserve", 2],
      ["Black reserve", 1],
    ],
  )
  await v.clickMove("b7", "b8")
  assert.deepEqual(await v.page.$$eval("dialog button.becomes", buttons => buttons.map(button => button.title)), [
    "queen",
    "knight",
  ])
  await v.page.click('dialog button[title="knight"]')
  await v.expectText("#status", /^Black to move/)
  assert.deepEqual(
    await v.page.$$eval('#board .men [data-square="b8"]', pieces => pieces.map(piece => piece.dataset.man)),
    ["N"],
  )
  assert.deepEqual(
    await v.page.$$eval("#reserve .shelf svg", pieces => pieces.map(piece => piece.getAttribute("aria-label"))),
    ["queen", "winged amazon"],
  )
})

for (const [variant, start, from, to] of [
  ["super-chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_b_KQkq_-_0,0_-/-", "f7", "f5"],
  ["complete-permutation", "8k7/16/16/16/16/16/16/D7K7_b_-_-_-_0_1", "i8", "i7"],
])
  test(`a move of ${variant} is said in words`, anyMove, async v => {
    await v.visit(`#fen=${start}&variant=${variant}`)
    await v.clickMove(from, to)
    await v.expectText("#rolled", new RegExp(`^Black’s (pawn|king) moved from ${from} to ${to}\\. `))
    await v.reload()
    await v.expectText("#rolled", /^Black’s/)
  })

test("two pawns move in one turn, in either order", anyMove, async v => {
  await v.visit("#fen=8k7/16/16/16/16/16/1PP13/8K7_w_-_-_-_0_1&variant=complete-permutation-two-pawns")
  await v.expectText("#game-title", "Complete Permutation Chess, two pawns")
  await v.clickMove("c2", "c4")
  await v.page.click("dialog >> text=b2-b3,c2-c4")
  await v.expectText("#status", /^Black to move/)
  await v.expectText("#rolled", /^White’s pawn moved from b2 to b3 and another pawn moved from c2 to c4\. /)
  assert.deepEqual(
    await v.page.$$eval('#board .men [data-man="P"]', pieces => pieces.map(piece => piece.dataset.square).sort()),
    ["b3", "c4"],
  )
})

/** Plays a move of a game without a die, and waits for the other side's turn. */
async function playMove(v, from, to) {
  const side = (await v.text("#status")).startsWith("White") ? /^Black to move/ : /^White to move/
  await v.clickMove(from, to)
  await v.expectText("#status", side)
}

/** Waits until the time line shows `states` states, of which `open` can be selected. */
async function expectTimeLine(v, states, open) {
  await eventually(async () =>
    assert.deepEqual(
      [
        await v.page.locator("#panel-play .past li").count(),
        await v.page.locator("#panel-play .past button:enabled").count(),
      ],
      [states, open],
    ),
  )
}

test("a stack of Super Chess is split, and the High Ground is climbed", anyMove, async v => {
  await v.visit("#fen=4k3/p7/8/8/8/3K4/3(RRR)4/8_w_-_-_0,0_-/-&variant=super-chess")
  await v.expectText("#game-title", "Super Chess")
  const pieces = square =>
    v.page.$$eval(`#board .men [data-square="${square}"]`, all => all.map(piece => piece.dataset.man).join(""))
  assert.equal(await pieces("d2"), "RRR")
  await v.press("d2")
  assert.deepEqual(await v.page.$$eval("#stack button", all => all.map(one => one.textContent)), [
    "move the whole stack",
    "jump off with the Cathedral",
    "jump off with the rook",
    "slide the Cathedral out",
    "slide the rook out",
  ])
  await v.page.click("#stack >> text=slide the Cathedral out")
  await v.press("e2")
  await v.expectText("#status", /^Black to move/)
  assert.deepEqual([await pieces("d2"), await pieces("e2")], ["R", "RR"])
  await v.expectText("#score-sheet", /1\. d2__e2/)
  await v.expectText("#rolled", "White’s 2 rooks moved from d2 to e2. ")
  await expectTimeLine(v, 1, 0) // without an Hourglass no state can be selected
  await v.page.click("#undo")
  await v.expectText("#status", /^White to move/)
  await v.clickMove("d3", "d2")
  await v.expectText("#status", "White wins")
  assert.equal(await pieces("d2"), "RRRK")
})

test("time travel is played from the time line", anyMove, async v => {
  const past = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0,0",
    "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR_b_KQkq_a3_0,0",
  ]
  await v.visit(
    `#variant=super-chess&fen=rnbqkbnr/1ppppppp/8/p7/P7/3(R^R)4/1PPPPPPP/1NBQKBN1_w_kq_-_0,0_-/-_|_${past.join("_|_")}`,
  )
  await expectTimeLine(v, 2, 2)
  await v.page.click('#panel-play [data-state="1"]')
  await v.expectText("#status", /^Black to move/)
  await v.expectPlacement("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR")
  await v.expectText("#reserve", /White used rooks: q k/)
  await v.expectText("#score-sheet", /1\. @1/)
  await v.expectText("#rolled", "White went back to state 1. ")
  await expectTimeLine(v, 3, 0)
  await playMove(v, "a7", "a5")
})

test("an Hourglass is turned over", anyMove, async v => {
  await v.visit("#fen=4k3/8/8/8/8/8/3(R^R)4/4K3_w_-_-_0,0_-/-&variant=super-chess")
  await v.press("d2")
  await v.page.click("#stack >> text=turn it over")
  await v.expectText("#score-sheet", /1\. d2=C/)
  await v.waitUntilIdle()
  assert.deepEqual(await v.page.$$eval('#board .men [data-square="d2"]', all => all.map(piece => piece.dataset.man)), [
    "R",
    "R",
  ])
})

test("stacks are set up", anyMove, async v => {
  const fake = new FakeGame()
  await fake.visit(v)
  await v.tab("setup")
  assert.equal(await v.page.locator("#palette button").count(), 33)
  await v.page.click("#clear")
  for (const [piece, times] of [
    ["B", 1],
    ["c", 2],
  ]) {
    await v.page.click(`#palette [data-man="${piece}"]`)
    for (let time = 0; time < times; ++time) await v.press("p8")
  }
  const label = () => v.page.getAttribute("#square-p8", "aria-label")
  await eventually(async () => assert.equal(await label(), "p8, black piece c on black piece c on white piece B"))
  await v.waitUntilIdle()
  await eventually(async () =>
    assert.deepEqual(fake.scene(await v.page.inputValue("#fen")).cells[127], ["B", "c", "c"]),
  )
  await v.page.click('#palette [data-man="erase"]')
  await v.press("p8")
  await eventually(async () => assert.equal(await label(), "p8, black piece c on white piece B"))
  await v.page.click('#palette [data-man="erase"]')
  await v.dragMove("p8", "p1")
  await eventually(async () => assert.equal(await label(), "p8, white piece B"))
})

test("a game can be chosen after the server has stopped", { ...noMotion, only: ["desktop"] }, async v => {
  const server = await Server.start()
  let stopped
  const stop = () => (stopped ??= server.stop())
  const context = await v.page
    .context()
    .browser()
    .newContext({ viewport: { width: 1280, height: 800 } })
  const other = new Visitor(await context.newPage(), server.address, "desktop", anyMove.settings)
  const start = async variant => {
    await other.page.click("#new-game")
    await other.page.check("#opponent-people")
    await other.page.selectOption("#new-variant", variant)
    await other.page.click("#start-game")
    await other.waitUntilIdle()
  }
  try {
    await other.visit()
    // For each of nine games and variants, two answers about the start position are stored.
    const stored = () =>
      other.page.evaluate(async () => {
        const keys = await (await caches.open("octomate")).keys()
        return keys.filter(({ url }) => /api\/(moves|solve)/.test(url)).length
      })
    await eventually(async () => (await stored()) >= 18, "the start positions are not stored")
    await stop()
    await start("super-chess")
    await other.expectText("#status", "White to move (Super Chess)")
    await other.page.evaluate(() => caches.delete("octomate"))
    await start("complete-permutation")
    await other.expectText("#status", "No answer")
    await other.expectText("#bar", /The server does not answer: octomate serve has stopped or is busy\./)
    assert.equal(await other.page.locator("#board .men [data-square]").count(), 0, "the old board stays")
  } finally {
    await context.close()
    await stop()
  }
})
