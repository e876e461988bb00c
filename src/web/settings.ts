/** The settings of the page and their dialog. */
import { byId, confirmButton, h, replaceChildren } from "./dom"
import { appearanceFields } from "./appearance"
import { clearStored, isBoolean, writeStored, mapOf, readStored } from "./local-storage"

export interface Settings {
  hints: boolean // show mates, chances and signs during a game
  unrolled: boolean // allow moves before the die is rolled
  autoRoll: boolean // roll automatically in games of two people
  autoRollComputer: boolean // roll automatically in games against the computer
  turnBoard: boolean // keep the side to move at the bottom
  expected: boolean // show the expected score during a game
  sound: boolean
  slow: boolean // animate moves at a third of the speed
  introduced: boolean // true once the welcome card was closed
}

const DEFAULTS: Settings = {
  hints: false,
  unrolled: false,
  autoRoll: false,
  autoRollComputer: true,
  turnBoard: false,
  expected: false,
  sound: true,
  slow: false,
  introduced: false,
}

const storedSettings = (): Partial<Settings> => readStored("settings", {}, mapOf(isBoolean))

export const settings: Readonly<Settings> = { ...DEFAULTS, ...storedSettings() }

const listeners: (() => void)[] = []

/** Calls `listener` after every change of a setting. */
export const onSetting = (listener: () => void): void => void listeners.push(listener)

export function setSetting(name: keyof Settings, value: boolean): void {
  ;(settings as Settings)[name] = value
  writeStored("settings", { ...storedSettings(), [name]: value }) // keeps changes that another tab has made
  for (const listener of listeners) listener()
}

/** Returns a check box for a setting. */
export function settingBox(name: keyof Settings, id: string, words: string): HTMLElement {
  const box = h("input", { type: "checkbox", id, onchange: () => setSetting(name, box.checked) })
  const show = (): void => void (box.checked = settings[name])
  show()
  onSetting(show)
  return h("label", { class: "check", for: id }, box, ` ${words}`)
}

/** Makes a button toggle a setting. */
function settingSwitch(name: keyof Settings, button: HTMLElement): void {
  const show = (): void => button.setAttribute("aria-pressed", String(settings[name]))
  button.addEventListener("click", () => setSetting(name, !settings[name]))
  onSetting(show)
  show()
}

/** Fills the dialog and connects its buttons. */
export function prepareSettings(): void {
  const dialog = byId<HTMLDialogElement>("settings")
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
      confirmButton({ id: "forget" }, "Forget everything", "Forget everything? Press again", () => {
        clearStored()
        location.replace(location.pathname)
      }),
      h("button", { class: "primary", id: "close-settings", onclick: () => dialog.close() }, "Close"),
    ),
  )
  settingSwitch("sound", byId("sound-here"))
  byId("open-settings").addEventListener("click", () => dialog.showModal())
}
