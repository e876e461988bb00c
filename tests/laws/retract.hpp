// Moves taken back by the fast rules, and the slow judge on them.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/superpermutation/rules/retract.hpp"
#include "laws/corpus.hpp"
#include "naive/naive.hpp"
#include "reports/solution.hpp"

namespace octomate::laws {

/// What retractions say of a move, in the order of the command.
struct ToldRetraction {
    std::string before, uci, text;
    std::vector<int> faces;
    auto operator<=>(const ToldRetraction&) const = default;
};

template <class P>
std::vector<ToldRetraction> told_retractions(const P& after) {
    std::vector<ToldRetraction> told;
    for (const auto& [before, move] : superpermutation::retract(after))
        told.push_back(
            {before.fen(), before.uci(move), before.notation(move), reports::faces_of(before, move)});
    std::sort(told.begin(), told.end());
    return told;
}

inline ToldRetraction told_by_the_judge(const naive::Position& before, const naive::Move& move,
                                        const std::vector<naive::Face>& faces) {
    ToldRetraction told{naive::to_fen(before), move.uci, move.text, {}};
    for (const naive::Face& face : faces) {
        for (const naive::Move& allowed : face.moves)
            if (allowed.uci == move.uci) told.faces.push_back(face.face);
    }
    return told;
}

/// What is wrong with the retractions of a position and of all positions after its moves: every move must be
/// taken back to where it came from, and what is listed must be a move, each once.
template <class P>
std::string wrong_retractions(const P& position) {
    const naive::Position plain = slow(position);
    const auto moves = naive::legal_moves(plain);
    const auto faces = naive::faces(plain, moves);
    for (const naive::Move& move : moves) {
        const auto all = told_retractions(P::from_fen(naive::to_fen(move.after))->value);
        if (!std::binary_search(all.begin(), all.end(), told_by_the_judge(plain, move, faces)))
            return fmt::format("{} is not taken back", move.text);
    }
    const auto all = told_retractions(position);
    if (std::adjacent_find(all.begin(), all.end()) != all.end()) return "a move is taken back twice";
    for (const ToldRetraction& told : all) {
        const naive::Position before = naive::from_fen(told.before, plain.game);
        if (!naive::acceptable(before)) return told.before + " is listed, and no position";
        const auto legal = naive::legal_moves(before);
        const bool right = std::any_of(legal.begin(), legal.end(), [&](const naive::Move& move) {
            return move.after == plain &&
                   told_by_the_judge(before, move, naive::faces(before, legal)) == told;
        });
        if (!right) return fmt::format("{} {} does not lead here", told.before, told.uci);
    }
    return {};
}

}  // namespace octomate::laws
