#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/help_formatter.hpp"
#include "cli/told_by_the_library.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "text/printable.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::cli {

struct CommandLine::Implementation {
    CLI::App root;
    CommonOptions common;
    std::string group = "Commands";  // of the commands that are declared next
    std::vector<CLI::Option*> threads;
    std::function<int()> command;
};

CommandLine::CommandLine(const std::string& program, const std::string& about, const std::string& footer,
                         int threads)
    : implementation_(std::make_unique<Implementation>()) {
    CLI::App& root = implementation_->root;
    root.description(about);
    root.footer(footer);
    root.name(program);
    root.set_help_flag("-h,--help", "This help");
    root.set_version_flag("-V,--version", fmt::format("{} {}", program, version()), "The version");
    root.formatter(std::make_shared<HelpFormatter>(terminal_width()));
    root.require_subcommand(1);
    implementation_->common.variant = games::default_name();
    implementation_->common.threads = threads;
}

CommandLine::~CommandLine() = default;

void CommandLine::begin_group(const std::string& heading) { implementation_->group = heading; }

Arguments CommandLine::add(const std::string& name, const std::string& description,
                           const std::string& examples) {
    Implementation& line = *implementation_;
    CommonOptions& common = line.common;
    CLI::App* command = line.root.add_subcommand(name, description);
    command->footer("Examples:\n" + examples);
    command->group(line.group);
    Arguments arguments(command, common);
    arguments
        .add_words(
            "--variant", [&common](const std::string& word) { common.variant = games::named(word).name(); },
            "The game, where a record does not name its own: " + enumerate(games::names(), " or ") +
                " (default: the first)")
        .named("NAME");
    arguments.add_choice<Format>("--format", common.format,
                                 "For people (text, the default), or JSON Lines for machines",
                                 {{"text", Format::Text}, {"jsonl", Format::Jsonl}});
    arguments.add("--threads", common.threads, {1, 1024}, "Threads to use (default: all)").named("N");
    line.threads.push_back(command->get_option("--threads"));
    arguments.add_flag("-q,--quiet", common.quiet, "No progress and no notes on standard error");
    arguments.add_choice<ProgressMode>(
        "--progress", common.progress,
        "How far a long run has come, on standard error: a line if that is a terminal (auto, the default), "
        "nothing, or JSON Lines for machines",
        {{"auto", ProgressMode::Auto}, {"none", ProgressMode::None}, {"json", ProgressMode::Json}});
    arguments.add_flag("--ascii", common.ascii, "Draw with letters instead of chess symbols");
    arguments.work_ = std::make_shared<Arguments::Work>();
    command->callback([&line, name, work = arguments.work_] {
        line.common.command = name;
        told_by_the_library("", [&] {
            for (const auto& rule : work->rules) rule();
            work->check();
        });
        line.command = [&line, work] { return work->run(line.common); };
    });
    return arguments;
}

void CommandLine::describe_threads(const std::string& text) {
    for (CLI::Option* option : implementation_->threads) option->description(text);
}

std::vector<CommandHelp> CommandLine::commands() const {
    std::vector<CommandHelp> all;
    for (const CLI::App* command : implementation_->root.get_subcommands({})) {
        CommandHelp& help = all.emplace_back();
        help.name = command->get_name();
        help.group = command->get_group();
        help.usage = fmt::format("{} {} [OPTIONS]", implementation_->root.get_name(), help.name);
        help.text = command->get_description();
        help.examples = command->get_footer();
        for (const CLI::Option* option : command->get_options()) {
            if (option->get_group().empty()) continue;
            OptionHelp& one = help.options.emplace_back();
            one.names = names_of(*option);
            one.text = option->get_description();
            one.is_argument = option->get_positional();
            if (one.is_argument) {
                const bool several = option->get_expected_max() > 1;
                const std::string name = one.names + (several ? "..." : "");
                help.usage += option->get_required() ? " " + name : " [" + name + "]";
            } else if (option->get_type_size() > 0) {
                one.value = option->get_type_name();
                if (option->check_lname("variant")) one.words = games::names();
                if (one.value.find('|') != std::string::npos) {
                    const auto words = words_between(one.value, '|');
                    one.words.assign(words.begin(), words.end());
                }
            }
        }
    }
    return all;
}

