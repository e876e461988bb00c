#include "cli/companion.hpp"

namespace octomate::cli {

std::filesystem::path companion(const std::string& name) {
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const std::filesystem::path installed = folder.parent_path() / "libexec" / "octomate" / name;
    return std::filesystem::exists(installed) && !std::filesystem::exists(folder / name) ? installed
                                                                                         : folder / name;
}

}  // namespace octomate::cli
