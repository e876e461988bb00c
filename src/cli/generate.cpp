#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>

#include <cstddef>
#include <utility>

#include "cli/command.hpp"
#include "cli/games.hpp"
#include "collect/generate_run.hpp"
#include "make/distinct.hpp"

namespace octomate::app {

namespace {

/// The threads of one process.
template <class P>
class ThreadCrew {
  public:
    ThreadCrew(const GenerateOptions& options, int threads) : options_(options), threads_(threads) {}

    void share(const std::vector<Given<P>>& given) { given_ = given; }

    void know(std::uint64_t fingerprint) { distinct_.insert(fingerprint); }

    template <class Take>
    void work(make::Units units, Take take) {
        tbb::enumerable_thread_specific<Workshop<P>> workshops([&] { return Workshop<P>(options_, given_); });
        make::run_units(
            units, threads_, [&](std::uint64_t unit) { return workshops.local().make(unit); },
            [&](make::UnitResult&& result) {
                distinct_.take_out_duplicates(result);
                return take(std::move(result));
            });
    }

  private:
    const GenerateOptions& options_;
    const int threads_;
    std::vector<Given<P>> given_;
    make::DistinctSet distinct_;
};

}  // namespace

void add_generate(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    declare_generate(root, run, common, [&common](const GenerateOptions& options) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(common.threads));
        int code = Usage;
        with_game(common.variant, [&]<class P>(std::type_identity<P>) {
            ThreadCrew<P> crew(options, common.threads);
            code = run_generate<P>(options, common, crew);
        });
        return code;
    });
}

}  // namespace octomate::app
