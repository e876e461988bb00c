/** The lessons: for each game, some positions with a task for each. */
import type { MoveRecord } from "./api"

export interface Step {
  title: string
  text: string
  task: string // what to do on the board
  fen: string
  roll?: number | "thrown" // the face rolled, or "thrown" if the learner rolls; absent without a die
  /** Checks whether a legal move fulfils the task. */
  fulfils(move: MoveRecord): boolean
  /** Returns the text shown after a move that fulfils the task. */
  praise(move: MoveRecord): string
  wrong: string // shown after a legal move that does not fulfil the task; may be empty
  illegal?: string // shown after an illegal move
}

/** Returns the squares in a notation: "Qa1-d4-d6" starts on a1, lands on d4 and ends on d6. */
const squares = ({ move }: MoveRecord): string[] => move.match(/[a-p]\d/g) ?? []
const landingSquare = (move: MoveRecord): string => squares(move)[1] ?? ""
const finalSquare = (move: MoveRecord): string => squares(move).at(-1) ?? ""
const climbs = ({ cascade }: MoveRecord): boolean => Number(cascade) > 0

/** Checks whether a square of an 8×8 board is occupied. */
function isOccupied(fen: string, square: string): boolean {
  const row = fen
    .split(" ")[0]
    ?.split("/")
    [8 - Number(square[1])]?.replace(/\d/g, gap => " ".repeat(Number(gap)))
  return (row?.[square.charCodeAt(0) - 97] ?? " ") !== " "
}

const squareAhead = (square: string): string => `${square[0]}${Number(square[1]) + 1}`

const SUPERPERMUTATION_D8: Step[] = [
  {
    title: "Roll, then move to that file",
    text: "Your move must land on the file of that number, counted from your left: for White 1 is the a-file and 8 the h-file. Otherwise the pieces move as in chess.",
    task: "Roll, then move a piece to the rolled file.",
    fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    roll: "thrown",
    fulfils: () => true,
    praise: move => `${move.move} lands on the ${landingSquare(move)[0]}-file, as the die asks.`,
    wrong: "",
  },
  {
    title: "The cascade",
    text: "After its move, a piece swaps places with whatever stands in front of it, friend or foe, until the square ahead is empty or the board ends.",
    task: "White has rolled a 4, the d-file: let the queen climb past two pieces.",
    fen: "8/7k/3p4/3N4/8/8/8/Q3K3 w - - 0 1",
    roll: 4,
    fulfils: ({ cascade }) => Number(cascade) >= 2,
    praise: move =>
      `The queen landed on ${landingSquare(move)} and climbed to ${finalSquare(move)}, where the square ahead is empty. Each piece that it passed dropped back one square.`,
    wrong: "Nothing was passed. Land directly below the knight, so that two pieces stand in front of the queen.",
  },
  {
    title: "Check stops the cascade",
    text: "A cascade also stops as soon as the enemy king is in check, even if more pieces stand ahead.",
    task: "White has rolled a 4: give check with a cascade.",
    fen: "8/8/3n4/3p3k/3p4/3N4/Q7/6K1 w - - 0 1",
    roll: 4,
    fulfils: move => climbs(move) && move.check && isOccupied(move.fen, squareAhead(finalSquare(move))),
    praise: move =>
      `On ${finalSquare(move)} the queen gives check. There it stops, although the knight stands in front of it.`,
    wrong: "That gives no check. Put the queen below the column of pieces on the d-file.",
  },
  {
    title: "The teleport",
    text: "Instead of moving, a king that is not in check may swap places with any piece of its own side except a pawn.",
    task: "White has rolled a 1: bring the king to the a-file by dropping it on the rook.",
    fen: "6k1/p4ppp/8/8/8/8/5PPP/R3K1N1 w - - 0 1",
    roll: 1,
    fulfils: ({ teleport }) => teleport === true,
    praise: () =>
      "King and rook have changed places. The king's new square lies on the rolled file and is not attacked, so the teleport is legal. It never starts a cascade.",
    wrong: "That move lands on the a-file too, but it is not a teleport. Drop the king on the rook.",
  },
  {
    title: "Only kings capture",
    text: "No piece but the king may capture; all others move to empty squares. They do give check, though.",
    task: "White has rolled a 4: capture something.",
    fen: "6k1/5n2/8/3p4/3K1R2/8/8/8 w - - 0 1",
    roll: 4,
    fulfils: ({ capture }) => capture === true,
    praise: () => "The king has taken the pawn. Only a king can do that.",
    wrong: "That is legal, but captures nothing. What can the king take on the d-file?",
    illegal: "Only a king captures, and a piece never jumps over another.",
  },
  {
    title: "The free move",
    text: "If no legal move lands on the rolled file, the move is free: play any legal move. Black counts from the other side, so this 4 is the e-file, and no black piece can land there.",
    task: "Find a free move that mates.",
    fen: "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b - - 0 1",
    roll: 4,
    fulfils: ({ mate }) => mate,
    praise: move => `${move.move} is checkmate. White has no legal move, whatever the die would show.`,
    wrong:
      "Any legal move may be played here, but this one does not mate. Black's pieces climb towards rank 1: land with a white pawn directly in front.",
  },
  {
    title: "No die in check",
    text: "In check there is no roll: play any legal move that ends the check. There is no cascade and no teleport either.",
    task: "White is in check: put a piece in between.",
    fen: "4r1k1/8/8/8/8/8/3P4/3QKB2 w - - 0 1",
    fulfils: ({ move }) => !move.startsWith("K"),
    praise: move =>
      `The piece on ${landingSquare(move)} stops the check, and no die was needed. That is all you need to play and to solve puzzles.`,
    wrong: "The king is safe there, but the task is to put a piece between king and rook.",
    illegal: "That does not end the check.",
  },
]

