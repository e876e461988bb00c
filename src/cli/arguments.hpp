#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "console/console.hpp"

namespace octomate::collect {
struct GenerateOptions;
}

namespace octomate::tables {
class Team;
}

/// Declares and parses the command line. Only arguments.cpp includes CLI11, whose header compiles slowly.
namespace octomate::cli {

/// A handle to a declared option; copies refer to the same option.
class Option {
  public:
    /// Makes it an error to leave the option out.
    Option& required();
    /// Makes it an error to give this option without `other`.
    Option& needs(const Option& other);
    /// Makes it an error to give this option together with `other`.
    Option& excludes(const Option& other);
    Option& excludes(const std::vector<Option>& others);

    /// Returns the name of the option: "--count".
    std::string name() const;
    /// Checks whether the user gave the option.
    bool given() const;
    /// Returns the values that the user gave, as text.
    std::vector<std::string> words() const;

  private:
    friend class Arguments;
    explicit Option(void* option) : option_(option) {}

    void* option_;  // points to a CLI::Option
};

/// A condition on the options that the user gave. Error messages describe it by `words`: "--best".
struct Condition {
    Condition(std::string in_words, std::function<bool()> is_met)
        : words(std::move(in_words)), holds(std::move(is_met)) {}
    /// The condition that `option` was given.
    Condition(const Option& option);  // NOLINT(google-explicit-constructor): lists of options are conditions

    std::string words;
    std::function<bool()> holds;  ///< callable once the command line has been parsed
};

/// The longest time limit in seconds: about 31 years, which can still be added to a clock without overflow.
inline constexpr double longest_seconds = 1e9;

/// A range of whole numbers, both ends included.
template <class Number>
struct Range {
    Number least = std::numeric_limits<Number>::min();
    Number most = std::numeric_limits<Number>::max();
};

/// The options of one command. The variables they are read into must live as long as the command.
class Arguments {
  public:
    Arguments(void* command, CommonOptions& common) : command_(command), common_(&common) {}

    /// Declares an option that sets `value`. `name` includes the placeholder of the value: "--count N",
    /// "-o,--output FILE" with a short form, or "FEN" for a positional argument. A FILE, DIR or WHERE must
    /// not be empty. The description comes from help.txt.
    Option add(const std::string& name, std::string& value);
    Option add(const std::string& name, std::vector<std::string>& values);
    Option add(const std::string& name, int& value, Range<int> bounds);
    Option add(const std::string& name, std::uint64_t& value, Range<std::uint64_t> bounds);
    /// Declares an option for a number above 0 and at most `longest_seconds`.
    Option add_positive(const std::string& name, double& value);
    /// Declares a flag: "--name", or "--name,!--no-name" with a form that switches it off. The description is
    /// `help`, or the text in help.txt if `help` is empty.
    Option add_flag(const std::string& names, bool& value, const std::string& help = "");
    /// Declares an option whose value `read` parses; `read` throws UsageError if the value is invalid.
    Option add_words(const std::string& name, std::function<void(const std::string&)> read,
                     const std::string& help = "");
    /// Declares an option that accepts a key of `words`, and sets `value` to the value of that key.
    template <class T>
    Option add_choice(const std::string& name, T& value, const std::map<std::string, T>& words) {
        std::vector<std::string> names;
        for (const auto& entry : words) names.push_back(entry.first);
        return add_word_of(name, names, [&value, words](const std::string& word) { value = words.at(word); });
    }
    /// Declares an option that accepts one of `words`, ignoring case, and passes the word, as spelled in
    /// `words`, to `store`.
    Option add_word_of(const std::string& name, const std::vector<std::string>& words,
                       std::function<void(const std::string&)> store, const std::string& help = "");

    /// Adds an option or argument that names a file which the command reads.
    Option add_input(const std::string& name, std::string& value);
    /// Adds an option that names a file which the command writes.
    Option add_output(const std::string& name, std::string& value);

    /// Declares files that the command reads, and files that it writes for `option`: `files()` returns their
    /// names once all options are parsed and checked. It is an error to read and write the same file, or to
    /// write it twice.
    void reads(std::function<std::vector<std::string>()> files);
    void writes(const std::string& option, std::function<std::vector<std::string>()> files);

    /// Declares the argument FEN, one position. The name of an existing file is rejected.
    void add_position(std::string& fen);
    /// Declares --from, the format of puzzle files.
    Option add_input_format();
    /// Declares the puzzle files that the command reads, and --from. Puzzles that come with the program may
    /// be given by name.
    Option add_puzzle_files(std::vector<std::string>& files);

    /// Returns the common options, which are complete once the command line is parsed.
    const CommonOptions& common() const { return *common_; }

    /// Rejects each of `options` unless one of `conditions` holds. If an option needs just one other option,
    /// use `Option::needs`.
    void only_with(const std::vector<Option>& options, const std::vector<Condition>& conditions);

    /// Adds a check, which throws UsageError. Checks run in the order of declaration once all options are
    /// parsed.
    void check(std::function<void()> check);
    /// Sets the function that does the work of the command and returns the exit code.
    void run(std::function<int(const CommonOptions&)> work);

