#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string_view>
#include <system_error>

#include "cli/shared.hpp"
#include "core/types.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

CLI::Option& cli_option(void* option) { return *static_cast<CLI::Option*>(option); }
CLI::App& cli_app(void* command) { return *static_cast<CLI::App*>(command); }

/// Returns the name of an option; of a flag, the form that was given: "--spread" or "--no-spread".
std::string name_given(const CLI::Option& option) {
    const bool negative =
        !option.get_fnames().empty() && option.results() == std::vector<std::string>{"false"};
    return negative ? "--" + option.get_fnames().front() : option.get_name();
}

/// Returns the names of an option as --help shows them: "-o,--output", "--unique,--no-unique", "FILE". If an
/// option with a value has several long names, only the first is shown.
std::string names_of(const CLI::Option& option) {
    std::string names = option.get_positional() ? option.get_name(true, false) : option.get_name(false, true);
    constexpr std::string_view suffix = "{false}";  // CLI11 puts it after the name that switches a flag off
    for (std::size_t at = 0; (at = names.find(suffix)) != std::string::npos;) names.erase(at, suffix.size());
    const std::size_t second_name = names.find(",--", std::min(names.find("--"), names.size()));
    if (option.get_expected_max() > 0 && second_name != std::string::npos) names.erase(second_name);
    return names;
}

/// Checks whether a regular file `name` exists; false for text that cannot be a file name.
bool is_file(const std::string& name) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(name, ignored);
}

/// Returns the name in the declaration of an option: "--count" for "--count N".
std::string name_in(const std::string& declared) { return declared.substr(0, declared.find(' ')); }

/// Makes the option reject values for which `is_good` is false, with the message: "VALUE" is not `expected`.
CLI::Option& check_value(CLI::Option& option, std::function<bool(const std::string&)> is_good,
                         const std::string& expected) {
    const auto check = [&option, is_good = std::move(is_good), expected](const std::string& word) {
        if (!is_good(word))
            throw UsageError(option.get_name(), fmt::format("\"{}\" is not {}", word, expected));
        return std::string();
    };
    return *option.check(CLI::Validator(check, ""));
}

/// Sets the placeholder of the value: the part of `declared`, such as "--count N", after the blank.
CLI::Option& set_placeholder(CLI::Option& option, const std::string& declared) {
    const std::size_t blank = declared.find(' ');
    if (blank == std::string::npos) return option;
    const std::string type = declared.substr(blank + 1);
    option.type_name(type);
    if (type.starts_with("FILE") || type == "DIR" || type == "WHERE")
        check_value(
            option, [](const std::string& word) { return !word.empty(); }, "the name of a file or folder");
    return option;
}

/// Returns `help`, or if it is empty the description of the option in help.txt.
std::string help_or(const std::string& help, void* command, const std::string& declared) {
    return help.empty() ? help_on(cli_app(command).get_name(), name_in(declared)) : help;
}

template <class Value>
CLI::Option& declare(void* command, const std::string& name, Value& value) {
    return set_placeholder(*cli_app(command).add_option(name_in(name), value, help_or("", command, name)),
                           name);
}

template <class Number>
CLI::Option& check_range(CLI::Option& option, Range<Number> bounds) {
    const auto is_good = [bounds](const std::string& word) {
        const auto number = number_in<Number>(word);
        return number && *number >= bounds.least && *number <= bounds.most;
    };
    return check_value(option, is_good,
                       fmt::format("a whole number from {} to {}", bounds.least, bounds.most));
}

/// Throws UsageError for a FEN that was not quoted: a word with a board, followed by the word "w" or "b".
void refuse_unquoted_fen(const std::vector<std::string>& words) {
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
        const auto slashes = std::count(words[at].begin(), words[at].end(), '/');
        const bool side_follows = words[at + 1] == "w" || words[at + 1] == "b";
        if (slashes < 7 || !side_follows || words[at].find_first_of(" .") != std::string::npos) continue;
        throw UsageError(
            "", fmt::format("a FEN is one argument: put it in quotes, '{} {}'", words[at], words[at + 1]));
    }
}

