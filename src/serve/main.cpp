#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <thread>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/serve_options.hpp"
#include "collect/record.hpp"
#include "records/stipulation.hpp"
#include "records/write.hpp"
#include "serve/assets.hpp"
#include "serve/server.hpp"

/// `octomate-serve`: what `octomate serve` becomes.
namespace octomate::serve {

namespace {

void append_lines(std::string_view text, std::vector<std::string>& lines) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// The puzzles of the files, or those that are built in.
Expected<std::vector<std::string>, int> read_puzzles(const std::vector<std::string>& files,
                                                     const CommonOptions& common) {
    std::vector<std::string> puzzles;
    if (files.empty()) {
        append_lines(asset("article.jsonl"), puzzles);
        return puzzles;
    }
    CommonOptions plain = common;
    plain.format = Format::Text;  // no error records among the puzzles
    const auto add = [&](const records::Line& line, records::Batch<std::string>& batch) {
        collect::with_record(line, plain, batch, [&](const auto& game, auto& puzzle, auto&) {
            auto position = game.normalise(puzzle.fen);
            if (!position) return std::move(position.error());
            if (const auto other = puzzle.other_stipulation()) {
                batch.talk += fmt::format("{}:{}: note: not served: the page knows no {}\n", line.file,
                                          line.number, records::text_of(*other));
                return Faults();
            }
            puzzle.fen = std::move(position->value);
            puzzle.variant = game.name();  // whatever the page's default is
            batch.results.push_back(records::to_jsonl(puzzle));
            return Faults();
        });
    };
    const auto take = [&](records::Batch<std::string>& batch) {
        std::move(batch.results.begin(), batch.results.end(), std::back_inserter(puzzles));
        talk(batch.talk);
    };
    const records::Tally tally = records::stream_lines<std::string>(
        files, {.threads = common.threads, .interrupted = &interrupted}, add, take);
    if (tally.interrupted) return Unexpected{static_cast<int>(Interrupted)};
    if (tally.unreadable > 0) return Unexpected{static_cast<int>(BadInput)};
    if (puzzles.empty()) {
        talk("octomate: no puzzle to serve\n");
        return Unexpected{static_cast<int>(BadInput)};
    }
    return puzzles;
}

int work(const cli::ServeOptions& options, const CommonOptions& common) {
    auto puzzles = read_puzzles(options.files, common);
    if (!puzzles) return puzzles.error();
    Api api(common, std::move(*puzzles));
    return serve(api, options.port, common.quiet);
}

}  // namespace

}  // namespace octomate::serve

int main(int argc, char** argv) {
    using namespace octomate;
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    cli::CommandLine line("octomate", "", "", threads);
    cli::declare_serve(line, serve::work);
    return cli::run_program(line, argc, argv);
}
