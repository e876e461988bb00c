#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "text/text.hpp"

/// The commands `games`, which lists the games, and `completion`, which prints completion scripts for shells.
namespace octomate::cli {

extern const std::string_view completion_bash, completion_zsh;

namespace {

std::string text(const games::Game& game) {
    const games::About& about = game.about();
    std::vector<std::string> commands;
    for (const std::string_view command : game.commands()) commands.emplace_back(command);
    std::string options;
    if (!about.options.empty()) {
        const std::vector<std::string> words(about.options.begin(), about.options.end());
        options = fmt::format("  options: {}; the first is the default, others are written {}:{}\n",
                              joined(words, ", "), about.name, words.back());
    }
    return fmt::format("{}\n  {}, {}, {}\n{}  {}\n", about.name, about.title,
                       about.files > 0 ? fmt::format("{}x{} squares", about.files, about.ranks) : "no board",
                       about.die ? fmt::format("a die with {} faces", about.die->faces) : "no die", options,
                       joined(commands, ", "));
}

/// Splits the names of an option: "-o,--output" into "-o" and "--output".
std::vector<std::string_view> names(const OptionHelp& option) { return words_between(option.names, ','); }

/// Returns `text` with a backslash before each character of `special`.
std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

/// Returns the template `form` with each placeholder of `parts`, such as "@options@", replaced by its text.
std::string filled(std::string_view form,
                   std::initializer_list<std::pair<std::string_view, std::string>> parts) {
    std::string text(form);
    for (const auto& [name, part] : parts) text.replace(text.find(name), name.size(), part);
    return text;
}

bool is_file_option(const OptionHelp& option) { return option.value.find("FILE") != std::string::npos; }

std::string bash_script(const std::vector<CommandHelp>& commands) {
    std::vector<std::string> words;
    std::string options, values;
    for (const CommandHelp& command : commands) {
        words.push_back(command.name);
        std::vector<std::string_view> option_names;
        for (const OptionHelp& option : command.options) {
            for (const std::string_view name : names(option)) {
                option_names.push_back(name);
                if (!option.words.empty())
                    values += fmt::format("    {}:{}) words='{}' ;;\n", command.name, name,
                                          fmt::join(option.words, " "));
            }
        }
        options += fmt::format("      {}) words='{}' ;;\n", command.name, fmt::join(option_names, " "));
    }
    return filled(completion_bash,
                  {{"@values@\n", values}, {"@commands@", joined(words, " ")}, {"@options@\n", options}});
}

std::string zsh_script(const std::vector<CommandHelp>& commands) {
    std::string about, cases;
    for (const CommandHelp& command : commands) {
        about += fmt::format("    {}\n", in_quotes(command.name + ":" + escaped(command.text, ":")));
        cases += fmt::format("    {}) _arguments", command.name);
        for (const OptionHelp& option : command.options) {
            for (const std::string_view name : names(option)) {
                std::string spec = fmt::format("{}[{}]", name, escaped(option.text, "[]:"));
                if (!option.value.empty())
                    spec += option.words.empty() ? fmt::format(":{}:{}", escaped(option.value, ":"),
                                                               is_file_option(option) ? "_files" : " ")
                                                 : fmt::format(":value:({})", fmt::join(option.words, " "));
                cases += " \\\n      " + in_quotes(spec);
            }
        }
        cases += " \\\n      '*:file:_files' ;;\n";
    }
    return filled(completion_zsh, {{"@commands@\n", about}, {"@options@\n", cases}});
}

std::string fish_script(const std::vector<CommandHelp>& commands) {
    std::string text = "# Completion of octomate for fish.\n";
    const auto quoted = [](std::string_view words) { return "'" + escaped(words, "\\'") + "'"; };
    for (const CommandHelp& command : commands) {
        text += fmt::format("complete -c octomate -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                            quoted(command.text));
        for (const OptionHelp& option : command.options) {
            text += fmt::format("complete -c octomate -n '__fish_seen_subcommand_from {}'", command.name);
            for (const std::string_view name : names(option))
                text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                               : fmt::format(" -s {}", name.substr(1));
            if (!option.words.empty()) {
                text += fmt::format(" -x -a '{}'", fmt::join(option.words, " "));
            } else if (!option.value.empty()) {
                text += " -r";
            }
            text += fmt::format(" -d {}\n", quoted(option.text));
        }
    }
    return text;
}

using ScriptWriter = std::string (*)(const std::vector<CommandHelp>&);

}  // namespace

void add_games(CommandLine& line) {
    Arguments command = line.add("games");
    command.run([](const CommonOptions& common) {
        for (const games::Game* game : games::all())
            print(common.format == Format::Text ? text(*game) : games::about_json(*game) + '\n');
        return Success;
    });
}

void add_completion(CommandLine& line) {
    Arguments command = line.add("completion");
    const auto write = std::make_shared<ScriptWriter>(bash_script);
    command
        .add_choice<ScriptWriter>("SHELL", *write,
                                  {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}})
        .required();
    command.run([write, &line](const CommonOptions&) {
        print((*write)(line.commands()));
        return static_cast<int>(Success);
    });
}

}  // namespace octomate::cli
