#include "games/super_chess/games.hpp"

namespace octomate::super_chess {

draw::Rules rules_of(std::type_identity<Position>) {
    const auto picture_of = [start = Position()](auto fen, auto move, auto title) {
        return draw::legal_picture(start, fen, move, title);
    };
    draw::Rules rules;
    rules.game = "Super Chess";
    rules.cover = scene_of(Position());
    rules.cover.title = "The starting position";
    rules.intro =
        "Super Chess is chess, and more: a piece may hop onto a rook of its own side to form a stack with "
        "new powers. Each side has at most one stack. Checkmate wins, and so does the High Ground. A square "
        "shows its stack from the bottom piece at the lower left to the top piece at the upper right.";
    rules.parts = {
        {"Hopping",
         "Instead of moving normally, a piece hops onto a rook it could have reached. A pawn makes an MVP, a "
         "knight a Paladin, a queen a Hyper Queen, the dark-squared bishop a Pseudo Queen, the light-squared "
         "bishop a Cardinal, a rook a Cathedral or an Hourglass, a king a Cowardly King.",
         picture_of("4k3/8/8/8/8/2R5/8/1N2K3 w - -", "b1c3", "A knight hops onto a rook: a Paladin")},
        {"Splitting",
         "As a turn, the lower part may slide out or the upper part jump off, each moving as the piece it "
         "is. Only a Hyper Queen is never split, and a king cannot capture by jumping off.",
         picture_of("4k3/8/8/3p4/8/2(RN)5/8/4K3 w - -", "c3^d5", "The knight jumps off and captures")},
        {"How stacks move",
         "Stacks move as a rook, except: a Paladin leaps to any square two away; a Pseudo Queen moves as a "
         "queen; a Cardinal as a queen, at most three squares; a Hyper Queen as a queen to an empty square "
         "and then one step as a king. An MVP also captures as a pawn, a GOAP in all four diagonal "
         "directions. Cowardly Kings and Popes cannot capture.",
         picture_of("4k3/8/3p4/8/2(RN)5/8/8/4K3 w - -", "c4d6", "A Paladin takes two squares away")},
        {"King and pope",
         "A Cardinal that has taken three pieces, seven points or any stack becomes a Cowardly Pope. A pope "
         "moves as a king. A side with two kings or popes is never in check: they may be captured. A side "
         "with one must keep it safe.",
         picture_of("4k3/8/8/5n2/3(RB[l2.4])4/8/8/4K3 w - -", "d4f6",
                    "A Cardinal goes at most three squares")},
        {"Castling thrice",
         "A king or pope may swap places with a Cathedral once in the game; with a Vatican, three rooks on "
         "one square, it may go once to any empty square at most two away. Both are allowed in check.",
         picture_of("4k3/8/8/8/2(RR)5/8/8/4K3 w - -", "e1<>c4", "King and Cathedral swap places")},
        {"Time travel",
         "A side with an Hourglass that has an unused rook may, as its turn, go back to any earlier state of "
         "the game, whichever side was to move there. Both rooks are then used up for good. The Hourglass "
         "can save a mated king.",
         picture_of("4k3/8/8/8/2(RR)5/8/8/4K3 w - -", "c4=H", "A Cathedral is turned over")},
        {"The High Ground",
         "A king or pope that hops onto a Vatican holds the High Ground and wins at once, unless it steps "
         "into check.",
         picture_of("4k3/8/8/8/8/8/3(RRR)4/4K3 w - -", "e1d2", "The king climbs: White wins")},
    };
    rules.end =
        "How to solve: find every move that wins, by mate or by the High Ground. A disc beside the board "
        "shows the side to move, and a mark which way its pawns advance; beside it stands what pieces "
        "remember. @5 is travel to earlier state 5; 0 is the oldest.";
    return rules;
}

}  // namespace octomate::super_chess
