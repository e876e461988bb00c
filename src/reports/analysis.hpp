#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/mate_report.hpp"
#include "reports/solve_report.hpp"

namespace octomate::reports {

/// What a person wants to know about a position.
struct Analysis : Subject {
    std::vector<FaceRow> faces;
    std::vector<MateReport> mates;  ///< within two moves, three, … each with a row per face
    std::optional<std::vector<FaceRow>>
        threats;  ///< the rolls on which the opponent would mate; none in check
};

/// Looks `most_moves` (at least 2) moves ahead; `options` says how, its `moves` is not used.
template <NotatedPosition P>
Analysis analyse(const P& position, int most_moves, solver::MateOptions options) {
    solver::Faces<P> faces;
    const SolveReport now = solve(Puzzle{}, position, false, faces);
    Analysis analysis{now, now.faces, {}, std::nullopt};
    for (options.moves = 2; options.moves <= most_moves; ++options.moves) {
        const auto result = solver::MateSearch<P>(options).solve(position);
        analysis.mates.push_back(report_mate(Puzzle{}, position, options, result));
    }
    if (const auto passed = position.passed()) {
        analysis.threats = std::vector<FaceRow>();
        for (FaceRow& row : solve(Puzzle{}, *passed, false, faces).faces) {
            if (!row.mates.empty()) analysis.threats->push_back(std::move(row));
        }
    }
    return analysis;
}

/// `{"fen", "variant", "turn", "check", "faces": [{"face", "file", "moves", "free", "mates"}], "mate": [the
/// records of `octomate mate`], "threats": null | [{"face", "file", "mates"}]}`.
Json to_json(const Analysis& analysis);

}  // namespace octomate::reports
