// Benchmarks of the d8 rules and the solver, on one thread unless a case says otherwise. Every case compares
// its counts with known ones, so that a fast wrong answer fails.

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_reduce.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/games.hpp"
#include "bench/require.hpp"
#include "bench/signature.hpp"
#include "bench/tables.hpp"
#include "games/superpermutation/rules/kernel.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "naive/naive_mate.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/perft.hpp"

namespace octomate::bench {

namespace {

/// Counts the leaves at `depth` plies by making every move; solver::perft only counts the moves of the last
/// ply.
std::uint64_t perft_made(const D8Position& position, int depth) {
    MoveList<D8Position> moves;
    position.legal_moves(moves);
    std::uint64_t nodes = 0;
    for (const auto move : moves) {
        D8Position after = position.play(move);
        benchmark::DoNotOptimize(after);
        nodes += depth == 1 ? 1 : perft_made(after, depth - 1);
    }
    return nodes;
}

void perft_counted(benchmark::State& state, const PerftCase& perft_case) {
    const D8Position position = position_of(perft_case);
    for (auto _ : state) {
        require_equal(perft_case.name, solver::perft(position, perft_case.depth), perft_case.nodes);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(perft_case.nodes));
}

void perft_made(benchmark::State& state, const PerftCase& perft_case) {
    const D8Position position = position_of(perft_case);
    for (auto _ : state) {
        require_equal(perft_case.name, perft_made(position, perft_case.depth), perft_case.nodes);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(perft_case.nodes));
}

/// Positions with their expected counts, computed by the slow solver that tries each move.
struct Corpus {
    std::vector<D8Position> positions;
    std::uint64_t winning_faces = 0;  ///< number of faces with a mating move
    std::uint64_t mates = 0;          ///< number of mating moves, over all faces
    std::uint64_t moves = 0;          ///< number of playable moves, over all faces

    explicit Corpus(std::vector<D8Position> made) : positions(std::move(made)) {
        solver::Faces<D8Position> faces;
        for (const D8Position& position : positions) {
            solver::solve_faces_by_move(position, faces);
            for (const auto& face : faces) {
                winning_faces += face.mates.empty() ? 0 : 1;
                mates += face.mates.size();
                moves += face.moves;
            }
        }
    }
};

const Corpus& corpus(std::string_view name) {
    static const Corpus play(random_play(corpus_size, corpus_seed));
    static const Corpus few(sparse(corpus_size, corpus_seed));
    return name == "play" ? play : few;
}

void winning_faces(benchmark::State& state, const char* name) {
    const Corpus& all = corpus(name);
    solver::Faces<D8Position> faces;
    for (auto _ : state) {
        std::uint64_t winning = 0, mates = 0;
        for (const D8Position& position : all.positions) {
            solver::winning_faces(position, faces);
            winning += faces.size();
            for (const auto& face : faces) mates += face.mates.size();
        }
        require_equal("winning faces", winning, all.winning_faces);
        require_equal("mates", mates, all.mates);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.positions.size()));
}

/// Returns the sum of the evaluations in units of 2^-20. All terms are multiples of the unit, so the sum is
/// exact and does not depend on the order.
std::uint64_t sum_of_evaluations(const std::vector<D8Position>& positions) {
    double sum = 0;
    for (const D8Position& position : positions) sum += position.evaluate() + 1;
    return static_cast<std::uint64_t>(sum * (1 << 20));
}

/// Evaluates positions; the sum must equal that of `portable_kernels`.
void evaluations(benchmark::State& state, const char* name) {
    const Corpus& all = corpus(name);
    using superpermutation::selected_kernels;
    const auto* const fast = std::exchange(selected_kernels, &superpermutation::portable_kernels);
    const std::uint64_t expected = sum_of_evaluations(all.positions);
    selected_kernels = fast;
    for (auto _ : state) require_equal("guesses", sum_of_evaluations(all.positions), expected);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.positions.size()));
}

std::uint64_t moves_of(const D8Position* begin, const D8Position* end) {
    solver::Faces<D8Position> faces;
    std::uint64_t moves = 0;
    for (const D8Position* position = begin; position != end; ++position) {
        solver::solve_faces(*position, faces);
        for (const auto& face : faces) moves += face.moves;
    }
    return moves;
}

void full_report(benchmark::State& state, const char* name) {
    const Corpus& all = corpus(name);
    const D8Position* begin = all.positions.data();
    for (auto _ : state) require_equal("moves", moves_of(begin, begin + all.positions.size()), all.moves);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.positions.size()));
}

