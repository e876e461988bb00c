#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "make/geometry.hpp"

namespace octomate::make {

/// A symmetry of the board that the men of a position are to show.
template <class Men>
class SymmetryWish {
  public:
    /// Their names: files mirrored, ranks mirrored, files and ranks exchanged (a1–h8 stays), files and ranks
    /// exchanged (a8–h1 stays), half a turn.
    static constexpr std::array<std::string_view, 5> names = {"vertical", "horizontal", "diagonal",
                                                              "antidiagonal", "rotation"};

    /// The symmetry of a name. `of_men`: men of the same kind, of either side, stand on a square and on its
    /// image; else any men do. None if there is none of that name, or the board has no such symmetry.
    static std::optional<SymmetryWish> named(std::string_view name, bool of_men) {
        using Board = Geometry<Men>;
        const auto known = std::find(names.begin(), names.end(), name);
        if (known == names.end()) return std::nullopt;
        const int right = Board::files() - 1, top = Board::ranks() - 1;
        SymmetryWish wish(*known, of_men);
        for (int square = 0; square < Men::squares; ++square) {
            const int file = Board::file_of(square), rank = Board::rank_of(square);
            std::optional<int> image;
            if (name == "vertical") image = Board::square_at(right - file, rank);
            if (name == "horizontal") image = Board::square_at(file, top - rank);
            if (name == "rotation") image = Board::square_at(right - file, top - rank);
            if (name == "diagonal" && right == top) image = Board::square_at(rank, file);
            if (name == "antidiagonal" && right == top) image = Board::square_at(right - rank, top - file);
            if (!image) return std::nullopt;
            wish.images_.push_back(*image);
        }
        return wish;
    }

    std::string_view name() const { return name_; }
    int image(int square) const { return images_[static_cast<std::size_t>(square)]; }

    /// How many men have no counterpart.
    int lack(const Men& men) const {
        int alone = 0;
        for (auto rest = men.occupied(); Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            if (!answered(men, square)) ++alone;
        }
        return alone;
    }

    /// Whether the man of a square has a counterpart.
    bool answered(const Men& men, int square) const {
        const auto other = men.at(image(square));
        return other && answer(*other, *men.at(square));
    }

    /// Whether two men may be each other's counterparts.
    bool answer(typename Men::Man a, typename Men::Man b) const { return !of_men_ || kind(a) == kind(b); }

  private:
    SymmetryWish(std::string_view name, bool of_men) : name_(name), of_men_(of_men) {}

    static int kind(typename Men::Man man) {
        return std::tolower(static_cast<unsigned char>(Men::letter(man)));
    }

    std::string_view name_;
    bool of_men_;
    std::vector<int> images_;
};

}  // namespace octomate::make
