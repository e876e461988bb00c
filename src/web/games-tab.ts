/** The tab "Games": steps through a game and lists its faults. */
import { type GameRecord, NO_ANSWER, type PlyRecord, Refused, type Replayed, replay, scene, fetchText } from "./api"
import { writeAddress } from "./address"
import type { Mark } from "./board"
import { type BoardView, type Tab } from "./board-view"
import { announce, byId, h, plural, replaceChildren, wait } from "./dom"
import { allGames, gameOf } from "./games"
import { LuckCard } from "./luck-card"
import { checkMarks, lastMarks, usesDie } from "./moves"
import { emptyScene, moveInWords, moveSteps } from "./scene"
import { type MoveRating, ScoreSheet, moveNumbers } from "./score-sheet"
import type { MoveAnimation } from "./move-animation"

const isPly = (record: PlyRecord | GameRecord): record is PlyRecord => "ply" in record

export class GamesTab implements Tab {
  readonly address = writeAddress({ tab: "games" })
  flipped = false
  private isOpen = false
  private games: Replayed[] = []
  private game: Replayed | null = null
  private plies: PlyRecord[] = []
  private ply = 0 // number of plies before the position shown
  private running = false
  private loadCount = 0

  private readonly publishedSelect = h(
    "select",
    { id: "published" },
    ...allGames()
      .flatMap(({ scores }) => scores)
      .map(({ file, title }) => h("option", { value: file }, title)),
  )
  private readonly gameText = h("textarea", {
    id: "game-text",
    rows: "4",
    spellcheck: "false",
    placeholder: "Moves with their rolls, or PGN",
  })
  private readonly gameSelect = h("select", {
    id: "which-game",
    onchange: () => this.selectGame(Number(this.gameSelect.value)),
  })
  private readonly summary = h("p", { id: "game-summary", role: "status" })
  private readonly faults = h("ul", { class: "faults", id: "game-faults" })
  private readonly sheet = new ScoreSheet("plies", ply => this.goTo(ply))
  private readonly luck = new LuckCard(
    "luck",
    ply => this.goTo(ply, false),
    ratings => this.showSheet(ratings),
  )
  private readonly message = h("p", { id: "ply-message", class: "happened", role: "status" })
  private readonly autoButton = h("button", { id: "run", onclick: () => void this.autoPlay() }, "▶ Play")
  readonly bar = [
    this.message,
    h("button", { id: "first-ply", "aria-label": "To the start", onclick: () => this.goTo(0) }, "«"),
    h("button", { id: "previous-ply", "aria-label": "Back", onclick: () => this.goTo(this.ply - 1) }, "◀"),
    h("button", { id: "next-ply", class: "primary", onclick: () => this.goTo(this.ply + 1) }, "Next ▶"),
    h("button", { id: "last-ply", "aria-label": "To the end", onclick: () => this.goTo(this.plies.length) }, "»"),
    this.autoButton,
  ]

