// Tests the logic of the page without a browser: lessons, ratings, repetitions, the order of puzzles, and exported
// progress:
//   node tests/browser/logic.test.mjs BINARY NODE_MODULES
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { movesOf, readPuzzles } from "./common.mjs"
import { check } from "./harness.mjs"

const folder = mkdtempSync(join(tmpdir(), "octomate-logic-"))
const { buildSync } = createRequire(`${process.argv[3]}/`)("esbuild")
const loadModules = async (...names) => {
  const outfile = join(folder, `${names.join("-")}.mjs`)
  const contents = names.map(name => `export * from "./${name}"`).join("\n")
  buildSync({
    stdin: { contents, resolveDir: new URL("../../src/web", import.meta.url).pathname, loader: "ts" },
    bundle: true,
    format: "esm",
    outfile,
    logLevel: "warning",
  })
  return import(outfile)
}

/** Returns a generator of numbers from 0 to 1, after Mulberry32. */
function pseudoRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A browser's localStorage; rejects values of more than `room` characters. */
class FakeStorage {
  values = new Map()
  room = Infinity

  getItem(name) {
    return this.values.get(name) ?? null
  }

  setItem(name, text) {
    if (text.length > this.room) throw new Error("QuotaExceededError")
    this.values.set(name, text)
  }

  removeItem(name) {
    this.values.delete(name)
  }
}

