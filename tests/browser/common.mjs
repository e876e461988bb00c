// Helpers of the tests: puzzles, links, and answers of the command line.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { runCommand, eventually } from "./harness.mjs"

const ROOT = new URL("../../", import.meta.url)
export const readPuzzles = file =>
  readFileSync(new URL(`puzzles/${file}`, ROOT), "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line))
export const ARTICLE = readPuzzles("article.jsonl")
export const START_PLACEMENT = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
export const TABS = ["play", "setup", "puzzles", "games", "rules"]

/** Options of `test`: no animations; `anyMove` also allows moves before a roll, `withHints` also shows hints. */
export const noMotion = { reducedMotion: "reduce" }
export const moveBeforeRoll = { unrolled: true, introduced: true }
export const anyMove = { ...noMotion, settings: moveBeforeRoll }
/** Keeps the puzzles in the order of the collection. */
export const collectionOrder = { kept: { "as-collected": true } }
/** Options for a colour scheme; dark colours are tested in one window only, since the layout does not depend on them. */
export const withColorScheme = colorScheme => ({ colorScheme, ...(colorScheme === "dark" && { only: ["desktop"] }) })
export const withHints = { ...noMotion, settings: { ...moveBeforeRoll, hints: true } }

export const placementOf = fen => fen.split(" ")[0]
export const link = (fen, roll, variant) =>
  `#fen=${fen.replaceAll(" ", "_")}${roll ? `&roll=${roll}` : ""}${variant ? `&variant=${variant}` : ""}`
export const movesOf = (fen, variant = "superpermutation-d8") =>
  execFileSync(process.argv[2], ["moves", "--format", "jsonl", "--variant", variant, fen], { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter(Boolean)
    .map(line => JSON.parse(line))
export const uciOf = (fen, move, variant) => movesOf(fen, variant).find(record => record.move === move).uci

/** Checks that the faces below the board equal the answer of `octomate solve`. */
export async function expectFaces(visitor, fen) {
  const [solved] = runCommand("solve", fen)
  const expected = solved.faces.map(({ face, moves, free, mates }) => ({ face, moves, free, mate: mates.length > 0 }))
  await eventually(async () => assert.deepEqual(await visitor.faceStrip(), expected))
}

/** Opens the filters of the puzzles. */
export const openFilters = v => v.page.click("#chooser summary")

/** Returns whether the page fits the window, and the elements that extend beyond its right edge. */
export const overflow = v =>
  v.page.evaluate(() => [
    document.documentElement.scrollWidth <= innerWidth,
    [...document.querySelectorAll("body *")]
      .filter(one => one.getBoundingClientRect().right > innerWidth + 0.5 && !one.closest(".sr, .skip, .past"))
      .map(one => one.outerHTML.slice(0, 80)),
  ])
