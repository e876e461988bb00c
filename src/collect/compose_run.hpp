#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "console/output_file.hpp"
#include "core/expected.hpp"
#include "games/game.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"

namespace octomate::collect {

/// What is to be composed, apart from the spec.
struct ComposeRequest {
    std::uint64_t count = 1;
    std::uint64_t seed = 1;
    std::uint64_t nodes = 0;  ///< positions to judge at most; 0: no bound
    double seconds = 0;       ///< 0: no bound
    int exhaustive = 0;       ///< all positions of up to so many men; 0: a search
    bool strict = true;

    /// A search that begins now.
    make::ComposeOptions search(int threads, const std::atomic<bool>* interrupted) const;
    /// A walk that begins now.
    make::ExhaustiveOptions walk(int threads, const std::atomic<bool>* interrupted) const;
};

/// The game that a spec names, or else that of the variant; an unknown one is a fault of the spec.
const games::Game& game_of_spec(const std::string& spec, const std::string& variant);

/// What a search found, as records.
std::vector<records::Puzzle> composed(make::ComposeResult&& result, const ComposeRequest& request,
                                      const games::Game& game);
/// What a walk of the composer found, as records.
std::vector<records::Puzzle> composed(const make::Composer& composer, const make::Walk& walk,
                                      const ComposeRequest& request, const games::Game& game);

/// Serializes the progress of an exhaustive walk; `name` identifies the walk.
std::string walk_state(const make::ExhaustiveProgress& progress, const records::Json& name);

/// The content of a file that `walk_state` wrote.
struct KeptWalk {
    make::ExhaustiveProgress progress;
    bool intact = false;  ///< unchanged since it was written
};

/// Parses what `walk_state` wrote of the walk `name`; or says why it cannot continue: "is the state of
/// another walk".
Expected<KeptWalk, std::string> kept_walk(std::string_view text, const records::Json& name);

/// The locked file with the progress of a walk. Throws EnvironmentError if it is unusable.
class WalkFile {
  public:
    /// Resumes the walk from the file, if an earlier run left one.
    WalkFile(const std::string& file, records::Json name, make::Walk& walk);

    void save(const make::ExhaustiveProgress& progress) { lock_.replace(walk_state(progress, name_)); }

  private:
    const records::Json name_;
    FileLock lock_;
};

}  // namespace octomate::collect