  constructor(
    private readonly boardView: BoardView,
    private readonly moveAnimation: MoveAnimation,
    private readonly toPlay: (fen: string, variant: string, roll: number | null) => void,
  ) {
    replaceChildren(
      byId("panel-games"),
      h(
        "section",
        { class: "card" },
        h("h2", {}, "The game"),
        h("label", { for: "which-game", class: "sr" }, "Game"),
        this.gameSelect,
        this.summary,
        this.faults,
        this.sheet.element,
        this.luck.element,
        h(
          "button",
          {
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
          { class: "row", hidden: this.publishedSelect.options.length === 0 },
          h("label", { for: "published", class: "sr" }, "Published games"),
          this.publishedSelect,
          h("button", { id: "load-published", onclick: () => void this.loadPublished() }, "Load"),
        ),
        h("label", { for: "game-text" }, "Or paste a game"),
        this.gameText,
        h(
          "div",
          { class: "row" },
          h("button", { id: "load-pasted", onclick: () => void this.load(this.gameText.value) }, "Load this game"),
        ),
      ),
    )
    document.addEventListener("keydown", event => this.onKey(event))
  }

  enter(): void {
    this.isOpen = true
    if (this.game) this.goTo(this.ply, false)
    else if (this.publishedSelect.options.length > 0) void this.loadPublished()
    else this.showNoGame("Paste a game to replay it.")
  }

  leave(): void {
    this.isOpen = this.running = false
    this.boardView.board.setMarks([])
    this.moveAnimation.offer(null)
  }

  private get fen(): string {
    return (this.ply === 0 ? this.game?.start : this.plies[this.ply - 1]?.fen) ?? ""
  }

  private loadPublished(): Promise<void> {
    return this.load(fetchText(this.publishedSelect.value))
  }

  private async load(loading: string | Promise<string>): Promise<void> {
    const generation = ++this.loadCount
    document.documentElement.dataset.asking = "yes"
    this.running = false
    try {
      const source = await loading
      const games = await replay(source)
      if (generation !== this.loadCount) return // another game has been loaded meanwhile
      this.luck.load(source)
      this.games = games
      replaceChildren(this.gameSelect, ...games.map((_, index) => h("option", { value: index }, `Game ${index + 1}`)))
      this.gameSelect.hidden = games.length < 2
      if (games.length > 0) this.selectGame(0)
      else this.showNoGame("This text contains no game.")
    } catch (error) {
      if (generation === this.loadCount) this.showNoGame(error instanceof Refused ? error.message : NO_ANSWER)
    } finally {
      if (generation === this.loadCount) delete document.documentElement.dataset.asking
    }
  }

  private showNoGame(words: string): void {
    this.game = null
    this.plies = []
    this.luck.selectGame(null)
    this.summary.textContent = words
    replaceChildren(this.faults)
    this.sheet.show([])
    this.message.textContent = ""
    this.boardView.showFaces(null)
    this.boardView.setLegend("")
    this.boardView.setStatus("No game")
  }

  private selectGame(index: number): void {
    const game = this.games[index]
    if (!game) return
    this.game = game
    this.luck.selectGame(index)
    this.plies = game.records.filter(isPly)
    const end = game.records.find((record): record is GameRecord => !isPly(record))
    const refused = end?.error
    this.summary.textContent = refused
      ? `This game cannot be replayed: ${refused.message}`
      : `${plural(this.plies.length, "ply", "plies")}, result ${end?.result}, ${end?.faults ? plural(end.faults, "fault") : "no fault"}.`
    const allNumbers = moveNumbers(this.plies.map(({ turn }) => ({ by: turn })))
    const faultyPlies = this.plies.flatMap((ply, index) =>
      ply.fault
        ? [ply.fault, ...(ply.fault.more ?? [])].map(fault => ({ ply: ply.ply, moveNumber: allNumbers[index], fault }))
        : [],
    )
    replaceChildren(
      this.faults,
      ...faultyPlies.map(({ ply, moveNumber, fault }) =>
        h(
          "li",
          {},
          h("button", { class: "link", onclick: () => this.goTo(ply) }, `Move ${moveNumber}`),
          ` ${fault.message}`,
        ),
      ),
      ...(end?.fault ? [end.fault, ...(end.fault.more ?? [])].map(fault => h("li", {}, fault.message)) : []),
    )
    this.showSheet()
    this.goTo(0, false)
    announce(`Loaded. ${this.summary.textContent}`)
  }

  private showSheet(ratings: (MoveRating | null)[] = []): void {
    this.sheet.show(
      this.plies.map((ply, index) => ({
        text: this.moveText(ply),
        by: ply.turn,
        rating: ratings[index] ?? null,
        ...(ply.fault && { fault: ply.fault.message }),
      })),
    )
    this.sheet.markCurrent(this.ply)
  }

  private moveText(ply: PlyRecord): string {
    return `${ply.roll === null ? (gameOf(this.game?.variant).die === null ? "" : "(-) ") : `(${ply.roll}) `}${ply.move}`
  }

  /** Shows the position after `to` plies; the next ply is animated. */
  private goTo(to: number, animated = true): void {
    if (!this.game || !this.isOpen || to < 0 || to > this.plies.length) return
    if (to !== this.ply + 1 || !animated) this.running = false
    void this.showPly(to, animated && to === this.ply + 1)
  }

  private async showPly(to: number, animated: boolean): Promise<void> {
    const before = this.fen
    const ply = this.plies[to - 1]
    this.ply = to
    this.sheet.markCurrent(to)
    this.boardView.board.setMarks([])
    const { game } = this
    if (!game) return
    const isStale = (): boolean => this.ply !== to || this.game !== game || !this.isOpen
    const start = this.plies[to - 2]?.fen ?? game.start
    const moved =
      ply && start !== null && start !== ply.fen ? { fen: start, variant: game.variant, move: ply.move } : null
    const picture = moved && (await scene(moved).catch(() => null))
    if (isStale()) return
    this.showMessage(ply, picture ? moveInWords(picture) : "")
    const played = ply && ply.fen !== before ? ply : null
    if (animated && played) {
      const move = {
        move: played.move,
        fen: played.fen,
        check: played.move.endsWith("+"),
        mate: played.move.endsWith("#"),
      }
      if (
        !(await this.boardView.animate(
          before,
          game.variant,
          move,
          played.fault ? `Fault: ${played.fault.message}. ` : "",
        ))
      )
        return
    }
    if (isStale()) return
    this.moveAnimation.offer(moved)
    const check = await this.showPosition(game, to, isStale)
    if (!isStale()) this.boardView.board.setMarks([...check, ...(picture ? lastMarks(moveSteps(picture)) : [])])
  }

  /** Shows the position and its faces; returns the marks of a check. */
  private async showPosition(game: Replayed, to: number, isStale: () => boolean): Promise<Mark[]> {
    const analysis = game.start === null ? null : await this.boardView.analyse(this.fen, game.variant)
    if (isStale() || (!analysis && game.start !== null)) return []
    const solved = analysis && !(analysis instanceof Refused) ? analysis.solved : null
    if (game.start === null || solved)
      await this.boardView.show(solved?.scene ?? emptyScene(gameOf(game.variant).scene))
    const next = this.plies[to]
    const result = game.records.find((record): record is GameRecord => !isPly(record))?.result ?? ""
    const turn = solved?.turn ?? next?.turn
    this.boardView.setStatus(
      to === this.plies.length ? `End of the game: ${result}` : `${turn === "black" ? "Black" : "White"} to move`,
      turn,
    )
    const { die } = gameOf(game.variant)
    this.boardView.showFaces(
      solved && {
        solved,
        hasDie: die !== null,
        choosesMove: solved.outcome === null,
        showMates: true,
        toggles: false,
        stateOf: face => ({ rolled: next?.roll === face }),
        press: null,
      },
    )
    this.boardView.setLegend(
      solved && usesDie(solved.faces) && next && next.roll !== null ? `The next roll is ${next.roll}.` : "",
    )
    return solved ? checkMarks(solved) : []
  }

  private showMessage(ply: PlyRecord | undefined, words: string): void {
    const faults = ply?.fault ? [ply.fault, ...(ply.fault.more ?? [])].map(fault => fault.message) : []
    const move = ply && (words ? `${ply.roll === null ? "" : `Rolled ${ply.roll}. `}${words}` : this.moveText(ply))
    this.message.textContent = move ? `${[move, faults.join("; ")].filter(Boolean).join(": ")}.` : "Start of the game"
    this.message.classList.toggle("bad", faults.length > 0)
  }

  private async autoPlay(): Promise<void> {
    if (this.running) {
      this.running = false
    } else {
      this.running = true
      this.autoButton.textContent = "Pause"
      while (this.running && this.ply < this.plies.length) {
        await this.showPly(this.ply + 1, true)
        await wait(500)
      }
      this.running = false
    }
    this.autoButton.textContent = "▶ Play"
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement
    if (
      !this.isOpen ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.getAttribute("role") === "tab"
    )
      return
    const to = { ArrowRight: this.ply + 1, ArrowLeft: this.ply - 1, Home: 0, End: this.plies.length }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.goTo(to)
  }
}
