#pragma once

#include <fmt/core.h>

#include <string>

#include "core/fault.hpp"
#include "core/written.hpp"
#include "reports/check_report.hpp"

namespace octomate::reports {

/// Whether a fault leaves it open what a text of a key claims, so that it cannot be judged.
constexpr bool is_unclear(FaultCode code) {
    return code == FaultCode::NotAMove || code == FaultCode::AmbiguousMove;
}

/// The fault of a text as one of the key that it stands in.
inline Fault key_fault(int face, const Fault& fault) {
    return {fault.code, "key", 0, fmt::format("the key{}: {}", on_faces({face}), fault.message)};
}

/// What is wrong with the texts of a puzzle's key: those that are no moves at all, legal or not, or several.
template <Written P>
Faults key_faults(const Puzzle& puzzle, const P& position) {
    Faults faults;
    if (!puzzle.key) return faults;
    for (const auto& [face, texts] : *puzzle.key) {
        for (const std::string& text : texts) {
            const auto read = position.read_move(text);
            if (!read && is_unclear(read.error().code)) add_fault(faults, key_fault(face, read.error()));
        }
    }
    return faults;
}

}  // namespace octomate::reports
