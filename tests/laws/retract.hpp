// Checks retractions, the moves that may have led to a position, against the naive rules.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/superpermutation/rules/proof.hpp"
#include "laws/corpus.hpp"
#include "naive/naive.hpp"
#include "reports/solution.hpp"

namespace octomate::laws {

/// A retraction: the position before the move, the move, and the faces that allow it. Sorted as `octomate
/// retract` prints them.
struct RetractionFacts {
    std::string before, uci, text;
    std::vector<int> faces;
    auto operator<=>(const RetractionFacts&) const = default;
};

template <class P>
std::vector<RetractionFacts> retraction_facts(const P& after) {
    std::vector<RetractionFacts> facts;
    for (const auto& [before, move] : superpermutation::retract(after))
        facts.push_back(
            {before.fen(), before.uci(move), before.notation(move), reports::faces_of(before, move)});
    std::sort(facts.begin(), facts.end());
    return facts;
}

inline RetractionFacts naive_retraction(const naive::Position& before, const naive::Move& move,
                                        const std::vector<naive::Face>& faces) {
    RetractionFacts facts{naive::to_fen(before), move.uci, move.text, {}};
    for (const naive::Face& face : faces) {
        for (const naive::Move& allowed : face.moves)
            if (allowed.uci == move.uci) facts.faces.push_back(face.face);
    }
    return facts;
}

/// Checks the retractions of `position` and of the positions after its moves: every move must be among the
/// retractions of the position it leads to, and every retraction must be a legal move, listed once. Returns
/// what is wrong, or an empty string.
template <class P>
std::string wrong_retractions(const P& position) {
    const naive::Position plain = to_naive(position);
    const auto moves = naive::legal_moves(plain);
    const auto faces = naive::faces(plain, moves);
    for (const naive::Move& move : moves) {
        const auto all = retraction_facts(P::from_fen(naive::to_fen(move.after))->value);
        if (!std::binary_search(all.begin(), all.end(), naive_retraction(plain, move, faces)))
            return fmt::format("{} is not taken back", move.text);
    }
    const auto all = retraction_facts(position);
    if (std::adjacent_find(all.begin(), all.end()) != all.end()) return "a move is taken back twice";
    for (const RetractionFacts& facts : all) {
        const naive::Position before = naive::from_fen(facts.before, plain.game);
        if (!naive::acceptable(before)) return facts.before + " is listed, and no position";
        const auto legal = naive::legal_moves(before);
        const bool right = std::any_of(legal.begin(), legal.end(), [&](const naive::Move& move) {
            return move.after == plain &&
                   naive_retraction(before, move, naive::faces(before, legal)) == facts;
        });
        if (!right) return fmt::format("{} {} does not lead here", facts.before, facts.uci);
    }
    return {};
}

}  // namespace octomate::laws
