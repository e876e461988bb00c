#include <fmt/core.h>
#include <mpi.h>

#include <exception>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "collect/generate_run.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "mpi/leader.hpp"
#include "mpi/mail.hpp"
#include "mpi/member.hpp"
#include "mpi/ranks.hpp"

using namespace octomate;

namespace {

constexpr const char* about =
    "Octomate on many machines: under mpirun, generate and tables make share their work out among all "
    "ranks,\n"
    "and write the same bytes as octomate would.";

constexpr const char* footer =
    "Examples:\n"
    "  mpirun octomate-mpi generate --count 10000000 --economical --output ten.jsonl.zst --resume\n"
    "  mpirun octomate-mpi tables make KQRKR --tables /shared/tables\n\n"
    "Rank 0 writes all files. To generate, the others need only the program; to make tables, they read "
    "those\n"
    "that theirs needs, and how far it came, from the same folder. Where a rank or mpirun was killed, "
    "generate\n"
    "goes on with --resume, tables by itself, also in octomate. Exit codes are those of octomate.";

/// The part of this rank in a run; the exit code.
int generate(const collect::GenerateOptions& options, const CommonOptions& common, mpi::Mail& mail) {
    int code = Success;
    const games::Game& game = games::named(common.variant);
    const make::Maker& maker = *game.maker();
    if (mail.rank() == 0) {
        mpi::Leader leader(maker, options.task, common.threads, mail);
        code = collect::run_generate(options, common, game, leader);
        mail.send_all(mpi::Subject::Stop);
    } else {
        mpi::Member(maker, options.task, common.threads, mail).serve();
    }
    mail.close();
    return code;
}

/// Rank 0 talks for all, and its exit code is the one of all.
int run(int argc, char** argv, mpi::Mail& mail) {
    const bool talks = mail.rank() == 0;
    cli::CommandLine line({"octomate-mpi", about, "", footer}, 1);
    cli::declare_generate(line, [&](const collect::GenerateOptions& options, CommonOptions common) {
        common.words.insert(common.words.begin(), "mpirun");  // as far as it is known how it was called
        return generate(options, common, mail);
    });
    const mpi::Ranks ranks;
    cli::add_tables(line, &ranks);
    line.describe_threads("Threads of each rank (default: 1)");

    int code = Success;
    int runs = line.parse(argc, argv, code, talks) ? 1 : 0;
    // What rank 0 finds wrong, such as a file that only its machine has, is wrong for all.
    const bool able = runs != 0;
    MPI_Bcast(&runs, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!runs) return talks ? code : Success;
    if (!able) throw EnvironmentError(fmt::format("rank {} has other options than rank 0", mail.rank()));
    code = line.run();
    if (!talks) return Success;
    flush_output();
    code = interrupted ? Interrupted : code;
    end_progress(line.common(), code);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    open_standard_streams();
    int threads = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    // Rank 0 ends the run and the others wait for it, so a second signal must not end a rank at once.
    catch_signals([](int) { interrupted = true; });
    int code = Usage;
    mpi::Mail mail;
    try {
        code = run(argc, argv, mail);
    } catch (const std::exception& error) {
        talk_at_once(fmt::format("octomate-mpi: {}\n", error.what()));
        MPI_Abort(MPI_COMM_WORLD, Usage);
    }
    MPI_Finalize();
    return code;
}
