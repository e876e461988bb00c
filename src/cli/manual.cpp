#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/picture_file.hpp"
#include "console/files.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* manual_examples =
    "  octomate manual | man -l -                 all commands\n"
    "  octomate manual solve | man -l -           one of them\n"
    "  octomate manual --all share/man/man1       every page as a file, to be installed";

/// Text for troff, in which backslashes, and dots and quotes at the start of a line, are commands.
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

std::string title(std::string_view page, std::string_view text) {
    std::string capitals(page);
    for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return fmt::format(".TH {} 1 \"\" \"Octomate {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                       plain(capitals), version(), plain(page), plain(text));
}

/// The page of a command: what its help says.
std::string page_of(const CommandHelp& command) {
    std::string page = title("octomate-" + command.name, command.text);
    page += fmt::format(".SH SYNOPSIS\n.B {}\n.SH OPTIONS\n", plain(command.usage));
    for (const OptionHelp& option : command.options) {
        const std::string value =
            option.value.empty() ? std::string() : fmt::format(" \\fI{}\\fR", plain(option.value));
        page += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", plain(option.names), value, plain(option.text));
    }
    std::string_view examples = command.examples;
    constexpr std::string_view heading = "Examples:\n";
    if (examples.starts_with(heading)) examples.remove_prefix(heading.size());
    page += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", plain(examples));
    return page + ".SH SEE ALSO\n.BR octomate (1)\n";
}

/// The page of the program: its commands, each in a line.
std::string page_of(const std::vector<CommandHelp>& commands) {
    std::string page =
        title("octomate", "puzzles and positions of Superpermutation d8 Chess and its relatives");
    page += ".SH SYNOPSIS\n.B octomate\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIFILE\\fR...]\n.SH COMMANDS\n";
    std::string_view group;
    for (const CommandHelp& command : commands) {
        if (command.group != group)
            page += fmt::format(".SS {}\n", command.group == developers ? "For developers" : command.group);
        group = command.group;
        page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(command.name), plain(command.text));
    }
    page +=
        ".SH EXIT STATUS\n0 fine, 1 a negative verdict, 2 usage, 3 some input was bad, 4 a limit was hit and "
        "the "
        "answer is incomplete, 130 interrupted.\n.SH SEE ALSO\n";
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
