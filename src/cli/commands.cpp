#include "cli/commands.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include "cli/arguments.hpp"

namespace octomate::cli {

namespace {

/// A command of octomate-all.
struct Entry {
    std::string_view group;  ///< its heading in --help
    std::string_view name;
    std::string_view description;
};

/// In the order of --help.
constexpr std::array entries = std::to_array<Entry>({
    {"Solve", "solve", "Which rolls mate? Solve positions or puzzle files"},
    {"Solve", "moves", "List the legal moves of a position"},
    {"Solve", "mate", "Longer mates: how likely is mate within N moves, or can it be forced?"},
    {"Solve", "analyse", "Report on one position: moves, mates, chances, threats"},
    {"Solve", "replay", "Replay games from their scores and check them"},
    {"Compose", "check", "Are puzzles sound? Judge their keys"},
    {"Compose", "compose", "Compose positions with a given key"},
    {"Compose", "generate", "Generate collections of puzzles: sound, distinct, themed, by the million"},
    {"Compose", "tag", "Write puzzles with their themes, number of men and scores"},
    {"Compose", "twins", "Find sound puzzles that differ by a small change"},
    {"Compose", "improve", "Search for better versions of puzzles that keep their keys"},
    {"Compose", "find", "Find puzzles by a pattern: key, men, themes, position"},
    {"Compose", "retract", "Take the last move back: the positions one move earlier"},
    {"Compose", "proof", "Can it arise? A game that leads to a position, or why there is none"},
    {"Compose", "merge", "Join collections in order, without duplicates"},
    {"Publish", "convert", "Convert puzzles between JSON Lines, EPD, CSV, PGN, YAML and LaTeX"},
    {"Publish", "render", "Draw diagrams of puzzles: SVG, PNG, PDF or text"},
    {"Publish", "book", "Make a puzzle book: HTML or PDF"},
    {"Publish", "sheet", "Make a page of puzzles for a class, with the answers on the back"},
    {"Publish", "export-site", "Export the board as files that need no server"},
    {"Play", "play", "Play against the program on the terminal"},
    {"Play", "serve", "Serve a board for the browser, on this machine only"},
    {"Play", "games", "List the games, and the commands that serve each"},
    {"Experts", "tables", "Endgame tables: the value of a position, with proven bounds"},
    {"Experts", "match", "Play a match between two players, and compare their strength"},
    {"Experts", "engine", "Play under the control of another program, by a protocol like UCI"},
    {"Experts", "perft", "Count lines of legal moves"},
    {developers, "completion", "Print a completion script for a shell"},
});

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

std::string describe_command(std::string_view name) {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
    return std::string(found->description);
}

int run_octomate(const std::map<std::string_view, AddCommand>& commands, int argc, char** argv) {
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    CommandLine line({"octomate", about, guide, footer}, threads);
    for (const Entry& entry : entries) {
        line.begin_group(std::string(entry.group));
        const auto here = commands.find(entry.name);
        if (here != commands.end()) {
            here->second(line);
        } else {
            line.add_elsewhere(std::string(entry.name));
        }
    }
    return run_program(line, argc, argv);
}

}  // namespace octomate::cli
