#pragma once

#include <tbb/parallel_pipeline.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace octomate::solver {

/// Calls `work(number)` for the numbers from `next` up to `end`, on several threads, and `take(result)` for
/// what each returned, in their order and from one thread at a time. No further number is begun once `stop()`
/// is true.
template <class Stop, class Work, class Take>
void work_in_order(std::uint64_t next, std::uint64_t end, int threads, Stop stop, Work work, Take take) {
    using Result = std::shared_ptr<std::invoke_result_t<Work, std::uint64_t>>;
    const auto deal = [&](tbb::flow_control& flow) -> std::uint64_t {
        if (next >= end || stop()) return flow.stop(), next;
        return next++;
    };
    const auto make = [&](std::uint64_t number) {
        return std::make_shared<typename Result::element_type>(work(number));
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        static_cast<std::size_t>(threads),
        tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, deal) &
            tbb::make_filter<std::uint64_t, Result>(filter_mode::parallel, make) &
            tbb::make_filter<Result, void>(filter_mode::serial_in_order,
                                           [&](const Result& result) { take(std::move(*result)); }));
}

}  // namespace octomate::solver
