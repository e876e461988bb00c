#include <fmt/core.h>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "collect/generate_run.hpp"
#include "console/progress.hpp"
#include "games/list.hpp"
#include "mpi/channel.hpp"
#include "mpi/leader.hpp"
#include "mpi/member.hpp"
#include "tables/team.hpp"

namespace octomate::mpi {

namespace {

/// The ranks of MPI_COMM_WORLD as a team that makes tables. All must make the same calls in the same order,
/// each from the one thread that has initialised MPI. Lists of 2^31 numbers or more are beyond it.
class Ranks : public tables::Team {
  public:
    Ranks() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }

    std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
    std::size_t size() const override { return static_cast<std::size_t>(size_); }

    void share(double* list, std::size_t numbers) const override { gather(list, numbers, 1); }
    void share_sums(double* sums, std::size_t numbers) const override { gather(sums, numbers, piece); }

    double greatest(double of_this_rank) const override {
        MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return of_this_rank;
    }
    std::uint64_t sum(std::uint64_t of_this_rank) const override {
        MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        return of_this_rank;
    }
    bool agreed(bool on_this_rank) const override {
        int agreed = on_this_rank ? 1 : 0;
        MPI_Bcast(&agreed, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return agreed != 0;
    }

  private:
    /// All get all of a list whose numbers stand for so many of the numbers that are shared out.
    void gather(double* list, std::size_t numbers, std::size_t each) const {
        if (size_ == 1) return;
        std::vector<int> counts, begins;
        for (std::size_t rank = 0; rank < size(); ++rank) {
            const auto [first, last] = part(numbers, rank);
            const std::size_t begin = first / each, end = (last + each - 1) / each;
            begins.push_back(static_cast<int>(begin));
            counts.push_back(first < last ? static_cast<int>(end - begin) : 0);
        }
        MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, list, counts.data(), begins.data(), MPI_DOUBLE,
                       MPI_COMM_WORLD);
    }

    int rank_ = 0;
    int size_ = 1;
};

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
int generate(const collect::GenerateOptions& options, const CommonOptions& common, Channel& channel) {
    int code = Success;
    const games::Game& game = games::named(common.variant);
    const make::Maker& maker = *game.maker();
    if (channel.rank() == 0) {
        Leader leader(maker, options.task, common.threads, channel);
        code = collect::run_generate(options, common, game, leader);
        channel.send_all(Subject::Stop);
    } else {
        Member(maker, options.task, common.threads, channel).serve();
    }
    channel.close();
    return code;
}

/// Rank 0 talks for all, and its exit code is the one of all.
int run(int argc, char** argv, Channel& channel) {
    const bool talks = channel.rank() == 0;
    cli::CommandLine line({"octomate-mpi", about, "", footer}, 1);
    cli::declare_generate(line, [&](const collect::GenerateOptions& options, CommonOptions common) {
        common.words.insert(common.words.begin(), "mpirun");  // as far as it is known how it was called
        return generate(options, common, channel);
    });
    const Ranks ranks;
    cli::add_tables(line, &ranks);
    line.describe_threads("Threads of each rank (default: 1)");

    int code = Success;
    int runs = line.parse(argc, argv, code, talks) ? 1 : 0;
    // What rank 0 finds wrong, such as a file that only its machine has, is wrong for all.
    const bool able = runs != 0;
    MPI_Bcast(&runs, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!runs) return talks ? code : Success;
    if (!able) throw EnvironmentError(fmt::format("rank {} has other options than rank 0", channel.rank()));
    code = line.run();
    if (!talks) return Success;
    flush_output();
    code = interrupted ? Interrupted : code;
    end_progress(line.common(), code);
    return code;
}

}  // namespace

}  // namespace octomate::mpi

int main(int argc, char** argv) {
    using namespace octomate;
    open_standard_streams();
    int threads = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    // Rank 0 ends the run and the others wait for it, so a second signal must not end a rank at once.
    catch_signals([](int) { interrupted = true; });
    int code = Usage;
    mpi::Channel channel;
    try {
        code = mpi::run(argc, argv, channel);
    } catch (const std::exception& error) {
        talk_at_once(fmt::format("octomate-mpi: {}\n", error.what()));
        MPI_Abort(MPI_COMM_WORLD, Usage);
    }
    MPI_Finalize();
    return code;
}
