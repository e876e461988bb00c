#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace octomate::cli {

/// What the user asks of `octomate export-site`.
struct SiteOptions {
    std::string folder;
    bool force = false;  ///< write into a folder that holds other things
    std::vector<std::string> files;
};

/// What a program says that was built without it.
inline constexpr const char* no_site =
    "this build cannot export the board: run `scripts/run export-site`, which installs what it needs and "
    "builds it, or configure with -DOCTOMATE_SERVE=ON -DOCTOMATE_SITE=ON (needs libcpp-httplib-dev, nodejs, "
    "npm, clang-14, lld-14, wasi-libc, and libc++-14-dev, libc++abi-14-dev and libclang-rt-14-dev for "
    "wasm32)";

/// Declares the command, for both programs as `declare_serve` does.
void declare_export_site(CommandLine& line,
                         std::function<int(const SiteOptions&, const CommonOptions&)> work);

}  // namespace octomate::cli
