#include "cli/search_limits.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <string>

namespace octomate::cli {

namespace {

/// Reads "5", "5s", "5seconds" or "200000nodes" into the request.
void read_limit(const std::string& text, reports::SearchRequest& request) {
    std::size_t digits = 0;
    double number = 0;
    try {
        number = std::stod(text, &digits);
    } catch (const std::exception&) {
        digits = 0;
    }
    const std::string unit = text.substr(digits);
    const bool seconds = unit.empty() || unit == "s" || unit == "seconds";
    const double most = seconds ? longest_seconds : 0x1p63;
    if (digits == 0 || !(number > 0 && number <= most) || !(seconds || unit == "nodes")) {
        throw UsageError(
            "--limit",
            fmt::format(
                "\"{}\" is no limit, expected seconds such as 5 or 0.5s, or nodes such as 100000nodes",
                text));
    }
    if (seconds) {
        request.seconds = number;
    } else {
        request.nodes = static_cast<std::uint64_t>(number);
    }
}

}  // namespace

void add_search_limits(Arguments& command, reports::SearchRequest& request) {
    command.add("--hash", request.hash_mib, {0, 1 << 20}, "Memory for transpositions, in MiB (default: 64)")
        .named("MIB");
    command
        .add_words(
            "--limit", [&request](const std::string& text) { read_limit(text, request); },
            "Give up on a puzzle after so many seconds (5, 0.5s) or positions (100000nodes)")
        .named("SECONDS|Nnodes");
    command
        .add("--nodes", request.nodes, {},
             "The same as --limit Nnodes; uses one thread, so that the answer repeats")
        .named("N");
}

}  // namespace octomate::cli
