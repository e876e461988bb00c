#include "make/game_terms.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "text/text.hpp"

namespace octomate::make {

namespace {

template <class Belongs>
Squares all_with(const Geometry& board, Belongs belongs) {
    Squares set;
    for (int square = 0; square < board.squares(); ++square)
        set[static_cast<std::size_t>(square)] = belongs(board.file_of(square), board.rank_of(square));
    return set;
}

std::optional<Squares> part_of(std::string_view part, const Geometry& board) {
    if (part == "light") return all_with(board, [](int file, int rank) { return (file + rank) % 2 != 0; });
    if (part == "dark") return all_with(board, [](int file, int rank) { return (file + rank) % 2 == 0; });
    if (part == "edge") {
        return all_with(board, [&](int file, int rank) {
            return file == 0 || rank == 0 || file + 1 == board.files() || rank + 1 == board.ranks();
        });
    }
    if (const auto square = board.square_named(part)) return Squares().set(static_cast<std::size_t>(*square));
    const std::size_t dash = part.find('-');
    if (dash == part.npos) return std::nullopt;
    const std::string_view left = part.substr(0, dash), right = part.substr(dash + 1);
    if (right == "file" && left.size() == 1 && left[0] >= 'a' && left[0] - 'a' < board.files())
        return all_with(board, [&](int file, int) { return file == left[0] - 'a'; });
    if (right == "rank" && left.size() == 1 && left[0] >= '1' && left[0] - '1' < board.ranks())
        return all_with(board, [&](int, int rank) { return rank == left[0] - '1'; });
    const auto a = board.square_named(left), b = board.square_named(right);
    if (!a || !b) return std::nullopt;
    const auto files = std::minmax({board.file_of(*a), board.file_of(*b)});
    const auto ranks = std::minmax({board.rank_of(*a), board.rank_of(*b)});
    return all_with(board, [&](int file, int rank) {
        return files.first <= file && file <= files.second && ranks.first <= rank && rank <= ranks.second;
    });
}

}  // namespace

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

std::optional<int> GameTerms::man_of(char letter) const {
    for (int number = 0; number < kinds_of_men(); ++number) {
        if (man(number).letter == letter && man(number).named) return number;
    }
    return std::nullopt;
}

std::optional<int> GameTerms::face_named(std::string_view text) const {
    if (text == "-") return 0;
    for (int face = 1; face <= greatest_face; ++face) {
        if (text == std::to_string(face)) return face;
    }
    return std::nullopt;
}

Expected<Squares, Fault> read_squares(std::string_view text, const GameTerms& game) {
    Squares set;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = trim(text.substr(begin, end - begin));
        const auto squares = part_of(part, game.board);
        if (!squares) {
            return Unexpected{Fault{
                FaultCode::BadSquare, "", static_cast<std::size_t>(part.data() - text.data()),
                fmt::format("\"{}\" names no squares, expected such as e4, a1-h2, e-file, 4-rank, light, "
                            "dark or edge, with commas between ({})",
                            part, game.square_range)}};
        }
        set |= *squares;
        if (end == text.size()) return set;
        begin = end + 1;
    }
}

}  // namespace octomate::make
