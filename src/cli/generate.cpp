#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "cli/commands.hpp"
#include "cli/generate_options.hpp"
#include "cli/table_puzzles.hpp"
#include "collect/generate_run.hpp"
#include "games/list.hpp"
#include "make/distinct.hpp"
#include "make/run_units.hpp"

namespace octomate::cli {

namespace {

/// The threads of one process.
class ThreadCrew : public collect::Crew {
  public:
    ThreadCrew(const make::Maker& maker, const make::Task& task, int threads)
        : maker_(maker), task_(task), threads_(threads) {}

    void share(const std::vector<make::Given>& given) override { given_ = given; }

    void know(std::uint64_t fingerprint) override { distinct_.insert(fingerprint); }

    void work(make::Units units, const std::function<bool(make::UnitResult&&)>& take) override {
        tbb::enumerable_thread_specific<std::unique_ptr<make::Workshop>> workshops(
            [&] { return maker_.workshop(task_, given_); });
        make::run_units(
            units, threads_, [&](std::uint64_t unit) { return workshops.local()->make(unit); },
            [&](make::UnitResult&& result) {
                distinct_.take_out_duplicates(result);
                return take(std::move(result));
            });
    }

  private:
    const make::Maker& maker_;
    const make::Task& task_;
    const int threads_;
    std::vector<make::Given> given_;
    make::DistinctSet distinct_;
};

}  // namespace

void add_generate(CommandLine& line) {
    declare_generate(line, [](const collect::GenerateOptions& options, const CommonOptions& common) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(common.threads));
        const games::Game& game = games::named(common.variant);
        if (options.from == "table") return run_table_puzzles(options, common, game);
        ThreadCrew crew(*game.maker(), options.task, common.threads);
        return collect::run_generate(options, common, game, crew);
    });
}

}  // namespace octomate::cli