/// Replaces `help`, `help solve` and `version` by the options --help and --version.
std::vector<std::string> as_options(std::vector<std::string> words) {
    if (words.empty()) return words;
    if (words[0] == "version" && words.size() == 1) return {"--version"};
    if (words[0] != "help") return words;
    if (words.size() == 1) return {"--help"};
    return {words[1], "--help"};
}

[[noreturn]] void refuse_unknown(const std::string& what, const std::string& name,
                                 const std::vector<std::string>& names) {
    const auto similar = nearest(name, names);
    throw UsageError("",
                     fmt::format("unknown {}{}", what, similar ? "; did you mean " + *similar + "?" : ""));
}

/// Throws UsageError if there are words left that no option or argument of the command accepts.
void refuse_extras(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    const std::vector<std::string> extras = command.remaining();
    for (const std::string& word : extras) {
        const std::string name = word.substr(0, word.find('='));
        if (name.starts_with('-')) refuse_unknown("option " + name, name, names);
    }
    if (extras.empty()) return;
    const bool is_count = command.get_option_no_throw("--count") && number_in<std::uint64_t>(extras[0]);
    throw UsageError("", fmt::format("unexpected argument \"{}\"{}", extras[0],
                                     is_count ? "; did you mean --count " + extras[0] + "?" : ""));
}

/// Returns the message of an error of CLI11, with "needs" and "cannot be combined with" as in other messages.
std::string message_of(const CLI::ParseError& error) {
    std::string message = error.what();
    for (const auto& [word, ours] :
         {std::pair(" requires --", " needs --"), std::pair(" excludes --", " cannot be combined with --")}) {
        if (const auto at = message.find(word); at != std::string::npos)
            message.replace(at, std::string_view(word).size(), ours);
    }
    return message;
}

/// Formats --help to the width of the terminal: names on the left, descriptions on the right.
class HelpFormatter : public CLI::Formatter {
  public:
    /// `width`: characters per line.
    explicit HelpFormatter(std::size_t width) : width_(width) {
        label("SUBCOMMAND", "COMMAND");
        label("Subcommands", "Commands");
        label("Positionals", "Arguments");
    }

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
        // CLI11 prints extra empty lines in place of hidden options.
        for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != std::string::npos;) help.erase(at, 1);
        return help;
    }

    std::string make_option(const CLI::Option* option, bool) const override {
        const std::string value = option->get_type_size() == 0 || option->get_positional()
                                      ? std::string()
                                      : " " + option->get_type_name();
        return entry(names_of(*option) + value, option->get_description());
    }

    std::string make_subcommand(const CLI::App* command) const override {
        return entry(command->get_display_name(true), command->get_description());
    }

    std::string make_description(const CLI::App* app) const override {
        return reflowed(app->get_description(), width_);
    }

    std::string make_footer(const CLI::App* app) const override {
        return reflowed(app->get_footer(), width_);
    }

  private:
    std::string entry(const std::string& names, const std::string& text) const {
        return table_row("  " + names, text, width_ < 60 ? 8 : 28, width_) + '\n';
    }

    std::size_t width_;
};

}  // namespace

Option& Option::required() {
    cli_option(option_).required();
    return *this;
}

Option& Option::needs(const Option& other) {
    cli_option(option_).needs(&cli_option(other.option_));
    return *this;
}

Option& Option::excludes(const Option& other) {
    cli_option(option_).excludes(&cli_option(other.option_));
    return *this;
}

Option& Option::excludes(const std::vector<Option>& others) {
    for (const Option& other : others) excludes(other);
    return *this;
}

std::string Option::name() const { return cli_option(option_).get_name(); }
bool Option::given() const { return cli_option(option_).count() > 0; }
std::vector<std::string> Option::words() const { return cli_option(option_).results(); }

Condition::Condition(const Option& option) : Condition(option.name(), [option] { return option.given(); }) {}

Option Arguments::add(const std::string& name, std::string& value) {
    return Option(&declare(command_, name, value));
}

