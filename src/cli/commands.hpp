#pragma once

namespace octomate::tables {
class Team;
}

/// The commands, each in a file of its own, which declares its options and what it does.
namespace octomate::cli {

class CommandLine;

void add_solve(CommandLine& line);
void add_moves(CommandLine& line);
void add_mate(CommandLine& line);
void add_analyse(CommandLine& line);
void add_perft(CommandLine& line);
void add_check(CommandLine& line);
void add_convert(CommandLine& line);
void add_compose(CommandLine& line);
void add_generate(CommandLine& line);
void add_merge(CommandLine& line);
void add_tag(CommandLine& line);
void add_twins(CommandLine& line);
void add_find(CommandLine& line);
void add_retract(CommandLine& line);
void add_proof(CommandLine& line);
/// `team`: who makes the tables; null: this process alone.
void add_tables(CommandLine& line, const tables::Team* team = nullptr);
void add_play(CommandLine& line);
void add_match(CommandLine& line);
void add_engine(CommandLine& line);
void add_train(CommandLine& line);
void add_replay(CommandLine& line);
void add_render(CommandLine& line);
void add_book(CommandLine& line);
void add_sheet(CommandLine& line);
void add_games(CommandLine& line);
void add_serve(CommandLine& line);
void add_export_site(CommandLine& line);
void add_completion(CommandLine& line);
void add_manual(CommandLine& line);

}  // namespace octomate::cli
