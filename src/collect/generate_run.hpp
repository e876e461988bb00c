#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "core/hashing.hpp"
#include "facade/game.hpp"
#include "make/distinct.hpp"
#include "make/maker.hpp"

namespace octomate::collect {

/// What a run that generates puzzles was asked for.
struct GenerateOptions {
    std::string from = "play";         ///< "play", "place", "table", or a puzzle file
    std::vector<std::string> classes;  ///< with "table": materials
    std::string want;                  ///< with "table": "sharpest", "swing" or "only-move"
    std::string tables;                ///< with "table": the folder of the tables; empty: the usual one
    make::Task task;
    std::uint64_t count = 0;  ///< 0: no bound
    double seconds = 0;       ///< 0: no bound
    std::uint64_t best = 0;   ///< 0: all
    bool balance = false;
    bool chapters = false;
    make::Units units;
    bool some_units = false;  ///< the user bounded the units
    std::vector<std::string> exclude;
    RecordTarget target;
    std::string certificate;  ///< the file of what proves the keys; empty: none
    /// The filters that were given, with their words: with the rest, all that decides which puzzles are
    /// found.
    std::vector<std::pair<std::string, std::vector<std::string>>> filters;

    /// Returns how many puzzles the run must find; 0: no bound. A shard finds its share of `count` and, since
    /// shards may find the same puzzles, a quarter more, and then ends with a whole unit of work.
    std::uint64_t share() const;
};

/// The puzzles that a run begins with.
struct Inputs {
    std::vector<make::Given> given;    ///< those that are to be changed
    make::DistinctSet known;           ///< the fingerprints that are not new
    Checksum given_sum, excluded_sum;  ///< of the files, which may be edited before the run goes on
    int code = Success;                ///< BadInput if some records were bad
};

/// Reads the puzzles that are to be changed and those that are excluded; or returns the exit code with which
/// the run ends.
Expected<Inputs, int> read_inputs(const GenerateOptions& options, const CommonOptions& common,
                                  const games::Game& game);

/// Takes the result of a unit; returns false if that is enough.
using TakeUnit = std::function<bool(make::UnitResult&&)>;

/// Does the units in threads of this process; `take` gets their results in order, without duplicates, until
/// it returns false.
void make_units(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                Inputs& inputs, make::Units units, const TakeUnit& take);

/// Runs octomate generate, and returns the exit code.
int run_generate(const GenerateOptions& options, const CommonOptions& common, const games::Game& game);

}  // namespace octomate::collect
