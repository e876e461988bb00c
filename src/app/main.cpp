#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <thread>

#include "app/command.hpp"
#include "app/games.hpp"

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

/// Ctrl-C once: stop taking input and end in order. Twice: end at once.
void on_interrupt(int) {
    if (interrupted.exchange(true)) std::_Exit(Interrupted);
}

/// Without SA_RESTART, so that a read that waits for input ends too.
void catch_signals() {
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is told like a full disk
}

int run(int argc, char** argv) {
    CLI::App root(about);
    root.footer(footer);
    root.set_version_flag("--version", "octomate " OCTOMATE_VERSION);
    root.require_subcommand(1);

    CommonOptions common;
    common.variant = game_names.front();
    common.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::function<int()> command;
    add_solve(root, command, common);
    add_moves(root, command, common);
    add_mate(root, command, common);
    add_analyse(root, command, common);
    add_perft(root, command, common);
    add_check(root, command, common);
    add_convert(root, command, common);
    add_compose(root, command, common);
    add_generate(root, command, common);
    add_merge(root, command, common);
    add_tag(root, command, common);
    add_replay(root, command, common);

    try {
        root.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = root.exit(error) == 0 ? Success : Usage;
        return std::cout.flush() ? code : Usage;
    }
    const int code = command();
    flush_output();
    return interrupted ? Interrupted : code;
}

}  // namespace

int main(int argc, char** argv) {
    catch_signals();
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "octomate: {}\n", error.what());
        return Usage;
    }
}
