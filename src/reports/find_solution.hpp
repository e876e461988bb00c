#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/described.hpp"
#include "core/written.hpp"
#include "reports/describe_subject.hpp"
#include "reports/forced_play.hpp"
#include "reports/solution.hpp"
#include "reports/solution_report.hpp"
#include "reports/tries.hpp"
#include "text/words.hpp"

namespace octomate::reports {

/// Works a solution out: the keys, their play, the set play and the tries, in this order until a limit is
/// hit.
template <Written P>
class SolutionFinder {
  public:
    /// The report knows its moves and its roll, if one is asked about. All must outlive the finder.
    SolutionFinder(const P& position, const solver::MateOptions& options, SolutionReport& report)
        : position_(position), options_(options), play_(position.turn(), options), report_(report) {}

    /// At most so many tries on each roll.
    void find(std::size_t tries) {
        find_keys();
        if (in_time("the keys")) {
            write_keys();
            tell_keys();
        }
        if (!play_.cut()) find_set_play();
        if (!in_time("the set play")) report_.set.reset();
        if (!play_.cut()) report_.tries = TryFinder<P>(position_, report_.moves, play_).find(faces_, tries);
        if (!in_time("the tries")) report_.tries.clear();
        report_.nodes = play_.nodes();
    }

  private:
    using Move = typename P::Move;

    /// A move that forces the win, and in how many moves.
    struct Key {
        Move move;
        int in;
    };

    /// Whether there was time for a part; else the report says that it is missing.
    bool in_time(std::string part) {
        if (play_.cut()) report_.limits.push_back(std::move(part));
        return !play_.cut();
    }

    void find_keys() {
        for (int in = 1; in <= report_.moves && !play_.cut(); ++in) {
            play_.forced(position_, in, faces_);
            if (report_.roll)
                std::erase_if(faces_, [&](const auto& face) { return face.roll.face != *report_.roll; });
            for (const auto& face : faces_) {
                for (const Move& move : face.mates) {
                    if (!known(move)) keys_.push_back({move, in});
                }
            }
        }
    }

    const Key* known(const Move& move) const {
        const auto key =
            std::find_if(keys_.begin(), keys_.end(), [&](const Key& one) { return one.move == move; });
        return key == keys_.end() ? nullptr : &*key;
    }

    void write_keys() {
        for (const Key& key : keys_) {
            FirstMove& move = report_.keys.emplace_back();
            move.move = told(position_, key.move);
            move.key = true;
            move.in = key.in;
            move.odds = {1, 1};
        }
        for (const auto& face : faces_) {
            SolvedFace& row = report_.faces.emplace_back();
            row.face = face.roll.face;
            row.free = face.freedom == Freedom::Free;
            row.dual = !row.free && face.mates.size() > 1;
            row.keys = told(position_, face.mates);
            for (const Move& move : face.mates) {
                const Key* key = known(move);
                if (row.in == 0 || key->in < row.in) row.in = key->in;
                FirstMove& told_key = report_.keys[index(key)];
                if (row.face != 0) told_key.rolls.push_back(row.face);
                told_key.dual = told_key.dual || row.dual;
            }
        }
    }

    std::size_t index(const Key* key) const { return static_cast<std::size_t>(key - keys_.data()); }

    /// The play after each key that does not win at once.
    void tell_keys() {
        std::vector<std::string> missing;
        for (const Key& key : keys_) {
            if (key.in == 1) continue;
            FirstMove& move = report_.keys[index(&key)];
            if (!play_.cut()) move.play = play_.play_after(position_.play(key.move), key.in - 1);
            if (!play_.cut()) continue;
            move.play = {};
            missing.push_back(move.move);
        }
        if (!missing.empty()) in_time("the play after " + enumerate(missing));
    }

    void find_set_play() {
        if (position_.outcome() != Outcome::Ongoing) return;
        const auto passed = position_.passed();
        if (!passed) return;
        SetPlay& set = report_.set.emplace();
        if (report_.moves == 1) {
            set.mates = ForcedPlay<P>(passed->turn(), options_).continuations(*passed, 1);
            return;
        }
        set.variations = play_.variations(*passed, report_.moves - 1);
        std::erase_if(set.variations, [](const Variation& variation) {
            return variation.answers.empty() && !variation.certain;
        });
    }

    const P& position_;
    const solver::MateOptions& options_;
    ForcedPlay<P> play_;
    SolutionReport& report_;
    solver::Faces<P> faces_;
    std::vector<Key> keys_;  // the quickest first
};

/// The solution of a puzzle in the moves that the request or else the record says, or why there is none.
template <Written P>
Faults find_solution(const Puzzle& puzzle, const P& position, const SolutionRequest& request,
                     SolutionReport& report) {
    solver::MateOptions options = search_options(request.search, puzzle.moves);
    options.dice = solver::Dice::Mean;  // as the odds of tries count
    if (const int most = solver::MateSearch<P>::most_moves(options.dice); options.moves > most)
        return {too_many_moves(options, most)};
    describe_subject(puzzle, position, Reader::Program, report);
    report.author = puzzle.author;
    report.source = puzzle.source;
    report.several_ways = WinsInWays<P>;
    report.moves = options.moves;
    report.roll = asked_face(puzzle, position);
    const int tries = request.tries >= 0 ? request.tries : uses_die(position) ? 1 : 3;
    SolutionFinder<P>(position, options, report).find(static_cast<std::size_t>(tries));
    return {};
}

}  // namespace octomate::reports
