#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace octomate::records
