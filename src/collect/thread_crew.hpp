#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "collect/generate_run.hpp"
#include "make/distinct.hpp"
#include "make/maker.hpp"
#include "make/run_units.hpp"

namespace octomate::collect {

/// The threads of this process.
class ThreadCrew : public Crew {
  public:
    /// The maker and the task must outlive it.
    ThreadCrew(const make::Maker& maker, const make::Task& task, int threads)
        : maker_(maker), task_(task), threads_(threads) {}

    void share(const std::vector<make::Given>& given) override { given_ = given; }

    void know(std::uint64_t fingerprint) override { distinct_.insert(fingerprint); }

    void work(make::Units units, const std::function<bool(make::UnitResult&&)>& take) override {
        tbb::enumerable_thread_specific<std::unique_ptr<make::Workshop>> workshops(
            [&] { return maker_.workshop(task_, given_); });
        make::run_units(
            units, threads_, [&](std::uint64_t unit) { return workshops.local()->make(unit); },
            [&](make::UnitResult&& result) {
                distinct_.take_out_duplicates(result);
                return take(std::move(result));
            });
    }

  private:
    const make::Maker& maker_;
    const make::Task& task_;
    const int threads_;
    std::vector<make::Given> given_;
    make::DistinctSet distinct_;
};

}  // namespace octomate::collect
