// What the tests share: puzzles, links, and what the command line says.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { ask, eventually } from "./harness.mjs"

const ROOT = new URL("../../", import.meta.url)
export const recordsOf = (file) =>
  readFileSync(new URL(`puzzles/${file}`, ROOT), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
export const ARTICLE = recordsOf("article.jsonl")
export const ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
export const TABS = ["play", "setup", "puzzles", "games", "rules"]

/** Looks: no motion; moves that need no roll; and with hints, which make the server work out chances. */
export const still = { reducedMotion: "reduce" }
export const helped = { unrolled: true, introduced: true }
export const free = { ...still, settings: helped }
/** The puzzles come in the order of the collection. */
export const collected = { kept: { "as-collected": true } }
/** Dark colours are looked at on one screen only: they differ in nothing else. */
export const inDark = (colorScheme) => ({ colorScheme, ...(colorScheme === "dark" && { only: ["desktop"] }) })
export const hinted = { ...still, settings: { ...helped, hints: true } }

export const board = (fen) => fen.split(" ")[0]
export const link = (fen, roll, variant) =>
  `#fen=${fen.replaceAll(" ", "_")}${roll ? `&roll=${roll}` : ""}${variant ? `&variant=${variant}` : ""}`
export const movesOf = (fen, variant = "superpermutation-d8") =>
  execFileSync(process.argv[2], ["moves", "--format", "jsonl", "--variant", variant, fen], {
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
export const uciOf = (fen, move, variant) => movesOf(fen, variant).find((record) => record.move === move).uci

/** The strip and the table must show what `octomate solve` says. */
export async function showsFaces(visitor, fen) {
  const [solved] = ask("solve", fen)
  const expected = solved.faces.map(({ face, moves, free, mates }) => ({
    face,
    moves,
    free,
    mate: mates.length > 0,
  }))
  await eventually(async () => assert.deepEqual(await visitor.strip(), expected))
}

/** Opens the filters of the puzzles. */
export const openFilters = (v) => v.page.click("#chooser summary")

/** What sticks out of the page to the right. */
export const inside = (v) =>
  v.page.evaluate(() => [
    document.documentElement.scrollWidth <= innerWidth,
    [...document.querySelectorAll("body *")]
      .filter(
        (one) => one.getBoundingClientRect().right > innerWidth + 0.5 && !one.closest(".sr, .skip, .past"),
      )
      .map((one) => one.outerHTML.slice(0, 80)),
  ])
