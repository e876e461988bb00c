#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/arrangement.hpp"
#include "core/described.hpp"
#include "puzzle/stipulation.hpp"
#include "reports/add_note.hpp"
#include "reports/check_report.hpp"
#include "reports/describe_subject.hpp"
#include "reports/key_faults.hpp"
#include "reports/lines.hpp"
#include "reports/same_wins.hpp"
#include "text/text.hpp"

namespace octomate::reports {

/// Judges the key of a puzzle whose solutions are lines. A key names whole lines, by a face on which their
/// first moves may be played: the moves parted by blanks. Words in parentheses tell the rolls; they are not
/// judged, for the moves say on which rolls they may be played.
template <Described P>
class LineChecker {
  public:
    /// The report may have notes already. The arguments must outlive the checker.
    LineChecker(const Puzzle& puzzle, const P& position, const CheckRequest& request, CheckReport& report)
        : puzzle_(puzzle),
          position_(position),
          request_(request),
          options_{search_options(request.search, puzzle.moves), *puzzle.other_stipulation()},
          report_(report) {
        options_.dice = solver::Dice::Some;
    }

    /// Fills the report in; or tells the faults of key texts that are no moves.
    Faults run() {
        if (Faults faults = read_key(); !faults.empty()) return faults;
        describe_subject(puzzle_, position_, Reader::Program, report_);
        report_.moves = options_.stipulation.moves();
        report_.stipulation = options_.stipulation;
        for (std::string& text : oddities_of(position_)) note(std::move(text));
        const bool die = uses_die(position_);
        if (puzzle_.roll && !die)
            note(fmt::format("the roll {} is not used: {}", *puzzle_.roll, why_no_die(report_)));
        if (!report_.complete) return {};
        lines_ = find_lines(puzzle_, position_, options_, most_lines);
        report_.complete = lines_.complete;
        if (!report_.complete) return {};
        report_.truth = key_of_lines(puzzle_, position_, options_.stipulation, lines_.first);
        judge_key();
        find_short_lines();
        report_.verdict = verdict();
        if (report_.complete && request_.superfluous && may_lose_men(position_)) find_superfluous();
        return {};
    }

  private:
    using Move = typename P::Move;
    using Line = solver::Line<P>;
    using Lines = solver::Lines<P>;

    /// More are counted, not told.
    static constexpr std::size_t most_lines = 1000;

    /// One line of the key.
    struct Claim {
        int face;
        const std::string* text;
        Line line;
        std::string problem;  ///< why it is none; empty if it fulfils the stipulation
    };

    /// The faults of the texts that are no moves. The report is not complete if the time did not last.
    Faults read_key() {
        Faults faults;
        report_.complete = true;
        if (!puzzle_.key) return faults;
        for (const auto& [face, texts] : *puzzle_.key) {
            for (const std::string& text : texts) {
                report_.complete = !is_over(options_.limits);
                if (!report_.complete) return faults;
                Claim claim{face, &text, {}, {}};
                if (const auto fault = read_line(claim)) add_fault(faults, key_fault(face, *fault));
                claims_.push_back(std::move(claim));
            }
        }
        return faults;
    }

    /// Plays the moves of a claim; the fault is that of a text that is no move.
    std::optional<Fault> read_line(Claim& claim) const {
        const solver::Course course(options_.stipulation, position_.turn());
        int left = course.plies();
        std::optional<P> position = position_;
        bool reached = false;
        for (const std::string_view word : moves_of(*claim.text)) {
            if (left == 0) return claim.problem = "goes on behind its last move", std::nullopt;
            if (!position) return claim.problem = "does not end with its first check", std::nullopt;
            const auto read = position->read_move(word);
            if (!read && is_unclear(read.error().code)) return read.error();
            if (!read) {
                claim.problem = fmt::format("has a move that is not legal: {}", read.error().message);
                return std::nullopt;
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
        return std::nullopt;
    }

    /// The words of a line that stand for moves.
    static std::vector<std::string_view> moves_of(std::string_view text) {
        std::vector<std::string_view> words;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t start = at;
            while (at < text.size() && !is_blank(text[at])) ++at;
            if (at > start && text[start] != '(') words.push_back(text.substr(start, at - start));
            while (at < text.size() && is_blank(text[at])) ++at;
        }
        return words;
    }

    bool rolled() const { return uses_die(position_) && puzzle_.roll; }

    void judge_key() {
        for (Claim& claim : claims_) {
            if (rolled() && claim.face != 0 && claim.face != *puzzle_.roll) {
                note(fmt::format("the key{} is not judged: the roll is {}", on_faces({claim.face}),
                                 *puzzle_.roll));
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
            note(fmt::format("there are {} solutions, of which the first {} are told", lines_.count,
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
        return faces.front() == 0 ? fmt::format("stands on a face, but {}", why_no_die(report_))
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

    /// A man is superfluous if the same lines of each length fulfil it without him, on the same faces.
    void find_superfluous() {
        if constexpr (Arrangeable<P>) {
            if (lines_.count == 0) return;
            for_each_without(position_, [&](int square, const P& rest) {
                if (uses_die(rest) == uses_die(position_) && has_same_lines(rest))
                    report_.superfluous.push_back(P::Arrangement::name(square));
                return report_.complete;
            });
            std::sort(report_.superfluous.begin(), report_.superfluous.end());
        }
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

    bool has_lines(const P& rest, const solver::StipulationOptions& options, const Lines& wanted) {
        const Lines lines = find_lines(puzzle_, rest, options, most_lines);
        report_.complete = report_.complete && lines.complete;
        return lines.count == wanted.count && lines.first == wanted.first;
    }

    void note(std::string text) { add_note(report_.notes, std::move(text)); }

    const Puzzle& puzzle_;
    const P& position_;
    const CheckRequest& request_;
    solver::StipulationOptions options_;
    std::vector<Claim> claims_;
    std::size_t judged_ = 0;  // of them
    Lines lines_;
    std::vector<Lines> short_lines_;  // from the fewest moves on
    CheckReport& report_;
};

}  // namespace octomate::reports
