#include "console/files.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "console/console.hpp"
#include "console/output_file.hpp"

namespace octomate {

void replace_file(const std::string& file, std::string_view bytes) {
    OutputFile output(file);
    output.write(bytes);
    output.commit();
}

void make_directory(const std::string& name) {
    std::error_code error;
    std::filesystem::create_directories(name, error);
    if (!std::filesystem::is_directory(name, error))
        throw EnvironmentError(fmt::format("cannot make the directory {}: {}", name,
                                           error ? error.message() : "a file has that name"));
}

}  // namespace octomate
