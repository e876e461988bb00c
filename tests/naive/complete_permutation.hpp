// The rules of Complete Permutation Chess, written a second time: slow, obvious and independent, so that it
// can judge the fast implementation. Sections (R3.2) and rulings (A5) are those of the rules text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace naive::complete {

enum class Swap { castling, leap, none };  // R6, A7

struct Switches {
    bool two_pawns = false;  // R9.3
    Swap swap = Swap::castling;
};

struct Position {
    std::array<char, 128> men{};           // men[rank * 16 + file], a1 = 0; letters of R10, '.' empty
    char turn = 'w';                       // 'w' or 'b'
    std::array<bool, 16> unmoved_white{};  // files of pieces that may still be swapped with
    std::array<bool, 16> unmoved_black{};
    std::vector<int> en_passant;         // squares passed by the last turn's double steps, ascending
    std::array<std::string, 2> reserve;  // upper case, in the order DFBLMQEZASTCNRG; [0] is White's
    int halfmove = 0;
    int fullmove = 1;
    bool operator==(const Position&) const = default;
};

struct Turn {
    std::string uci;
    Position after;
    std::string outcome;   // of the position after: "" goes on; "white" or "black" has won; "draw"
    bool cruelty = false;  // the turn loses by Mental Cruelty (R8.4); check and mate are then not counted
    bool check = false;
    bool mate = false;
};

// Reads a FEN of R10; trailing fields may be left out. Does not validate the position; throws
// std::invalid_argument on malformed text.
Position from_fen(std::string_view fen);

// All seven fields, normalised as R10 says.
std::string to_fen(const Position& position);

// Is this a position that R10 accepts under these switches?
bool acceptable(const Position& position, const Switches& switches);

// R4.1: does any man of `by_side` ('w' or 'b') attack the square?
bool attacked(const Position& position, int square, char by_side);

// R4.2: is the king of the side to move attacked?
bool in_check(const Position& position);

// Every legal turn once, sorted by uci. None in the final position of a Mental Cruelty loss (R8.4).
std::vector<Turn> legal_turns(const Position& position, const Switches& switches);

// R9.2: "ongoing", "checkmate" or "stalemate"; for positions that R10 accepts.
std::string status(const Position& position, const Switches& switches);

// Number of turn sequences of the given length.
std::uint64_t perft(const Position& position, int depth, const Switches& switches);

}  // namespace naive::complete