const SUPERPERMUTATION: Step[] = [
  {
    title: "No die",
    text: "This is the game without the die: any legal move may be played. A piece that has moved swaps places with whatever stands in front of it, until the square ahead is empty, the board ends, or the enemy king is in check.",
    task: "Climb past two pieces.",
    fen: "8/7k/3p4/3N4/8/8/8/Q3K3 w - - 0 1",
    fulfils: ({ cascade }) => Number(cascade) >= 2,
    praise: move =>
      `The queen landed on ${landingSquare(move)} and climbed to ${finalSquare(move)}. Each piece that it passed dropped back one square.`,
    wrong: "That passes fewer than two pieces. Land directly below the knight.",
  },
  {
    title: "A cascade in check",
    text: "Unlike in the game with the die, a piece climbs in check too.",
    task: "White is in check along the first rank: end it with the bishop, and watch what happens.",
    fen: "6k1/8/8/8/8/4B3/2P5/r2K4 w - - 0 1",
    fulfils: move => climbs(move) && move.move.startsWith("B"),
    praise: move =>
      `The bishop landed on ${landingSquare(move)} and climbed to ${finalSquare(move)}. The pawn dropped back, and now it is the pawn that stops the check.`,
    wrong: "That ends the check, but with the king. Use the bishop.",
    illegal: "After that move the king would still be in check.",
  },
  {
    title: "Pushing an enemy pawn",
    text: "A displaced enemy pawn may be pushed to its last rank. There it promotes to a piece of its own colour, and you choose which.",
    task: "Land below the black pawn.",
    fen: "7k/8/8/8/8/8/3p4/R5K1 w - - 0 1",
    fulfils: ({ move }) => move.includes("="),
    praise: move =>
      `The pawn became a black ${move.move.includes("=N") ? "knight" : "bishop"} on ${landingSquare(move)}. A queen or rook there would check your king, so you could not choose those.`,
    wrong: "The pawn is still a pawn. Move the rook to the square below it.",
  },
  {
    title: "The teleport",
    text: "A king that is not in check may swap places with any piece of its own side except a pawn.",
    task: "Black to move: mate with a teleport.",
    fen: "7b/6p1/8/5k2/8/1b5K/5q2/8 b - - 0 1",
    fulfils: ({ teleport, mate }) => teleport === true && mate,
    praise: () => "The king went, and the bishop that took its place gives mate.",
    wrong: "That is no mate. A bishop on f5 would check the white king: let your king swap places with one.",
  },
]

