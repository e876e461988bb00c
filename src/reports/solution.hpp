#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "reports/subject.hpp"
#include "solver/faces.hpp"
#include "solver/lines.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"

namespace octomate::reports {

/// Returns the notation of a move, and where it lands if it leads to another branch of the game.
template <Written P>
std::string notated(const P& position, const typename P::Move& move) {
    std::string text = position.notation(move);
    if constexpr (Lands<P>) {
        if (const std::string where = landing_of(position, move); !where.empty()) text += " [" + where + "]";
    }
    return text;
}

/// Counts moves by their notations; those that differ only in what a pawn becomes count as one.
inline std::size_t count_promotions_as_one(const std::vector<std::string>& notations) {
    std::set<std::string> different;
    for (const std::string& text : notations) different.insert(text.substr(0, text.find('=')));
    return different.size();
}

/// Returns the notations of several moves.
template <Written P>
std::vector<std::string> notated(const P& position, const std::vector<typename P::Move>& moves) {
    std::vector<std::string> texts;
    for (const auto& move : moves) texts.push_back(notated(position, move));
    return texts;
}

/// Counts moves; with `promotions_as_one`, promotions of a pawn on one square count once.
template <Written P>
std::size_t count_moves(const P& position, const std::vector<typename P::Move>& moves,
                        bool promotions_as_one) {
    return promotions_as_one && moves.size() > 1 ? count_promotions_as_one(notated(position, moves))
                                                 : moves.size();
}

/// The rolls on which a move may be played; 0 where no die is used.
template <Written P>
std::vector<int> faces_of(const P& position, const typename P::Move& move) {
    std::vector<int> faces;
    MoveList<P> moves;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        if (is_among(moves, move)) faces.push_back(chance.roll.face);
    }
    return faces;
}

/// "(1,5)", or "(-)" where no die is used.
inline std::string rolls_text(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return "(-)";
    std::string text;
    for (const int face : faces) text += (text.empty() ? "(" : ",") + std::to_string(face);
    return text + ")";
}

/// Checks whether a die is thrown in the position.
template <Written P>
bool uses_die(const P& position) {
    return position.rolls().size() > 1;
}

/// Whether a legal move may be played on a roll because it serves the roll, not because the move is free.
template <Written P>
bool serves(const P& position, const typename P::Move& move, typename P::Roll roll) {
    if constexpr (MovesByRoll<P>) {
        return position.roll_of(move) == roll;
    } else {
        MoveList<P> moves;
        return position.legal_moves(roll, moves) == Freedom::Bound && is_among(moves, move);
    }
}

/// The roll that a legal move serves.
template <Written P>
typename P::Roll own_roll(const P& position, const typename P::Move& move) {
    for (const auto& chance : position.rolls()) {
        if (serves(position, move, chance.roll)) return chance.roll;
    }
    return {};
}

/// The one face that a puzzle asks about; none if it asks about all, or if no die is used.
template <Written P>
std::optional<int> asked_face(const records::Puzzle& puzzle, const P& position) {
    return uses_die(position) ? puzzle.roll : std::nullopt;
}

/// Finds what solves a puzzle: on each roll the moves that win at once or, in a
/// puzzle that asks for more moves, the first moves that force the win whatever is rolled later. Where it has
/// another stipulation, the first moves that force that, or with which a line begins that fulfils it.
template <Written P>
class PuzzleSolver {
  public:
    /// `search` says how longer wins are searched; what it says of moves, dice and defence is not used.
    /// `other`: the puzzle asks for this instead of a win in so many moves.
    PuzzleSolver(int moves, solver::MateOptions search, const std::optional<Stipulation>& other = {}) {
        if (other) {
            search.dice = other->has_lines() ? solver::Dice::Some : solver::Dice::Every;
            other_.emplace(solver::StipulationOptions{search, *other});
            return;
        }
        if (moves == 1) return;
        search.moves = moves;
        search.dice = solver::Dice::Every;
        search.defence = solver::Defence::Best;
        search_.emplace(search);
    }

    /// All rolls; false if a limit cut the search short, and `out` is not to be relied on.
    bool solve(const P& position, solver::Faces<P>& out) {
        if (search_) return solver::solve_forced_faces(position, *search_, out);
        solver::solve_faces(position, out);
        if (other_) return fulfil(position, out);
        return true;
    }

    /// Only the rolls that the puzzle asks about and that have a solution.
    bool solve_asked(const records::Puzzle& puzzle, const P& position, solver::Faces<P>& out) {
        if (search_ || other_) {
            if (!solve(position, out)) return false;
            solver::drop_lost_faces<P>(out);
        } else {
            solver::winning_faces(position, out);
        }
        if (const auto asked = asked_face(puzzle, position))
            std::erase_if(out, [&](const auto& face) { return face.roll.face != *asked; });
        return true;
    }

  private:
    /// Replaces the wins by the first moves that fulfil the stipulation.
    bool fulfil(const P& position, solver::Faces<P>& out) {
        auto result = other_->solve(position);
        for (std::size_t at = 0; at < out.size(); ++at) out[at].mates = std::move(result.faces[at].best);
        return result.complete;
    }

