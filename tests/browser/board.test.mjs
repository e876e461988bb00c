// Tests the page of `octomate serve` in Chromium, in windows of several sizes:
//   node tests/browser/board.test.mjs BINARY NODE_MODULES [part of a test's name]
import { run } from "./harness.mjs"
import "./games.mjs"
import "./local-storage.mjs"
import "./keyboard.mjs"
import "./lessons.mjs"
import "./appearance.mjs"
import "./opponent.mjs"
import "./other-games.mjs"
import "./phone.mjs"
import "./play.mjs"
import "./puzzles.mjs"
import "./setup.mjs"
import "./trainer.mjs"
import "./training.mjs"

await run()
