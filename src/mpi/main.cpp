#include <fcntl.h>
#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "cli/arguments.hpp"
#include "collect/record.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "console/progress.hpp"
#include "core/random.hpp"
#include "tables/sweeps.hpp"

namespace octomate::mpi {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Added to Slot::Stopped by a rank that the user has interrupted; 1 is added when there are enough results.
constexpr std::uint64_t by_user = std::uint64_t{1} << 32;

/// Stops this rank from claiming units, also when an error ends the run.
struct StopAtEnd {
    std::atomic<bool>& stopped;
    ~StopAtEnd() { stopped = true; }
};

/// The names of files that begin with `begin`, which may name a folder as well.
std::vector<std::string> files_that_begin(const fs::path& begin) {
    std::vector<std::string> names;
    std::error_code none;
    const fs::path folder = begin.parent_path();
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, none)) {
        const std::string name = entry.path().filename();
        if (name.starts_with(begin.filename().string())) names.push_back(folder / name);
    }
    return names;
}

/// The ranks of MPI_COMM_WORLD. All must make the same calls in the same order, apart from `claim` and `put`.
///
/// Ranks claim units from a counter in the memory of rank 0, which MPI_Fetch_and_op increments, and write
/// the results to FILE.rank-0, FILE.rank-1 and so on, the parts. Rank 0 reads all parts as they grow. A part
/// that an interrupted run leaves is valid up to its first damaged result.
class Ranks : public collect::Ranks, public tables::Team {
  public:
    /// MPI must be initialised with MPI_THREAD_SERIALIZED.
    Ranks() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        MPI_Win_allocate(leads() ? Slots * sizeof(std::uint64_t) : 0, sizeof(std::uint64_t), MPI_INFO_NULL,
                         MPI_COMM_WORLD, &numbers_, &window_);
        MPI_Win_lock_all(0, window_);
    }

    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    /// Every rank must have come to its end.
    ~Ranks() override {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }

    /// Throws EnvironmentError on a rank whose value is not that of rank 0.
    void agree_on(std::uint64_t value) const {
        if (broadcast(value) != value)
            throw EnvironmentError(
                fmt::format("rank {} has other options or reads other files than rank 0", rank_));
    }

    bool leads() const override { return rank_ == 0; }
    bool agreed(bool on_rank_0) const override { return broadcast(on_rank_0 ? 1 : 0) != 0; }

    void share(const Run& run, const std::function<void()>& work,
               const std::function<bool(std::string_view)>& take) override {
        begin(run);
        std::future<void> working = std::async(std::launch::async, work);
        const StopAtEnd stop{stopped_};
        MPI_Request all_done = MPI_REQUEST_NULL;
        std::uint64_t next = run.first, synced = 0;
        bool told = false, more = true;
        auto sync_due = std::chrono::steady_clock::now();
        for (int ended = 0; !ended;) {
            if (!working.valid()) {
                std::this_thread::sleep_for(10ms);
                const std::lock_guard lock(mutex_);
                MPI_Test(&all_done, &ended, MPI_STATUS_IGNORE);
            } else if (working.wait_for(10ms) == std::future_status::ready) {
                working.get();
                part_->sync();
                const std::lock_guard lock(mutex_);
                MPI_Ibarrier(MPI_COMM_WORLD, &all_done);
            } else if (written_ > synced && std::chrono::steady_clock::now() >= sync_due) {
                // Other machines may not see what a network file system still holds back.
                synced = written_;
                part_->sync();
                sync_due = std::chrono::steady_clock::now() + 100ms;
            }
            if (interrupted && !told) add(Stopped, by_user);
            told = interrupted;
            const std::uint64_t stopped = add(Stopped, 0);
            if (stopped >= by_user) interrupted = true;
            if (stopped > 0) stopped_ = true;
            if (!leads() || !more || interrupted) continue;
            for (std::size_t rank = 0; rank < size(); ++rank) read_part(part_name(rank));
            more = receive_results(next, take);
            if (!more) add(Stopped, 1);
        }
        part_.reset();
        const std::uint64_t written = sum(written_);
        if (!leads()) return;
        std::uint64_t seen = 0;
        for (std::size_t rank = 0; rank < size(); ++rank) seen += read_[part_name(rank)];
        if (more && !interrupted && (seen != written || results_.lower_bound(next) != results_.end()))
            throw EnvironmentError(fmt::format(
                "cannot read all of {}*: the ranks need a folder that they share", base_ + part_ending));
        if (run.file.empty()) remove_parts(base_);
    }

    std::optional<std::uint64_t> claim() override {
        while (!stopped_ && !interrupted) {
            const std::uint64_t unit = add(NextUnit, 1);
            if (!done_.contains(unit)) return unit;
        }
        return std::nullopt;
    }

    void put(std::uint64_t unit, std::string_view result) override {
        if (!interrupted) write(unit, result);
    }

    void remove_parts(const std::string& file) override {
        std::error_code none;
        for (const std::string& part : files_that_begin(file + part_ending)) fs::remove(part, none);
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

  private:
    /// The numbers in the memory of rank 0.
    enum Slot : int { NextUnit, Stopped, Slots };

    /// The header of each result in a part. The first header of a part has no result, and the checksum of the
    /// run as its unit.
    struct Head {
        std::uint64_t unit = 0;
        std::uint64_t size = 0;
        std::uint64_t sum = 0;
    };

    /// Where a result stands.
    struct Place {
        std::string part;
        std::uint64_t at = 0, size = 0;
    };

    std::uint64_t broadcast(std::uint64_t value) const {
        MPI_Bcast(&value, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
        return value;
    }

    /// Adds to a number in the memory of rank 0, and returns what it was before.
    std::uint64_t add(Slot slot, std::uint64_t summand) {
        const std::lock_guard lock(mutex_);
        std::uint64_t before = 0;
        MPI_Fetch_and_op(&summand, &before, MPI_UINT64_T, 0, slot, MPI_SUM, window_);
        MPI_Win_flush(0, window_);
        return before;
    }

    std::string part_name(std::size_t rank) const { return base_ + part_ending + std::to_string(rank); }
    void begin(const Run& run) {
        run_ = run.sum;
        base_ = run.file.empty() ? fmt::format("octomate-mpi-{}", broadcast(std::uint64_t(::getpid())))
                                 : run.file;
        stopped_ = false;
        done_.clear();
        read_.clear();
        results_.clear();
        if (leads()) {
            add(NextUnit, run.first - add(NextUnit, 0));
            add(Stopped, -add(Stopped, 0));
            if (!run.resume) remove_parts(base_);
        }
        agree_on(run.sum);
        for (const std::string& part : files_that_begin(base_ + part_ending)) read_part(part);
        for (const auto& [unit, place] : results_) done_.insert(unit);
        const std::string own = part_name(rank());
        written_ = read_[own];
        part_.emplace(OutputFile::in_place(own, written_));
        if (written_ == 0) write(run_, {});
    }

    void write(std::uint64_t unit, std::string_view result) {
        const Head head{unit, result.size(), checksum_of(result)};
        std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
        part_->write(bytes.append(result));
        written_ += bytes.size();
    }

    /// Notes the results in a part behind those that were read before.
    void read_part(const std::string& name) {
        std::error_code none;
        const std::uint64_t end = fs::file_size(name, none);
        std::uint64_t& at = read_[name];
        if (none || end <= at) return;
        std::ifstream part(name, std::ios::binary);
        part.seekg(static_cast<std::streamoff>(at));
        Head head;
        std::string result;
        while (part.read(reinterpret_cast<char*>(&head), sizeof head)) {
            const std::uint64_t begin = at + sizeof head;
            if (begin > end || head.size > end - begin) return;
            result.resize(head.size);
            part.read(result.data(), static_cast<std::streamsize>(head.size));
            if (!part || checksum_of(result) != head.sum || (at == 0 && head.unit != run_)) return;
            if (at > 0) results_[head.unit] = {name, begin, head.size};
            at = begin + head.size;
        }
    }

    /// returns what `take` did.
    bool receive_results(std::uint64_t& next, const std::function<bool(std::string_view)>& take) {
        for (auto found = results_.find(next); found != results_.end(); found = results_.find(++next)) {
            const Place& place = found->second;
            std::ifstream part(place.part, std::ios::binary);
            part.seekg(static_cast<std::streamoff>(place.at));
            std::string result(place.size, '\0');
            if (!part.read(result.data(), static_cast<std::streamsize>(place.size)))
                throw EnvironmentError(fmt::format("cannot read {}", place.part));
            results_.erase(found);
            if (!take(result)) return false;
        }
        return true;
    }

    /// Gives all ranks all of a list whose numbers each stand for `each` of the numbers that are shared out.
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

    static constexpr const char* part_ending = ".rank-";

    int rank_ = 0;
    int size_ = 1;
    MPI_Win window_ = MPI_WIN_NULL;
    std::uint64_t* numbers_ = nullptr;  // on rank 0
    std::mutex mutex_;                  // of MPI, while units are done
    std::atomic<bool> stopped_ = false;

    std::string base_;                           // of the names of the parts
    std::uint64_t run_ = 0;                      // the sum of the run
    std::optional<OutputFile> part_;             // of this rank
    std::atomic<std::uint64_t> written_ = 0;     // bytes of it
    std::set<std::uint64_t> done_;               // units in the parts of an earlier run
    std::map<std::string, std::uint64_t> read_;  // by part; bytes
    std::map<std::uint64_t, Place> results_;     // by unit; what was read and not taken
};

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
