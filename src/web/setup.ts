/** The tab "Set up": edit the position that is played. */
import { D8, Refused, type Variant } from "./api"
import { ARRAY, fullFen, index, manName, type Men, pieceName, placement, readPlacement, square, turnOf } from "./chess"
import { type Desk, faceOne, moveMarks, type Tab } from "./desk"
import { announce, byId, h, replace, svg } from "./dom"
import { OddsTable } from "./odds"
import type { Play } from "./play"

type Brush = string | "erase" | null // a letter of a FEN

export class Setup implements Tab {
  private open = false
  private men: Men = []
  private brush: Brush = null
  private face: number | null = null
  private timer = 0
  private dragged = false

  private readonly field = h("input", { id: "fen", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "fen-faults", oninput: () => this.typed() })
  private readonly faults = h("ul", { id: "fen-faults", class: "faults", role: "status" })
  private readonly sides = (["white", "black"] as const).map((side) => h("input", { type: "radio", name: "side", id: `side-${side}`, value: side, onchange: () => this.sideChosen(side) }))
  private readonly game = h("select", { id: "variant", onchange: () => this.gameChosen() },
    h("option", { value: D8 }, "Superpermutation d8 Chess (with the die)"), h("option", { value: "superpermutation" }, "Superpermutation Chess (parent game, no die)"))
  private readonly palette = h("div", { id: "palette", role: "group", "aria-label": "Men to put on the board" })
  private readonly where = h("input", { id: "square", autocomplete: "off", autocapitalize: "off", size: "4", placeholder: "e4", maxlength: "2" })
  private readonly hint = h("p", { class: "hint", id: "brush-hint", role: "status" })
  private readonly odds = new OddsTable()

  constructor(private readonly desk: Desk, private readonly play: Play, private readonly go: (tab: string) => void) {
    const [white, black] = this.sides
    replace(byId("panel-setup"),
      h("section", { class: "card" }, h("h2", {}, "Men"), this.palette, this.hint,
        h("form", { class: "row", onsubmit: (event: Event) => this.putTyped(event) },
          h("label", { for: "square" }, "By keyboard: choose a man, then a square"), this.where, h("button", { type: "submit", id: "put" }, "Put"))),
      h("section", { class: "card" }, h("h2", {}, "Position"),
        h("label", { for: "fen" }, "FEN: paste one, or build it on the board"), this.field, this.faults,
        h("fieldset", { class: "row" }, h("legend", {}, "Who is to move"),
          h("label", { class: "check" }, white!, " White"), h("label", { class: "check" }, black!, " Black")),
        h("label", { for: "variant" }, "Game"), this.game,
        h("div", { class: "row" },
          h("button", { type: "button", id: "clear", onclick: () => this.change(new Array(64).fill(null)) }, "Clear the board"),
          h("button", { type: "button", id: "array", onclick: () => this.loadArray() }, "Usual array"),
          h("button", { type: "button", id: "play-here", class: "primary", onclick: () => this.go("play") }, "Play from here"))),
      this.odds.element)
    for (const man of [..."KQRBNPkqrbnp", "erase" as const]) this.palette.append(this.paletteButton(man))
    this.desk.board.element.addEventListener("click", (event) => this.clicked(event))
  }

  enter(): void {
    this.open = true
    this.men = readPlacement(this.play.fen) ?? new Array(64).fill(null)
    this.field.value = this.play.fen
    this.game.value = this.play.variant
    this.face = null
    this.setBrush(null)
    void this.desk.show(this.men)
    this.reflect()
    void this.ask()
  }

  leave(): void {
    this.open = false
    clearTimeout(this.timer)
    this.desk.board.input(null)
    this.desk.board.mark([])
    this.desk.board.element.classList.remove("brush")
  }

  turned(): void {}

  private get turn(): "white" | "black" {
    return turnOf(this.field.value)
  }

  private reflect(): void {
    for (const side of this.sides) side.checked = side.value === this.turn
  }

  /** The board was changed: the FEN follows. */
  private change(men: Men, words = ""): void {
    this.men = men
    this.field.value = fullFen(men, this.turn)
    void this.desk.show(men)
    if (words) announce(words)
    this.later()
  }

  private loadArray(): void {
    this.field.value = ARRAY
    this.change(readPlacement(ARRAY) ?? [])
    this.reflect()
  }

  /** The FEN was edited: the board follows as far as it can be read. */
  private typed(): void {
    const men = readPlacement(this.field.value)
    if (men) {
      this.men = men
      void this.desk.show(men)
    }
    this.reflect()
    this.later()
  }

  private sideChosen(side: "white" | "black"): void {
    const fields = this.field.value.trim().split(/\s+/)
    this.field.value = [fields[0] || placement(this.men), side[0], ...(fields.length > 2 ? fields.slice(2) : ["-", "-", "0", "1"])].join(" ")
    this.later()
  }

  private gameChosen(): void {
    this.later()
  }

