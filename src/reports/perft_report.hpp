#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/written.hpp"
#include "reports/search.hpp"
#include "solver/perft.hpp"

namespace octomate::reports {

/// What to count.
struct PerftRequest {
    int depth = 1;
    solver::RollCount rolls = solver::RollCount::None;
    bool divide = false;
    const std::atomic<bool>* interrupted = nullptr;  ///< ends the count, which then means nothing
};

/// What was counted.
struct PerftReport {
    std::string fen;  ///< normalised
    PerftRequest request;
    std::uint64_t nodes = 0;
    double seconds = 0;  ///< of the whole count
    std::vector<std::string> notes;
    std::map<std::string, std::uint64_t> lines;  ///< below each first move, by its machine form, if asked for
};

/// Counts lines of legal moves.
template <Written P>
void count_lines(const P& position, const PerftRequest& request, PerftReport& report) {
    report.fen = position.fen();
    report.request = request;
    const auto start = Clock::now();
    if (request.divide) {
        report.nodes = solver::perft(
            position, request.depth, request.rolls,
            [&](const auto& move, std::uint64_t count) { report.lines[position.uci(move)] = count; },
            request.interrupted);
    } else {
        report.nodes = solver::perft(position, request.depth, request.rolls, request.interrupted);
    }
    report.seconds = seconds_since(start);
}

}  // namespace octomate::reports
