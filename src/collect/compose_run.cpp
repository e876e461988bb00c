#include "collect/compose_run.hpp"

#include <fmt/core.h>

#include "collect/run_file.hpp"
#include "console/console.hpp"
#include "games/list.hpp"

namespace octomate::collect {

using records::Json;

const games::Game& game_of_spec(const std::string& spec, const std::string& variant) {
    const games::Game* named = games::find(make::variant_of_spec(spec).value_or(variant));
    return named ? *named : games::named(variant);
}

std::string walk_state(const make::ExhaustiveProgress& progress, const Json& name) {
    return sealed({{"walk", name},
                   {"units", progress.units},
                   {"next_unit", progress.next_unit},
                   {"next_part", progress.next_part},
                   {"evaluated", progress.evaluated},
                   {"illegal", progress.illegal},
                   {"found", progress.found}});
}

Expected<make::ExhaustiveProgress, std::string> read_walk_state(std::string_view text, const Json& name) {
    const auto refuse = [](std::string why) { return Unexpected{std::move(why)}; };
    const auto read = unsealed(text);
    if (!read || !read->object.contains("walk")) return refuse("is not a saved search of octomate compose");
    if (!read->intact) return refuse("has been changed since it was written");
    const Json& state = read->object;
    if (state["walk"] != name) return refuse("belongs to another search");
    make::ExhaustiveProgress progress;
    try {
        parse_whole_number(state, "next_unit", progress.next_unit);
        parse_whole_number(state, "next_part", progress.next_part);
        parse_whole_number(state, "evaluated", progress.evaluated);
        parse_whole_number(state, "illegal", progress.illegal);
        state.at("found").get_to(progress.found);
    } catch (const Json::exception&) {
        return refuse("is not a saved search of octomate compose");
    }
    return progress;
}

WalkFile::WalkFile(const std::string& file, Json name, make::Walk& walk)
    : name_(std::move(name)), lock_(file) {
    const auto text = read_regular(file);
    if (!text) throw EnvironmentError(fmt::format("cannot read {}: {}", file, text.error()));
    if (!text->empty()) {  // an empty file starts a new walk
        const auto kept = read_walk_state(*text, name_);
        if (!kept || !walk.resume(*kept))
            throw EnvironmentError(fmt::format("{} {}; remove it or name another file", file,
                                               kept ? "does not fit this search" : kept.error()));
    }
    save(walk.progress());  // before the search, so that a file that cannot be written is reported at once
}

}  // namespace octomate::collect
