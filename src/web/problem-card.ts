/**
 * The card "Check my problem" of the tab "Set up": the key that the user enters, the verdict of `octomate check`,
 * copies, and stored versions.
 */
import { type Analysis, check, type Checked, faultSentences, latex, type MoveRecord, NO_ANSWER, Refused } from "./api"
import { copyText } from "./clipboard"
import type { BoardView } from "./board-view"
import { capitalized, h, joinWithAnd, plural, replaceChildren } from "./dom"
import { pictureSource } from "./draw"
import { numberWord } from "./puzzle-words"
import { isDefaultGame } from "./games"
import { usesDie, whyNotPlayable } from "./moves"
import type { Scene } from "./scene"
import { isNumber, isString, listOf, mapOf, shape, SharedValue } from "./local-storage"

type Key = Record<string, string[]> // the entered moves by face; "-" where no die is used

/** A problem stored under a name. */
export interface Version {
  name: string
  variant: string
  fen: string
  key: Key
  moves: number // length of the mate
}

const isVersion = shape<Version>({
  name: isString,
  variant: isString,
  fen: isString,
  key: mapOf(listOf(isString)),
  moves: isNumber,
})
const LONGEST_MATE = 4 // longest mate that a key can have, in moves

const VERDICTS: Record<Exclude<Checked["verdict"], null>, string> = {
  sound: "Sound: your moves are all that win.",
  no_key: "You have not entered a solution yet.",
  unsolvable: "Unsolvable: one of your moves is not legal or does not force mate.",
  cooked: "Cooked: other moves win too.",
  short: "Short: there is a mate in fewer moves.",
  dual: "Dual: a roll has two winning moves.",
}

export class ProblemCard {
  // The valid position that is set up, or null.
  private current: { analysis: Analysis; variant: string } | null = null
  private key: Key = {}
  private checks = 0
  private readonly claimBox = h("input", {
    type: "checkbox",
    id: "claim",
    onchange: () => this.hooks.onClaim(this.claimBox.checked),
  })
  private readonly mateLength = h(
    "select",
    { id: "claimed-moves", onchange: () => this.clearResult() },
    ...Array.from({ length: LONGEST_MATE }, (_, index) => h("option", { value: index + 1 }, numberWord(index + 1))),
  )
  private readonly claimList = h("ul", { id: "claimed", class: "claimed" })
  private readonly hint = h("p", { class: "hint", id: "claim-hint", role: "status" })
  private readonly button = h(
    "button",
    { id: "check-problem", class: "primary", onclick: () => void this.check() },
    "Check my problem",
  )
  private readonly result = h("div", { id: "verdict", role: "status" })
  private readonly name = h("input", { id: "version-name", maxlength: "60", autocomplete: "off" })
  private readonly versions = h("ul", { id: "versions", class: "claimed" })
  private readonly storedVersions = new SharedValue<Version[]>(
    "versions",
    () => [],
    listOf(isVersion),
    () => this.renderVersions(),
  )
  readonly element: HTMLElement

  constructor(
    private readonly boardView: BoardView,
    private readonly hooks: { onClaim(isClaiming: boolean): void; load(version: Version): void; currentScene(): Scene },
  ) {
    const copyButton = (id: string, words: string, text: () => string | Promise<string>): HTMLButtonElement => {
      const copied = async (): Promise<void> => {
        try {
          await copyText(button, text(), `${words} copied.`)
        } catch (error) {
          this.showHint(error instanceof Refused ? `${error.message}.` : NO_ANSWER)
        }
      }
      const button = h("button", { id, onclick: () => void copied() }, words)
      return button
    }
    this.element = h(
      "details",
      { class: "card", id: "composer" },
      h("summary", {}, "Check my problem"),
      h(
        "div",
        { class: "row" },
        h("label", { class: "check", for: "claim" }, this.claimBox, " Play the solution on the board"),
        h("label", { for: "claimed-moves" }, "Mate in"),
        this.mateLength,
        h("button", { id: "clear-key", onclick: () => this.setKey({}) }, "Clear the key"),
      ),
      this.hint,
      this.claimList,
      h("div", { class: "row" }, this.button),
      this.result,
      h(
        "div",
        { class: "row" },
        copyButton("copy-record", "Copy record", () => this.record),
        copyButton("copy-fen", "Copy FEN", () => this.fen),
        copyButton("copy-latex", "Copy LaTeX", () => latex(this.record)),
        h("button", { id: "save-picture", onclick: () => this.savePicture() }, "Save picture"),
      ),
      h(
        "form",
        {
          class: "row",
          onsubmit: (event: Event) => {
            event.preventDefault()
            this.keepVersion()
          },
        },
        h("label", { for: "version-name" }, "Name of this version"),
        this.name,
        h("button", { type: "submit", id: "keep-version" }, "Save"),
      ),
      this.versions,
    )
    this.renderKey()
    this.renderVersions()
  }

