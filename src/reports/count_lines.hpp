#pragma once

#include <chrono>
#include <cstdint>

#include "core/written.hpp"
#include "reports/perft_report.hpp"
#include "solver/perft.hpp"

namespace octomate::reports {

/// Counts lines of legal moves.
template <Written P>
void count_lines(const P& position, const PerftRequest& request, PerftReport& report) {
    report.fen = position.fen();
    report.request = request;
    const auto start = std::chrono::steady_clock::now();
    if (request.divide) {
        report.nodes = solver::perft(
            position, request.depth, request.rolls,
            [&](const auto& move, std::uint64_t count) { report.lines[position.uci(move)] = count; });
    } else {
        report.nodes = solver::perft(position, request.depth, request.rolls);
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace octomate::reports
