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

/// The command line. Only arguments.cpp includes the library that parses it, whose header compiles slowly.
namespace octomate::cli {

/// A handle to a declared option, which may be copied.
class Option {
  public:
    Option& required();
    Option& needs(const Option& other);
    Option& excludes(const Option& other);
    Option& excludes(const std::vector<Option>& others);

    /// "--count".
    std::string name() const;
    /// Whether the user gave it, and the values given.
    bool given() const;
    std::vector<std::string> words() const;

  private:
    friend class Arguments;
    explicit Option(void* option) : option_(option) {}

    void* option_;  // the library's
};

/// A condition on the command line, in the user's words: "--best", "--from play".
struct Condition {
    Condition(std::string in_words, std::function<bool()> is_met)
        : words(std::move(in_words)), holds(std::move(is_met)) {}
    /// That an option was given.
    Condition(const Option& option);  // NOLINT(google-explicit-constructor): lists of options are conditions

    std::string words;
    std::function<bool()> holds;  ///< valid once the command line has been parsed
};

/// More than thirty years, which clocks can still add.
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

    /// Names: "--count N" is an option with the name of its value, "-o,--output FILE" has a short form, and
    /// "FEN" is a positional argument. A value called FILE, DIR or WHERE must not be empty. help.txt says
    /// what each does, unless there is `help`.
    Option add(const std::string& name, std::string& value);
    Option add(const std::string& name, std::vector<std::string>& values);
    Option add(const std::string& name, int& value, Range<int> bounds);
    Option add(const std::string& name, std::uint64_t& value, Range<std::uint64_t> bounds);
    /// Accepts a number above 0 and at most `longest_seconds`.
    Option add_positive(const std::string& name, double& value);
    /// "--name", or "--name,!--no-name".
    Option add_flag(const std::string& names, bool& value, const std::string& help = "");
    /// `read` throws UsageError for a word it does not understand.
    Option add_words(const std::string& name, std::function<void(const std::string&)> read,
                     const std::string& help = "");
    /// Accepts one of `words`, and sets `value` to what it stands for.
    template <class T>
    Option add_choice(const std::string& name, T& value, const std::map<std::string, T>& words) {
        std::vector<std::string> names;
        for (const auto& entry : words) names.push_back(entry.first);
        return add_word_of(name, names, [&value, words](const std::string& word) { value = words.at(word); });
    }
    /// Accepts one of `words` without regard to case; `take` gets it as spelled in the list.
    Option add_word_of(const std::string& name, const std::vector<std::string>& words,
                       std::function<void(const std::string&)> take, const std::string& help = "");

    /// Adds an option or argument that names a file which the command reads.
    Option add_input(const std::string& name, std::string& value);
    /// Adds an option that names a file which the command writes.
    Option add_output(const std::string& name, std::string& value);

    /// Declares files that the command reads, and files that it writes for `option`. No file may be both, or
    /// be written twice; that is tested after all other checks, for the names that `files()` then returns.
    void reads(std::function<std::vector<std::string>()> files);
    void writes(const std::string& option, std::function<std::vector<std::string>()> files);

    /// FEN: the one position that the command takes. The name of a file is refused.
    void add_position(std::string& fen);
    /// --from: the format of puzzle files.
    Option add_input_format();
    /// The puzzle files that the command reads, and --from. Shipped puzzles may be given by name.
    Option add_puzzle_files(std::vector<std::string>& files);

    /// The common options, as far as they have been parsed.
    const CommonOptions& common() const { return *common_; }

    /// Refuses the options unless one of the conditions holds. Between two single options `Option::needs`
    /// does.
    void only_with(const std::vector<Option>& options, const std::vector<Condition>& conditions);

    /// Adds a check to be made once all options are parsed, in the order of declaration; throws UsageError.
    void check(std::function<void()> check);
    /// The work, which returns the exit code.
    void run(std::function<int(const CommonOptions&)> work);

  private:
    friend class CommandLine;
    struct Work {
        std::vector<std::function<void()>> checks;
        std::vector<std::function<void(OutputNames&)>> inputs, outputs;
        std::function<int(const CommonOptions&)> run;
    };

