#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "laws/corpus.hpp"
#include "solver/mate_options.hpp"

namespace octomate::laws {

inline constexpr solver::Dice all_dice[] = {solver::Dice::Mean, solver::Dice::Every, solver::Dice::Some};

/// Holds a law to every `step`th position of the corpus. The law returns what is wrong, or nothing. One
/// assertion for all positions, because a million of them would take longer than the work.
template <class P, class Law>
void hold(Law law, std::size_t step = 1) {
    constexpr std::size_t told = 5;
    std::size_t broken = 0;
    std::string report;
    const std::vector<P>& positions = corpus<P>();
    for (std::size_t at = 0; at < positions.size(); at += step) {
        const std::string wrong = law(positions[at]);
        if (!wrong.empty() && ++broken <= told) report += fmt::format("\n{}: {}", positions[at].fen(), wrong);
    }
    INFO(broken << " positions break the law" << report);
    CHECK(broken == 0);
}

/// What the first differing lines are; nothing if there are none.
inline std::string difference(const std::vector<std::string>& fast, const std::vector<std::string>& slow) {
    const auto [f, s] = std::mismatch(fast.begin(), fast.end(), slow.begin(), slow.end());
    if (f == fast.end() && s == slow.end()) return {};
    return fmt::format("fast \"{}\", slow \"{}\"", f == fast.end() ? "" : *f, s == slow.end() ? "" : *s);
}

/// All legal moves, in their order.
template <class P>
std::vector<typename P::Move> sorted_moves(const P& position) {
    MoveList<P> list;
    position.legal_moves(list);
    std::vector<typename P::Move> moves(list.begin(), list.end());
    std::sort(moves.begin(), moves.end());
    return moves;
}

/// A game counts its moves, and finds those that win, as if all of them were made.
template <class P>
std::string counts_and_finds_wins(const P& position) {
    const auto all = sorted_moves(position);
    if (position.count_legal_moves() != all.size()) return "count";
    std::vector<typename P::Move> wins, found;
    for (const auto& move : all) {
        if (position.play(move).outcome() == won_by(position.turn())) wins.push_back(move);
    }
    MoveList<P> list;
    position.winning_moves(list);
    found.assign(list.begin(), list.end());
    std::sort(found.begin(), found.end());
    return wins == found ? "" : "wins";
}

/// As the slow judges of the games without a die say it.
inline std::string_view text_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::White: return "white";
        case Outcome::Black: return "black";
        case Outcome::Draw: return "draw";
        case Outcome::Ongoing: break;
    }
    return "";
}

}  // namespace octomate::laws
