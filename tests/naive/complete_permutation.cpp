#include "complete_permutation.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

namespace naive::complete {
namespace {

// ---- R1: the board --------------------------------------------------------------------------------------

constexpr int files_of_board = 16;
constexpr int ranks_of_board = 8;
constexpr int squares_of_board = 128;
constexpr int first_king_file = 8;  // R2: file i

// R10, field 5: the order of reserves, which is that of the initial array from a to p without the king.
constexpr std::string_view fifteen_pieces = "DFBLMQEZASTCNRG";

int file_of(int square) { return square % files_of_board; }

int rank_of(int square) { return square / files_of_board; }

bool on_board(int file, int rank) {
    return file >= 0 && file < files_of_board && rank >= 0 && rank < ranks_of_board;
}

int square_at(int file, int rank) { return rank * files_of_board + file; }

char& piece_at(Position& position, int square) { return position.pieces[static_cast<std::size_t>(square)]; }

char piece_at(const Position& position, int square) {
    return position.pieces[static_cast<std::size_t>(square)];
}

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

char upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

bool is_empty(const Position& position, int square) { return piece_at(position, square) == '.'; }

// Returns 'w', 'b', or '.' for an empty square.
char side_of(char piece) {
    if (piece == '.') {
        return '.';
    }
    return piece >= 'A' && piece <= 'Z' ? 'w' : 'b';
}

char other(char side) { return side == 'w' ? 'b' : 'w'; }

// Returns the letter of a piece of `side`: 'Q' becomes 'Q' for White and 'q' for Black.
char piece_of_side(char kind, char side) { return side == 'w' ? upper(kind) : lower(kind); }

bool is_pawn(char piece) { return upper(piece) == 'P'; }

bool is_king(char piece) { return upper(piece) == 'K'; }

// R1: White pawns go up, Black pawns go down.
int forward(char side) { return side == 'w' ? 1 : -1; }

// R1, A15: the relative rank, 1 to 8, of a square.
int relative_rank(int square, char side) { return side == 'w' ? rank_of(square) + 1 : 8 - rank_of(square); }

int back_rank(char side) { return side == 'w' ? 0 : 7; }

// Returns the square one rank ahead for the side's pawns; it may lie off the board.
int in_front_of(int square, char side) { return square + forward(side) * files_of_board; }

// Returns the square of the king, or -1 if the side has none (from_fen does not validate).
int king_square(const Position& position, char side) {
    for (int square = 0; square < squares_of_board; ++square) {
        if (piece_at(position, square) == piece_of_side('K', side)) {
            return square;
        }
    }
    return -1;
}

std::array<bool, 16>& unmoved_of(Position& position, char side) {
    return side == 'w' ? position.unmoved_white : position.unmoved_black;
}

const std::array<bool, 16>& unmoved_of(const Position& position, char side) {
    return side == 'w' ? position.unmoved_white : position.unmoved_black;
}

std::string& reserve_of(Position& position, char side) { return position.reserve[side == 'w' ? 0 : 1]; }

const std::string& reserve_of(const Position& position, char side) {
    return position.reserve[side == 'w' ? 0 : 1];
}

// ---- R3: the pieces -------------------------------------------------------------------------------------

// R3.1, A1: the components of each of the fifteen pieces.
std::string_view components(char kind) {
    switch (kind) {
        case 'R': return "R";
        case 'B': return "B";
        case 'N': return "N";
        case 'F': return "F";
        case 'Q': return "RB";
        case 'M': return "RN";
        case 'C': return "BN";
        case 'A': return "RBN";
        case 'T': return "RF";
        case 'L': return "BF";
        case 'S': return "NF";
        case 'D': return "RBF";
        case 'G': return "RNF";
        case 'E': return "BNF";
        case 'Z': return "RBNF";
        default: return "";
    }
}

bool is_piece_letter(char kind) { return !components(kind).empty(); }

// Checks whether all squares strictly between the two are empty. They must share a file, a rank or a
// diagonal.
bool nothing_between(const Position& position, int from, int to) {
    const int files = file_of(to) - file_of(from);
    const int ranks = rank_of(to) - rank_of(from);
    const int file_step = (files > 0) - (files < 0);
    const int rank_step = (ranks > 0) - (ranks < 0);
    int file = file_of(from) + file_step;
    int rank = rank_of(from) + rank_step;
    while (square_at(file, rank) != to) {
        if (!is_empty(position, square_at(file, rank))) {
            return false;
        }
        file += file_step;
        rank += rank_step;
    }
    return true;
}

bool rook_reaches(const Position& position, int from, int to) {
    const bool straight = file_of(from) == file_of(to) || rank_of(from) == rank_of(to);
    return straight && nothing_between(position, from, to);
}

bool bishop_reaches(const Position& position, int from, int to) {
    const int files = std::abs(file_of(to) - file_of(from));
    const int ranks = std::abs(rank_of(to) - rank_of(from));
    return files == ranks && nothing_between(position, from, to);
}

bool knight_reaches(int from, int to) {
    return std::abs(file_of(to) - file_of(from)) * std::abs(rank_of(to) - rank_of(from)) == 2;
}

struct Direction {
    int files;
    int ranks;
};

constexpr std::array<Direction, 4> orthogonals{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
constexpr std::array<Direction, 4> diagonals{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<std::string_view, 6> falcon_patterns{"OOD", "ODO", "DOO", "DDO", "DOD", "ODD"};

// R3.2: walks three steps of one pattern. Checks whether the walk ends on `to` and passes only empty squares.
bool falcon_walk(const Position& position, int from, int to, Direction orthogonal, Direction diagonal,
                 std::string_view pattern) {
    int file = file_of(from);
    int rank = rank_of(from);
    for (std::size_t step = 0; step < 3; ++step) {
        const Direction direction = pattern[step] == 'O' ? orthogonal : diagonal;
        file += direction.files;
        rank += direction.ranks;
        if (!on_board(file, rank)) {
            return false;
        }
        if (step < 2 && !is_empty(position, square_at(file, rank))) {
            return false;
        }
    }
    return square_at(file, rank) == to;
}

// R3.2: combines one orthogonal direction, one of the two diagonals 45 degrees from it and one of six
// patterns. One open path is enough.
bool falcon_reaches(const Position& position, int from, int to) {
    const int files = std::abs(file_of(to) - file_of(from));
    const int ranks = std::abs(rank_of(to) - rank_of(from));
    if (std::max(files, ranks) != 3) {
        return false;  // every walk ends exactly three files or three ranks away
    }
    for (const Direction orthogonal : orthogonals) {
        for (const Direction diagonal : diagonals) {
            if (orthogonal.files * diagonal.files + orthogonal.ranks * diagonal.ranks != 1) {
                continue;  // the directions are 135 degrees apart
            }
            for (const std::string_view pattern : falcon_patterns) {
                if (falcon_walk(position, from, to, orthogonal, diagonal, pattern)) {
                    return true;
                }
            }
        }
    }
    return false;
}

// R3.1: checks whether a move of one of the piece's components reaches `to`.
bool piece_reaches(const Position& position, int from, int to) {
    for (const char component : components(upper(piece_at(position, from)))) {
        const bool reaches = component == 'R'   ? rook_reaches(position, from, to)
                             : component == 'B' ? bishop_reaches(position, from, to)
                             : component == 'N' ? knight_reaches(from, to)
                                                : falcon_reaches(position, from, to);
        if (reaches) {
            return true;
        }
    }
    return false;
}

// ---- R4: attack and check -------------------------------------------------------------------------------

// R4.1: a pawn attacks its two diagonally forward squares, on every rank, whatever the reserve (A3).
bool pawn_attacks(char side, int from, int to) {
    return rank_of(to) - rank_of(from) == forward(side) && std::abs(file_of(to) - file_of(from)) == 1;
}

// R4.3, A4: a king attacks its eight neighbours only.
bool king_attacks(int from, int to) {
    return std::abs(file_of(to) - file_of(from)) <= 1 && std::abs(rank_of(to) - rank_of(from)) <= 1;
}

// R4.1: checks whether the piece on `from` attacks `to`, even if it is pinned (A2) or its side is not to
// move.
bool piece_attacks(const Position& position, int from, int to) {
    if (from == to) {
        return false;
    }
    const char piece = piece_at(position, from);
    if (is_pawn(piece)) {
        return pawn_attacks(side_of(piece), from, to);
    }
    if (is_king(piece)) {
        return king_attacks(from, to);
    }
    return piece_reaches(position, from, to);
}

// R4.2: a side is in check if its king's square is attacked.
bool king_attacked(const Position& position, char side) {
    const int king = king_square(position, side);
    return king >= 0 && attacked(position, king, other(side));
}

// Checks whether `to` is empty or has an enemy piece. In positions that R10 accepts, that piece is never the
// king, whose side would be in check without being to move.
bool may_land(const Position& position, int to) {
    const char target = piece_at(position, to);
    return target == '.' || (side_of(target) == other(position.turn) && !is_king(target));
}

bool piece_can_move(const Position& position, int from, int to) {
    return from != to && may_land(position, to) && piece_reaches(position, from, to);
}

// ---- R5: the king's move --------------------------------------------------------------------------------

// R5, A5: checks whether the king of the side to move would be attacked on `square`. The king is moved there,
// a captured piece is removed, and everything else stays in place.
bool king_would_be_attacked(const Position& position, int king, int square) {
    Position copy = position;
    piece_at(copy, king) = '.';
    piece_at(copy, square) = piece_of_side('K', position.turn);
    return attacked(copy, square, other(position.turn));
}

// R5: returns the square that the king passes, or -1 for a step to a neighbour. A straight move of two passes
// the square between; a knight's move is an orthogonal step and then a diagonal one outward.
int square_passed_by_king(int from, int to) {
    const int files = file_of(to) - file_of(from);
    const int ranks = rank_of(to) - rank_of(from);
    if (std::abs(files) <= 1 && std::abs(ranks) <= 1) {
        return -1;
    }
    const int file_step = std::abs(files) == 2 ? files / 2 : 0;
    const int rank_step = std::abs(ranks) == 2 ? ranks / 2 : 0;
    return square_at(file_of(from) + file_step, rank_of(from) + rank_step);
}

// R5: checks whether `to` is one of the 24 final squares of the king. The long moves may also capture and end
// a check (A6).
bool king_can_move(const Position& position, int from, int to) {
    const int files = std::abs(file_of(to) - file_of(from));
    const int ranks = std::abs(rank_of(to) - rank_of(from));
    if (from == to || files > 2 || ranks > 2 || !may_land(position, to)) {
        return false;
    }
    const int passed = square_passed_by_king(from, to);
    if (passed >= 0 && (!is_empty(position, passed) || king_would_be_attacked(position, from, passed))) {
        return false;
    }
    return !king_would_be_attacked(position, from, to);
}

// ---- R6: the king swap ----------------------------------------------------------------------------------

// Returns the position with king and partner exchanged.
Position with_swap(const Position& position, int king, int partner) {
    Position copy = position;
    std::swap(piece_at(copy, king), piece_at(copy, partner));
    return copy;
}

// R6: checks whether both are unmoved and on the same back rank. The partner is any of the fifteen pieces
// (A17).
bool are_swap_partners(const Position& position, int king, int partner) {
    const char side = position.turn;
    return king == square_at(first_king_file, back_rank(side)) &&
           piece_at(position, king) == piece_of_side('K', side) && rank_of(partner) == back_rank(side) &&
           unmoved_of(position, side)[static_cast<std::size_t>(file_of(partner))] &&
           side_of(piece_at(position, partner)) == side &&
           is_piece_letter(upper(piece_at(position, partner)));
}

// R6, condition 3: checks whether a square strictly between is attacked, with the king on it and the partner
// still on its own square.
bool is_attacked_between(const Position& position, int king, int partner) {
    for (int square = std::min(king, partner) + 1; square < std::max(king, partner); ++square) {
        if (king_would_be_attacked(position, king, square)) {
            return true;
        }
    }
    return false;
}

// R6, A7: checks the conditions of a swap; the option `leap` requires only condition 1 and the last part of
// condition 3. The partner may be attacked or pinned (A16).
bool can_swap(const Position& position, int king, int partner, Swap option) {
    if (option == Swap::none || !are_swap_partners(position, king, partner) || in_check(position)) {
        return false;
    }
    if (option == Swap::castling &&
        (!nothing_between(position, king, partner) || is_attacked_between(position, king, partner))) {
        return false;
    }
    return !attacked(with_swap(position, king, partner), partner, other(position.turn));
}

// ---- R7: the pawns --------------------------------------------------------------------------------------

// R7: checks whether a pawn can capture en passant on `to`. In the two-pawn variation (A12) the first pawn of
// the turn may have captured the victim already, so the victim must still be on its square.
bool can_capture_en_passant(const Position& position, int from, int to) {
    const char side = position.turn;
    const bool was_passed = std::count(position.en_passant.begin(), position.en_passant.end(), to) > 0;
    return was_passed && pawn_attacks(side, from, to) && is_empty(position, to) &&
           piece_at(position, in_front_of(to, other(side))) == piece_of_side('P', other(side));
}

bool pawn_can_capture(const Position& position, int from, int to) {
    return pawn_attacks(position.turn, from, to) && !is_empty(position, to) && may_land(position, to);
}

// R7: checks for one step to an empty square, or two from relative rank 2 if both squares are empty.
bool pawn_can_advance(const Position& position, int from, int to) {
    if (file_of(from) != file_of(to) || !is_empty(position, to)) {
        return false;
    }
    const int steps = (rank_of(to) - rank_of(from)) * forward(position.turn);
    if (steps == 1) {
        return true;
    }
    return steps == 2 && relative_rank(from, position.turn) == 2 &&
           is_empty(position, in_front_of(from, position.turn));
}

bool pawn_can_move(const Position& position, int from, int to) {
    return pawn_can_advance(position, from, to) || pawn_can_capture(position, from, to) ||
           can_capture_en_passant(position, from, to);
}

// ---- R8: promotion --------------------------------------------------------------------------------------

// The choice at the end of a pawn move: 0 to stay a pawn, the upper case letter of a piece, or '-' for a loss
// by Mental Cruelty.
using Choice = char;

// Returns each kind of piece in the reserve once.
std::vector<Choice> kinds_in_reserve(const Position& position, char side) {
    std::vector<Choice> kinds;
    for (const char kind : fifteen_pieces) {
        if (reserve_of(position, side).find(kind) != std::string::npos) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

// R8.2 to R8.4: returns the choices of a pawn of the side to move that arrives on `to`. A13: the two-pawn
// variation has no promotion on the 7th rank, not even in one-pawn turns.
std::vector<Choice> promotion_choices(const Position& position, int to, const Switches& switches) {
    const int rank = relative_rank(to, position.turn);
    std::vector<Choice> kinds = kinds_in_reserve(position, position.turn);
    if (rank == 8) {
        return kinds.empty() ? std::vector<Choice>{'-'} : kinds;
    }
    if (rank == 7 && !switches.two_pawns) {
        kinds.push_back(0);
        return kinds;
    }
    return {0};
}

void sort_reserve(std::string& reserve) {
    std::sort(reserve.begin(), reserve.end(),
              [](char a, char b) { return fifteen_pieces.find(a) < fifteen_pieces.find(b); });
}

// R8.1, A8: any captured piece except a pawn goes to its owner's reserve, even a promoted one.
void add_to_reserve(Position& position, char piece) {
    if (!is_pawn(piece)) {
        std::string& reserve = reserve_of(position, side_of(piece));
        reserve += upper(piece);
        sort_reserve(reserve);
    }
}

// R8.3: removes the chosen piece from the reserve.
void remove_from_reserve(Position& position, char side, char kind) {
    std::string& reserve = reserve_of(position, side);
    reserve.erase(reserve.find(kind), 1);
}

// R8.4: checks for a pawn on its 8th rank: only a loss by Mental Cruelty leaves one there.
bool is_lost_by_cruelty(const Position& position) {
    for (int square = 0; square < squares_of_board; ++square) {
        const char piece = piece_at(position, square);
        if (is_pawn(piece) && relative_rank(square, side_of(piece)) == 8) {
            return true;
        }
    }
    return false;
}

// ---- Moving pieces on a copy ---------------------------------------------------------------------------

// R6: marks the piece on `square` as moved or captured, so that the king may no longer swap with it.
void forget_unmoved(Position& position, char side, int square) {
    if (rank_of(square) == back_rank(side)) {
        unmoved_of(position, side)[static_cast<std::size_t>(file_of(square))] = false;
    }
}

// Removes a captured piece from the board.
void capture(Position& position, int square) {
    const char piece = piece_at(position, square);
    forget_unmoved(position, side_of(piece), square);
    add_to_reserve(position, piece);
    piece_at(position, square) = '.';
}

// Moves a piece and captures the piece on the final square.
void move_piece(Position& position, int from, int to) {
    const char piece = piece_at(position, from);
    if (!is_empty(position, to)) {
        capture(position, to);
    }
    piece_at(position, to) = piece;
    piece_at(position, from) = '.';
    forget_unmoved(position, side_of(piece), from);
    if (is_king(piece)) {
        unmoved_of(position, side_of(piece)).fill(false);  // R10: a king move ends all rights to swap
    }
}

// Ends a turn: passes the move to the other side, replaces the en passant squares, and advances the clocks
// (R10, fields 6 and 7: halfmove counts plies since the last pawn move or capture).
void pass_the_turn(Position& position, const std::vector<int>& double_steps, bool pawn_move_or_capture) {
    position.halfmove = pawn_move_or_capture ? 0 : position.halfmove + 1;
    position.fullmove += position.turn == 'b' ? 1 : 0;
    position.turn = other(position.turn);
    position.en_passant = double_steps;
    std::sort(position.en_passant.begin(), position.en_passant.end());
}

// A move of one piece. A turn has one step, or two in a two-pawn turn.
struct Step {
    int from = 0;
    int to = 0;
    Choice choice = 0;
    bool operator==(const Step&) const = default;
};

// A turn and the position after it.
struct Played {
    std::vector<Step> steps;  // one, or two for a two-pawn turn
    bool cruelty = false;
    Position after;
};

// Plays a turn of a piece or the king (R3, R5).
Played play_piece(const Position& before, int from, int to) {
    Played played{{Step{from, to, 0}}, false, before};
    move_piece(played.after, from, to);
    pass_the_turn(played.after, {}, !is_empty(before, to));
    return played;
}

// R6: plays a swap. It counts as a move of both; as a king move it ends all rights to swap.
Played play_swap(const Position& before, int king, int partner) {
    Played played{{Step{king, partner, 0}}, false, with_swap(before, king, partner)};
    unmoved_of(played.after, before.turn).fill(false);
    pass_the_turn(played.after, {}, false);
    return played;
}

// Returns the board after one pawn move, which may be only the first half of a turn: the same side stays to
// move, and double steps of the last turn can still be captured en passant (R9.3).
Position move_pawn(const Position& before, const Step& step) {
    Position after = before;
    if (can_capture_en_passant(before, step.from, step.to)) {
        capture(after, in_front_of(step.to, other(before.turn)));
    }
    move_piece(after, step.from, step.to);
    if (step.choice != 0 && step.choice != '-') {
        remove_from_reserve(after, before.turn, step.choice);
        piece_at(after, step.to) = piece_of_side(step.choice, before.turn);
    }
    return after;
}

// R10, field 4: returns the squares passed by the double steps among these pawn moves.
std::vector<int> passed_squares(const std::vector<Step>& steps) {
    std::vector<int> passed;
    for (const Step& step : steps) {
        if (std::abs(rank_of(step.to) - rank_of(step.from)) == 2) {
            passed.push_back((step.from + step.to) / 2);
        }
    }
    return passed;
}

// Plays a turn of one or two pawns. Only its last move can be a loss by Mental Cruelty (R8.4).
Played play_pawns(const Position& before, const std::vector<Step>& steps) {
    Played played{steps, steps.back().choice == '-', before};
    for (const Step& step : steps) {
        played.after = move_pawn(played.after, step);
    }
    pass_the_turn(played.after, passed_squares(steps), true);
    return played;
}

// ---- R9: the legal turns --------------------------------------------------------------------------------

bool is_own_pawn(const Position& position, int square) {
    return piece_at(position, square) == piece_of_side('P', position.turn);
}

// R9.1, R9.3: checks whether the pawn may make this move and its own king is safe after it.
bool pawn_step_is_legal(const Position& position, const Step& step, const Switches& switches) {
    if (!is_own_pawn(position, step.from) || !pawn_can_move(position, step.from, step.to)) {
        return false;
    }
    const std::vector<Choice> choices = promotion_choices(position, step.to, switches);
    return std::count(choices.begin(), choices.end(), step.choice) > 0 &&
           !king_attacked(move_pawn(position, step), position.turn);
}

// Returns every legal pawn move; each choice of promotion is a move.
std::vector<Step> legal_pawn_steps(const Position& position, const Switches& switches) {
    std::vector<Step> steps;
    for (int from = 0; from < squares_of_board; ++from) {
        if (!is_own_pawn(position, from)) {
            continue;
        }
        for (int to = 0; to < squares_of_board; ++to) {
            if (!pawn_can_move(position, from, to)) {
                continue;
            }
            for (const Choice choice : promotion_choices(position, to, switches)) {
                if (pawn_step_is_legal(position, Step{from, to, choice}, switches)) {
                    steps.push_back(Step{from, to, choice});
                }
            }
        }
    }
    return steps;
}

// R9.3: checks whether two moves of different pawns are legal one after the other. A loss by Mental Cruelty
// in the first ends the turn.
bool pair_is_legal(const Position& position, const Step& first, const Step& second,
                   const Switches& switches) {
    return first.choice != '-' && second.from != first.to && pawn_step_is_legal(position, first, switches) &&
           pawn_step_is_legal(move_pawn(position, first), second, switches);
}

// A14: checks whether a pair of moves is written in this order. If both orders are legal, they are one turn,
// written with the lower from-square first: a1, b1..p1, a2..p8, which is the numbering of squares.
bool is_written_order(const Position& position, const Step& first, const Step& second,
                      const Switches& switches) {
    if (!pair_is_legal(position, second, first, switches)) {
        return true;
    }
    if (play_pawns(position, {first, second}).after != play_pawns(position, {second, first}).after) {
        throw std::logic_error("A14: the two orders of a two-pawn turn give different positions");
    }
    return first.from < second.from;
}

// R9.3: returns every turn of two pawns once.
std::vector<Played> two_pawn_turns(const Position& position, const Switches& switches) {
    std::vector<Played> turns;
    for (const Step& first : legal_pawn_steps(position, switches)) {
        if (first.choice == '-') {
            continue;
        }
        for (const Step& second : legal_pawn_steps(move_pawn(position, first), switches)) {
            if (second.from != first.to && is_written_order(position, first, second, switches)) {
                turns.push_back(play_pawns(position, {first, second}));
            }
        }
    }
    return turns;
}

// R4.2: checks that the turn does not leave the mover's own king in check.
bool leaves_own_king_safe(const Played& played) {
    return !king_attacked(played.after, other(played.after.turn));
}

// Returns the turn of the piece or king on `from` to `to`, a move or a swap, or nullopt if it is illegal.
std::optional<Played> piece_turn(const Position& position, int from, int to, const Switches& switches) {
    const bool king = is_king(piece_at(position, from));
    if (king && can_swap(position, from, to, switches.swap)) {
        return play_swap(position, from, to);
    }
    if (!(king ? king_can_move(position, from, to) : piece_can_move(position, from, to))) {
        return std::nullopt;
    }
    Played played = play_piece(position, from, to);
    return leaves_own_king_safe(played) ? std::optional(std::move(played)) : std::nullopt;
}

bool is_own_piece(const Position& position, int square) {
    return side_of(piece_at(position, square)) == position.turn && !is_pawn(piece_at(position, square));
}

// Returns the turns that move one piece or pawn: R9.1, and the first two kinds of R9.3.
std::vector<Played> one_piece_turns(const Position& position, const Switches& switches) {
    std::vector<Played> turns;
    for (int from = 0; from < squares_of_board; ++from) {
        if (!is_own_piece(position, from)) {
            continue;
        }
        for (int to = 0; to < squares_of_board; ++to) {
            if (std::optional<Played> played = piece_turn(position, from, to, switches)) {
                turns.push_back(std::move(*played));
            }
        }
    }
    for (const Step& step : legal_pawn_steps(position, switches)) {
        turns.push_back(play_pawns(position, {step}));
    }
    return turns;
}

// Returns all legal turns, without notation. R8.4: there are none after a loss by Mental Cruelty.
std::vector<Played> played_turns(const Position& position, const Switches& switches) {
    if (is_lost_by_cruelty(position)) {
        return {};
    }
    std::vector<Played> turns = one_piece_turns(position, switches);
    if (switches.two_pawns) {
        for (Played& played : two_pawn_turns(position, switches)) {
            turns.push_back(std::move(played));
        }
    }
    return turns;
}

// R9.2: checks for a legal turn. A two-pawn turn begins with a move that is a legal turn on its own, so turns
// of one piece suffice.
bool has_legal_turn(const Position& position, const Switches& switches) {
    if (is_lost_by_cruelty(position)) {
        return false;
    }
    for (int from = 0; from < squares_of_board; ++from) {
        if (!is_own_piece(position, from)) {
            continue;
        }
        for (int to = 0; to < squares_of_board; ++to) {
            if (piece_turn(position, from, to, switches)) {
                return true;
            }
        }
    }
    return !legal_pawn_steps(position, switches).empty();
}

// ---- R11: notation --------------------------------------------------------------------------------------

std::string square_name(int square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

std::string step_name(const Step& step) {
    std::string name = square_name(step.from) + square_name(step.to);
    if (step.choice != 0) {
        name += '=';
        name += step.choice;
    }
    return name;
}

std::string turn_name(const std::vector<Step>& steps) {
    std::string name;
    for (const Step& step : steps) {
        if (!name.empty()) {
            name += ',';
        }
        name += step_name(step);
    }
    return name;
}

std::string name_of_side(char side) { return side == 'w' ? "white" : "black"; }

// Returns the turn with notation, check, mate and outcome. A Mental Cruelty loss counts before any check or
// mate that it gives (R8.4, A10). Checkmate loses for the side to move, stalemate is a draw (R9.2, A11).
Turn annotate(const Played& played, char mover, const Switches& switches) {
    Turn turn;
    turn.uci = turn_name(played.steps);
    turn.after = played.after;
    turn.cruelty = played.cruelty;
    if (played.cruelty) {
        turn.outcome = name_of_side(other(mover));
        return turn;
    }
    turn.check = in_check(played.after);
    const bool ended = !has_legal_turn(played.after, switches);
    turn.mate = ended && turn.check;
    if (ended) {
        turn.outcome = turn.mate ? name_of_side(mover) : "draw";
    }
    return turn;
}

// ---- R10: reading ---------------------------------------------------------------------------------------

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::vector<std::string_view> split_fields(std::string_view text) {
    std::vector<std::string_view> fields;
    std::size_t at = 0;
    while (at < text.size()) {
        if (is_blank(text[at])) {
            ++at;
            continue;
        }
        const std::size_t start = at;
        while (at < text.size() && !is_blank(text[at])) {
            ++at;
        }
        fields.push_back(text.substr(start, at - start));
    }
    return fields;
}

// Parses a decimal number without a sign or leading zeros.
int read_number(std::string_view text) {
    if (text.empty() || text.size() > 9 || (text.size() > 1 && text.front() == '0')) {
        throw std::invalid_argument("FEN: a number is missing, too long or has a leading zero");
    }
    int number = 0;
    for (const char digit : text) {
        if (!is_digit(digit)) {
            throw std::invalid_argument("FEN: not a number");
        }
        number = number * 10 + (digit - '0');
    }
    return number;
}

// R2, R10: returns the piece whose symbol in the source is W and `base`, or 0 if there is none.
char winged_piece(char base) {
    switch (base) {
        case 'Q': return 'D';
        case 'B': return 'L';
        case 'C': return 'E';
        case 'A': return 'Z';
        case 'N': return 'S';
        case 'R': return 'T';
        case 'M': return 'G';
        default: return 0;
    }
}

// Parses the piece at the front of `text` and removes it from there.
char parse_piece(std::string_view& text) {
    const char letter = text.front();
    text.remove_prefix(1);
    if (upper(letter) == 'W') {
        const char base = text.empty() ? '.' : text.front();
        if (side_of(base) != side_of(letter) || winged_piece(upper(base)) == 0) {
            throw std::invalid_argument("FEN: W without a base letter of the same case");
        }
        text.remove_prefix(1);
        return piece_of_side(winged_piece(upper(base)), side_of(letter));
    }
    if (is_piece_letter(upper(letter)) || is_king(letter) || is_pawn(letter)) {
        return letter;
    }
    throw std::invalid_argument("FEN: unknown letter in the board field");
}

// Parses a run of empty squares: adjacent digits form one number, 1 to 16.
int parse_run(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && is_digit(text[length])) {
        ++length;
    }
    const int run = read_number(text.substr(0, length));
    text.remove_prefix(length);
    if (run < 1 || run > files_of_board) {
        throw std::invalid_argument("FEN: a run of empty squares must be 1 to 16");
    }
    return run;
}

// Parses one rank of sixteen squares.
void read_rank(Position& position, int rank, std::string_view text) {
    int file = 0;
    while (!text.empty()) {
        if (is_digit(text.front())) {
            file += parse_run(text);
        } else {
            const char piece = parse_piece(text);
            if (file < files_of_board) {
                piece_at(position, square_at(file, rank)) = piece;
            }
            ++file;
        }
        if (file > files_of_board) {
            throw std::invalid_argument("FEN: a rank has more than sixteen squares");
        }
    }
    if (file != files_of_board) {
        throw std::invalid_argument("FEN: a rank has fewer than sixteen squares");
    }
}

// Parses field 1: the board, rank 8 first.
void read_board(Position& position, std::string_view field) {
    position.pieces.fill('.');
    for (int rank = 7; rank >= 0; --rank) {
        const std::size_t slash = field.find('/');
        if ((slash == std::string_view::npos) != (rank == 0)) {
            throw std::invalid_argument("FEN: the board must have eight ranks");
        }
        read_rank(position, rank, field.substr(0, slash));
        field.remove_prefix(rank == 0 ? field.size() : slash + 1);
    }
}

// Parses field 2: the side to move.
void read_side(Position& position, std::string_view field) {
    if (field != "w" && field != "b") {
        throw std::invalid_argument("FEN: the side to move must be w or b");
    }
    position.turn = field.front();
}

// Parses field 3: the files of unmoved pieces, without the king's file.
void read_unmoved(Position& position, std::string_view field) {
    if (field == "-") {
        return;
    }
    for (const char letter : field) {
        if (lower(letter) < 'a' || lower(letter) > 'p' || lower(letter) == 'a' + first_king_file) {
            throw std::invalid_argument("FEN: unknown file of an unmoved piece");
        }
        bool& unmoved = unmoved_of(position, side_of(letter))[static_cast<std::size_t>(lower(letter) - 'a')];
        if (unmoved) {
            throw std::invalid_argument("FEN: the file of an unmoved piece is named twice");
        }
        unmoved = true;
    }
}

// Parses field 4: the squares that double steps passed.
void read_en_passant(Position& position, std::string_view field) {
    if (field == "-") {
        return;
    }
    while (!field.empty()) {
        if (field.size() < 2 || field[0] < 'a' || field[0] > 'p' || field[1] < '1' || field[1] > '8') {
            throw std::invalid_argument("FEN: not a square in the en passant field");
        }
        position.en_passant.push_back(square_at(field[0] - 'a', field[1] - '1'));
        field.remove_prefix(2);
    }
    std::sort(position.en_passant.begin(), position.en_passant.end());
}

// Returns the reserve that "*" in field 5 means: the fifteen pieces minus those on the board.
std::string pieces_not_on_board(const Position& position, char side) {
    std::string missing;
    for (const char kind : fifteen_pieces) {
        if (std::count(position.pieces.begin(), position.pieces.end(), piece_of_side(kind, side)) == 0) {
            missing += kind;
        }
    }
    return missing;
}

// Parses field 5: the reserves.
void read_reserves(Position& position, std::string_view field) {
    if (field == "*") {
        reserve_of(position, 'w') = pieces_not_on_board(position, 'w');
        reserve_of(position, 'b') = pieces_not_on_board(position, 'b');
        return;
    }
    if (field == "-") {
        return;
    }
    for (const char letter : field) {
        if (!is_piece_letter(upper(letter))) {
            throw std::invalid_argument("FEN: unknown letter in the reserves");
        }
        add_to_reserve(position, letter);
    }
}

// ---- R10: writing ---------------------------------------------------------------------------------------

std::string write_rank(const Position& position, int rank) {
    std::string text;
    int empty = 0;
    for (int file = 0; file < files_of_board; ++file) {
        const char piece = piece_at(position, square_at(file, rank));
        if (piece == '.') {
            ++empty;
            continue;
        }
        if (empty > 0) {
            text += std::to_string(empty);
        }
        empty = 0;
        text += piece;
    }
    if (empty > 0) {
        text += std::to_string(empty);
    }
    return text;
}

std::string write_board(const Position& position) {
    std::string text = write_rank(position, 7);
    for (int rank = 6; rank >= 0; --rank) {
        text += '/' + write_rank(position, rank);
    }
    return text;
}

std::string dash_if_empty(const std::string& text) { return text.empty() ? "-" : text; }

std::string write_unmoved(const Position& position) {
    std::string text;
    for (const char side : {'w', 'b'}) {
        for (int file = 0; file < files_of_board; ++file) {
            if (unmoved_of(position, side)[static_cast<std::size_t>(file)]) {
                text += piece_of_side(static_cast<char>('a' + file), side);
            }
        }
    }
    return dash_if_empty(text);
}

std::string write_en_passant(const Position& position) {
    std::string text;
    for (const int square : position.en_passant) {
        text += square_name(square);
    }
    return dash_if_empty(text);
}

std::string write_reserves(const Position& position) {
    std::string text = reserve_of(position, 'w');
    for (const char kind : reserve_of(position, 'b')) {
        text += lower(kind);
    }
    return dash_if_empty(text);
}

// ---- R10: legal positions -------------------------------------------------------------------------------

bool side_has_one_king(const Position& position, char side) {
    return std::count(position.pieces.begin(), position.pieces.end(), piece_of_side('K', side)) == 1;
}

bool has_pawn_on_first_or_last_rank(const Position& position) {
    for (int file = 0; file < files_of_board; ++file) {
        if (is_pawn(piece_at(position, square_at(file, 0))) ||
            is_pawn(piece_at(position, square_at(file, 7)))) {
            return true;
        }
    }
    return false;
}

// Field 3: checks that each letter names a piece on its back rank, and that the king can be unmoved.
bool unmoved_letters_are_valid(const Position& position, char side) {
    for (int file = 0; file < files_of_board; ++file) {
        if (!unmoved_of(position, side)[static_cast<std::size_t>(file)]) {
            continue;
        }
        const char piece = piece_at(position, square_at(file, back_rank(side)));
        const char on_king_square = piece_at(position, square_at(first_king_file, back_rank(side)));
        if (side_of(piece) != side || !is_piece_letter(upper(piece)) ||
            on_king_square != piece_of_side('K', side)) {
            return false;
        }
    }
    return true;
}

// Field 4: checks whether the side that is not to move may have just passed the square with a double step.
bool is_passed_square_valid(const Position& position, int passed) {
    const char side = other(position.turn);
    if (relative_rank(passed, side) != 3) {
        return false;
    }
    const int origin = in_front_of(passed, position.turn);
    const int pawn = in_front_of(passed, side);
    return is_empty(position, origin) && is_empty(position, passed) &&
           piece_at(position, pawn) == piece_of_side('P', side);
}

bool is_en_passant_valid(const Position& position, const Switches& switches) {
    if (position.en_passant.size() > (switches.two_pawns ? 2U : 1U)) {
        return false;
    }
    if (position.en_passant.size() == 2 && position.en_passant[0] >= position.en_passant[1]) {
        return false;
    }
    return std::all_of(position.en_passant.begin(), position.en_passant.end(),
                       [&](int passed) { return is_passed_square_valid(position, passed); });
}

}  // namespace

Position from_fen(std::string_view fen) {
    std::vector<std::string_view> fields = split_fields(fen);
    if (fields.empty() || fields.size() > 7) {
        throw std::invalid_argument("FEN: one to seven fields are needed");
    }
    // All fields except the board may be omitted.
    const std::array<std::string_view, 7> defaults{"", "w", "-", "-", "*", "0", "1"};
    while (fields.size() < 7) {
        fields.push_back(defaults[fields.size()]);
    }
    Position position;
    read_board(position, fields[0]);
    read_side(position, fields[1]);
    read_unmoved(position, fields[2]);
    read_en_passant(position, fields[3]);
    read_reserves(position, fields[4]);
    position.halfmove = read_number(fields[5]);
    position.fullmove = read_number(fields[6]);
    if (position.fullmove < 1) {
        throw std::invalid_argument("FEN: the full moves are counted from 1");
    }
    return position;
}

std::string to_fen(const Position& position) {
    return write_board(position) + ' ' + position.turn + ' ' + write_unmoved(position) + ' ' +
           write_en_passant(position) + ' ' + write_reserves(position) + ' ' +
           std::to_string(position.halfmove) + ' ' + std::to_string(position.fullmove);
}

bool acceptable(const Position& position, const Switches& switches) {
    return side_has_one_king(position, 'w') && side_has_one_king(position, 'b') &&
           !has_pawn_on_first_or_last_rank(position) && !king_attacked(position, other(position.turn)) &&
           unmoved_letters_are_valid(position, 'w') && unmoved_letters_are_valid(position, 'b') &&
           is_en_passant_valid(position, switches);
}

bool attacked(const Position& position, int square, char by_side) {
    for (int from = 0; from < squares_of_board; ++from) {
        if (side_of(piece_at(position, from)) == by_side && piece_attacks(position, from, square)) {
            return true;
        }
    }
    return false;
}

bool in_check(const Position& position) { return king_attacked(position, position.turn); }

std::vector<Turn> legal_turns(const Position& position, const Switches& switches) {
    std::vector<Turn> turns;
    for (const Played& played : played_turns(position, switches)) {
        turns.push_back(annotate(played, position.turn, switches));
    }
    std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.uci < b.uci; });
    return turns;
}

std::string status(const Position& position, const Switches& switches) {
    if (has_legal_turn(position, switches)) {
        return "ongoing";
    }
    return in_check(position) ? "checkmate" : "stalemate";
}

std::uint64_t perft(const Position& position, int depth, const Switches& switches) {
    if (depth <= 0) {
        return 1;
    }
    std::uint64_t total = 0;
    for (const Played& played : played_turns(position, switches)) {
        total += perft(played.after, depth - 1, switches);
    }
    return total;
}

}  // namespace naive::complete
