// Shared by the browser tests: a server, a browser, and checks that are repeated until they pass.
import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"

const [binary, modules] = process.argv.slice(2)
const requireModule = createRequire(`${modules}/`)
const { chromium } = requireModule("playwright-core")
const AXE_SOURCE = readFileSync(requireModule.resolve("axe-core/axe.min.js"), "utf8")

export const runCommand = (command, fen, ...options) =>
  execFileSync(binary, [command, "--format", "jsonl", ...options, "-"], { encoding: "utf8", input: fen })
    .trim()
    .split("\n")
    .map(line => JSON.parse(line))

export class Server {
  static async start(...files) {
    const server = new Server()
    server.process = spawn(binary, ["serve", "--port", "0", "--quiet", ...files], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    server.address = await new Promise((found, failed) => {
      createInterface(server.process.stdout).once("line", found)
      server.process.once("exit", code => failed(new Error(`the server ended with ${code}`)))
    })
    return server
  }

  async stop() {
    const ended = new Promise(done => this.process.once("exit", done))
    this.process.kill("SIGINT")
    return ended
  }
}

const PATIENCE = Number(process.env.PATIENCE ?? 120_000) // milliseconds; long, for busy machines

/** Repeats `check` until it neither throws nor returns false; the last error is the failure. */
export async function eventually(check, message = "") {
  const end = Date.now() + PATIENCE
  for (;;) {
    let complaint
    try {
      const result = await check()
      if (result !== false) return result
      complaint = new Error(message || "it stayed false")
    } catch (error) {
      complaint = error
    }
    if (Date.now() > end) throw complaint
    await new Promise(done => setTimeout(done, 50))
  }
}

/** Window sizes. Most tests run in those that USUAL names, tests of the layout in all. */
export const VIEWS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  small: { width: 320, height: 568 },
}
const USUAL = ["desktop", "phone", "landscape"]
const isTouch = view => view !== "desktop"

let copying = Promise.resolve()

/** A page with the board, and methods for what a user does on it. */
export class Visitor {
  constructor(page, address, view, settings, kept = {}) {
    kept = { opponent: { computer: false }, ...kept } // the first game is between two people
    Object.assign(this, {
      page,
      address,
      view,
      settings,
      kept,
      touch: isTouch(view),
      fresh: true,
      troubles: [],
      idleCalls: 0,
    })
    page.setDefaultTimeout(PATIENCE)
    // The server answers 400 to an invalid position and 503 when it is overloaded, after which the page tries again.
    // The browser logs both.
    page.on(
      "console",
      message =>
        ["error", "warning"].includes(message.type()) &&
        !/status of (40[04]|503)|blocked by Playwright/.test(message.text()) &&
        this.troubles.push(message.text()),
    )
    page.on("pageerror", error => this.troubles.push(error.stack))
    page.on("request", request => request.url().startsWith(address) || this.troubles.push(`asks for ${request.url()}`))
  }

  /**
   * Opens the page. The first visit of a visitor starts with empty storage, except for the settings and stored values
   * of the test.
   */
  async visit(hash = "") {
    // Reloading an open page is faster than navigating away from it.
    if (!this.page.url().startsWith(this.address)) await this.page.goto(`${this.address}icon.svg`)
    const there = this.page.url().endsWith("icon.svg")
    await this.page.evaluate(
      ([fresh, settings, kept, address]) => {
        if (fresh) localStorage.clear()
        if (fresh && settings) localStorage.setItem("octomate:settings", JSON.stringify(settings))
        if (fresh)
          for (const [name, value] of Object.entries(kept))
            localStorage.setItem(`octomate:${name}`, JSON.stringify(value))
        if (address) history.replaceState(null, "", address)
        history.scrollRestoration = "manual" // do not restore the scroll position of the last test
        // The old page must not write to the storage while it is closed.
        Storage.prototype.setItem = History.prototype.replaceState = History.prototype.pushState = () => undefined
      },
      [this.fresh, this.settings, this.kept, there ? null : `/${hash}`],
    )
    this.fresh = false
    if (there) await this.page.goto(this.address + hash)
    else await this.page.reload()
    await this.waitUntilIdle()
  }

  async reload() {
    await this.page.reload()
    await this.waitUntilIdle()
  }