try {
  const { describeMove } = await loadModules("scene")

  await check("a move is described in one sentence, and a long cascade is summarized", () => {
    const step = (from, to, subject, ...actions) => ({ from, to, subject, actions })
    const swap = (to, partner) => ({ ...step(to, to, "pawn", `swapped with ${partner}`), partner })
    const words = (steps, ...limit) => describeMove({ turn: "black" }, steps, ...limit)
    assert.equal(words([]), "")
    const capture = step("b2", "a1", "pawn", "moved from b2 to a1", "captured the rook")
    assert.equal(
      words([capture, step("a1", "a1", "pawn", "became a queen on a1")]),
      "Black’s pawn moved from b2 to a1, captured the rook and became a queen on a1",
    )
    assert.equal(
      words([step("e8", "g8", "king", "moved from e8 to g8"), step("h8", "f8", "rook", "moved from h8 to f8")]),
      "Black’s king moved from e8 to g8 and the rook moved from h8 to f8",
    )
    const cascade = [step("a7", "a6", "pawn", "moved from a7 to a6"), swap("a5", "the A"), swap("a4", "the B")]
    assert.equal(words(cascade, 2), "Black’s pawn moved from a7 to a6 and swapped with the A and the B")
    assert.equal(words(cascade, 1), "Black’s pawn moved from a7 to a6 and swapped with 2 pieces, up to a4")
  })

  const { LESSONS, isPlayable, lessonOf } = await loadModules("lessons")

  await check("every step of every lesson has right and wrong legal moves", () => {
    assert.equal(LESSONS["superpermutation-d8"].length, 7)
    for (const [game, steps] of Object.entries(LESSONS)) {
      assert.ok(steps.length >= 3, game)
      for (const step of steps) {
        const all = movesOf(step.fen, game)
        const where = `${game}, ${step.title}`
        assert.ok(all.length > 0, `${where}: no legal move`)
        const rolls = step.roll === "thrown" ? [1, 2, 3, 4, 5, 6, 7, 8] : [step.roll ?? null]
        for (const roll of rolls) {
          const asksForDie = all.some(({ faces }) => faces !== null)
          assert.equal(asksForDie, roll !== null, `${where}: the die`)
          const right = all.filter(move => isPlayable(move, roll) && step.fulfils(move))
          assert.ok(right.length > 0, `${where}: nobody can do it`)
          assert.ok(right.length < all.length, `${where}: every move does it`)
          for (const move of right) assert.ok(step.praise(move).endsWith("."), where)
        }
        // If a step has a message for wrong moves, at least one playable move is wrong.
        if (step.wrong)
          assert.ok(
            all.some(move => isPlayable(move, rolls[0]) && !step.fulfils(move)),
            `${where}: nobody can be wrong`,
          )
      }
    }
  })

  await check("a game with options has the lesson of the game, and an unknown one has none", () => {
    assert.equal(lessonOf("complete-permutation:leap").game, "complete-permutation")
    assert.equal(lessonOf("fake"), null)
  })

  const { rateAttempt, ratingOfDifficulty, updateRating, UNRATED } = await loadModules("glicko")

  await check("Glicko-2 gives the results of the example in its paper", () => {
    const found = updateRating({ rating: 1500, deviation: 200, volatility: 0.06 }, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ])
    // Glickman's paper has 1464.06, from rounded intermediate values.
    assert.equal(found.rating.toFixed(2), "1464.05")
    assert.equal(found.deviation.toFixed(2), "151.52")
    assert.equal(found.volatility.toFixed(5), "0.06000") // the paper has 0.05999
    assert.ok(found.volatility < 0.06)
    const idle = updateRating({ rating: 1500, deviation: 200, volatility: 0.06 }, [])
    assert.equal(idle.rating, 1500)
    assert.ok(idle.deviation > 200 && idle.deviation < 201)
  })

  await check("a surprising win raises a rating more, and volatility stays finite", () => {
    const after = (difficulty, score) => updateRating(UNRATED, [{ ...ratingOfDifficulty(difficulty), score }])
    assert.ok(after(90, 1).rating > after(10, 1).rating && after(10, 1).rating > 1500)
    assert.ok(after(10, 0).rating < after(90, 0).rating && after(90, 0).rating < 1500)
    let player = UNRATED
    for (let game = 0; game < 300; ++game) player = updateRating(player, [{ ...ratingOfDifficulty(100), score: 1 }])
    assert.ok(Number.isFinite(player.rating) && player.deviation > 0 && player.volatility > 0)
  })

  const { dayNumber, dueCards, nextRepetition } = await loadModules("spaced-repetition")

  await check("a missed puzzle is repeated after 1, 3, 7, 16 and 35 days, and then no more", () => {
    assert.equal(nextRepetition(undefined, true, 100), undefined)
    let card = nextRepetition(undefined, false, 100)
    const days = []
    for (let today = 100; card;) {
      days.push(card.due - today)
      assert.deepEqual(nextRepetition(card, true, card.due - 1), card, "solved before it was due")
      today = card.due
      card = nextRepetition(card, true, today)
    }
    assert.deepEqual(days, [1, 3, 7, 16, 35])
    assert.deepEqual(nextRepetition({ box: 3, due: 100 }, false, 110), { box: 0, due: 111 })
    assert.deepEqual(dueCards({ a: { box: 0, due: 7 }, b: { box: 0, due: 5 }, c: { box: 0, due: 8 } }, 7), ["b", "a"])
    assert.equal(dayNumber(new Date(2026, 0, 2, 0, 1)) - dayNumber(new Date(2026, 0, 1, 23, 59)), 1)
  })

  const { sortEasyFirst, filterPuzzles, nearDifficulty, timedRunPuzzles } = await loadModules("puzzle-order")
  const entries = readPuzzles("article.jsonl")
    .concat(readPuzzles("thousand.jsonl"), readPuzzles("twos.jsonl"), readPuzzles("super-chess.jsonl"))
    .map((puzzle, index) => ({
      index,
      id: puzzle.id,
      game: puzzle.variant ?? "superpermutation-d8",
      themes: puzzle.themes,
      difficulty: puzzle.difficulty,
      faces: Object.keys(puzzle.key).length,
      moves: puzzle.moves ?? 1,
      men: puzzle.men,
      white: puzzle.fen.includes(" w "),
    }))

  await check("puzzles are sorted by game, then from easy to hard, longer mates last", () => {
    const list = sortEasyFirst(entries)
    assert.equal(list.length, entries.length)
    const [first] = list
    assert.ok(first.faces === 1 && first.moves === 1 && first.men <= 6 && first.difficulty < 40)
    const games = list.map(({ game }) => game)
    assert.equal(games.lastIndexOf("superpermutation-d8") + 1, games.indexOf("super-chess"))
    const d8 = list.filter(({ game }) => game === "superpermutation-d8")
    const twos = d8.findIndex(({ moves }) => moves > 1)
    assert.ok(d8.slice(twos).every(({ moves }) => moves > 1) && twos > 900)
    const level = ({ difficulty }) => Math.floor(difficulty / 20)
    for (let at = 1; at < twos; ++at) assert.ok(level(d8[at - 1]) <= level(d8[at]))
    assert.deepEqual(
      sortEasyFirst([...entries].reverse()).filter(({ game }) => game === "super-chess"),
      list.filter(({ game }) => game === "super-chess"),
    )
  })

  await check("puzzles are filtered by several themes and by result", () => {
    const state = ({ index }) => (index % 2 ? "missed" : "new")
    const found = filterPuzzles(entries, { themes: ["teleport", "discovered-check"], side: "black" }, state)
    assert.deepEqual(
      found,
      entries.filter(
        ({ themes, white }) => themes.includes("teleport") && themes.includes("discovered-check") && !white,
      ),
    )
    assert.ok(found.length > 0)
    assert.ok(filterPuzzles(entries, { state: "missed" }, state).every(({ index }) => index % 2 === 1))
    assert.equal(filterPuzzles(entries, {}, state).length, entries.length)
    const inRange = filterPuzzles(entries, { from: 30, to: 45 }, state)
    assert.deepEqual(
      inRange,
      entries.filter(({ difficulty }) => difficulty >= 30 && difficulty <= 45),
    )
    const either = filterPuzzles(entries, { themes: ["teleport", "discovered-check"], anyTheme: true }, state)
    assert.ok(either.length > filterPuzzles(entries, { themes: ["teleport"] }, state).length)
    assert.ok(either.every(({ themes }) => themes.includes("teleport") || themes.includes("discovered-check")))
  })

  await check("thirty puzzles suffice to rate a solver, and none changes the rating by more than 150", () => {
    const list = sortEasyFirst(entries.filter(({ game }) => game === "superpermutation-d8"))
    const random = pseudoRandom(1)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const solvers = 1000
    let [error, inside] = [0, 0]
    for (let solver = 0; solver < solvers; ++solver) {
      const strength = 800 + (1400 * solver) / (solvers - 1)
      const others = new Set(list.filter((_, index) => index % 4 === 0)) // a quarter of the puzzles, to save time
      let rating = UNRATED
      for (let count = 0; count < 30; ++count) {
        // The first five are the easiest puzzles; the others are chosen as by “At my level”.
        const level = (100 * (rating.rating - ratingOfDifficulty(0).rating)) / 1600
        const puzzle = count < 5 ? list[count] : nearDifficulty([...others], level, random)
        others.delete(puzzle)
        // The true difficulty deviates from the estimate; each try succeeds with the same chance.
        const truth = ratingOfDifficulty(puzzle.difficulty).rating + 150 * normal()
        const chance = 1 / (1 + 10 ** ((truth - strength) / 400))
        let mistakes = 0
        while (mistakes < 3 && random() >= chance) ++mistakes
        const before = rating.rating
        rating = rateAttempt(rating, puzzle.difficulty, mistakes < 3 ? (1 / 3) ** mistakes : 0)
        assert.ok(Math.abs(rating.rating - before) <= 150 + 1e-9)
      }
      error += Math.abs(rating.rating - strength) / solvers
      inside += Math.abs(rating.rating - strength) <= 2 * rating.deviation ? 1 / solvers : 0
    }
    assert.ok(error <= 100, `the mean error is ${error}`)
    assert.ok(inside >= 0.85, `${inside} of the intervals contain the strength`)
    const missed = rateAttempt({ rating: 1507, deviation: 343, volatility: 0.06 }, 3, 0)
    assert.ok(missed.rating >= 1357, "an early miss of an easy puzzle changes too much")
  })

  await check("a timed run goes from easy to hard without repeats, and a level gets puzzles of its difficulty", () => {
    for (const random of [() => 0, () => 0.5, () => 0.999]) {
      const run = timedRunPuzzles(entries, random)
      assert.equal(new Set(run).size, 60)
      for (let at = 1; at < run.length; ++at)
        assert.ok(run[at - 1].difficulty <= run[at].difficulty && run[at].moves === 1)
      assert.ok(Math.abs(nearDifficulty(entries, 55, random).difficulty - 55) < 5)
    }
    assert.equal(timedRunPuzzles(entries.slice(0, 3), () => 0).length, 3)
    assert.deepEqual(
      timedRunPuzzles([], () => 0),
      [],
    )
    assert.equal(
      nearDifficulty([], 50, () => 0),
      undefined,
    )
  })

  const { parseSavedTraining, TrainingRecord } = await loadModules("training-record")

  await check("a set counts its rounds, and is exported", () => {
    const training = new TrainingRecord()
    training.addSet({ name: "one", keys: ["a", "b"], rounds: [] })
    for (const [right, seconds] of [
      [true, 4.4],
      [false, 5000], // a break, which counts as ten minutes
      [true, 2],
    ])
      training.recordInSet("one", right, seconds)
    const { sets } = parseSavedTraining(training.exportText)
    assert.deepEqual(sets[0].rounds, [
      { done: 2, right: 1, seconds: 604 },
      { done: 1, right: 1, seconds: 2 },
    ])
    assert.equal(parseSavedTraining(training.exportText.replace('"keys":["a"', '"keys":[7')), null)
    training.removeSet("one")
    assert.deepEqual(training.sets, [])
  })

  await check("showing the solution before any try does not lower an uncertain rating", () => {
    const training = new TrainingRecord()
    const shown = { points: 0, outOf: 1, over: true, mistakes: 0, hints: 0 }
    training.finish("a", shown, 20)
    assert.deepEqual(training.rating, UNRATED)
    assert.equal(training.ratingText, "Rating 1500, likely 800–2200")
    assert.equal(training.stateOf("a"), "missed")
    training.finish("b", { ...shown, mistakes: 1 }, 20)
    assert.equal(Math.round(training.rating.rating), 1350)
    training.replace({ ...parseSavedTraining(training.exportText), rating: { ...UNRATED, deviation: 100 } })
    training.finish("c", shown, 20)
    assert.ok(training.rating.rating < 1500)
  })

  await check("exported progress can be imported, and other files are rejected", () => {
    const training = new TrainingRecord()
    const solved = { points: 2, outOf: 2, over: true }
    const today = new Date(2026, 4, 1)
    training.finish("a", solved, 50, today)
    training.finish("b", { ...solved, points: 1 }, 50, today)
    training.completeStep("superpermutation-d8", 3)
    training.finish("d", { ...solved, points: 0, mistakes: 1 }, 50, new Date(2030, 4, 1))
    assert.equal(training.scoreText, "2 of 3 puzzles solved, 1 at once")
    assert.match(training.ratingText, /^Rating \d+ \(−\d+\), likely \d+–\d+$/)
    assert.deepEqual(
      ["a", "b", "c", "d"].map(id => training.stateOf(id)),
      ["solved", "solved", "new", "missed"],
    )
    assert.deepEqual(
      ["a", "b", "c", "d"].map(id => training.resultWords(id)),
      [" – solved at once", " – solved after a mistake", "", " – not solved"],
    )
    assert.deepEqual(training.due(today), [])
    assert.deepEqual(training.due(new Date(2026, 4, 2)), ["b"])
    const kept = parseSavedTraining(training.exportText)
    const other = new TrainingRecord()
    other.replace(kept)
    assert.equal(other.exportText, training.exportText)
    const { rating } = training.rating
    training.finish("b", solved, 50, new Date(2026, 4, 2)) // repeats a puzzle that was missed before
    assert.equal(training.rating.rating, rating, "a repetition changed the rating")
    assert.deepEqual(training.due(new Date(2026, 4, 4)), [])
    assert.deepEqual(training.due(new Date(2026, 4, 5)), ["b"])
    for (const text of [
      "",
      "{}",
      "[]",
      "null",
      '{"version":2}',
      JSON.stringify({ ...kept, cards: { a: 3 } }),
      JSON.stringify({ ...kept, history: [1] }),
      JSON.stringify({ ...kept, rating: { rating: 1500, deviation: -1, volatility: 0.06 } }),
    ])
      assert.equal(parseSavedTraining(text), null, text.slice(0, 40))
  })

  const page = await loadModules("local-storage", "training-record")
  const { keyOf } = page
  const troubles = []
  page.onStorageProblem(words => troubles.push(words))
  const solved = { points: 2, outOf: 2, over: true }
  const missed = { ...solved, points: 0 }
  const stored = () => JSON.parse(localStorage.getItem("octomate:trainer"))

  await check("two tabs lose no results, and no tab counts a puzzle twice", () => {
    globalThis.localStorage = new FakeStorage()
    const [one, other] = [new page.TrainingRecord(), new page.TrainingRecord()]
    one.finish("a", solved)
    other.finish("b", solved)
    one.storeUnfinished("c", { points: 0, outOf: 1, over: false })
    other.completeStep("super-chess", 1)
    one.completeStep("super-chess", 2)
    other.finish("a", missed)
    other.recordRun(5)
    one.recordRun(3)
    const all = new page.TrainingRecord()
    assert.deepEqual(
      ["a", "b", "c"].map(id => all.stateOf(id)),
      ["solved", "solved", "new"],
    )
    assert.equal(all.scoreText, "2 of 2 puzzles solved, 2 at once, the last 2 in a row")
    assert.deepEqual(
      all.history.map(({ id }) => id),
      ["a", "b", "a"],
    )
    assert.deepEqual([all.lessons("super-chess"), all.recordRun(0)], [[1, 2], 5])
    assert.deepEqual(Object.keys(stored().cards), ["a"])
    assert.deepEqual(troubles, [])
  })

  await check("values that cannot be stored are reported, kept in memory, and stored later", () => {
    globalThis.localStorage = new FakeStorage()
    const training = new page.TrainingRecord()
    training.finish("a", solved)
    localStorage.room = 10
    training.finish("b", solved)
    assert.match(troubles.join(), /storage is full/)
    assert.deepEqual([training.stateOf("a"), training.stateOf("b")], ["solved", "solved"])
    assert.deepEqual(Object.keys(stored().puzzles), ["a"])
    new page.TrainingRecord().finish("d", solved) // a record of another tab
    localStorage.room = Infinity
    training.finish("c", solved)
    assert.deepEqual(Object.keys(stored().puzzles), ["a", "b", "c"])
    localStorage.room = 1000
    const large = {
      ...parseSavedTraining(training.exportText),
      history: Array.from({ length: 100 }, () => ({ id: "x", at: 0, points: 1, outOf: 1 })),
    }
    assert.equal(training.replace(large), false)
    assert.equal(training.history.length, 3)
  })

  await check("a damaged value is moved aside and reported, and the page starts without it", () => {
    const good = JSON.parse(new page.TrainingRecord().exportText)
    const damaged = [
      "",
      "{",
      "null",
      "5",
      "[]",
      "{}",
      '{"version":7}',
      ...[
        { puzzles: null },
        { puzzles: { a: null } },
        { puzzles: { a: { points: 1, outOf: 2, over: false, guess: "5" } } },
        { rating: { rating: "1500" } },
        { cards: [] },
        { history: [null] },
        { history: {} },
        { lessons: { x: 1 } },
        { streak: null },
        { best: "9" },
      ].map(part => JSON.stringify({ ...good, ...part })),
    ]
    for (const text of damaged) {
      globalThis.localStorage = new FakeStorage()
      localStorage.setItem("octomate:trainer", text)
      const training = new page.TrainingRecord()
      assert.equal(training.scoreText, "", text)
      assert.equal(localStorage.getItem("octomate:trainer.damaged"), text)
      training.finish("a", solved)
      assert.deepEqual(Object.keys(stored().puzzles), ["a"])
    }
    assert.match(
      troubles.join(),
      /What this browser kept as “trainer” is damaged\. It was set aside as “octomate:trainer\.damaged”/,
    )
  })

  await check("results stored by id are found by game and position", () => {
    globalThis.localStorage = new FakeStorage()
    const old = new page.TrainingRecord()
    old.finish("x-1", missed, 50, new Date(2026, 4, 1))
    old.finish("gone", solved)
    const key = keyOf("superpermutation", "8/8 w - - 0 1")
    const training = new page.TrainingRecord()
    training.rename(new Map([["x-1", key]]))
    assert.deepEqual(
      [training.stateOf(key), training.stateOf("x-1"), training.stateOf("gone")],
      ["missed", "new", "solved"],
    )
    assert.deepEqual(training.due(new Date(2026, 4, 2)), [key])
    assert.deepEqual(
      training.history.map(({ id }) => id),
      [key, "gone"],
    )
    assert.equal(training.exportText, JSON.stringify(stored()))
    localStorage.setItem("octomate:progress", JSON.stringify({ puzzles: { a: solved }, streak: 1, best: 4 }))
    localStorage.removeItem("octomate:trainer")
    assert.equal(new page.TrainingRecord().scoreText, "1 of 1 puzzle solved, 1 at once (best row: 4)")
  })
} finally {
  rmSync(folder, { recursive: true })
}
