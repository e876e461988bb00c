/** The card with past results, and with the export and import of progress. */
import { h, plural, replaceChildren } from "./dom"
import { themeName } from "./puzzle-words"
import { gameOf } from "./games"
import { verdictOf } from "./puzzle-attempt"
import type { PuzzleEntry } from "./puzzle-order"
import { type HistoryEntry, type SavedTraining, parseSavedTraining, training } from "./training-record"

const MOST_ROWS = 50 // most results in the list

export class HistoryCard {
  private readonly result = h(
    "select",
    { id: "history-result", onchange: () => this.showRows() },
    h("option", { value: "" }, "solved or not"),
    h("option", { value: "solved" }, "solved"),
    h("option", { value: "missed" }, "not solved"),
  )
  private readonly game = h("select", { id: "history-game", onchange: () => this.showRows() })
  private readonly rows = h("ol", { id: "history-list", class: "history" })
  private readonly words = h("p", { class: "hint", id: "history-words", role: "status" })
  private readonly news = h("p", { class: "hint", id: "backup-news", role: "status" })
  private readonly file = h("input", {
    type: "file",
    id: "import-file",
    accept: ".json,application/json",
    hidden: true,
    onchange: () => void this.importFile(),
  })
  private readonly undoButton = h(
    "button",
    { id: "undo-import", hidden: true, onclick: () => this.undo() },
    "Undo the import",
  )
  private beforeImport: SavedTraining | null = null // the progress that the last import replaced, for undo
  readonly element: HTMLDetailsElement

  constructor(
    private readonly hooks: {
      find(key: string): PuzzleEntry | undefined
      showEntry(entry: PuzzleEntry): void
      setUndo(): void
    },
  ) {
    this.element = h(
      "details",
      { class: "card", id: "history", ontoggle: () => this.showRows() },
      h("summary", {}, "History and backup"),
      h(
        "div",
        { class: "filters" },
        h("label", { for: "history-result" }, h("span", {}, "Result"), this.result),
        h("label", { for: "history-game" }, h("span", {}, "Game"), this.game),
      ),
      this.rows,
      this.words,
      h(
        "p",
        { class: "hint" },
        "Results, rating, repetitions and lessons are kept in this browser only. Export them to a file to import it elsewhere.",
      ),
      h(
        "div",
        { class: "row" },
        h("button", { id: "export-progress", onclick: () => this.exportFile() }, "Export to a file"),
        h("button", { id: "import-progress", onclick: () => this.file.click() }, "Import a file"),
        h("label", { class: "sr", for: "import-file" }, "File to import"),
        this.file,
        this.undoButton,
      ),
      this.news,
    )
  }

  /** Fills the drop-down list of games. */
  showGames(games: string[]): void {
    replaceChildren(
      this.game,
      h("option", { value: "" }, "any game"),
      ...games.map(name => h("option", { value: name }, gameOf(name).title)),
    )
  }

  /** Shows the newest results if the card is open. */
  showRows(): void {
    if (!this.element.open) return
    const entries = [...training.history].reverse().filter(one => this.matchesFilters(one))
    replaceChildren(this.rows, ...entries.slice(0, MOST_ROWS).map(one => this.row(one)))
    this.words.textContent =
      entries.length === 0
        ? "Nothing yet."
        : entries.length > MOST_ROWS
          ? `The newest ${MOST_ROWS} of ${entries.length}.`
          : `${plural(entries.length, "result")}.`
  }

  private matchesFilters({ id, points }: HistoryEntry): boolean {
    const { value } = this.result
    return (
      (value === "" || (value === "solved") === points > 0) &&
      (this.game.value === "" || this.hooks.find(id)?.game === this.game.value)
    )
  }

  private row(result: HistoryEntry): HTMLElement {
    const entry = this.hooks.find(result.id)
    const words = `${result.points > 0 ? "✓" : "✗"} ${verdictOf(result)}`
    const themes = entry?.themes.slice(0, 2).map(themeName).join(", ")
    return h(
      "li",
      {},
      h("button", { class: "move", disabled: !entry, onclick: () => entry && this.hooks.showEntry(entry) }, words),
      ` ${new Date(result.at).toLocaleDateString()}${themes ? `: ${themes}` : ""}`,
    )
  }

  private exportFile(): void {
    const link = h("a", {
      href: URL.createObjectURL(new Blob([training.exportText], { type: "application/json" })),
      download: "octomate-progress.json",
    })
    link.click()
    URL.revokeObjectURL(link.href)
    this.showNews("Exported to octomate-progress.json.")
  }

  private async importFile(): Promise<void> {
    const [file] = this.file.files ?? []
    if (!file) return
    const imported = parseSavedTraining(await file.text())
    this.file.value = ""
    if (!imported) return this.showNews("That file was not exported by this page; nothing was changed.", true)
    const before = parseSavedTraining(training.exportText)
    if (!training.replace(imported))
      return this.showNews("This browser has no room for what is in that file; nothing was changed.", true)
    this.setUndo(before)
    this.showNews(`Imported: ${plural(imported.history.length, "result")}.`)
  }

  private undo(): void {
    if (!this.beforeImport) return
    if (!training.replace(this.beforeImport))
      return this.showNews("This browser has no room for what was there before.", true)
    this.setUndo(null)
    this.showNews("The import was undone.")
  }

  private setUndo(before: SavedTraining | null): void {
    this.beforeImport = before
    this.undoButton.hidden = before === null
    this.showRows()
    this.hooks.setUndo()
  }

  private showNews(words: string, bad = false): void {
    this.news.textContent = words
    this.news.classList.toggle("bad", bad)
  }
}
