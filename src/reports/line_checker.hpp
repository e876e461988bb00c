#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/described.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/check_report.hpp"
#include "reports/key_checker.hpp"
#include "reports/lines.hpp"
#include "reports/subject.hpp"
#include "text/fen_fields.hpp"

namespace octomate::reports {

/// Judges the key of a puzzle whose solutions are lines. A key names whole lines, by a face on which their
/// first moves may be played: the moves parted by blanks. Words in parentheses name the rolls; they are not
/// judged, for the moves say on which rolls they may be played.
template <Described P>
class LineChecker : KeyChecker<P> {
  public:
    /// See KeyChecker.
    LineChecker(const Puzzle& puzzle, const P& position, const CheckRequest& request, CheckReport& report)
        : KeyChecker<P>(puzzle, position, request, report),
          options_{search_options(request.search, puzzle.moves), *puzzle.other_stipulation()} {
        options_.dice = solver::Dice::Some;
    }

    /// Fills the report in; fails with the key texts that are not moves.
    Status run() {
        Status key = read_key(options_.limits, [&](int face, const std::string& text) {
            return read_line(claims_.emplace_back(Claim{face, &text, {}, {}}));
        });
        if (!key) return key;
        describe(options_.stipulation.moves(), options_.stipulation);
        if (!report_.complete) return {};
        lines_ = find_lines(puzzle_, position_, options_, most_lines);
        report_.complete = lines_.complete;
        if (!report_.complete) return {};
        report_.truth = key_of_lines(puzzle_, position_, options_.stipulation, lines_.first);
        judge_key();
        find_short_lines();
        report_.verdict = verdict();
        find_superfluous();
        return {};
    }

  private:
    using Base = KeyChecker<P>;
    using Base::describe, Base::die_, Base::for_each_man, Base::note, Base::note_not_judged, Base::position_,
        Base::puzzle_, Base::read_key, Base::report_, Base::rolled;
    using Move = typename P::Move;
    using Line = solver::Line<P>;
    using Lines = solver::Lines<P>;

    /// More are counted, not listed.
    static constexpr std::size_t most_lines = 1000;

    /// One line of the key.
    struct Claim {
        int face;
        const std::string* text;
        Line line;
        std::string problem;  ///< why it is none; empty if it fulfils the stipulation
    };

    /// Plays the moves of a claim; fails at a text that is not a move.
    Expected<void, Fault> read_line(Claim& claim) const {
        const solver::Course course(options_.stipulation, position_.turn());
        int left = course.plies();
        std::optional<P> position = position_;
        bool reached = false;
        for (const Word& word : split_words(*claim.text)) {
            if (word.text.front() == '(') continue;  // rolls
            if (left == 0 || !position) {
                claim.problem =
                    left == 0 ? "continues after its last move" : "does not end with its first check";
                return {};
            }
            const auto read = position->read_move(word.text);
            if (!read && is_unclear(read.error().code)) return Unexpected{read.error()};
            if (!read) {
                claim.problem = fmt::format("has a move that is not legal: {}", read.error().message);
                return {};
            }
            MoveList<P> goals;
            solver::find_goals(*position, options_.stipulation.goal, goals);
            reached = position->turn() == course.finisher() &&
                      std::find(goals.begin(), goals.end(), read->move) != goals.end();
            claim.line.push_back(read->move);
            if (--left > 0) position = course.go_on(position->play(read->move), left);
        }
        if (left > 0) {
            claim.problem = "ends too early";
        } else if (!reached) {
            claim.problem = "does not reach the goal";
        }
        return {};
    }

