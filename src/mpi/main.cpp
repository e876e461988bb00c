// octomate-mpi: runs a command of octomate in several processes (ranks), perhaps on many machines.
//
// How the ranks share the work. A command divides its work into numbered units (see collect::Ranks), and
// every rank runs the same command on the same input. No rank assigns work: each thread that is idle claims
// the next unit by an atomic fetch-and-add on a counter in the memory of rank 0 (MPI one-sided
// communication), so fast ranks simply do more units. A rank appends its results to a file of its own,
// FILE.rank-N, in a folder that all ranks share; each result has a header with its unit, size and checksum.
// Rank 0 reads these files (the "parts") while they grow and passes the results on in the order of the units,
// so the output does not depend on the number of ranks. The parts also make a run resumable: after a crash,
// the next run reads every part up to its first damaged result and skips the units that it finds. A second
// counter stops all ranks: rank 0 increments it once it has enough results, and a rank that the user
// interrupts adds `by_user`.

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

/// An interrupted rank adds this to Slot::Stopped. Rank 0 adds 1 when it has enough results.
constexpr std::uint64_t by_user = std::uint64_t{1} << 32;

/// Sets `stopped` when it goes out of scope, so that this rank claims no more units even after an exception.
struct StopAtEnd {
    std::atomic<bool>& stopped;
    ~StopAtEnd() { stopped = true; }
};

/// Returns the paths of all files that begin with the path `begin`.
std::vector<std::string> files_that_begin(const fs::path& begin) {
    std::vector<std::string> names;
    std::error_code ignored;
    const fs::path folder = begin.parent_path();
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
        const std::string name = entry.path().filename();
        if (name.starts_with(begin.filename().string())) names.push_back(folder / name);
    }
    return names;
}

/// The ranks of MPI_COMM_WORLD. Except for `claim` and `submit`, every rank must make the same calls in the
/// same order, since most of them communicate with all ranks.
class Ranks : public collect::Ranks, public tables::Team {
  public:
    /// MPI must be initialised with MPI_THREAD_SERIALIZED.
    Ranks() {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        MPI_Win_allocate(leads() ? SlotCount * sizeof(std::uint64_t) : 0, sizeof(std::uint64_t),
                         MPI_INFO_NULL, MPI_COMM_WORLD, &counters_, &window_);
        MPI_Win_lock_all(0, window_);
    }

    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    /// Waits until every rank destroys its object.
    ~Ranks() override {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }

    /// Throws EnvironmentError on each rank whose `value` differs from that of rank 0.
    void agree_on(std::uint64_t value) const {
        if (broadcast(value) != value)
            throw EnvironmentError(
                fmt::format("rank {} has other options or reads other files than rank 0", rank_));
    }

    bool leads() const override { return rank_ == 0; }
    bool leader_value(bool value) const override { return broadcast(value ? 1 : 0) != 0; }
    bool agreed(bool own_value) const override { return leader_value(own_value); }

