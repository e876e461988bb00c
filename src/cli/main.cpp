#include <algorithm>
#include <thread>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"

namespace {

constexpr const char* about =
    "Octomate: which rolls mate? Puzzles and positions of Superpermutation d8 Chess,\n"
    "in which an eight-sided die names the file on which a move must land.";

constexpr const char* guide = R"(Octomate: which rolls mate? Try

  octomate solve article                          the rolls that mate in five test positions
  octomate check 'FEN' --key '5:Qa8-e4-e7#'       is my problem sound?
  octomate generate --count 10                    new puzzles
  octomate book article -o book.html              a book of puzzles
  octomate serve                                  a board in the browser
  octomate play                                   a game on the terminal

octomate --help lists all commands, octomate COMMAND --help explains one.
)";

constexpr const char* footer =
    "For developers: completion.\n\n"
    "Exit codes: 0 success, 1 a negative verdict, 2 wrong usage, 3 some input was bad,\n"
    "4 a limit was reached and the answer is incomplete, 130 interrupted.";

}  // namespace

int main(int argc, char** argv) {
    using namespace octomate::cli;
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    CommandLine line({"octomate", about, guide, footer}, threads);
    line.begin_group("Solve");
    add_solve(line);
    add_moves(line);
    add_mate(line);
    add_analyse(line);
    add_replay(line);
    line.begin_group("Compose");
    add_check(line);
    add_compose(line);
    add_generate(line);
    add_tag(line);
    add_twins(line);
    add_improve(line);
    add_find(line);
    add_retract(line);
    add_proof(line);
    add_merge(line);
    line.begin_group("Publish");
    add_convert(line);
    add_render(line);
    add_book(line);
    add_sheet(line);
    add_export_site(line);
    line.begin_group("Play");
    add_play(line);
    add_serve(line);
    add_games(line);
    line.begin_group("Experts");
    add_tables(line);
    add_match(line);
    add_engine(line);
    add_perft(line);
    line.begin_group(developers);
    add_completion(line);
    return run_program(line, argc, argv);
}
