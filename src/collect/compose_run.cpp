#include "collect/compose_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "collect/rewrite.hpp"
#include "collect/run_file.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
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

using records::Json;

std::string walk_state(const make::ExhaustiveProgress& progress, const Json& name) {
    return sealed({{"walk", name},
                   {"units", progress.units},
                   {"next_unit", progress.next_unit},
                   {"next_part", progress.next_part},
                   {"evaluated", progress.evaluated},
                   {"illegal", progress.illegal},
                   {"found", progress.found}});
}

Expected<KeptWalk, std::string> kept_walk(std::string_view text, const Json& name) {
    const auto refuse = [](std::string why) { return Unexpected{std::move(why)}; };
    const auto read = unsealed(text);
    if (!read || !read->object.contains("walk")) return refuse("is not a state of a walk");
    const Json& state = read->object;
    if (state["walk"] != name) return refuse("is the state of another walk");
    KeptWalk kept{{}, read->intact};
    make::ExhaustiveProgress& progress = kept.progress;
    for (const auto& [field, number] : {std::pair{"next_unit", &progress.next_unit},
                                        {"next_part", &progress.next_part},
                                        {"evaluated", &progress.evaluated},
                                        {"illegal", &progress.illegal}}) {
        const auto found = state.find(field);
        if (found == state.end() || !found->is_number_unsigned())
            return refuse(fmt::format("is not a state of a walk: {} must be a whole number", field));
        *number = found->get<std::uint64_t>();
    }
    const auto found = state.find("found");
    if (found == state.end() || !found->is_array() ||
        !std::all_of(found->begin(), found->end(), [](const Json& fen) { return fen.is_string(); }))
        return refuse("is not a state of a walk: found must be an array of FENs");
    progress.found = found->get<std::vector<std::string>>();
    return kept;
}

WalkFile::WalkFile(const std::string& file, Json name, make::Walk& walk)
    : name_(std::move(name)), lock_(file) {
    const auto text = read_regular(file);
    if (!text) throw EnvironmentError(fmt::format("cannot read {}: {}", file, text.error()));
    const auto refuse = [&](const std::string& why) {
        throw EnvironmentError(fmt::format("{} {}; remove it or name another file", file, why));
    };
    if (!text->empty()) {  // else this is the first run
        const auto kept = kept_walk(*text, name_);
        if (!kept) refuse(kept.error());
        if (const Status resumed = walk.resume(kept->progress); !resumed) {
            const Fault& fault = resumed.error().front();
            refuse(fmt::format("is not a state of a walk: {}: {}", fault.field, fault.message));
        }
        if (!kept->intact) refuse("has been changed since it was written");
    }
    save(walk.progress());  // so that a file that cannot be written is reported now
}

}  // namespace octomate::collect