  private:
    friend class CommandLine;
    struct Work {
        std::vector<std::function<void()>> checks;
        std::vector<std::function<void(OutputNames&)>> inputs, outputs;
        std::function<int(const CommonOptions&)> run;
    };

    void* command_;  // points to a CLI::App
    CommonOptions* common_;
    std::shared_ptr<Work> work_;
};

struct OptionHelp {
    std::string names;               ///< the names: "-o,--output"
    std::string value;               ///< the placeholder of the value, "N" or "text|jsonl"; empty for flags
    std::string text;                ///< the description of the option
    std::vector<std::string> words;  ///< the possible values, if the option lists them
};

struct CommandHelp {
    std::string name;
    std::string text;
    std::vector<OptionHelp> options;
};

/// The texts of a program's --help.
struct ProgramHelp {
    std::string name;
    std::string about{};   ///< the text at the top of --help
    std::string guide{};   ///< the text printed if the user gives no command
    std::string footer{};  ///< the text at the end of --help
};

/// The commands of a program.
class CommandLine {
  public:
    /// `threads`: the default of --threads. `ranks`: the MPI processes that share the work; null: none.
    CommandLine(const ProgramHelp& program, int threads, collect::Ranks* ranks = nullptr);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    /// Puts the commands declared from now on under `heading` in --help; if it is empty, they are not listed.
    void begin_group(const std::string& heading);

    /// Declares a command that help.txt describes, with the common options. Options that are "hidden" there
    /// are accepted without effect, and left out of the command's help.
    Arguments add(const std::string& name);

    /// Declares a command that octomate-all runs in place of this program.
    void add_elsewhere(const std::string& name);

    /// Returns the help of all commands in the order of declaration, with their options but without
    /// positional arguments.
    std::vector<CommandHelp> commands() const;

    /// Parses the arguments. Returns false, and sets `code` to the exit code, if there is nothing to run
    /// because the user asked for help or made a mistake.
    bool parse(int argc, char** argv, int& code);

    /// Parses `words`, the arguments without the program's name. Throws UsageError for a mistake.
    void read(std::vector<std::string> words);

    /// Runs the parsed command, on at most --threads threads, and returns its exit code.
    int run();

    /// Returns the common options, which are complete once the command line is parsed.
    const CommonOptions& common() const;

  private:
    /// Throws UsageError, which suggests the most similar name, if there is no command `name`.
    void check_command(const std::string& name) const;

    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// Runs the program whose commands `line` declares: parses, runs, reports errors. Returns the exit code.
int run_program(CommandLine& line, int argc, char** argv);

/// A function that declares one command, such as `add_solve`.
using AddCommand = void (*)(CommandLine&);

/// Runs octomate with `commands` (key: the name), and returns the exit code. --help lists all commands of
/// help.txt; octomate-all runs those that `commands` lacks.
int run_octomate(const std::map<std::string_view, AddCommand>& commands, int argc, char** argv);

/// The section of help.txt for a command.
struct CommandText {
    std::string_view group;  ///< the heading of its group in the list of commands
    std::string_view name, description;
    std::string_view text;              ///< example lines, which begin with a blank, and paragraphs
    std::vector<std::string> hidden{};  ///< common options without effect
    std::map<std::string_view, std::string_view> options{};  ///< descriptions; key: the name of the option
};

/// Returns the section of help.txt for the command `name`, which must exist.
const CommandText& help_on(std::string_view name);
/// Returns the description of `option` from the section of `command`, or else from the section "options".
/// Throws std::out_of_range if neither has it.
std::string help_on(std::string_view command, const std::string& option);

// Each function declares one command: its options and its work.
void add_solve(CommandLine& line);
void add_moves(CommandLine& line);
void add_mate(CommandLine& line);
void add_analyse(CommandLine& line);
void add_perft(CommandLine& line);
void add_check(CommandLine& line);
void add_convert(CommandLine& line);
void add_compose(CommandLine& line);
void add_generate(CommandLine& line);
/// Declares `generate`, which calls `work` with the complete options.
void declare_generate(CommandLine& line,
                      std::function<int(const collect::GenerateOptions&, const CommonOptions&)> work);
void add_merge(CommandLine& line);
void add_tag(CommandLine& line);
void add_twins(CommandLine& line);
void add_improve(CommandLine& line);
void add_find(CommandLine& line);
void add_retract(CommandLine& line);
void add_proof(CommandLine& line);
/// `team`: the processes that make tables together; null: only this one.
void add_tables(CommandLine& line, const tables::Team* team = nullptr);
void add_play(CommandLine& line);
void add_match(CommandLine& line);
void add_engine(CommandLine& line);
void add_replay(CommandLine& line);
void add_render(CommandLine& line);
void add_book(CommandLine& line);
void add_sheet(CommandLine& line);
void add_games(CommandLine& line);
void add_serve(CommandLine& line);
void add_export_site(CommandLine& line);
void add_completion(CommandLine& line);

}  // namespace octomate::cli
