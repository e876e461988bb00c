#pragma once

#include "console/console.hpp"
#include "reports/search.hpp"

namespace octomate::collect {

/// What the searches of all commands share: the threads of the run, and an end when the user interrupts it.
inline void search_as(const CommonOptions& common, reports::SearchRequest& request) {
    request.threads = common.threads;
    request.interrupted = &interrupted;
}

}  // namespace octomate::collect
