#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "formats/problem.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"

/// Search for better versions of a puzzle.
namespace octomate::collect {

struct ImproveOptions {
    std::size_t count = 5;  ///< maximum number of versions returned
    int changes = 2;        ///< maximum number of pieces moved, added or replaced; removals are free
    std::uint64_t positions = 20000;  ///< maximum number of positions judged
    std::uint64_t seed = 1;
    reports::SearchRequest search;  ///< `search.seconds` limits the whole search
};

/// The flaws and merits of a version, judged by the moves of the given puzzle's key.
struct VersionJudgement {
    reports::Verdict verdict = reports::Verdict::Sound;  ///< verdict on the given puzzle's key
    std::size_t kept = 0;                                ///< faces on which a move of the key still solves
    std::size_t lost = 0;         ///< moves of the key that fail, or succeed only with another piece or path
    std::size_t cooks = 0;        ///< solutions that the key does not list
    std::size_t duals = 0;        ///< solutions in the key beyond the first of each face
    std::size_t short_faces = 0;  ///< faces that win in fewer moves than stipulated
    std::size_t later_duals = 0;  ///< duals after the first move
    std::size_t superfluous = 0;  ///< number of superfluous pieces
    std::size_t tries = 0;
    int pieces = 0;   ///< number of pieces on the board
    int quality = 0;  ///< 0…100; 0 unless the version is sound and its goal is a win

    bool sound() const { return kept > 0 && lost + cooks + duals + short_faces == 0; }
};

/// A version of a puzzle, with the edit that leads to it. Its key, themes and scores are its own.
struct Version {
    records::Puzzle puzzle;
    records::Edit edit;
    VersionJudgement judgement;
};

struct Improvements {
    VersionJudgement before;        ///< judgement of the given puzzle
    std::vector<Version> versions;  ///< best first; each is better than the given puzzle
    std::uint64_t positions = 0;    ///< positions judged; 0: the puzzle has no solution to keep
    bool complete = true;           ///< false if the search ran out of time
};

/// Searches for better versions of a puzzle that keep its idea: on each face of its key, at least one of the
/// moves must still solve. A puzzle without a key is solved first, and its solution is kept. The result
/// depends on the seed, and not on the number of threads. Fails with the faults of the puzzle. The game must
/// have a maker.
Expected<Improvements, Faults> improve(const games::Game& game, const records::Puzzle& puzzle,
                                       const ImproveOptions& options);

/// Describes the differences between two judgements: "sound now", "1 piece fewer", "quality 61→70".
std::vector<std::string> gains(const VersionJudgement& before, const VersionJudgement& after);

}  // namespace octomate::collect