Option Arguments::add(const std::string& name, std::vector<std::string>& values) {
    return Option(&declare(command_, name, values));
}

Option Arguments::add_input(const std::string& name, std::string& value) {
    reads([&value] { return std::vector{value}; });
    return add(name, value);
}

Option Arguments::add_output(const std::string& name, std::string& value) {
    const Option option = add(name, value);
    writes(option.name(), [&value] { return std::vector{value}; });
    return option;
}

Option Arguments::add(const std::string& name, int& value, Range<int> bounds) {
    return Option(&check_range(declare(command_, name, value), bounds));
}

Option Arguments::add(const std::string& name, std::uint64_t& value, Range<std::uint64_t> bounds) {
    return Option(&check_range(declare(command_, name, value), bounds));
}

Option Arguments::add_positive(const std::string& name, double& value) {
    const auto is_good = [](const std::string& word) {
        const auto number = number_in<double>(word);
        return number && *number > 0 && *number <= longest_seconds;
    };
    const std::string expected = fmt::format("a number above 0 and at most {}", longest_seconds);
    return Option(&check_value(declare(command_, name, value), is_good, expected));
}

Option Arguments::add_flag(const std::string& names, bool& value, const std::string& help) {
    return Option(cli_app(command_).add_flag(names, value, help_or(help, command_, names)));
}

Option Arguments::add_words(const std::string& name, std::function<void(const std::string&)> read,
                            const std::string& help) {
    const auto read_value = [name = name_in(name), read = std::move(read)](const std::string& word) {
        try {
            read(word);
        } catch (const UsageError& error) {
            throw UsageError(error.option.empty() ? name : error.option, error.what());
        }
    };
    CLI::Option* option = cli_app(command_).add_option_function<std::string>(name_in(name), read_value,
                                                                             help_or(help, command_, name));
    return Option(&set_placeholder(*option, name));
}

Option Arguments::add_word_of(const std::string& name, const std::vector<std::string>& words,
                              std::function<void(const std::string&)> store, const std::string& help) {
    const auto read = [words, store = std::move(store)](const std::string& word) {
        const auto found = std::find_if(words.begin(), words.end(),
                                        [&](const std::string& known) { return same_name(known, word); });
        if (found == words.end())
            throw UsageError("", fmt::format("\"{}\" is not one of {}", word, joined(words, ", ")));
        store(*found);
    };
    return add_words(name + ' ' + joined(words, "|"), read, help);
}

void Arguments::add_position(std::string& fen) {
    add("FEN", fen).required();
    check([&fen] {
        if (!is_file(fen)) return;
        throw UsageError("FEN",
                         fmt::format("\"{}\" is a file, and this command takes one position, in quotes; "
                                     "octomate solve, mate and check read files",
                                     fen));
    });
}

Option Arguments::add_input_format() {
    const auto& names = records::input_format_names;
    return add_word_of("--from", {names.begin(), names.end()},
                       [common = common_](const std::string& word) { common->from = word; });
}

Option Arguments::add_puzzle_files(std::vector<std::string>& files) {
    const Option argument = add("FILE", files);
    reads([&files] { return files; });
    add_input_format();
    check([&files] {
        for (std::string& file : files) file = bundled_file("puzzles", file);
    });
    return argument;
}

void Arguments::only_with(const std::vector<Option>& options, const std::vector<Condition>& conditions) {
    check([options, conditions] {
        if (std::any_of(conditions.begin(), conditions.end(),
                        [](const Condition& condition) { return condition.holds(); }))
            return;
        std::vector<std::string> words;
        for (const Condition& condition : conditions) words.push_back(condition.words);
        for (const Option& option : options) {
            if (option.given())
                throw UsageError("", fmt::format("{} needs {}", name_given(cli_option(option.option_)),
                                                 enumerate(words, " or ")));
        }
    });
}

void Arguments::reads(std::function<std::vector<std::string>()> files) {
    work_->inputs.emplace_back([files = std::move(files)](OutputNames& names) { names.add_inputs(files()); });
}

