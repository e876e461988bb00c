#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "make/geometry.hpp"

namespace octomate::make {

/// Reads a set of squares: its parts, between commas, are squares ("e4"), rectangles by two corners
/// ("a1-h2"), files ("e-file"), ranks ("4-rank"), and "light", "dark" and "edge" squares; they are added up.
/// BadSquare at the first part that is none, with an empty field.
template <class Men>
class SquareSetReader {
  public:
    using SquareSet = typename Men::SquareSet;

    static Expected<SquareSet, Fault> read(std::string_view text) {
        SquareSet set = Men::from(0) & ~Men::from(0);
        for (std::size_t begin = 0;;) {
            const std::size_t end = std::min(text.find(',', begin), text.size());
            std::string_view part = text.substr(begin, end - begin);
            const std::size_t blanks = std::min(part.find_first_not_of(' '), part.size());
            part.remove_prefix(blanks);
            while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
            const auto squares = part_of(part);
            if (!squares) {
                return Unexpected{Fault{
                    FaultCode::BadSquare, "", begin + blanks,
                    fmt::format("\"{}\" names no squares, expected such as e4, a1-h2, e-file, 4-rank, light, "
                                "dark or edge, with commas between ({})",
                                part, Men::square_range)}};
            }
            set = set | *squares;
            if (end == text.size()) return set;
            begin = end + 1;
        }
    }

  private:
    using Board = Geometry<Men>;

    static std::optional<SquareSet> part_of(std::string_view part) {
        if (part == "light") return all_with([](int file, int rank) { return (file + rank) % 2 != 0; });
        if (part == "dark") return all_with([](int file, int rank) { return (file + rank) % 2 == 0; });
        if (part == "edge") {
            return all_with([](int file, int rank) {
                return file == 0 || rank == 0 || file + 1 == Board::files() || rank + 1 == Board::ranks();
            });
        }
        if (const auto square = Men::square_named(part)) return Men::only(*square);
        const std::size_t dash = part.find('-');
        if (dash == part.npos) return std::nullopt;
        const std::string_view left = part.substr(0, dash), right = part.substr(dash + 1);
        if (right == "file" && left.size() == 1 && left[0] >= 'a' && left[0] - 'a' < Board::files())
            return all_with([&](int file, int) { return file == left[0] - 'a'; });
        if (right == "rank" && left.size() == 1 && left[0] >= '1' && left[0] - '1' < Board::ranks())
            return all_with([&](int, int rank) { return rank == left[0] - '1'; });
        const auto a = Men::square_named(left), b = Men::square_named(right);
        if (!a || !b) return std::nullopt;
        const auto [left_file, right_file] = std::minmax({Board::file_of(*a), Board::file_of(*b)});
        const auto [low_rank, high_rank] = std::minmax({Board::rank_of(*a), Board::rank_of(*b)});
        SquareSet set = Men::only(*a);
        for (int square = 0; square < Men::squares; ++square) {
            const int file = Board::file_of(square), rank = Board::rank_of(square);
            if (left_file <= file && file <= right_file && low_rank <= rank && rank <= high_rank)
                set = set | Men::only(square);
        }
        return set;
    }

    template <class Belongs>
    static SquareSet all_with(Belongs belongs) {
        SquareSet set = Men::from(0) & ~Men::from(0);
        for (int square = 0; square < Men::squares; ++square) {
            if (belongs(Board::file_of(square), Board::rank_of(square))) set = set | Men::only(square);
        }
        return set;
    }
};

}  // namespace octomate::make
