#include <fmt/format.h>
#include <mpi.h>
#include <tbb/global_control.h>

#include <csignal>
#include <exception>
#include <functional>
#include <iostream>
#include <sstream>

#include "cli/command.hpp"
#include "cli/games.hpp"
#include "collect/generate_run.hpp"
#include "mpi/leader.hpp"
#include "mpi/mail.hpp"
#include "mpi/member.hpp"

using namespace octomate::app;

namespace {

constexpr const char* about =
    "Octomate on many machines: under mpirun, generate shares its work out among all ranks, and writes the\n"
    "same bytes as octomate generate would.";

constexpr const char* footer =
    "Example:\n"
    "  mpirun octomate-mpi generate --count 10000000 --economical --output ten.jsonl.zst --resume\n\n"
    "Rank 0 reads and writes the files; the others need only the program. Where a rank or mpirun was\n"
    "killed, --resume goes on, also with octomate generate. Exit codes are those of octomate.";

/// What a signal leaves to do: rank 0 remembers how far it came and ends the run; the others wait for it.
/// mpirun sends all ranks SIGTERM for Ctrl-C, and soon after SIGKILL.
void catch_signals() {
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupted = true; };
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is told like a full disk
}

/// The part of this rank in a run; the exit code.
template <class P>
int generate(const GenerateOptions& options, const CommonOptions& common, mpi::Mail& mail) {
    int code = Success;
    if (mail.rank() == 0) {
        mpi::Leader<P> leader(options, common.threads, mail);
        code = run_generate<P>(options, common, leader);
        mail.send_all(mpi::Subject::Stop);
    } else {
        mpi::Member<P>(options, common.threads, mail).serve();
    }
    mail.close();
    return code;
}

/// Rank 0 talks for all, and its exit code is the one of all.
int run(int argc, char** argv, mpi::Mail& mail) {
    const bool talks = mail.rank() == 0;
    CLI::App root(about, "octomate-mpi");
    root.footer(footer);
    root.set_version_flag("--version", "octomate-mpi " OCTOMATE_VERSION);
    root.require_subcommand(1);

    CommonOptions common;
    common.variant = game_names.front();
    common.threads = 1;
    std::function<int()> command;
    CLI::App* declared = declare_generate(root, command, common, [&](const GenerateOptions& options) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(common.threads));
        int code = Usage;
        with_game(common.variant,
                  [&]<class P>(std::type_identity<P>) { code = generate<P>(options, common, mail); });
        return code;
    });
    declared->get_option("--threads")->description("Threads of each rank (default: 1)");

    int code = Success, runs = 1;
    std::ostringstream nowhere;
    try {
        root.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        runs = 0;
        const int told = root.exit(error, talks ? std::cout : nowhere, talks ? std::cerr : nowhere);
        code = told == 0 && std::cout.flush() ? Success : Usage;
    }
    // What rank 0 finds wrong, such as a file that only its machine has, is wrong for all.
    const bool able = runs != 0;
    MPI_Bcast(&runs, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!runs) return talks ? code : Success;
    if (!able) throw EnvironmentError(fmt::format("rank {} has other options than rank 0", mail.rank()));
    code = command();
    if (!talks) return Success;
    flush_output();
    return interrupted ? Interrupted : code;
}

}  // namespace

int main(int argc, char** argv) {
    int threads = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    catch_signals();
    int code = Usage;
    mpi::Mail mail;
    try {
        code = run(argc, argv, mail);
    } catch (const std::exception& error) {
        fmt::print(stderr, "octomate-mpi: {}\n", error.what());
        std::fflush(stderr);
        MPI_Abort(MPI_COMM_WORLD, Usage);
    }
    MPI_Finalize();
    return code;
}
