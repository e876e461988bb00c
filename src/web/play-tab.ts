/** The tab "Play": a game against the computer or between two people on one board. */
import { writeAddress } from "./address"
import {
  type Analysis,
  faultSentences,
  type Game,
  type MoveRecord,
  NO_ANSWER,
  type Puzzle,
  Refused,
  reply,
  rollFromSeed,
} from "./api"
import type { Mark } from "./board"
import { chooseMove } from "./move-choice"
import { type BoardView, type Tab } from "./board-view"
import { rollDie } from "./die"
import { DieBar } from "./die-bar"
import { announce, byId, h, plural, replaceChildren, wait } from "./dom"
import { GameOverCard } from "./game-over-card"
import { EndgameCard } from "./endgame-card"
import { ExpectedScore } from "./expected-score"
import { type GameEntry, PlayedGame } from "./played-game"
import { GameCard } from "./game-card"
import { storeTables } from "./exported-site"
import { gameOf, isDefaultGame } from "./games"
import { WelcomeCard } from "./welcome-card"
import {
  checkMarks,
  faceTarget,
  firstFaceHint,
  moveMarks,
  ROLL_FIRST,
  usesDie,
  whyNotOnRoll,
  whyNotPlayable,
} from "./moves"
import { MovesCard } from "./moves-card"
import { NewGameDialog } from "./new-game-dialog"
import { OddsTable } from "./mate-odds"
import { chosenOpponent, lastNewGameChoice, makeOpponent, type Opponent, opposite, sideName } from "./opponent"
import { TimeLine } from "./time-line"
import { emptyScene, fileName, type Scene } from "./scene"
import { onSetting, settingBox, settings } from "./settings"
import { isBoolean, writeStored, readStored } from "./local-storage"
import type { MoveAnimation } from "./move-animation"
import { parseTypedMove } from "./typed-move"

const REPLY_DELAY = 400 // least time of a computer reply, in milliseconds, so that its move can be followed

export class PlayTab implements Tab {
  scene: Scene // the current or last scene on the board
  flipped = readStored("flipped", false, isBoolean)
  private readonly played = new PlayedGame({
    variant: gameOf().name,
    fen: gameOf().start,
    opponent: chosenOpponent(lastNewGameChoice()),
  })
  game: Game = gameOf(this.played.variant)
  private analysis: Analysis | null = null
  private shownFace: number | null = null // the face whose moves are shown
  private isOpen = false
  private busy = false
  private pendingReply: AbortController | null = null // aborts the computer's reply

  private readonly dieBar = new DieBar(
    () => void this.roll(),
    face => this.ownRoll(face),
  )
  private readonly undoButton = h(
    "button",
    { id: "undo", title: "Take back the last move (Ctrl+Z)", "aria-label": "Undo", onclick: () => this.undo() },
    "↶",
  )
  private readonly redoButton = h(
    "button",
    { id: "redo", title: "Replay the move (Ctrl+Y)", "aria-label": "Redo", onclick: () => this.redo() },
    "↷",
  )
  private readonly expectedScore = new ExpectedScore()