const COMPLETE_PERMUTATION: Step[] = [
  {
    title: "Fifteen different pieces",
    text: "Every combination of rook, bishop, knight and falcon is one piece, and it moves as any of its parts. This is a winged marshal: rook, knight and falcon.",
    task: "Take the pawn with its knight's leap.",
    fen: "8k7/16/16/5p10/3G12/16/16/8K7 w - - - 0 1",
    fulfils: ({ capture }) => capture === true,
    praise: () => "The winged marshal has leapt like a knight. For each move it may choose another of its parts.",
    wrong: "That is a legal move, but it captures nothing. The pawn is a knight's leap away.",
  },
  {
    title: "The falcon",
    text: "The falcon goes three steps outwards, mixing one straight and one diagonal direction. Three paths lead to each of its squares, and one of them must be clear, for it never jumps.",
    task: "Take the knight with the falcon.",
    fen: "8k7/16/6n9/5p10/4pp1n8/4F11/16/8K7 w - - - 0 1",
    fulfils: ({ capture }) => capture === true,
    praise: () => "The path over f4 is blocked, but the one over f3 is clear.",
    wrong: "That is a legal move, but it captures nothing. The knight on h4 is three files and one rank away.",
    illegal: "No path to that square is clear, or it is none of the falcon's squares.",
  },
  {
    title: "The king",
    text: "A king goes one square, two squares in a straight or diagonal line, or to a knight's square by way of the straight step. What it passes must be empty and not attacked.",
    task: "Take the king further than one step.",
    fen: "8k7/16/16/16/16/5p10/7P8/8K7 w - - - 0 1",
    fulfils: move =>
      move.move.startsWith("K") &&
      (Math.abs(landingSquare(move).charCodeAt(0) - "i".charCodeAt(0)) > 1 || Number(landingSquare(move)[1]) > 2),
    praise: move => `${move.move}: that square is two steps away.`,
    wrong: "That is a legal move, but not a long one by the king. Go two steps.",
    illegal: "A piece stands on the square that the king must pass, or the king cannot go that far.",
  },
  {
    title: "The king's exchange",
    text: "A king that has not moved may swap places with an unmoved piece on its back rank, much like castling: not in check, with empty squares between, and none of them attacked.",
    task: "The queen on e1 has not moved: swap.",
    fen: "8k7/16/16/16/16/16/6PPPP6/4Q3KA6 w E - - 0 1",
    fulfils: ({ swap }) => swap === true,
    praise: () => "King and queen have changed places. It may be done once in a game.",
    wrong: "That is a legal move, but no exchange. Drop the king on the queen.",
  },
  {
    title: "Promotion and the reserve",
    text: "Lost pieces go to their owner's reserve. On the seventh rank a pawn may become one of them, and on the eighth it must; with an empty reserve that loses the game.",
    task: "White has lost a bishop and a knight: promote.",
    fen: "8k7/16/3P12/16/16/16/16/8K7 w - - NB 0 1",
    fulfils: ({ promotion }) => promotion === true,
    praise: move => `The pawn became a ${move.move.includes("=N") ? "knight" : "bishop"}, which has left the reserve.`,
    wrong: "Nothing was promoted. Move the pawn, and choose a piece.",
  },
]

const TWO_PAWNS: Step[] = [
  {
    title: "Two pawns in a turn",
    text: "Here a turn may be a move of one pawn and then a move of another.",
    task: "Move two pawns: one on the board, then choose the other from the list.",
    fen: "8k7/16/16/16/16/16/PPP13/8K7 w - - - 0 1",
    fulfils: ({ pair }) => pair === true,
    praise: move => `${move.move} is one turn.`,
    wrong: "That is a legal turn, but of one piece only. Move two pawns.",
  },
  {
    title: "Two captures",
    text: "Each of the two pawns moves as usual, so both may capture.",
    task: "Take both pawns in one turn.",
    fen: "8k7/16/16/16/3p3p8/2P3P9/16/8K7 w - - - 0 1",
    fulfils: ({ fen }) => !/p/.test(fen.split(" ")[0] ?? ""),
    praise: () => "Both black pawns are gone. Your king must be safe after the first move and after the second.",
    wrong: "A black pawn is left.",
  },
  {
    title: "Promotion on the eighth rank only",
    text: "With two pawns in a turn there is no promotion on the seventh rank. On the eighth a pawn must become a piece that its side has lost.",
    task: "Move the pawn and promote it.",
    fen: "8k7/3P12/16/16/16/16/16/8K7 w - - NB 0 1",
    fulfils: ({ promotion }) => promotion === true,
    praise: move =>
      `The pawn became a ${move.move.includes("=N") ? "knight" : "bishop"}. With an empty reserve this move would have lost the game.`,
    wrong: "Nothing was promoted. Move the pawn to the last rank.",
  },
]

