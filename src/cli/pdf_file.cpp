#include "cli/pdf_file.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <atomic>
#include <cstddef>
#include <memory>

#include "cli/paper.hpp"
#include "console/progress.hpp"
#include "text/printable.hpp"

namespace octomate::cli {

std::string pdf_bytes(const std::vector<draw::Leaf>& leaves, const draw::PageSize& size,
                      const DocumentNames& names, const std::vector<draw::SharedDrawing>& drawings,
                      const CommonOptions& common) {
    const auto threads = static_cast<std::size_t>(common.threads);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const auto document = paper().pdf(size, printable(names.title), printable(names.author), drawings);
    std::size_t next = 0;
    std::atomic<std::size_t> added = 0;
    const Progress progress(common, "pages", [&] { return HowFar{added, leaves.size()}; });
    using Drawn = std::shared_ptr<draw::DrawnLeaf>;
    const auto begin = [&](tbb::flow_control& flow) {
        if (next == leaves.size() || interrupted) flow.stop();
        return next < leaves.size() ? next++ : next;
    };
    const auto draw = [&](std::size_t number) -> Drawn { return document->draw(leaves[number]); };
    const auto add = [&](const Drawn& leaf) {
        document->add(*leaf);
        ++added;
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(4 * threads,
                           tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, begin) &
                               tbb::make_filter<std::size_t, Drawn>(filter_mode::parallel, draw) &
                               tbb::make_filter<Drawn, void>(filter_mode::serial_in_order, add));
    return interrupted ? std::string() : document->finish();
}

}  // namespace octomate::cli
