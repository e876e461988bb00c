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
    bool resume = false;
    RecordTarget target;
    std::string certificate;  ///< the file of what proves the keys; empty: none
    /// The filters that were given, with their words: with the rest, all that decides which puzzles are
    /// found.
    std::vector<std::pair<std::string, std::vector<std::string>>> filters;

    /// Returns how many puzzles the run must find; 0: no bound. A shard finds its share of `count` and, since
    /// shards may find the same puzzles, a quarter more, and then ends with a whole unit of work.
    std::uint64_t share() const;
};

/// Who does the work of a run: threads, or processes on many machines.
class Crew {
  public:
    virtual ~Crew() = default;

    /// The puzzles that are to be changed; at most once, first of all.
    virtual void share(const std::vector<make::Given>& given) = 0;

    /// What has this fingerprint is no new puzzle any more.
    virtual void know(std::uint64_t fingerprint) = 0;

    /// Does the units; `take` gets their results in order, without duplicates, until it returns false.
    virtual void work(make::Units units, const std::function<bool(make::UnitResult&&)>& take) = 0;
};

/// What a run has read, whose files may be edited before it goes on.
struct Inputs {
    Checksum given, excluded;
    int code = Success;  ///< BadInput if some records were bad
};

/// Reads the puzzles that are to be changed and those that are excluded, and tells the crew of them; or the
/// exit code with which the run ends.
Expected<Inputs, int> read_inputs(const GenerateOptions& options, const CommonOptions& common,
                                  const games::Game& game, Crew& crew);

/// The whole run. Returns the exit code.
int run_generate(const GenerateOptions& options, const CommonOptions& common, const games::Game& game,
                 Crew& crew);

}  // namespace octomate::collect
