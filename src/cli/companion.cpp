#include "cli/companion.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace octomate::cli {

std::filesystem::path companion(const std::string& name) {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        throw EnvironmentError(
            fmt::format("cannot look for {}, which stands beside octomate: /proc/self/exe "
                        "does not tell where that is ({})",
                        name, error.message()));
    const std::filesystem::path folder = program.parent_path();
    const std::filesystem::path installed = folder.parent_path() / "libexec" / "octomate" / name;
    return std::filesystem::exists(installed) && !std::filesystem::exists(folder / name) ? installed
                                                                                         : folder / name;
}

void become_board(const std::string& command, const std::vector<std::string>& options,
                  const std::vector<std::string>& files, const CommonOptions& common,
                  const std::string& advice) {
    const std::filesystem::path board = companion("octomate-serve");
    if (!std::filesystem::exists(board)) throw EnvironmentError(advice);
    std::vector<std::string> arguments = {"octomate",     command,     "--variant",
                                          common.variant, "--threads", std::to_string(common.threads)};
    if (common.quiet) arguments.emplace_back("--quiet");
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), files.begin(), files.end());

    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(board.c_str(), pointers.data());
    throw EnvironmentError(fmt::format("cannot run {}: {}", board.string(), std::strerror(errno)));
}

}  // namespace octomate::cli