    std::optional<solver::MateSearch<P>> search_;
    std::optional<solver::StipulationSearch<P>> other_;
};

/// Counts the replies to a legal move that checks; 0 if it mates or does not check.
template <Written P>
std::size_t answers_to_check(const P& position, const typename P::Move& move) {
    const P after = position.play(move);
    return after.in_check() ? solver::count_moves(after) : 0;
}

/// All moves that check and leave one answer, in order.
template <Written P>
MoveList<P> near_misses(const P& position) {
    MoveList<P> tries;
    for (const auto& move : sorted_moves(position)) {
        if (answers_to_check(position, move) == 1) tries.push_back(move);
    }
    return tries;
}

/// Returns the first legal move of a position that has one.
template <Written P>
typename P::Move only_reply(const P& position) {
    MoveList<P> replies;
    position.legal_moves(replies);
    return replies[0];
}

/// Whether a fault leaves it open what a text of a key claims, so that it cannot be judged.
constexpr bool is_unclear(FaultCode code) {
    return code == FaultCode::NotAMove || code == FaultCode::AmbiguousMove;
}

/// The fault of a text as one of the key that it stands in.
inline Fault key_fault(int face, const Fault& fault) {
    return {fault.code, "key", 0, fmt::format("the key{}: {}", on_faces({face}), fault.message)};
}

/// Refuses texts of a puzzle's key that are no moves at all, legal or not, or several.
template <Written P>
Status check_key(const Puzzle& puzzle, const P& position) {
    if (!puzzle.key) return {};
    Faults faults;
    for (const auto& [face, texts] : *puzzle.key) {
        for (const std::string& text : texts) {
            const auto read = position.read_move(text);
            if (!read && is_unclear(read.error().code)) add_fault(faults, key_fault(face, read.error()));
        }
    }
    return status_of(std::move(faults));
}

/// Whether a line of a puzzle may begin with the move: on its roll, if it has one that is used.
template <Written P>
bool may_begin(const Puzzle& puzzle, const P& position, const typename P::Move& move) {
    const std::optional<int> asked = asked_face(puzzle, position);
    return !asked || is_among(faces_of(position, move), *asked);
}

/// Returns a line as text: see ReportedLines.
template <Written P>
std::string line_text(const P& start, const Stipulation& stipulation, const solver::Line<P>& line) {
    const solver::Course course(stipulation, start.turn());
    std::string text;
    P position = start;
    int left = course.plies();
    for (const auto& move : line) {
        if (!text.empty()) text += ' ';
        if (P::chance_unit > 1) text += rolls_text(faces_of(position, move)) + ' ';
        text += position.notation(move);
        if (--left > 0) position = *course.go_on(position.play(move), left);
    }
    return text;
}

/// The lines of a position that begin on the roll of the puzzle, if it has one that is used. The search ends
/// once it has counted more than `enough`.
template <Written P>
solver::Lines<P> find_lines(const Puzzle& puzzle, const P& position,
                            const solver::StipulationOptions& options, std::size_t most,
                            std::uint64_t enough = std::numeric_limits<std::uint64_t>::max()) {
    return solver::LineSearch<P>(options, most, enough).solve(position, [&](const typename P::Move& move) {
        return may_begin(puzzle, position, move);
    });
}

/// Finds lines as `find_lines` does, and returns them as text.
template <Written P>
ReportedLines report_lines(const Puzzle& puzzle, const P& position, const solver::StipulationOptions& options,
                           std::size_t most) {
    const solver::Lines<P> lines = find_lines(puzzle, position, options, most);
    ReportedLines report;
    report.count = lines.count;
    report.complete = lines.complete;
    for (const auto& line : lines.first)
        report.first.push_back(line_text(position, options.stipulation, line));
    return report;
}

/// The lines of a help stipulation in which the other side begins, with half a move less; none if there is no
/// such thing: in check the turn cannot be handed over.
template <Written P>
std::optional<ReportedLines> report_set_play(const P& position, solver::StipulationOptions options,
                                             std::size_t most) {
    Stipulation& stipulation = options.stipulation;
    if (stipulation.kind != StipulationKind::Help || stipulation.half_moves % 2 != 0) return std::nullopt;
    const auto passed = position.passed();
    if (!passed) return std::nullopt;
    --stipulation.half_moves;
    return report_lines({}, *passed, options, most);
}

/// Lines as a key: by the roll of the puzzle, or else by the one that the first move serves.
template <Written P>
Key key_of_lines(const Puzzle& puzzle, const P& position, const Stipulation& stipulation,
                 const std::vector<solver::Line<P>>& lines) {
    Key key;
    for (const auto& line : lines) {
        const int face = asked_face(puzzle, position).value_or(own_roll(position, line.front()).face);
        key[face].push_back(line_text(position, stipulation, line));
    }
    return key;
}

}  // namespace octomate::reports
