#include "cli/record_target.hpp"

namespace octomate::cli {

Option add_force(Arguments& command, collect::RecordTarget& target) {
    return command.add_flag("--force", target.force, "Write over the output of a run that was stopped");
}

std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target) {
    return {
        // The names of formats are the endings of their files.
        command.add_word_of(
            "--to", {"csv", "epd", "jsonl", "latex", "pgn", "yaml"},
            "The format of the puzzles (default: what the name of --output says, or jsonl)",
            [&target](const std::string& word) { target.format = records::format_of_file("." + word); }),
        command
            .add("-o,--output", target.file,
                 "Where the puzzles go, compressed if it ends in .zst (default: standard output)")
            .named("FILE"),
        add_force(command, target),
    };
}

}  // namespace octomate::cli
