/** Lets the user choose among moves between two squares: promotions on the board, other moves in a dialog. */
import type { MoveRecord } from "./api"
import type { BoardView } from "./board-view"
import { h } from "./dom"
import { pieceIcon } from "./draw"
import { withoutSign } from "./moves"
import type { Piece } from "./scene"

const PROMOTION_ORDER = ["queen", "knight", "rook", "bishop"]
const SMALLEST_BUTTON = 40 // side of a button in pixels, large enough for fingers

interface Promotion {
  record: MoveRecord
  piece: Piece
}

/** Lets the user choose one of `moves`, and returns a single one at once; returns null if the user cancels. */
export async function chooseMove(moves: MoveRecord[], boardView: BoardView): Promise<MoveRecord | null> {
  const first = moves[0]
  if (!first || moves.length === 1) return first ?? null
  const promotions = moves.flatMap((record): Promotion[] => {
    const piece = boardView.board.pieceOf(record.becomes)
    return piece ? [{ record, piece }] : []
  })
  const isPromotion = promotions.length === moves.length && moves.every(({ to }) => to && to === first.to)
  const dialog = isPromotion ? promotionColumn(promotions) : moveDialog(moves)
  document.body.append(dialog)
  dialog.showModal()
  if (isPromotion && first.to) placeColumn(dialog, boardView, first.to)
  await new Promise(resolve => dialog.addEventListener("close", resolve, { once: true }))
  dialog.remove()
  return moves.find(record => record.uci === dialog.returnValue) ?? null
}

function moveDialog(moves: MoveRecord[]): HTMLDialogElement {
  const words = (record: MoveRecord): string =>
    `${withoutSign(record.move)}${!record.then && moves.some(({ then }) => then) ? " alone" : ""}${moves.some(({ part }) => part) ? `: ${record.part ?? "whole stack"}` : ""}`
  return h(
    "dialog",
    { class: "choice", "aria-label": "Which move?" },
    h("p", {}, "Which move?"),
    h(
      "form",
      { method: "dialog" },
      ...moves.map(record => h("button", { type: "submit", value: record.uci }, words(record))),
      h("button", { type: "submit", value: "", class: "quiet" }, "cancel"),
    ),
  )
}

/** Returns the pieces that a pawn can become as a column of buttons, the queen first. */
function promotionColumn(promotions: Promotion[]): HTMLDialogElement {
  const rank = ({ piece }: Promotion): number => (PROMOTION_ORDER.indexOf(piece.word) + 9) % 9
  const buttons = [...promotions]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ record, piece }) =>
      h(
        "button",
        { type: "submit", value: record.uci, class: "becomes", title: piece.word, "aria-label": piece.word },
        pieceIcon(piece),
      ),
    )
  const form = h(
    "form",
    { method: "dialog" },
    ...buttons,
    h("button", { type: "submit", value: "", class: "quiet", title: "cancel", "aria-label": "cancel" }, "✕"),
  )
  const dialog = h("dialog", { class: "choice promotion", "aria-label": "The pawn becomes" }, form)
  dialog.addEventListener("click", event => event.target === dialog && dialog.close("")) // a press beside the column cancels
  dialog.addEventListener("keydown", event => {
    const down = dialog.classList.contains("upwards") ? -1 : 1
    const step = { ArrowDown: down, ArrowRight: 1, ArrowUp: -down, ArrowLeft: -1 }[event.key]
    const choices = [...form.querySelectorAll("button")]
    const next =
      step &&
      choices[(choices.findIndex(choice => choice === document.activeElement) + step + choices.length) % choices.length]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  return dialog
}

/** Puts the column over the board, from the square `to` towards the middle; a long column is wrapped. */
function placeColumn(dialog: HTMLDialogElement, boardView: BoardView, to: string): void {
  boardView.bringIntoView()
  const { board } = boardView
  const [squareBox, boardBox] = [board.squareRectangle(to), board.rectangle]
  const size = Math.max(squareBox.width, SMALLEST_BUTTON)
  const count = dialog.querySelectorAll("button").length
  const rows = Math.min(count, Math.max(1, Math.floor(boardBox.height / size)))
  const [width, height] = [Math.ceil(count / rows) * size, rows * size]
  const downwards = squareBox.top + squareBox.bottom <= boardBox.top + boardBox.bottom
  const top = downwards
    ? Math.min(squareBox.top, boardBox.bottom - height)
    : Math.max(boardBox.top, squareBox.bottom - height)
  const left = Math.max(boardBox.left, Math.min(squareBox.left + (squareBox.width - size) / 2, boardBox.right - width))
  dialog.classList.toggle("upwards", !downwards)
  for (const [name, pixels] of Object.entries({
    "--size": size,
    top: top + scrollY,
    left: left + scrollX,
    width,
    height,
  }))
    dialog.style.setProperty(name, `${pixels}px`)
}
