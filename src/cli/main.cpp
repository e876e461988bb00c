#include "cli/arguments.hpp"

/// The program octomate: has the commands that analyse positions, and runs octomate-all for the others.
int main(int argc, char** argv) {
    using namespace octomate::cli;
    return run_octomate({{"solve", add_solve},
                         {"moves", add_moves},
                         {"mate", add_mate},
                         {"analyse", add_analyse},
                         {"replay", add_replay},
                         {"check", add_check},
                         {"retract", add_retract},
                         {"proof", add_proof},
                         {"perft", add_perft}},
                        argc, argv);
}
