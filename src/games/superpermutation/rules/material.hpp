#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board8/board.hpp"
#include "core/fault.hpp"
#include "core/position.hpp"
#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

/// The pieces of a position besides the two kings, without their squares: the class of an endgame table. The
/// stronger side, which has more pieces or, with equally many, more valuable ones, comes first.
class Material {
  public:
    /// The greatest number of pieces, kings included, for which `Cells` can number the positions.
    static constexpr int most_pieces = 6;

    Material() = default;

    /// Parses a name such as "KQK" or "KRKP", with either side first. The error is a message.
    static Expected<Material, std::string> named(std::string_view text);

    /// Returns all classes of `pieces` pieces, kings included; at least 2.
    static std::vector<Material> of_pieces(int pieces);

    /// Returns the class of a position.
    template <class P>
    static Material of(const P& position) {
        const board8::Board& board = position.board();
        return Material(counts(board, Color::White), counts(board, Color::Black));
    }

    /// Returns the name, the stronger side first: "KRKP".
    std::string name() const;
    /// Returns the number of pieces, kings included.
    int pieces() const;
    /// Returns whether both sides have the same pieces.
    bool symmetric() const { return strong_ == weak_; }
    /// Returns the other classes to which one move can lead, by capture, promotion or both. Relies on I6.
    std::vector<Material> next_materials() const;

    bool operator==(const Material&) const = default;

  private:
    template <class P>
    friend class Cells;

    /// The pieces of a side besides its king: bits 0 to 19 hold the numbers of pawns, knights, bishops, rooks
    /// and queens, four bits each, and the higher bits their total. The stronger side has the greater value.
    using Counts = std::uint32_t;

    Material(Counts one, Counts other)
        : strong_(one < other ? other : one), weak_(one < other ? one : other) {}

    static Counts counts(const board8::Board& board, Color side);
    /// Returns the counts of one piece of a kind: 0 pawn … 4 queen.
    static constexpr Counts one_of(int kind) { return Counts{1} << (4 * kind) | Counts{1} << 20; }

    Counts strong_ = 0;
    Counts weak_ = 0;
};

/// Numbers the positions of a class, for endgame tables. The number of a position (its cell) is composed of
/// the side to move, the square of the stronger side's king (mirrored to files a to d if necessary) and the
/// squares of the other pieces. Positions that the symmetries of section 7 make equal share a cell.
template <class P>
class Cells {
  public:
    explicit Cells(const Material& material);

    /// Returns the number of cells.
    std::uint64_t size() const { return size_; }
    /// Returns the cell of a position of the class.
    std::uint64_t of(const P& position) const;
    /// Returns the position of a cell, with the stronger side as White; nullopt if the cell is unused,
    /// because its position is not valid or has another cell.
    std::optional<P> at(std::uint64_t cell) const;

  private:
    Material material_;
    std::vector<board8::Piece> pieces_;  ///< the pieces except the stronger king, by side and kind
    std::uint64_t size_ = 0;
};

}  // namespace octomate::superpermutation
