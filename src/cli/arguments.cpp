#include "cli/arguments.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <utility>

#include "games/list.hpp"
#include "text/version.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

CLI::Option& the(void* option) { return *static_cast<CLI::Option*>(option); }
CLI::App& app(void* command) { return *static_cast<CLI::App*>(command); }

/// Mistakes become the library's errors, which tell how to get help.
template <class Function>
void told_by_the_library(const std::string& name, Function function) {
    try {
        function();
    } catch (const UsageError& error) {
        const std::string& option = error.option.empty() ? name : error.option;
        if (option.empty()) throw CLI::ValidationError(error.what());
        throw CLI::ValidationError(option, error.what());
    }
}

}  // namespace

Option& Option::named(const std::string& type) {
    the(option_).type_name(type);
    return *this;
}

Option& Option::required() {
    the(option_).required();
    return *this;
}

Option& Option::needs(const Option& other) {
    the(option_).needs(&the(other.option_));
    return *this;
}

Option& Option::excludes(const Option& other) {
    the(option_).excludes(&the(other.option_));
    return *this;
}

Option& Option::described(const std::string& text) {
    the(option_).description(text);
    return *this;
}

std::string Option::name() const { return the(option_).get_name(); }
bool Option::given() const { return the(option_).count() > 0; }
std::vector<std::string> Option::words() const { return the(option_).results(); }

struct Arguments::Work {
    std::function<void()> check = [] {};
    std::function<int(const CommonOptions&)> run;
};

Option Arguments::add(const std::string& name, std::string& value, const std::string& help) {
    return Option(app(command_).add_option(name, value, help));
}

Option Arguments::add(const std::string& name, std::vector<std::string>& values, const std::string& help) {
    return Option(app(command_).add_option(name, values, help));
}

Option Arguments::add(const std::string& name, int& value, Bounds<int> bounds, const std::string& help) {
    return Option(app(command_)
                      .add_option(name, value, help)
                      ->check(CLI::Range(bounds.least, bounds.most).description("")));
}

Option Arguments::add(const std::string& name, std::uint64_t& value, Bounds<std::uint64_t> bounds,
                      const std::string& help) {
    CLI::Option* option = app(command_).add_option(name, value, help);
    if (bounds.least != 0 || bounds.most != std::numeric_limits<std::uint64_t>::max())
        option->check(CLI::Range(bounds.least, bounds.most).description(""));
    return Option(option);
}

Option Arguments::add_positive(const std::string& name, double& value, const std::string& help) {
    CLI::Validator positive = CLI::PositiveNumber;
    return Option(app(command_).add_option(name, value, help)->check(positive.description("")));
}

Option Arguments::add_flag(const std::string& names, bool& value, const std::string& help) {
    return Option(app(command_).add_flag(names, value, help));
}

Option Arguments::add_words(const std::string& name, std::function<void(const std::string&)> read,
                            const std::string& help) {
    const auto take = [name, read = std::move(read)](const std::string& word) {
        told_by_the_library(name, [&] { read(word); });
    };
    return Option(app(command_).add_option_function<std::string>(name, take, help));
}

Option Arguments::add_word_of(const std::string& name, const std::vector<std::string>& words,
                              const std::string& help, std::function<void(const std::string&)> take) {
    std::string names;
    for (const std::string& word : words) names.append(names.empty() ? "" : "|").append(word);
    const auto read = [words, names, name, take = std::move(take)](const std::string& word) {
        if (std::find(words.begin(), words.end(), word) == words.end())
            throw UsageError(name, "\"" + word + "\" is none of " + names);
        take(word);
    };
    return add_words(name, read, help).named(names);
}

void Arguments::check(std::function<void()> check) { work_->check = std::move(check); }

void Arguments::run(std::function<int(const CommonOptions&)> work) { work_->run = std::move(work); }

struct CommandLine::Implementation {
    CLI::App root;
    CommonOptions common;
    std::vector<CLI::Option*> threads;
    std::function<int()> command;
};

CommandLine::CommandLine(const std::string& program, const std::string& about, const std::string& footer,
                         int threads)
    : implementation_(std::make_unique<Implementation>()) {
    CLI::App& root = implementation_->root;
    root.description(about);
    root.footer(footer);
    root.set_version_flag("--version", fmt::format("{} {}", program, version()));
    root.require_subcommand(1);
    implementation_->common.variant = games::default_name();
    implementation_->common.threads = threads;
}

CommandLine::~CommandLine() = default;

Arguments CommandLine::add(const std::string& name, const std::string& description,
                           const std::string& examples) {
    Implementation& line = *implementation_;
    CommonOptions& common = line.common;
    CLI::App* command = line.root.add_subcommand(name, description);
    command->footer("Examples:\n" + examples);
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
    arguments.add_flag("--quiet", common.quiet, "No progress and no notes on standard error");
    arguments.add_flag("--ascii", common.ascii, "Draw with letters instead of chess symbols");
    arguments.work_ = std::make_shared<Arguments::Work>();
    command->callback([&line, work = arguments.work_] {
        told_by_the_library("", [&] { work->check(); });
        line.command = [&line, work] { return work->run(line.common); };
    });
    return arguments;
}

void CommandLine::describe_threads(const std::string& text) {
    for (CLI::Option* option : implementation_->threads) option->description(text);
}

bool CommandLine::parse(int argc, char** argv, int& code, bool talks) {
    std::ostringstream nowhere;
    try {
        implementation_->root.parse(argc, argv);
        return true;
    } catch (const CLI::ParseError& error) {
        const int told =
            implementation_->root.exit(error, talks ? std::cout : nowhere, talks ? std::cerr : nowhere);
        code = told == 0 && std::cout.flush() ? Success : Usage;
        return false;
    }
}

int CommandLine::run() { return implementation_->command(); }

int run_program(CommandLine& line, int argc, char** argv) {
    catch_signals();
    try {
        int code = Success;
        if (!line.parse(argc, argv, code)) return code;
        code = line.run();
        flush_output();
        return interrupted ? Interrupted : code;
    } catch (const UsageError& error) {
        const std::string name = error.option.empty() ? "" : error.option + ": ";
        std::fputs(("octomate: " + name + error.what() + "\n").c_str(), stderr);
    } catch (const std::exception& error) {
        std::fputs((std::string("octomate: ") + error.what() + "\n").c_str(), stderr);
    }
    return Usage;
}

}  // namespace octomate::cli
