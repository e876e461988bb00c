#include "cli/commands.hpp"
#include "cli/shared.hpp"

namespace octomate::cli {

void add_moves(CommandLine& line) {
    Arguments command = line.add("moves");
    command.hide({"--threads", "--progress"});
    add_question(command, questions::make_moves());
}

void add_perft(CommandLine& line) {
    Arguments command = line.add("perft");
    command.hide({"--ascii", "--progress"});
    add_question(command, questions::make_perft()).at("depth").required();
}

}  // namespace octomate::cli
