#pragma once

#include <string>
#include <vector>

#include "core/expected.hpp"

namespace octomate::cli {

/// A line of a list as sha256sum writes it.
struct ListedSum {
    std::string sum;   ///< SHA-256, in hexadecimal digits
    std::string file;  ///< below the folder of the tables
};

/// Reads a list of sums; throws EnvironmentError, which names the line that is none.
std::vector<ListedSum> read_sums(const std::string& list);

/// The SHA-256 sum of a regular file, in hexadecimal digits; or why it cannot be read.
Expected<std::string, std::string> sum_of(const std::string& file);

}  // namespace octomate::cli
