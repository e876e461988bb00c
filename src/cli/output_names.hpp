#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace octomate::cli {

/// The files that a command writes, held against those that it reads and against each other.
class OutputNames {
  public:
    OutputNames() = default;
    explicit OutputNames(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}

    /// Throws UsageError if a file, which `option` has written, is one of the inputs or was claimed before.
    /// No name, "-" and what is no plain file claim nothing.
    void claim(const std::string& option, const std::string& file);

  private:
    std::vector<std::string> inputs_;
    std::map<std::string, std::string> options_;  // by the real names of the files
};

}  // namespace octomate::cli
