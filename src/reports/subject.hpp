#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/position.hpp"
#include "records/puzzle.hpp"

namespace octomate::reports {

using records::Json;
using records::Key;
using records::Puzzle;

/// What a report is about: what every report of a record says first.
struct Subject {
    std::optional<std::string> id;
    std::optional<std::string> title;
    std::string fen;  ///< normalised
    std::string_view variant;
    Color turn = Color::White;
    bool check = false;
};

/// Names a record and the position that it stands for.
template <NotatedPosition P>
Subject subject_of(const Puzzle& puzzle, const P& position) {
    return {puzzle.id, puzzle.title, position.fen(), P::variant, position.turn(), position.in_check()};
}

}  // namespace octomate::reports
