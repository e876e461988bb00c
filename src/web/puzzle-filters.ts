/** The filters and the order of the puzzles. */
import type { Collection } from "./api"
import { h, plural, replaceChildren } from "./dom"
import { numberWord, themeName } from "./puzzle-words"
import { gameOf } from "./games"
import { sortEasyFirst, type PuzzleEntry, filterPuzzles, type PuzzleState, type PuzzleFilter } from "./puzzle-order"
import { dayNumber } from "./spaced-repetition"
import { isBoolean, isNumber, isString, writeStored, listOf, optional, oneOf, readStored, shape } from "./local-storage"
import { keyOf, training } from "./training-record"

// The step from one day's puzzle to the next, so that neighbours in the collection are far apart; a prime.
const STRIDE = 389

/**
 * The index of a day's puzzle. Each puzzle is used once before any is repeated, unless the number of puzzles is a
 * multiple of the prime.
 */
export function dailyIndex(now: Date, { daily: { from, count } }: Collection): number {
  return from + ((dayNumber(now) * STRIDE) % count)
}

const STATES: [PuzzleState, string][] = [
  ["new", "not solved yet"],
  ["missed", "missed"],
  ["solved", "solved"],
]

const isPuzzleFilter = shape<PuzzleFilter>({
  game: optional(isString),
  themes: optional(listOf(isString)),
  anyTheme: optional(isBoolean),
  from: optional(isNumber),
  to: optional(isNumber),
  side: optional(oneOf("white", "black")),
  faces: optional(isString),
  state: optional(oneOf("new", "solved", "missed")),
})

/** Reads the filters without the level of difficulty that older pages stored. */
function storedFilter(): PuzzleFilter {
  const { level: _, ...filter } = readStored<PuzzleFilter & { level?: string }>("filters", {}, isPuzzleFilter)
  return filter
}

export class PuzzleFilters {
  private filter = storedFilter()
  private asCollected = readStored("as-collected", false, isBoolean)
  private readonly fields = h("div", { class: "filters", "data-stay": true })
  private readonly themes = h("div", { class: "row", id: "wanted-themes", "data-stay": true })
  private readonly themeMeaning = h("p", { class: "hint", id: "theme-meaning" })
  private readonly countText = h("p", { class: "hint", id: "wanted-count", role: "status" })
  private readonly numberInput = h("input", { id: "go-to", type: "number", min: "1", inputmode: "numeric" })
  private readonly summary = h("summary", {}, "Filters and order")
  private readonly clearButton = h(
    "button",
    {
      id: "clear-filters",
      onclick: () => {
        this.clear()
        this.hooks.onChange()
      },
    },
    "Clear filters",
  )
  readonly element: HTMLElement

  constructor(private readonly hooks: { onChange(): void; numberInput(n: number): void }) {
    this.element = h(
      "details",
      { class: "card", id: "chooser" },
      this.summary,
      this.fields,
      this.themes,
      this.themeMeaning,
      h("div", { class: "row" }, this.countText, this.clearButton),
      h(
        "form",
        {
          class: "row",
          onsubmit: (event: Event) => {
            event.preventDefault()
            if (this.numberInput.value) hooks.numberInput(Number(this.numberInput.value))
          },
        },
        h("label", { for: "go-to" }, "Puzzle number"),
        this.numberInput,
        h("button", { type: "submit" }, "Go"),
      ),
    )
  }

  get currentFilter(): PuzzleFilter {
    return this.filter
  }

  /** Returns the puzzles that pass the filters, in the chosen order. */
  filtered(entries: readonly PuzzleEntry[]): PuzzleEntry[] {
    const matching = filterPuzzles([...entries], this.filter, ({ game, fen }) => training.stateOf(keyOf(game, fen)))
    return this.asCollected ? matching : sortEasyFirst(matching)
  }

  /** Clears all filters. */
  clear(): void {
    this.filter = {}
    this.storeFilter()
    this.refresh()
  }

  private storeFilter(): void {
    writeStored("filters", this.filter)
  }