const SUPER_CHESS: Step[] = [
  {
    title: "Hopping onto a rook",
    text: "A piece may hop onto a rook of its own side that it can reach. The two are a stack with new powers; a side may have one at a time.",
    task: "Hop with the knight.",
    fen: "4k3/8/8/8/8/2R5/8/1N2K3 w - -",
    fulfils: ({ hop }) => hop === true,
    praise: () => "Knight and rook are now a Paladin.",
    wrong: "That is a legal move, but no hop. Move the knight onto the rook.",
  },
  {
    title: "Moving the whole stack",
    text: "A Paladin leaps to any square exactly two king's steps away. Press the stack and choose “move the whole stack”, then press the square.",
    task: "Take the pawn with the whole stack.",
    fen: "4k3/8/3p4/8/2(RN)5/8/8/4K3 w - -",
    fulfils: ({ capture, split }) => capture === true && split !== true,
    praise: () => "The whole Paladin has captured, and rook and knight are still together.",
    wrong: "The task is to take the pawn with the whole stack.",
  },
  {
    title: "Splitting a stack",
    text: "Instead, the upper piece may jump off, or the lower one slide out. Each moves and captures as the piece it is.",
    task: "Take the pawn with the knight alone.",
    fen: "4k3/8/8/3p4/8/2(RN)5/8/4K3 w - -",
    fulfils: ({ capture, split }) => capture === true && split === true,
    praise: () => "The knight has jumped off and captured. The rook stays behind.",
    wrong: "The task is to let the knight jump off and take the pawn.",
  },
  {
    title: "Time travel",
    text: "The stack on c4 is an Hourglass. With an unused rook it can take the game back to any earlier state, as a turn.",
    task: "The time line shows those states: travel to one of them.",
    fen: "8/3k4/8/8/2(R[q]^R[k])5/8/8/4K3 w - - 0,0 -/- | 4k3/8/8/8/2(R[q]R[k])5/8/8/4K3 w - - 0,0 | 4k3/8/8/8/2(R[q]^R[k])5/8/8/4K3 b - - 0,0",
    fulfils: ({ travel }) => travel === true,
    praise: () =>
      "The game goes on from there. Both rooks of the Hourglass are used up for good, so it is an ordinary Cathedral now.",
    wrong: "That is a legal move, but no travel. Choose a state of the time line.",
  },
  {
    title: "The High Ground",
    text: "Three rooks on one square are a Vatican. A king that hops onto it holds the High Ground and wins at once.",
    task: "Win the game with the king.",
    fen: "4k3/8/8/8/8/8/3(RRR)4/4K3 w - -",
    fulfils: ({ outcome }) => outcome === "white",
    praise: () => "White has won: mate is not the only way.",
    wrong: "The game goes on. Let the king climb.",
  },
]

export const LESSONS: Readonly<Record<string, readonly Step[]>> = {
  "superpermutation-d8": SUPERPERMUTATION_D8,
  superpermutation: SUPERPERMUTATION,
  "complete-permutation": COMPLETE_PERMUTATION,
  "complete-permutation-two-pawns": TWO_PAWNS,
  "super-chess": SUPER_CHESS,
}

/** Checks whether a legal move may be played on `roll`. */
export const isPlayable = ({ faces }: MoveRecord, roll: number | null): boolean =>
  roll === null || faces === null || faces.includes(roll)

/** Returns the lesson of a game, ignoring its options; null if it has none. */
export const lessonOf = (game: string): { game: string; steps: readonly Step[] } | null => {
  const [name = ""] = game.split(":")
  const steps = LESSONS[name]
  return steps ? { game: name, steps } : null
}