/// Finds all moves and mates of the positions on `state.range(0)` threads.
void parallel_report(benchmark::State& state) {
    const Corpus& all = corpus("play");
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        const tbb::blocked_range<const D8Position*> range(all.positions.data(),
                                                          all.positions.data() + all.positions.size(), 256);
        const std::uint64_t moves = tbb::parallel_reduce(
            range, std::uint64_t{0},
            [](const auto& part, std::uint64_t sum) { return sum + moves_of(part.begin(), part.end()); },
            std::plus<>());
        require_equal("moves", moves, all.moves);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.positions.size()));
}

/// Solves mate within `moves` moves on one thread: the exact mean over all faces.
void mate_within(benchmark::State& state, const std::vector<D8Position>& positions, int moves) {
    solver::MateOptions options;
    options.moves = moves;
    options.parallel = false;
    std::uint64_t expected = 0;
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (const D8Position& position : positions) {
            sum += solver::MateSearch<D8Position>(options).solve(position).total.lower;
        }
        if (expected == 0) expected = sum;
        require_equal("values", sum, expected);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

/// Solves mate within `moves` moves by the slow search in tests/naive.
void mate_within_naive(benchmark::State& state, const std::vector<D8Position>& positions, int moves) {
    for (auto _ : state) {
        for (const D8Position& position : positions) {
            const auto slow = naive::from_fen(position.fen(), naive::Game::d8);
            benchmark::DoNotOptimize(naive::mate_value(slow, moves, naive::Dice::mean, naive::Defence::best));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

/// Returns the positions of the article's game after moves 11, 15 and 23.
std::vector<D8Position> published() {
    std::vector<D8Position> positions;
    for (const char* fen : {"r1b2bn1/kp1P4/3N1p1P/2PppqPp/pPpQ2pr/3n4/P3PP2/RNB1RBK1 w",
                            "r1b2bn1/1p1P4/kP1N1p1P/2QppqPp/2P3pr/P1pnPP2/R7/qNB1RBK1 w",
                            "r5nQ/1p1P4/1PQN1p2/P2pp1Pp/1NP2Pp1/1kb1Pn2/Rq1qB2r/2B1RK2 w"}) {
        positions.push_back(D8Position::from_fen(fen)->value);
    }
    return positions;
}

/// Prints the signature as one line for commit messages.
void print_signature() {
    const Signature all = signature();
    fmt::print("signature: {} nodes, {} mates ({} loops)\n", all.nodes, all.mates,
               superpermutation::kernel_name());
}

void declare() {
    for (const PerftCase& perft_case : perft_cases) {
        const std::string name = perft_case.name;
        benchmark::RegisterBenchmark(("perft_counted/" + name).c_str(),
                                     [&](auto& state) { perft_counted(state, perft_case); });
        benchmark::RegisterBenchmark(("perft_made/" + name).c_str(),
                                     [&](auto& state) { perft_made(state, perft_case); });
    }
    for (const char* name : {"play", "sparse"}) {
        benchmark::RegisterBenchmark((std::string("winning_faces/") + name).c_str(),
                                     [=](auto& state) { winning_faces(state, name); });
        benchmark::RegisterBenchmark((std::string("guesses/") + name).c_str(),
                                     [=](auto& state) { evaluations(state, name); });
        benchmark::RegisterBenchmark((std::string("full_report/") + name).c_str(),
                                     [=](auto& state) { full_report(state, name); });
    }
    static const std::vector<D8Position> play = random_play(500, corpus_seed);
    static const std::vector<D8Position> few = sparse(40, corpus_seed);
    static const std::vector<D8Position> sample(few.begin(), few.begin() + 5);
    static const std::vector<D8Position> games = published();
    benchmark::RegisterBenchmark("mate_in_2/play", [](auto& state) { mate_within(state, play, 2); });
    benchmark::RegisterBenchmark("mate_in_2/published", [](auto& state) { mate_within(state, games, 2); });
    benchmark::RegisterBenchmark("mate_in_2/sample", [](auto& state) { mate_within(state, sample, 2); });
    benchmark::RegisterBenchmark("mate_in_2_naive/sample",
                                 [](auto& state) { mate_within_naive(state, sample, 2); });
    declare_games();
    declare_tables();
    benchmark::RegisterBenchmark("parallel_report", parallel_report)->Arg(1)->Arg(2)->UseRealTime();
}

}  // namespace

}  // namespace octomate::bench

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "--signature") {
        octomate::bench::print_signature();
        return 0;
    }
    if (argc == 2 && std::string_view(argv[1]) == "--evaluations") {
        octomate::bench::print_evaluations();
        return 0;
    }
    octomate::bench::declare();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
}
