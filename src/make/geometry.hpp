#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace octomate::make {

/// Files and ranks of the squares of a board, as their names tell them.
template <class Men>
class Geometry {
  public:
    /// From 0.
    static int file_of(int square) { return table().files[static_cast<std::size_t>(square)]; }
    static int rank_of(int square) { return table().ranks[static_cast<std::size_t>(square)]; }

    /// How many there are.
    static int files() { return table().width; }
    static int ranks() { return table().height; }

    /// None off the board.
    static std::optional<int> square_at(int file, int rank) {
        if (file < 0 || rank < 0 || file >= files() || rank >= ranks()) return std::nullopt;
        return table().squares[static_cast<std::size_t>(file * ranks() + rank)];
    }

  private:
    struct Table {
        std::vector<int> files, ranks, squares;
        int width = 0, height = 0;
    };

    static const Table& table() {
        static const Table table = [] {
            Table made;
            for (int square = 0; square < Men::squares; ++square) {
                const std::string name = Men::name(square);
                made.files.push_back(name.front() - 'a');
                made.ranks.push_back(std::stoi(name.substr(1)) - 1);
            }
            made.width = 1 + *std::max_element(made.files.begin(), made.files.end());
            made.height = 1 + *std::max_element(made.ranks.begin(), made.ranks.end());
            made.squares.resize(made.files.size());
            for (int square = 0; square < Men::squares; ++square) {
                const auto at = static_cast<std::size_t>(square);
                made.squares[static_cast<std::size_t>(made.files[at] * made.height + made.ranks[at])] =
                    square;
            }
            return made;
        }();
        return table;
    }
};

}  // namespace octomate::make