  /** Fills the drop-down lists; clears stored filters that the collection does not have. */
  show(collection: Collection): void {
    const { games, themes, faces } = collection
    this.refresh = () => this.show(collection)
    const change = (): void => {
      this.storeFilter()
      this.refresh()
      this.hooks.onChange()
    }
    const select = <Name extends "game" | "side" | "faces" | "state">(
      name: Name,
      label: string,
      any: string,
      options: [string, string][],
    ): HTMLElement | null => {
      if (options.length < 2) return null
      const id = `filter-${name}`
      const select = h(
        "select",
        {
          id,
          onchange: () => {
            this.filter = { ...this.filterWithout(name), ...(select.value && { [name]: select.value }) }
            change()
            document.getElementById(id)?.focus()
          },
        },
        h("option", { value: "" }, any),
        ...options.map(([value, words]) => h("option", { value }, words)),
      )
      select.value = this.filter[name] ?? ""
      if (select.value !== (this.filter[name] ?? "")) {
        this.filter = this.filterWithout(name)
        select.value = ""
      }
      return h("label", { for: id }, h("span", {}, label), select)
    }
    const limit = (name: "from" | "to", label: string, fallback: number): HTMLElement => {
      const id = `filter-${name}`
      const input = h("input", {
        id,
        type: "number",
        min: "0",
        max: "100",
        inputmode: "numeric",
        placeholder: String(fallback),
        value: this.filter[name],
        onchange: () => {
          const value = Math.min(100, Math.max(0, Math.round(Number(input.value))))
          this.filter = { ...this.filterWithout(name), ...(input.value && value !== fallback && { [name]: value }) }
          input.value = String(this.filter[name] ?? "")
          this.storeFilter()
          this.showSummary()
          this.hooks.onChange()
        },
      })
      return h("label", { for: id }, h("span", {}, label), input)
    }
    const chosen = (this.filter.themes ?? []).filter(name => themes.some(theme => theme.name === name))
    const setThemes = (names: string[]): void => {
      this.filter = { ...this.filterWithout("themes"), ...(names.length > 0 && { themes: names }) }
      change()
    }
    const anyTheme = h(
      "select",
      {
        id: "any-theme",
        "aria-label": "All or any of these themes",
        onchange: () => {
          this.filter = { ...this.filterWithout("anyTheme"), ...(anyTheme.value && { anyTheme: true }) }
          change()
          document.getElementById("any-theme")?.focus()
        },
      },
      h("option", { value: "" }, "all of"),
      h("option", { value: "any" }, "any of"),
    )
    anyTheme.value = this.filter.anyTheme ? "any" : ""
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
          writeStored("as-collected", this.asCollected)
          this.hooks.onChange()
        },
      },
      h("option", { value: "easy" }, "easy first"),
      h("option", { value: "collection" }, "as in the collection"),
    )
    order.value = this.asCollected ? "collection" : "easy"
    replaceChildren(
      this.fields,
      h("label", { for: "order" }, h("span", {}, "Order"), order),
      select(
        "game",
        "Game",
        "any game",
        games.map(({ name, count }) => [name, `${gameOf(name).title} (${count})`]),
      ),
      themes.length > 0 ? h("label", { for: "filter-theme" }, h("span", {}, "Themes"), add) : null,
      h(
        "fieldset",
        { class: "range" },
        h("legend", {}, "Difficulty (0 easy, 100 hard)"),
        limit("from", "from", 0),
        limit("to", "to", 100),
      ),
      select("side", "Side to move", "either", [
        ["white", "White"],
        ["black", "Black"],
      ]),
      select(
        "faces",
        "Winning rolls",
        "any number",
        faces.map(({ faces: n, count }) => [String(n), `${numberWord(n)} (${count})`]),
      ),
      select("state", "Your results", "any", STATES),
    )
    replaceChildren(
      this.themes,
      chosen.length > 1 && anyTheme,
      ...chosen.map(name =>
        h(
          "button",
          {
            class: "chip",
            "data-theme-name": name,
            "aria-label": `Remove the theme ${themeName(name)}`,
            onclick: () => setThemes(chosen.filter(other => other !== name)),
          },
          `${themeName(name)} ×`,
        ),
      ),
    )
    const newest = themes.find(({ name }) => name === chosen.at(-1))
    this.themeMeaning.textContent = newest ? `${themeName(newest.name)}: ${newest.meaning}` : ""
    this.showSummary()
  }

  private showSummary(): void {
    const { anyTheme: _, ...filters } = this.filter
    const filterCount = Object.keys(filters).length
    this.clearButton.hidden = filterCount === 0
    this.summary.textContent = `Filters and order${filterCount > 0 ? ` (${plural(filterCount, "filter")} set)` : ""}`
  }

  private refresh = (): void => undefined

  private filterWithout(name: keyof PuzzleFilter): PuzzleFilter {
    const { [name]: _, ...others } = this.filter
    return others
  }

  /** Shows the number of matching puzzles. */
  showCount(count: number): void {
    this.countText.textContent = count === 0 ? "No puzzle matches." : `${plural(count, "puzzle")} found.`
    this.numberInput.max = String(count)
  }
}
