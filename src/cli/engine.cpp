#include "players/engine.hpp"

#include <fmt/core.h>

#include <string>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "games/list.hpp"
#include "stream/byte_source.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* engine_examples =
    "  printf 'position startpos moves e2e4\\nroll 5\\ngo depth 2\\n' | octomate engine\n\n"
    "Reads commands from standard input, a line each, and answers on standard output, as engines of chess\n"
    "do (UCI):\n"
    "  uci                                       who it is and its options, then uciok\n"
    "  isready                                   readyok, also while it searches\n"
    "  setoption name Level value 1 to 8         how strong it plays; 8, the default, is its best\n"
    "  setoption name Seed value N               of what weak levels overlook\n"
    "  setoption name Variant value NAME         the game\n"
    "  setoption name Tables value DIR           the folder of endgame tables that it knows (level 6 and "
    "up)\n"
    "  ucinewgame                                the beginning of a game\n"
    "  position startpos|fen FEN [moves e2e4 …]  machine forms or full notation; the dice need not be told\n"
    "  roll 5                                    the face for the next move, in every game with a die\n"
    "  go [nodes N] [movetime MS] [depth N]      searches until a limit is hit; without one, as the level "
    "does\n"
    "  go infinite                               searches until it hears stop\n"
    "  stop, quit\n"
    "It says `info depth 2 score chance 0.2500 nodes 812 time 9 pv d1a4` for each depth: the chance to win\n"
    "less that to lose, from -1 to 1, and `bestmove d1a4` at the end. What it does not understand is "
    "answered\n"
    "by one line `info string …`. At the end of the input a search has ten seconds to reach its limits; one\n"
    "that cannot, because it is infinite or has only a longer movetime, ends at once. So does any search on\n"
    "Ctrl-C. The best move so far is told.";

int serve_engine(const CommonOptions& common) {
    const auto say = [](const std::string& line) {
        print(line + '\n');
        flush_output();
    };
    players::Engine engine(fmt::format("Octomate {}", version()), common.variant, games::session_of, say);
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
    Arguments command =
        line.add("engine", "Play for another program, by a protocol in the shape of UCI", engine_examples);
    command.hide({"--format", "--threads", "--quiet", "--progress", "--ascii"});
    command.run(serve_engine);
}

}  // namespace octomate::cli
