// The rules of Superpermutation Chess, with and without the die, written a second time: slow, obvious and
// independent, so that it can judge the fast implementation. See README.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace naive {

enum class Game { d8, parent };

struct Position {
    std::array<char, 64> men{};  // men[rank * 8 + file], a1 = 0, FEN letters, '.' for an empty square
    char turn = 'w';             // 'w' or 'b'
    Game game = Game::d8;
    bool operator==(const Position&) const = default;
};

struct Move {
    int from = 0;
    int to = 0;          // landing square named by the movement
    int end = 0;         // where the cascade ended; equal to `to` without one
    int cascade = 0;     // number of swaps
    char promotion = 0;  // lower case letter of the uci (parent game: also a forced promotion); 0 if none
    bool teleport = false;
    bool capture = false;
    bool check = false;
    bool mate = false;
    std::string uci;
    std::string text;  // full notation, with + or #
    Position after;
};

// Reads the first two fields only and does not validate the position; throws std::invalid_argument on
// malformed text.
Position from_fen(std::string_view fen, Game game);

// Always "<board> <w|b> - - 0 1".
std::string to_fen(const Position& position);

// Is this a position the rules accept (rules, section 5)?
bool acceptable(const Position& position);

// Does any man of `by_side` ('w' or 'b') attack the square?
bool attacked(const Position& position, int square, char by_side);

// Is the king of the side to move attacked?
bool in_check(const Position& position);

// Every legal move once, the die left aside, sorted by uci.
std::vector<Move> legal_moves(const Position& position);

// The face, 1 to 8, that names the file this move goes to, counted from the mover's own left.
int face_of(const Position& before, const Move& move);

struct Face {
    int face = 0;       // 0 when no die is used
    bool free = false;  // no legal move goes to the file, so any legal move may be played
    std::vector<Move> moves;
};

// What may be played on each roll. Game d8 and not in check: eight faces (with stalemate: none free, no
// moves). In check, or in the parent game: a single entry with face 0.
std::vector<Face> faces(const Position& position);

// The same where all legal moves are known.
std::vector<Face> faces(const Position& position, const std::vector<Move>& legal);

// What each legal move leads to, and its face, whether a die is used or not: without the notation.
std::vector<std::pair<int, Position>> results(const Position& position);

enum class Status { ongoing, checkmate, stalemate };
Status status(const Position& position);

// Number of move sequences of the given length, every legal move counted once.
std::uint64_t perft(const Position& position, int depth);

// The same, but wherever the die is used every face is rolled and the moves it allows are summed up.
std::uint64_t perft_rolls(const Position& position, int depth);

}  // namespace naive
