#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "json/text.hpp"
#include "reports/reports.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"
#include "text/text.hpp"

namespace octomate::reports {

/// Writes a certificate for the value of a position (the mean over all rolls, against the best defence),
/// which a program that knows only the rules can verify without a search. It lists choices of both sides: our
/// moves prove that the value is not lower, the opponent's moves that it is not higher. Each choice is a JSON
/// line with a position, the number of our moves left and a move for each face ("0" if no die is used):
/// {"fen":"…","left":2,"play":{"5":"b7e4"}}. The certificate has no choices for our last move, which a
/// verifier tries out, nor for rolls on which the value is obviously 0 or 1.
template <Written P>
class MateProof {
  public:
    /// `options`: the options of the search whose value is proven, including its limits.
    explicit MateProof(const solver::MateOptions& options) : units_(solver::Dice::Mean) {
        for (int moves = 1; moves <= options.moves; ++moves) {
            solver::MateOptions shorter = options;
            shorter.moves = moves;
            shorter.dice = solver::Dice::Mean;
            shorter.defence = solver::Defence::Best;
            shorter.parallel = false;
            shorter.hash_bytes /= static_cast<std::size_t>(options.moves);  // the searches share the memory
            searches_.emplace_back(shorter);
        }
    }

    /// Returns the lines of the certificate for `position`; nullopt if a limit was hit.
    std::optional<std::string> prove(const P& position) {
        us_ = position.turn();
        const int moves = static_cast<int>(searches_.size());
        write_lower_bound(position, moves);
        write_upper_bound(position, moves);
        return complete_ ? std::optional(std::move(text_)) : std::nullopt;
    }

  private:
    using Move = typename P::Move;
    using Value = std::uint64_t;
    using Choices = std::vector<std::pair<int, Move>>;  ///< faces (0 if no die is used), and a move for each

    /// Solves a position with `left` moves of ours to come; clears `complete_` at a limit.
    solver::MateResult<P> solve(const P& position, int left) {
        auto result = searches_[static_cast<std::size_t>(left) - 1].solve(position);
        complete_ = complete_ && result.complete;
        return result;
    }

    /// Returns the value of a position with `left` moves of ours to come (at least 1), in the unit
    /// `units_.before_ours(left)`.
    Value value(const P& position, int left) {
        if (const Outcome outcome = position.outcome(); outcome != Outcome::Ongoing)
            return outcome == won_by(us_) ? units_.before_ours(left) : 0;
        if (position.turn() == us_) return solve(position, left).total.lower;
        // The opponent moves twice in a row after time travel, in Super Chess only.
        MoveList<P> replies;
        position.legal_moves(replies);
        Value lowest = units_.before_ours(left);
        for (const Move& reply : replies) lowest = std::min(lowest, value(position.play(reply), left));
        return lowest;
    }

    /// Marks a position as written; returns false if it was marked already, or if a limit was hit.
    bool mark_seen(const P& position, int left, bool ours) {
        const PositionKey key = position.key();
        return complete_ && seen_.insert({key.first, key.second, left, ours}).second;
    }

    /// Appends the JSON line of a position and its choices.
    void append_choices(const P& position, int left, const Choices& choices) {
        text_ += "{\"fen\":";
        records::append_quoted(position.fen(), text_);
        text_ += fmt::format(",\"left\":{},\"play\":{{", left);
        for (const auto& [face, move] : choices)
            text_ += fmt::format("{}\"{}\":\"{}\"", &move == &choices.front().second ? "" : ",", face,
                                 position.uci(move));
        text_ += "}}\n";
    }

    /// A reply of the opponent, and the value of the position after it.
    struct Reply {
        Move move;
        Value value;
    };

    std::vector<Reply> replies_to(const P& position, int left) {
        MoveList<P> moves;
        position.legal_moves(moves);
        std::vector<Reply> replies;
        for (const Move& move : moves) replies.push_back({move, value(position.play(move), left)});
        return replies;
    }

