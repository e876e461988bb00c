#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "console/files.hpp"
#include "core/fault.hpp"
#include "games/game.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"

namespace octomate::collect {

/// Returns the game that a spec names, or else that of the variant; an unknown one is a fault of the spec.
const games::Game& game_of_spec(const std::string& spec, const std::string& variant);

/// Serializes the progress of an exhaustive walk; `name` identifies the walk.
std::string walk_state(const make::ExhaustiveProgress& progress, const records::Json& name);

/// Parses what `walk_state` wrote of the walk `name`; or says why it cannot continue: "is the state of
/// another walk".
Expected<make::ExhaustiveProgress, std::string> kept_walk(std::string_view text, const records::Json& name);

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
