#pragma once

#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "json/text.hpp"
#include "make/annealing.hpp"
#include "make/describe.hpp"
#include "make/exhaustive.hpp"
#include "make/maker.hpp"
#include "make/twins.hpp"
#include "puzzle/fields.hpp"
#include "reports/solution.hpp"

namespace octomate::make {

/// A puzzle that does what a spec wants, with all that its position and the spec tell.
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
    for (const TwinWish& twin : spec.twins) {
        const P changed = Editor<P>::edited(position, twin.edit).value();
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
class WalkOf : public Walk {
  public:
    WalkOf(const Spec<P>& spec, const ExhaustiveOptions& options) : spec_(spec), walk_(spec, options) {}

    std::string universe() const override { return walk_.universe(); }
    const ExhaustiveProgress& progress() const override { return walk_.progress(); }
    Faults resume(const ExhaustiveProgress& progress) override { return walk_.resume(progress); }
    void walk(const std::function<void(const ExhaustiveProgress&)>& after_wave) override {
        walk_.walk(after_wave);
    }
    std::vector<records::Puzzle> puzzles() const override {
        std::vector<records::Puzzle> puzzles;
        for (const std::string& fen : progress().found)
            puzzles.push_back(puzzle_of(spec_.start.read_fen(fen).value().value, spec_));
        return puzzles;
    }

  private:
    const Spec<P> spec_;
    ExhaustiveWalk<P> walk_;
};

template <Composable P>
class ComposerOf : public Composer {
  public:
    explicit ComposerOf(Spec<P> spec) : spec_(std::move(spec)) {}

    ComposeResult compose(const ComposeOptions& options,
                          const std::function<void(std::size_t, std::uint64_t)>& progress) const override {
        const auto finds = make::compose<P>(spec_, options, progress);
        ComposeResult result{{}, finds.nodes, finds.complete};
        for (const auto& one : finds.found)
            result.found.push_back({puzzle_of(one.position, spec_), one.unit});
        return result;
    }

    std::unique_ptr<Walk> walk(const ExhaustiveOptions& options) const override {
        return std::make_unique<WalkOf<P>>(spec_, options);
    }

  private:
    Spec<P> spec_;
};

}  // namespace octomate::make