    /// Returns the replies that are legal on a roll.
    static std::vector<Reply> replies_on_roll(const P& position, const typename P::Roll& roll,
                                              std::vector<Reply> replies) {
        MoveList<P> moves;
        position.legal_moves(roll, moves);
        std::erase_if(replies, [&](const Reply& reply) { return !is_among(moves, reply.move); });
        return replies;
    }

    /// Returns the reply with the lowest value.
    static Reply strongest_reply(const std::vector<Reply>& replies) {
        return *std::min_element(replies.begin(), replies.end(),
                                 [](const Reply& a, const Reply& b) { return a.value < b.value; });
    }

    /// Writes the choices that prove the lower bound: our best moves here and after each reply. Omits rolls
    /// on which a reply leaves us no chance.
    void write_lower_bound(const P& position, int left) {
        if (left == 1 || position.outcome() != Outcome::Ongoing || !mark_seen(position, left, true)) return;
        if (position.turn() != us_) {
            const std::vector<Reply> replies = replies_to(position, left);
            for (const auto& chance : position.rolls()) {
                const std::vector<Reply> roll_replies = replies_on_roll(position, chance.roll, replies);
                if (strongest_reply(roll_replies).value == 0) continue;
                for (const Reply& reply : roll_replies) write_lower_bound(position.play(reply.move), left);
            }
            return;
        }
        Choices choices;
        const auto result = solve(position, left);
        for (const auto& face : result.faces)
            if (!face.best.empty()) choices.emplace_back(face.roll.face, face.best.front());
        if (choices.empty()) return;
        append_choices(position, left, choices);
        for (const auto& [face, move] : choices) write_lower_bound(position.play(move), left - 1);
    }

    /// Writes the choices that prove the upper bound: the best reply to each of our moves. Omits rolls on
    /// which we surely win.
    void write_upper_bound(const P& position, int left) {
        if (left == 0 || position.outcome() != Outcome::Ongoing || !mark_seen(position, left, false)) return;
        Choices choices;
        if (position.turn() == us_) {
            if (left == 1) return;
            const auto result = solve(position, left);
            MoveList<P> moves;
            for (const auto& face : result.faces) {
                if (face.value.lower == result.face_unit) continue;
                position.legal_moves(face.roll, moves);
                for (const Move& move : moves) write_upper_bound(position.play(move), left - 1);
            }
            return;
        }
        const std::vector<Reply> replies = replies_to(position, left);
        for (const auto& chance : position.rolls()) {
            const Reply reply = strongest_reply(replies_on_roll(position, chance.roll, replies));
            if (reply.value < units_.before_ours(left)) choices.emplace_back(chance.roll.face, reply.move);
        }
        if (choices.empty()) return;
        append_choices(position, left, choices);
        for (const auto& [face, reply] : choices) write_upper_bound(position.play(reply), left);
    }

    const solver::MateUnits<P> units_;
    std::deque<solver::MateSearch<P>> searches_;  ///< searches for mate in 1, 2, 3 … moves
    std::set<std::tuple<std::uint64_t, std::uint64_t, int, bool>> seen_;
    std::string text_;
    Color us_ = Color::White;
    bool complete_ = true;
};

/// Adds the result of a search to the report, with moves in notation.
template <Written P>
void report_result(const P& position, const solver::MateOptions& options, const solver::MateResult<P>& result,
                   MateReport& report) {
    report.moves = options.moves;
    report.dice = options.dice;
    report.defence = options.defence;
    report.total = {result.total_fraction(result.total.lower), result.total_fraction(result.total.upper)};
    for (const auto& face : result.faces) {
        MateRow& row = report.faces.emplace_back();
        row.face = face.roll.face;
        row.names = roll_name(position, face.roll);
        row.value = {result.fraction(face.value.lower), result.fraction(face.value.upper)};
        row.forced = face.forced;
        row.forced_known = face.forced_known;
        for (const auto& move : face.best) row.best.push_back(position.notation(move));
    }
    report.nodes = result.nodes;
    report.complete = result.complete;
}

/// Writes a solution as an indented tree, as problemists do: rolls in parentheses, our best move, its threat,
/// then the opponent's answers. Of several best moves, only the first is followed. A line ends where a
/// move mates; after an answer with one move left, it lists the mates by roll.
template <Written P>
class MateTree {
  public:
    explicit MateTree(const solver::MateOptions& options) : options_(options) {}