  get isClaiming(): boolean {
    return this.claimBox.checked
  }

  /** Returns from entering moves to placing pieces. */
  stopClaiming(): void {
    this.claimBox.checked = false
  }

  /** Sets the current position; null if it is invalid. */
  showPosition(analysis: Analysis | null, variant: string): void {
    const { fen } = this.current?.analysis.solved ?? {}
    this.current = analysis && { analysis, variant }
    if (fen !== analysis?.solved.fen) this.clearResult()
    this.button.disabled = analysis === null
    if (this.isClaiming) this.claimMoves()
  }

  /** Lets the user enter moves of the key on the board instead of placing pieces. */
  claimMoves(): void {
    if (!this.current) return this.boardView.board.setInput(null)
    const { solved, moves } = this.current.analysis
    this.boardView.allowMoves(
      solved.scene,
      moves,
      [],
      record => this.claim(record),
      (from, to) => this.showHint(whyNotPlayable(from, to, moves, null, solved)),
    )
  }

  /** Adds a move to the key on every roll on which it may be played, or removes it. */
  private claim(record: MoveRecord): void {
    if (!this.current) return
    const faces = usesDie(this.current.analysis.solved.faces) && record.faces ? record.faces.map(String) : ["-"]
    const isClaimed = faces.every(face => this.key[face]?.includes(record.move))
    const key = { ...this.key }
    for (const face of faces)
      key[face] = [...(key[face] ?? []).filter(move => move !== record.move), ...(isClaimed ? [] : [record.move])]
    this.setKey(key)
    this.showHint(
      `${record.move} is ${isClaimed ? "no longer" : "now"} in your solution${faces[0] === "-" ? "" : ` on ${joinWithAnd(faces)}`}.`,
    )
    this.claimMoves()
  }

  private setKey(key: Key): void {
    this.key = Object.fromEntries(
      Object.entries(key)
        .filter(([, moves]) => moves.length > 0)
        .sort(([a], [b]) => a.localeCompare(b)),
    )
    this.clearResult()
    this.renderKey()
  }

  private renderKey(): void {
    const rows = Object.entries(this.key)
    this.hint.textContent = rows.length === 0 ? "Play the winning moves on the board, one after the other." : ""
    replaceChildren(
      this.claimList,
      ...rows.flatMap(([face, moves]) =>
        moves.map(move =>
          h(
            "li",
            {},
            face === "-" ? "" : `Face ${face}: `,
            `${move} `,
            h(
              "button",
              {
                class: "quiet",
                "aria-label": `Remove ${move}${face === "-" ? "" : ` on ${face}`} from your solution`,
                onclick: () => this.setKey({ ...this.key, [face]: moves.filter(other => other !== move) }),
              },
              "×",
            ),
          ),
        ),
      ),
    )
  }

  /** Removes the verdict after a change of the problem. */
  private clearResult(): void {
    ++this.checks
    replaceChildren(this.result)
  }

  private get fen(): string {
    return this.current?.analysis.solved.fen ?? ""
  }

