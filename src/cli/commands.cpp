#include <algorithm>
#include <thread>
#include <vector>

#include "cli/arguments.hpp"
#include "text/text.hpp"

namespace octomate::cli {

/// The text of help.txt. "= GROUP" begins a group of commands, "== NAME: DESCRIPTION" the section of a
/// command, and "=== OPTION: TEXT" the description of an option in it. "=== hidden: OPTION…" lists common
/// options that have no effect.
extern const std::string_view help_text;

namespace {

/// Returns the sections of help.txt, in their order.
const std::vector<CommandText>& all_help() {
    static const std::vector<CommandText> help = [] {
        std::vector<CommandText> commands;
        std::string_view group;
        for (std::string_view remaining = help_text; !remaining.empty();) {
            const std::size_t end = std::min(remaining.find("\n=") + 1, remaining.size());
            const std::string_view part = remaining.substr(0, end == 0 ? remaining.size() : end);
            remaining.remove_prefix(part.size());
            const std::size_t line = part.find('\n');
            const std::string_view heading = part.substr(0, line);
            const std::size_t name = heading.find(' ') + 1, colon = heading.find(": ");
            if (heading.starts_with("= ")) {
                group = heading.substr(name);
            } else if (heading.starts_with("=== hidden: ")) {
                for (const std::string_view option : words_between(heading.substr(colon + 2), ' '))
                    commands.back().hidden.emplace_back(option);
            } else if (heading.starts_with("=== ")) {
                commands.back().options[heading.substr(name, colon - name)] = trim(part.substr(colon + 2));
            } else {
                std::string_view text = part.substr(line);
                while (text.starts_with('\n')) text.remove_prefix(1);
                while (text.ends_with('\n')) text.remove_suffix(1);
                commands.push_back(
                    {group, heading.substr(name, colon - name), heading.substr(colon + 2), text});
            }
        }
        return commands;
    }();
    return help;
}

/// Two groups of help.txt: the texts about the program itself, and the commands that --help does not list.
constexpr std::string_view program = "octomate", hidden = "hidden";

}  // namespace

const CommandText& help_on(std::string_view name) {
    return *std::find_if(all_help().begin(), all_help().end(),
                         [&](const CommandText& command) { return command.name == name; });
}

std::string help_on(std::string_view command, const std::string& option) {
    const auto& options = help_on(command).options;
    const auto found = options.find(option);
    std::string text(found != options.end() ? found->second : help_on("options").options.at(option));
    std::replace(text.begin(), text.end(), '\n', ' ');  // help.txt wraps its lines
    return text;
}

int run_octomate(const std::map<std::string_view, AddCommand>& commands, int argc, char** argv) {
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto text = [](std::string_view name) { return std::string(help_on(name).text); };
    CommandLine line({std::string(program), text("about"), text("guide") + '\n', text("footer")}, threads);
    for (const CommandText& command : all_help()) {
        if (command.group == program) continue;
        line.begin_group(command.group == hidden ? "" : std::string(command.group));
        const auto here = commands.find(command.name);
        if (here != commands.end()) {
            here->second(line);
        } else {
            line.add_elsewhere(std::string(command.name));
        }
    }
    return run_program(line, argc, argv);
}

}  // namespace octomate::cli