  private later(): void {
    this.face = null
    document.documentElement.dataset.asking = "yes"
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.ask(), 120)
  }

  private async ask(): Promise<void> {
    const fen = this.field.value
    const variant = this.game.value as Variant
    const found = await this.desk.analyse(fen, variant)
    if (!found || !this.open) return
    const side = this.turn === "white" ? "White" : "Black"
    if (found instanceof Refused) {
      replace(this.faults, ...found.faults.map((fault) => h("li", {}, `${fault.message[0]?.toUpperCase()}${fault.message.slice(1)}.`)))
      this.field.setAttribute("aria-invalid", "true")
      this.desk.status("Not a position yet", this.turn)
      this.desk.faces(null)
      this.desk.legend("")
      this.odds.show(null, null)
      this.desk.board.mark([])
      return
    }
    replace(this.faults)
    this.field.removeAttribute("aria-invalid")
    if (fen !== this.play.fen || variant !== this.play.variant) this.play.load(found.solved.fen, variant)
    this.desk.status(`Setting up: ${side} to move${found.solved.check ? ", in check" : ""}${found.moves.length === 0 ? (found.solved.check ? ": checkmate" : ": stalemate") : ""}`, this.turn)
    this.desk.legend(found.solved.faces.length === 8 ? `${faceOne(this.turn)} The counts follow what you set up.` : "")
    const draw = (): void => {
      const face = this.face
      this.desk.faces({ rows: found.solved.faces, turn: this.turn, mates: true, toggles: false, look: (one) => ({ pressed: one === face }),
        press: (one) => { this.face = this.face === one ? null : one; draw() } })
      const row = found.solved.faces.find((one) => one.face === face)
      this.desk.board.mark(row ? moveMarks(found.moves.filter((record) => face !== null && record.faces?.includes(face)), true, row.free ? undefined : (row.file ?? undefined)) : [])
      if (row) announce(`Face ${face}, ${row.file}-file: ${row.list.join(", ")}`)
    }
    draw()
    this.odds.show(found, null)
  }

  // ---- men -----------------------------------------------------------------------------------------------

  private paletteButton(man: Exclude<Brush, null>): HTMLButtonElement {
    const name = man === "erase" ? "take away" : manName(man)
    const picture = man === "erase" ? "✕" : svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, svg("use", { href: `#${pieceName(man)}` }))
    const button = h("button", { type: "button", class: "brush-button", "data-man": man, "aria-label": name, title: name, "aria-pressed": "false" }, picture)
    button.addEventListener("click", () => this.dragged || this.setBrush(this.brush === man ? null : man))
    if (man !== "erase") button.addEventListener("pointerdown", (event) => this.drag(event, man))
    return button
  }

  private setBrush(brush: Brush): void {
    this.brush = brush
    for (const button of this.palette.querySelectorAll<HTMLElement>("button")) button.setAttribute("aria-pressed", String(button.dataset.man === brush))
    this.hint.textContent = brush === null ? "Drag men on the board or from here; what is dragged off the board goes. Or choose a man and press squares."
      : brush === "erase" ? "Press squares to take men away." : `Press squares to put a ${manName(brush)} there, again to take it away.`
    this.desk.board.element.classList.toggle("brush", brush !== null)
    this.desk.board.input(brush !== null ? null : {
      pick: () => true,
      drop: (from, to) => { setTimeout(() => void this.desk.board.rest().then(() => this.carry(from, to)), 0); return true },
      cancel: (from, outside) => { if (outside) this.put(from, null) },
    })
  }

  private carry(from: string, to: string): void {
    const men = [...this.men]
    men[index(to)] = men[index(from)] ?? null
    men[index(from)] = null
    this.change(men, `${manName(men[index(to)] ?? "")} to ${to}`)
  }

  private put(at: string, man: string | null): void {
    const men = [...this.men]
    men[index(at)] = man
    this.change(men, man ? `${manName(man)} on ${at}` : `${at} is empty`)
  }

  private paint(at: string): void {
    if (this.brush === null) return
    this.put(at, this.brush === "erase" || this.men[index(at)] === this.brush ? null : this.brush)
  }

  private clicked(event: Event): void {
    const at = (event.target as Element).getAttribute("data-square")
    if (this.open && at) this.paint(at)
  }

  private putTyped(event: Event): void {
    event.preventDefault()
    const at = this.where.value.trim().toLowerCase()
    if (!/^[a-h][1-8]$/.test(at)) this.hint.textContent = `“${this.where.value}” is no square, expected one from ${square(0)} to ${square(63)}.`
    else if (this.brush === null) this.hint.textContent = "Choose a man first."
    else {
      this.paint(at)
      this.where.value = ""
    }
  }

  /** Drags a man from the palette to the board. */
  private drag(down: PointerEvent, man: string): void {
    const button = down.currentTarget as HTMLElement
    button.setPointerCapture(down.pointerId)
    let ghost: SVGSVGElement | null = null
    const move = (event: PointerEvent): void => {
      if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 5) return
      const size = this.desk.board.view.squareWidth
      if (!ghost) {
        ghost = svg("svg", { viewBox: "0 0 40 40", class: "ghost", width: size, height: size }, svg("use", { href: `#${pieceName(man)}` }))
        document.body.append(ghost)
      }
      ghost.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2}px)`
    }
    const end = (event: PointerEvent): void => {
      button.removeEventListener("pointermove", move)
      button.removeEventListener("pointerup", end)
      button.removeEventListener("pointercancel", end)
      if (!ghost) return
      ghost.remove()
      this.dragged = true // the click that follows is none
      setTimeout(() => (this.dragged = false), 0)
      const at = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.getAttribute("data-square")
      if (at) this.put(at, man)
    }
    button.addEventListener("pointermove", move)
    button.addEventListener("pointerup", end)
    button.addEventListener("pointercancel", end)
  }
}
