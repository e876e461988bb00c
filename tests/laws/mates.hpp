// Searches for mates in several moves, and their results as text that tests can compare.
#pragma once

#include <fmt/ranges.h>

#include <cstddef>
#include <string>
#include <vector>

#include "solver/mate.hpp"

namespace octomate::laws {

using solver::Defence;
using solver::Dice;
using solver::MateOptions;
using solver::MateResult;
using solver::MateSearch;

inline MateOptions options(int moves, Dice dice = Dice::Mean, Defence defence = Defence::Best) {
    MateOptions options;
    options.moves = moves;
    options.dice = dice;
    options.defence = defence;
    options.hash_bytes = 1 << 16;  // small, so that entries are replaced
    options.parallel = false;
    return options;
}

template <class P>
MateResult<P> solve(const P& position, const MateOptions& options) {
    return MateSearch<P>(options).solve(position);
}

/// Formats a result as lines: the total first, then one line per face. A lower bound that is not exact is
/// followed by "or more".
template <class P>
std::vector<std::string> lines(const P& position, const MateResult<P>& result) {
    const auto mark = [](const solver::Interval& value) { return value.exact() ? "" : " or more"; };
    std::vector<std::string> lines = {result.total_fraction(result.total.lower).text() + mark(result.total)};
    for (const auto& face : result.faces) {
        std::vector<std::string> best;
        for (const auto move : face.best) best.push_back(position.uci(move));
        lines.push_back(fmt::format("{}: {}{} {} {}", face.roll.face,
                                    result.fraction(face.value.lower).text(), mark(face.value),
                                    face.forced ? "forced" : "-", fmt::join(best, " ")));
    }
    return lines;
}

}  // namespace octomate::laws
