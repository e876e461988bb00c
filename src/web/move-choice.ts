/** The dialog that asks which of several moves between two squares is meant. */
import type { MoveRecord } from "./api"
import { h } from "./dom"
import { pieceIcon } from "./draw"
import { withoutSign } from "./moves"
import type { Scene } from "./scene"

/** Asks for one of `moves`; returns null if the user cancels, and skips the dialog for a single move. */
export async function chooseMove(moves: MoveRecord[], scene?: Scene): Promise<MoveRecord | null> {
  const first = moves[0]
  if (!first || moves.length === 1) return first ?? null
  const dialog = h("dialog", { class: "choice", "aria-label": "Which move?" }, h("p", {}, "Which move?"))
  const form = h("form", { method: "dialog" })
  for (const record of moves) {
    const piece = record.becomes ? scene?.men[record.becomes] : undefined
    const text = `${withoutSign(record.move)}${!record.then && moves.some(({ then }) => then) ? " alone" : ""}${moves.some(({ part }) => part) ? `: ${record.part ?? "whole stack"}` : ""}`
    form.append(
      piece
        ? h("button", { value: record.uci, class: "becomes", title: piece.word }, pieceIcon(piece), text)
        : h("button", { value: record.uci }, text),
    )
  }
  form.append(h("button", { value: "", class: "quiet" }, "cancel"))
  dialog.append(form)
  document.body.append(dialog)
  dialog.showModal()
  await new Promise(resolve => dialog.addEventListener("close", resolve, { once: true }))
  dialog.remove()
  return moves.find(record => record.uci === dialog.returnValue) ?? null
}