  private readonly movesCard = new MovesCard({
    play: record => this.tryMove(record),
    preview: record =>
      void this.boardView.preview(record && { fen: this.fen, variant: this.game.name, move: record.uci }),
    playTyped: text => this.typedMove(text),
  })
  private readonly oddsTable = new OddsTable()
  private readonly endgameCard = new EndgameCard()
  private readonly timeLine = new TimeLine(record => this.tryMove(record))
  private readonly gameCard = new GameCard(this.played, {
    goTo: ply => this.goTo(ply),
    previewPly: ply => this.previewPly(ply),
    openNewGame: () => this.newGameDialog.open(this.game.name),
    resignButton: () => this.resign(),
    restoreEarlier: () => {
      this.played.restoreEarlier()
      this.changeGame()
    },
  })
  private readonly newGameDialog = new NewGameDialog((variant, opponent) => this.startGame(variant, opponent))
  private readonly gameOverCard = new GameOverCard(this.played, {
    goTo: ply => this.goTo(ply),
    rate: (game, ratings) => this.gameCard.rate(game, ratings),
    gameText: () => this.gameCard.text,
    rematch: () => this.rematch(),
    openPuzzles: puzzles => this.openPuzzles(puzzles),
  })
  readonly bar = [
    this.expectedScore.element,
    ...this.dieBar.elements,
    this.gameOverCard.rematch,
    this.undoButton,
    this.redoButton,
  ]
  private readonly welcomeCard = new WelcomeCard({
    openNewGame: () => this.newGameDialog.open(this.game.name, true),
    openLesson: () => this.openLesson(this.game.name),
    openDaily: () => this.openDaily(),
    onClose: () => this.focusNext(),
  })

  constructor(
    private readonly boardView: BoardView,
    private readonly moveAnimation: MoveAnimation,
    private readonly onAddressChange: () => void,
    private readonly openDaily: () => void,
    private readonly openLesson: (game: string) => void,
    private readonly openPuzzles: (puzzles: Puzzle[]) => void,
  ) {
    this.scene = emptyScene(this.game.scene)
    replaceChildren(
      byId("panel-play"),
      this.gameOverCard.element,
      this.gameCard.element,
      this.movesCard.element,
      this.timeLine.element,
      this.oddsTable.element,
      this.endgameCard.element,
      h(
        "section",
        { class: "card stacked" },
        h("h2", {}, "How you play"),
        settingBox("hints", "hints", "Hints: mates, chances and checks"),
        settingBox("expected", "expected", "Expected score beside the board"),
        this.dieBar.options,
      ),
    )
    this.showGame()
    onSetting(() => this.isOpen && this.render())
    addEventListener("keydown", event => this.onKey(event))
  }

  get fen(): string {
    return this.played.entry.fen
  }

  get address(): string {
    const { roll } = this.played.entry
    return writeAddress({
      tab: "play",
      fen: this.fen,
      ...(roll !== null && { roll }),
      ...(!isDefaultGame(this.game.name) && { variant: this.game.name }),
    })
  }

  private get turn(): "white" | "black" {
    return this.analysis?.solved.turn ?? this.scene.turn
  }

  private get faceRows() {
    return this.analysis?.solved.faces ?? []
  }

  /** The target of a face, such as "the e-file". */
  private faceTarget(face: number | null): string | null | undefined {
    return this.analysis && faceTarget(this.analysis.solved, face)
  }

  /** True if a die is rolled in this position. */
  private get usesDie(): boolean {
    return usesDie(this.faceRows)
  }

  /** True if the die must be rolled before a move. */
  private get mustRoll(): boolean {
    return this.usesDie && this.played.entry.roll === null && (!settings.unrolled || this.played.opponent !== null)
  }

  /** True if the computer is to move. */
  private get isOpponentsTurn(): boolean {
    return this.played.opponent?.side === this.turn
  }

  /** Starts from a position; the previous game can be restored. */
  load(fen: string, variant: string, roll: number | null = null): void {
    this.played.begin(fen, gameOf(variant).name, roll)
    this.changeGame()
  }

  /** Starts a new game; two people play if `opponent` is null. */
  private startGame(variant: string, opponent: Opponent | null): void {
    if (opponent) this.boardView.setFlipped((this.flipped = opponent.side === "white"))
    storeTables(variant)
    this.welcomeCard.dismiss()
    this.played.begin(gameOf(variant).start, variant, null, opponent)
    this.changeGame()
    this.focusNext()
  }

  /** Starts the game again with the sides exchanged. */
  private rematch(): void {
    const { opponent: last, variant } = this.played
    this.startGame(variant, last && makeOpponent(last.level, last.side))
  }

