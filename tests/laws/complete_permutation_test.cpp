// Compares the rules of Complete Permutation Chess in src/ with the naive rules.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "laws/complete_permutation_agreement.hpp"
#include "laws/complete_permutation_corpus.hpp"
#include "laws/evaluation.hpp"
#include "laws/law.hpp"
#include "solver/perft.hpp"

namespace octomate::laws {

TEST_CASE("the fast and the naive rules of Complete Permutation Chess give the same turns", "[law][turns]") {
    std::size_t cruel = 0, pairs = 0, mates = 0, passing = 0, swaps = 0;
    check_law<CompletePosition>([&](const CompletePosition& position) {
        for (const auto move : sorted_moves(position)) {
            const auto& board = position.board();
            cruel += move.cruelty();
            pairs += move.pair();
            swaps += complete_permutation::contains(board.of(position.turn()), move.first.to());
            passing += complete_permutation::contains(board.pawns(), move.first.from()) &&
                       complete_permutation::contains(position.state().en_passant, move.first.to());
            mates += position.play(move).outcome() == won_by(position.turn());
        }
        return difference(fast_turns(position), naive_turns(position));
    });
    // Enough of the compared turns must be rare ones.
    CHECK(cruel > 100);
    CHECK(pairs > 1000);
    CHECK(mates > 100);
    CHECK(passing > 100);
    CHECK(swaps > 100);
}

TEST_CASE("the fast and the naive rules of Complete Permutation Chess give the same outcomes", "[law]") {
    check_law<CompletePosition>([](const CompletePosition& position) { return compare_ends(position); });
}

TEST_CASE("counts and winning turns of Complete Permutation Chess agree with the list of turns", "[law]") {
    check_law<CompletePosition>(compare_counts_and_wins<CompletePosition>);
}

TEST_CASE("the fast and the naive rules of Complete Permutation Chess accept the same placements", "[law]") {
    Random random(9);
    std::size_t accepted = 0;
    std::string wrong;
    constexpr std::size_t placements = slow_build ? 4'000 : 40'000;
    for (std::size_t n = 0; n < placements; ++n) {
        const complete_permutation::Switches switches{random.one_in(2), complete_permutation::Swap::Castling};
        const auto position = complete::nonsense(random, switches.two_pawns);
        const bool right = naive::complete::acceptable(position, naive_switches(switches));
        if (right) ++accepted;
        const std::string fen = naive::complete::to_fen(position);
        if (CompletePosition::from_fen(fen, switches).has_value() != right) wrong += "\n" + fen;
    }
    CHECK(wrong == "");
    CHECK(accepted > placements / 10);
    CHECK(accepted < placements - placements / 10);
}

TEST_CASE("the fast and the naive rules of Complete Permutation Chess have the same perft counts", "[law]") {
    check_law<CompletePosition>(
        [](const CompletePosition& position) -> std::string {
            const auto switches = position.state().switches;
            const int depth = switches.two_pawns && position.count_legal_moves() > 60 ? 1 : 2;
            return solver::perft(position, depth) ==
                           naive::complete::perft(to_naive(position), depth, naive_switches(switches))
                       ? ""
                       : "lines";
        },
        slow_build ? 97 : 199);
}

namespace {

using complete_permutation::Square;

/// Returns the position with the sides exchanged, and also mirrored if `mirror`; nullopt if the image is
/// illegal.
std::optional<CompletePosition> image(const CompletePosition& position, bool mirror) {
    const auto& before = position.state();
    complete_permutation::State state = before;
    state.board = {};
    const auto square_of = [&](Square square) {
        const int file = complete_permutation::file_of(square), rank = complete_permutation::rank_of(square);
        return complete_permutation::square_at(mirror ? 15 - file : file, 7 - rank);
    };
    for (Square square = 0; square < complete_permutation::squares; ++square) {
        if (auto piece = before.board.at(square)) {
            piece->color = !piece->color;
            state.board.put(*piece, square_of(square));
        }
    }
    std::swap(state.reserves[0], state.reserves[1]);
    std::swap(state.unmoved[0], state.unmoved[1]);
    if (mirror && (state.unmoved[0] || state.unmoved[1])) return std::nullopt;
    state.en_passant = 0;
    for (auto rest = before.en_passant; rest;)
        state.en_passant |= complete_permutation::bit(square_of(complete_permutation::pop_first(rest)));
    state.turn = !state.turn;
    return CompletePosition(state);
}

}  // namespace

TEST_CASE("symmetric positions of Complete Permutation Chess have the same key and as many moves and wins",
          "[law]") {
    check_law<CompletePosition>(
        [](const CompletePosition& position) -> std::string {
            for (const bool mirror : {false, true}) {
                const auto other = image(position, mirror);
                if (!other) continue;
                if (!CompletePosition::from_fen(other->fen(), position.state().switches))
                    return "no position";
                if (other->key() != position.key()) return "key";
                if (other->count_legal_moves() != position.count_legal_moves()) return "moves";
                MoveList<CompletePosition> a, b;
                position.winning_moves(a);
                other->winning_moves(b);
                if (a.size() != b.size()) return "mates";
            }
            return {};
        },
        3);
}

namespace {

/// Returns `state` with ranks and sides exchanged if `turned`, and left and right exchanged if `mirrored`.
/// Unmoved pieces, and with them the right to swap, are not copied.
complete_permutation::State image(const complete_permutation::State& state, bool turned, bool mirrored) {
    using namespace complete_permutation;
    const auto image_of = [&](Square square) {
        const int file = file_of(square), rank = rank_of(square);
        return square_at(mirrored ? files - 1 - file : file, turned ? ranks - 1 - rank : rank);
    };
    State image = state;
    image.board = {};
    image.unmoved = {};
    image.en_passant = 0;
    for (Square square = 0; square < squares; ++square) {
        auto piece = state.board.at(square);
        if (piece && turned) piece->color = !piece->color;
        if (piece) image.board.put(*piece, image_of(square));
        if (contains(state.en_passant, square)) image.en_passant |= bit(image_of(square));
    }
    if (turned) {
        image.turn = !state.turn;
        std::swap(image.reserves[0], image.reserves[1]);
    }
    return image;
}

}  // namespace

TEST_CASE("the evaluation of Complete Permutation Chess follows from its facts and respects symmetries",
          "[law][players]") {
    check_law<CompletePosition>([](const CompletePosition& position) -> std::string {
        if (std::string wrong = wrong_evaluation(position, complete_permutation::evaluation());
            !wrong.empty())
            return wrong;
        const double value = CompletePosition(image(position.state(), false, false)).evaluate();
        for (const auto& [turned, mirrored] : {std::pair(true, false), {false, true}}) {
            if (CompletePosition(image(position.state(), turned, mirrored)).evaluate() != value)
                return turned ? "the other colours" : "the mirror";
        }
        return "";
    });
}

TEST_CASE("the players' search of Complete Permutation Chess agrees with plain expectimax",
          "[law][players]") {
    check_law<CompletePosition>(
        [](const CompletePosition& position) { return compare_with_expectimax(position, 1); }, 997);
}

}  // namespace octomate::laws