    void judge_key() {
        for (Claim& claim : claims_) {
            if (rolled() && claim.face != 0 && claim.face != *puzzle_.roll) {
                note_not_judged(claim.face);
                continue;
            }
            ++judged_;
            if (claim.problem.empty()) claim.problem = problem_of_face(claim);
            if (claim.problem.empty()) continue;
            note(fmt::format("\"{}\"{} {}", *claim.text, on_faces({claim.face}), claim.problem));
            report_.missing[claim.face].push_back(*claim.text);
        }
        for (const Line& line : lines_.first) {
            const bool claimed = std::any_of(claims_.begin(), claims_.end(),
                                             [&](const Claim& claim) { return claim.line == line; });
            if (claimed) continue;
            for (auto& [face, texts] : key_of_lines(puzzle_, position_, options_.stipulation, {line}))
                report_.extra[face].push_back(texts.front());
        }
        if (lines_.count > lines_.first.size())
            note(fmt::format("there are {} solutions, of which the first {} are shown", lines_.count,
                             lines_.first.size()));
        if (puzzle_.solutions && *puzzle_.solutions != lines_.count)
            note(fmt::format("the record wants {} solution{}, there {} {}", *puzzle_.solutions,
                             *puzzle_.solutions == 1 ? "" : "s", lines_.count == 1 ? "is" : "are",
                             lines_.count));
    }

    /// Whether the first move of a line may be played on the face that claims it.
    std::string problem_of_face(const Claim& claim) const {
        const auto faces = faces_of(position_, claim.line.front());
        if (std::find(faces.begin(), faces.end(), claim.face) != faces.end()) return {};
        return faces.front() == 0 ? fmt::format("names a face, but {}", why_no_die(report_))
                                  : fmt::format("begins{}", on_faces(faces));
    }

    /// Lines with fewer moves of each side.
    void find_short_lines() {
        solver::StipulationOptions fewer = options_;
        const int least = options_.stipulation.half_moves % 2 == 0 ? 2 : 1;
        for (int half_moves = least; half_moves < options_.stipulation.half_moves; half_moves += 2) {
            fewer.stipulation.half_moves = half_moves;
            const Lines& lines = short_lines_.emplace_back(find_lines(puzzle_, position_, fewer, most_lines));
            report_.complete = report_.complete && lines.complete;
            for (auto& [face, texts] : key_of_lines(puzzle_, position_, fewer.stipulation, lines.first)) {
                if (report_.short_in.contains(face)) continue;
                report_.short_in[face] = fewer.stipulation.moves();
                report_.short_wins[face] = std::move(texts);
            }
        }
    }

    Verdict verdict() const {
        if (claims_.empty() || (judged_ == 0 && lines_.count == 0)) return Verdict::NoKey;
        if (!report_.missing.empty() || lines_.count < puzzle_.solutions.value_or(0))
            return Verdict::Unsolvable;
        if (!report_.extra.empty() || lines_.count > puzzle_.solutions.value_or(lines_.count))
            return Verdict::Cooked;
        return report_.short_in.empty() ? Verdict::Sound : Verdict::Short;
    }

    /// A man is superfluous if the same lines of each length fulfil it without it, on the same faces.
    void find_superfluous() {
        if (lines_.count == 0) return;
        for_each_man([&](std::string name, const P& rest) {
            if (uses_die(rest) == die_ && has_same_lines(rest))
                report_.superfluous.push_back(std::move(name));
        });
    }

    bool has_same_lines(const P& rest) {
        solver::StipulationOptions options = options_;
        options.stipulation.half_moves -= 2 * static_cast<int>(short_lines_.size());
        for (const Lines& lines : short_lines_) {
            if (!has_lines(rest, options, lines)) return false;
            options.stipulation.half_moves += 2;
        }
        return has_lines(rest, options, lines_);
    }

    bool has_lines(const P& rest, const solver::StipulationOptions& options, const Lines& expected) {
        const Lines lines = find_lines(puzzle_, rest, options, most_lines);
        report_.complete = report_.complete && lines.complete;
        return lines.count == expected.count && lines.first == expected.first;
    }

    solver::StipulationOptions options_;
    std::vector<Claim> claims_;
    std::size_t judged_ = 0;  // of them
    Lines lines_;
    std::vector<Lines> short_lines_;  // from the fewest moves on
};

}  // namespace octomate::reports
