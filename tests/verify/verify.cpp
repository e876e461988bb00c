/// octomate_verify SECONDS STATE [SOURCE...]: compares the fast rules with the naive ones for SECONDS. A
/// SOURCE is a prefix of source names; by default all sources are used. The file STATE stores the progress of
/// each source, where the next run continues; it is printed at the end. Exits with 1 if the rules disagree.
#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "verify/sources.hpp"

namespace {

using octomate::verify::Source;
using octomate::verify::Tally;
using Clock = std::chrono::steady_clock;

std::atomic<bool> interrupted = false;

struct Progress {
    std::uint64_t next_unit = 0;
    std::uint64_t positions = 0;
};

/// Parses the file STATE. It has a line for each source: the next unit, the number of positions, the name.
std::map<std::string, Progress> read_state(const std::string& file) {
    std::map<std::string, Progress> state;
    std::ifstream in(file);
    Progress progress;
    std::string name;
    while (in >> progress.next_unit >> progress.positions && std::getline(in >> std::ws, name))
        state[name] = progress;
    return state;
}

void write_state(const std::string& file, const std::map<std::string, Progress>& state) {
    {
        std::ofstream out(file + ".new");
        for (const auto& [name, progress] : state)
            out << progress.next_unit << ' ' << progress.positions << ' ' << name << '\n';
    }
    std::filesystem::rename(file + ".new", file);
}

/// Processes units of a source until `until`, in parallel on all cores. Stops at the first disagreement,
/// where the next run continues.
Tally work(const Source& source, Progress& progress, Clock::time_point until) {
    constexpr std::uint64_t wave = 8;
    const std::uint64_t before = progress.positions;
    Tally all;
    while (!interrupted && all.wrong.empty() && Clock::now() < until) {
        const std::uint64_t end =
            source.units == 0 ? progress.next_unit + wave : std::min(progress.next_unit + wave, source.units);
        if (end == progress.next_unit) break;
        std::vector<Tally> tallies(end - progress.next_unit);
        tbb::parallel_for(progress.next_unit, end, [&](std::uint64_t unit) {
            tallies[unit - progress.next_unit] = source.compare(unit);
        });
        for (const Tally& tally : tallies) all.add(tally);
        if (!all.wrong.empty()) break;
        progress.next_unit = end;
        progress.positions = before + all.positions;
    }
    return all;
}

/// Checks whether the name of `source` has one of the prefixes `beginnings`; always true if there are none.
bool is_selected(const Source& source, const std::vector<std::string>& beginnings) {
    const auto begins = [&](const std::string& beginning) { return source.name.starts_with(beginning); };
    return beginnings.empty() || std::any_of(beginnings.begin(), beginnings.end(), begins);
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc >= 3 ? std::strtod(argv[1], nullptr) : 0;
    if (!(seconds > 0)) {
        fmt::print(stderr, "usage: octomate_verify SECONDS STATE [SOURCE...]\n");
        return 2;
    }
    const std::vector<Source> sources = octomate::verify::sources();
    std::vector<Source> selected;
    const std::vector<std::string> beginnings(argv + 3, argv + argc);
    std::copy_if(sources.begin(), sources.end(), std::back_inserter(selected),
                 [&](const Source& source) { return is_selected(source, beginnings); });
    if (selected.empty()) {
        fmt::print(stderr, "there is no such source of positions; these are:\n");
        for (const Source& source : sources) fmt::print(stderr, "  {}\n", source.name);
        return 2;
    }
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { interrupted = true; });
    const auto start = Clock::now();
    const auto end =
        start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::map<std::string, Progress> state = read_state(argv[2]);
    Tally all;
    std::vector<double> turns(selected.size());  // turns of each source divided by its share
    while (!selected.empty() && !interrupted && all.wrong.empty() && Clock::now() < end) {
        // Continues with the source that had the fewest turns, so that even a short run covers all.
        const auto fewest = std::min_element(turns.begin(), turns.end());
        const auto chosen = selected.begin() + (fewest - turns.begin());
        Progress& progress = state[chosen->name];
        all.add(work(*chosen, progress, std::min(end, Clock::now() + std::chrono::seconds(3))));
        for (const std::string& wrong : all.wrong) fmt::print("{}: {}\n", chosen->name, wrong);
        write_state(argv[2], state);
        *fewest += 1 / chosen->share;
        if (progress.next_unit == chosen->units) {
            selected.erase(chosen);
            turns.erase(fewest);
        }
    }
    std::uint64_t ever = 0;
    for (const Source& source : sources) {
        const Progress& progress = state[source.name];
        ever += progress.positions;
        const std::string task_progress =
            source.units == 0
                ? ""
                : fmt::format(", {:.2f} % of all", 100 * static_cast<double>(progress.next_unit) /
                                                       static_cast<double>(source.units));
        fmt::print("{:>11} positions: {}{}\n", progress.positions, source.name, task_progress);
    }
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    fmt::print("{} positions in {:.0f} s, {} in all runs; {} disagree\n", all.positions, passed, ever,
               all.wrong.size());
    return all.wrong.empty() ? 0 : 1;
}
