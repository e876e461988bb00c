#include "games/superpermutation/games.hpp"

namespace octomate::superpermutation {

draw::Rules rules_of(std::type_identity<D8Position>) {
    const auto move_on = [start = D8Position()](auto fen, auto move, auto title) {
        return draw::legal_picture(start, fen, move, title);
    };
    draw::Rules rules;
    rules.game = "Superpermutation d8 Chess";
    rules.cover = scene_of(D8Position());
    rules.cover.title = "The starting position";
    rules.note =
        "d8: Superpermutation d8 Chess. The side to move rolls an eight-sided die, and its move must land on "
        "the file of that number, counted from its own left; any move may be played if none does. Only kings "
        "capture. The piece that has moved changes places with what stands in front of it, again and again, "
        "until the square ahead is empty, the board ends, or the enemy king is in check. A king that is not "
        "in check may change places with a piece of its own side, but not a pawn. In check there is no die, "
        "no cascade and no such change.";
    rules.intro =
        "Superpermutation d8 Chess is played with a chess set and one eight-sided die. The side to move "
        "rolls the die, then moves. Checkmate wins.";
    rules.parts = {
        {"The die names a file",
         "Your move must land on the file you rolled. Files are counted from your own left: for White, face "
         "1 is the a-file and face 8 the h-file. The numbers below the board are the faces. Here White "
         "rolled a 5 and plays e2-e4.",
         move_on("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "e2-e4", "White plays e2-e4 on a 5")},
        {"Black counts from the other side",
         "Black sits opposite, so face 1 is the h-file, face 8 the a-file, and a 5 means the d-file. If no "
         "legal move lands on the rolled file, the move is free: any legal move may be played.",
         move_on("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b", "d7-d5", "Black plays d7-d5 on a 5")},
        {"Only kings capture",
         "All pieces move as in chess, but only a king may capture. The rook must stop below the knight; the "
         "king may take the pawn. Every piece still gives check as in chess. There is no castling and no en "
         "passant.",
         move_on("6k1/5n2/8/3p4/3K1R2/8/8/8 w", "Kd4xd5", "The white king takes a pawn")},
        {"The cascade",
         "After its move, a piece swaps places with whatever stands in front of it, friend or foe, again and "
         "again, until the square ahead is empty, the board ends, or the enemy king is in check. Each piece "
         "it passes drops back one square: Qa1-d4-d6.",
         move_on("8/7k/3p4/3N4/8/8/8/Q3K3 w", "Qa1-d4", "The queen climbs past two pieces")},
        {"The teleport",
         "A king that is not in check may instead swap places with any piece of its own side except a pawn. "
         "Its new square must lie on the rolled file and must not be attacked. No cascade follows.",
         move_on("6k1/5ppp/8/8/8/8/5PPP/R3K1N1 w", "Ke1-a1", "King and rook swap places")},
        {"Check, mate and promotion",
         "In check there is no die: play any move that ends the check, without cascade or teleport. If there "
         "is none, it is checkmate. A pawn whose move ends on the last rank promotes to a queen, rook, "
         "bishop or knight; an enemy pawn that you push onto its last rank becomes a queen at once.",
         move_on("4r1k1/8/8/8/8/8/3P1P2/3QKB2 w", "Bf1-e2", "In check, a bishop interposes")},
    };
    rules.end =
        "How to solve: find every roll on which the side to move can mate, and the move. A disc beside the "
        "board shows the side to move, and a mark which way its pieces climb. In the solutions a straight "
        "arrow is the move, small arrows climb the file, and dashed, numbered ones show each piece dropping "
        "back; a double-headed arrow is a teleport. The pale piece stands where the move lands.";
    return rules;
}

}  // namespace octomate::superpermutation
