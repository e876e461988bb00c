#pragma once

#include <tbb/parallel_pipeline.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include "make/unit.hpp"

namespace octomate::make {

/// Does units of work in parallel: `next(unit)` sets the number of the next unit and returns false at the
/// end, `make(unit)` runs on any thread, and `take(result)` gets the results in order, from one thread at a
/// time, until it returns false. What `make` or `take` throws ends the run and is thrown again.
template <class Next, class Make, class Take>
void run_units(Next next, int threads, Make make, Take take) {
    // An exception that leaves a filter would leave the results behind it unfreed; it waits for its turn
    // instead.
    struct Token {
        UnitResult result;
        std::exception_ptr wrong;
    };
    std::atomic<bool> enough = false;
    std::exception_ptr wrong;
    const auto deal = [&](tbb::flow_control& flow) -> std::uint64_t {
        std::uint64_t unit = 0;
        if (enough || !next(unit)) flow.stop();
        return unit;
    };
    const auto work = [&](std::uint64_t unit) {
        auto token = std::make_shared<Token>();
        try {
            token->result = make(unit);
        } catch (...) {
            token->wrong = std::current_exception();
        }
        return token;
    };
    const auto finish = [&](const std::shared_ptr<Token>& token) {
        if (enough) return;
        try {
            if (token->wrong) std::rethrow_exception(token->wrong);
            if (!take(std::move(token->result))) enough = true;
        } catch (...) {
            wrong = std::current_exception();
            enough = true;
        }
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        static_cast<std::size_t>(threads) * 4,
        tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, deal) &
            tbb::make_filter<std::uint64_t, std::shared_ptr<Token>>(filter_mode::parallel, work) &
            tbb::make_filter<std::shared_ptr<Token>, void>(filter_mode::serial_in_order, finish));
    if (wrong) std::rethrow_exception(wrong);
}

}  // namespace octomate::make
