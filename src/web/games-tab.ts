/** The tab "Games": step through a game and see its faults. */
import { type GameRecord, type PlyRecord, Refused, type Replayed, replay, scene, text } from "./api"
import { writeAddress } from "./address"
import type { Mark } from "./board"
import { type Desk, type Tab } from "./board-view"
import { announce, byId, h, plural, replace, wait } from "./dom"
import { allGames, gameOf } from "./games"
import { LuckCard } from "./luck-card"
import { checkMarks, lastMarks, usesDie } from "./moves"
import { empty, steps } from "./scene"
import { MoveSheet, numbers } from "./score-sheet"
import type { Theatre } from "./move-animation"

const isPly = (record: PlyRecord | GameRecord): record is PlyRecord => "ply" in record

export class Games implements Tab {
  readonly address = writeAddress({ tab: "games" })
  flipped = false
  private open = false
  private games: Replayed[] = []
  private game: Replayed | null = null
  private plies: PlyRecord[] = []
  private at = 0 // plies shown
  private running = false
  private loads = 0

  private readonly choice = h(
    "select",
    { id: "published" },
    ...allGames()
      .flatMap(({ scores }) => scores)
      .map(({ file, title }) => h("option", { value: file }, title)),
  )
  private readonly source = h("textarea", {
    id: "game-text",
    rows: "4",
    spellcheck: "false",
    placeholder: "Moves with their rolls, or PGN",
  })
  private readonly which = h("select", {
    id: "which-game",
    onchange: () => this.pick(Number(this.which.value)),
  })
  private readonly summary = h("p", { id: "game-summary", role: "status" })
  private readonly faults = h("ul", { class: "faults", id: "game-faults" })
  private readonly sheet = new MoveSheet("plies", (ply) => this.go(ply))
  private readonly luck = new LuckCard("luck", (ply) => this.go(ply, false))
  private readonly message = h("p", { id: "ply-message", class: "happened", role: "status" })
  private readonly auto = h("button", { type: "button", id: "run", onclick: () => void this.run() }, "▶ Play")
  readonly bar = [
    this.message,
    h(
      "button",
      { type: "button", id: "first-ply", "aria-label": "To the start", onclick: () => this.go(0) },
      "«",
    ),
    h(
      "button",
      { type: "button", id: "previous-ply", "aria-label": "Back", onclick: () => this.go(this.at - 1) },
      "◀",
    ),
    h(
      "button",
      { type: "button", id: "next-ply", class: "primary", onclick: () => this.go(this.at + 1) },
      "Next ▶",
    ),
    h(
      "button",
      {
        type: "button",
        id: "last-ply",
        "aria-label": "To the end",
        onclick: () => this.go(this.plies.length),
      },
      "»",
    ),
    this.auto,
  ]

