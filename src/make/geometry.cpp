#include "make/geometry.hpp"

#include <algorithm>
#include <utility>

namespace octomate::make {

Geometry::Geometry(std::vector<std::string> names) : names_(std::move(names)) {
    for (const std::string& name : names_) {
        ranks_of_.push_back(std::stoi(name.substr(1)) - 1);
        files_ = std::max(files_, name.front() - 'a' + 1);
        ranks_ = std::max(ranks_, ranks_of_.back() + 1);
    }
    squares_.resize(names_.size());
    for (int square = 0; square < squares(); ++square)
        squares_[static_cast<std::size_t>(file_of(square) * ranks_ + rank_of(square))] = square;
}

std::optional<int> Geometry::square_named(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<int>(found - names_.begin());
}

std::optional<int> Geometry::square_at(int file, int rank) const {
    if (file < 0 || rank < 0 || file >= files_ || rank >= ranks_) return std::nullopt;
    return squares_[static_cast<std::size_t>(file * ranks_ + rank)];
}

}  // namespace octomate::make
