#include "games/super_chess/games.hpp"

namespace octomate::super_chess {

draw::Rules rules_of(std::type_identity<Position>) {
    const auto picture_of = [start = Position()](auto fen, auto move, auto title) {
        return draw::legal_picture(start, fen, move, title);
    };
    draw::Rules rules;
    rules.game = "Super Chess";
    rules.cover = scene_of(Position());
    rules.cover.title = "The array at the beginning";
    rules.intro =
        "Super Chess is chess, and more: a man may hop on a rook of his own and make a stack with powers of "
        "its own. Each side owns at most one stack. Checkmate wins, and so does the High Ground. A square "
        "shows its stack from the lower left, where the lowest man stands, to the upper right.";
    rules.parts = {
        {"Hopping",
         "Instead of a move, a man hops on a rook to which he could have moved. With a pawn it is an MVP, "
         "with a knight a Paladin, a queen makes a Hyper Queen, the bishop of the dark squares a Pseudo "
         "Queen, "
         "the one of the light squares a Cardinal, a rook a Cathedral or an Hourglass, a king a Cowardly "
         "King.",
         picture_of("4k3/8/8/8/8/2R5/8/1N2K3 w - -", "b1c3", "A knight hops on a rook: a Paladin")},
        {"Splitting",
         "A turn may be the lower part sliding out or the upper part jumping off, each as the man it is. "
         "Only "
         "a Hyper Queen is never split, and a king does not capture as he jumps off.",
         picture_of("4k3/8/8/3p4/8/2(RN)5/8/4K3 w - -", "c3^d5", "The knight jumps off and captures")},
        {"How stacks move",
         "All go as a rook, but: a Paladin leaps to any square at a distance of two; Pseudo Queen as a "
         "queen; "
         "Cardinal as a queen, three squares at most; Hyper Queen as a queen to an empty square and then one "
         "step as a king. An MVP also captures as a pawn, a GOAP to all four sides. Cowardly kings and popes "
         "do not capture.",
         picture_of("4k3/8/3p4/8/2(RN)5/8/8/4K3 w - -", "c4d6", "A Paladin takes two squares away")},
        {"King and pope",
         "A Cardinal that has taken three pieces, seven points or any stack becomes a Cowardly Pope. A pope "
         "goes as a king. Who owns two kings or popes knows no check: they may be captured. Who owns one "
         "must guard it.",
         picture_of("4k3/8/8/5n2/3(RB[l2.4])4/8/8/4K3 w - -", "d4f6",
                    "A Cardinal three squares away at most")},
        {"Castling thrice",
         "With a Cathedral a king or pope changes places once in his life; with a Vatican, three rooks on "
         "one "
         "square, he goes once to any empty square at most two away. In check, too.",
         picture_of("4k3/8/8/8/2(RR)5/8/8/4K3 w - -", "e1<>c4", "King and Cathedral change places")},
        {"Time travel",
         "Who has an Hourglass with a rook that never travelled may go back, as his turn, to any earlier "
         "state "
         "of the game, whoever was to move there. Both rooks are used then, for good. The Hourglass lets one "
         "escape from mate.",
         picture_of("4k3/8/8/8/2(RR)5/8/8/4K3 w - -", "c4=H", "A Cathedral is turned over")},
        {"The High Ground",
         "A king or pope who hops on a Vatican has the High Ground and wins at once, unless he steps into "
         "check.",
         picture_of("4k3/8/8/8/8/8/3(RRR)4/4K3 w - -", "e1d2", "The king climbs: White has won")},
    };
    rules.end =
        "How to solve: find every move that wins, by mate or by the High Ground. A disc beside the board "
        "shows "
        "who is to move, with a mark for the way his pawns climb; beside it stands what men remember. @5 is "
        "a "
        "travel to the earlier state number 5, 0 being the oldest.";
    return rules;
}

}  // namespace octomate::super_chess
