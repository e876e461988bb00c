// A second implementation of the rules of Complete Permutation Chess: slow, simple and independent of src/,
// to check the fast one. Comments cite sections (R3.2) and rulings (A5) of the rules text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace naive::complete {

enum class Swap { castling, leap, none };  // the conditions of a king swap (R6, A7)

struct Switches {
    bool two_pawns = false;  // whether a turn may move two pawns (R9.3)
    Swap swap = Swap::castling;
};

struct Position {
    std::array<char, 128> pieces{};        // pieces[rank * 16 + file], a1 = 0; letters of R10, '.' empty
    char turn = 'w';                       // 'w' or 'b'
    std::array<bool, 16> unmoved_white{};  // by file: whether the king may still swap with the piece there
    std::array<bool, 16> unmoved_black{};
    std::vector<int> en_passant;         // squares passed by double steps in the last turn, ascending
    std::array<std::string, 2> reserve;  // upper case, in the order DFBLMQEZASTCNRG; [0] is White's
    int halfmove = 0;
    int fullmove = 1;
    bool operator==(const Position&) const = default;
};

struct Turn {
    std::string uci;
    Position after;
    std::string outcome;   // of the position after: "" if the game goes on, else "white", "black" or "draw"
    bool cruelty = false;  // the turn loses by Mental Cruelty (R8.4); then check and mate are false
    bool check = false;
    bool mate = false;
};

// Reads a FEN of R10; trailing fields may be left out. Does not validate the position; throws
// std::invalid_argument on malformed text.
Position from_fen(std::string_view fen);

// Writes all seven fields in the normal form of R10.
std::string to_fen(const Position& position);

// Checks whether R10 accepts the position under these switches.
bool acceptable(const Position& position, const Switches& switches);

// Checks whether any piece of `by_side` ('w' or 'b') attacks the square (R4.1).
bool attacked(const Position& position, int square, char by_side);

// Checks whether the king of the side to move is attacked (R4.2).
bool in_check(const Position& position);

// Returns every legal turn once, sorted by uci; empty after a loss by Mental Cruelty (R8.4).
std::vector<Turn> legal_turns(const Position& position, const Switches& switches);

// Returns "ongoing", "checkmate" or "stalemate" (R9.2). The position must be acceptable.
std::string status(const Position& position, const Switches& switches);

// Counts the sequences of `depth` turns.
std::uint64_t perft(const Position& position, int depth, const Switches& switches);

}  // namespace naive::complete
