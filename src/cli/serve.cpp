#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/companion.hpp"
#include "cli/serve_options.hpp"

namespace octomate::cli {

namespace {

/// Becomes `octomate-serve`, if it was built.
int become_server(const ServeOptions& options, const CommonOptions& common) {
    const std::filesystem::path server = companion("octomate-serve");
    if (!std::filesystem::exists(server)) {
        throw EnvironmentError(
            "this build has no web board: run `scripts/run serve`, which installs what it needs and "
            "builds it, or configure with -DOCTOMATE_SERVE=ON (needs libcpp-httplib-dev, nodejs and npm)");
    }
    std::vector<std::string> arguments = {
        "octomate",  "serve",        "--port",    std::to_string(options.port),
        "--variant", common.variant, "--threads", std::to_string(common.threads)};
    if (common.quiet) arguments.emplace_back("--quiet");
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), options.files.begin(), options.files.end());

    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(server.c_str(), pointers.data());
    throw EnvironmentError(fmt::format("cannot run {}: {}", server.string(), std::strerror(errno)));
}

}  // namespace

void add_serve(CommandLine& line) { declare_serve(line, become_server); }

}  // namespace octomate::cli
