#include "players/engine.hpp"

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "games/list.hpp"
#include "stream/byte_source.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* engine_examples =
    R"(  printf 'position startpos moves e2e4\nroll 5\ngo depth 2\n' | octomate engine

Reads commands from standard input, one per line, and answers on standard output, as chess engines do (UCI):
  uci                                       name and options, then uciok
  isready                                   readyok, also during a search
  setoption name Level value 1 to 8         playing strength; 8, the default, is the strongest
  setoption name Seed value N               random seed of the weak levels
  setoption name Threads value N            threads of a search that no number of nodes ends (default: 1)
  setoption name Variant value NAME         the game; UCI_Variant is another name of this option
  setoption name Tables value DIR           the folder of endgame tables (used by levels without errors)
  setoption name MultiPV value N            report the N best moves (default: 1)
  setoption name Roll value 5               the roll for every move without one; 0, the default, is none
  ucinewgame                                a new game begins
  position startpos|fen FEN [moves e2e4 …]  moves in machine form or full notation, without dice
  roll 5                                    the roll for the next move, in every game with a die
  go [nodes N] [movetime MS] [depth N]      searches to a limit; without one, to that of the level
  go mate N                                 searches 2N-1 plies deep
  go wtime MS btime MS [winc MS] [binc MS]  searches for a share of the clock of the side to move
     [movestogo N]
  go [LIMITS] searchmoves d1a4 …            considers these moves alone
  go infinite                               searches until stop
  stop, quit

Names of options are not case-sensitive. For each depth and reported move it prints `info depth 2 score cp 89
nodes 812 time 9 pv d1a4 string score chance 0.2500`: the chance is the probability of winning less that of
losing, from -1 to 1, and cp the same as a difference in Elo, from -1200 to 1200. At the end it prints `bestmove
d1a4`. Levels that do not err find a mate in one within any limit. A line that it does not understand is
answered by `info string …`. At the end of the input a search has ten seconds to reach its limits; one that is
infinite or has only a longer time ends at once, as does any search on Ctrl-C, with the best move so far.)";

int serve_engine(const CommonOptions& common) {
    const auto say = [](const std::string& line) {
        print(line + '\n');
        flush_output();
    };
    players::Engine engine(fmt::format("Octomate {}", version()), common.variant,
                           {games::names(), games::most_faces(), games::session_of}, say);
    records::ByteSource input(&interrupted);
    (void)input.open("-");
    records::LineReader lines(input);
    for (auto line = lines.next(); line && !interrupted; line = lines.next()) {
        if (!*line)
            say("info string " + line->error());
        else if (!engine.take(**line))
            return Success;
    }
    engine.finish(interrupted);
    return Success;
}

}  // namespace

void add_engine(CommandLine& line) {
    Arguments command = line.add("engine", engine_examples);
    command.hide({"--format", "--threads", "--quiet", "--progress", "--ascii"});
    command.reads([] { return std::vector<std::string>{"-"}; });
    command.run(serve_engine);
}

}  // namespace octomate::cli
