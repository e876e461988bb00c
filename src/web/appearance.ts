/** Settings for the colours of the board and the set of pieces. */
import { h, svg } from "./dom"
import { writeStored, oneOf, optional, readStored, shape } from "./local-storage"

const OPTIONS = { board: { wood: "Wood", sea: "Sea" }, pieces: { figures: "Figures", letters: "Letters" } } as const

type Appearance = { -readonly [Part in keyof typeof OPTIONS]: string }

const isAppearance = shape<Partial<Appearance>>({
  board: optional(oneOf(...Object.keys(OPTIONS.board))),
  pieces: optional(oneOf(...Object.keys(OPTIONS.pieces))),
})
const appearance: Appearance = {
  board: "wood",
  pieces: "figures",
  ...readStored<Partial<Appearance>>("look", {}, isAppearance),
}
const figures = new Map<Element, Element[]>() // the original content of each drawing

/** Draws a disc with the letter of a piece, in the colours of the piece. */
function letterDisc(id: string): Element[] {
  const letter = svg("text", {
    x: 20,
    y: 28.5,
    "text-anchor": "middle",
    "font-size": 24,
    "font-weight": 700,
    "stroke-width": 0,
    fill: id.startsWith("w") ? "#1b1b1b" : "#fdfdfb",
  })
  letter.textContent = id.slice(1).toUpperCase()
  return [svg("circle", { cx: 20, cy: 20, r: 16 }), letter]
}

/** Applies the settings. All boards refer to the same drawings, so replacing those changes every board. */
function applyAppearance(): void {
  document.documentElement.dataset.board = appearance.board
  for (const drawing of document.querySelectorAll(".drawings g[id]")) {
    if (!figures.has(drawing)) figures.set(drawing, [...drawing.children])
    drawing.replaceChildren(
      ...(appearance.pieces === "letters" ? letterDisc(drawing.id) : (figures.get(drawing) ?? [])),
    )
  }
}

/** Returns the form fields for these settings; a change takes effect at once. */
export function appearanceFields(): HTMLElement {
  applyAppearance()
  const field = (part: keyof Appearance, words: string): HTMLElement => {
    const select = h(
      "select",
      {
        id: `look-${part}`,
        onchange: () => {
          appearance[part] = select.value
          writeStored("look", appearance)
          applyAppearance()
        },
      },
      ...Object.entries(OPTIONS[part]).map(([value, name]) => h("option", { value }, name)),
    )
    select.value = appearance[part]
    return h("label", { for: select.id }, `${words} `, select)
  }
  return h("div", { class: "row" }, field("board", "Board"), field("pieces", "Pieces"))
}
