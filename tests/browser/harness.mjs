// What the browser tests share: a server, a browser, and checks that wait until they hold.
import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"

const [binary, modules] = process.argv.slice(2)
const { chromium } = createRequire(`${modules}/`)("playwright-core")

export const ask = (command, fen, ...options) =>
  execFileSync(binary, [command, "--format", "jsonl", ...options, "-"], { encoding: "utf8", input: fen }).trim().split("\n").map((line) => JSON.parse(line))

export class Server {
  static async start(...files) {
    const server = new Server()
    server.process = spawn(binary, ["serve", "--port", "0", "--quiet", ...files], { stdio: ["ignore", "pipe", "inherit"] })
    server.address = await new Promise((found, failed) => {
      createInterface(server.process.stdout).once("line", found)
      server.process.once("exit", (code) => failed(new Error(`the server ended with ${code}`)))
    })
    return server
  }

  async stop() {
    const ended = new Promise((done) => this.process.once("exit", done))
    this.process.kill("SIGINT")
    return ended
  }
}

const PATIENCE = 30_000 // milliseconds, for machines that are busy; nothing waits that long if all is well

/** Waits until the function neither throws nor gives false; its last complaint is the failure. */
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
    await new Promise((done) => setTimeout(done, 50))
  }
}

export const VIEWS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1 },
}

/** A page of the board, and how a person uses it. */
export class Visitor {
  constructor(page, address, view) {
    Object.assign(this, { page, address, view, troubles: [] })
    page.setDefaultTimeout(PATIENCE)
    // A 400 is what the server says to text that is no position; the browser logs it.
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && !message.text().includes("status of 400") && this.troubles.push(message.text()))
    page.on("pageerror", (error) => this.troubles.push(error.stack))
    page.on("request", (request) => request.url().startsWith(address) || this.troubles.push(`asks for ${request.url()}`))
  }

  async visit(hash = "") {
    await this.page.goto("about:blank")
    await this.page.goto(this.address + hash)
    await this.settled()
  }

  /** Nothing is asked of the server, and nothing moves. */
  async settled() {
    await this.page.waitForFunction(() => {
      const { asking, playing, tab } = document.documentElement.dataset
      return tab && !asking && !playing
    })
  }

  async tab(name) {
    await this.page.click(`#tab-${name}`)
    await this.settled()
  }

  text(selector) {
    return this.page.textContent(selector)
  }

  async says(selector, expected) {
    await eventually(async () => {
      const text = await this.text(selector)
      assert.ok(expected instanceof RegExp ? expected.test(text) : text === expected, `${selector} says "${text}", expected ${expected}`)
    })
  }

  face(number) {
    return this.page.locator(`#faces [data-face="${number}"]`)
  }

  /** The faces as the strip shows them, from 1 to 8: [moves, tags]. */
  strip() {
    return this.page.$$eval("#faces .face", (faces) =>
      faces.map((face) => ({
        face: Number(face.dataset.face),
        moves: Number(face.querySelector(".face-moves").textContent),
        free: !!face.querySelector(".tag-free"),
        mate: !!face.querySelector(".tag-mate"),
      })).sort((a, b) => a.face - b.face))
  }

  /** The men on the board, as the first field of a FEN has them. */
  placement() {
    return this.page.evaluate(() => {
      const at = {}
      for (const man of document.querySelectorAll("#board .men [data-square]")) at[man.dataset.square] = man.dataset.man
      return [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [..."abcdefgh"].map((file) => at[file + rank] ?? " ").join("").replace(/ +/g, (gap) => gap.length)).join("/")
    })
  }

  async shows(placement) {
    await eventually(async () => assert.equal(await this.placement(), placement))
  }

  async centre(square) {
    const box = await this.page.locator(`#board .rows [data-square="${square}"]`).boundingBox()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /** Presses a square: by mouse, or with a finger. */
  async press(square) {
    await this.page.locator("#board").scrollIntoViewIfNeeded()
    const { x, y } = await this.centre(square)
    if (this.view === "phone") await this.page.touchscreen.tap(x, y)
    else await this.page.mouse.click(x, y)
  }

  async clickMove(from, to) {
    await this.press(from)
    await this.press(to)
  }

  async dragMove(from, to) {
    await this.page.evaluate(() => scrollTo(0, 0))
    const a = await this.centre(from)
    await this.drag(a, typeof to === "string" ? await this.centre(to) : to)
  }

  async drag(a, b) {
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    if (this.view === "phone") {
      const session = await this.page.context().newCDPSession(this.page)
      const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points })
      await touch("touchStart", [a])
      await touch("touchMove", [middle])
      await touch("touchMove", [b])
      await touch("touchEnd", [])
      await session.detach()
    } else {
      await this.page.mouse.move(a.x, a.y)
      await this.page.mouse.down()
      await this.page.mouse.move(middle.x, middle.y, { steps: 3 })
      await this.page.mouse.move(b.x, b.y, { steps: 3 })
      await this.page.mouse.up()
    }
  }

  marks(kind) {
    return this.page.$$eval(`#board .mark-${kind}`, (marks) => marks.map((mark) => mark.dataset.mark ?? "line").sort())
  }

  async fillFen(fen) {
    await this.page.fill("#fen", fen)
    await this.settled()
  }

  /** Presses Tab until the element has the focus: what the keyboard alone reaches. */
  async tabTo(selector) {
    for (let presses = 0; presses < 150; ++presses) {
      if (await this.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
      await this.page.keyboard.press("Tab")
    }
    assert.fail(`Tab does not reach ${selector}`)
  }
}

/** Starts the browser of the system. */
export function launch() {
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path))
  assert.ok(executablePath, "no Chromium: apt-get install chromium, or name one in CHROMIUM")
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] })
}

const cases = []

/** Declares a test for each of the views; `look` may name colours and motion. */
export function test(name, views, look, body) {
  for (const view of views) cases.push({ name: `${name} (${view}${look.colorScheme ? `, ${look.colorScheme}` : ""})`, view, look, body })
}

export async function run() {
  const wanted = process.argv[4]
  const server = await Server.start()
  const browser = await launch()
  let failed = 0
  try {
    const waiting = cases.filter(({ name }) => !wanted || name.includes(wanted))
    const work = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const started = Date.now()
        const context = await browser.newContext({ ...VIEWS[one.view], colorScheme: "light", permissions: ["clipboard-read", "clipboard-write"], ...one.look })
        const visitor = new Visitor(await context.newPage(), server.address, one.view)
        try {
          await one.body(visitor)
          assert.deepEqual(visitor.troubles, [])
          console.log(`ok    ${one.name} (${Date.now() - started} ms)`)
        } catch (error) {
          ++failed
          console.log(`FAILED ${one.name}\n${error.stack}\n${visitor.troubles.join("\n")}`)
          if (process.env.SHOTS) await visitor.page.screenshot({ path: `${process.env.SHOTS}/failed-${failed}.png` })
        }
        await context.close()
      }
    }
    await Promise.all(Array.from({ length: 4 }, work)) // most of the time of a test is waiting
  } finally {
    await browser.close()
    assert.equal(await server.stop(), 130)
  }
  console.log(`${cases.length} tests, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
