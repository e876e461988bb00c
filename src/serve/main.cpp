#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "api/api.hpp"
#include "cli/arguments.hpp"
#include "cli/shelves.hpp"
#include "cli/web_board.hpp"
#include "serve/puzzles.hpp"
#include "serve/server.hpp"
#include "serve/site.hpp"

/// `octomate-serve`: what `octomate serve` and `octomate export-site` become.
namespace octomate::serve {

namespace {

int serve_page(const cli::ServeOptions& options, const CommonOptions& common) {
    auto puzzles = read_puzzles(options.files, common);
    if (!puzzles) return puzzles.error();
    cli::Shelves shelves(options.tables);
    const auto ask = [&](const games::Game& game, const std::string& fen, std::vector<std::string>& notes) {
        return shelves.odds(game, fen, notes);
    };
    return serve(api::Api(common, std::move(puzzles->collection), ask), options.port, common);
}

int write_site(const cli::SiteOptions& options, const CommonOptions& common) {
    check_export(options);
    auto puzzles = read_puzzles(options.files, common);
    if (!puzzles) return puzzles.error();
    export_site(api::Api(common, std::move(puzzles->collection)), options, common);
    return puzzles->code;
}

}  // namespace

}  // namespace octomate::serve

int main(int argc, char** argv) {
    using namespace octomate;
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    cli::CommandLine line({"octomate"}, threads);
    cli::declare_serve(line, serve::serve_page);
    cli::declare_export_site(line, serve::write_site);
    return cli::run_program(line, argc, argv);
}
