#include "cli/arguments.hpp"

/// The program octomate-all, with all commands; when installed it is called octomate.
int main(int argc, char** argv) {
    using namespace octomate::cli;
    return run_octomate(
        {
            {"solve", add_solve},     {"moves", add_moves},
            {"mate", add_mate},       {"analyse", add_analyse},
            {"replay", add_replay},   {"check", add_check},
            {"compose", add_compose}, {"generate", add_generate},
            {"tag", add_tag},         {"twins", add_twins},
            {"improve", add_improve}, {"find", add_find},
            {"retract", add_retract}, {"proof", add_proof},
            {"merge", add_merge},     {"convert", add_convert},
            {"render", add_render},   {"book", add_book},
            {"sheet", add_sheet},     {"export-site", add_export_site},
            {"play", add_play},       {"serve", add_serve},
            {"games", add_games},     {"tables", [](CommandLine& line) { add_tables(line); }},
            {"match", add_match},     {"engine", add_engine},
            {"perft", add_perft},     {"completion", add_completion},
        },
        argc, argv);
}
