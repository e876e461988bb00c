/** The panel in which puzzles are chosen: by game, theme, difficulty, side and faces, by number, at random, or today's. */
import type { Collection, Wanted } from "./api"
import { h, plural, replace } from "./dom"
import { DIFFICULTIES, inLetters, themeName } from "./headline"
import { gameOf } from "./house"
import { keep, recall } from "./store"

const DAY = 86_400_000 // milliseconds
const STRIDE = 389 // from day to day through the collection, so that neighbours are not alike; a prime

/** The place of a day's puzzle: each is used once before any comes again, if the prime does not divide their number. */
export function daily(now: Date, { daily: { from, count } }: Collection): number {
  const day = Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY)
  return from + ((day * STRIDE) % count)
}

export class Chooser {
  private wanted: Wanted = recall<Wanted>("wanted", {})
  private readonly filters = h("div", { class: "filters" })
  private readonly meaning = h("p", { class: "hint", id: "theme-meaning" })
  private readonly count = h("p", { class: "hint", id: "wanted-count", role: "status" })
  private readonly number = h("input", { id: "go-to", type: "number", min: "1", inputmode: "numeric" })
  readonly element: HTMLElement

  constructor(private readonly ask: { changed(): void; random(): void; daily(): void; number(n: number): void }) {
    this.element = h("section", { class: "card", id: "chooser" }, h("h2", {}, "Choose"),
      h("div", { class: "row" },
        h("button", { type: "button", id: "daily", onclick: () => ask.daily() }, "Puzzle of the day"),
        h("button", { type: "button", id: "random", onclick: () => ask.random() }, "Random")),
      this.filters, this.meaning, this.count,
      h("form", { class: "row", onsubmit: (event: Event) => {
        event.preventDefault()
        if (this.number.value) ask.number(Number(this.number.value))
      } }, h("label", { for: "go-to" }, "Puzzle number"), this.number, h("button", { type: "submit" }, "Go")))
  }

  get filter(): Wanted {
    return this.wanted
  }

  /** Nothing is asked for any more. */
  clear(): void {
    this.wanted = {}
    keep("wanted", this.wanted)
    this.reflect()
  }

  /** Fills the lists; what was chosen earlier and is not there is forgotten. */
  show(collection: Collection): void {
    const { games, themes, faces } = collection
    const select = (id: string, label: string, any: string, options: [string, string][], value: string, take: (value: string) => void): HTMLElement | null => {
      if (options.length < 2) return null
      const list = h("select", { id, onchange: () => {
        take(list.value)
        keep("wanted", this.wanted)
        this.explain(collection)
        this.ask.changed()
      } }, h("option", { value: "" }, any), ...options.map(([name, words]) => h("option", { value: name }, words)))
      list.value = value
      if (list.value !== value) take((list.value = ""))
      return h("label", { for: id }, h("span", {}, label), list)
    }
    const choose = (name: keyof Wanted) => (value: string): void => {
      const { [name]: _, ...rest } = this.wanted
      this.wanted = value ? { ...rest, [name]: value } : rest
    }
    const level = this.wanted.easiest === undefined ? "" : String(Number(this.wanted.easiest) / 20)
    this.reflect = () => this.show(collection)
    replace(this.filters,
      select("filter-game", "Game", "any game", games.map(({ name, count }) => [name, `${gameOf(name).title} (${count})`]), this.wanted.game ?? "", choose("game")),
      select("filter-theme", "Theme", "any theme", themes.map(({ name, count }) => [name, `${themeName(name)} (${count})`]), this.wanted.theme ?? "", choose("theme")),
      select("filter-difficulty", "Difficulty", "any", DIFFICULTIES.map((name, at) => [String(at), name]), level, (value) => {
        choose("easiest")(value && String(Number(value) * 20))
        choose("hardest")(value && String(value === "4" ? 100 : Number(value) * 20 + 19.999))
      }),
      select("filter-side", "Side to move", "either", [["white", "White"], ["black", "Black"]], this.wanted.side ?? "", choose("side")),
      select("filter-faces", "Winning rolls", "any number", faces.map(({ faces: n, count }) => [String(n), `${inLetters(n)} (${count})`]), this.wanted.faces ?? "", choose("faces")))
    this.explain(collection)
  }

  private reflect = (): void => undefined

  private explain({ themes }: Collection): void {
    this.meaning.textContent = themes.find(({ name }) => name === this.wanted.theme)?.meaning ?? ""
  }

  /** How many puzzles there are to choose from. */
  tell(count: number): void {
    this.count.textContent = count === 0 ? "No puzzle matches." : `${plural(count, "puzzle")} found.`
    this.number.max = String(count)
  }
}
