#include "naive.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace naive {
namespace {

// ---- The board ------------------------------------------------------------------------------------------

int file_of(int square) { return square % 8; }

int rank_of(int square) { return square / 8; }

bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

int square_at(int file, int rank) { return rank * 8 + file; }

char& man_at(Position& position, int square) { return position.men[static_cast<std::size_t>(square)]; }

char man_at(const Position& position, int square) { return position.men[static_cast<std::size_t>(square)]; }

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

char upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

bool is_empty(const Position& position, int square) { return man_at(position, square) == '.'; }

// 'w', 'b', or '.' for an empty square.
char side_of(char man) {
    if (man == '.') {
        return '.';
    }
    return man >= 'A' && man <= 'Z' ? 'w' : 'b';
}

char other(char side) { return side == 'w' ? 'b' : 'w'; }

// "q" for White is 'Q', for Black 'q'.
char man_of_side(char kind, char side) { return side == 'w' ? upper(kind) : lower(kind); }

// Rules, section 2: forward is up for White, down for Black.
int forward(char side) { return side == 'w' ? 1 : -1; }

int second_rank(char side) { return side == 'w' ? 1 : 6; }

int last_rank(char side) { return side == 'w' ? 7 : 0; }

// -1 if the side has no king (from_fen does not validate).
int king_square(const Position& position, char side) {
    for (int square = 0; square < 64; ++square) {
        if (man_at(position, square) == man_of_side('k', side)) {
            return square;
        }
    }
    return -1;
}

bool is_letter_of_a_man(char letter) {
    return std::string_view("PNBRQKpnbrqk").find(letter) != std::string_view::npos;
}

// ---- Section 1: attack and movement -----------------------------------------------------------------------

// Are all squares strictly between the two empty? They must share a file, a rank or a diagonal.
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

// Section 1: all men attack as in chess, although only the king captures. R1: a pawn attacks the two squares
// diagonally in front of it wherever it stands, on its own first rank too.
bool man_attacks(const Position& position, int from, int to) {
    if (from == to) {
        return false;
    }
    const char man = man_at(position, from);
    const int files = file_of(to) - file_of(from);
    const int ranks = rank_of(to) - rank_of(from);
    const bool straight = files == 0 || ranks == 0;
    const bool diagonal = std::abs(files) == std::abs(ranks);
    switch (lower(man)) {
        case 'p': return ranks == forward(side_of(man)) && std::abs(files) == 1;
        case 'n': return std::abs(files) * std::abs(ranks) == 2;
        case 'k': return std::abs(files) <= 1 && std::abs(ranks) <= 1;
        case 'b': return diagonal && nothing_between(position, from, to);
        case 'r': return straight && nothing_between(position, from, to);
        case 'q': return (straight || diagonal) && nothing_between(position, from, to);
        default: return false;
    }
}

// Kings attack each other like anything else does, so R3's two kings side by side are both "attacked".
bool king_attacked(const Position& position, char side) {
    const int king = king_square(position, side);
    return king >= 0 && attacked(position, king, other(side));
}

// Section 1: a pawn goes one step forward onto an empty square, or two from its second rank if both squares
// are empty. That depends on the square alone, not on the pawn's past. From its own first rank (R1) it has
// the single step only. It never moves diagonally.
bool pawn_goes(const Position& position, int from, int to) {
    const char side = side_of(man_at(position, from));
    if (file_of(from) != file_of(to) || !is_empty(position, to)) {
        return false;
    }
    const int steps = (rank_of(to) - rank_of(from)) * forward(side);
    if (steps == 1) {
        return true;
    }
    return steps == 2 && rank_of(from) == second_rank(side) && nothing_between(position, from, to);
}

// Section 1: the king goes to an empty square or captures any enemy piece but the king.
bool king_goes(const Position& position, int from, int to) {
    if (!man_attacks(position, from, to)) {
        return false;
    }
    const char target = man_at(position, to);
    return target == '.' || (side_of(target) == other(position.turn) && lower(target) != 'k');
}

// Section 1: every other piece moves as in chess but only to an empty square, stopping before any piece.
bool piece_goes(const Position& position, int from, int to) {
    return is_empty(position, to) && man_attacks(position, from, to);
}

// Can this man of the side to move make this movement, whatever comes of it?
bool man_goes(const Position& position, int from, int to) {
    switch (lower(man_at(position, from))) {
        case 'p': return pawn_goes(position, from, to);
        case 'k': return king_goes(position, from, to);
        default: return piece_goes(position, from, to);
    }
}

// Section 3: a player not in check may swap his king with any own piece but a pawn.
bool teleport_goes(const Position& position, int from, int to, bool mover_in_check) {
    if (mover_in_check || lower(man_at(position, from)) != 'k') {
        return false;
    }
    const char partner = man_at(position, to);
    return side_of(partner) == position.turn && lower(partner) != 'k' && lower(partner) != 'p';
}

// ---- Section 2: the cascade -------------------------------------------------------------------------------

// A move made on a copy of the board, before anybody has asked whether it is legal.
struct Played {
    int from = 0;
    int to = 0;
    int end = 0;
    int cascade = 0;
    bool teleport = false;
    bool capture = false;
    bool own_promotion = false;     // the mover's pawn ended on its last rank
    bool forced_promotion = false;  // a swap pushed an enemy pawn onto its last rank
    Position after;
};

// R4: an enemy pawn pushed onto its promotion rank becomes a queen at once in d8; in the parent game it
// becomes the piece the mover chooses, of the pawn's own colour.
char forced_promotion_kind(Game game, char choice) { return game == Game::d8 ? 'q' : choice; }

// One swap of the cascade: the man on `square` changes places with the one on `next`. A displaced own pawn
// just goes back, perhaps to its own first rank; a displaced enemy pawn may have to promote (R4).
void swap_once(Played& played, char mover, int square, int next, char choice) {
    Position& board = played.after;
    std::swap(man_at(board, square), man_at(board, next));
    const char displaced = man_at(board, square);
    const char enemy = other(mover);
    if (displaced == man_of_side('p', enemy) && rank_of(square) == last_rank(enemy)) {
        man_at(board, square) = man_of_side(forced_promotion_kind(board.game, choice), enemy);
        played.forced_promotion = true;
    }
}

// Section 2: while the next square forward is occupied, by anything, swap; stop at an empty square, at the
// edge, or as soon as the opponent's king is attacked. R2: any attack by the mover's side counts, also a
// discovered one or one on a displaced king. R3: the mover's own king is not looked at here.
void run_cascade(Played& played, char mover, char choice) {
    while (true) {
        const int next_rank = rank_of(played.end) + forward(mover);
        if (!on_board(file_of(played.end), next_rank)) {
            return;
        }
        const int next = square_at(file_of(played.end), next_rank);
        if (is_empty(played.after, next)) {
            return;
        }
        if (king_attacked(played.after, other(mover))) {
            return;
        }
        swap_once(played, mover, played.end, next, choice);
        played.end = next;
        ++played.cascade;
    }
}

// Sections 2 and 4: in d8 there is no cascade at all when the mover is in check; in the parent game there is.
bool cascade_allowed(Game game, bool mover_in_check) { return game == Game::parent || !mover_in_check; }

// Section 1: the mover's pawn promotes where its move ends, that is after the cascade.
void promote_own_pawn(Played& played, char mover, char choice) {
    const bool is_own_pawn = man_at(played.after, played.end) == man_of_side('p', mover);
    if (is_own_pawn && rank_of(played.end) == last_rank(mover)) {
        man_at(played.after, played.end) = man_of_side(choice, mover);
        played.own_promotion = true;
    }
}

// A move with its cascade and promotion. `choice` is the kind of piece, in lower case, for whatever promotion
// there is to choose.
Played play_movement(const Position& before, int from, int to, bool mover_in_check, char choice) {
    const char mover = before.turn;
    Played played;
    played.from = from;
    played.to = to;
    played.end = to;
    played.capture = !is_empty(before, to);
    played.after = before;
    man_at(played.after, to) = man_at(before, from);
    man_at(played.after, from) = '.';
    if (cascade_allowed(before.game, mover_in_check)) {
        run_cascade(played, mover, choice);
    }
    promote_own_pawn(played, mover, choice);
    played.after.turn = other(mover);
    return played;
}

// Section 3: king and partner change places, and no cascade follows.
Played play_teleport(const Position& before, int from, int to) {
    Played played;
    played.from = from;
    played.to = to;
    played.end = to;
    played.teleport = true;
    played.after = before;
    std::swap(man_at(played.after, from), man_at(played.after, to));
    played.after.turn = other(before.turn);
    return played;
}

// R3: the mover's own king must not be attacked in the final position (wherever the cascade put it), which
// also rules out two kings side by side. R5: the same holds for a teleport, in both games. R4: it holds for
// each chosen forced promotion on its own, because each is played as a move of its own.
bool leaves_own_king_safe(const Played& played) {
    return !king_attacked(played.after, other(played.after.turn));
}

// Does the move have a promotion the mover chooses? His own pawn's in both games; R4: a forced one in the
// parent game only, in d8 it is always a queen.
bool has_choice(const Played& played) {
    return played.own_promotion || (played.forced_promotion && played.after.game == Game::parent);
}

// Calls visit(played, choice) for every legal move, with choice 0 if there was none to make, until visit
// returns false. Writes no notation and asks nothing about mate, so it can be used to find out about mate.
template <typename Visit>
void visit_legal(const Position& position, Visit visit) {
    const bool mover_in_check = in_check(position);
    for (int from = 0; from < 64; ++from) {
        if (side_of(man_at(position, from)) != position.turn) {
            continue;
        }
        for (int to = 0; to < 64; ++to) {
            if (teleport_goes(position, from, to, mover_in_check)) {
                const Played played = play_teleport(position, from, to);
                if (leaves_own_king_safe(played) && !visit(played, char{0})) {
                    return;
                }
            } else if (man_goes(position, from, to)) {
                for (const char choice : {'q', 'r', 'b', 'n'}) {
                    const Played played = play_movement(position, from, to, mover_in_check, choice);
                    const bool chosen = has_choice(played);
                    if (leaves_own_king_safe(played) && !visit(played, chosen ? choice : char{0})) {
                        return;
                    }
                    if (!chosen) {
                        break;
                    }
                }
            }
        }
    }
}

bool has_legal_move(const Position& position) {
    bool found = false;
    visit_legal(position, [&found](const Played&, char) {
        found = true;
        return false;
    });
    return found;
}

// ---- Section 4: the die -----------------------------------------------------------------------------------

// Each player's own left is 1: faces 1 to 8 are the files a to h for White and h to a for Black.
int face_of_file(char mover, int file) { return mover == 'w' ? file + 1 : 8 - file; }

// There is no die in the parent game, and in d8 it is not used in check.
bool die_is_used(const Position& position) { return position.game == Game::d8 && !in_check(position); }

// ---- Section 6: notation ----------------------------------------------------------------------------------

std::string square_name(int square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

// Machine form: from, landing square (not the cascade's end), promotion letter. R9: a forced promotion is
// written in the parent game, where it is a choice, and not in d8.
std::string uci_of(const Move& move) {
    std::string uci = square_name(move.from) + square_name(move.to);
    if (move.promotion != 0) {
        uci += move.promotion;
    }
    return uci;
}

// Full notation: piece letter, from, - or x, to, - and the cascade's end, =Q|R|B|N, + or #. R9 as above.
std::string text_of(const Position& before, const Move& move) {
    std::string text;
    const char man = man_at(before, move.from);
    if (lower(man) != 'p') {
        text += upper(man);
    }
    text += square_name(move.from);
    text += move.capture ? 'x' : '-';
    text += square_name(move.to);
    if (move.cascade > 0) {
        text += '-';
        text += square_name(move.end);
    }
    if (move.promotion != 0) {
        text += '=';
        text += upper(move.promotion);
    }
    if (move.mate) {
        text += '#';
    } else if (move.check) {
        text += '+';
    }
    return text;
}

Move annotate(const Position& before, const Played& played, char choice) {
    Move move;
    move.from = played.from;
    move.to = played.to;
    move.end = played.end;
    move.cascade = played.cascade;
    move.promotion = choice;
    move.teleport = played.teleport;
    move.capture = played.capture;
    move.after = played.after;
    move.check = in_check(move.after);
    move.mate = move.check && !has_legal_move(move.after);
    move.uci = uci_of(move);
    move.text = text_of(before, move);
    return move;
}

// ---- Section 5: FEN ---------------------------------------------------------------------------------------

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

// Takes the next field off the front of the text; empty if there is none.
std::string_view take_field(std::string_view& text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length])) {
        ++length;
    }
    const std::string_view field = text.substr(0, length);
    text.remove_prefix(length);
    return field;
}

