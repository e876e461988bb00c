/** The page: tabs, colours, and the position in the address. */
import "./app.css"
import { Desk, type Tab } from "./desk"
import { announce, byId, h, replace } from "./dom"
import { loadDrawings } from "./draw"
import { Games } from "./games"
import { gameOf, isFirst, openHouse } from "./house"
import { Play } from "./play"
import { Puzzles } from "./puzzles"
import { Rules } from "./rules"
import { Setup } from "./setup"

const NAMES = ["play", "setup", "puzzles", "games", "rules"] as const
type Name = (typeof NAMES)[number]

const desk = new Desk()
let current: Name | null = null
let play: Play
let tabs: Record<Name, Tab>

function open(name: Name): void {
  if (current) tabs[current].leave()
  current = name
  for (const one of NAMES) {
    const tab = byId(`tab-${one}`)
    const chosen = one === name
    tab.setAttribute("aria-selected", String(chosen))
    tab.tabIndex = chosen ? 0 : -1
    byId(`panel-${one}`).hidden = !chosen
  }
  document.documentElement.dataset.tab = name
  for (const id of ["undo", "redo"]) byId(id).hidden = name !== "play"
  byId("share").hidden = name !== "play" && name !== "setup"
  tabs[name].enter()
}

// ---- tabs by mouse and by keyboard -------------------------------------------------------------------------

for (const [at, name] of NAMES.entries()) {
  const tab = byId(`tab-${name}`)
  tab.addEventListener("click", () => open(name))
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + NAMES.length, Home: 0, End: NAMES.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = NAMES[to % NAMES.length] ?? "play"
    open(next)
    byId(`tab-${next}`).focus()
  })
}

byId("undo").addEventListener("click", () => play.undo())
byId("redo").addEventListener("click", () => play.redo())
byId("flip").addEventListener("click", () => {
  desk.flip(!desk.board.flipped)
  if (current) tabs[current].turned()
  announce(desk.board.flipped ? "Black is below." : "White is below.")
})

// ---- the position in the address ---------------------------------------------------------------------------

let written = ""

// A FEN's spaces are written as "_", and its slashes as they are.
const encode = (fen: string): string => fen.split(" ").map((field) => encodeURIComponent(field).replace(/_/g, "%5F").replace(/%2F/g, "/")).join("_")

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/_/g, " "))
  } catch {
    return text
  }
}

function address(): string {
  const parts = [`fen=${encode(play.fen)}`]
  if (play.rollNow !== null) parts.push(`roll=${play.rollNow}`)
  if (!isFirst(play.game.name)) parts.push(`variant=${play.game.name}`)
  return `#${parts.join("&")}`
}

function writeAddress(): void {
  written = address()
  history.replaceState(null, "", written)
}

/** Takes the position that the address names; false if it names none. */
function readAddress(): boolean {
  if (location.hash === written) return false
  const fields = new Map(location.hash.slice(1).split("&").map((part): [string, string] => [part.split("=")[0] ?? "", part.slice(part.indexOf("=") + 1)]))
  const fen = fields.get("fen")
  if (!fen) return false
  const roll = Number(fields.get("roll"))
  const { name, die } = gameOf(decode(fields.get("variant") ?? ""))
  play.load(decode(fen), name, Number.isInteger(roll) && roll >= 1 && roll <= (die ?? 0) ? roll : null)
  return true
}

addEventListener("hashchange", () => {
  if (tabs && readAddress()) open("play")
})

byId("share").addEventListener("click", () => {
  writeAddress()
  const button = byId("share")
  navigator.clipboard.writeText(location.href).then(
    () => { announce("The link is copied."); button.textContent = "Link copied" },
    () => { announce("The browser does not allow copying; the link is in the address bar."); button.textContent = "See address bar" },
  ).finally(() => setTimeout(() => (button.textContent = "Share link"), 2500))
})

// ---- colours -----------------------------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)")

function stored(): string | null {
  try {
    return localStorage.getItem("theme")
  } catch {
    return null // a browser may forbid it
  }
}

function paint(): void {
  const theme = stored() ?? (dark.matches ? "dark" : "light")
  document.documentElement.dataset.theme = theme
  byId("theme").setAttribute("aria-label", `Change to ${theme === "dark" ? "light" : "dark"} colours`)
  byId("theme").querySelector(".theme-name")!.textContent = theme === "dark" ? "Light" : "Dark"
}

byId("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
  try {
    localStorage.setItem("theme", theme)
  } catch {
    // it holds until the page is left
  }
  paint()
  document.documentElement.dataset.theme = theme
})
dark.addEventListener("change", paint)
paint()

// ---- the beginning -----------------------------------------------------------------------------------------

async function start(): Promise<void> {
  await Promise.all([openHouse(), loadDrawings()])
  const go = (to: string): void => open(to as Name)
  play = new Play(desk, writeAddress, go)
  const toPlay = (fen: string, variant: string, roll: number | null): void => {
    play.load(fen, variant, roll)
    open("play")
  }
  tabs = { play, setup: new Setup(desk, play, go), puzzles: new Puzzles(desk, toPlay), games: new Games(desk, toPlay), rules: new Rules(play, go) }
  readAddress()
  open("play")
}

start().catch(() => replace(byId("panels"), h("p", { class: "card" }, "The server does not answer: octomate serve has ended, or is of another version than this page.")))
