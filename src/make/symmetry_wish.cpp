#include "make/symmetry_wish.hpp"

#include <algorithm>

namespace octomate::make {

std::optional<SymmetryWish> SymmetryWish::named(std::string_view name, bool of_men, const Geometry& board) {
    if (std::find(names.begin(), names.end(), name) == names.end()) return std::nullopt;
    const int right = board.files() - 1, top = board.ranks() - 1;
    SymmetryWish wish;
    wish.of_men_ = of_men;
    for (int square = 0; square < board.squares(); ++square) {
        const int file = board.file_of(square), rank = board.rank_of(square);
        std::optional<int> image;
        if (name == "vertical") image = board.square_at(right - file, rank);
        if (name == "horizontal") image = board.square_at(file, top - rank);
        if (name == "rotation") image = board.square_at(right - file, top - rank);
        if (name == "diagonal" && right == top) image = board.square_at(rank, file);
        if (name == "antidiagonal" && right == top) image = board.square_at(right - rank, top - file);
        if (!image) return std::nullopt;
        wish.images_.push_back(*image);
    }
    return wish;
}

}  // namespace octomate::make