void Arguments::writes(const std::string& option, std::function<std::vector<std::string>()> files) {
    work_->outputs.emplace_back([option, files = std::move(files)](OutputNames& names) {
        for (const std::string& file : files()) names.claim(option, file);
    });
}

void Arguments::check(std::function<void()> check) { work_->checks.push_back(std::move(check)); }

void Arguments::run(std::function<int(const CommonOptions&)> work) { work_->run = std::move(work); }

struct CommandLine::Implementation {
    CLI::App root;
    std::string guide;
    CommonOptions common;
    std::string group = "Commands";  // the heading for the commands declared next
    std::function<int()> command;
};

CommandLine::CommandLine(const ProgramHelp& program, int threads, collect::Ranks* ranks)
    : implementation_(std::make_unique<Implementation>()) {
    CLI::App& root = implementation_->root;
    root.description(program.about);
    root.footer(program.footer);
    root.name(program.name);
    root.set_help_flag("-h,--help", "Print this help");
    root.set_version_flag("-V,--version", fmt::format("{} {}", program.name, version()), "Print the version");
    root.formatter(std::make_shared<HelpFormatter>(terminal_width()));
    root.require_subcommand(1);
    implementation_->guide = program.guide;
    implementation_->common.variant = games::default_name();
    implementation_->common.threads = threads;
    implementation_->common.ranks = ranks;
}

CommandLine::~CommandLine() = default;

void CommandLine::begin_group(const std::string& heading) { implementation_->group = heading; }

void CommandLine::add_elsewhere(const std::string& name) {
    Implementation& line = *implementation_;
    CLI::App* command = line.root.add_subcommand(name, std::string(help_on(name).description));
    command->group(line.group);
    command->set_help_flag();
    command->prefix_command();  // accepts any options, which octomate-all parses
    command->callback([&line, name] {
        line.command = [&line, name]() -> int { exec_octomate_all(name, line.common.words); };
    });
}

Arguments CommandLine::add(const std::string& name) {
    Implementation& line = *implementation_;
    CommonOptions& common = line.common;
    CLI::App* command = line.root.add_subcommand(name, std::string(help_on(name).description));
    command->footer(fmt::format("Examples:\n{}", help_on(name).text));
    command->group(line.group);
    Arguments arguments(command, common);
    arguments.work_ = std::make_shared<Arguments::Work>();
    arguments.add_words(
        "--variant NAME", [&common](const std::string& word) { common.variant = games::named(word).name(); },
        "The game of records that do not name one: " + enumerate(games::names(), " or ") +
            " (default: the first)");
    arguments.add_choice<Format>("--format", common.format,
                                 {{"text", Format::Text}, {"jsonl", Format::Jsonl}});
    arguments.add("--threads N", common.threads, {1, 1024});
    if (common.ranks) command->get_option("--threads")->description("Threads of each rank (default: 1)");
    arguments.add_flag("-q,--quiet", common.quiet);
    arguments.add_choice<ProgressMode>(
        "--progress", common.progress,
        {{"auto", ProgressMode::Auto}, {"none", ProgressMode::None}, {"json", ProgressMode::Json}});
    arguments.add_flag("--ascii", common.ascii);
    for (const std::string& hidden : help_on(name).hidden) command->get_option(hidden)->group("");
    command->callback([&line, name, command, work = arguments.work_] {
        line.common.command = name;
        for (const CLI::Option* option : command->get_options())
            if (option->count() > 0) line.common.given_options[option->get_single_name()] = option->results();
        for (const auto& check : work->checks) check();
        OutputNames& names = *(line.common.outputs = std::make_shared<OutputNames>());
        for (const auto& add_inputs : work->inputs) add_inputs(names);
        for (const std::string& file : names.inputs()) {
            if (line.common.ranks && (file == "-" || !is_plain_or_new(file)))
                throw UsageError("", file + " is not a plain file, which all ranks can read");
        }
        for (const auto& claim_outputs : work->outputs) claim_outputs(names);
        names.check_streams();
        line.command = [&line, work] { return work->run(line.common); };
    });
    return arguments;
}

