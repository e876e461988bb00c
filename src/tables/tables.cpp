#include "tables/tables.hpp"

#include <fmt/core.h>

#include <system_error>

#include "console/files.hpp"

namespace octomate::tables {

Expected<std::vector<std::string>, std::string> Tables::names_in(const std::filesystem::path& folder) const {
    const std::filesystem::path below = file(folder, "").parent_path();
    std::vector<std::string> names;
    if (is_missing(below.string())) return names;
    std::error_code error;
    std::filesystem::directory_iterator entry(below, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::filesystem::path& file = entry->path();
        if (file.extension() == ".table") names.push_back(file.stem().string());
    }
    if (error) return Unexpected{fmt::format("cannot read {}: {}", below.string(), error.message())};
    return names;
}

}  // namespace octomate::tables