  private resign(): void {
    const side = this.played.opponent ? opposite(this.played.opponent.side) : this.turn
    this.cancelReply()
    this.played.resign(side)
    announce(`${sideName(side)} resigns.`)
    this.showEntry()
  }

  private changeGame(): void {
    const { variant } = this.played
    if (variant !== this.game.name) {
      this.game = gameOf(variant)
      this.scene = emptyScene(this.game.scene)
      this.showGame()
    }
    this.gameCard.showGame(this.game)
    this.showEntry()
  }

  private showGame(): void {
    this.gameCard.showGame(this.game)
    this.dieBar.setFaces(this.game.die)
  }

  enter(): void {
    this.isOpen = true
    void this.refresh()
  }

  leave(): void {
    this.isOpen = false
    this.welcomeCard.hide()
    this.cancelReply()
    this.boardView.board.setInput(null)
    this.boardView.board.setMarks([])
    this.moveAnimation.offer(null)
    writeStored("flipped", this.flipped)
  }

  /** Takes back a resignation, or else the last move, together with the computer's reply to it. */
  undo(): void {
    if (this.played.resigned) {
      this.played.resign(null)
      announce("Resignation taken back.")
      return this.showEntry()
    }
    const to = this.nextTurnIndex(-1)
    if (to !== null) this.goTo(to, "Move taken back.")
  }

  redo(): void {
    const to = this.nextTurnIndex(1)
    if (to !== null) this.goTo(to, `${this.played.history[to]?.move} again.`)
  }

  /**
   * The next index of the history, backwards (-1) or forwards (1), at which the user is to move or the game has ended;
   * null if there is none.
   */
  private nextTurnIndex(step: -1 | 1): number | null {
    const { index, history, opponent } = this.played
    for (let to = index + step; to >= 0 && to < history.length; to += step) {
      const turn = history[to + 1]?.by ?? opposite(history[to]?.by ?? "black")
      if (!opponent || turn !== opponent.side || (step === 1 && to === history.length - 1)) return to
    }
    return null
  }

  private goTo(index: number, words = ""): void {
    if (!this.isOpen || index < 0 || index >= this.played.history.length || index === this.played.index) return
    this.played.go(index)
    announce(words || (this.played.entry.move ?? "Start of the game"))
    this.showEntry(true)
  }

  private showEntry(animated = false): void {
    this.cancelReply()
    this.busy = false
    this.shownFace = null
    this.onAddressChange()
    void this.refresh(animated)
  }

  private async refresh(animated = false): Promise<void> {
    if (!this.isOpen) return
    this.boardView.board.setInput(null)
    const { entry, history, opponent } = this.played
    this.welcomeCard.show(this.game, history.length === 1 && entry.fen === this.game.start)
    this.dieBar.setOpponent(opponent !== null)
    const analysis = await this.boardView.analyse(entry.fen, this.game.name)
    if (!analysis || !this.isOpen) return
    this.analysis = analysis instanceof Refused ? null : analysis
    if (analysis instanceof Refused) return this.showRefused(analysis)
    this.scene = analysis.solved.scene
    if (settings.turnBoard) this.boardView.setFlipped((this.flipped = this.turn === "black"))
    void this.boardView.show(this.scene, animated)
    // Clears a roll that is not possible in this position, such as one from an address.
    if (entry.roll !== null && !analysis.solved.faces.some(({ face }) => face === entry.roll)) {
      this.played.changeEntry({ roll: null })
      this.onAddressChange()
    }
    const before = this.played.history[this.played.index - 1]
    this.moveAnimation.offer(
      before && entry.uci !== null ? { fen: before.fen, variant: this.game.name, move: entry.uci } : null,
    )
    this.render()
    if (!this.played.isNewest || this.isOver()) return
    const rollsItself = this.played.opponent ? settings.autoRollComputer : settings.autoRoll
    if (this.isOpponentsTurn) await this.reply()
    // The reply is still being read out, so the roll is announced behind it.
    else if (rollsItself && this.usesDie && entry.roll === null) await this.roll(byId("live").textContent ?? "")
  }

