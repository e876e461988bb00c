#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/fields.hpp"

/// Diagrams in the words of problemists: the men of chess on squares, named one by one.
namespace octomate::records {

/// Men of chess on 8×8 squares, by the letters of FEN, and who is to move.
class Diagram {
  public:
    /// The board of a FEN, if it has nothing but ranks of such men; none for the boards of other games.
    static std::optional<Diagram> of_fen(std::string_view fen);

    /// Puts a man on a square, 8·rank + file; false if somebody stands there.
    bool put(char man, int square);
    /// Takes off who stands on a square; 0 if nobody does.
    char take_off(int square);
    bool empty() const;
    bool black_moves() const { return black_moves_; }
    void let_black_move(bool black) { black_moves_ = black; }

    /// `8/8/… w - - 0 1`.
    std::string fen() const;

    /// How many men a side has.
    int count(bool black) const;

    /// The men of a side, by their kinds from king to pawn, each by its squares from a8 to h1:
    /// `take(kind, squares)` gets the capital letter and names such as "a8".
    template <class Take>
    void for_each_kind(bool black, Take&& take) const {
        for (const char kind : std::string_view("KQRBNP")) {
            std::vector<std::string> squares = squares_of(black ? static_cast<char>(kind | 0x20) : kind);
            if (!squares.empty()) take(kind, squares);
        }
    }

  private:
    std::vector<std::string> squares_of(char man) const;

    std::array<char, 64> men_{};  // 0: empty
    bool black_moves_ = false;
};

/// The square of a name, 8·rank + file, or none.
std::optional<int> square_named(std::string_view name);

/// A place in the text of a record of several lines.
struct Place {
    std::size_t line = 0;    ///< below the record's first one
    std::size_t offset = 0;  ///< bytes from the start of the line
};

/// The place of a byte of the text.
Place place_of(std::string_view text, std::size_t at);

/// Puts men of a kind (a letter of `letters`, which stand for king, queen, rook, bishop, knight and pawn;
/// small and capital ones count alike) on squares that are named without blanks: "Ra1h1". What is wrong with
/// the words is a fault of the draft: BadMan, BadSquare.
void put_men(Draft& draft, Diagram& diagram, std::string_view word, std::string_view letters, bool black,
             Place place);

}  // namespace octomate::records
