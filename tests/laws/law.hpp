#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "laws/compare.hpp"
#include "laws/corpus.hpp"
#include "solver/mate_options.hpp"

namespace octomate::laws {

inline constexpr solver::Dice all_dice[] = {solver::Dice::Mean, solver::Dice::Every, solver::Dice::Some};

/// Checks `law` on every `step`th position of the corpus. `law(position)` returns what is wrong, or an empty
/// string. There is one assertion for all positions, because a million would take longer than the law itself.
template <class P, class Law>
void check_law(Law law, std::size_t step = 1) {
    constexpr std::size_t most_reported = 5;
    std::size_t broken = 0;
    std::string report;
    const std::vector<P>& positions = corpus<P>();
    for (std::size_t at = 0; at < positions.size(); at += step) {
        const std::string wrong = law(positions[at]);
        if (!wrong.empty() && ++broken <= most_reported)
            report += fmt::format("\n{}: {}", positions[at].fen(), wrong);
    }
    INFO(broken << " positions break the law" << report);
    CHECK(broken == 0);
}

}  // namespace octomate::laws