  private showRefused(reason: Refused): void {
    const unanswered = reason.code === "no_answer"
    if (!unanswered) this.scene = reason.scene ?? emptyScene(this.game.scene)
    // If the server does not answer, the last position stays on the board; an empty scene replaces another game.
    if (!unanswered || this.scene.cells.every(stack => stack.length === 0)) void this.boardView.show(this.scene)
    this.boardView.setStatus(unanswered ? "No answer" : "Position incomplete")
    this.boardView.showFaces(null)
    this.boardView.setLegend("")
    this.oddsTable.element.hidden = true
    this.endgameCard.show(null)
    this.boardView.board.setMarks([])
    this.movesCard.clear()
    this.expectedScore.show(null)
    this.gameOverCard.show(null)
    this.dieBar.show(null, false, false, true)
    this.dieBar.showMessage(`${faultSentences(reason)[0]}${unanswered ? "" : " Fix it under “Set up”."}`)
    this.renderScore()
  }

  private isOver(): boolean {
    return (
      this.played.resigned !== null ||
      (!!this.analysis && (this.analysis.solved.outcome !== null || this.analysis.moves.length === 0))
    )
  }

  /** The result in words: "Checkmate. White wins." */
  private resultText(): string {
    const { opponent, resigned } = this.played
    if (resigned)
      return `${opponent ? "You resigned." : `${sideName(resigned)} resigns.`} ${sideName(opposite(resigned))} wins.`
    return `${this.endingText().replace(": ", ". ")}.`.replace(/\. draw\.$/, ". Draw.")
  }

  /** The result as in a game score: "1-0", "0-1", "1/2-1/2" or "*". */
  private get resultToken(): string {
    const { resigned } = this.played
    const won = resigned ? opposite(resigned) : this.analysis?.solved.outcome
    return !this.isOver() || !won ? "*" : won === "white" ? "1-0" : won === "black" ? "0-1" : "1/2-1/2"
  }

  /** How the game has ended, in words. */
  private endingText(): string {
    if (this.played.resigned) return `${sideName(this.played.resigned)} has resigned`
    const { check, outcome } = this.analysis!.solved
    const stuck = this.analysis?.moves.length === 0
    if (outcome === "draw") return stuck && !check ? "Stalemate: draw" : "Draw"
    if (outcome === null) return "No legal move"
    return `${stuck && check ? "Checkmate: " : ""}${outcome === "white" ? "White" : "Black"} wins`
  }

  /** The moves that may be played now. */
  private allowedMoves(): MoveRecord[] {
    const moves = this.analysis?.moves ?? []
    const { roll } = this.played.entry
    if (this.mustRoll || this.isOpponentsTurn || this.played.resigned) return []
    return roll === null || !this.usesDie ? moves : moves.filter(record => record.faces?.includes(roll))
  }

  private render(): void {
    const { analysis } = this
    if (!analysis) return
    const { roll } = this.played.entry
    const { solved } = analysis
    const side = this.turn === "white" ? "White" : "Black"
    const game = isDefaultGame(this.game.name) ? "" : ` (${this.game.title})`
    this.boardView.setStatus(
      this.isOver() ? this.endingText() : `${side} to move${solved.check ? ", in check" : ""}${game}`,
      this.isOver() ? undefined : this.turn,
    )
    this.boardView.showFaces({
      solved,
      hasDie: this.game.die !== null,
      choosesMove: !this.isOver(),
      showMates: settings.hints,
      toggles: false,
      stateOf: face => ({ pressed: (this.shownFace ?? roll) === face, rolled: roll === face }),
      press: face => this.toggleFace(face),
    })
    this.boardView.setLegend(
      this.usesDie
        ? `${firstFaceHint(solved, this.turn, fileName(this.game.board[0] - 1))} Each face shows its number of moves; select one to see them.`
        : "",
    )
    this.renderDie()
    this.renderMoves()
    this.oddsTable.element.hidden = !settings.hints
    if (settings.hints) this.oddsTable.show(analysis, roll)
    this.endgameCard.show(settings.hints ? analysis : null)
    void this.timeLine.show(this.fen, this.game, this.scene, analysis.moves)
    this.expectedScore.show(
      settings.expected
        ? {
            fen: this.fen,
            variant: this.game.name,
            turn: this.turn,
            outcome:
              this.isOver() && this.resultToken !== "*"
                ? this.resultToken === "1-0"
                  ? "white"
                  : this.resultToken === "0-1"
                    ? "black"
                    : "draw"
                : null,
          }
        : null,
    )
    this.renderScore()
    this.gameOverCard.show(this.isOver() ? this.resultText() : null)
  }

