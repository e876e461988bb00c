#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Exit codes, common options, standard streams, the terminal, and signals such as Ctrl-C.
namespace octomate {

/// Exit codes, on which scripts rely. If several apply, the first of these is used: interrupted, usage, bad
/// input, incomplete, negative, success.
enum Exit : int { Success = 0, Negative = 1, Usage = 2, BadInput = 3, Incomplete = 4, Interrupted = 130 };

/// An error of the environment, such as a full disk or a closed terminal. Caught only in `run_program`.
struct EnvironmentError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A mistake in the command line. `option` is the name of the wrong option or argument, or empty.
struct UsageError : std::runtime_error {
    UsageError(std::string option, const std::string& why)
        : std::runtime_error(why), option(std::move(option)) {}

    std::string option;
};

class OutputNames;

namespace collect {
class Ranks;
}

enum class Format { Text, Jsonl };

/// How commands report progress on standard error. Auto: in one line, and only on a terminal; None: not at
/// all; Json: in JSON Lines.
enum class ProgressMode { Auto, None, Json };

/// The options that every command has.
struct CommonOptions {
    std::string variant;
    Format format = Format::Text;
    std::string from;  ///< the format of puzzle files; empty: detected from the first record of each file
    int threads = 0;   ///< number of threads; at least 1 once the command runs
    bool quiet = false;
    bool ascii = false;  ///< print text without Unicode
    ProgressMode progress = ProgressMode::Auto;
    std::string command;             ///< the name of the command: "solve"
    std::vector<std::string> words;  ///< the command line, beginning with the name of the program
    /// The files that the command reads and writes; a command may add output files while it runs.
    std::shared_ptr<OutputNames> outputs;
    collect::Ranks* ranks = nullptr;  ///< the MPI processes that share the work; null: none
    /// The values of the options that the user gave. Key: the name of the option without dashes.
    std::map<std::string, std::vector<std::string>> given_options{};
};

/// Set by Ctrl-C, SIGTERM and SIGHUP. Commands then stop reading input, and report what they have so far.
inline std::atomic<bool> interrupted = false;

/// Reopens each standard stream that the parent process closed, such that using it fails. Otherwise the next
/// file opened would get the stream's number, and output meant for the stream. Must be called first in main.
void open_standard_streams();

/// Signal handler: sets `interrupted`; a second signal ends the program at once.
void interrupt(int signal);

/// Installs `handler` for Ctrl-C, SIGTERM and, unless it is ignored (nohup), SIGHUP. The signals also end a
/// read that waits for input. SIGXFSZ is ignored, so that a limit on file sizes is reported like a full disk.
void catch_signals(void (*handler)(int) = interrupt);

bool has_utf8_locale();

/// Checks whether colours may be used on standard output: it is a terminal that supports them, and NO_COLOR
/// is not set.
bool may_colour();

/// Returns the width of lines on standard output, in characters: that of the terminal, but at most 120; 100
/// if there is no terminal.
std::size_t terminal_width();

/// Checks whether a progress line may be shown: standard error is a terminal, and neither --quiet nor a
/// --progress other than auto is given.
bool may_show_progress_line(const CommonOptions& common);

/// Returns the maximum length of a progress line: one less than the width of the terminal at standard error;
/// 79 if there is no terminal.
std::size_t terminal_line_width();

/// Writes to standard output, through a buffer unless standard output is a terminal; throws EnvironmentError
/// if writing fails. On a terminal, control characters are made visible; elsewhere the bytes are unchanged.
void print(std::string_view text);

/// Writes like `print`, but on a terminal keeps escape sequences for colours.
void print_coloured(std::string_view text);

/// Returns `text` with control characters made visible, except newlines and tabs.
std::string shown_on_terminal(std::string_view text);

/// Writes the buffer of standard output to the system; throws EnvironmentError if that fails.
void flush_output();

/// Flushes standard output, then writes to standard error with control characters made visible. Errors are
/// ignored.
void print_message(std::string_view text);

/// Writes like `print_message`, but each distinct text only once in the life of the process.
void print_message_once(const std::string& text);

/// Writes to standard error without flushing standard output first; for messages that should come before the
/// buffered output.
void print_message_unflushed(std::string_view text);

/// Replaces the progress line at the bottom of the terminal at standard error. The line is removed before any
/// other message, and before output on the same terminal.
void show_line(std::string_view text);
/// Removes the progress line, if one is shown.
void clear_line();

}  // namespace octomate
