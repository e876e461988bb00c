#pragma once

#include <fmt/core.h>

#include <string>

#include "core/written.hpp"
#include "reports/check_report.hpp"

namespace octomate::reports {

/// What is wrong with the texts of a puzzle's key: those that are no moves at all, legal or not.
template <Written P>
Faults key_faults(const Puzzle& puzzle, const P& position) {
    Faults faults;
    if (!puzzle.key) return faults;
    for (const auto& [face, texts] : *puzzle.key) {
        for (const std::string& text : texts) {
            const auto read = position.read_move(text);
            if (read || read.error().code != FaultCode::NotAMove) continue;
            faults.push_back({FaultCode::NotAMove, "key", 0,
                              fmt::format("the key{}: {}", on_faces({face}), read.error().message)});
        }
    }
    return faults;
}

}  // namespace octomate::reports
