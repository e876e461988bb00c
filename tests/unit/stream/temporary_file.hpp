#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

/// A temporary file with the given content, removed by the destructor.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& content)
        : path_(std::filesystem::temp_directory_path() /
                ("octomate-test-" + std::to_string(::getpid()) + "-" + std::to_string(++count_))) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    std::string path() const { return path_.string(); }

  private:
    static inline int count_ = 0;
    std::filesystem::path path_;
};
