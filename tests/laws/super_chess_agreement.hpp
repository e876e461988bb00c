// Compares the rules of src/ with the naive rules of tests/naive for Super Chess.
#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

#include "laws/compare.hpp"
#include "laws/super_chess_corpus.hpp"

namespace octomate::laws {

/// The facts about a turn that are compared between the fast and the naive rules. Of the earlier states only
/// the number is compared, because both rules append the state before the turn.
struct SuperTurn {
    std::string uci, outcome, after;
    std::size_t states;
    bool climbs, check, mate;
    bool operator==(const SuperTurn&) const = default;
};

inline std::string text_of(const SuperTurn& turn) {
    return fmt::format("{} outcome {} high ground {} check {} mate {} after {} of {}", turn.uci, turn.outcome,
                       turn.climbs, turn.check, turn.mate, turn.after, turn.states);
}

inline std::vector<SuperTurn> fast_turns(const SuperPosition& position) {
    std::vector<SuperTurn> turns;
    for (const auto move : sorted_moves(position)) {
        const SuperPosition after = position.play(move);
        const bool check = after.turn() != position.turn() && after.in_check();
        const Outcome outcome = after.outcome();
        turns.push_back({position.uci(move), std::string(text_of(outcome)), after.without_past().fen(),
                         after.history().size(), position.wins_by(move) == "high_ground", check,
                         check && outcome == won_by(position.turn())});
    }
    return turns;
}

inline std::vector<SuperTurn> naive_turns(const SuperPosition& position) {
    std::vector<SuperTurn> turns;
    for (const auto& turn : naive::super_chess::legal_turns(to_naive(position))) {
        naive::super_chess::Position after = *turn.after;
        const std::size_t states = after.history.size();
        after.history.clear();
        turns.push_back({turn.uci, turn.outcome, naive::super_chess::to_text(after), states, turn.high_ground,
                         turn.check && !turn.high_ground, turn.mate});
    }
    return turns;
}

/// Compares check and outcome with the naive rules. Returns what differs, or an empty string.
inline std::string compare_ends(const SuperPosition& position) {
    const auto naive_position = to_naive(position);
    const std::string status = naive::super_chess::status(naive_position);
    if (status != "high ground" && position.in_check() != naive::super_chess::in_check(naive_position))
        return "check";
    const Outcome outcome = position.outcome();
    const bool right = status == "high ground" ? outcome != Outcome::Ongoing && outcome != Outcome::Draw
                       : status == "checkmate" ? outcome == won_by(!position.turn())
                       : status == "stalemate" ? outcome == Outcome::Draw
                                               : outcome == Outcome::Ongoing;
    return right ? "" : "outcome: " + status;
}

/// Compares turns, check, outcome, counts and winning moves. Returns the first difference, or an empty
/// string.
inline std::string disagreement(const SuperPosition& position) {
    if (std::string wrong = difference(fast_turns(position), naive_turns(position)); !wrong.empty())
        return wrong;
    if (std::string wrong = compare_ends(position); !wrong.empty()) return wrong;
    return compare_counts_and_wins(position);
}

}  // namespace octomate::laws
