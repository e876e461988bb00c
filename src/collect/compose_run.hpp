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

/// Returns the game that the JSON of `spec` names, or the game `variant` if the name is missing or unknown;
/// the composer reports an unknown name.
const games::Game& game_of_spec(const std::string& spec, const std::string& variant);

/// Serializes the progress of an exhaustive walk; `name` identifies the walk.
std::string walk_state(const make::ExhaustiveProgress& progress, const records::Json& name);

/// Parses the progress that `walk_state` wrote for the walk `name`. Fails with the reason why the walk cannot
/// continue from it, such as "belongs to another search".
Expected<make::ExhaustiveProgress, std::string> read_walk_state(std::string_view text,
                                                                const records::Json& name);

/// The file with the progress of an exhaustive walk, locked against other runs. Functions throw
/// EnvironmentError if the file is unusable.
class WalkFile {
  public:
    /// Resumes `walk` from the progress that an earlier run left in the file; an empty file starts a new
    /// walk.
    WalkFile(const std::string& file, records::Json name, make::Walk& walk);

    void save(const make::ExhaustiveProgress& progress) { lock_.replace(walk_state(progress, name_)); }

  private:
    const records::Json name_;
    FileLock lock_;
};

}  // namespace octomate::collect
