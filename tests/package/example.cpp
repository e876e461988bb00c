// Usage: example FEN. Prints each mating move of the position after the roll that allows it. Built outside of
// the source tree, to test that an installed Octomate can be found and linked.
#include <cstdio>

#include "games/list.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    octomate::records::Puzzle puzzle;
    puzzle.fen = argv[1];
    octomate::reports::SolveReport report;
    const auto& game = octomate::games::named(octomate::games::default_name());
    if (const auto solved = game.solve(puzzle, {}, report); !solved) {
        std::fprintf(stderr, "%s\n", solved.error().front().message.c_str());
        return 3;
    }
    for (const octomate::reports::FaceRow& row : report.faces)
        for (const octomate::reports::ListedMove& mate : row.mates)
            std::printf("%d %s\n", row.face, mate.text.c_str());
}