namespace {

[[noreturn]] void refuse(const std::string& what, const std::optional<std::string>& meant,
                         const std::string& help) {
    throw UsageError("", meant ? fmt::format("{}; did you mean {}?", what, *meant)
                               : fmt::format("{}: see {}", what, help));
}

/// `help`, `help solve` and `version` are what people type; nobody has to know the options of that name.
std::vector<std::string> as_options(std::vector<std::string> words) {
    if (words.empty()) return words;
    if (words[0] == "version" && words.size() == 1) return {"--version"};
    if (words[0] != "help") return words;
    if (words.size() == 1) return {"--help"};
    return {words[1], "--help"};
}

/// A FEN that the shell has taken apart: a board, and the side to move behind it.
void refuse_unquoted_fen(const std::vector<std::string>& words) {
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
        const auto slashes = std::count(words[at].begin(), words[at].end(), '/');
        const bool side = words[at + 1] == "w" || words[at + 1] == "b";
        if (slashes < 7 || !side || words[at].find_first_of(" .") != std::string::npos) continue;
        throw UsageError(
            "", fmt::format("a FEN is one argument: put it in quotes, '{} {}'", words[at], words[at + 1]));
    }
}

}  // namespace

bool CommandLine::parse(int argc, char** argv, int& code, bool talks) {
    CLI::App& root = implementation_->root;
    std::ostringstream nowhere;
    try {
        implementation_->common.words.assign(argv, argv + argc);
        std::vector<std::string> words = as_options({argv + std::min(argc, 1), argv + argc});
        if (!words.empty() && !words[0].starts_with('-')) check_command(words[0]);
        refuse_unquoted_fen(words);
        std::reverse(words.begin(), words.end());  // as the library takes them
        try {
            root.parse(words);
        } catch (const CLI::ExtrasError&) {
            refuse_extras();
            throw;
        }
        return true;
    } catch (const CLI::ParseError& error) {
        std::ostringstream complaint;
        const int told = root.exit(error, talks ? std::cout : nowhere, complaint);
        if (talks) talk(complaint.str());
        code = told == 0 && std::cout.flush() ? Success : Usage;
    } catch (const UsageError& error) {
        if (talks) talk(fmt::format("{}: {}\n", root.get_name(), printable(error.what())));
        code = Usage;
    }
    return false;
}

void CommandLine::check_command(const std::string& name) const {
    const CLI::App& root = implementation_->root;
    std::vector<std::string> names;
    for (const CLI::App* command : root.get_subcommands({})) names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), name) == names.end())
        refuse(fmt::format("\"{}\" is no command", name), nearest(name, names), root.get_name() + " --help");
}

void CommandLine::refuse_extras() const {
    for (const CLI::App* command : implementation_->root.get_subcommands()) {
        for (const std::string& word : command->remaining()) {
            if (!word.starts_with("--")) continue;
            std::vector<std::string> names;
            for (const CLI::Option* option : command->get_options()) {
                for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
            }
            const std::string name = word.substr(0, word.find('='));
            refuse(fmt::format("{} is no option of {}", name, command->get_name()), nearest(name, names),
                   fmt::format("{} {} --help", implementation_->root.get_name(), command->get_name()));
        }
    }
}

int CommandLine::run() { return implementation_->command(); }

const CommonOptions& CommandLine::common() const { return implementation_->common; }

int run_program(CommandLine& line, int argc, char** argv) {
    open_standard_streams();
    catch_signals();
    int code = Usage;
    try {
        if (!line.parse(argc, argv, code)) return code;
        const int told = line.run();
        flush_output();
        code = interrupted ? Interrupted : told;
    } catch (const UsageError& error) {
        const std::string name = error.option.empty() ? "" : error.option + ": ";
        talk_at_once(fmt::format("octomate: {}{}\n", name, error.what()));
    } catch (const std::exception& error) {
        talk_at_once(fmt::format("octomate: {}\n", error.what()));
    }
    try {
        flush_output();  // what came before an error
    } catch (const EnvironmentError&) {
    }
    end_progress(line.common(), code);
    return code;
}

}  // namespace octomate::cli
