#pragma once

#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "make/geometry.hpp"

namespace octomate::make {

/// A symmetry of the board that the men of a position are to show.
class SymmetryWish {
  public:
    /// Their names: files mirrored, ranks mirrored, files and ranks exchanged (a1–h8 stays), files and ranks
    /// exchanged (a8–h1 stays), half a turn.
    static constexpr std::array<std::string_view, 5> names = {"vertical", "horizontal", "diagonal",
                                                              "antidiagonal", "rotation"};

    /// The symmetry of a name. `of_men`: men of the same kind, of either side, stand on a square and on its
    /// image; else any men do. None if there is none of that name, or the board has no such symmetry.
    static std::optional<SymmetryWish> named(std::string_view name, bool of_men, const Geometry& board);

    int image(int square) const { return images_[static_cast<std::size_t>(square)]; }

    /// Whether the men of two letters may be each other's counterparts.
    bool answer(char a, char b) const { return !of_men_ || kind(a) == kind(b); }

    /// How many men have no counterpart.
    template <class Men>
    int lack(const Men& men) const {
        int alone = 0;
        for (auto rest = men.occupied(); Men::count(rest) > 0;) {
            if (!answered(men, Men::pop_first(rest))) ++alone;
        }
        return alone;
    }

    /// Whether the man of a square has a counterpart.
    template <class Men>
    bool answered(const Men& men, int square) const {
        const auto other = men.at(image(square));
        return other && answer(Men::letter(*other), Men::letter(*men.at(square)));
    }

  private:
    static int kind(char letter) { return std::tolower(static_cast<unsigned char>(letter)); }

    bool of_men_ = false;
    std::vector<int> images_;
};

}  // namespace octomate::make
