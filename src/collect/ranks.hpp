#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace octomate::collect {

/// The processes among which octomate-mpi divides a run. All of them run the same command; one of them, the
/// leader, writes its output. The work consists of numbered units, and what a unit gives is a text.
class Ranks {
  public:
    /// A run whose units are shared.
    struct Run {
        std::string file;         ///< its output, beside which the parts stand; empty: in the working folder
        std::uint64_t sum = 0;    ///< the checksum of all that decides the results
        bool resume = false;      ///< the units in the parts of an earlier run are not done again
        std::uint64_t first = 0;  ///< the number of the first unit; the leader decides
    };

    virtual ~Ranks() = default;

    virtual bool leads() const = 0;

    /// Returns on all ranks what `on_the_leader` is there.
    virtual bool agreed(bool on_the_leader) const = 0;

    /// Calls `work` on every rank, which claims units and puts their results until none are left; and on the
    /// leader `take(result)` for each unit in order, until it returns false. Throws EnvironmentError if the
    /// sums of the ranks differ.
    virtual void share(const Run& run, const std::function<void()>& work,
                       const std::function<bool(std::string_view)>& take) = 0;

    /// Returns the number of a unit that no other rank does, greater than those before; nullopt: the run is
    /// over. May be called by any thread within `work`.
    virtual std::optional<std::uint64_t> claim() = 0;

    /// Writes the result of a unit to the part of this rank; not once the run is interrupted, since the unit
    /// may not have been done to its end.
    virtual void put(std::uint64_t unit, std::string_view result) = 0;

    /// Removes the parts of a run that is complete. Only the leader may call it.
    virtual void remove_parts(const std::string& file) = 0;
};

}  // namespace octomate::collect
