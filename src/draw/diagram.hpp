#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/color.hpp"

namespace octomate::draw {

/// A square 0…63: a1 is 0, b1 is 1, a2 is 8, h8 is 63.
using Square = int;

/// "e4".
std::string square_name(Square square);

/// A move to be drawn with arrows, on the board as it was before.
struct MoveMarks {
    char man = 'K';          ///< FEN letter of the man who moves
    Square from = 0;         ///
    Square to = 0;           ///< where the movement lands; a teleport: where the king arrives
    bool capture = false;    ///< somebody stood on `to` and is gone
    char partner = 0;        ///< FEN letter of the man with whom the king changes places; 0: no teleport
    std::string passed;      ///< FEN letters of the men whom the cascade displaces, in its order
    int forward = 8;         ///< one step of the cascade: 8 up the board, -8 down
    char becomes = 0;        ///< FEN letter of what a pawn is promoted to; 0: no promotion
    Square promoted_at = 0;  ///< where that one stands after the move

    /// Where the cascade leaves the man.
    Square end() const { return to + forward * static_cast<int>(passed.size()); }
};

/// What the die beside the board shows.
enum class Die {
    None,     ///< the game has no die
    Unknown,  ///< not rolled yet
    Rolled,   ///< the faces of the diagram
    Unused    ///< in check
};

/// What a picture of a board shows: plain data, no rules.
struct Diagram {
    std::array<char, 64> men{};  ///< FEN letters by square; 0 where nobody stands
    Color turn = Color::White;
    Die die = Die::None;
    std::vector<int> faces;        ///< 1…8, if the die is rolled; several: any of these
    std::vector<MoveMarks> moves;  ///< usually none or one
    bool flip = false;             ///< Black's side below
    std::string title;             ///< what the picture is, in a few words; text, not markup

    /// Takes the men from the first field of a valid FEN.
    void place(std::string_view fen);
};

/// The file 0…7 that a face 1…8 names: each player counts from his own left.
constexpr int file_of_face(Color mover, int face) { return mover == Color::White ? face - 1 : 8 - face; }

/// What the picture shows, for those who do not see it: men, side to move, die and moves, in sentences.
std::string description(const Diagram& diagram);

/// The same for one move: "Queen from a8 to e4, then past the king on e5 (to e4) and the pawn on e6 (to e5)
/// to e7."
std::string description(const MoveMarks& move);

}  // namespace octomate::draw
