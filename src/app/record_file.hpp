#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "puzzle/puzzle.hpp"

namespace octomate::app {

/// Where commands that write puzzles put them, and in which format.
struct RecordTarget {
    std::optional<bool> epd;  ///< --to; none: what the name of the file says, or JSON Lines
    std::string file;         ///< --output; empty: the standard output

    bool given() const { return epd || !file.empty(); }
};

/// Declares --to and --output.
void add_record_target(CLI::App* app, RecordTarget& target);

/// Puzzle records on their way out. What the system refuses is an EnvironmentError.
class RecordFile {
  public:
    explicit RecordFile(const RecordTarget& target);

    /// A record as a line of the file, with its newline.
    std::string text(const puzzle::Puzzle& puzzle) const;

    void write(std::string_view text);
    void write(const puzzle::Puzzle& puzzle) { write(text(puzzle)); }

    /// Without it what was written may not have arrived.
    void close();

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    [[noreturn]] void fail() const;

    std::string name_;
    bool epd_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace octomate::app
