#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tables/team.hpp"

namespace octomate::mpi {

/// The ranks of MPI_COMM_WORLD as a team that makes tables. All must make the same calls in the same order,
/// each from the one thread that has initialised MPI. Lists of 2^31 numbers or more are beyond it.
class Ranks : public tables::Team {
  public:
    Ranks() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }

    std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
    std::size_t size() const override { return static_cast<std::size_t>(size_); }

    void share(double* list, std::size_t numbers) const override { gather(list, numbers, 1); }
    void share_sums(double* sums, std::size_t numbers) const override { gather(sums, numbers, piece); }

    double greatest(double of_this_rank) const override {
        MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return of_this_rank;
    }
    std::uint64_t sum(std::uint64_t of_this_rank) const override {
        MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        return of_this_rank;
    }
    bool agreed(bool on_this_rank) const override {
        int agreed = on_this_rank ? 1 : 0;
        MPI_Bcast(&agreed, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return agreed != 0;
    }

  private:
    /// All get all of a list whose numbers stand for so many of the numbers that are shared out.
    void gather(double* list, std::size_t numbers, std::size_t each) const {
        if (size_ == 1) return;
        std::vector<int> counts, begins;
        for (std::size_t rank = 0; rank < size(); ++rank) {
            const auto [first, last] = part(numbers, rank);
            const std::size_t begin = first / each, end = (last + each - 1) / each;
            begins.push_back(static_cast<int>(begin));
            counts.push_back(first < last ? static_cast<int>(end - begin) : 0);
        }
        MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, list, counts.data(), begins.data(), MPI_DOUBLE,
                       MPI_COMM_WORLD);
    }

    int rank_ = 0;
    int size_ = 1;
};

}  // namespace octomate::mpi
