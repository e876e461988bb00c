#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/picture_file.hpp"
#include "console/files.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

constexpr const char* manual_examples =
    "  octomate manual | man -l -                 all commands\n"
    "  octomate manual solve | man -l -           one of them\n"
    "  octomate manual --all share/man/man1       every page as a file, to be installed";

/// Escapes text for troff.
std::string plain(std::string_view text) {
    std::string out;
    bool start = true;
    for (const char c : text) {
        if (start && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
        start = c == '\n';
    }
    return out;
}

/// The lines as they are.
std::string verbatim(std::string_view lines) { return fmt::format(".nf\n{}.fi\n", plain(lines)); }

/// An entry of a list: what it is about in bold, and what is said of it.
std::string entry(std::string_view name, std::string_view text) {
    return fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(name), plain(text));
}

/// Paragraphs; lines that are indented, such as those of a table, stay lines.
std::string description(std::string_view text) {
    std::string out, indented;
    for (const std::string_view line : words_between(text, '\n')) {
        if (line.starts_with(' ')) {
            indented.append(line).append(1, '\n');
            continue;
        }
        if (!indented.empty()) out += verbatim(std::exchange(indented, {}));
        out += line.empty() ? ".PP\n" : plain(line) + '\n';
    }
    return indented.empty() ? out : out + verbatim(indented);
}

/// Commands, each in a line with what it does behind two blanks or more.
std::string examples(std::string_view text) {
    std::string out;
    for (const std::string_view line : words_between(text, '\n')) {
        const std::string_view example = trim(line);
        const std::size_t end = std::min(example.find("  "), example.size());
        out += entry(example.substr(0, end), trim(example.substr(end)));
    }
    return out;
}

/// What all pages say: exit codes and files.
std::string common_sections() {
    return ".SH EXIT STATUS\n" + entry("0", "success") +
           entry("1", "a negative verdict, such as an unsound puzzle or a game with a fault") +
           entry("2", "wrong usage, or the environment failed") + entry("3", "some input was bad") +
           entry("4", "a limit was reached, and the answer is incomplete") + entry("130", "interrupted") +
           ".SH FILES\n" + entry("/usr/share/octomate/puzzles", "the puzzles that come with the program") +
           entry("/usr/share/octomate/data", "specs to compose, games to replay, and JSON Schemas") +
           entry("~/.local/share/octomate/tables",
                 "endgame tables; or octomate/tables below $XDG_DATA_HOME, or the folder of --tables") +
           entry("/usr/share/doc/octomate/README.md", "where to read on");
}

std::string title(std::string_view page, std::string_view text) {
    std::string capitals(page);
    for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return fmt::format(".TH {} 1 \"\" \"Octomate {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                       plain(capitals), version(), plain(page), plain(text));
}

/// The page of a command.
std::string page_of(const CommandHelp& command) {
    std::string page = title("octomate-" + command.name, command.text);
    std::string_view closing = command.examples;
    constexpr std::string_view heading = "Examples:\n";
    if (closing.starts_with(heading)) closing.remove_prefix(heading.size());
    const std::size_t end = std::min(closing.find("\n\n"), closing.size());
    const std::string_view prose = trim_end(closing.substr(end));
    page += fmt::format(".SH SYNOPSIS\n.B {}\n.SH DESCRIPTION\n{}.SH OPTIONS\n", plain(command.usage),
                        prose.empty() ? plain(command.text) + ".\n" : description(prose.substr(2)));
    for (const OptionHelp& option : command.options) {
        const std::string value =
            option.value.empty() ? std::string() : fmt::format(" \\fI{}\\fR", plain(option.value));
        page += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", plain(option.names), value, plain(option.text));
    }
    page += common_sections();
    page += fmt::format(".SH EXAMPLES\n{}", examples(closing.substr(0, end)));
    return page + ".SH SEE ALSO\n.BR octomate (1)\n";
}

/// The page of the program, with a list of its commands.
std::string page_of(const std::vector<CommandHelp>& commands) {
    std::string page =
        title("octomate", "puzzles and positions of Superpermutation d8 Chess and its relatives");
    page +=
        ".SH SYNOPSIS\n.B octomate\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIFILE\\fR...]\n.SH DESCRIPTION\n";
    page += description(
        "In Superpermutation d8 Chess an eight-sided die names the file on which a move must land, and every "
        "piece that moves climbs its file. octomate says which rolls mate, searches longer mates, tests, "
        "composes and generates problems, draws diagrams and books, and plays.\n\n"
        "A FILE holds puzzles as JSON Lines, EPD, FEN, CSV, PGN or YAML, compressed with zstd or not; - is "
        "standard input, and a FEN in quotes may stand in its place. With --format jsonl commands answer in "
        "JSON.");
    page += ".SH COMMANDS\n";
    std::string_view group;
    for (const CommandHelp& command : commands) {
        if (command.group != group)
            page += fmt::format(".SS {}\n", command.group == developers ? "For developers" : command.group);
        group = command.group;
        page += entry(command.name, command.text);
    }
    page += common_sections();
    page += ".SH EXAMPLES\n" + entry("octomate solve '7k/8/5K2/8/8/8/6Q1/8 w'", "which rolls mate?") +
            entry("octomate check '7k/8/1n6/8/1r6/2K5/2PNq3/8 b' --key '5:Nb6-d5#'",
                  "is the problem sound, and if not, why?") +
            entry("octomate generate --count 1000 --economical --output mine.jsonl", "a thousand puzzles") +
            entry("octomate book mine.jsonl -o mine.pdf", "a book of them") +
            entry("octomate serve", "the board in the browser");
    page += ".SH SEE ALSO\n";
    for (const CommandHelp& command : commands)
        page += fmt::format(".BR octomate\\-{} (1){}\n", plain(command.name),
                            &command == &commands.back() ? "" : ",");
    return page;
}

constexpr const char* completion_examples =
    "  octomate completion bash > ~/.local/share/bash-completion/completions/octomate\n"
    "  octomate completion zsh > ~/.zfunc/_octomate          a folder of $fpath\n"
    "  octomate completion fish > ~/.config/fish/completions/octomate.fish";

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

void add_manual(CommandLine& line) {
    Arguments command =
        line.add("manual", "Print the manual page of a command, or of the program", manual_examples);
    command.hide({"--variant", "--format", "--threads", "--quiet", "--ascii", "--progress"});
    const auto name = std::make_shared<std::string>();
    const auto folder = std::make_shared<std::string>();
    const Option one = command.add("COMMAND", *name, "The command (default: the list of all commands)");
    command.add("--all DIR", *folder, "Write the pages of the program and of each command to a folder")
        .excludes(one);
    command.run([name, folder, &line](const CommonOptions&) -> int {
        const std::vector<CommandHelp> commands = line.commands();
        if (!folder->empty()) {
            make_directory(*folder);
            replace_file(*folder + "/octomate.1", page_of(commands));
            for (const CommandHelp& each : commands)
                replace_file(fmt::format("{}/octomate-{}.1", *folder, each.name), page_of(each));
        } else if (name->empty()) {
            print(page_of(commands));
        } else {
            line.check_command(*name);
            print(page_of(*std::find_if(commands.begin(), commands.end(),
                                        [&](const CommandHelp& each) { return each.name == *name; })));
        }
        return Success;
    });
}

void add_completion(CommandLine& line) {
    Arguments command = line.add("completion", "Print a completion script for a shell", completion_examples);
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