    void* command_;  // the library's
    CommonOptions* common_;
    std::shared_ptr<Work> work_;
};

/// The help for an option.
struct OptionHelp {
    std::string names;               ///< "-o,--output"
    std::string value;               ///< the name of its value, "N" or "text|jsonl"; empty for flags
    std::string text;                ///< what it does
    std::vector<std::string> words;  ///< its possible values, where they are few
};

/// The help for a command.
struct CommandHelp {
    std::string name;
    std::string text;
    std::vector<OptionHelp> options;
};

/// What a program says about itself.
struct ProgramHelp {
    std::string name;
    std::string about{};   ///< at the head of --help
    std::string guide{};   ///< first steps, for a user who names no command
    std::string footer{};  ///< at the end of --help
};

/// The commands of a program.
class CommandLine {
  public:
    /// `threads`: the default of --threads. `ranks`: the processes that share the work of its commands.
    CommandLine(const ProgramHelp& program, int threads, collect::Ranks* ranks = nullptr);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    /// Lists the commands declared from now on under a heading of --help; empty: in no list.
    void begin_group(const std::string& heading);

    /// Declares a command of help.txt, with the common options. Those that are "hidden" there have no effect:
    /// they are accepted, and left out of its help.
    Arguments add(const std::string& name);

    /// Lists a command that another program runs.
    void add_elsewhere(const std::string& name);

    /// The commands in the order of declaration, with their options but without their arguments.
    std::vector<CommandHelp> commands() const;

    /// Parses the arguments. False if there is nothing to run, because the user asked for help or made a
    /// mistake; `code` is then the exit code.
    bool parse(int argc, char** argv, int& code);

    /// Parses words that do not ask for help; throws UsageError for a mistake.
    void read(std::vector<std::string> words);

    /// Runs the command that the arguments name with the number of threads they allow. The exit code.
    int run();

    /// The common options, as far as they have been parsed.
    const CommonOptions& common() const;

  private:
    /// Throws UsageError, with the most similar name, if there is no such command.
    void check_command(const std::string& name) const;

    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// Runs a program whose commands are declared, and returns its exit code.
int run_program(CommandLine& line, int argc, char** argv);

/// Declares one command.
using AddCommand = void (*)(CommandLine&);

/// Runs octomate with some of its commands, by name, and lists them all in --help. Commands that are missing
/// are run by octomate-all. Returns the exit code.
int run_octomate(const std::map<std::string_view, AddCommand>& commands, int argc, char** argv);

/// What help.txt says about a command.
struct CommandText {
    std::string_view group;  ///< its heading in the list of commands
    std::string_view name, description;
    std::string_view text;              ///< examples, which begin with a blank, and paragraphs
    std::vector<std::string> hidden{};  ///< common options without effect
    std::map<std::string_view, std::string_view> options{};  ///< what each does
};

/// Returns the help of a command, which must have a section in help.txt.
const CommandText& help_on(std::string_view name);
/// Returns what an option of a command does, which help.txt must say there or in its section "options".
std::string help_on(std::string_view command, const std::string& option);

// The commands: each function declares the options of one, and what it does.
void add_solve(CommandLine& line);
void add_moves(CommandLine& line);
void add_mate(CommandLine& line);
void add_analyse(CommandLine& line);
void add_perft(CommandLine& line);
void add_check(CommandLine& line);
void add_convert(CommandLine& line);
void add_compose(CommandLine& line);
void add_generate(CommandLine& line);
/// The same with other work, for octomate-mpi. `work` gets the options once they are complete.
void declare_generate(CommandLine& line,
                      std::function<int(const collect::GenerateOptions&, const CommonOptions&)> work);
void add_merge(CommandLine& line);
void add_tag(CommandLine& line);
void add_twins(CommandLine& line);
void add_improve(CommandLine& line);
void add_find(CommandLine& line);
void add_retract(CommandLine& line);
void add_proof(CommandLine& line);
/// `team`: the processes that make the tables; null: this one alone.
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