    void share(const Run& run, const std::function<void()>& work,
               const std::function<bool(std::string_view)>& consume) override {
        begin(run);
        std::future<void> working = std::async(std::launch::async, work);
        const StopAtEnd stop{stopped_};
        MPI_Request all_done = MPI_REQUEST_NULL;
        std::uint64_t next = run.first, synced = 0;
        bool reported = false, more = true;
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
                // A network file system may delay writes; sync so that rank 0 can read them.
                synced = written_;
                part_->sync();
                sync_due = std::chrono::steady_clock::now() + 100ms;
            }
            if (interrupted && !reported) add(Stopped, by_user);
            reported = interrupted;
            const std::uint64_t stopped = add(Stopped, 0);
            if (stopped >= by_user) interrupted = true;
            if (stopped > 0) stopped_ = true;
            if (!leads() || !more || interrupted) continue;
            for (std::size_t rank = 0; rank < size(); ++rank) read_part(part_name(rank));
            more = receive_results(next, consume);
            if (!more) add(Stopped, 1);
        }
        part_.reset();
        const std::uint64_t written = sum(written_);
        if (!leads()) return;
        std::uint64_t bytes_seen = 0;
        for (std::size_t rank = 0; rank < size(); ++rank) bytes_seen += bytes_read_[part_name(rank)];
        if (more && !interrupted && (bytes_seen != written || results_.lower_bound(next) != results_.end()))
            throw EnvironmentError(fmt::format(
                "cannot read all of {}*: the ranks need a folder that they share", base_ + part_suffix));
        if (run.file.empty()) remove_parts(base_);
    }

    std::optional<std::uint64_t> claim() override {
        while (!stopped_ && !interrupted) {
            const std::uint64_t unit = add(NextUnit, 1);
            if (!done_.contains(unit)) return unit;
        }
        return std::nullopt;
    }

    void submit(std::uint64_t unit, std::string_view result) override {
        if (!interrupted) write(unit, result);
    }

    void remove_parts(const std::string& file) override {
        std::error_code ignored;
        for (const std::string& part : files_that_begin(file + part_suffix)) fs::remove(part, ignored);
    }

    std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
    std::size_t size() const override { return static_cast<std::size_t>(size_); }
    void share(double* list, std::size_t count) const override { gather(list, count, 1); }
    void share_sums(double* sums, std::size_t count) const override { gather(sums, count, piece); }
    double greatest(double of_this_rank) const override {
        MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return of_this_rank;
    }

    std::uint64_t sum(std::uint64_t of_this_rank) const override {
        MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        return of_this_rank;
    }

  private:
    /// The indices of the shared counters in the memory of rank 0.
    enum Slot : int { NextUnit, Stopped, SlotCount };

    /// The header before each result in a part. A part begins with a header whose `unit` is the checksum of
    /// the run and whose result is empty.
    struct Header {
        std::uint64_t unit = 0;
        std::uint64_t size = 0;
        std::uint64_t sum = 0;
    };

    /// Where a result is stored: the name of the part, and offset and size of the result in bytes.
    struct StoredResult {
        std::string part;
        std::uint64_t offset = 0, size = 0;
    };

    std::uint64_t broadcast(std::uint64_t value) const {
        MPI_Bcast(&value, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
        return value;
    }

    /// Adds `summand` to a shared counter atomically; returns the previous value.
    std::uint64_t add(Slot slot, std::uint64_t summand) {
        const std::lock_guard lock(mutex_);
        std::uint64_t before = 0;
        MPI_Fetch_and_op(&summand, &before, MPI_UINT64_T, 0, slot, MPI_SUM, window_);
        MPI_Win_flush(0, window_);
        return before;
    }

    std::string part_name(std::size_t rank) const { return base_ + part_suffix + std::to_string(rank); }

    /// Prepares a shared run: resets the counters, reads the parts that an earlier run left, and opens the
    /// part of this rank for appending.
    void begin(const Run& run) {
        run_sum_ = run.sum;
        base_ = run.file.empty() ? fmt::format("octomate-mpi-{}", broadcast(std::uint64_t(::getpid())))
                                 : run.file;
        stopped_ = false;
        done_.clear();
        bytes_read_.clear();
        results_.clear();
        if (leads()) {
            add(NextUnit, run.first - add(NextUnit, 0));
            add(Stopped, -add(Stopped, 0));
            if (!run.resume) remove_parts(base_);
        }
        agree_on(run.sum);
        for (const std::string& part : files_that_begin(base_ + part_suffix)) read_part(part);
        for (const auto& [unit, stored] : results_) done_.insert(unit);
        const std::string own_part = part_name(rank());
        written_ = bytes_read_[own_part];
        part_.emplace(OutputFile::in_place(own_part, written_));
        if (written_ == 0) write(run_sum_, {});
    }

    void write(std::uint64_t unit, std::string_view result) {
        const Header head{unit, result.size(), checksum_of(result)};
        std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
        part_->write(bytes.append(result));
        written_ += bytes.size();
    }

    /// Finds the results that were appended to a part since the last call, and records where each is stored.
    /// Stops at an incomplete or damaged result; skips a part of another run.
    void read_part(const std::string& name) {
        std::error_code ignored;
        const std::uint64_t end = fs::file_size(name, ignored);
        std::uint64_t& position = bytes_read_[name];
        if (ignored || end <= position) return;
        std::ifstream part(name, std::ios::binary);
        part.seekg(static_cast<std::streamoff>(position));
        Header head;
        std::string result;
        while (part.read(reinterpret_cast<char*>(&head), sizeof head)) {
            const std::uint64_t begin = position + sizeof head;
            if (begin > end || head.size > end - begin) return;
            result.resize(head.size);
            part.read(result.data(), static_cast<std::streamsize>(head.size));
            if (!part || checksum_of(result) != head.sum || (position == 0 && head.unit != run_sum_)) return;
            if (position > 0) results_[head.unit] = {name, begin, head.size};
            position = begin + head.size;
        }
    }

    /// Passes stored results to `consume` in order, from unit `next` on, and sets `next` to the first unit
    /// without a result. Returns false if `consume` did. Throws EnvironmentError if a part cannot be read.
    bool receive_results(std::uint64_t& next, const std::function<bool(std::string_view)>& consume) {
        for (auto found = results_.find(next); found != results_.end(); found = results_.find(++next)) {
            const StoredResult& stored = found->second;
            std::ifstream part(stored.part, std::ios::binary);
            part.seekg(static_cast<std::streamoff>(stored.offset));
            std::string result(stored.size, '\0');
            if (!part.read(result.data(), static_cast<std::streamsize>(stored.size)))
                throw EnvironmentError(fmt::format("cannot read {}", stored.part));
            results_.erase(found);
            if (!consume(result)) return false;
        }
        return true;
    }

    /// Exchanges the elements of `list` so that every rank has all of them. Element k stands for the `each`
    /// numbers from k · `each` on; a rank has computed the elements of its share of the `count` numbers.
    void gather(double* list, std::size_t count, std::size_t each) const {
        if (size_ == 1) return;
        std::vector<int> counts, begins;
        for (std::size_t rank = 0; rank < size(); ++rank) {
            const auto [first, last] = part(count, rank);
            const std::size_t begin = first / each, end = (last + each - 1) / each;
            begins.push_back(static_cast<int>(begin));
            counts.push_back(first < last ? static_cast<int>(end - begin) : 0);
        }
        MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, list, counts.data(), begins.data(), MPI_DOUBLE,
                       MPI_COMM_WORLD);
    }

    static constexpr const char* part_suffix = ".rank-";

    int rank_ = 0;
    int size_ = 1;
    MPI_Win window_ = MPI_WIN_NULL;
    std::uint64_t* counters_ = nullptr;  // the counters, in the memory of rank 0; indexed by Slot
    std::mutex mutex_;                   // serializes MPI calls while worker threads run
    std::atomic<bool> stopped_ = false;  // once set, this rank claims no more units

    std::string base_;                                 // path of each part without its suffix ".rank-N"
    std::uint64_t run_sum_ = 0;                        // the value of `Run::sum`
    std::optional<OutputFile> part_;                   // the file with the results of this rank
    std::atomic<std::uint64_t> written_ = 0;           // size of `part_` in bytes
    std::set<std::uint64_t> done_;                     // units whose results an earlier run left in the parts
    std::map<std::string, std::uint64_t> bytes_read_;  // name of a part to the number of bytes read from it
    std::map<std::uint64_t, StoredResult> results_;    // results not yet passed to `consume`; key: the unit
};

