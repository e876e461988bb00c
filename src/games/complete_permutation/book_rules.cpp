#include "games/complete_permutation/games.hpp"

namespace octomate::complete_permutation {

draw::Rules rules_of(std::type_identity<Position>) {
    const auto picture_of = [start = Position()](auto fen, auto move, auto title) {
        return draw::legal_picture(start, fen, move, title);
    };
    draw::Rules rules;
    rules.game = "Complete Permutation Chess";
    rules.cover = scene_of(Position());
    rules.cover.title = "The array at the beginning";
    rules.intro =
        "Complete Permutation Chess is played on sixteen files by eight ranks. Each side has a king, sixteen "
        "pawns and fifteen pieces, all different: every piece that can be made of rook, bishop, knight and "
        "falcon. Checkmate wins.";
    rules.parts = {
        {"Fifteen different pieces",
         "A piece moves as any of its components. Queen: rook and bishop. Marshal: rook and knight. "
         "Cardinal: bishop and knight. Amazon: queen and knight. With wings it moves as a falcon besides: "
         "the winged marshal leaps like a knight here.",
         picture_of("8k7/16/16/5p10/3G12/16/16/8K7 w - - -", "Gd4xf5", "A winged marshal takes a pawn")},
        {"The falcon",
         "It goes three steps outwards, straight and diagonal ones mixed, to a square one or two files and "
         "three ranks away, or the other way round. There are three ways to each square; one whose two "
         "squares are empty is enough. It cannot jump.",
         picture_of("8k7/16/6n9/5p10/4pp10/4F11/16/8K7 w - - -", "Fe3-h4", "A falcon finds its way round")},
        {"The king",
         "He goes to the next square, two squares straight on or diagonally, or a knight's move that begins "
         "with a straight step. The square that he passes must be empty, and no square on the way may be "
         "attacked.",
         picture_of("8k7/16/16/16/16/5p10/7P8/8K7 w - - -", "Ki1-j3", "A king goes by way of i2")},
        {"The king's exchange",
         "Once, a king that has not moved may change places with a piece of his own on the same rank that "
         "has not moved either. He is not in check, nobody stands between them, and no square from one to "
         "the other is attacked.",
         picture_of("8k7/16/16/16/16/16/6PPPP6/4Q3KA6 w E - -", "Ki1-e1", "King and queen change places")},
        {"Promotion",
         "On the seventh rank a pawn may become a piece that its side has lost, and on the eighth it must. "
         "Who has lost none and must promote loses the game at once: Mental Cruelty.",
         picture_of("8k7/3P12/16/16/16/16/16/8K7 w - - NB", "d7-d8=N", "A pawn becomes the lost knight")},
        {"Two pawns",
         "In the two-pawn variation a turn may be a move of one pawn and then one of another. The own king "
         "must be safe after both, and nobody promotes on the seventh rank. Pawns capture in passing as in "
         "chess.",
         picture_of("8k7/16/16/3Pp11/16/16/16/8K7 w - e6 -", "d5xe6", "A pawn is taken in passing")},
    };
    rules.end =
        "How to solve: find every move that mates. A disc beside the board shows who is to move, with a mark "
        "for the way his pawns climb; below the board stand the pieces that each side has lost. In the "
        "pictures of the solutions a straight arrow is the move, and an arrow with two heads the king's "
        "exchange.";
    return rules;
}

}  // namespace octomate::complete_permutation
