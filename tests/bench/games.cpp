// Benchmarks of Complete Permutation Chess and Super Chess on one thread: perft, and solving positions of
// random games.
#include "bench/games.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bench/require.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "games/super_chess/rules/position.hpp"
#include "solver/faces.hpp"
#include "solver/perft.hpp"

namespace octomate::bench {

namespace {

/// Counts the leaves at `depth` plies from `fen` (empty: the initial position). `nodes` is the expected
/// count, from tests/perft.
template <class P>
void perft_counted(benchmark::State& state, std::string_view fen, int depth, std::uint64_t nodes) {
    const P position = fen.empty() ? P() : P::from_fen(fen)->value;
    for (auto _ : state) require_equal("nodes", solver::perft(position, depth), nodes);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(nodes));
}

/// Returns `number` positions of random games, without the first four plies of each game.
template <class P>
std::vector<P> random_play(std::size_t number) {
    std::mt19937_64 random(1);
    std::vector<P> corpus;
    MoveList<P> moves;
    while (corpus.size() < number) {
        P position;
        for (int ply = 0; ply < 150 && corpus.size() < number; ++ply) {
            if (ply >= 4) corpus.push_back(position);
            position.legal_moves(moves);
            if (moves.empty()) break;
            position = position.play(moves[random() % moves.size()]);
        }
    }
    return corpus;
}

/// Counts the legal and the mating moves of each position.
template <class P>
void full_report(benchmark::State& state) {
    static const std::vector<P> corpus = random_play<P>(4'000);
    static const std::uint64_t expected = [] {
        std::uint64_t sum = 0;
        solver::Faces<P> faces;
        for (const P& position : corpus) {
            solver::solve_faces_by_move(position, faces);
            sum += faces.front().moves + 1'000 * faces.front().mates.size();
        }
        return sum;
    }();
    solver::Faces<P> faces;
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (const P& position : corpus) {
            solver::solve_faces(position, faces);
            sum += faces.front().moves + 1'000 * faces.front().mates.size();
        }
        require_equal("moves and mates", sum, expected);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(corpus.size()));
}

}  // namespace

void declare_games() {
    using Complete = complete_permutation::Position;
    using Super = super_chess::Position;
    const auto perft = [](const char* name, auto game, std::string_view fen, int depth, std::uint64_t nodes) {
        benchmark::RegisterBenchmark(name, [=](auto& state) {
            perft_counted<typename decltype(game)::type>(state, fen, depth, nodes);
        });
    };
    const std::type_identity<Complete> complete;
    const std::type_identity<Super> super;
    perft("complete/perft_array", complete, "", 3, 144'347);
    perft("complete/perft_wings", complete, "12k3/12pt2/3p6l5/7p1s4g1/4P11/5D2S2f4/4F1E1P7/T1K13 w", 3,
          951'774);
    benchmark::RegisterBenchmark("complete/solve_play", full_report<Complete>);
    perft("super/perft_start", super, "", 5, 4'870'049);
    perft("super/perft_vatican", super, "4k3/8/2(rrp)5/8/3p4/8/P2P1(RRR)2/4KO2 w", 3, 270'652);
    benchmark::RegisterBenchmark("super/solve_play", full_report<Super>);
}

}  // namespace octomate::bench
