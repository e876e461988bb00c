#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/console.hpp"

namespace octomate::cli {

/// The path of a file that belongs to the program: beside the program, as a build leaves it, or in
/// ../libexec/octomate, as it is installed. If there is neither, the first of these.
std::filesystem::path companion(const std::string& name);

/// The path of the file that a word names with or without extension in a folder ("puzzles", "data/games") of
/// what is installed with the program, or of the checkout it was built in: "article" is
/// puzzles/article.jsonl. The word itself if it names no such file, or another file that exists.
std::string shipped(const std::string& folder, const std::string& word);

/// Replaces this program by the companion `name`. Throws EnvironmentError if it was not built, with the
/// `advice`, or cannot be run.
[[noreturn]] void become(const std::string& name, std::vector<std::string> arguments,
                         const std::string& advice);

/// Replaces this program by octomate-all, with the `words` of the command line, for a command that needs it.
[[noreturn]] void become_all(const std::string& command, const std::vector<std::string>& words);

/// Replaces this program by that of the web board, which reads the same command line. Throws EnvironmentError
/// with the `advice` if that program was not built, or if it cannot be run.
[[noreturn]] void become_board(const CommonOptions& common, const std::string& advice);

}  // namespace octomate::cli