    /// Returns the tree below `position`. Faces without a chance of mate are left out.
    std::string draw(const P& position) {
        text_.clear();
        draw_faces(position, options_.moves, 1);
        return std::move(text_);
    }

  private:
    using Move = typename P::Move;

    solver::MateResult<P> solve(const P& position, int moves) {
        solver::MateOptions options = options_;
        options.moves = moves;
        return solver::MateSearch<P>(options).solve(position);
    }

    void append_line(int indent, std::string_view text) {
        text_.append(static_cast<std::size_t>(2 * indent), ' ').append(text) += '\n';
    }

    /// Writes our best moves on all rolls; rolls with the same best moves share a line.
    void draw_faces(const P& position, int moves, int indent) {
        const solver::MateResult<P> result = solve(position, moves);
        std::vector<std::pair<std::vector<int>, const solver::MateFace<P>*>> groups;
        for (const auto& face : result.faces) {
            if (face.best.empty()) continue;
            const auto same = [&](const auto& group) { return group.second->best == face.best; };
            auto group = std::find_if(groups.begin(), groups.end(), same);
            if (group == groups.end()) group = groups.insert(group, {{}, &face});
            group->first.push_back(face.roll.face);
        }
        for (const auto& [faces, face] : groups) draw_best(position, moves, indent, faces, *face, result);
    }

    /// Writes the best moves of `face`, which all `faces` share, and the play after the first of them.
    void draw_best(const P& position, int moves, int indent, const std::vector<int>& faces,
                   const solver::MateFace<P>& face, const solver::MateResult<P>& result) {
        const std::vector<std::string> names = notated(position, face.best);
        const P after = position.play(face.best.front());
        const bool mates = after.outcome() == won_by(position.turn());
        const std::string value = result.fraction(face.value.lower).text();
        const std::string best = rolls_text(faces) + " " + joined(names, ", ");
        append_line(indent, mates ? best : best + "  " + value);
        if (mates || moves == 1) return;
        if (names.size() > 1) append_line(++indent, fmt::format("after {}:", names.front()));
        if (after.turn() == position.turn()) {
            draw_faces(after, moves - 1, indent + 1);
        } else {
            draw_replies(after, moves - 1, indent + 1);
        }
    }

    /// Writes the threat, the opponent's answers and the play after each answer.
    void draw_replies(const P& position, int moves, int indent) {
        if (const auto passed = position.passed()) {
            const std::string threat = mates_by_roll(*passed);
            append_line(indent, threat.empty() ? "no threat" : fmt::format("threat: {}", threat));
        }
        for (const Move reply : sorted_moves(position)) {
            const P after = position.play(reply);
            const std::string text =
                fmt::format("{} ...{}", rolls_text(faces_of(position, reply)), notated(position, reply));
            if (after.turn() == position.turn()) {  // a move to another branch of the game
                append_line(indent, text);
                if (after.outcome() == Outcome::Ongoing) draw_replies(after, moves, indent + 1);
            } else if (moves == 1) {
                const std::string mates = mates_by_roll(after);
                append_line(indent, mates.empty() ? text + "  no mate" : fmt::format("{}  {}", text, mates));
            } else {
                const solver::MateResult<P> result = solve(after, moves);
                append_line(indent,
                            fmt::format("{}  {}", text, result.total_fraction(result.total.lower).text()));
                if (result.total.lower > 0) draw_faces(after, moves, indent + 1);
            }
        }
    }

