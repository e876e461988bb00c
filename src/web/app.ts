/** The page: tabs, colours, and the position in the address. */
import "./app.css"
import { D8, puzzles, type Variant } from "./api"
import { Desk, type Tab } from "./desk"
import { announce, byId } from "./dom"
import { Games } from "./games"
import { Play } from "./play"
import { Puzzles } from "./puzzles"
import { Rules } from "./rules"
import { Setup } from "./setup"

const NAMES = ["play", "setup", "puzzles", "games", "rules"] as const
type Name = (typeof NAMES)[number]

const desk = new Desk()
let current: Name | null = null

const play = new Play(desk, () => writeAddress(), (to) => open(to as Name))
const toPlay = (fen: string, variant: Variant, roll: number | null): void => {
  play.load(fen, variant, roll)
  open("play")
}
const tabs: Record<Name, Tab> = {
  play,
  setup: new Setup(desk, play, (to) => open(to as Name)),
  puzzles: new Puzzles(desk, toPlay),
  games: new Games(desk, toPlay),
  rules: new Rules((to) => open(to as Name)),
}

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
  void desk.flip(!desk.board.flipped).then(() => current && tabs[current].turned())
  announce(desk.board.flipped ? "Black is below." : "White is below.")
})

// ---- the position in the address ---------------------------------------------------------------------------

let written = ""

function address(): string {
  const parts = [`fen=${play.fen.replace(/ /g, "_")}`]
  if (play.rollNow !== null) parts.push(`roll=${play.rollNow}`)
  if (play.variant !== D8) parts.push(`variant=${play.variant}`)
  return `#${parts.join("&")}`
}

function writeAddress(): void {
  written = address()
  history.replaceState(null, "", written)
}

/** Takes the position that the address names; false if it names none. */
function readAddress(): boolean {
  if (location.hash === written) return false
  const fields = new URLSearchParams(location.hash.slice(1))
  const fen = fields.get("fen")
  if (!fen) return false
  const roll = Number(fields.get("roll"))
  const variant: Variant = fields.get("variant") === "superpermutation" ? "superpermutation" : D8
  play.load(fen.replace(/_/g, " "), variant, roll >= 1 && roll <= 8 && Number.isInteger(roll) ? roll : null)
  return true
}

addEventListener("hashchange", () => {
  if (readAddress()) open("play")
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

const named = readAddress()
open("play")
// `octomate serve --variant` names the game to begin with.
if (!named) void puzzles(0).then(({ variant }) => variant !== play.variant && play.load(play.fen, variant))
