#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace octomate {
struct CommonOptions;
}

namespace octomate::collect {
struct GenerateOptions;
}

namespace octomate::tables {
class Team;
}

/// The commands: each function declares the options of one, and what it does.
namespace octomate::cli {

class CommandLine;

/// Declares one command.
using AddCommand = void (*)(CommandLine&);

/// Runs octomate with some of its commands, by name, and lists them all in --help. Commands that are missing
/// are run by octomate-all. Returns the exit code.
int run_octomate(const std::map<std::string_view, AddCommand>& commands, int argc, char** argv);

/// What help.txt says about a command.
struct CommandText {
    std::string_view group;  ///< its heading in the list of commands
    std::string_view name, description;
    std::string_view text;  ///< examples, which begin with a blank, and paragraphs
};

/// Returns the help of a command, which must have a section in help.txt.
const CommandText& help_on(std::string_view name);

void add_solve(CommandLine& line);
void add_moves(CommandLine& line);
void add_mate(CommandLine& line);
void add_analyse(CommandLine& line);
void add_perft(CommandLine& line);
void add_check(CommandLine& line);
void add_convert(CommandLine& line);
void add_compose(CommandLine& line);
void add_generate(CommandLine& line);
/// The same with other work, for octomate-mpi. `work` gets the options once they are complete.
void declare_generate(CommandLine& line,
                      std::function<int(const collect::GenerateOptions&, const CommonOptions&)> work);
void add_merge(CommandLine& line);
void add_tag(CommandLine& line);
void add_twins(CommandLine& line);
void add_improve(CommandLine& line);
void add_find(CommandLine& line);
void add_retract(CommandLine& line);
void add_proof(CommandLine& line);
/// `team`: the processes that make the tables; null: this one alone.
void add_tables(CommandLine& line, const tables::Team* team = nullptr);
void add_play(CommandLine& line);
void add_match(CommandLine& line);
void add_engine(CommandLine& line);
void add_replay(CommandLine& line);
void add_render(CommandLine& line);
void add_book(CommandLine& line);
void add_sheet(CommandLine& line);
void add_games(CommandLine& line);
void add_serve(CommandLine& line);
void add_export_site(CommandLine& line);
void add_completion(CommandLine& line);

}  // namespace octomate::cli
