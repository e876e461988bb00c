#include "collect/compose_run.hpp"

#include <utility>

#include "collect/rewrite.hpp"
#include "core/deadline.hpp"
#include "games/list.hpp"

namespace octomate::collect {

make::ComposeOptions ComposeRequest::search(int threads, const std::atomic<bool>* interrupted) const {
    make::ComposeOptions options;
    options.count = count;
    options.seed = seed;
    if (nodes > 0) options.nodes = nodes;
    options.deadline = deadline_in(seconds);
    options.parallel = threads > 1;
    options.interrupted = interrupted;
    return options;
}

make::ExhaustiveOptions ComposeRequest::walk(int threads, const std::atomic<bool>* interrupted) const {
    make::ExhaustiveOptions options;
    options.men = exhaustive;
    options.parallel = threads > 1;
    options.deadline = deadline_in(seconds);
    options.interrupted = interrupted;
    return options;
}

const games::Game& game_of_spec(const std::string& spec, const std::string& variant) {
    const games::Game* named = games::find(make::variant_of_spec(spec).value_or(variant));
    return named ? *named : games::named(variant);
}

std::vector<records::Puzzle> composed(make::ComposeResult&& result, const ComposeRequest& request,
                                      const games::Game& game) {
    std::vector<records::Puzzle> puzzles;
    for (make::Composition& one : result.found) {
        name_game(one.puzzle, game);
        one.puzzle.composed = {request.seed, one.unit, {}, {}};
        puzzles.push_back(std::move(one.puzzle));
    }
    return puzzles;
}

std::vector<records::Puzzle> composed(const make::Composer& composer, const make::Walk& walk,
                                      const ComposeRequest& request, const games::Game& game) {
    std::vector<records::Puzzle> puzzles = composer.puzzles(walk.progress().found);
    for (records::Puzzle& puzzle : puzzles) {
        name_game(puzzle, game);
        puzzle.composed = {{}, {}, static_cast<std::uint64_t>(request.exhaustive), {}};
    }
    return puzzles;
}

}  // namespace octomate::collect
