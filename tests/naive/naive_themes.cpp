#include "naive_themes.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace naive {
namespace {

char at(const Position& position, int square) { return position.pieces[static_cast<std::size_t>(square)]; }

char& at(Position& position, int square) { return position.pieces[static_cast<std::size_t>(square)]; }

bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }

char side_of(char piece) { return is_white(piece) ? 'w' : 'b'; }

char other(char side) { return side == 'w' ? 'b' : 'w'; }

// Returns the letter of the same kind of piece of the other side.
char with_other_color(char piece) {
    return static_cast<char>(is_white(piece) ? piece - 'A' + 'a' : piece - 'a' + 'A');
}

// Returns the kind of piece, in lower case.
char kind(char piece) { return is_white(piece) ? with_other_color(piece) : piece; }

int find_king(const Position& position, char side) {
    for (int square = 0; square < 64; ++square) {
        if (kind(at(position, square)) == 'k' && side_of(at(position, square)) == side) {
            return square;
        }
    }
    return -1;
}

// Checks whether the piece on square `piece` attacks `square`. All other pieces of its side change sides for
// the test, so that they still block lines but cannot be the attacker.
bool piece_alone_attacks(Position position, int piece, int square) {
    const char side = side_of(at(position, piece));
    for (int other_square = 0; other_square < 64; ++other_square) {
        if (other_square != piece && at(position, other_square) != '.' &&
            side_of(at(position, other_square)) == side) {
            at(position, other_square) = with_other_color(at(position, other_square));
        }
    }
    return attacked(position, square, side);
}

// Returns the squares of all pieces of `side` that attack `square`.
std::set<int> attackers(const Position& position, int square, char side) {
    std::set<int> squares;
    for (int piece = 0; piece < 64; ++piece) {
        if (at(position, piece) != '.' && side_of(at(position, piece)) == side &&
            piece_alone_attacks(position, piece, square)) {
            squares.insert(piece);
        }
    }
    return squares;
}

std::vector<int> neighbours(int square) {
    std::vector<int> squares;
    for (int file = square % 8 - 1; file <= square % 8 + 1; ++file) {
        for (int rank = square / 8 - 1; rank <= square / 8 + 1; ++rank) {
            if (file >= 0 && file < 8 && rank >= 0 && rank < 8 && rank * 8 + file != square) {
                squares.push_back(rank * 8 + file);
            }
        }
    }
    return squares;
}

void add_cascade(const Position& before, const Move& move, std::set<std::string>& names) {
    const int step = before.turn == 'w' ? 8 : -8;
    const int first_rank = before.turn == 'w' ? 0 : 7;
    names.insert("cascade");
    names.insert("cascade-" + std::to_string(move.cascade));
    for (int swap = 1; swap <= move.cascade; ++swap) {
        const char piece = at(before, move.to + swap * step);
        const bool own = side_of(piece) == before.turn;
        if (kind(piece) == 'k') {
            names.insert("through-king");
            if (!own) {
                names.insert("pushed-king");
            }
        } else {
            names.insert(own ? "through-own-men" : "through-enemy-men");
        }
        const int pushed_to_rank = move.to / 8 + (swap - 1) * step / 8;
        if (kind(piece) == 'p' && !own && pushed_to_rank == first_rank) {
            names.insert("forced-promotion");
        }
    }
}

void add_check(const Position& before, const Move& move, std::set<std::string>& names) {
    const Position& after = move.after;
    const int step = before.turn == 'w' ? 8 : -8;
    const int king = find_king(after, other(before.turn));
    const std::set<int> checkers = attackers(after, king, before.turn);

    std::set<int> displaced;
    for (int swap = 0; swap < move.cascade; ++swap) {
        displaced.insert(move.to + swap * step);
    }
    if (move.teleport) {
        displaced.insert(move.from);
    }
    for (const int checker : checkers) {
        if (displaced.count(checker) > 0) {
            names.insert("displaced-man");
        } else if (checker != move.end && find_king(before, other(before.turn)) == king) {
            names.insert("discovered-check");
        }
        if (kind(at(after, checker)) == 'p') {
            names.insert("pawn-mate");
        }
    }
    if (checkers.size() >= 2) {
        names.insert("double-check");
    }

    const bool cascades = !move.teleport && (before.game == Game::parent || !in_check(before));
    const int next = move.end + step;
    if (cascades && next >= 0 && next < 64 && at(after, next) != '.') {
        names.insert("stopped-cascade");
    }
}

