/** The filters and the order of the puzzles. */
import type { Collection } from "./api"
import { h, plural, replace } from "./dom"
import { DIFFICULTIES, inLetters, themeName } from "./puzzle-words"
import { gameOf } from "./games"
import { easyFirst, type Entry, matching, type State, type Wanted } from "./puzzle-order"
import { dayOf } from "./spaced-repetition"
import { isFlag, isText, keep, listOf, optional, oneOf, recall, shape } from "./local-storage"
import { keyOf, training } from "./training-record"

const STRIDE = 389 // from day to day through the collection, so that neighbours are not alike; a prime

/** The place of a day's puzzle: each is used once before any comes again, if the prime does not divide their number. */
export function daily(now: Date, { daily: { from, count } }: Collection): number {
  return from + ((dayOf(now) * STRIDE) % count)
}

const STATES: [State, string][] = [
  ["new", "not solved yet"],
  ["missed", "missed"],
  ["solved", "solved"],
]

const isWanted = shape<Wanted>({
  game: optional(isText),
  themes: optional(listOf(isText)),
  level: optional(isText),
  side: optional(oneOf("white", "black")),
  faces: optional(isText),
  state: optional(oneOf("new", "solved", "missed")),
})

export class Chooser {
  private wanted = recall<Wanted>("filters", {}, isWanted)
  private asCollected = recall("as-collected", false, isFlag)
  private readonly fields = h("div", { class: "filters" })
  private readonly themes = h("div", { class: "row", id: "wanted-themes" })
  private readonly meaning = h("p", { class: "hint", id: "theme-meaning" })
  private readonly count = h("p", { class: "hint", id: "wanted-count", role: "status" })
  private readonly number = h("input", { id: "go-to", type: "number", min: "1", inputmode: "numeric" })
  private readonly summary = h("summary", {}, "Filters and order")
  private readonly clearButton = h(
    "button",
    {
      type: "button",
      id: "clear-filters",
      onclick: () => {
        this.clear()
        this.ask.changed()
      },
    },
    "Clear filters",
  )
  readonly element: HTMLElement

  constructor(private readonly ask: { changed(): void; number(n: number): void }) {
    this.element = h(
      "details",
      { class: "card", id: "chooser" },
      this.summary,
      this.fields,
      this.themes,
      this.meaning,
      h("div", { class: "row" }, this.count, this.clearButton),
      h(
        "form",
        {
          class: "row",
          onsubmit: (event: Event) => {
            event.preventDefault()
            if (this.number.value) ask.number(Number(this.number.value))
          },
        },
        h("label", { for: "go-to" }, "Puzzle number"),
        this.number,
        h("button", { type: "submit" }, "Go"),
      ),
    )
  }

  get filter(): Wanted {
    return this.wanted
  }

  /** Those that the filters let through, in the order that was chosen. */
  list(entries: readonly Entry[]): Entry[] {
    const found = matching([...entries], this.wanted, ({ game, fen }) => training.stateOf(keyOf(game, fen)))
    return this.asCollected ? found : easyFirst(found)
  }

  /** Nothing is filtered out any more. */
  clear(): void {
    this.wanted = {}
    this.keep()
    this.reflect()
  }

  private keep(): void {
    keep("filters", this.wanted)
  }

  /** Fills the lists; what was chosen earlier and is not there is forgotten. */
  show(collection: Collection): void {
    const { games, themes, faces } = collection
    this.reflect = () => this.show(collection)
    const change = (): void => {
      this.keep()
      this.reflect()
      this.ask.changed()
    }
    const select = <Name extends Exclude<keyof Wanted, "themes">>(
      name: Name,
      label: string,
      any: string,
      options: [string, string][],
    ): HTMLElement | null => {
      if (options.length < 2) return null
      const id = `filter-${name}`
      const list = h(
        "select",
        {
          id,
          onchange: () => {
            this.wanted = { ...this.without(name), ...(list.value && { [name]: list.value }) }
            change()
            document.getElementById(id)?.focus()
          },
        },
        h("option", { value: "" }, any),
        ...options.map(([value, words]) => h("option", { value }, words)),
      )
      list.value = this.wanted[name] ?? ""
      if (list.value !== (this.wanted[name] ?? "")) {
        this.wanted = this.without(name)
        list.value = ""
      }
      return h("label", { for: id }, h("span", {}, label), list)
    }
    const chosen = (this.wanted.themes ?? []).filter((name) => themes.some((theme) => theme.name === name))
    const setThemes = (names: string[]): void => {
      this.wanted = { ...this.without("themes"), ...(names.length > 0 && { themes: names }) }
      change()
    }
    const add = h(
      "select",
      { id: "filter-theme", onchange: () => setThemes([...chosen, add.value]) },
      h("option", { value: "" }, chosen.length > 0 ? "add a theme" : "any theme"),
      ...themes
        .filter(({ name }) => !chosen.includes(name))
        .map(({ name, count }) => h("option", { value: name }, `${themeName(name)} (${count})`)),
    )
    const order = h(
      "select",
      {
        id: "order",
        onchange: () => {
          this.asCollected = order.value === "collection"
          keep("as-collected", this.asCollected)
          this.ask.changed()
        },
      },
      h("option", { value: "easy" }, "easy first"),
      h("option", { value: "collection" }, "as in the collection"),
    )
    order.value = this.asCollected ? "collection" : "easy"
    replace(
      this.fields,
      h("label", { for: "order" }, h("span", {}, "Order"), order),
      select(
        "game",
        "Game",
        "any game",
        games.map(({ name, count }) => [name, `${gameOf(name).title} (${count})`]),
      ),
      themes.length > 0 ? h("label", { for: "filter-theme" }, h("span", {}, "Themes"), add) : null,
      select(
        "level",
        "Difficulty",
        "any",
        DIFFICULTIES.map((name, at) => [String(at), name]),
      ),
      select("side", "Side to move", "either", [
        ["white", "White"],
        ["black", "Black"],
      ]),
      select(
        "faces",
        "Winning rolls",
        "any number",
        faces.map(({ faces: n, count }) => [String(n), `${inLetters(n)} (${count})`]),
      ),
      select("state", "Your results", "any", STATES),
    )
    replace(
      this.themes,
      ...chosen.map((name) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "data-theme-name": name,
            "aria-label": `Remove the theme ${themeName(name)}`,
            onclick: () => setThemes(chosen.filter((one) => one !== name)),
          },
          `${themeName(name)} ×`,
        ),
      ),
    )
    this.meaning.textContent = themes.find(({ name }) => name === chosen.at(-1))?.meaning ?? ""
    const set = Object.keys(this.wanted).length
    this.clearButton.hidden = set === 0
    this.summary.textContent = `Filters and order${set > 0 ? ` (${plural(set, "filter")} set)` : ""}`
  }

  private reflect = (): void => undefined

  private without(name: keyof Wanted): Wanted {
    const { [name]: _, ...rest } = this.wanted
    return rest
  }

  /** Says how many puzzles there are to choose from. */
  tell(count: number): void {
    this.count.textContent = count === 0 ? "No puzzle matches." : `${plural(count, "puzzle")} found.`
    this.number.max = String(count)
  }
}
