/** The tab "How to play": the game on one page, with pictures. */
import { picture } from "./board"
import { smallDie } from "./die"
import type { Tab } from "./desk"
import { byId, h, replace } from "./dom"

interface Example {
  title: string
  words: (string | Node)[]
  fen: string
  move?: string // in the picture's position; the tests look whether it is legal
  alt: string
  file?: string
  arrows?: [string, string, string][]
  after?: { fen: string; alt: string }
}

const b = (text: string): HTMLElement => h("strong", {}, text)

const EXAMPLES: Example[] = [
  {
    title: "The die names a file",
    words: ["Before each move you roll an ", b("eight-sided die"), ". Faces 1 to 8 stand for your files from ", b("your left to your right"),
      ": for White 1 is the a-file and 8 the h-file, for Black 1 is the h-file and 8 the a-file. ", b("Your move must land on that file."), " Here White rolled a 5, so the move must land on the e-file: there are these three."],
    fen: "4k3/8/8/8/8/3N4/8/R5K1 w - - 0 1", file: "e", arrows: [["d3", "e5", "move"], ["d3", "e1", "move"], ["a1", "e1", "move"]], move: "Ra1-e1+",
    alt: "White king g1, rook a1 and knight d3, black king e8. Arrows go from the rook and the knight to the e-file.",
  },
  {
    title: "No move there? Then you are free",
    words: ["If no legal move lands on the rolled file, you may play ", b("any"), " legal move. The board marks such a face with “free”. Here White rolled a 2, and nothing can reach the b-file."],
    fen: "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", file: "b", move: "g2-g4", alt: "White king g1 and pawn g2, black king e8. The empty b-file is marked.",
  },
  {
    title: "Only the king captures",
    words: ["Men move as in chess, but only the ", b("king"), " takes enemy men. All others give check as in chess; they just do not capture, and the mate is the same as ever. There is no castling and no en passant."],
    fen: "6k1/8/8/8/8/8/3p4/4K2R w - - 0 1", move: "Ke1xd2", arrows: [["e1", "d2", "move"]], alt: "White king e1 takes the black pawn on d2.",
  },
  {
    title: "Men climb their file: the cascade",
    words: ["After a move, if somebody stands ", b("right in front"), " of the moved man (towards the opponent’s side), the two ", b("swap places"), ", friend or foe. Then the next one in front, and so on, until the way is free or the board ends. A cascade also stops as soon as the opponent’s king is in check. Here the queen goes to a4, then swaps with the pawn on a5: ", b("Qd1-a4-a5"), "."],
    fen: "7k/8/8/p7/8/8/8/3QK3 w - - 0 1", move: "Qd1-a4-a5", arrows: [["d1", "a4", "move"], ["a4", "a5", "swap"], ["a5", "a4", "swap"]],
    alt: "White queen d1 goes to a4 and swaps with the black pawn on a5.",
    after: { fen: "7k/8/8/Q7/p7/8/8/4K3 b - - 0 1", alt: "Afterwards the queen stands on a5 and the pawn on a4." },
  },
  {
    title: "The king teleports",
    words: ["Instead of moving, a king that is not in check may ", b("change places"), " with any of his own men but a pawn, if he is safe there. No cascade follows. The die must show the file that the king goes to: here a 7."],
    fen: "4k3/8/8/8/6N1/8/8/3K4 w - - 0 1", move: "Kd1-g4", arrows: [["d1", "g4", "teleport"], ["g4", "d1", "teleport"]], alt: "White king d1 and knight g4 change places.",
  },
  {
    title: "In check there is no die",
    words: ["When you are in check no die is rolled: play any move that ends the check. There are ", b("no cascades and no teleports"), " then. Without a move you are mated."],
    fen: "4r2k/8/8/8/8/2N5/8/4K3 w - - 0 1", move: "Nc3-e4", arrows: [["c3", "e4", "move"], ["e1", "d1", "move"], ["e8", "e1", "check"]], alt: "The black rook on e8 checks the king on e1. The knight on c3 can step between on e4.",
  },
]

export class Rules implements Tab {
  constructor(go: (tab: string) => void) {
    replace(byId("panel-rules"),
      h("section", { class: "card" }, h("h2", {}, "How to play"),
        h("p", {}, "Superpermutation d8 Chess is chess with an eight-sided die, in which men are not taken but pushed around. The aim is the same: ", b("checkmate"), "."),
        h("p", { class: "dice", role: "img", "aria-label": "The faces 1 to 8 stand for the files a to h, seen from White" },
          ...[1, 2, 3, 4, 5, 6, 7, 8].map((face) => h("span", {}, smallDie(face), "abcdefgh"[face - 1] ?? "")))),
      ...EXAMPLES.map((example) => this.example(example)),
      h("section", { class: "card" }, h("h2", {}, "What the buttons under the board say"),
        h("ul", {},
          h("li", {}, "The ", b("number in the die"), " is the face, the number below counts the moves that land on its file."),
          h("li", {}, h("span", { class: "tag-free" }, "free"), " no move lands there, so any may be played."),
          h("li", {}, h("span", { class: "tag-mate" }, "mate"), " on this roll there is a move that mates at once."),
          h("li", {}, "Press a face to see its moves on the board.")),
        h("p", {}, "Moves are written with the man, his square, the square where he lands, and the square where the cascade ended: Qd1-a4-a5. ", b("+"), " is check, ", b("#"), " is mate."),
        h("p", {}, "Pawns step one square, or two from their second rank; where their move ends on the last rank they become what you like. A pawn of the opponent that you push onto its last rank becomes a queen at once. The older ", b("parent game"), " has no die, and cascades happen in check too: choose it under “Set up”."),
        h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: () => go("puzzles") }, "Try the puzzles"), h("button", { type: "button", onclick: () => go("play") }, "Roll and play"))))
  }

  enter(): void {}
  leave(): void {}
  turned(): void {}

  private example(example: Example): HTMLElement {
    const { title, words, fen, alt, after, move } = example
    const shown = picture(fen, alt, { file: example.file, arrows: example.arrows })
    shown.dataset.fen = fen
    if (move) shown.dataset.move = move
    return h("section", { class: `card example${after ? " wide" : ""}` }, h("h3", {}, title),
      h("div", { class: "pictures" }, shown, after ? picture(after.fen, after.alt) : null), h("p", {}, ...words))
  }
}