  private renderDie(): void {
    const { roll } = this.played.entry
    this.dieBar.show(
      roll,
      this.usesDie && roll === null && !this.isOver() && !this.isOpponentsTurn,
      !this.played.opponent,
      this.isOver(),
    )
    const row = this.faceRows.find(faceRow => faceRow.face === roll)
    const target = this.faceTarget(roll),
      die = this.analysis?.solved.words.die
    const { move, by, words } = this.played.entry
    const lastMoveWords = move ? `${words || `${sideName(by)} played ${move}`}. ` : ""
    const reply = this.played.opponent ? lastMoveWords : ""
    this.dieBar.showMessage(
      this.isOver()
        ? this.resultText()
        : this.isOpponentsTurn
          ? `${lastMoveWords}${sideName(this.turn)}, the computer, ${this.played.isNewest ? "is thinking…" : "moved here: go on with ↷, or back with ↶."}`
          : !this.usesDie
            ? this.game.die === null
              ? lastMoveWords || "Any legal move may be played."
              : `${lastMoveWords}${this.analysis?.solved.check ? "In check: no die" : "No die this turn"}, any legal move may be played.`
            : roll === null
              ? `${lastMoveWords}${settings.unrolled ? "Roll, or play any move." : "Roll the die."}`
              : !row?.file
                ? `${reply}Rolled ${roll}: ${plural(row?.moves ?? 0, "legal move")}.`
                : row.free
                  ? `${reply}Rolled ${roll}, ${target}: ${die?.free}, so any legal move may be played.`
                  : `${reply}Rolled ${roll}: your move must ${die?.serve} ${target}.`,
    )
  }

  private renderMoves(): void {
    const { roll, last } = this.played.entry
    const moves = this.analysis?.moves ?? []
    const face = this.shownFace ?? (this.isOver() ? null : roll)
    const shownMoves = face === null || !this.usesDie ? moves : moves.filter(record => record.faces?.includes(face))
    const row = this.faceRows.find(faceRow => faceRow.face === face)
    const file = row?.file ?? undefined
    // In check nothing is rolled, also in a game with a die: then the user sees the marks of all moves.
    const areMarked = this.usesDie ? face !== null : this.game.die !== null && !this.isOpponentsTurn
    const { hints } = settings
    const reason = this.isOpponentsTurn
      ? "The computer is to move."
      : this.mustRoll
        ? "Roll the die before you move."
        : roll !== null && face !== roll
          ? `You rolled ${roll}: these moves are only shown.`
          : ""
    this.movesCard.element.hidden = this.isOver()
    this.movesCard.show({
      moves: shownMoves,
      face,
      row,
      target: this.faceTarget(face),
      hints,
      reason,
      freeReason: this.analysis?.solved.words.die?.free,
    })
    const marks: Mark[] = [
      ...last,
      ...(areMarked ? moveMarks(shownMoves, hints, row?.free ? undefined : file) : []),
      ...(this.analysis ? checkMarks(this.analysis.solved) : []),
    ]
    this.boardView.allowMoves(
      this.scene,
      this.allowedMoves(),
      marks,
      record => void this.playMove(record),
      (from, to) => this.showReason(whyNotPlayable(from, to, moves, this.usesDie ? roll : null, this.analysis?.solved)),
    )
    const first = this.isOver()
      ? ""
      : this.isOpponentsTurn
        ? "It is the computer’s turn."
        : this.mustRoll
          ? ROLL_FIRST
          : ""
    if (first) this.boardView.refuseMoves(first, () => (this.mustRoll ? this.remindToRoll() : this.showReason(first)))
  }