    /// Lists the mates of the side to move: "(3) Qa4-a5#, (5) Kb1-b2#"; empty if no roll mates.
    static std::string mates_by_roll(const P& position) {
        solver::Faces<P> faces;
        solver::winning_faces(position, faces);
        std::vector<std::string> parts;
        for (const auto& face : faces) {
            parts.push_back(rolls_text({face.roll.face}) + " " +
                            joined(notated(position, face.mates), " or "));
        }
        return joined(parts, ", ");
    }

    solver::MateOptions options_;
    std::string text_;
};

/// Fills in the report of `mate` for a puzzle with a stipulation other than #n. Keeps the notes that the
/// report already has. Fails if the stipulation cannot be counted exactly with the requested dice.
template <Written P>
Status search_stipulation(const Puzzle& puzzle, const P& position, const MateRequest& request,
                          MateReport& report) {
    const Stipulation stipulation = *puzzle.other_stipulation();
    solver::StipulationOptions options{search_options(request, puzzle.moves), stipulation};
    options.moves = stipulation.moves();
    options.dice = stipulation.has_lines() ? request.line_dice : request.dice;
    options.defence = stipulation.has_lines() ? solver::Defence::Help : solver::Defence::Best;
    if (!solver::StipulationSearch<P>::values_fit(stipulation, options.dice))
        return Unexpected{Faults{too_many_rolls(stipulation)}};
    describe_subject(puzzle, position, request.reader, report);
    add_stipulation_notes(request, report);
    report.stipulation = stipulation;
    report.wanted = puzzle.solutions;
    report_result(position, options, solver::StipulationSearch<P>(options).solve(position), report);
    if (!stipulation.has_lines() || (P::chance_unit > 1 && options.dice != solver::Dice::Some)) return {};
    report.solutions = report_lines(puzzle, position, options, request.most_lines);
    if (request.set_play) report.set_play = report_set_play(position, options, request.most_lines);
    const bool whole_set_play = !report.set_play || report.set_play->complete;
    report.complete = report.complete && report.solutions->complete && whole_set_play;
    return {};
}

/// Fills in the report of `mate` for any puzzle. Keeps the notes that the report already has. Fails if the
/// request has more moves or rolls than can be counted exactly.
template <Written P>
Status search_mate(const Puzzle& puzzle, const P& position, const MateRequest& request, MateReport& report) {
    if (puzzle.other_stipulation()) return search_stipulation(puzzle, position, request, report);
    const solver::MateOptions options = search_options(request, puzzle.moves);
    if (const int most_moves = solver::MateSearch<P>::most_moves(options.dice); options.moves > most_moves)
        return Unexpected{Faults{too_many_moves(options, most_moves)}};
    describe_subject(puzzle, position, request.reader, report);
    report_result(position, options, solver::MateSearch<P>(options).solve(position), report);
    if (request.tree && report.complete) report.tree = MateTree<P>(options).draw(position);
    if (request.certificate && report.complete) {
        const auto proof = MateProof<P>(options).prove(position);
        report.complete = proof.has_value();
        if (proof) report.certificate = claim_line(report) + *proof;
    }
    return {};
}

/// Fills in the report of `analyse`: mates in one, then the searches for mate in 2 … `request.most_moves`,
/// and the opponent's threats.
template <Described P>
void analyse(const Puzzle& puzzle, const P& position, const AnalysisRequest& request, Analysis& analysis) {
    describe_subject(puzzle, position, request.reader, analysis);
    solver::Faces<P> faces;
    SolveOptions row_options;
    row_options.reader = request.reader;
    solver::solve_faces(position, faces);
    fill_rows(position, faces, row_options, analysis.faces);
    for (int moves = 2; moves <= request.most_moves; ++moves) {
        solver::MateOptions options = search_options(request, moves);
        options.moves = moves;
        MateReport& mate = analysis.mates.emplace_back();
        describe_subject(puzzle, position, Reader::Program, mate);
        report_result(position, options, solver::MateSearch<P>(options).solve(position), mate);
    }
    if (const auto passed = position.passed()) {
        solver::winning_faces(*passed, faces);
        fill_rows(*passed, faces, row_options, analysis.threats.emplace());
    }
}

}  // namespace octomate::reports
