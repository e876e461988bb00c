#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "console/console.hpp"

/// The command line. Only arguments.cpp knows the library that reads it: its header takes longer to compile
/// than all commands together.
namespace octomate::cli {

/// One option that was declared; a handle, which may be copied.
class Option {
  public:
    /// How --help calls its value: "N", "FILE". What is called FILE, DIR or WHERE is the name of a file or
    /// folder, for which an empty word will not do.
    Option& named(const std::string& type);
    Option& required();
    Option& needs(const Option& other);
    Option& excludes(const Option& other);
    /// Each of them.
    Option& excludes(const std::vector<Option>& others);
    /// What --help says, instead of what was said before.
    Option& described(const std::string& text);

    /// "--count".
    std::string name() const;
    /// Whether the user gave it, and the words behind it.
    bool given() const;
    std::vector<std::string> words() const;

  private:
    friend class Arguments;
    explicit Option(void* option) : option_(option) {}

    void* option_;  // the library's
};

/// Something that a command line may say, in the user's words: "--best", "--from play".
struct Said {
    Said(std::string in_words, std::function<bool()> is_said)
        : words(std::move(in_words)), holds(std::move(is_said)) {}
    /// That an option was given.
    Said(const Option& option);  // NOLINT(google-explicit-constructor): a list of options is one of these

    std::string words;
    std::function<bool()> holds;  ///< once the command line has been read
};

/// More than thirty years: what clocks can still add up.
inline constexpr double longest_seconds = 1e9;

/// A range of whole numbers, both ends included.
template <class Number>
struct Range {
    Number least = std::numeric_limits<Number>::min();
    Number most = std::numeric_limits<Number>::max();
};

/// The options of one command. What they are read into must live as long as the command.
class Arguments {
  public:
    Arguments(void* command, CommonOptions& common) : command_(command), common_(&common) {}

    /// A name that begins with '-' is an option's, others are those of arguments in order.
    Option add(const std::string& name, std::string& value, const std::string& help);
    Option add(const std::string& name, std::vector<std::string>& values, const std::string& help);
    Option add(const std::string& name, int& value, Range<int> bounds, const std::string& help);
    Option add(const std::string& name, std::uint64_t& value, Range<std::uint64_t> bounds,
               const std::string& help);
    /// Seconds and the like: more than 0, and at most `longest_seconds`.
    Option add_positive(const std::string& name, double& value, const std::string& help);
    /// "--name", or "--name,!--no-name".
    Option add_flag(const std::string& names, bool& value, const std::string& help);
    /// Words that `read` understands; it throws UsageError for others.
    Option add_words(const std::string& name, std::function<void(const std::string&)> read,
                     const std::string& help);
    /// One of some words.
    template <class T>
    Option add_choice(const std::string& name, T& value, const std::string& help,
                      const std::map<std::string, T>& words) {
        std::vector<std::string> names;
        for (const auto& entry : words) names.push_back(entry.first);
        return add_word_of(name, names, help,
                           [&value, words](const std::string& word) { value = words.at(word); });
    }
    /// The same for words that are no values of a type.
    Option add_word_of(const std::string& name, const std::vector<std::string>& words,
                       const std::string& help, std::function<void(const std::string&)> take);

    /// The option --from: the format of puzzle files.
    Option add_input_format();
    /// The puzzle files that a command reads, with that option.
    Option add_puzzle_files(std::vector<std::string>& files,
                            const std::string& help = "Puzzle files; - is standard input");

    /// The common options, as far as they have been read.
    const CommonOptions& common() const { return *common_; }

    /// Common options that do nothing for this command: they are taken, and its help does not name them.
    Arguments& hide(const std::vector<std::string>& names);

    /// Options that do nothing unless one of the others is said: without it, to give them is a mistake. For a
    /// single option beside another `Option::needs` will do.
    void only_with(const std::vector<Option>& options, const std::vector<Said>& others);

    /// Looks at what was read as a whole, while the command line is being read; throws UsageError.
    void check(std::function<void()> check);
    /// The work, which returns the exit code.
    void run(std::function<int(const CommonOptions&)> work);

  private:
    friend class CommandLine;
    struct Work {
        std::vector<std::function<void()>> rules;  ///< each throws UsageError
        std::function<void()> check = [] {};
        std::function<int(const CommonOptions&)> run;
    };

    void* command_;  // the library's
    CommonOptions* common_;
    std::shared_ptr<Work> work_;
};

/// What help says of an option or an argument.
struct OptionHelp {
    std::string names;               ///< "-o,--output", "FILE"
    std::string value;               ///< how its value is called: "N", "text|jsonl"; empty for flags
    std::string text;                ///< what it does
    std::vector<std::string> words;  ///< all that may stand there, where they are few
    bool is_argument = false;        ///< it has no name on the command line
};

/// The group of commands that only developers of the program need.
inline constexpr const char* developers = "";

/// What help says of a command.
struct CommandHelp {
    std::string name;
    std::string group;  ///< its heading; empty: none
    std::string usage;  ///< "octomate solve [OPTIONS] FILE..."
    std::string text;
    std::string examples;
    std::vector<OptionHelp> options;
};

/// The commands of a program.
class CommandLine {
  public:
    /// `program` is the name that --version tells with the version; `threads` how many a command uses if the
    /// user does not say.
    CommandLine(const std::string& program, const std::string& about, const std::string& footer, int threads);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    /// Help lists the commands that are declared from now on under this heading; `developers`: not on its
    /// first page.
    void begin_group(const std::string& heading);

    /// Declares a command: its name, what it does in a line, and examples for its help. The common options
    /// are its own already.
    Arguments add(const std::string& name, const std::string& description, const std::string& examples);

    /// Throws UsageError if there is no command of that name; tells one that is like it.
    void check_command(const std::string& name) const;

    /// The commands that were declared, in their order.
    std::vector<CommandHelp> commands() const;

    /// Describes the option --threads of all commands in other words.
    void describe_threads(const std::string& text);

    /// Reads the arguments. False if there is nothing to run: help was asked for, or the user made a mistake;
    /// `code` is then the exit code. Both are told if it `talks`.
    bool parse(int argc, char** argv, int& code, bool talks = true);

    /// Runs the command that the arguments name; its exit code.
    int run();

    /// The common options, as far as they have been read.
    const CommonOptions& common() const;

  private:
    void refuse_extras() const;

    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// What the main function of a program does: the exit code of the command that the arguments name.
int run_program(CommandLine& line, int argc, char** argv);

}  // namespace octomate::cli
