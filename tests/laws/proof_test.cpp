#include "games/superpermutation/rules/proof.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "laws/law.hpp"

namespace octomate::laws {

namespace {

/// Returns the positions that are reachable within `most` plies, with the fewest plies to each, by the naive
/// rules.
template <class P>
std::vector<std::pair<std::string, int>> positions_within(int most) {
    std::vector<std::pair<std::string, int>> all = {{P().fen(), 0}};
    std::map<std::string, int> known = {all.front()};
    for (std::size_t at = 0; at < all.size() && all[at].second < most; ++at) {
        for (const auto& [face, after] : naive::results(naive::from_fen(all[at].first, naive_game<P>))) {
            const std::pair<std::string, int> next(naive::to_fen(after), all[at].second + 1);
            if (known.insert(next).second) all.push_back(next);
        }
    }
    return all;
}

/// Plays `game` by the naive rules. Returns the FEN after it, or an empty string if a move is illegal.
template <class P>
std::string played(const std::vector<superpermutation::Move>& game) {
    P position;
    for (const auto move : game) {
        const auto legal = naive::legal_moves(to_naive(position));
        const bool found = std::any_of(legal.begin(), legal.end(), [&](const naive::Move& candidate) {
            return candidate.uci == position.uci(move) &&
                   naive::to_fen(candidate.after) == position.play(move).fen();
        });
        if (!found) return {};
        position = position.play(move);
    }
    return position.fen();
}

}  // namespace

TEMPLATE_TEST_CASE("the proof game of a position within three plies is a shortest one", "[law][proof]",
                   D8Position, ParentPosition) {
    const auto all = positions_within<TestType>(3);
    REQUIRE(all.size() > 5'000);
    for (std::size_t at = 0; at < all.size(); at += slow_build ? 100 : 5) {
        const auto& [fen, plies] = all[at];
        const auto proof = prove(TestType::from_fen(fen)->value, {});
        INFO(fen);
        REQUIRE(proof.verdict == decltype(proof)::Verdict::Proven);
        CHECK(proof.shortest);
        CHECK(proof.game.size() == static_cast<std::size_t>(plies));
        CHECK(played<TestType>(proof.game) == fen);
    }
}

}  // namespace octomate::laws
