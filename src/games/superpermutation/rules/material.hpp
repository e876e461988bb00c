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

/// Which pieces there are beside the two kings, the stronger side first: the one with more pieces, or else
/// with the dearer ones.
class Material {
  public:
    /// Most pieces of a class that can be numbered, kings included.
    static constexpr int most_pieces = 6;

    Material() = default;

    /// "KQK", "KRKP"; either side may come first. Or what is wrong with the text.
    static Expected<Material, std::string> named(std::string_view text);

    /// All of so many pieces.
    static std::vector<Material> of_pieces(int pieces);

    template <class P>
    static Material of(const P& position) {
        const board8::Board& board = position.board();
        return Material(counts(board, Color::White), counts(board, Color::Black));
    }

    std::string name() const;
    int pieces() const;
    /// Whether both sides have the same.
    bool symmetric() const { return strong_ == weak_; }
    /// The materials that one move can lead to: a piece captured, a pawn promoted, or both. Relies on I6.
    std::vector<Material> parts() const;

    bool operator==(const Material&) const = default;

  private:
    template <class P>
    friend class Cells;

    /// Counts of the pieces of a side but the king, four bits each, from pawns (lowest) to queens, and of all
    /// of them above: the stronger side has the greater number.
    using Counts = std::uint32_t;

    Material(Counts one, Counts other)
        : strong_(one < other ? other : one), weak_(one < other ? one : other) {}

    static Counts counts(const board8::Board& board, Color side);
    static constexpr Counts one_of(int kind) { return Counts{1} << (4 * kind) | Counts{1} << 20; }

    Counts strong_ = 0;
    Counts weak_ = 0;
};

/// The cells of a class: who moves, where the stronger side's king stands (on files a to d, after a mirror
/// image if need be), where the others stand. Section 7's symmetries are used up.
template <class P>
class Cells {
  public:
    explicit Cells(const Material& material);

    std::uint64_t size() const { return size_; }
    std::uint64_t of(const P& position) const;
    std::optional<P> at(std::uint64_t cell) const;

  private:
    Material material_;
    std::vector<board8::Piece> pieces_;  ///< but the stronger side's king; pieces of a kind side by side
    std::uint64_t size_ = 0;
};

}  // namespace octomate::superpermutation
