#pragma once

#include "reports/analysis.hpp"
#include "reports/search_mate.hpp"
#include "reports/solve.hpp"

namespace octomate::reports {

/// Looks ahead, two moves first.
template <Described P>
void analyse(const Puzzle& puzzle, const P& position, const AnalysisRequest& request, Analysis& analysis) {
    describe_subject(puzzle, position, request.reader, analysis);
    solver::Faces<P> faces;
    SolveOptions rows;
    rows.reader = request.reader;
    solver::solve_faces(position, faces);
    fill_rows(position, faces, rows, analysis.faces);
    for (int moves = 2; moves <= request.most_moves; ++moves) {
        solver::MateOptions options = search_options(request, moves);
        options.moves = moves;
        MateReport& mate = analysis.mates.emplace_back();
        describe_subject(puzzle, position, Reader::Program, mate);
        report_result(position, options, solver::MateSearch<P>(options).solve(position), mate);
    }
    if (const auto passed = position.passed()) {
        solver::winning_faces(*passed, faces);
        fill_rows(*passed, faces, rows, analysis.threats.emplace());
    }
}

}  // namespace octomate::reports
