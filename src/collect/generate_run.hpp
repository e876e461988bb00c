#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/generate_options.hpp"
#include "cli/record.hpp"
#include "cli/workshop.hpp"
#include "collect/collection.hpp"

namespace octomate::app {

/// Declares the command: the options of `octomate generate`, which `generate` then gets.
CLI::App* declare_generate(CLI::App& root, std::function<int()>& run, CommonOptions& common,
                           std::function<int(const GenerateOptions&)> generate);

/// What the options ask for.
CollectionOptions collection_options(const GenerateOptions& options, const std::string& variant);

/// The last line of the file of a run that is complete, all units before `done` being done; nothing where
/// none is needed.
std::string closing_line(const GenerateOptions& options, const Collection& collection, std::uint64_t done);

/// A line on standard error that sums up.
void tell(const Collection& collection, const CommonOptions& common);

/// A line on standard error that tells how far it has come.
class GenerateProgress {
  public:
    GenerateProgress(const GenerateOptions& options, const CommonOptions& common)
        : count_(options.count), on_(talks_to_terminal(common)) {}
    GenerateProgress(const GenerateProgress&) = delete;
    GenerateProgress& operator=(const GenerateProgress&) = delete;
    ~GenerateProgress();

    void show(const Collection& collection);

  private:
    std::uint64_t count_;
    bool on_;
    bool shown_ = false;
    std::optional<std::uint64_t> before_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point next_ = begun_ + std::chrono::milliseconds(250);
};

/// The positions of the puzzle files, for which `take(position, name)` is called in order. The exit code
/// tells of bad ones.
template <class P, class Take>
int read_positions(const std::vector<std::string>& files, const CommonOptions& given, Take take) {
    CommonOptions common = given;
    common.format = Format::Text;
    const auto work = [&](const records::Line& line, records::Output& output) {
        with_record(
            line, common, output, [&]<class Q>(const records::Puzzle& puzzle, const Q& position, auto&&) {
                if constexpr (std::is_same_v<P, Q>) {
                    output.data.append(position.fen()).append("\t");
                    output.data += puzzle.id ? *puzzle.id : fmt::format("{}:{}", line.file, line.number);
                    output.data += '\n';
                }
            });
    };
    return run_lines(files, common, work, [&](const records::Output& output) {
        std::string_view rest = output.data;
        while (!rest.empty()) {
            const std::size_t tab = rest.find('\t'), end = rest.find('\n');
            take(P::from_fen(rest.substr(0, tab))->value, rest.substr(tab + 1, end - tab - 1));
            rest.remove_prefix(end + 1);
        }
        talk(output);
    });
}

/// Who does the work of a run: threads, or processes on many machines.
template <class C, class P>
concept Crew = requires(C& crew, const std::vector<Given<P>>& given, std::uint64_t fingerprint,
                        make::Units units, std::function<bool(make::UnitResult&&)> take) {
    crew.share(given);       // the puzzles that are to be changed; at most once, first of all
    crew.know(fingerprint);  // what has it is no new puzzle any more
    crew.work(units, take);  // `take` gets the units in order, without duplicates, until it returns false
};

/// The whole run. Returns the exit code.
template <class P, class C>
requires Crew<C, P>
int run_generate(const GenerateOptions& options, const CommonOptions& common, C& crew) {
    if (P::faces_of_the_die == 1 && !options.wanted.faces.contains(1))
        throw CLI::ValidationError("--faces", "the game has no die, so there is one set of mates");
    int code = Success;
    const auto know = [&](const P& position) {
        crew.know(make::fingerprint(position.symmetric_key(), P::faces_of_the_die));
    };
    std::vector<Given<P>> given;
    if (options.from != "play" && options.from != "place") {
        code = read_positions<P>({options.from}, common, [&](const P& position, std::string_view name) {
            given.push_back({position, std::string(name)});
        });
        if (interrupted) return Interrupted;
        if (given.empty()) {
            fmt::print(stderr, "{}: there is no position to change\n", options.from);
            return BadInput;
        }
        crew.share(given);
    }
    Collection collection(collection_options(options, common.variant),
                          [&](std::uint64_t fingerprint) { crew.know(fingerprint); });
    for (const Given<P>& one : given) know(one.position);
    if (!options.exclude.empty()) {
        const int read = read_positions<P>(options.exclude, common,
                                           [&](const P& position, std::string_view) { know(position); });
        if (interrupted) return Interrupted;
        code = std::max(code, read);
    }

    make::Units units = options.units;
    units.next = std::max(units.next, collection.next_unit());
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.seconds);
    bool ended = false;  // before the units did
    if (!collection.complete()) {
        GenerateProgress progress(options, common);
        crew.work(units, [&](make::UnitResult&& result) {
            const bool more = collection.take(std::move(result));
            progress.show(collection);
            ended = !more || (options.seconds > 0 && std::chrono::steady_clock::now() >= end);
            return !ended;
        });
    }
    if (interrupted) {
        collection.stop();
        tell(collection, common);
        return Interrupted;
    }
    const bool missed = options.count > 0 && !collection.complete();
    if (missed && ended && options.best == 0 && options.units.shards == 1) {  // out of time: --resume goes on
        collection.stop();
        tell(collection, common);
        return code != Success ? code : Incomplete;
    }
    const std::uint64_t done =
        ended || collection.complete() ? collection.next_unit() : options.units.last + 1;
    collection.finish(closing_line(options, collection, done));
    tell(collection, common);
    return code != Success ? code : missed ? Incomplete : Success;
}

}  // namespace octomate::app