  private renderScore(): void {
    const { history, index } = this.played
    this.gameCard.show(this.resultToken)
    this.undoButton.disabled = !this.played.resigned && this.nextTurnIndex(-1) === null
    this.redoButton.disabled = index + 1 >= history.length
  }

  /** Shows the moves of a face; a second press hides them. */
  private toggleFace(face: number): void {
    this.shownFace = this.shownFace === face ? null : face
    this.render()
    if (this.shownFace !== null) announce(this.movesCard.text)
  }

  /** Previews a move of the game under the pointer. */
  private previewPly(ply: number | null): void {
    const [before, after] = ply === null ? [] : [this.played.history[ply - 1], this.played.history[ply]]
    void this.boardView.preview(
      before && after?.uci && before.fen === this.fen
        ? { fen: before.fen, variant: this.game.name, move: after.uci }
        : null,
    )
  }

  /** Rolls the die, and announces `announced` and the roll. */
  private async roll(announced = ""): Promise<void> {
    const faces = this.game.die
    const { entry } = this.played
    if (this.busy || !this.usesDie || faces === null || entry.roll !== null) return
    this.busy = true
    try {
      const face = await this.nextRoll()
      if (face === null || entry !== this.played.entry || !this.isOpen) return
      await this.dieBar.rollTo(face, faces)
      if (entry === this.played.entry && this.isOpen) this.setRoll(face, announced)
    } catch {
      this.showReason(NO_ANSWER)
    } finally {
      this.busy = false
    }
  }

  /** Returns the next roll: from the game's seed against the computer, otherwise random. */
  private async nextRoll(): Promise<number | null> {
    const { opponent, index } = this.played
    return opponent
      ? rollFromSeed({ fen: this.fen, variant: this.game.name, seed: opponent.seed, ply: index })
      : rollDie(this.game.die ?? 1)
  }

  /** Rolls and plays for the computer. */
  private async reply(): Promise<void> {
    const { opponent, entry, index } = this.played
    if (!opponent || this.pendingReply) return
    const { signal } = (this.pendingReply = new AbortController())
    const isStale = (): boolean => signal.aborted || entry !== this.played.entry || !this.isOpen
    try {
      let { roll } = entry
      if (this.usesDie && roll === null) {
        roll = await this.nextRoll()
        if (isStale() || roll === null) return
        this.played.changeEntry({ roll })
        this.onAddressChange()
      }
      const pendingMove = reply(
        {
          fen: entry.fen,
          variant: this.game.name,
          ...(roll !== null && { roll }),
          level: opponent.level,
          seed: opponent.seed,
          ply: index,
        },
        signal,
      )
      const [move] = await Promise.all([
        pendingMove,
        wait(REPLY_DELAY),
        roll !== null && this.game.die !== null && this.dieBar.rollTo(roll, this.game.die),
      ])
      if (isStale() || !move) return
      this.pendingReply = null
      await this.playMove(
        move,
        roll === null ? "" : `${sideName(opponent.side)} rolled ${roll}, ${this.faceTarget(roll)}: `,
      )
    } catch {
      if (!isStale()) this.showReason("The computer does not answer; take a move back to go on.")
    } finally {
      if (this.pendingReply?.signal === signal) this.pendingReply = null
    }
  }

