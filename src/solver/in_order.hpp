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
    struct Token {
        std::invoke_result_t<Work, std::uint64_t> result{};
        std::exception_ptr wrong{};
    };
    std::atomic<bool> enough = false;
    std::exception_ptr wrong;
    const auto deal = [&](tbb::flow_control& flow) -> std::uint64_t {
        std::uint64_t number = 0;
        if (enough || !next(number)) flow.stop();
        return number;
    };
    const auto make = [&](std::uint64_t number) {
        auto token = std::make_shared<Token>();
        try {
            token->result = work(number);
        } catch (...) {
            token->wrong = std::current_exception();
        }
        return token;
    };
    const auto finish = [&](const std::shared_ptr<Token>& token) {
        if (enough) return;
        try {
            if (token->wrong) std::rethrow_exception(token->wrong);
            if (!consume(std::move(token->result))) enough = true;
        } catch (...) {
            wrong = std::current_exception();
            enough = true;
        }
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        static_cast<std::size_t>(at_once),
        tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, deal) &
            tbb::make_filter<std::uint64_t, std::shared_ptr<Token>>(filter_mode::parallel, make) &
            tbb::make_filter<std::shared_ptr<Token>, void>(filter_mode::serial_in_order, finish));
    if (wrong) std::rethrow_exception(wrong);
}

}  // namespace octomate::solver
