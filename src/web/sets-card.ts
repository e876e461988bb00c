/** The card with the user's sets of puzzles, and the time and accuracy of each round. */
import { confirmButton, h, plural, replaceChildren } from "./dom"
import type { PuzzleEntry } from "./puzzle-order"
import { accuracy, currentRound, minutesAndSeconds, type PuzzleSet, roundNumber } from "./puzzle-sets"
import { entryKey, training } from "./training-record"

const MOST_PUZZLES = 300 // most puzzles in a set

export class SetsCard {
  private readonly name = h("input", { id: "set-name", maxlength: 40, autocomplete: "off", required: true })
  private readonly source = h(
    "select",
    { id: "set-source" },
    h("option", { value: "filters" }, "next of the filters"),
    h("option", { value: "missed" }, "those I missed"),
  )
  private readonly count = h("input", {
    id: "set-count",
    type: "number",
    min: 1,
    max: MOST_PUZZLES,
    value: 20,
    inputmode: "numeric",
    required: true,
  })
  private readonly news = h("p", { class: "hint", id: "set-news", role: "status" })
  private readonly sets = h("div", { id: "set-list" })
  readonly element = h(
    "details",
    { class: "card", id: "sets", ontoggle: () => this.show() },
    h("summary", {}, "Sets in rounds"),
    h("p", { class: "hint" }, "Solve the same puzzles round after round, each time faster and with fewer mistakes."),
    this.sets,
    h(
      "form",
      {
        onsubmit: (event: Event) => {
          event.preventDefault()
          this.make()
        },
      },
      h(
        "div",
        { class: "filters" },
        h("label", { for: "set-name" }, h("span", {}, "Name of a new set"), this.name),
        h("label", { for: "set-count" }, h("span", {}, "Number of puzzles"), this.count),
        h("label", { for: "set-source" }, h("span", {}, "Puzzles"), this.source),
      ),
      h("div", { class: "row" }, h("button", { type: "submit", id: "make-set" }, "Make the set"), this.news),
    ),
  )

  constructor(
    private readonly hooks: {
      /** Returns the puzzles that pass the filters, beginning with the current one. */
      next(): readonly PuzzleEntry[]
      find(key: string): PuzzleEntry | undefined
      begin(set: PuzzleSet): void
    },
  ) {}

  /** Shows the sets if the card is open. */
  show(): void {
    if (this.element.open) replaceChildren(this.sets, ...training.sets.map(set => this.section(set)))
  }

  private make(): void {
    const name = this.name.value.trim()
    if (!name || training.sets.some(set => set.name === name)) {
      this.news.textContent = name ? `There is a set “${name}” already.` : "Give the set a name."
      return
    }
    const available =
      this.source.value === "missed"
        ? training.missed.filter(key => this.hooks.find(key))
        : this.hooks.next().map(entryKey)
    const keys = [...new Set(available)].slice(0, Math.min(MOST_PUZZLES, Number(this.count.value)))
    if (keys.length > 0) {
      training.addSet({ name, keys, rounds: [] })
      this.name.value = ""
      this.show()
    }
    this.news.textContent = keys.length > 0 ? `“${name}” has ${plural(keys.length, "puzzle")}.` : "No puzzle matches."
  }

  private section(set: PuzzleSet): HTMLElement {
    const { name, keys, rounds } = set
    const { done } = currentRound(set)
    const isComplete = keys.every(key => this.hooks.find(key))
    return h(
      "section",
      { class: "puzzle-set", "aria-label": name },
      h("h3", {}, name),
      rounds.length > 0 &&
        h(
          "table",
          { class: "odds" },
          h(
            "thead",
            {},
            h("tr", {}, ...["Round", "Time", "Right at once"].map(words => h("th", { scope: "col" }, words))),
          ),
          h(
            "tbody",
            {},
            ...rounds.map((round, index) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, String(index + 1)),
                h("td", {}, minutesAndSeconds(round.seconds)),
                h("td", {}, accuracy(round), round.done < keys.length && ` (${round.done} of ${keys.length} so far)`),
              ),
            ),
          ),
        ),
      !isComplete && h("p", { class: "hint" }, "Not all puzzles of this set are in the collection that is open now."),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "begin-round", disabled: !isComplete, onclick: () => this.hooks.begin(set) },
          done > 0 ? `Continue round ${roundNumber(set)}` : `Begin round ${roundNumber(set)}`,
        ),
        h("span", { class: "hint" }, plural(keys.length, "puzzle")),
        confirmButton({ class: "quiet delete-set" }, "Delete", "Delete this set? Press again", () => {
          training.removeSet(name)
          this.show()
        }),
      ),
    )
  }
}
