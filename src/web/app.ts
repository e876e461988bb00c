/** The page: tabs, colours, and what the address names. */
import "./board.css"
import "./app.css"
import "./appearance.css"
import "./opponent.css"
import "./trainer.css"
import { readAddress, TABS, type ViewName } from "./address"
import { copy } from "./clipboard"
import { Desk, type Tab } from "./board-view"
import { announce, byId, h, replace } from "./dom"
import { loadDrawings } from "./draw"
import { Games } from "./games-tab"
import { gameOf, openHouse } from "./games"
import { Lesson } from "./lesson-tab"
import { Play } from "./play-tab"
import { Puzzles } from "./puzzles-tab"
import { Rules } from "./rules-tab"
import { prepareSettings } from "./settings"
import { Setup } from "./setup-tab"
import { site } from "./exported-site"
import { keep, oneOf, onTrouble, recall } from "./local-storage"
import { Theatre } from "./move-animation"

const desk = new Desk()
let current: ViewName | null = null
let play: Play
let puzzles: Puzzles
let lesson: Lesson
let tabs: Record<ViewName, Tab>

function show(name: ViewName): void {
  if (current) tabs[current].leave()
  current = name
  const place = name === "lesson" ? "rules" : name
  for (const one of TABS) {
    const tab = byId(`tab-${one}`)
    const chosen = one === place
    tab.setAttribute("aria-selected", String(chosen))
    tab.tabIndex = chosen ? 0 : -1
    byId(`panel-${one}`).hidden = !chosen
  }
  document.documentElement.dataset.tab = name
  const tab = tabs[name]
  byId("share").hidden = name !== "play" && name !== "puzzles"
  replace(byId("bar"), ...tab.bar)
  byId("bar").hidden = tab.bar.length === 0
  desk.flip(tab.flipped)
  tab.enter()
}

/** Shows a tab, as a new entry of the browser's history. */
function open(name: ViewName): void {
  if (name === current) return
  show(name)
  writeAddress(true)
}

// ---- tabs by mouse and by keyboard -------------------------------------------------------------------------

for (const [at, name] of TABS.entries()) {
  const tab = byId(`tab-${name}`)
  tab.addEventListener("click", () => open(name))
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + TABS.length, Home: 0, End: TABS.length - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    const next = TABS[to % TABS.length] ?? "play"
    open(next)
    byId(`tab-${next}`).focus()
  })
}

byId("flip").addEventListener("click", () => {
  if (!current) return
  const flipped = !desk.board.flipped
  desk.flip((tabs[current].flipped = flipped))
  announce(flipped ? "Black is below." : "White is below.")
})

// ---- the address -------------------------------------------------------------------------------------------

/** The address follows what is shown; `push`: as a new entry of the browser's history. */
function writeAddress(push: boolean): void {
  if (!current) return
  const { address } = tabs[current]
  if (address === location.hash) return
  if (push) history.pushState(null, "", address)
  else history.replaceState(null, "", address)
}

/** Goes where the address points. */
function follow(): void {
  const place = readAddress(location.hash) ?? { tab: "play" as const }
  if (place.puzzle !== undefined) puzzles.want(place.puzzle)
  if (place.fen !== undefined && location.hash !== play.address) {
    const { name, die } = gameOf(place.variant)
    play.load(place.fen, name, place.roll !== undefined && place.roll <= (die ?? 0) ? place.roll : null)
  }
  if (place.tab === "lesson") lesson.begin(place.variant ?? "")
  if (place.tab !== current || place.tab === "lesson") show(place.tab)
  if (place.fen === undefined) writeAddress(false)
}

addEventListener("popstate", () => {
  if (tabs) follow()
})

/** The address of this view where others can open it, if one is known. */
function linkHere(): string {
  const known = document.querySelector<HTMLMetaElement>("meta[name=octomate-address]")?.content
  return known ? known + location.hash : location.href
}

byId("share").addEventListener("click", () => {
  writeAddress(false)
  void copy(
    byId<HTMLButtonElement>("share"),
    linkHere(),
    "Link copied.",
    "This browser does not allow copying; copy the link from the address bar.",
  )
})

// ---- colours -----------------------------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)")

function paint(): void {
  const theme =
    recall<string | null>("theme", null, oneOf("dark", "light")) ?? (dark.matches ? "dark" : "light")
  document.documentElement.dataset.theme = theme
  byId("theme").setAttribute("aria-label", `Change to ${theme === "dark" ? "light" : "dark"} colours`)
}

byId("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
  keep("theme", theme)
  paint()
  document.documentElement.dataset.theme = theme
})
dark.addEventListener("change", paint)
paint()

// ---- what could not be kept or read ------------------------------------------------------------------------

const notice = byId("notice")
onTrouble((words) => {
  notice.hidden = false
  notice.querySelector("span")?.append(`${words} `)
})
notice.querySelector("button")?.addEventListener("click", () => (notice.hidden = true))

// ---- the beginning -----------------------------------------------------------------------------------------

async function start(): Promise<void> {
  await Promise.all([openHouse(), loadDrawings()])
  prepareSettings()
  const theatre = new Theatre(desk)
  const go = (to: string): void => open(to as ViewName)
  const teach = (game: string): void => {
    lesson.begin(game)
    open("lesson")
  }
  lesson = new Lesson(desk, writeAddress, go)
  play = new Play(
    desk,
    theatre,
    () => {
      if (current === "play") writeAddress(false)
    },
    go,
    teach,
    (list) => {
      puzzles.offer(list)
      open("puzzles")
    },
  )
  const toPlay = (fen: string, variant: string, roll: number | null): void => {
    play.load(fen, variant, roll)
    open("play")
  }
  puzzles = new Puzzles(desk, theatre, writeAddress, toPlay)
  tabs = {
    play,
    setup: new Setup(desk, play, go),
    puzzles,
    games: new Games(desk, theatre, toPlay),
    rules: new Rules(play, go, teach),
    lesson,
  }
  follow()
}

start().catch(() =>
  replace(
    byId("panels"),
    h(
      "p",
      { class: "card" },
      site
        ? "This page's solver needs WebAssembly, which this browser cannot run."
        : "The server does not answer: octomate serve has stopped, or is a different version from this page.",
    ),
  ),
)
if (navigator.serviceWorker)
  void navigator.serviceWorker.register(site ? "worker.js?site" : "worker.js").catch(() => undefined) // then it works while it can be fetched
