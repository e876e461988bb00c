// A second implementation of the rules of Super Chess: slow, simple and independent of src/, to check the
// fast one. Sections and rulings (A1..A28) in comments are those of the rules text; "convention" marks
// decisions about positions and notation that section 14 leaves open.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace naive::super_chess {

// One piece of a stack with its memory (section 2).
struct Part {
    char kind = 'P';             // one of P N B R Q K O, upper case for both sides
    char identity = '-';         // of pawns a..h, of rooks q, k, a..h; '-' for other pieces
    bool moved = false;          // pawns only
    bool light = false;          // bishops only; never changes
    int pieces = 0;              // light bishops: number of pieces captured as a Cardinal
    int points = 0;              // light bishops: value of those pieces
    bool super_castled = false;  // K and O only
    bool hyper_castled = false;  // K and O only
    bool operator==(const Part&) const = default;
};

struct Stack {
    char side = '.';          // 'w', 'b', or '.' for an empty square
    std::vector<Part> parts;  // bottom to top
    bool inverted = false;    // the top rook is upside down: an Hourglass
    bool operator==(const Stack&) const = default;
};

struct Snapshot {
    std::array<Stack, 64> squares;                                // a1 = 0, b1 = 1, h8 = 63
    char turn = 'w';                                              // 'w' or 'b'
    std::array<bool, 4> castling = {false, false, false, false};  // in the order K Q k q
    int en_passant = -1;                                          // the skipped square, or -1
    std::array<int, 2> counters = {0, 0};  // turns counted in section 11; [0] is White's
    bool operator==(const Snapshot&) const = default;
};

struct Position {
    Snapshot now;
    std::array<std::string, 2> used;                       // identities of used rooks; [0] is White's
    std::vector<std::shared_ptr<const Snapshot>> history;  // oldest first
};

struct Turn {
    std::string uci;  // as section 14 defines it
    std::shared_ptr<const Position> after;
    std::string outcome;  // of the position after: "" if the game goes on, else "white", "black" or "draw"
    bool high_ground = false;  // the turn wins by making a High Ground
    bool check = false;        // after the turn the opponent is to move and in check
    bool mate = false;         // in check and without a legal turn, even a time travel
};

// Parses the notation of section 14 without validating the position. Throws std::invalid_argument on
// malformed text.
Position from_text(std::string_view text);

// Writes a position in its normal form.
std::string to_text(const Position& position);

// Checks whether play may start from this position (a convention).
bool acceptable(const Position& position);

// Checks whether the side to move is in check (section 8).
bool in_check(const Position& position);

// Checks whether a stack of `by_side` ('w' or 'b') could capture a king-like piece on this square (section
// 8).
bool attacked(const Position& position, int square, char by_side);

// Returns every legal turn once, sorted by uci; empty when the game is over.
std::vector<Turn> legal_turns(const Position& position);

// Returns "ongoing", "checkmate", "stalemate" or "high ground".
std::string status(const Position& position);

std::uint64_t perft(const Position& position, int depth);

}  // namespace naive::super_chess
