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

// Returns the letter of a piece of `side`: 'q' becomes 'Q' for White and 'q' for Black.
char piece_of_side(char kind, char side) { return side == 'w' ? upper(kind) : lower(kind); }

// Rules, section 2: forward is up for White, down for Black.
int forward(char side) { return side == 'w' ? 1 : -1; }

int second_rank(char side) { return side == 'w' ? 1 : 6; }

int last_rank(char side) { return side == 'w' ? 7 : 0; }

// Returns the square of the king, or -1 if the side has none (from_fen does not validate).
int king_square(const Position& position, char side) {
    for (int square = 0; square < 64; ++square) {
        if (piece_at(position, square) == piece_of_side('k', side)) {
            return square;
        }
    }
    return -1;
}

bool is_piece_letter(char letter) {
    return std::string_view("PNBRQKpnbrqk").find(letter) != std::string_view::npos;
}

// ---- Section 1: attack and movement -----------------------------------------------------------------------

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

// Section 1: all pieces attack as in chess, although only the king captures. R1: a pawn attacks the two
// squares diagonally in front of it wherever it stands, even on its own first rank.
bool piece_attacks(const Position& position, int from, int to) {
    if (from == to) {
        return false;
    }
    const char piece = piece_at(position, from);
    const int files = file_of(to) - file_of(from);
    const int ranks = rank_of(to) - rank_of(from);
    const bool straight = files == 0 || ranks == 0;
    const bool diagonal = std::abs(files) == std::abs(ranks);
    switch (lower(piece)) {
        case 'p': return ranks == forward(side_of(piece)) && std::abs(files) == 1;
        case 'n': return std::abs(files) * std::abs(ranks) == 2;
        case 'k': return std::abs(files) <= 1 && std::abs(ranks) <= 1;
        case 'b': return diagonal && nothing_between(position, from, to);
        case 'r': return straight && nothing_between(position, from, to);
        case 'q': return (straight || diagonal) && nothing_between(position, from, to);
        default: return false;
    }
}

// Checks whether the king of `side` is attacked. A king attacks too, so of two adjacent kings (R3) each is
// attacked.
bool king_attacked(const Position& position, char side) {
    const int king = king_square(position, side);
    return king >= 0 && attacked(position, king, other(side));
}

// Section 1: checks for a pawn's step forward onto an empty square, or two from its second rank if both
// squares are empty, even if it has moved before. From its own first rank (R1) it has only the single step.
// It never moves diagonally.
bool pawn_can_move(const Position& position, int from, int to) {
    const char side = side_of(piece_at(position, from));
    if (file_of(from) != file_of(to) || !is_empty(position, to)) {
        return false;
    }
    const int steps = (rank_of(to) - rank_of(from)) * forward(side);
    if (steps == 1) {
        return true;
    }
    return steps == 2 && rank_of(from) == second_rank(side) && nothing_between(position, from, to);
}

// Section 1: checks for a king's move to an empty square, or capture of any enemy piece except the king.
bool king_can_move(const Position& position, int from, int to) {
    if (!piece_attacks(position, from, to)) {
        return false;
    }
    const char target = piece_at(position, to);
    return target == '.' || (side_of(target) == other(position.turn) && lower(target) != 'k');
}

// Section 1: checks for a move of a piece other than king and pawn: as in chess, but only to an empty square.
bool piece_can_move(const Position& position, int from, int to) {
    return is_empty(position, to) && piece_attacks(position, from, to);
}

// Checks whether a piece of the side to move can make this movement; the own king may be in check afterwards.
bool can_make_movement(const Position& position, int from, int to) {
    switch (lower(piece_at(position, from))) {
        case 'p': return pawn_can_move(position, from, to);
        case 'k': return king_can_move(position, from, to);
        default: return piece_can_move(position, from, to);
    }
}

// Section 3: checks whether the king on `from` may swap with an own piece, not a pawn, on `to`. Not in check.
bool can_teleport(const Position& position, int from, int to, bool mover_in_check) {
    if (mover_in_check || lower(piece_at(position, from)) != 'k') {
        return false;
    }
    const char partner = piece_at(position, to);
    return side_of(partner) == position.turn && lower(partner) != 'k' && lower(partner) != 'p';
}