std::array<char, 64> read_board(std::string_view field) {
    std::array<char, 64> men;
    men.fill('.');
    int file = 0;
    int rank = 7;
    for (const char letter : field) {
        if (letter == '/') {
            if (file != 8 || rank == 0) {
                throw std::invalid_argument("FEN: a rank has not eight squares, or there are too many ranks");
            }
            file = 0;
            --rank;
        } else if (letter >= '1' && letter <= '8') {
            file += letter - '0';
        } else if (is_letter_of_a_man(letter)) {
            if (file < 8) {
                men[static_cast<std::size_t>(square_at(file, rank))] = letter;
            }
            ++file;
        } else {
            throw std::invalid_argument("FEN: unknown letter in the board field");
        }
        if (file > 8) {
            throw std::invalid_argument("FEN: a rank has more than eight squares");
        }
    }
    if (file != 8 || rank != 0) {
        throw std::invalid_argument("FEN: the board field is incomplete");
    }
    return men;
}

bool side_has_one_king(const Position& position, char side) {
    return std::count(position.men.begin(), position.men.end(), man_of_side('k', side)) == 1;
}

bool side_has_pawn_on_last_rank(const Position& position, char side) {
    for (int file = 0; file < 8; ++file) {
        if (man_at(position, square_at(file, last_rank(side))) == man_of_side('p', side)) {
            return true;
        }
    }
    return false;
}

}  // namespace

