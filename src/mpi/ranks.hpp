#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "collect/ranks.hpp"
#include "console/files.hpp"
#include "tables/sweeps.hpp"

namespace octomate::mpi {

/// The ranks of MPI_COMM_WORLD. All must make the same calls in the same order, apart from `claim` and `put`.
///
/// Ranks claim units from a counter in the memory of rank 0, which MPI_Fetch_and_op increments, and write
/// the results to FILE.rank-0, FILE.rank-1 and so on, the parts. Rank 0 reads all parts as they grow. A part
/// that an interrupted run leaves is valid up to its first damaged result.
class Ranks : public collect::Ranks, public tables::Team {
  public:
    /// MPI must be initialised with MPI_THREAD_SERIALIZED.
    Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    /// Every rank must have come to its end.
    ~Ranks() override;

    /// Throws EnvironmentError on a rank whose value is not that of rank 0.
    void agree_on(std::uint64_t value) const;

    bool leads() const override { return rank_ == 0; }
    bool agreed(bool on_rank_0) const override;
    void share(const Run& run, const std::function<void()>& work,
               const std::function<bool(std::string_view)>& take) override;
    std::optional<std::uint64_t> claim() override;
    void put(std::uint64_t unit, std::string_view result) override;
    void remove_parts(const std::string& file) override;

    std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
    std::size_t size() const override { return static_cast<std::size_t>(size_); }
    void share(double* list, std::size_t numbers) const override { gather(list, numbers, 1); }
    void share_sums(double* sums, std::size_t numbers) const override { gather(sums, numbers, piece); }
    double greatest(double of_this_rank) const override;
    std::uint64_t sum(std::uint64_t of_this_rank) const override;

  private:
    /// The numbers in the memory of rank 0.
    enum Slot : int { NextUnit, Stopped, Slots };

    /// The header of each result in a part. The first header of a part has no result, and the checksum of the
    /// run as its unit.
    struct Head {
        std::uint64_t unit = 0;
        std::uint64_t size = 0;
        std::uint64_t sum = 0;
    };

    /// Where a result stands.
    struct Place {
        std::string part;
        std::uint64_t at = 0, size = 0;
    };

    std::uint64_t broadcast(std::uint64_t value) const;
    /// Adds to a number in the memory of rank 0, and returns what it was before.
    std::uint64_t add(Slot slot, std::uint64_t summand);
    std::string part_name(std::size_t rank) const { return base_ + part_ending + std::to_string(rank); }
    void begin(const Run& run);
    void write(std::uint64_t unit, std::string_view result);
    void read_part(const std::string& name);
    bool take_results(std::uint64_t& next, const std::function<bool(std::string_view)>& take);
    void gather(double* list, std::size_t numbers, std::size_t each) const;

    static constexpr const char* part_ending = ".rank-";

    int rank_ = 0;
    int size_ = 1;
    MPI_Win window_ = MPI_WIN_NULL;
    std::uint64_t* numbers_ = nullptr;  // on rank 0
    std::mutex mutex_;                  // of MPI, while units are done
    std::atomic<bool> stopped_ = false;

    std::string base_;                           // of the names of the parts
    std::uint64_t run_ = 0;                      // the sum of the run
    std::optional<OutputFile> part_;             // of this rank
    std::atomic<std::uint64_t> written_ = 0;     // bytes of it
    std::set<std::uint64_t> done_;               // units in the parts of an earlier run
    std::map<std::string, std::uint64_t> read_;  // by part; bytes
    std::map<std::uint64_t, Place> results_;     // by unit; what was read and not taken
};

}  // namespace octomate::mpi