// ---- Section 2: the cascade -------------------------------------------------------------------------------

// A move and the position after it; the move may be illegal.
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

// R4: an enemy pawn pushed onto its promotion rank becomes a queen at once in d8; in the parent game the
// mover chooses the piece, which keeps the pawn's colour.
char forced_promotion_kind(Game game, char choice) { return game == Game::d8 ? 'q' : choice; }

// Makes one swap of the cascade: exchanges the pieces on `square` and `next`. A displaced own pawn moves
// back, perhaps to its own first rank; a displaced enemy pawn may have to promote (R4).
void swap_once(Played& played, char mover, int square, int next, char choice) {
    Position& board = played.after;
    std::swap(piece_at(board, square), piece_at(board, next));
    const char displaced = piece_at(board, square);
    const char enemy = other(mover);
    if (displaced == piece_of_side('p', enemy) && rank_of(square) == last_rank(enemy)) {
        piece_at(board, square) = piece_of_side(forced_promotion_kind(board.game, choice), enemy);
        played.forced_promotion = true;
    }
}

// Section 2: swaps while the next square forward is occupied by any piece; stops at an empty square, at the
// edge, or as soon as the opponent's king is attacked. R2: any attack by the mover's side counts, also a
// discovered one or one on a displaced king. R3: attacks on the mover's own king do not stop the cascade.
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

// Sections 2 and 4: in d8 there is no cascade when the mover is in check; in the parent game there is.
bool cascade_allowed(Game game, bool mover_in_check) { return game == Game::parent || !mover_in_check; }

// Section 1: the mover's pawn promotes where its move ends, after the cascade.
void promote_own_pawn(Played& played, char mover, char choice) {
    const bool is_own_pawn = piece_at(played.after, played.end) == piece_of_side('p', mover);
    if (is_own_pawn && rank_of(played.end) == last_rank(mover)) {
        piece_at(played.after, played.end) = piece_of_side(choice, mover);
        played.own_promotion = true;
    }
}

// Plays a move with its cascade and promotion. `choice` is the kind of piece, in lower case, for any
// promotion that the mover chooses.
Played play_movement(const Position& before, int from, int to, bool mover_in_check, char choice) {
    const char mover = before.turn;
    Played played;
    played.from = from;
    played.to = to;
    played.end = to;
    played.capture = !is_empty(before, to);
    played.after = before;
    piece_at(played.after, to) = piece_at(before, from);
    piece_at(played.after, from) = '.';
    if (cascade_allowed(before.game, mover_in_check)) {
        run_cascade(played, mover, choice);
    }
    promote_own_pawn(played, mover, choice);
    played.after.turn = other(mover);
    return played;
}

// Section 3: exchanges king and partner; no cascade follows.
Played play_teleport(const Position& before, int from, int to) {
    Played played;
    played.from = from;
    played.to = to;
    played.end = to;
    played.teleport = true;
    played.after = before;
    std::swap(piece_at(played.after, from), piece_at(played.after, to));
    played.after.turn = other(before.turn);
    return played;
}

// R3: checks that the mover's own king is not attacked in the final position, wherever the cascade has put
// it; this also rules out adjacent kings. R5: that applies to teleports in both games, too. R4: it applies to
// each choice of a forced promotion separately, because each is played as a separate move.
bool leaves_own_king_safe(const Played& played) {
    return !king_attacked(played.after, other(played.after.turn));
}

// Checks whether the mover chooses a promotion: that of its own pawn in both games; R4: a forced one only in
// the parent game, as in d8 it is always to a queen.
bool has_choice(const Played& played) {
    return played.own_promotion || (played.forced_promotion && played.after.game == Game::parent);
}

