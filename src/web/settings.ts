/** What a person has chosen about the page itself, and the dialog in which it is chosen. */
import { announce, byId, h, replaceChildren } from "./dom"
import { appearanceFields } from "./appearance"
import { clearStored, isBoolean, writeStored, mapOf, readStored } from "./local-storage"

export interface Settings {
  hints: boolean // mates, chances and signs are seen while one plays
  unrolled: boolean // moves may be played before the die is rolled
  autoRoll: boolean
  turnBoard: boolean // to whoever is to move
  expected: boolean // the expected score is seen while one plays
  sound: boolean
  slow: boolean // moves are shown at a third of the speed
  introduced: boolean // the welcome was closed
}

const DEFAULTS: Settings = {
  hints: false,
  unrolled: false,
  autoRoll: false,
  turnBoard: false,
  expected: false,
  sound: true,
  slow: false,
  introduced: false,
}

const storedSettings = (): Partial<Settings> => readStored("settings", {}, mapOf(isBoolean))

export const settings: Readonly<Settings> = { ...DEFAULTS, ...storedSettings() }

const listeners: (() => void)[] = []

/** Calls the function whenever a setting changes. */
export const onSetting = (listener: () => void): void => void listeners.push(listener)

export function setSetting(name: keyof Settings, value: boolean): void {
  ;(settings as Settings)[name] = value
  writeStored("settings", { ...storedSettings(), [name]: value }) // another tab may have changed others
  for (const listener of listeners) listener()
}

/** A check box for a setting. */
export function settingBox(name: keyof Settings, id: string, words: string): HTMLElement {
  const box = h("input", { type: "checkbox", id, onchange: () => setSetting(name, box.checked) })
  const show = (): void => void (box.checked = settings[name])
  show()
  onSetting(show)
  return h("label", { class: "check", for: id }, box, ` ${words}`)
}

/** A button that switches a setting on and off. */
function settingSwitch(name: keyof Settings, button: HTMLElement): void {
  const show = (): void => button.setAttribute("aria-pressed", String(settings[name]))
  button.addEventListener("click", () => setSetting(name, !settings[name]))
  onSetting(show)
  show()
}

/** Fills the dialog of the settings, and lets its button open it. */
export function prepareSettings(): void {
  const dialog = byId<HTMLDialogElement>("settings")
  let sure = false
  const erase = h(
    "button",
    {
      type: "button",
      id: "forget",
      onclick: () => {
        if (!sure) {
          sure = true
          erase.textContent = "Forget everything? Press again"
          announce("Press again to forget everything.")
          return
        }
        clearStored()
        location.replace(location.pathname)
      },
    },
    "Forget everything",
  )
  dialog.addEventListener("close", () => {
    sure = false
    erase.textContent = "Forget everything"
  })
  replaceChildren(
    dialog,
    h("h2", { id: "settings-title" }, "Settings"),
    h(
      "div",
      { class: "stacked" },
      settingBox("sound", "sound", "Sound"),
      settingBox("slow", "slow", "Slow motion"),
      settingBox("turnBoard", "turn-board", "In Play, turn the board to the side to move"),
    ),
    appearanceFields(),
    h("p", { class: "hint" }, "Your game, puzzle results and settings are kept in this browser only."),
    h(
      "div",
      { class: "row" },
      erase,
      h(
        "button",
        { type: "button", class: "primary", id: "close-settings", onclick: () => dialog.close() },
        "Close",
      ),
    ),
  )
  settingSwitch("sound", byId("sound-here"))
  byId("open-settings").addEventListener("click", () => dialog.showModal())
}
