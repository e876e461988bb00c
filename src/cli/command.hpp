#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "draw/board_text.hpp"
#include "records/stream.hpp"

namespace octomate::app {

/// Exit codes, a contract with scripts. The first that applies wins: interrupted, usage, bad input,
/// incomplete, negative, success.
enum Exit : int { Success = 0, Negative = 1, Usage = 2, BadInput = 3, Incomplete = 4, Interrupted = 130 };

/// What the environment causes: a full disk, a closed terminal. Caught once, in main.
struct EnvironmentError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Format { Text, Jsonl };

/// The options that every command has.
struct CommonOptions {
    std::string variant;
    Format format = Format::Text;
    int threads = 0;  ///< at least 1 once the command runs
    bool quiet = false;
    bool ascii = false;  ///< no Unicode in text
};

/// Set by Ctrl-C; commands stop taking input and tell what they have.
extern std::atomic<bool> interrupted;

/// Declares a command: its name, what it does in a line, and examples for its help. `run` gets the work to
/// do, which returns the exit code, if the user names this command.
struct Command {
    CLI::App* app;
    CommonOptions& common;
    std::function<int()>& run;
};

Command add_command(CLI::App& root, std::function<int()>& run, CommonOptions& common, const std::string& name,
                    const std::string& description, const std::string& examples);

/// Declares an option that takes one of some words.
template <class T>
void add_choice(CLI::App* app, const std::string& name, T& value, const std::string& description,
                const std::map<std::string, T>& words) {
    std::string names;
    for (const auto& entry : words) names.append(names.empty() ? "" : "|").append(entry.first);
    const auto choose = [&value, words, name, names](const std::string& word) {
        const auto found = words.find(word);
        if (found == words.end())
            throw CLI::ValidationError(name, fmt::format("\"{}\" is none of {}", word, names));
        value = found->second;
    };
    app->add_option_function<std::string>(name, choose, description)->type_name(names);
}

/// How text to standard output is drawn: Unicode where the terminal can, colour only on a terminal and
/// without NO_COLOR.
draw::TextStyle text_style(const CommonOptions& common);

/// Whether progress may be shown: standard error is a terminal, and the user did not ask for quiet.
bool talks_to_terminal(const CommonOptions& common);

/// Writes to standard output; throws EnvironmentError if that fails.
void print(std::string_view text);

/// Hands what was written to standard output on to the system; throws EnvironmentError if that fails.
void flush_output();

/// Writes what became of some lines: data to standard output, talk to standard error.
void print(const records::Output& output);

/// Writes only the talk.
void talk(const records::Output& output);

/// Runs the lines of the files through `work`, with progress on a terminal, and hands what becomes of them to
/// `write` in their order (standard output and standard error, if not said otherwise); the tally's exit code.
int run_lines(const std::vector<std::string>& files, const CommonOptions& common,
              const std::function<void(const records::Line&, records::Output&)>& work);
int run_lines(const std::vector<std::string>& files, const CommonOptions& common,
              const std::function<void(const records::Line&, records::Output&)>& work,
              const std::function<void(const records::Output&)>& write);

/// The exit code that a tally asks for.
int exit_code(const records::Tally& tally);

// The commands, each in a file of its own. Each declares its options and sets `run`.
void add_solve(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_moves(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_perft(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_mate(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_analyse(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_check(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_convert(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_compose(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_tag(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_generate(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_merge(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_book(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_render(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_replay(CLI::App& root, std::function<int()>& run, CommonOptions& common);
void add_serve(CLI::App& root, std::function<int()>& run, CommonOptions& common);

/// Declares the commands of a program.
using AddCommands = std::function<void(CLI::App& root, std::function<int()>& run, CommonOptions& common)>;

/// What the main function of a program does: the exit code of the command that the arguments name.
int run_program(int argc, char** argv, const AddCommands& add_commands);

}  // namespace octomate::app
