#include "cli/output_names.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "collect/inputs.hpp"
#include "console/console.hpp"

namespace octomate::cli {

void OutputNames::claim(const std::string& option, const std::string& file) {
    collect::refuse_output_among(inputs_, file, option);
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (file.empty() || file == "-" || (exists(status) && !is_regular_file(status))) return;
    const std::filesystem::path real =
        std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
    const auto [claimed, is_new] = options_.try_emplace(error ? file : real.string(), option);
    if (!is_new) throw UsageError(option, fmt::format("{} is the file of {}, too", file, claimed->second));
}

}  // namespace octomate::cli
