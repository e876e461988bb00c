// Compares the rules of src/ with the naive rules of tests/naive for Complete Permutation Chess.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <vector>

#include "laws/compare.hpp"
#include "laws/complete_permutation_corpus.hpp"

namespace octomate::laws {

/// The facts about a turn that are compared between the fast and the naive rules. `after`, a FEN, is empty
/// after a loss by Mental Cruelty.
struct CompleteTurn {
    std::string uci, outcome, after;
    bool check, cruelty;
    bool operator==(const CompleteTurn&) const = default;
};

inline std::string text_of(const CompleteTurn& turn) {
    return fmt::format("{} outcome {} check {} cruelty {} after {}", turn.uci, turn.outcome, turn.check,
                       turn.cruelty, turn.after);
}

inline std::vector<CompleteTurn> fast_turns(const CompletePosition& position) {
    std::vector<CompleteTurn> turns;
    for (const auto move : sorted_moves(position)) {
        const CompletePosition after = position.play(move);
        turns.push_back({position.uci(move), std::string(text_of(after.outcome())),
                         move.cruelty() ? "" : after.fen(), after.in_check(), move.cruelty()});
    }
    return turns;
}

inline std::vector<CompleteTurn> naive_turns(const CompletePosition& position) {
    std::vector<CompleteTurn> turns;
    for (const auto& turn :
         naive::complete::legal_turns(to_naive(position), naive_switches(position.state().switches)))
        turns.push_back({turn.uci, turn.outcome, turn.cruelty ? "" : naive::complete::to_fen(turn.after),
                         turn.check, turn.cruelty});
    return turns;
}

/// Compares check and outcome with the naive rules. Returns what differs, or an empty string.
inline std::string compare_ends(const CompletePosition& position) {
    const auto naive_position = to_naive(position);
    if (position.in_check() != naive::complete::in_check(naive_position)) return "check";
    const std::string status =
        naive::complete::status(naive_position, naive_switches(position.state().switches));
    const Outcome expected = status == "checkmate"   ? won_by(!position.turn())
                             : status == "stalemate" ? Outcome::Draw
                                                     : Outcome::Ongoing;
    return position.outcome() == expected ? "" : "outcome";
}

/// Compares turns, check, outcome, counts and winning moves. Returns the first difference, or an empty
/// string.
inline std::string disagreement(const CompletePosition& position) {
    if (std::string wrong = difference(fast_turns(position), naive_turns(position)); !wrong.empty())
        return wrong;
    if (std::string wrong = compare_ends(position); !wrong.empty()) return wrong;
    return compare_counts_and_wins(position);
}

}  // namespace octomate::laws