void add_field(const Move& move, char mover, std::set<std::string>& names) {
    const char mated = other(mover);
    const int king = find_king(move.after, mated);
    Position without_king = move.after;
    at(without_king, king) = '.';
    bool smothered = true;
    bool pure = true;
    std::set<int> part = attackers(move.after, king, mover);
    const std::set<int> checkers = part;
    part.insert(king);
    for (const int square : neighbours(king)) {
        const bool own_piece = at(move.after, square) != '.' && side_of(at(move.after, square)) == mated;
        const std::set<int> guards = attackers(without_king, square, mover);
        part.insert(guards.begin(), guards.end());
        std::size_t bars = guards.size();
        if (own_piece) {
            ++bars;
            part.insert(square);
        }
        smothered = smothered && own_piece;
        pure = pure && bars == 1;
    }
    if (smothered) {
        names.insert("smothered-mate");
    }
    if (!pure) {
        return;
    }
    names.insert("pure-mate");
    // A pinned piece counts as part of the mate, and so does the piece that pins it.
    for (int piece = 0; piece < 64; ++piece) {
        if (piece == king || at(move.after, piece) == '.' || side_of(at(move.after, piece)) == mover) {
            continue;
        }
        Position without = move.after;
        at(without, piece) = '.';
        for (const int pinning : attackers(without, king, mover)) {
            if (checkers.count(pinning) == 0) {
                part.insert(piece);
                part.insert(pinning);
            }
        }
    }
    bool officers = true;
    bool all = true;
    for (int piece = 0; piece < 64; ++piece) {
        const char letter = at(move.after, piece);
        if (letter == '.' || part.count(piece) > 0) {
            continue;
        }
        all = false;
        officers = officers && (side_of(letter) == mated || kind(letter) == 'k' || kind(letter) == 'p');
    }
    if (officers) {
        names.insert("model-mate");
    }
    if (all) {
        names.insert("ideal-mate");
    }
}

void add_form(const Position& position, std::set<std::string>& names) {
    int pieces = 0;
    int pawns = 0;
    for (int square = 0; square < 64; ++square) {
        pieces += at(position, square) != '.';
        pawns += kind(at(position, square)) == 'p';
    }
    if (pieces <= 7) {
        names.insert("miniature");
    }
    if (pawns == 0) {
        names.insert("aristocrat");
    }
}

void add_promotion(const Position& before, const Move& move, const std::vector<Move>& mates,
                   std::set<std::string>& names) {
    if (kind(at(before, move.from)) != 'p' || move.promotion == 0) {
        return;
    }
    names.insert("promotion");
    if (move.cascade > 0) {
        names.insert("cascade-promotion");
    }
    if (move.promotion == 'q') {
        return;
    }
    names.insert("underpromotion");
    for (const Move& mate : mates) {
        if (mate.from == move.from && mate.to == move.to && mate.promotion == 'q') {
            return;
        }
    }
    names.insert("only-underpromotion");
}

// A face of the die on which a move mates, and all mating moves.
struct WinningFace {
    int face;
    bool free;
    std::vector<Move> mates;
};

void add_faces(const std::vector<WinningFace>& winning, std::set<std::string>& names) {
    for (const WinningFace& face : winning) {
        if (face.free) {
            names.insert("free-move");
            if (face.mates.size() >= 2) {
                names.insert("free-choice");
            }
        }
    }
    for (const WinningFace& one : winning) {
        for (const WinningFace& two : winning) {
            if (one.free || two.free || one.face == two.face) {
                continue;
            }
            names.insert("face-switch");
            for (const Move& first : one.mates) {
                for (const Move& second : two.mates) {
                    if (first.from != second.from) {
                        names.insert("man-switch");
                    }
                    if (first.teleport && second.teleport) {
                        names.insert("teleport-switch");
                    }
                }
            }
        }
    }
    if (winning.size() == 1 && winning[0].face != 0 && winning[0].mates.size() == 1 &&
        winning[0].mates[0].cascade > 0) {
        names.insert("lone-cascade");
    }
}

}  // namespace

std::set<std::string> themes(const Position& position) {
    std::vector<WinningFace> winning;
    for (const Face& face : faces(position)) {
        WinningFace candidate{face.face, face.free, {}};
        for (const Move& move : face.moves) {
            if (move.mate) {
                candidate.mates.push_back(move);
            }
        }
        if (!candidate.mates.empty()) {
            winning.push_back(candidate);
        }
    }
    std::vector<Move> mates;
    for (const Move& move : legal_moves(position)) {
        if (move.mate) {
            mates.push_back(move);
        }
    }

    std::set<std::string> names;
    if (mates.empty()) {
        return names;
    }
    for (const Move& mate : mates) {
        if (mate.cascade > 0) {
            add_cascade(position, mate, names);
        }
        if (mate.teleport) {
            names.insert("teleport");
        }
        if (mate.capture) {
            names.insert("king-capture");
        }
        add_check(position, mate, names);
        add_field(mate, position.turn, names);
        add_promotion(position, mate, mates, names);
    }
    add_faces(winning, names);
    if (in_check(position)) {
        names.insert("in-check");
    }
    if (names.empty()) {
        names.insert("plain");
    }
    add_form(position, names);
    return names;
}

}  // namespace naive
