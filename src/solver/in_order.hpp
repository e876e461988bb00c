#pragma once

#include <tbb/parallel_pipeline.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

namespace octomate::solver {

/// Runs numbered jobs in parallel and delivers their results in order. `next(number)` sets the number of the
/// next job and returns false at the end; `work(number)` runs on any thread; `consume(result)` receives the
/// results in the order of the jobs, one at a time, and returns false to stop. At most `at_once` jobs run or
/// wait for delivery. Rethrows the first exception of `work` or `consume`, in the order of the jobs.
template <class Next, class Work, class Consume>
void work_in_order(Next next, int at_once, Work work, Consume consume) {
    // An exception that leaves a TBB filter would leak the results behind it, so it is passed on as a value.
    struct Job {
        std::invoke_result_t<Work, std::uint64_t> result{};
        std::exception_ptr error{};
    };
    std::atomic<bool> stopped = false;
    std::exception_ptr error;
    const auto next_number = [&](tbb::flow_control& flow) -> std::uint64_t {
        std::uint64_t number = 0;
        if (stopped || !next(number)) flow.stop();
        return number;
    };
    const auto run = [&](std::uint64_t number) {
        auto job = std::make_shared<Job>();
        try {
            job->result = work(number);
        } catch (...) {
            job->error = std::current_exception();
        }
        return job;
    };
    const auto deliver = [&](const std::shared_ptr<Job>& job) {
        if (stopped) return;
        try {
            if (job->error) std::rethrow_exception(job->error);
            if (!consume(std::move(job->result))) stopped = true;
        } catch (...) {
            error = std::current_exception();
            stopped = true;
        }
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        static_cast<std::size_t>(at_once),
        tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, next_number) &
            tbb::make_filter<std::uint64_t, std::shared_ptr<Job>>(filter_mode::parallel, run) &
            tbb::make_filter<std::shared_ptr<Job>, void>(filter_mode::serial_in_order, deliver));
    if (error) std::rethrow_exception(error);
}

}  // namespace octomate::solver
