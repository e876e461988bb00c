#pragma once

#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "json/text.hpp"
#include "make/annealing.hpp"
#include "make/exhaustive.hpp"
#include "puzzle/fields.hpp"

namespace octomate::make {

/// A puzzle that does what a spec wants, with all that its position and the spec say.
template <Composable P>
records::Puzzle puzzle_of(const P& position, const Spec<P>& spec) {
    records::Puzzle puzzle;
    puzzle.roll = spec.roll;
    puzzle.moves = spec.moves;
    solver::MateOptions search;
    search.parallel = false;
    reports::PuzzleSolver<P> solver(spec.moves, search);
    solver::Faces<P> winning;
    solver.solve_asked(puzzle, position, winning);
    describe(puzzle, position, winning);
    if (spec.twins.empty()) return puzzle;
    std::string twins;
    for (const TwinSpec& twin : spec.twins) {
        const P changed = edited(position, twin.edit).value();
        solver.solve_asked(puzzle, changed, winning);
        const std::string edit = records::edit_json(twin.edit);  // an object that is not empty
        twins += fmt::format("{}{{\"name\":{},{},\"key\":{}}}", twins.empty() ? "" : ",",
                             records::json_text_of(twin.name), edit.substr(1, edit.size() - 2),
                             records::key_json(key_of(changed, winning)));
    }
    puzzle.unknown.push_back({"twins", "[" + twins + "]"});
    return puzzle;
}

template <Composable P>
class ComposerOf : public Composer {
  public:
    explicit ComposerOf(Spec<P> spec) : spec_(std::move(spec)) { set_strict(true); }

    bool strict() const override { return spec_.strict; }
    void set_strict(bool strict) override { spec_.strict = strict && spec_.moves > 1; }

    ComposeResult compose(const ComposeOptions& options,
                          const std::function<void(std::size_t, std::uint64_t)>& progress) const override {
        const auto finds = make::compose<P>(spec_, options, progress);
        ComposeResult result{{}, finds.nodes, finds.complete, finds.tally};
        for (const auto& one : finds.found)
            result.found.push_back({puzzle_of(one.position, spec_), one.unit});
        return result;
    }

    std::unique_ptr<Walk> walk(const ExhaustiveOptions& options) const override {
        return std::make_unique<ExhaustiveWalk<P>>(spec_, options);
    }

    std::vector<records::Puzzle> puzzles(const std::vector<std::string>& fens) const override {
        std::vector<records::Puzzle> puzzles;
        for (const std::string& fen : fens)
            puzzles.push_back(puzzle_of(spec_.start.read_fen(fen).value().value, spec_));
        return puzzles;
    }

  private:
    Spec<P> spec_;
};

}  // namespace octomate::make
