#include "cli/commands.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "cli/arguments.hpp"

namespace octomate::cli {

/// The file help.txt: "= GROUP" begins a group of commands, "== NAME: DESCRIPTION" what is said about one.
extern const std::string_view help_text;

namespace {

/// Returns what help.txt says, in its order.
std::vector<CommandText> read_help() {
    std::vector<CommandText> commands;
    std::string_view group;
    for (std::string_view rest = help_text; !rest.empty();) {
        const std::size_t end = std::min(rest.find("\n=") + 1, rest.size());
        const std::string_view part = rest.substr(0, end == 0 ? rest.size() : end);
        rest.remove_prefix(part.size());
        const std::size_t line = part.find('\n');
        const std::string_view heading = part.substr(0, line);
        if (heading.starts_with("= ")) {
            group = heading.substr(2);
        } else {
            const std::size_t colon = heading.find(": ");
            const std::size_t first = part.find_first_not_of('\n', line), last = part.find_last_not_of('\n');
            commands.push_back({group, heading.substr(3, colon - 3), heading.substr(colon + 2),
                                part.substr(first, last + 1 - first)});
        }
    }
    return commands;
}

const std::vector<CommandText>& all_help() {
    static const std::vector<CommandText> help = read_help();
    return help;
}

/// The group of what help.txt says about the program itself, and that of commands in no list.
constexpr std::string_view program = "octomate", hidden = "hidden";

}  // namespace

const CommandText& help_on(std::string_view name) {
    return *std::find_if(all_help().begin(), all_help().end(),
                         [&](const CommandText& one) { return one.name == name; });
}

int run_octomate(const std::map<std::string_view, AddCommand>& commands, int argc, char** argv) {
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto text = [](std::string_view name) { return std::string(help_on(name).text); };
    CommandLine line({std::string(program), text("about"), text("guide") + '\n', text("footer")}, threads);
    for (const CommandText& one : all_help()) {
        if (one.group == program) continue;
        line.begin_group(one.group == hidden ? "" : std::string(one.group));
        const auto here = commands.find(one.name);
        if (here != commands.end()) {
            here->second(line);
        } else {
            line.add_elsewhere(std::string(one.name));
        }
    }
    return run_program(line, argc, argv);
}

}  // namespace octomate::cli