// R8: the board and the side to move count; castling, en passant and clocks are not even looked at.
Position from_fen(std::string_view fen, Game game) {
    std::string_view rest = fen;
    const std::string_view board = take_field(rest);
    const std::string_view turn = take_field(rest);
    Position position;
    position.men = read_board(board);
    if (turn != "w" && turn != "b") {
        throw std::invalid_argument("FEN: the side to move must be w or b");
    }
    position.turn = turn.front();
    position.game = game;
    return position;
}

std::string to_fen(const Position& position) {
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const char man = man_at(position, square_at(file, rank));
            if (man == '.') {
                ++empty;
                continue;
            }
            if (empty > 0) {
                fen += std::to_string(empty);
            }
            empty = 0;
            fen += man;
        }
        if (empty > 0) {
            fen += std::to_string(empty);
        }
        if (rank > 0) {
            fen += '/';
        }
    }
    fen += ' ';
    fen += position.turn;
    fen += " - - 0 1";
    return fen;
}

// Section 5: one king each, no pawn on its own last rank (its first rank is fine), and the side not to move
// not in check. The side to move may be in check.
bool acceptable(const Position& position) {
    for (const char side : {'w', 'b'}) {
        if (!side_has_one_king(position, side) || side_has_pawn_on_last_rank(position, side)) {
            return false;
        }
    }
    return !king_attacked(position, other(position.turn));
}

