#pragma once

#include <string>
#include <string_view>

#include "console/output_file.hpp"
#include "core/expected.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"

namespace octomate::collect {

/// The text of a file that keeps how far a walk over everything has come; `name` identifies the walk.
std::string walk_state(const make::ExhaustiveProgress& progress, const records::Json& name);

/// What such a text holds.
struct KeptWalk {
    make::ExhaustiveProgress progress;
    bool intact = false;  ///< unchanged since it was written
};

/// How far a walk of that name has come by a text; or why it cannot be gone on from: "is the state of another
/// walk".
Expected<KeptWalk, std::string> kept_walk(std::string_view text, const records::Json& name);

/// The file, which no other run has meanwhile. What is wrong with it throws EnvironmentError.
class WalkFile {
  public:
    /// Lets the walk go on from where an earlier run left it, if there was one.
    WalkFile(const std::string& file, records::Json name, make::Walk& walk);

    void save(const make::ExhaustiveProgress& progress) { lock_.replace(walk_state(progress, name_)); }

  private:
    const records::Json name_;
    FileLock lock_;
};

}  // namespace octomate::collect
