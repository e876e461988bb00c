// A second implementation of the rules of both Superpermutation games: slow, simple and independent of src/,
// to check the fast one. See README.md.
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
    std::array<char, 64> pieces{};  // pieces[rank * 8 + file], a1 = 0, FEN letters, '.' for an empty square
    char turn = 'w';                // 'w' or 'b'
    Game game = Game::d8;
    bool operator==(const Position&) const = default;
};

struct Move {
    int from = 0;
    int to = 0;          // landing square named by the movement
    int end = 0;         // where the cascade ended; equal to `to` without one
    int cascade = 0;     // number of swaps
    char promotion = 0;  // lower case letter in uci, or 0; in the parent game also of a forced promotion
    bool teleport = false;
    bool capture = false;
    bool check = false;
    bool mate = false;
    std::string uci;
    std::string text;  // full notation, with + or #
    Position after;
};

// Parses the first two fields and does not validate the position. Throws std::invalid_argument on malformed
// text.
Position from_fen(std::string_view fen, Game game);

// Writes "<board> <w|b> - - 0 1".
std::string to_fen(const Position& position);

// Checks whether the position is legal (rules, section 5).
bool acceptable(const Position& position);

// Checks whether any piece of `by_side` ('w' or 'b') attacks the square.
bool attacked(const Position& position, int square, char by_side);

// Checks whether the king of the side to move is attacked.
bool in_check(const Position& position);

// Returns every legal move once, regardless of the die, sorted by uci.
std::vector<Move> legal_moves(const Position& position);

// Returns the face, 1 to 8, for the file that the move goes to; files count from the mover's left.
int face_of(const Position& before, const Move& move);

struct Face {
    int face = 0;       // 0 when no die is used
    bool free = false;  // no legal move goes to the file, so any legal move may be played
    std::vector<Move> moves;
};

// Returns the moves that each roll allows. In d8 without check there are eight faces; in stalemate they have
// no moves and are not free. In check, or in the parent game, there is one entry with face 0.
std::vector<Face> faces(const Position& position);

// Returns the moves that each roll allows, given the legal moves.
std::vector<Face> faces(const Position& position, const std::vector<Move>& legal);

// Returns for each legal move its face (also where no die is used) and the position after it. Faster than
// legal_moves(), which also writes the notation.
std::vector<std::pair<int, Position>> results(const Position& position);

enum class Status { ongoing, checkmate, stalemate };
Status status(const Position& position);

// Counts the sequences of `depth` moves, each legal move once.
std::uint64_t perft(const Position& position, int depth);

// Counts as perft() does, but where the die is used sums over all eight faces.
std::uint64_t perft_rolls(const Position& position, int depth);

}  // namespace naive