bool attacked(const Position& position, int square, char by_side) {
    for (int from = 0; from < 64; ++from) {
        if (side_of(man_at(position, from)) == by_side && man_attacks(position, from, square)) {
            return true;
        }
    }
    return false;
}

bool in_check(const Position& position) { return king_attacked(position, position.turn); }

std::vector<Move> legal_moves(const Position& position) {
    std::vector<Move> moves;
    visit_legal(position, [&](const Played& played, char choice) {
        moves.push_back(annotate(position, played, choice));
        return true;
    });
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.uci < b.uci; });
    return moves;
}

// Section 4: the face of the square named by the movement, before the cascade. R6: for a teleport that is
// the king's destination, which is `to` as well.
int face_of(const Position& before, const Move& move) { return face_of_file(before.turn, file_of(move.to)); }

// Section 4: the legal moves to the rolled file; if there are none the move is free, and any legal move may
// be played. In check, and in the parent game, no die is used. R7: in a stalemate no face counts as free.
std::vector<Face> faces(const Position& position) { return faces(position, legal_moves(position)); }

std::vector<Face> faces(const Position& position, const std::vector<Move>& all) {
    if (!die_is_used(position)) {
        return {Face{0, false, all}};
    }
    std::vector<Face> result;
    for (int number = 1; number <= 8; ++number) {
        Face face;
        face.face = number;
        for (const Move& move : all) {
            if (face_of(position, move) == number) {
                face.moves.push_back(move);
            }
        }
        if (face.moves.empty() && !all.empty()) {
            face.free = true;
            face.moves = all;
        }
        result.push_back(face);
    }
    return result;
}

std::vector<std::pair<int, Position>> results(const Position& position) {
    std::vector<std::pair<int, Position>> all;
    visit_legal(position, [&](const Played& played, char) {
        all.emplace_back(face_of_file(position.turn, file_of(played.to)), played.after);
        return true;
    });
    return all;
}

// Section 4: checkmate is check and no legal move. R7: stalemate is no check and no legal move, whatever the
// die might say. R10: nothing else ends the game.
Status status(const Position& position) {
    if (has_legal_move(position)) {
        return Status::ongoing;
    }
    return in_check(position) ? Status::checkmate : Status::stalemate;
}

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) {
        return 1;
    }
    std::uint64_t total = 0;
    visit_legal(position, [&](const Played& played, char) {
        total += perft(played.after, depth - 1);
        return true;
    });
    return total;
}

// Without notation, for speed; otherwise the faces are the ones of faces() above.
std::uint64_t perft_rolls(const Position& position, int depth) {
    if (depth <= 0) {
        return 1;
    }
    std::uint64_t all_moves = 0;
    std::array<std::uint64_t, 9> to_face{};  // 1 to 8
    std::array<bool, 9> has_move{};
    visit_legal(position, [&](const Played& played, char) {
        const std::uint64_t count = perft_rolls(played.after, depth - 1);
        const auto face = static_cast<std::size_t>(face_of_file(position.turn, file_of(played.to)));
        all_moves += count;
        to_face[face] += count;
        has_move[face] = true;
        return true;
    });
    if (!die_is_used(position)) {
        return all_moves;
    }
    std::uint64_t total = 0;
    for (std::size_t face = 1; face <= 8; ++face) {
        total += has_move[face] ? to_face[face] : all_moves;
    }
    return total;
}

}  // namespace naive
