// Speed of Complete Permutation Chess: the same cases as of the first game, on one thread.
#include "bench/complete.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <string_view>
#include <vector>

#include "bench/require.hpp"
#include "games/complete_permutation/position.hpp"
#include "solver/faces.hpp"
#include "solver/perft.hpp"

namespace octomate::bench {

namespace {

using complete_permutation::Position;

/// The counts are those of tests/perft.
void perft_counted(benchmark::State& state, std::string_view fen, int depth, std::uint64_t nodes) {
    const Position position = fen.empty() ? Position() : Position::from_fen(fen)->value;
    for (auto _ : state) require_equal("nodes", solver::perft(position, depth), nodes);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(nodes));
}

/// Games of random moves, every ply.
std::vector<Position> random_play(std::size_t number) {
    std::mt19937_64 random(1);
    std::vector<Position> corpus;
    MoveList<Position> moves;
    while (corpus.size() < number) {
        Position position;
        for (int ply = 0; ply < 150 && corpus.size() < number; ++ply) {
            if (ply >= 4) corpus.push_back(position);
            position.legal_moves(moves);
            if (moves.empty()) break;
            position = position.play(moves[random() % moves.size()]);
        }
    }
    return corpus;
}

/// The full report of each position: how many moves, and which mate.
void full_report(benchmark::State& state) {
    static const std::vector<Position> corpus = random_play(4'000);
    static const std::uint64_t expected = [] {
        std::uint64_t sum = 0;
        solver::Faces<Position> faces;
        for (const Position& position : corpus) {
            solver::solve_faces_by_move(position, faces);
            sum += faces.front().moves + 1'000 * faces.front().mates.size();
        }
        return sum;
    }();
    solver::Faces<Position> faces;
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (const Position& position : corpus) {
            solver::solve_faces(position, faces);
            sum += faces.front().moves + 1'000 * faces.front().mates.size();
        }
        require_equal("moves and mates", sum, expected);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(corpus.size()));
}

}  // namespace

void declare_complete() {
    benchmark::RegisterBenchmark("complete/perft_array",
                                 [](auto& state) { perft_counted(state, "", 3, 144'347); });
    benchmark::RegisterBenchmark("complete/perft_wings", [](auto& state) {
        perft_counted(state, "12k3/12pt2/3p6l5/7p1s4g1/4P11/5D2S2f4/4F1E1P7/T1K13 w", 3, 951'774);
    });
    benchmark::RegisterBenchmark("complete/solve_play", full_report);
}

}  // namespace octomate::bench
