// The fast rules of Complete Permutation Chess and those of the slow judge, side by side.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "laws/compare.hpp"
#include "laws/complete_permutation_corpus.hpp"

namespace octomate::laws {

inline std::string line_of_turn(std::string_view uci, std::string_view outcome, bool check, bool cruelty,
                                std::string_view after) {
    return fmt::format("{} outcome {} check {} cruelty {} after {}", uci, outcome, check, cruelty, after);
}

inline std::vector<std::string> fast_turns(const CompletePosition& position) {
    std::vector<std::string> lines;
    for (const auto move : sorted_moves(position)) {
        const CompletePosition after = position.play(move);
        lines.push_back(line_of_turn(position.uci(move), text_of(after.outcome()), after.in_check(),
                                     move.cruelty(), move.cruelty() ? "" : after.fen()));
    }
    return lines;
}

inline std::vector<std::string> slow_turns(const CompletePosition& position) {
    std::vector<std::string> lines;
    for (const auto& turn :
         naive::complete::legal_turns(slow(position), slow_switches(position.state().switches)))
        lines.push_back(line_of_turn(turn.uci, turn.outcome, turn.check, turn.cruelty,
                                     turn.cruelty ? "" : naive::complete::to_fen(turn.after)));
    return lines;
}

/// What is wrong with check and with the end of the game.
inline std::string ends_of_turns_disagree(const CompletePosition& position) {
    const auto judge = slow(position);
    if (position.in_check() != naive::complete::in_check(judge)) return "check";
    const std::string status = naive::complete::status(judge, slow_switches(position.state().switches));
    const Outcome expected = status == "checkmate"   ? won_by(!position.turn())
                             : status == "stalemate" ? Outcome::Draw
                                                     : Outcome::Ongoing;
    return position.outcome() == expected ? "" : "outcome";
}

/// What is wrong with the position at all; nothing if it is as the judge has it.
inline std::string disagreement(const CompletePosition& position) {
    if (std::string wrong = difference(fast_turns(position), slow_turns(position)); !wrong.empty())
        return wrong;
    if (std::string wrong = ends_of_turns_disagree(position); !wrong.empty()) return wrong;
    return counts_and_finds_wins(position);
}

}  // namespace octomate::laws
