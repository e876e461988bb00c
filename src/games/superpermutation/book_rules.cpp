#include "games/superpermutation/games.hpp"

namespace octomate::superpermutation {

draw::Rules rules_of(std::type_identity<D8Position>) {
    const auto move_on = [start = D8Position()](auto fen, auto move, auto title) {
        return draw::legal_picture(start, fen, move, title);
    };
    draw::Rules rules;
    rules.game = "Superpermutation d8 Chess";
    rules.cover = scene_of(D8Position());
    rules.cover.title = "The array at the beginning";
    rules.intro =
        "Superpermutation d8 Chess is played with the board and the men of chess and one eight-sided "
        "die. Whoever is to move rolls the die, then moves. Checkmate wins.";
    rules.parts = {
        {"The die names a file",
         "Your move must land on the file that you have rolled, and you count the files from your own "
         "left hand: for White, face 1 is the a-file and face 8 the h-file. The numbers below the board "
         "are the faces. Here White has rolled a 5 and plays e2-e4.",
         move_on("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "e2-e4", "White plays e2-e4 on a 5")},
        {"Black counts from the other side",
         "Black sits opposite: his 1 is the h-file, his 8 the a-file, and a 5 sends him to the d-file. "
         "If no legal move at all lands on the rolled file, the move is free: any legal move may be "
         "played.",
         move_on("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b", "d7-d5", "Black plays d7-d5 on a 5")},
        {"Only kings capture",
         "All men move as in chess, but only a king may take. The rook must stop below the knight; the "
         "king may take the pawn. Every man still gives check as in chess. There is no castling and no "
         "taking in passing.",
         move_on("6k1/5n2/8/3p4/3K1R2/8/8/8 w", "Kd4xd5", "The white king takes a pawn")},
        {"The cascade",
         "After the move, the man who moved changes places with whoever stands in front of him, friend "
         "or foe, again and again, until the square ahead is empty, the board ends, or the enemy king "
         "stands in check. Those he passes drop back one square each: Qa1-d4-d6.",
         move_on("8/7k/3p4/3N4/8/8/8/Q3K3 w", "Qa1-d4", "The queen climbs past two men")},
        {"The teleport",
         "A king who is not in check may instead change places with any man of his own but a pawn. His "
         "new square must lie on the rolled file and must not be attacked. No cascade follows.",
         move_on("6k1/5ppp/8/8/8/8/5PPP/R3K1N1 w", "Ke1-a1", "King and rook change places")},
        {"Check, mate and promotion",
         "In check the die rests: play any move that saves the king, but no cascade and no teleport. If "
         "none does, it is mate. A pawn whose move ends on the last rank becomes queen, rook, bishop or "
         "knight; an enemy pawn that you push onto its last rank becomes a queen at once.",
         move_on("4r1k1/8/8/8/8/8/3P1P2/3QKB2 w", "Bf1-e2", "In check, a bishop steps in between")},
    };
    rules.end =
        "How to solve: find every face of the die that lets the side to move mate, and the move. A disc "
        "beside the board shows who is to move, with a mark for the way his men climb. In the pictures "
        "of the solutions a straight arrow is the move, small ones climb the file, and dashed ones, "
        "numbered, show how each man steps back; an arrow with two heads is a teleport. The pale man "
        "stands where the move lands.";
    return rules;
}

}  // namespace octomate::superpermutation