  constructor(
    private readonly desk: Desk,
    private readonly theatre: Theatre,
    private readonly toPlay: (fen: string, variant: string, roll: number | null) => void,
  ) {
    replace(
      byId("panel-games"),
      h(
        "section",
        { class: "card" },
        h("h2", {}, "The game"),
        h("label", { for: "which-game", class: "sr" }, "Game"),
        this.which,
        this.summary,
        this.faults,
        this.sheet.element,
        this.luck.element,
        h(
          "button",
          {
            type: "button",
            id: "game-to-play",
            class: "quiet",
            onclick: () => this.game && this.toPlay(this.fen, this.game.variant, null),
          },
          "Open this position in Play",
        ),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Load a game"),
        h(
          "div",
          { class: "row", hidden: this.choice.options.length === 0 },
          h("label", { for: "published", class: "sr" }, "Published games"),
          this.choice,
          h("button", { type: "button", id: "load-published", onclick: () => void this.published() }, "Load"),
        ),
        h("label", { for: "game-text" }, "Or paste a game"),
        this.source,
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", id: "load-pasted", onclick: () => void this.load(this.source.value) },
            "Load this game",
          ),
        ),
      ),
    )
    document.addEventListener("keydown", (event) => this.key(event))
  }

  enter(): void {
    this.open = true
    if (this.game) this.go(this.at, false)
    else if (this.choice.options.length > 0) void this.published()
    else this.clear("Paste a game to replay it.")
  }

  leave(): void {
    this.open = this.running = false
    this.desk.board.mark([])
    this.theatre.offer(null)
  }

  private get fen(): string {
    return (this.at === 0 ? this.game?.start : this.plies[this.at - 1]?.fen) ?? ""
  }

  private published(): Promise<void> {
    return this.load(text(this.choice.value))
  }

  private async load(loading: string | Promise<string>): Promise<void> {
    const mine = ++this.loads
    document.documentElement.dataset.asking = "yes"
    this.running = false
    try {
      const source = await loading
      const games = await replay(source)
      if (mine !== this.loads) return // another one was asked for meanwhile
      this.luck.load(source)
      this.games = games
      replace(this.which, ...games.map((_, at) => h("option", { value: at }, `Game ${at + 1}`)))
      this.which.hidden = games.length < 2
      if (games.length > 0) this.pick(0)
      else this.clear("This text contains no game.")
    } catch (error) {
      if (mine === this.loads)
        this.clear(error instanceof Refused ? error.message : "The server does not answer.")
    } finally {
      if (mine === this.loads) delete document.documentElement.dataset.asking
    }
  }

  private clear(words: string): void {
    this.game = null
    this.plies = []
    this.luck.pick(null)
    this.summary.textContent = words
    replace(this.faults)
    this.sheet.show([])
    this.message.textContent = ""
    this.desk.faces(null)
    this.desk.legend("")
    this.desk.status("No game")
  }

  private pick(at: number): void {
    const game = this.games[at]
    if (!game) return
    this.game = game
    this.luck.pick(at)
    this.plies = game.records.filter(isPly)
    const end = game.records.find((record): record is GameRecord => !isPly(record))
    const refused = end?.error
    this.summary.textContent = refused
      ? `This game cannot be replayed: ${refused.message}`
      : `${plural(this.plies.length, "ply", "plies")}, result ${end?.result}, ${end?.faults ? plural(end.faults, "fault") : "no fault"}.`
    const places = numbers(this.plies.map(({ turn }) => ({ by: turn })))
    const told = this.plies.flatMap((ply, place) =>
      ply.fault
        ? [ply.fault, ...(ply.fault.more ?? [])].map((fault) => ({
            ply: ply.ply,
            place: places[place],
            fault,
          }))
        : [],
    )
    replace(
      this.faults,
      ...told.map(({ ply, place, fault }) =>
        h(
          "li",
          {},
          h("button", { type: "button", class: "link", onclick: () => this.go(ply) }, `Move ${place}`),
          ` ${fault.message}`,
        ),
      ),
      ...(end?.fault
        ? [end.fault, ...(end.fault.more ?? [])].map((fault) => h("li", {}, fault.message))
        : []),
    )
    this.sheet.show(
      this.plies.map((ply) => ({
        text: this.written(ply),
        by: ply.turn,
        ...(ply.fault && { fault: ply.fault.message }),
      })),
    )
    this.go(0, false)
    announce(`Loaded. ${this.summary.textContent}`)
  }

  private written(ply: PlyRecord): string {
    return `${ply.roll === null ? (gameOf(this.game?.variant).die === null ? "" : "(-) ") : `(${ply.roll}) `}${ply.move}`
  }

  /** Shows the position after so many plies; the next one with its cascade. */
  private go(to: number, animated = true): void {
    if (!this.game || !this.open || to < 0 || to > this.plies.length) return
    if (to !== this.at + 1 || !animated) this.running = false
    void this.shown(to, animated && to === this.at + 1)
  }

  private async shown(to: number, animated: boolean): Promise<void> {
    const before = this.fen
    const ply = this.plies[to - 1]
    this.at = to
    this.tell(ply)
    this.desk.board.mark([])
    const { game } = this
    if (!game) return
    const overtaken = (): boolean => this.at !== to || this.game !== game || !this.open
    const played = ply && ply.fen !== before ? ply : null
    if (animated && played) {
      const move = {
        move: played.move,
        fen: played.fen,
        check: played.move.endsWith("+"),
        mate: played.move.endsWith("#"),
      }
      if (
        !(await this.desk.animate(
          before,
          game.variant,
          move,
          played.fault ? `Fault: ${played.fault.message}. ` : "",
        ))
      )
        return
    }
    if (overtaken()) return
    const start = this.plies[to - 2]?.fen ?? game.start
    this.theatre.offer(
      ply && start !== null && start !== ply.fen
        ? { fen: start, variant: game.variant, move: ply.move }
        : null,
    )
    const [last, check] = await Promise.all([
      ply && start !== null && start !== ply.fen ? this.lastMoved(start, game.variant, ply.move) : [],
      this.look(game, to, overtaken),
    ])
    if (!overtaken()) this.desk.board.mark([...check, ...last])
  }

  /** Shows the position and what its faces can do; gives the marks of a check. */
  private async look(game: Replayed, to: number, overtaken: () => boolean): Promise<Mark[]> {
    const found = game.start === null ? null : await this.desk.analyse(this.fen, game.variant)
    if (overtaken() || (!found && game.start !== null)) return []
    const known = found && !(found instanceof Refused) ? found.solved : null
    if (game.start === null || known) await this.desk.show(known?.scene ?? empty(gameOf(game.variant).scene))
    const next = this.plies[to]
    const result = game.records.find((record): record is GameRecord => !isPly(record))?.result ?? ""
    const turn = known?.turn ?? next?.turn
    this.desk.status(
      to === this.plies.length
        ? `End of the game: ${result}`
        : `${turn === "black" ? "Black" : "White"} to move`,
      turn,
    )
    const { die } = gameOf(game.variant)
    this.desk.faces(
      known && {
        solved: known,
        die: die !== null,
        over: known.outcome !== null,
        mates: true,
        toggles: false,
        look: (face) => ({ rolled: next?.roll === face }),
        press: null,
      },
    )
    this.desk.legend(
      known && usesDie(known.faces) && next && next.roll !== null ? `The next roll is ${next.roll}.` : "",
    )
    return known ? checkMarks(known) : []
  }

  /** Where the last move went. */
  private async lastMoved(fen: string, variant: string, move: string): Promise<Mark[]> {
    const before = await scene({ fen, variant, move }).catch(() => null)
    return before ? lastMarks(steps(before)) : []
  }

  private tell(ply: PlyRecord | undefined): void {
    this.message.textContent = !ply
      ? "Start of the game"
      : `${this.written(ply)}${ply.fault ? `: ${[ply.fault, ...(ply.fault.more ?? [])].map((fault) => fault.message).join("; ")}` : ""}`
    this.message.classList.toggle("bad", !!ply?.fault)
    this.sheet.at(this.at)
  }

  private async run(): Promise<void> {
    if (this.running) {
      this.running = false
    } else {
      this.running = true
      this.auto.textContent = "Pause"
      while (this.running && this.at < this.plies.length) {
        await this.shown(this.at + 1, true)
        await wait(500)
      }
      this.running = false
    }
    this.auto.textContent = "▶ Play"
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement
    if (
      !this.open ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.getAttribute("role") === "tab"
    )
      return
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.plies.length }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.go(to)
  }
}
