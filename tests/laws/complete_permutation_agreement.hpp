// Compares the rules of src/ with the naive rules of tests/naive for Complete Permutation Chess.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <vector>

#include "laws/compare.hpp"
#include "laws/complete_permutation_corpus.hpp"

namespace octomate::laws {

/// Everything that both implementations say about a turn. `after` is empty for a turn of Mental Cruelty,
/// after which the game is over.
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
    std::vector<CompleteTurn> told;
    for (const auto move : sorted_moves(position)) {
        const CompletePosition after = position.play(move);
        told.push_back({position.uci(move), std::string(text_of(after.outcome())),
                        move.cruelty() ? "" : after.fen(), after.in_check(), move.cruelty()});
    }
    return told;
}

inline std::vector<CompleteTurn> slow_turns(const CompletePosition& position) {
    std::vector<CompleteTurn> told;
    for (const auto& turn :
         naive::complete::legal_turns(slow(position), slow_switches(position.state().switches)))
        told.push_back({turn.uci, turn.outcome, turn.cruelty ? "" : naive::complete::to_fen(turn.after),
                        turn.check, turn.cruelty});
    return told;
}

/// Compares check and outcome with the naive rules. Returns what differs, or an empty string.
inline std::string ends_of_turns_disagree(const CompletePosition& position) {
    const auto judge = slow(position);
    if (position.in_check() != naive::complete::in_check(judge)) return "check";
    const std::string status = naive::complete::status(judge, slow_switches(position.state().switches));
    const Outcome expected = status == "checkmate"   ? won_by(!position.turn())
                             : status == "stalemate" ? Outcome::Draw
                                                     : Outcome::Ongoing;
    return position.outcome() == expected ? "" : "outcome";
}

/// Compares turns, check, outcome, counts and winning moves. Returns the first difference, or an empty
/// string.
inline std::string disagreement(const CompletePosition& position) {
    if (std::string wrong = difference(fast_turns(position), slow_turns(position)); !wrong.empty())
        return wrong;
    if (std::string wrong = ends_of_turns_disagree(position); !wrong.empty()) return wrong;
    return counts_and_finds_wins(position);
}

}  // namespace octomate::laws
