#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "bench/corpus.hpp"
#include "solver/faces.hpp"
#include "solver/perft.hpp"

namespace octomate::bench {

inline constexpr std::size_t corpus_size = 50'000;
inline constexpr std::uint64_t corpus_seed = 1;

struct PerftCase {
    const char* name;
    const char* fen;
    int depth;
    std::uint64_t nodes;
};

/// The usual array, and the article's game before White's moves 8, 12 and 16.
inline constexpr PerftCase perft_cases[] = {
    {"array", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 5, 18062203},
    {"middle_8", "rkb2bnr/1ppp2p1/3Q1p2/3npq1P/pPP3Pp/5N2/P2PPP2/RNB1KB1R w", 4, 1114180},
    {"middle_12", "r1b2bn1/kp1P4/3N1p1P/2PppqPp/pPpQ2pr/3n4/P3PP2/RNB1RBK1 w", 4, 983147},
    {"middle_16", "r1b2bn1/1p1P4/kP1N1p1P/2QppqPp/2P3pr/P1pnPP2/R7/qNB1RBK1 w", 4, 777335},
};

inline D8Position position_of(const PerftCase& perft_case) {
    return D8Position::from_fen(perft_case.fen)->value;
}

/// Counts the mating moves over all faces of all positions.
inline std::uint64_t mates_of(const std::vector<D8Position>& positions) {
    solver::Faces<D8Position> faces;
    std::uint64_t mates = 0;
    for (const D8Position& position : positions) {
        solver::solve_faces(position, faces);
        for (const auto& face : faces) mates += face.mates.size();
    }
    return mates;
}

/// Two counts for commit messages. They change only if the rules, the solver or the corpora change.
struct Signature {
    std::uint64_t nodes = 0;
    std::uint64_t mates = 0;
};

inline Signature signature() {
    Signature signature;
    for (const PerftCase& perft_case : perft_cases)
        signature.nodes += solver::perft(position_of(perft_case), perft_case.depth);
    for (const auto corpus : {random_play, sparse})
        signature.mates += mates_of(corpus(corpus_size, corpus_seed));
    return signature;
}

}  // namespace octomate::bench
