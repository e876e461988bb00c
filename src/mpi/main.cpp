#include <fcntl.h>
#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <thread>

#include "cli/arguments.hpp"
#include "console/progress.hpp"
#include "mpi/ranks.hpp"

namespace octomate::mpi {

namespace {

/// The last value that rank 0 broadcasts; neither true nor false.
constexpr std::uint64_t end_of_run = 2;

constexpr const char* about =
    "Octomate on many machines: under mpirun the ranks share the work of a command, and write the same bytes "
    "as octomate would.";

constexpr const char* footer =
    "Examples:\n"
    "  mpirun octomate-mpi solve --format jsonl positions.epd.zst --output solved.jsonl.zst\n"
    "  mpirun octomate-mpi generate --count 10000000 --economical --output ten.jsonl.zst --resume\n"
    "  mpirun octomate-mpi tables make KQRKR --tables /shared/tables\n\n"
    "All ranks read the input files, and write what they find beside the output, in a folder that all "
    "machines "
    "share; rank 0 writes the output. Where a rank or mpirun was killed, --resume goes on, also with another "
    "number of ranks; tables do so by themselves, and tables and generate also in octomate. Exit codes are "
    "those of octomate.";

/// The part of this rank in a command. Rank 0 talks for all, and its exit code is that of all.
int run(int argc, char** argv, Ranks& ranks) {
    cli::CommandLine line({"octomate-mpi", about, "", footer}, 1, &ranks);
    cli::add_solve(line);
    cli::add_check(line);
    cli::add_tag(line);
    cli::add_generate(line);
    cli::add_tables(line, &ranks);

    int code = Success;
    const bool able = line.parse(argc, argv, code);
    // What rank 0 finds wrong, such as a file that only its machine has, is wrong for all.
    if (!ranks.agreed(able)) return code;
    if (!able) throw EnvironmentError("cannot do what rank 0 can");
    code = line.run();
    flush_output();
    ranks.agree_on(end_of_run);
    code = interrupted ? Interrupted : code;
    end_progress(line.common(), code);
    return code;
}

/// Sends standard output and standard error of this rank nowhere. Returns the old standard error.
int mute() {
    const int talk = ::dup(STDERR_FILENO), nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    return talk;
}

}  // namespace

}  // namespace octomate::mpi

int main(int argc, char** argv) {
    using namespace octomate;
    open_standard_streams();
    int threads = 0, rank = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ::setenv("NO_COLOR", "1", 1);  // not even if mpirun runs on a terminal
    const int talk = rank == 0 ? STDERR_FILENO : mpi::mute();
    // Rank 0 ends the run and the others wait for it, so a second signal must not end a rank at once.
    catch_signals([](int) { interrupted = true; });
    int code = Usage;
    std::optional<mpi::Ranks> ranks;
    const auto abort = [&](const std::string& what) {
        if (rank > 0) {  // rank 0 has often found the same
            std::this_thread::sleep_for(std::chrono::seconds(2));
            ::dup2(talk, STDERR_FILENO);
        }
        talk_at_once(fmt::format("octomate-mpi: {}\n", what));
        MPI_Abort(MPI_COMM_WORLD, Usage);
    };
    try {
        if (threads < MPI_THREAD_SERIALIZED) throw EnvironmentError("MPI lacks MPI_THREAD_SERIALIZED");
        ranks.emplace();
        code = mpi::run(argc, argv, *ranks);
    } catch (const UsageError& error) {
        abort(error.option.empty() ? error.what() : fmt::format("{}: {}", error.option, error.what()));
    } catch (const std::exception& error) {
        abort(error.what());
    }
    ranks.reset();
    MPI_Finalize();
    return rank == 0 ? code : Success;
}