  /**
   * Waits until the page has started (a page without tabs, such as a book, is not waited for), no request is pending, no
   * animation is running, and the board has stood still for some frames.
   */
  async waitUntilIdle() {
    await this.page.waitForFunction(call => {
      const { asking, playing, tab } = document.documentElement.dataset
      const { left, top, width } = document.querySelector("#board").getBoundingClientRect()
      const state = [call, asking, playing, left, top, width].join()
      const frames = window.idle?.state === state ? window.idle.frames + 1 : 0
      window.idle = { state, frames }
      const hasStarted = tab || !document.querySelector("[role=tablist]")
      return hasStarted && !asking && !playing && frames === 3
    }, ++this.idleCalls)
  }

  async tab(name) {
    await this.page.click(`#tab-${name}`)
    await this.waitUntilIdle()
  }

  /**
   * Presses a button that copies, and returns the text. The pages share one clipboard, so one test copies at a time.
   */
  async copyFrom(button) {
    const before = copying
    let done
    copying = new Promise(resolve => (done = resolve))
    await before
    try {
      // The button shows "Copied ✓" for a short time only, so the page itself must wait for it.
      await Promise.all([
        this.page.waitForFunction(one => document.querySelector(one).textContent === "Copied ✓", button),
        this.page.click(button),
      ])
      return await this.page.evaluate(() => navigator.clipboard.readText())
    } finally {
      done()
    }
  }

  text(selector) {
    return this.page.textContent(selector)
  }

  async expectText(selector, expected) {
    await eventually(async () => {
      const text = await this.text(selector)
      assert.ok(
        expected instanceof RegExp ? expected.test(text) : text === expected,
        `${selector} says "${text}", expected ${expected}`,
      )
    })
  }

  face(number) {
    return this.page.locator(`#faces [data-face="${number}"]`)
  }

  /** Returns the faces of the strip, sorted from 1 to 8. */
  faceStrip() {
    return this.page.$$eval("#faces .face", faces =>
      faces
        .map(face => ({
          face: Number(face.dataset.face),
          moves: Number(face.querySelector(".face-moves").textContent),
          free: !!face.querySelector(".tag-free"),
          mate: !!face.querySelector(".tag-mate"),
        }))
        .sort((a, b) => a.face - b.face),
    )
  }

  /** Returns the pieces on the board as the first field of a FEN. */
  placement() {
    return this.page.evaluate(() => {
      const at = {}
      for (const man of document.querySelectorAll("#board .men [data-square]")) at[man.dataset.square] = man.dataset.man
      return [8, 7, 6, 5, 4, 3, 2, 1]
        .map(rank =>
          [..."abcdefgh"]
            .map(file => at[file + rank] ?? " ")
            .join("")
            .replace(/ +/g, gap => gap.length),
        )
        .join("/")
    })
  }

  async expectPlacement(placement) {
    await eventually(async () => assert.equal(await this.placement(), placement))
  }