  private get record(): string {
    const { variant = "" } = this.current ?? {}
    const moves = Number(this.mateLength.value)
    return JSON.stringify({
      fen: this.fen,
      ...(!isDefaultGame(variant) && { variant }),
      ...(Object.keys(this.key).length > 0 && { key: this.key }),
      ...(moves > 1 && { moves }),
    })
  }

  private async check(): Promise<void> {
    const generation = ++this.checks
    this.button.disabled = true
    replaceChildren(this.result, h("p", { class: "hint" }, "Checking…"))
    document.documentElement.dataset.asking = "yes"
    const report = await check(this.record, { limit: 10 }).catch((error: unknown) =>
      error instanceof Refused ? error : null,
    )
    delete document.documentElement.dataset.asking
    this.button.disabled = this.current === null
    if (generation !== this.checks) return
    replaceChildren(
      this.result,
      ...(report === null
        ? [h("p", {}, NO_ANSWER)]
        : report instanceof Refused
          ? faultSentences(report).map(words => h("p", { class: "feedback bad" }, words))
          : reportElements(report)),
    )
  }

  // ---- pictures and versions ----

  private savePicture(): void {
    const link = h("a", {
      href: URL.createObjectURL(new Blob([pictureSource(this.hooks.currentScene())], { type: "image/svg+xml" })),
      download: "problem.svg",
    })
    link.click()
    URL.revokeObjectURL(link.href)
    this.showHint("Saved as problem.svg.")
  }

  private keepVersion(): void {
    if (!this.current) return this.showHint("Only a legal position can be kept.")
    const name = this.name.value.trim() || `Version ${this.storedVersions.value.length + 1}`
    const version = {
      name,
      variant: this.current.variant,
      fen: this.fen,
      key: this.key,
      moves: Number(this.mateLength.value),
    }
    this.storedVersions.change(versions => [...versions.filter(stored => stored.name !== name), version])
    this.name.value = ""
    this.renderVersions()
    this.showHint(`Kept as “${name}”.`)
  }

  private renderVersions(): void {
    replaceChildren(
      this.versions,
      ...this.storedVersions.value.map(version =>
        h(
          "li",
          {},
          h("button", { class: "link", onclick: () => this.load(version) }, version.name),
          " ",
          h(
            "button",
            {
              class: "quiet",
              "aria-label": `Delete ${version.name}`,
              onclick: () => {
                this.storedVersions.change(versions => versions.filter(({ name }) => name !== version.name))
                this.renderVersions()
              },
            },
            "×",
          ),
        ),
      ),
    )
  }

  private load(version: Version): void {
    this.mateLength.value = String(version.moves)
    this.setKey(version.key)
    this.hooks.load(version)
  }

  private showHint(words: string): void {
    this.hint.textContent = words
  }
}

/** Returns the report of a check in words. */
function reportElements({
  verdict,
  missing = {},
  extra = {},
  short = {},
  duals = {},
  duals_later = [],
  shorts_later = [],
  superfluous = [],
  notes = [],
}: Checked): HTMLElement[] {
  const byFace = (words: string, moves: Key): string[] =>
    Object.entries(moves).map(([face, moves]) => `${words}${face === "-" ? "" : ` on ${face}`}: ${moves.join(", ")}`)
  const lines = [
    ...byFace("Your move does not win", missing),
    ...byFace("Another move wins", extra),
    ...byFace("Mate in fewer moves", short),
    ...byFace("Duals", duals),
    ...duals_later.map(({ line, moves }) => `Later dual after ${line.join(" ")}: ${moves.join(", ")}`),
    ...shorts_later.map(({ line, moves }) => `Later win in fewer moves after ${line.join(" ")}: ${moves.join(", ")}`),
    ...(superfluous.length > 0
      ? [`${plural(superfluous.length, "superfluous piece")}: ${superfluous.join(", ")}`]
      : []),
    ...notes,
  ]
  const words = verdict === null ? "No verdict within ten seconds." : VERDICTS[verdict]
  return [
    h("p", { class: `feedback ${verdict === "sound" ? "good" : "bad"}` }, words),
    h("ul", {}, ...lines.map(line => h("li", {}, capitalized(line)))),
  ]
}
