/** Reads moves that the user types. */
import { findMove, type MoveRecord, Refused } from "./api"
import { h } from "./dom"
import { matchingMoves } from "./moves"

/** The moves that match a typed text, several if it is ambiguous; `reason` may explain why no move matches. */
export interface TypedMove {
  matches: MoveRecord[]
  reason: string
}

/** Finds a typed move among `moves`; if none matches, the server parses the text as short notation. */
export async function parseTypedMove(
  text: string,
  moves: MoveRecord[],
  fen: string,
  variant: string,
): Promise<TypedMove> {
  const matches = matchingMoves(text, moves)
  if (matches.length > 0 || !text.trim()) return { matches, reason: "" }
  try {
    const move = await findMove(fen, variant, text.trim())
    return { matches: moves.filter(({ uci }) => uci === move?.uci), reason: "" }
  } catch (error) {
    const fault = error instanceof Refused ? error.faults[0] : undefined
    return {
      matches: [],
      reason: fault && ["ambiguous_move", "missing_promotion"].includes(fault.code) ? `${fault.message}.` : "",
    }
  }
}

/** Returns a form for typing a move; `play` is called with the text. */
export function moveForm(id: string, play: (text: string) => void): HTMLFormElement {
  const input = h("input", {
    id,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "e2e4 or Nf3",
  })
  return h(
    "form",
    {
      class: "row",
      onsubmit: (event: Event) => {
        event.preventDefault()
        play(input.value)
        input.select()
      },
    },
    h("label", { for: id }, "Move on the board, or type:"),
    input,
    h("button", { type: "submit" }, "Play it"),
  )
}
