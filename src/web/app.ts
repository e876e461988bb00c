/** The entry point of the page: tabs, colour theme and addresses. */
import "./board.css"
import "./app.css"
import "./appearance.css"
import "./opponent.css"
import "./trainer.css"
import { readAddress, TABS, type ViewName } from "./address"
import { analyse } from "./api"
import { copyText } from "./clipboard"
import { BoardView, type Tab } from "./board-view"
import { announce, byId, h, replaceChildren } from "./dom"
import { loadPieceDrawings } from "./draw"
import { GamesTab } from "./games-tab"
import { allGames, gameOf, loadGames } from "./games"
import { LessonTab } from "./lesson-tab"
import { PlayTab } from "./play-tab"
import { PuzzlesTab } from "./puzzles-tab"
import { RulesTab } from "./rules-tab"
import { prepareSettings, setSetting, settings } from "./settings"
import { SetupTab } from "./setup-tab"
import { site } from "./exported-site"
import { writeStored, oneOf, onStorageProblem, readStored } from "./local-storage"
import { MoveAnimation } from "./move-animation"

const boardView = new BoardView()
let current: ViewName | null = null
let play: PlayTab
let puzzles: PuzzlesTab
let lesson: LessonTab
let tabs: Record<ViewName, Tab>

function showTab(name: ViewName): void {
  if (current) tabs[current].leave()
  current = name
  if (name !== "play" && name !== "rules" && !settings.introduced) setSetting("introduced", true)
  const selected = name === "lesson" ? "rules" : name
  for (const tabName of TABS) {
    const tab = byId(`tab-${tabName}`)
    const isSelected = tabName === selected
    tab.setAttribute("aria-selected", String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
    byId(`panel-${tabName}`).hidden = !isSelected
  }
  document.documentElement.dataset.tab = name
  const tab = tabs[name]
  byId("share").hidden = name !== "play" && name !== "puzzles"
  replaceChildren(byId("bar"), ...tab.bar)
  byId("bar").hidden = tab.bar.length === 0
  boardView.setFlipped(tab.flipped)
  tab.enter()
  if (name === "rules") scrollTo({ top: 0 })
}

/** Opens a tab and adds an entry to the browser's history. */
function openTab(name: ViewName): void {
  if (name === current) return
  showTab(name)
  writeAddress(true)
}

// ---- tabs by mouse and keyboard ----

for (const [index, name] of TABS.entries()) {
  const tab = byId(`tab-${name}`)
  tab.addEventListener("click", () => openTab(name))
  tab.addEventListener("keydown", event => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1 + TABS.length, Home: 0, End: TABS.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = TABS[to % TABS.length] ?? "play"
    openTab(next)
    byId(`tab-${next}`).focus()
  })
}

byId("flip").addEventListener("click", () => {
  if (!current) return
  const flipped = !boardView.board.flipped
  boardView.setFlipped((tabs[current].flipped = flipped))
  announce(flipped ? "Black is below." : "White is below.")
})

// ---- addresses ----

/** Updates the address to the current view; `push` adds an entry to the browser's history. */
function writeAddress(push: boolean): void {
  if (!current) return
  const { address } = tabs[current]
  if (address === location.hash) return
  if (push) history.pushState(null, "", address)
  else history.replaceState(null, "", address)
}

/** Opens the view that the address names. */
function followAddress(): void {
  const target = readAddress(location.hash) ?? { tab: "play" as const }
  if (target.puzzle !== undefined) puzzles.open(target.puzzle)
  if (target.fen !== undefined && location.hash !== play.address) {
    const { name, die } = gameOf(target.variant)
    play.load(target.fen, name, target.roll !== undefined && target.roll <= (die ?? 0) ? target.roll : null)
  }
  if (target.tab === "lesson") lesson.open(target.variant ?? "")
  if (target.tab !== current || target.tab === "lesson") showTab(target.tab)
  if (target.fen === undefined) writeAddress(false)
}

addEventListener("popstate", () => {
  if (tabs) followAddress()
})

/** The address of the current view on the public site if the page names one, else on this server. */
function shareLink(): string {
  const publicAddress = document.querySelector<HTMLMetaElement>("meta[name=octomate-address]")?.content
  return publicAddress ? publicAddress + location.hash : location.href
}

byId("share").addEventListener("click", () => {
  writeAddress(false)
  void copyText(
    byId<HTMLButtonElement>("share"),
    shareLink(),
    "Link copied.",
    "This browser does not allow copying; copy the link from the address bar.",
  )
})

// ---- colour theme ----

const dark = matchMedia("(prefers-color-scheme: dark)")

function applyTheme(): void {
  const theme = readStored<string | null>("theme", null, oneOf("dark", "light")) ?? (dark.matches ? "dark" : "light")
  document.documentElement.dataset.theme = theme
  byId("theme").setAttribute("aria-label", `Change to ${theme === "dark" ? "light" : "dark"} colours`)
}

byId("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
  writeStored("theme", theme)
  applyTheme()
  document.documentElement.dataset.theme = theme
})
dark.addEventListener("change", applyTheme)
applyTheme()

// ---- problems with stored values ----

const notice = byId("notice")
onStorageProblem(words => {
  notice.hidden = false
  notice.querySelector("span")?.append(`${words} `)
})
notice.querySelector("button")?.addEventListener("click", () => (notice.hidden = true))

// ---- start ----

async function start(): Promise<void> {
  await Promise.all([loadGames(), loadPieceDrawings()])
  prepareSettings()
  const moveAnimation = new MoveAnimation(boardView)
  const openTabByName = (to: string): void => openTab(to as ViewName)
  const openLesson = (game: string): void => {
    lesson.open(game)
    openTab("lesson")
  }
  lesson = new LessonTab(boardView, writeAddress, openTabByName)
  play = new PlayTab(
    boardView,
    moveAnimation,
    () => {
      if (current === "play") writeAddress(false)
    },
    () => {
      puzzles.openDaily()
      openTab("puzzles")
    },
    openLesson,
    missed => {
      puzzles.setOwnPuzzles(missed)
      openTab("puzzles")
    },
  )
  const toPlay = (fen: string, variant: string, roll: number | null): void => {
    play.load(fen, variant, roll)
    openTab("play")
  }
  puzzles = new PuzzlesTab(boardView, moveAnimation, writeAddress, toPlay)
  tabs = {
    play,
    setup: new SetupTab(boardView, play, openTabByName),
    puzzles,
    games: new GamesTab(boardView, moveAnimation, toPlay),
    rules: new RulesTab(play, openTabByName, openLesson),
    lesson,
  }
  followAddress()
}

const started = start().catch(() =>
  replaceChildren(
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

/**
 * Makes the page available offline where the browser allows it. Each version of the service worker stores answers about
 * the start positions, which are requested once; an exported page needs none, because it has its own solver.
 */
async function prepareForOffline(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register(site ? "worker.js?site" : "worker.js")
  if (site) return
  if (!workers.controller) await new Promise(done => workers.addEventListener("controllerchange", done, { once: true }))
  const cache = await caches.open("octomate")
  if (await cache.match("starts")) return
  await started
  for (const { name, start } of allGames()) await analyse(start, name)
  await cache.put("starts", new Response())
}

if (navigator.serviceWorker) prepareForOffline(navigator.serviceWorker).catch(() => undefined)
