#include "cli/command.hpp"

namespace {

using namespace octomate::app;

constexpr const char* about =
    "Octomate: which rolls mate? Puzzles and positions of Superpermutation d8 Chess,\n"
    "in which an eight-sided die names the file on which a move must land.";

constexpr const char* footer =
    "Start here:\n"
    "  octomate solve puzzles/article.jsonl\n"
    "  octomate solve --help\n\n"
    "Exit codes: 0 fine, 1 a negative verdict, 2 usage, 3 some input was bad,\n"
    "4 a limit was hit and the answer is incomplete, 130 interrupted.";

void add_commands(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    root.description(about);
    root.footer(footer);
    add_solve(root, run, common);
    add_moves(root, run, common);
    add_mate(root, run, common);
    add_analyse(root, run, common);
    add_perft(root, run, common);
    add_check(root, run, common);
    add_convert(root, run, common);
    add_compose(root, run, common);
    add_generate(root, run, common);
    add_merge(root, run, common);
    add_tag(root, run, common);
    add_replay(root, run, common);
    add_render(root, run, common);
    add_book(root, run, common);
    add_serve(root, run, common);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, add_commands); }
