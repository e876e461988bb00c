#include "games/complete_permutation/games.hpp"

namespace octomate::complete_permutation {

draw::Rules rules_of(std::type_identity<Position>) {
    const auto picture_of = [start = Position()](auto fen, auto move, auto title) {
        return draw::legal_picture(start, fen, move, title);
    };
    draw::Rules rules;
    rules.game = "Complete Permutation Chess";
    rules.cover = scene_of(Position());
    rules.cover.title = "The starting position";
    rules.intro =
        "Complete Permutation Chess is played on sixteen files by eight ranks. Each side has a king, sixteen "
        "pawns and fifteen pieces, all different: every combination of rook, bishop, knight and falcon. "
        "Checkmate wins.";
    rules.parts = {
        {"Fifteen different pieces",
         "A piece moves as any of its components. Queen: rook and bishop. Marshal: rook and knight. "
         "Cardinal: bishop and knight. Amazon: queen and knight. A winged piece also moves as a falcon: the "
         "winged marshal leaps like a knight here.",
         picture_of("8k7/16/16/5p10/3G12/16/16/8K7 w - - -", "Gd4xf5", "A winged marshal takes a pawn")},
        {"The falcon",
         "It goes three steps outwards, straight and diagonal mixed, to a square one or two files and three "
         "ranks away, or one or two ranks and three files. Three paths lead to each square; one of them must "
         "be clear. It cannot jump.",
         picture_of("8k7/16/6n9/5p10/4pp10/4F11/16/8K7 w - - -", "Fe3-h4", "A falcon finds a clear path")},
        {"The king",
         "It moves one square, two squares straight or diagonally, or a knight's move that begins with a "
         "straight step. The square it passes must be empty, and no square on the way may be attacked.",
         picture_of("8k7/16/16/16/16/5p10/7P8/8K7 w - - -", "Ki1-j3", "A king moves by way of i2")},
        {"The king's exchange",
         "Once, a king that has not moved may swap places with an unmoved piece of its own side on the same "
         "rank. The king must not be in check, the squares between must be empty, and no square from one to "
         "the other may be attacked.",
         picture_of("8k7/16/16/16/16/16/6PPPP6/4Q3KA6 w E - -", "Ki1-e1", "King and queen swap places")},
        {"Promotion",
         "On the seventh rank a pawn may become a piece that its side has lost, and on the eighth it must. A "
         "side that must promote but has lost no piece loses the game at once: Mental Cruelty.",
         picture_of("8k7/3P12/16/16/16/16/16/8K7 w - - NB", "d7-d8=N", "A pawn becomes the lost knight")},
        {"Two pawns",
         "In the two-pawn variation a turn may be a move of one pawn and then of another. The king must be "
         "safe after both, and there is no promotion on the seventh rank. En passant is as in chess.",
         picture_of("8k7/16/16/3Pp11/16/16/16/8K7 w - e6 -", "d5xe6", "A pawn is taken en passant")},
    };
    rules.end =
        "How to solve: find every move that mates. A disc beside the board shows the side to move, and a "
        "mark which way its pawns advance; below the board are the pieces each side has lost. In the "
        "solutions a straight arrow is the move, and a double-headed one the king's exchange.";
    return rules;
}

}  // namespace octomate::complete_permutation
