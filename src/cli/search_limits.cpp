#include "cli/search_limits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/text.hpp"

namespace octomate::cli {

namespace {

/// Reads "5", "0.5s", "5seconds" or "200000nodes" into the request.
void read_limit(const std::string& text, reports::SearchRequest& request) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = std::string_view(text).substr(0, end);
    const std::string_view unit = std::string_view(text).substr(end);
    if (unit == "nodes") {
        request.nodes = number_in<std::uint64_t>(number).value_or(0);
        if (request.nodes > 0) return;
    } else if (unit.empty() || unit == "s" || unit == "seconds") {
        request.seconds = number_in<double>(number).value_or(0);
        if (request.seconds > 0 && request.seconds <= longest_seconds) return;
    }
    throw UsageError(
        "--limit",
        fmt::format("\"{}\" is no limit, expected seconds such as 5 or 0.5s, or nodes such as 100000nodes",
                    text));
}

}  // namespace

std::vector<Option> add_limits(Arguments& command, reports::SearchRequest& request) {
    return {
        command
            .add_words(
                "--limit", [&request](const std::string& text) { read_limit(text, request); },
                "Give up on a puzzle after so many seconds (5, 0.5s) or positions (100000nodes)")
            .named("SECONDS|Nnodes"),
        command
            .add("--nodes", request.nodes, {1},
                 "The same as --limit Nnodes; uses one thread, so that the answer repeats")
            .named("N"),
    };
}

std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request) {
    std::vector<Option> all = {
        command
            .add("--hash", request.hash_mib, {0, 1 << 20}, "Memory for transpositions, in MiB (default: 64)")
            .named("MIB")};
    for (const Option& option : add_limits(command, request)) all.push_back(option);
    return all;
}

}  // namespace octomate::cli
