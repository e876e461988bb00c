#include "mpi/ranks.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

#include "console/console.hpp"
#include "core/random.hpp"

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

}  // namespace

Ranks::Ranks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Win_allocate(leads() ? Slots * sizeof(std::uint64_t) : 0, sizeof(std::uint64_t), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &numbers_, &window_);
    MPI_Win_lock_all(0, window_);
}

Ranks::~Ranks() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
}

std::uint64_t Ranks::broadcast(std::uint64_t value) const {
    MPI_Bcast(&value, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return value;
}

bool Ranks::agreed(bool on_rank_0) const { return broadcast(on_rank_0 ? 1 : 0) != 0; }

void Ranks::agree_on(std::uint64_t value) const {
    if (broadcast(value) != value)
        throw EnvironmentError(
            fmt::format("rank {} has other options or reads other files than rank 0", rank_));
}

std::uint64_t Ranks::add(Slot slot, std::uint64_t summand) {
    const std::lock_guard lock(mutex_);
    std::uint64_t before = 0;
    MPI_Fetch_and_op(&summand, &before, MPI_UINT64_T, 0, slot, MPI_SUM, window_);
    MPI_Win_flush(0, window_);
    return before;
}

void Ranks::begin(const Run& run) {
    run_ = run.sum;
    base_ =
        run.file.empty() ? fmt::format("octomate-mpi-{}", broadcast(std::uint64_t(::getpid()))) : run.file;
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

void Ranks::share(const Run& run, const std::function<void()>& work,
                  const std::function<bool(std::string_view)>& take) {
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
        more = take_results(next, take);
        if (!more) add(Stopped, 1);
    }
    part_.reset();
    const std::uint64_t written = sum(written_);
    if (!leads()) return;
    std::uint64_t seen = 0;
    for (std::size_t rank = 0; rank < size(); ++rank) seen += read_[part_name(rank)];
    if (more && !interrupted && (seen != written || results_.lower_bound(next) != results_.end()))
        throw EnvironmentError(fmt::format("cannot read all of {}*: the ranks need a folder that they share",
                                           base_ + part_ending));
    if (run.file.empty()) remove_parts(base_);
}

std::optional<std::uint64_t> Ranks::claim() {
    while (!stopped_ && !interrupted) {
        const std::uint64_t unit = add(NextUnit, 1);
        if (!done_.contains(unit)) return unit;
    }
    return std::nullopt;
}

void Ranks::put(std::uint64_t unit, std::string_view result) {
    if (!interrupted) write(unit, result);
}

void Ranks::write(std::uint64_t unit, std::string_view result) {
    const Head head{unit, result.size(), checksum_of(result)};
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
    part_->write(bytes.append(result));
    written_ += bytes.size();
}

/// Notes the results in a part behind those that were read before.
void Ranks::read_part(const std::string& name) {
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

/// Gives `take` the results that were read, in order from unit `next` on, and moves `next` behind them;
/// returns what `take` did.
bool Ranks::take_results(std::uint64_t& next, const std::function<bool(std::string_view)>& take) {
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

void Ranks::remove_parts(const std::string& file) {
    std::error_code none;
    for (const std::string& part : files_that_begin(file + part_ending)) fs::remove(part, none);
}

double Ranks::greatest(double of_this_rank) const {
    MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return of_this_rank;
}

std::uint64_t Ranks::sum(std::uint64_t of_this_rank) const {
    MPI_Allreduce(MPI_IN_PLACE, &of_this_rank, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return of_this_rank;
}

/// Gives all ranks all of a list whose numbers each stand for `each` of the numbers that are shared out.
void Ranks::gather(double* list, std::size_t numbers, std::size_t each) const {
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

}  // namespace octomate::mpi