  async centre(square) {
    const box = await this.page.locator(`#board .rows [data-square="${square}"]`).boundingBox()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /** Scrolls a square into view, no further than needed. */
  async scrollToSquare(square) {
    await this.page.$eval(`#board .rows [data-square="${square}"]`, one => one.scrollIntoView({ block: "nearest" }))
  }

  /** Presses a square by mouse or touch, once nothing can scroll the page. */
  async press(square) {
    await this.waitUntilIdle()
    await this.scrollToSquare(square)
    const { x, y } = await this.centre(square)
    if (this.touch) await this.page.touchscreen.tap(x, y)
    else await this.page.mouse.click(x, y)
  }

  async clickMove(from, to) {
    await this.press(from)
    await this.press(to)
  }

  async dragMove(from, to) {
    await this.waitUntilIdle()
    await this.scrollToSquare(from)
    if (typeof to === "string") await this.scrollToSquare(to)
    const a = await this.centre(from)
    await this.drag(a, typeof to === "string" ? await this.centre(to) : to)
  }

  /** Drags from one point to another; calls `during` halfway. */
  async drag(a, b, during = async () => undefined) {
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    if (this.touch) {
      const session = await this.page.context().newCDPSession(this.page)
      const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points })
      await touch("touchStart", [a])
      await touch("touchMove", [middle])
      await during()
      await touch("touchMove", [b])
      await touch("touchEnd", [])
      await session.detach()
    } else {
      await this.page.mouse.move(a.x, a.y)
      await this.page.mouse.down()
      await this.page.mouse.move(middle.x, middle.y, { steps: 3 })
      await during()
      await this.page.mouse.move(b.x, b.y, { steps: 3 })
      await this.page.mouse.up()
    }
  }

  marks(kind) {
    return this.page.$$eval(`#board .mark-${kind}`, marks => marks.map(mark => mark.dataset.mark ?? "line").sort())
  }

  async fillFen(fen) {
    await this.page.fill("#fen", fen)
    await this.waitUntilIdle()
  }

  /** Returns the violations that axe-core finds: rule and element. */
  async axeViolations() {
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(AXE_SOURCE)
    return this.page.evaluate(async () =>
      (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`,
      ),
    )
  }

  /** Types a move in a lesson. */
  async typeMove(text) {
    await this.page.fill("#lesson-move", text)
    await this.page.press("#lesson-move", "Enter")
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(selector) {
    for (let presses = 0; presses < 150; ++presses) {
      if (await this.page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector)) return
      await this.page.keyboard.press("Tab")
    }
    assert.fail(`Tab does not reach ${selector}`)
  }

  /** Moves the focus to an element by Tab, then presses a key. */
  async pressKeyAt(selector, key = "Enter") {
    await this.tabTo(selector)
    await this.page.keyboard.press(key)
  }

  /** Moves the focus to a field by Tab, types a text, and presses Enter. */
  async typeInto(selector, text) {
    await this.tabTo(selector)
    await this.page.keyboard.type(text)
    await this.page.keyboard.press("Enter")
  }
}

/** Starts the installed Chromium. */
export function launch() {
  const executablePath = [
    process.env.CHROMIUM,
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find(path => path && existsSync(path))
  assert.ok(executablePath, "no Chromium: apt-get install chromium-headless-shell, or name one in CHROMIUM")
  return chromium.launch({
    executablePath,
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  })
}

const testCases = []

/**
 * Declares a test for each of the usual windows. `options` may set media features, the user's settings, other stored
 * values (`kept`), and the windows of the test (`only`).
 */
export function test(name, options, body) {
  const { only = USUAL, settings, kept, ...media } = options
  for (const view of only)
    testCases.push({
      name: `${name} (${view}${options.colorScheme ? `, ${options.colorScheme}` : ""})`,
      view,
      settings,
      kept,
      media,
      body,
    })
}

/** Reuses pages for several tests, because opening one takes longer than most tests. */
class Pages {
  contexts = new Map()

  constructor(browser) {
    this.browser = browser
  }

  async open({ view, media }) {
    const touch = isTouch(view)
    if (!this.contexts.has(touch)) {
      const options = {
        viewport: VIEWS[view],
        serviceWorkers: "block",
        permissions: ["clipboard-read", "clipboard-write"],
        ...(touch && { isMobile: true, hasTouch: true, deviceScaleFactor: 1 }),
      }
      this.contexts.set(touch, await this.browser.newContext(options))
    }
    const context = this.contexts.get(touch)
    const page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize(VIEWS[view])
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference", media: "screen", ...media })
    return page
  }

  /** Removes listeners, routes and other pages that a test has left open. */
  async clean(page) {
    page.removeAllListeners()
    await page.unrouteAll({ behavior: "ignoreErrors" })
    for (const other of page
      .context()
      .pages()
      .filter(one => one !== page))
      await other.close()
  }
}

/** Runs `work` and prints its name and time; for tests that manage their own pages. */
export async function check(name, work) {
  const started = Date.now()
  await work()
  console.log(`ok    ${name} (${Date.now() - started} ms)`)
}

const WORKERS = 5 // tests that run in parallel; each mostly waits

export async function run() {
  const wanted = process.argv.slice(4) // parts of the names of the tests to run
  const server = await Server.start()
  const browser = await launch()
  let failed = 0
  const waiting = testCases.filter(({ name }) => wanted.length === 0 || wanted.some(part => name.includes(part)))
  const count = waiting.length
  try {
    const work = async () => {
      const pages = new Pages(browser)
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const started = Date.now()
        const page = await pages.open(one)
        const visitor = new Visitor(page, server.address, one.view, one.settings, one.kept)
        try {
          await one.body(visitor)
          assert.deepEqual(visitor.troubles, [])
          // Reports passed tests on a terminal only, to keep logs short.
          if (process.stdout.isTTY) console.log(`ok    ${one.name} (${Date.now() - started} ms)`)
        } catch (error) {
          ++failed
          console.log(`FAILED ${one.name}\n${error.stack}\n${visitor.troubles.join("\n")}`)
          if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/failed-${failed}.png` })
        }
        await pages.clean(page)
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
  } finally {
    await browser.close()
    assert.equal(await server.stop(), 130)
  }
  console.log(`${count} tests, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
