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

/// The search for better versions of a puzzle.
namespace octomate::collect {

struct ImproveOptions {
    std::size_t count = 5;            ///< versions wanted, at most
    int changes = 2;                  ///< pieces moved, added or exchanged, at most; any number may go
    std::uint64_t positions = 20000;  ///< judged, at most
    std::uint64_t seed = 1;
    reports::SearchRequest search;  ///< its seconds are those of the whole search
};

/// What is wrong and what is good about a version, as far as its key is that of the puzzle.
struct Standing {
    reports::Verdict verdict = reports::Verdict::Sound;  ///< of the puzzle's own key
    std::size_t kept = 0;                                ///< faces that a move of the key solves
    std::size_t lost = 0;         ///< solutions of the key that are none, or come by another piece or path
    std::size_t cooks = 0;        ///< solutions that the key leaves out
    std::size_t duals = 0;        ///< second solutions of a face that the key names
    std::size_t short_faces = 0;  ///< faces that win too soon
    std::size_t later_duals = 0;
    std::size_t superfluous = 0;
    std::size_t tries = 0;
    int pieces = 0;
    int quality = 0;  ///< 0 unless it is sound and asks for a win

    bool sound() const { return kept > 0 && lost + cooks + duals + short_faces == 0; }
};

/// A version with what was changed. Its puzzle has its own key, themes and scores.
struct Version {
    records::Puzzle puzzle;
    records::Edit edit;
    Standing standing;
};

struct Improvements {
    Standing before;
    std::vector<Version> versions;  ///< best first; each is better than the puzzle
    std::uint64_t positions = 0;    ///< that were judged; 0: there is no key to keep
    bool complete = true;           ///< false: the time ran out
};

/// Searches the versions of a puzzle that keep its idea, the moves of its key on their faces, for better
/// ones; where the key names several moves of a face, one of them must stay. A puzzle without a key keeps
/// the solution that it has. Best first, it changes what it found by another piece. The answer depends on the
/// seed, and not on the number of threads. Fails with what is wrong with the puzzle. The game has a maker.
Expected<Improvements, Faults> improve(const games::Game& game, const records::Puzzle& puzzle,
                                       const ImproveOptions& options);

/// What a version has gained and lost, in words: "sound now", "1 piece fewer", "quality 61→70".
std::vector<std::string> gains(const Standing& before, const Standing& after);

}  // namespace octomate::collect
