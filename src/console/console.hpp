#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What a program shares with its user and its system: exit codes, standard streams, the terminal, Ctrl-C.
namespace octomate {

/// Exit codes, a contract with scripts. The first that applies wins: interrupted, usage, bad input,
/// incomplete, negative, success.
enum Exit : int { Success = 0, Negative = 1, Usage = 2, BadInput = 3, Incomplete = 4, Interrupted = 130 };

/// What the environment causes: a full disk, a closed terminal. Caught once, in main.
struct EnvironmentError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What a user asked for and cannot have. `option` is what the command line calls it; empty if it is none.
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

/// How long runs report progress: in a line if standard error is a terminal, not at all, or in JSON Lines on
/// standard error.
enum class ProgressMode { Auto, None, Json };

/// The options that every command has.
struct CommonOptions {
    std::string variant;
    Format format = Format::Text;
    std::string from;  ///< the format of puzzle files; empty: their first records decide
    int threads = 0;   ///< at least 1 once the command runs
    bool quiet = false;
    bool ascii = false;  ///< no Unicode in text
    ProgressMode progress = ProgressMode::Auto;
    std::string command;             ///< its name: "solve"
    std::vector<std::string> words;  ///< of the command line, the program's own first
    /// The files that the command line names, so that the work can claim further ones.
    std::shared_ptr<OutputNames> outputs;
    collect::Ranks* ranks = nullptr;  ///< the processes that share the work; null: this one works alone
    /// The options that were given and may change the result of a shared run, with their values.
    std::map<std::string, std::vector<std::string>> given{};
};

/// Set by Ctrl-C, SIGTERM and SIGHUP; commands then stop taking input and report what they have.
inline std::atomic<bool> interrupted = false;

/// To be called first: gives a standard stream that the caller closed a descriptor that fails, lest a file
/// of ours get its number and the output meant for it.
void open_standard_streams();

/// Handler of signals: sets `interrupted`; a second signal ends the program at once.
void interrupt(int signal);

/// Handles Ctrl-C, SIGTERM and, unless it is ignored, SIGHUP. A read that waits for input ends too, and a
/// limit on the size of files is reported like a full disk.
void catch_signals(void (*handler)(int) = interrupt);

/// Whether the locale asks for UTF-8.
bool has_utf8_locale();

/// Whether colours may be used on standard output: it is a terminal that knows them, and NO_COLOR is not set.
bool may_colour();

/// How many characters a line of standard output holds: the terminal's, but at most 120; 100 elsewhere.
std::size_t terminal_width();

/// Whether a line of progress may be shown: standard error is a terminal, and the user did not ask for quiet
/// or for progress of another kind.
bool talks_to_terminal(const CommonOptions& common);

/// How many characters a line of progress may have: those of the terminal at standard error but one; 79
/// elsewhere.
std::size_t terminal_line_width();

/// Writes to standard output; throws EnvironmentError if that fails. On a terminal control characters are
/// made visible; elsewhere every byte stays.
void print(std::string_view text);

/// The same of what a command shows to people, whose colours reach the terminal.
void print_coloured(std::string_view text);

/// Text as a terminal may get it, its control characters made visible.
std::string shown_on_terminal(std::string_view text);

/// Hands what was written to standard output on to the system; throws EnvironmentError if that fails.
void flush_output();

/// Writes to standard error, behind what was written to standard output, and makes control characters
/// visible. What cannot be written there is lost.
void talk(std::string_view text);

/// The same, unless it has been said before.
void talk_once(const std::string& text);

/// Writes to standard error at once, whatever standard output holds back: for the closing line of a long
/// work, which then stands above all that a script captures.
void talk_at_once(std::string_view text);

/// Shows a line at the foot of the terminal at standard error, instead of the last one. It goes for other
/// talk, and for output on the same terminal.
void show_line(std::string_view text);
void clear_line();

}  // namespace octomate
