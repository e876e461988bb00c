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
#include "puzzle/fields.hpp"
#include "reports/edited.hpp"

namespace octomate::make {

/// Puts the twins of a spec into a record; `key_of(position)` solves them.
template <Composable P, class KeyOf>
void add_twins(records::Puzzle& puzzle, const P& position, const Spec<P>& spec, KeyOf key_of) {
    if (spec.twins.empty()) return;
    std::string twins;
    for (const TwinSpec& twin : spec.twins) {
        const P changed = reports::edited(position, twin.edit).value();
        const std::string edit = records::edit_json(twin.edit);  // an object that is not empty
        twins += fmt::format("{}{{\"name\":{},{},\"key\":{}}}", twins.empty() ? "" : ",",
                             records::json_text_of(twin.name), edit.substr(1, edit.size() - 2),
                             records::key_json(key_of(changed)));
    }
    puzzle.unknown.push_back({"twins", "[" + twins + "]"});
}

/// The same of a stipulation, for a record that has its roll.
template <Composable P>
records::Puzzle stipulated_puzzle_of(const P& position, const Spec<P>& spec, records::Puzzle puzzle) {
    const Stipulation& other = *spec.other;
    const LineFinder<P> lines(other, spec.roll, static_cast<std::uint64_t>(spec.solutions));
    reports::PuzzleSolver<P> solver(other.moves(), search_of(other), other);
    const auto solve = [&](const P& one) {
        solver::Faces<P> winning;
        if (!other.has_lines()) solver.solve_asked(puzzle, one, winning);
        const auto found = other.has_lines() ? lines.find(one).first : std::vector<solver::Line<P>>();
        stipulate(puzzle, one, other, winning, found);
        return found;
    };
    const auto found = solve(position);
    MatesShow shown;
    if (other.ends_in_mates()) shown = shown_by(last_moves(position, other, found));
    puzzle.fen = position.fen();
    set_tags(puzzle, P::themes, P::Arrangement::count(typename P::Arrangement(position).occupied()),
             shown.themes, {0, shown.quality});
    add_twins(puzzle, position, spec, [&, diagram = puzzle](const P& changed) {
        solve(changed);
        return *std::exchange(puzzle.key, diagram.key);
    });
    return puzzle;
}

/// A puzzle that does what a spec wants, with all that its position and the spec say.
template <Composable P>
records::Puzzle puzzle_of(const P& position, const Spec<P>& spec) {
    records::Puzzle puzzle;
    puzzle.roll = spec.roll;
    if (spec.other) return stipulated_puzzle_of(position, spec, std::move(puzzle));
    puzzle.moves = spec.moves;
    solver::MateOptions search;
    search.parallel = false;
    reports::PuzzleSolver<P> solver(spec.moves, search);
    solver::Faces<P> winning;
    solver.solve_asked(puzzle, position, winning);
    describe(puzzle, position, winning);
    if (spec.promotions_as_one) puzzle.promotions_as_one = true;
    add_twins(puzzle, position, spec, [&](const P& changed) {
        solver.solve_asked(puzzle, changed, winning);
        return key_of(changed, winning);
    });
    return puzzle;
}

template <Composable P>
class ComposerOf : public Composer {
  public:
    explicit ComposerOf(Spec<P> spec) : spec_(std::move(spec)) { set_strict(true); }

    bool strict() const override { return spec_.strict; }
    void set_strict(bool strict) override { spec_.strict = strict && spec_.moves > 1 && !spec_.other; }

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
