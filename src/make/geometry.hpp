#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace octomate::make {

/// The squares of a board by their names, and the files and ranks that the names tell.
class Geometry {
  public:
    /// The names of all squares, by their numbers.
    explicit Geometry(std::vector<std::string> names);

    int squares() const { return static_cast<int>(names_.size()); }
    const std::string& name(int square) const { return names_[static_cast<std::size_t>(square)]; }
    std::optional<int> square_named(std::string_view name) const;

    /// From 0.
    int file_of(int square) const { return names_[static_cast<std::size_t>(square)].front() - 'a'; }
    int rank_of(int square) const { return ranks_of_[static_cast<std::size_t>(square)]; }

    /// How many there are.
    int files() const { return files_; }
    int ranks() const { return ranks_; }

    /// None off the board.
    std::optional<int> square_at(int file, int rank) const;

  private:
    std::vector<std::string> names_;
    std::vector<int> ranks_of_;
    std::vector<int> squares_;  // by files, and in them by ranks
    int files_ = 0, ranks_ = 0;
};

/// The board of a game's arrangements.
template <class Men>
const Geometry& geometry_of() {
    static const Geometry board([] {
        std::vector<std::string> names;
        for (int square = 0; square < Men::squares; ++square) names.push_back(Men::name(square));
        return names;
    }());
    return board;
}

}  // namespace octomate::make
