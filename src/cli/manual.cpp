#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/picture_file.hpp"
#include "console/files.hpp"
#include "text/text.hpp"
#include "text/version.hpp"
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

}  // namespace

void add_manual(CommandLine& line) {
    Arguments command =
        line.add("manual", "The manual page of a command, or of the whole program", manual_examples);
    command.hide({"--variant", "--format", "--threads", "--quiet", "--ascii", "--progress"});
    const auto wanted = std::make_shared<std::string>();
    const auto folder = std::make_shared<std::string>();
    const Option one = command.add("COMMAND", *wanted, "Which command (default: all of them in a list)");
    command.add("--all", *folder, "Write the pages of the program and of each command into a folder")
        .named("DIR")
        .excludes(one);
    command.run([wanted, folder, &line](const CommonOptions&) {
        const std::vector<CommandHelp> commands = line.commands();
        if (!folder->empty()) {
            make_directory(*folder);
            replace_file(*folder + "/octomate.1", page_of(commands));
            for (const CommandHelp& each : commands)
                replace_file(fmt::format("{}/octomate-{}.1", *folder, each.name), page_of(each));
            return static_cast<int>(Success);
        }
        if (wanted->empty()) {
            print(page_of(commands));
            return static_cast<int>(Success);
        }
        line.check_command(*wanted);
        print(page_of(*std::find_if(commands.begin(), commands.end(),
                                    [&](const CommandHelp& each) { return each.name == *wanted; })));
        return static_cast<int>(Success);
    });
}

}  // namespace octomate::cli
