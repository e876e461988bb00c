// The rules of Super Chess, written a second time: slow, obvious and independent, so that it can judge the
// fast implementation. Numbers in comments are sections of the rules text, A1..A28 its rulings; "text" marks
// the conventions about positions and notation that section 14 leaves open.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace naive::super_chess {

// One constituent of a stack with everything it remembers (2).
struct Part {
    char kind = 'P';             // one of P N B R Q K O, for either side
    char identity = '-';         // pawns a..h; rooks q, k, a..h
    bool moved = false;          // pawns
    bool light = false;          // bishops
    int pieces = 0;              // light bishops: taken as a Cardinal
    int points = 0;              // light bishops: their value
    bool super_castled = false;  // K and O
    bool hyper_castled = false;  // K and O
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
    std::array<bool, 4> castling = {false, false, false, false};  // K Q k q
    int en_passant = -1;                                          // the skipped square, or -1
    std::array<int, 2> counters = {0, 0};                         // 11; [0] is White's
    bool operator==(const Snapshot&) const = default;
};

struct Position {
    Snapshot now;
    std::array<std::string, 2> used;                       // identities of used rooks; [0] is White's
    std::vector<std::shared_ptr<const Snapshot>> history;  // oldest first
};

struct Turn {
    std::string uci;  // 14
    std::shared_ptr<const Position> after;
    std::string outcome;       // of the position after: "" goes on; "white" or "black" has won; "draw"
    bool high_ground = false;  // the outcome is a High Ground
    bool check = false;        // after the turn the opponent of the mover is to move and is in check
    bool mate = false;         // ... and is mated, time travel included
};

// Reads the notation of 14. Throws std::invalid_argument on malformed text; does not validate the position.
Position from_text(std::string_view text);

// The normal form of a position.
std::string to_text(const Position& position);

// May this position be given as a start of play? (text)
bool acceptable(const Position& position);

// 8: is the side to move in check?
bool in_check(const Position& position);

// 8: could some stack of `by_side` ('w' or 'b') capture a king-like piece on this square, were one there?
bool attacked(const Position& position, int square, char by_side);

// Every legal turn once, sorted by uci. None when the game is over.
std::vector<Turn> legal_turns(const Position& position);

// "ongoing", "checkmate", "stalemate" or "high ground".
std::string status(const Position& position);

std::uint64_t perft(const Position& position, int depth);

}  // namespace naive::super_chess