/// The value that all ranks agree on after the command; distinct from the 0 and 1 of `leader_value`.
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

/// Parses the command line and runs the command on this rank. Returns the exit code; that of rank 0 counts.
int run(int argc, char** argv, Ranks& ranks) {
    cli::CommandLine line({"octomate-mpi", about, "", footer}, 1, &ranks);
    cli::add_solve(line);
    cli::add_check(line);
    cli::add_tag(line);
    cli::add_generate(line);
    cli::add_tables(line, &ranks);

    int code = Success;
    const bool parsed = line.parse(argc, argv, code);
    // If rank 0 rejects the command line, no rank runs it.
    if (!ranks.leader_value(parsed)) return code;
    if (!parsed) throw EnvironmentError("cannot do what rank 0 can");
    code = line.run();
    flush_output();
    ranks.agree_on(end_of_run);
    code = interrupted ? Interrupted : code;
    end_progress(line.common(), code);
    return code;
}

/// Redirects standard output and standard error to /dev/null. Returns a descriptor of the old standard error.
int silence_output() {
    const int error_output = ::dup(STDERR_FILENO), nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    return error_output;
}

}  // namespace

}  // namespace octomate::mpi

int main(int argc, char** argv) {
    using namespace octomate;
    open_standard_streams();
    int threads = 0, rank = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ::setenv("NO_COLOR", "1", 1);  // plain text even if mpirun runs on a terminal
    const int error_output = rank == 0 ? STDERR_FILENO : mpi::silence_output();
    // Even a second signal only sets a flag: rank 0 ends the run, and every rank must stay alive until then.
    catch_signals([](int) { interrupted = true; });
    int code = Usage;
    std::optional<mpi::Ranks> ranks;
    const auto abort = [&](const std::string& what) {
        if (rank > 0) {  // give rank 0 time to report the same error first
            std::this_thread::sleep_for(std::chrono::seconds(2));
            ::dup2(error_output, STDERR_FILENO);
        }
        print_message_unflushed(fmt::format("octomate-mpi: {}\n", what));
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
