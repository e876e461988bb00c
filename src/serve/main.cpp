#include <fmt/format.h>

#include <exception>
#include <iostream>

#include "cli/record.hpp"
#include "records/stream.hpp"
#include "records/write.hpp"
#include "serve/assets.hpp"
#include "serve/options.hpp"
#include "serve/server.hpp"

/// `octomate-serve`: what `octomate serve` becomes.
namespace octomate::app {

namespace {

/// Adds the record of a line that is a puzzle, as JSON; one that is none is told.
void add_puzzle(const records::Line& line, const CommonOptions& common, records::Output& output) {
    with_record(line, common, output, [&](records::Puzzle& puzzle, const auto& position, const auto&) {
        puzzle.fen = position.fen();
        puzzle.variant = std::remove_cvref_t<decltype(position)>::variant;  // whatever the page's default is
        output.data.append(records::to_jsonl(puzzle)).append("\n");
    });
}

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
    const records::StreamOptions stream{.threads = common.threads, .interrupted = &interrupted};
    const records::Tally tally = records::stream_lines(
        files, stream,
        [&](const records::Line& line, records::Output& output) { add_puzzle(line, plain, output); },
        [&](const records::Output& output) {
            append_lines(output.data, puzzles);
            fmt::print(stderr, "{}", output.talk);
        });
    if (tally.interrupted) return Unexpected{static_cast<int>(Interrupted)};
    if (tally.unreadable > 0) return Unexpected{static_cast<int>(BadInput)};
    if (puzzles.empty()) {
        fmt::print(stderr, "octomate: no puzzle to serve\n");
        return Unexpected{static_cast<int>(BadInput)};
    }
    return puzzles;
}

int work(const ServeOptions& options, const CommonOptions& common) {
    auto puzzles = read_puzzles(options.files, common);
    if (!puzzles) return puzzles.error();
    Api api(common, std::move(*puzzles));
    return serve(api, options.port, common.quiet);
}

}  // namespace

}  // namespace octomate::app

int main(int argc, char** argv) {
    using namespace octomate::app;
    return run_program(argc, argv, [](CLI::App& root, std::function<int()>& run, CommonOptions& common) {
        declare_serve(root, run, common, work);
    });
}
