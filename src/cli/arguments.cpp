#include "cli/arguments.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

#include "cli/told_by_the_library.hpp"
#include "formats/read.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

CLI::Option& the(void* option) { return *static_cast<CLI::Option*>(option); }
CLI::App& app(void* command) { return *static_cast<CLI::App*>(command); }

/// "--spread", or "--no-spread" where the user gave that.
std::string name_given(const CLI::Option& option) {
    const bool negative =
        !option.get_fnames().empty() && option.results() == std::vector<std::string>{"false"};
    return negative ? "--" + option.get_fnames().front() : option.get_name();
}

}  // namespace

Option& Option::named(const std::string& type) {
    the(option_).type_name(type);
    if (type.starts_with("FILE") || type == "DIR" || type == "WHERE") {
        const auto no_name = [](const std::string& word) {
            return word.empty() ? "expected the name of a file or folder, got an empty word" : std::string();
        };
        the(option_).check(CLI::Validator(no_name, ""));
    }
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

Option& Option::excludes(const std::vector<Option>& others) {
    for (const Option& other : others) excludes(other);
    return *this;
}

Option& Option::described(const std::string& text) {
    the(option_).description(text);
    return *this;
}

Said::Said(const Option& option) : Said(option.name(), [option] { return option.given(); }) {}

std::string Option::name() const { return the(option_).get_name(); }
bool Option::given() const { return the(option_).count() > 0; }
std::vector<std::string> Option::words() const { return the(option_).results(); }

Option Arguments::add(const std::string& name, std::string& value, const std::string& help) {
    return Option(app(command_).add_option(name, value, help));
}

Option Arguments::add(const std::string& name, std::vector<std::string>& values, const std::string& help) {
    return Option(app(command_).add_option(name, values, help));
}

Option Arguments::add(const std::string& name, int& value, Range<int> bounds, const std::string& help) {
    return Option(app(command_)
                      .add_option(name, value, help)
                      ->check(CLI::Range(bounds.least, bounds.most).description("")));
}

Option Arguments::add(const std::string& name, std::uint64_t& value, Range<std::uint64_t> bounds,
                      const std::string& help) {
    CLI::Option* option = app(command_).add_option(name, value, help);
    const auto whole = [](const std::string& word) {  // the library's own reading lets -1 pass
        return number_in<std::uint64_t>(word) ? std::string()
                                              : fmt::format("\"{}\" is no whole number from 0 to {}", word,
                                                            std::numeric_limits<std::uint64_t>::max());
    };
    option->check(CLI::Validator(whole, ""));
    if (bounds.least != 0 || bounds.most != std::numeric_limits<std::uint64_t>::max())
        option->check(CLI::Range(bounds.least, bounds.most).description(""));
    return Option(option);
}

Option Arguments::add_positive(const std::string& name, double& value, const std::string& help) {
    const auto positive = [](const std::string& word) {
        const auto number = number_in<double>(word);
        return number && *number > 0 && *number <= longest_seconds
                   ? std::string()
                   : fmt::format("\"{}\" is no number above 0 and at most {}", word, longest_seconds);
    };
    return Option(app(command_).add_option(name, value, help)->check(CLI::Validator(positive, "")));
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

Option Arguments::add_input_format() {
    const auto& names = records::input_format_names;
    return add_word_of("--from", {names.begin(), names.end()},
                       "What puzzle files hold: lines of JSON, EPD and FEN, or CSV, PGN, YAML (default: what "
                       "the first record of each file is)",
                       [common = common_](const std::string& word) { common->from = word; });
}

Option Arguments::add_puzzle_files(std::vector<std::string>& files, const std::string& help) {
    const Option argument = add("FILE", files, help);
    add_input_format();
    return argument;
}

Arguments& Arguments::hide(const std::vector<std::string>& names) {
    for (const std::string& name : names) app(command_).get_option(name)->group("");
    return *this;
}

void Arguments::only_with(const std::vector<Option>& options, const std::vector<Said>& others) {
    work_->rules.emplace_back([options, others] {
        if (std::any_of(others.begin(), others.end(), [](const Said& other) { return other.holds(); }))
            return;
        std::vector<std::string> words;
        for (const Said& other : others) words.push_back(other.words);
        for (const Option& option : options) {
            if (option.given())
                throw UsageError(name_given(the(option.option_)), "it goes with " + enumerate(words, " or "));
        }
    });
}

void Arguments::check(std::function<void()> check) { work_->check = std::move(check); }

void Arguments::run(std::function<int(const CommonOptions&)> work) { work_->run = std::move(work); }

}  // namespace octomate::cli
