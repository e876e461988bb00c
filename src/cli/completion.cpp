#include <fmt/core.h>
#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

/// "-o" and "--output" of "-o,--output".
std::vector<std::string_view> names(const OptionHelp& option) { return words_between(option.names, ','); }

/// Puts a backslash before certain characters.
std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

/// In single quotes for a shell; each quote in the text ends them, is escaped, and begins them again.
std::string single_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + "'";
}

bool takes_files(const OptionHelp& option) { return option.value.find("FILE") != std::string::npos; }

std::string bash(const std::vector<CommandHelp>& commands) {
    std::vector<std::string> words, options, values;
    for (const CommandHelp& command : commands) {
        words.push_back(command.name);
        std::vector<std::string_view> own;
        for (const OptionHelp& option : command.options) {
            if (option.is_argument) continue;
            for (const std::string_view name : names(option)) {
                own.push_back(name);
                if (!option.words.empty())
                    values.push_back(fmt::format("    {}:{}) words='{}' ;;\n", command.name, name,
                                                 fmt::join(option.words, " ")));
            }
        }
        options.push_back(fmt::format("      {}) words='{}' ;;\n", command.name, fmt::join(own, " ")));
    }
    return fmt::format(
        "# Completion of octomate for bash.\n"
        "_octomate() {{\n"
        "  local word=${{COMP_WORDS[COMP_CWORD]}} words=''\n"
        "  COMPREPLY=()\n"
        "  case ${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD - 1]}} in\n"
        "{}"
        "  esac\n"
        "  if ((COMP_CWORD == 1)); then\n"
        "    words='{}'\n"
        "  elif [[ -z $words && $word == -* ]]; then\n"
        "    case ${{COMP_WORDS[1]}} in\n"
        "{}"
        "    esac\n"
        "  fi\n"
        "  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
        "}}\n"
        "complete -o default -F _octomate octomate\n",
        fmt::join(values, ""), fmt::join(words, " "), fmt::join(options, ""));
}

std::string zsh(const std::vector<CommandHelp>& commands) {
    std::string about, cases;
    for (const CommandHelp& command : commands) {
        about += fmt::format("    {}\n", single_quoted(command.name + ":" + escaped(command.text, ":")));
        cases += fmt::format("    {}) _arguments", command.name);
        for (const OptionHelp& option : command.options) {
            if (option.is_argument) continue;
            for (const std::string_view name : names(option)) {
                std::string spec = fmt::format("{}[{}]", name, escaped(option.text, "[]:"));
                if (!option.value.empty())
                    spec += option.words.empty() ? fmt::format(":{}:{}", escaped(option.value, ":"),
                                                               takes_files(option) ? "_files" : " ")
                                                 : fmt::format(":value:({})", fmt::join(option.words, " "));
                cases += " \\\n      " + single_quoted(spec);
            }
        }
        cases += " \\\n      '*:file:_files' ;;\n";
    }
    return fmt::format(
        "#compdef octomate\n"
        "# Completion of octomate for zsh.\n"
        "_octomate() {{\n"
        "  local -a commands=(\n"
        "{}"
        "  )\n"
        "  if ((CURRENT == 2)); then\n"
        "    _describe command commands\n"
        "    return\n"
        "  fi\n"
        "  local command=$words[2]\n"
        "  shift words\n"
        "  ((CURRENT--))\n"
        "  case $command in\n"
        "{}"
        "  esac\n"
        "}}\n"
        "_octomate \"$@\"\n",
        about, cases);
}

std::string fish(const std::vector<CommandHelp>& commands) {
    std::string text = "# Completion of octomate for fish.\n";
    const auto in_quotes = [](std::string_view words) { return "'" + escaped(words, "\\'") + "'"; };
    for (const CommandHelp& command : commands) {
        text += fmt::format("complete -c octomate -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                            in_quotes(command.text));
        for (const OptionHelp& option : command.options) {
            if (option.is_argument) continue;
            text += fmt::format("complete -c octomate -n '__fish_seen_subcommand_from {}'", command.name);
            for (const std::string_view name : names(option))
                text += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                               : fmt::format(" -s {}", name.substr(1));
            if (!option.words.empty()) {
                text += fmt::format(" -x -a '{}'", fmt::join(option.words, " "));
            } else if (!option.value.empty()) {
                text += " -r";
            }
            text += fmt::format(" -d {}\n", in_quotes(option.text));
        }
    }
    return text;
}

using Write = std::string (*)(const std::vector<CommandHelp>&);

}  // namespace

void add_completion(CommandLine& line) {
    Arguments command = line.add("completion");
    command.hide({"--variant", "--format", "--threads", "--quiet", "--ascii", "--progress"});
    const auto write = std::make_shared<Write>(bash);
    command
        .add_choice<Write>("SHELL", *write, "bash, fish or zsh",
                           {{"bash", bash}, {"zsh", zsh}, {"fish", fish}})
        .required();
    command.run([write, &line](const CommonOptions&) {
        print((*write)(line.commands()));
        return static_cast<int>(Success);
    });
}

}  // namespace octomate::cli
