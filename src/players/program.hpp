#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace octomate::players {

/// Another program, spoken to line by line over its standard input and output. What it does wrong throws
/// std::runtime_error, a sentence that names it.
class Program {
  public:
    /// Starts it through the shell.
    explicit Program(const std::string& command);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    /// Says `quit` and waits for its end.
    ~Program();

    void say(std::string_view line);
    /// The next line, without its end.
    std::string hear();
    /// The next line that begins with a word; others are passed over.
    std::string hear(std::string_view word);

  private:
    [[noreturn]] void fail() const;

    const std::string command_;
    int process_ = -1;
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> in_, out_;  ///< what it reads, and what it writes
};

}  // namespace octomate::players
