#include "cli/companion.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "console/files.hpp"

namespace octomate::cli {

namespace {

/// Returns the folder of the program octomate; sets `error` if it is not known. An installed octomate-serve
/// is in ../libexec/octomate.
std::filesystem::path program_folder(std::error_code& error) {
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const bool is_companion = folder.filename() == "octomate" && folder.parent_path().filename() == "libexec";
    return is_companion ? folder.parent_path().parent_path() / "bin" : folder;
}

}  // namespace

std::filesystem::path companion(const std::string& name) {
    std::error_code error;
    const std::filesystem::path folder = program_folder(error);
    if (error)
        throw EnvironmentError(fmt::format(
            "cannot look for {} beside octomate: cannot read /proc/self/exe ({})", name, error.message()));
    const std::filesystem::path installed = folder.parent_path() / "libexec" / "octomate" / name;
    return is_missing(folder / name) && !is_missing(installed) ? installed : folder / name;
}

std::string shipped(const std::string& folder, const std::string& word) {
    std::error_code error;
    if (word == "-" || word.find_first_of("/ ") != std::string::npos || std::filesystem::exists(word, error))
        return word;
    const std::filesystem::path program = program_folder(error);
    const std::filesystem::path installed = program.parent_path() / "share" / "octomate" / folder;
    const std::filesystem::path checkout = program.parent_path().parent_path() / folder;
    for (const std::filesystem::path& known : {installed, checkout}) {
        std::filesystem::directory_iterator entry(known, error);
        for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
            const std::filesystem::path& file = entry->path();
            if (file.filename() == word || file.stem() == word) return file.string();
        }
    }
    return word;
}

void become(const std::string& name, std::vector<std::string> arguments, const std::string& advice) {
    const std::filesystem::path program = companion(name);
    if (is_missing(program)) throw EnvironmentError(advice);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(program.c_str(), pointers.data());
    throw EnvironmentError(fmt::format("cannot run {}: {}", program.string(), std::strerror(errno)));
}

void become_all(const std::string& command, const std::vector<std::string>& words) {
    become(
        "octomate-all", words,
        fmt::format("this build cannot {0}: run `scripts/run {0}`, which builds what it needs, or configure "
                    "with -DOCTOMATE_MAKERS=ON",
                    command));
}

void become_board(const CommonOptions& common, const std::string& advice) {
    become("octomate-serve", common.words, advice);
}

}  // namespace octomate::cli