std::vector<CommandHelp> CommandLine::commands() const {
    std::vector<CommandHelp> all;
    for (const CLI::App* command : implementation_->root.get_subcommands({})) {
        CommandHelp& help = all.emplace_back();
        help.name = command->get_name();
        help.text = command->get_description();
        for (const CLI::Option* option : command->get_options()) {
            if (option->get_group().empty() || option->get_positional()) continue;
            OptionHelp& option_help = help.options.emplace_back();
            option_help.names = names_of(*option);
            option_help.text = option->get_description();
            if (option->get_type_size() > 0) {
                option_help.value = option->get_type_name();
                if (option->check_lname("variant")) option_help.words = games::names();
                if (option_help.value.find('|') != std::string::npos) {
                    const auto words = words_between(option_help.value, '|');
                    option_help.words.assign(words.begin(), words.end());
                }
            }
        }
    }
    return all;
}

bool CommandLine::parse(int argc, char** argv, int& code) {
    CLI::App& root = implementation_->root;
    code = Usage;
    std::string message;
    try {
        implementation_->common.words.assign(argv, argv + argc);
        read({argv + std::min(argc, 1), argv + argc});
        return true;
    } catch (const CLI::Success& help) {  // --help or --version
        root.exit(help);
        if (std::cout.flush()) code = Success;
        return false;
    } catch (const UsageError& error) {
        message = (error.option.empty() ? "" : error.option + ": ") + error.what();
    }
    const auto commands = root.get_subcommands();
    const std::string name = commands.empty() ? "" : ' ' + commands.front()->get_name();
    print_message(message.empty() ? implementation_->guide
                                  : fmt::format("{0}: {1}\nSee {0}{2} --help.\n", root.get_name(),
                                                printable(message), name));
    return false;
}

void CommandLine::read(std::vector<std::string> words) {
    CLI::App& root = implementation_->root;
    words = as_options(std::move(words));
    if (words.empty() && !implementation_->guide.empty()) throw UsageError("", "");
    if (!words.empty() && !words[0].starts_with('-')) check_command(words[0]);
    refuse_unquoted_fen(words);
    std::reverse(words.begin(), words.end());  // CLI11 expects the last word first
    try {
        root.parse(std::move(words));
    } catch (const CLI::Success&) {
        throw;
    } catch (const CLI::ParseError& error) {
        const auto commands = root.get_subcommands();
        if (commands.empty() || !root.remaining().empty())
            throw UsageError("", "a command comes first, as in octomate solve FILE");
        refuse_extras(*commands.front());
        throw UsageError("", message_of(error));
    }
}

void CommandLine::check_command(const std::string& name) const {
    std::vector<std::string> names;
    for (const CLI::App* command : implementation_->root.get_subcommands({}))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    if (is_file(name))
        throw UsageError("", fmt::format("a command comes first; did you mean octomate solve {}?", name));
    refuse_unknown(fmt::format("command \"{}\"", name), name, names);
}

int CommandLine::run() {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(common().threads));
    return implementation_->command();
}

const CommonOptions& CommandLine::common() const { return implementation_->common; }

int run_program(CommandLine& line, int argc, char** argv) {
    open_standard_streams();
    catch_signals();
    int code = Usage;
    const auto print_error = [](const std::string& option, const std::exception& error) {
        print_message_unflushed(
            fmt::format("octomate: {}{}{}\n", option, option.empty() ? "" : ": ", error.what()));
    };
    try {
        if (!line.parse(argc, argv, code)) return code;
        const int result = line.run();
        flush_output();
        code = result;
    } catch (const UsageError& error) {
        print_error(error.option, error);
    } catch (const std::exception& error) {
        print_error("", error);
    }
    try {
        flush_output();  // print what was written before the error
    } catch (const EnvironmentError&) {
    }
    if (interrupted) code = Interrupted;
    end_progress(line.common(), code);
    return code;
}

}  // namespace octomate::cli