// Calls visit(played, choice) for every legal move, with choice 0 if the mover chooses no promotion, until
// visit returns false. It writes no notation and does not look for mate, so the search for mate can use it.
template <typename Visit>
void visit_legal(const Position& position, Visit visit) {
    const bool mover_in_check = in_check(position);
    for (int from = 0; from < 64; ++from) {
        if (side_of(piece_at(position, from)) != position.turn) {
            continue;
        }
        for (int to = 0; to < 64; ++to) {
            if (can_teleport(position, from, to, mover_in_check)) {
                const Played played = play_teleport(position, from, to);
                if (leaves_own_king_safe(played) && !visit(played, char{0})) {
                    return;
                }
            } else if (can_make_movement(position, from, to)) {
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

// Faces count from the mover's left: 1 to 8 are the files a to h for White and h to a for Black.
int face_of_file(char mover, int file) { return mover == 'w' ? file + 1 : 8 - file; }

// There is no die in the parent game, and in d8 it is not used in check.
bool die_is_used(const Position& position) { return position.game == Game::d8 && !in_check(position); }

// ---- Section 6: notation ----------------------------------------------------------------------------------

std::string square_name(int square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

// Writes from-square, landing square (not the end of the cascade) and promotion letter. R9: a forced
// promotion is written in the parent game, where it is a choice, and not in d8.
std::string uci_of(const Move& move) {
    std::string uci = square_name(move.from) + square_name(move.to);
    if (move.promotion != 0) {
        uci += move.promotion;
    }
    return uci;
}

// Writes the full notation: piece letter, from, - or x, to, - and the end of the cascade, =Q|R|B|N, + or #.
// R9 applies as above.
std::string notation_of(const Position& before, const Move& move) {
    std::string text;
    const char piece = piece_at(before, move.from);
    if (lower(piece) != 'p') {
        text += upper(piece);
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
    move.text = notation_of(before, move);
    return move;
}

// ---- Section 5: FEN ---------------------------------------------------------------------------------------

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

// Removes the next field from the front of `text` and returns it; empty if there is none.
std::string_view next_field(std::string_view& text) {
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
    std::array<char, 64> pieces;
    pieces.fill('.');
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
        } else if (is_piece_letter(letter)) {
            if (file < 8) {
                pieces[static_cast<std::size_t>(square_at(file, rank))] = letter;
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
    return pieces;
}

bool side_has_one_king(const Position& position, char side) {
    return std::count(position.pieces.begin(), position.pieces.end(), piece_of_side('k', side)) == 1;
}

bool side_has_pawn_on_last_rank(const Position& position, char side) {
    for (int file = 0; file < 8; ++file) {
        if (piece_at(position, square_at(file, last_rank(side))) == piece_of_side('p', side)) {
            return true;
        }
    }
    return false;
}

}  // namespace

// R8: only the board and the side to move are parsed; castling, en passant and clocks are ignored.
Position from_fen(std::string_view fen, Game game) {
    std::string_view rest = fen;
    const std::string_view board = next_field(rest);
    const std::string_view turn = next_field(rest);
    Position position;
    position.pieces = read_board(board);
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
            const char piece = piece_at(position, square_at(file, rank));
            if (piece == '.') {
                ++empty;
                continue;
            }
            if (empty > 0) {
                fen += std::to_string(empty);
            }
            empty = 0;
            fen += piece;
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

// Section 5: each side has one king, no pawn is on its own last rank (its first rank is allowed), and the
// side not to move is not in check.
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
        if (side_of(piece_at(position, from)) == by_side && piece_attacks(position, from, square)) {
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

// Section 4: the face depends on the landing square, before the cascade. R6: for a teleport that is the
// king's destination.
int face_of(const Position& before, const Move& move) { return face_of_file(before.turn, file_of(move.to)); }

// Section 4: a roll allows the legal moves to its file; if there are none the face is free, and any legal
// move may be played. In check, and in the parent game, no die is used. R7: in a stalemate no face is free.
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

// Section 4: checkmate is check without a legal move. R7: stalemate is no check and no legal move, regardless
// of the die. R10: nothing else ends the game.
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

// Groups moves by face as faces() does, but without notation, for speed.
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
