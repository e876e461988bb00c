/** How the board looks, as each person likes it: its colours, and the set of pieces. */
import { h, svg } from "./dom"
import { keep, oneOf, optional, recall, shape } from "./local-storage"

const LOOKS = {
  board: { wood: "Wood", sea: "Sea" },
  pieces: { figures: "Figures", letters: "Letters" },
} as const

type Look = { -readonly [Part in keyof typeof LOOKS]: string }

const isLook = shape<Partial<Look>>({
  board: optional(oneOf(...Object.keys(LOOKS.board))),
  pieces: optional(oneOf(...Object.keys(LOOKS.pieces))),
})
const look: Look = { board: "wood", pieces: "figures", ...recall<Partial<Look>>("look", {}, isLook) }
const figures = new Map<Element, Element[]>() // what each drawing shows unless letters are chosen

/** A disc with the letter of a piece, in the colours of its drawing. */
function disc(id: string): Element[] {
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

/** Every board uses the same drawings, so that all of them change at once. */
function show(): void {
  document.documentElement.dataset.board = look.board
  for (const drawing of document.querySelectorAll(".drawings g[id]")) {
    if (!figures.has(drawing)) figures.set(drawing, [...drawing.children])
    drawing.replaceChildren(...(look.pieces === "letters" ? disc(drawing.id) : (figures.get(drawing) ?? [])))
  }
}

/** The fields in which it is chosen; it holds from now on. */
export function lookFields(): HTMLElement {
  show()
  const field = (part: keyof Look, words: string): HTMLElement => {
    const select = h(
      "select",
      {
        id: `look-${part}`,
        onchange: () => {
          look[part] = select.value
          keep("look", look)
          show()
        },
      },
      ...Object.entries(LOOKS[part]).map(([value, name]) => h("option", { value }, name)),
    )
    select.value = look[part]
    return h("label", { for: select.id }, `${words} `, select)
  }
  return h("div", { class: "row" }, field("board", "Board"), field("pieces", "Pieces"))
}
