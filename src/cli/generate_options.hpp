#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "board8/man.hpp"
#include "cli/command.hpp"
#include "collect/record_file.hpp"
#include "make/unit.hpp"
#include "make/wanted.hpp"

namespace octomate::app {

/// What `octomate generate` was asked for.
struct GenerateOptions {
    std::string from = "play";  ///< "play", "place", or a puzzle file
    make::Wanted wanted;
    make::Span plies{8, 80};            ///< of play
    std::vector<board8::Man> material;  ///< of place
    std::uint64_t seed = 1;
    std::uint64_t count = 0;  ///< 0: no bound
    double seconds = 0;       ///< 0: no bound
    std::size_t best = 0;     ///< 0: all
    bool balance = false;
    make::Units units;
    bool some_units = false;  ///< the user bounded the units
    std::vector<std::string> exclude;
    bool resume = false;
    RecordTarget target;

    /// All that decides which puzzles are found and how they are written, apart from the shard.
    records::Json run(const std::string& variant) const;

  private:
    friend void add_generate_options(CLI::App* app, GenerateOptions& options);
    std::vector<CLI::Option*> filters_;
};

/// Declares the options of `generate`.
void add_generate_options(CLI::App* app, GenerateOptions& options);

/// Refuses what contradicts itself, and fills in what was left open. Throws CLI::ValidationError.
void settle(GenerateOptions& options);

}  // namespace octomate::app