  /** Cancels the computer's pending reply. */
  private cancelReply(): void {
    this.pendingReply?.abort()
    this.pendingReply = null
  }

  private ownRoll(face: number): void {
    if (this.usesDie && this.played.entry.roll === null && !this.played.opponent) this.setRoll(face)
  }

  private setRoll(roll: number, announced = ""): void {
    this.played.changeEntry({ roll })
    this.shownFace = null
    this.onAddressChange()
    this.render()
    announce(`${announced} You rolled ${roll}.`.trim())
  }

  private showReason(reason: string): void {
    this.dieBar.showMessage(reason)
  }

  /** Plays the move that was typed; returns false and shows the reason if it is not a move. */
  private async typedMove(text: string): Promise<boolean> {
    const { fen } = this
    const { matches: moves, reason } = await parseTypedMove(text, this.analysis?.moves ?? [], fen, this.game.name)
    if (this.fen !== fen || !this.isOpen) return false
    const allowed = this.allowedMoves().filter(record => moves.includes(record))
    if (allowed.length > 0) {
      void chooseMove(allowed, this.boardView).then(record => record && this.playMove(record))
      return true
    }
    const illegal = moves[0]
    this.showReason(
      illegal
        ? this.isOpponentsTurn
          ? "It is the computer’s turn."
          : this.mustRoll
            ? ROLL_FIRST
            : whyNotOnRoll(illegal, this.played.entry.roll, this.analysis?.solved)
        : reason || (text ? `“${text}” is not a legal move here.` : "Type a move, such as e2e4 or Nf3."),
    )
    return false
  }

  private tryMove(record: MoveRecord): void {
    if (this.allowedMoves().includes(record)) void this.playMove(record)
    else if (this.mustRoll) this.remindToRoll()
  }

  /** Says that the die must be rolled first. */
  private remindToRoll(): void {
    this.showReason(ROLL_FIRST)
    this.dieBar.pulse()
  }

  private async playMove(record: MoveRecord, prefix = ""): Promise<void> {
    const { fen, roll } = this.played.entry
    // A move played before the roll is recorded without a face.
    const die = this.game.die === null || (this.usesDie && roll === null) ? "" : `(${this.usesDie ? roll : "-"}) `
    this.played.addMove({
      fen: record.fen,
      roll: null,
      move: die + record.move,
      uci: record.uci,
      by: this.turn,
      last: [],
    })
    const playedEntry: GameEntry = this.played.entry
    this.welcomeCard.dismiss()
    this.shownFace = null
    this.onAddressChange()
    const byKeyboard = this.movesCard.clear()
    this.renderScore()
    const last = await this.boardView.animate(fen, this.game.name, record, prefix)
    if (!last || playedEntry !== this.played.entry) return
    const words =
      record.state === undefined
        ? this.boardView.moveWords
        : `${sideName(playedEntry.by)} went back to state ${record.state}`
    this.played.changeEntry({ last, words })
    this.onAddressChange()
    await this.refresh()
    if (byKeyboard && document.activeElement === document.body) this.focusNext()
  }

  /** Moves the focus to the next control, but to no text field on a phone, which would show its keyboard. */
  private focusNext(): void {
    if (!this.dieBar.focus() && !matchMedia("(pointer: coarse)").matches) this.movesCard.focus()
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement
    if (
      !this.isOpen ||
      event.altKey ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]") ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.getAttribute("role") === "tab"
    )
      return
    const key = event.key.toLowerCase()
    const control = event.ctrlKey || event.metaKey
    if (control && key === "z" && !event.shiftKey) this.undo()
    else if (control && (key === "y" || key === "z")) this.redo()
    else {
      const to = control
        ? undefined
        : {
            arrowleft: this.played.index - 1,
            arrowright: this.played.index + 1,
            home: 0,
            end: this.played.history.length - 1,
          }[key]
      if (to === undefined) return
      this.goTo(to)
    }
    event.preventDefault()
  }
}
