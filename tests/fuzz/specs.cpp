/// Fuzz targets for the specs of `compose` and the patterns of `find`.
#include <chrono>
#include <string>

#include "formats/formats.hpp"
#include "fuzz/target.hpp"
#include "games/list.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"
#include "puzzle/fields.hpp"

namespace octomate::fuzz {

namespace {

/// Composes for 5 ms and checks that every result is a legal position in normal form.
void check_composer(const games::Game& game, const make::Composer& composer) {
    make::ComposeOptions options;
    options.search.seconds = 0.005;
    for (const auto& puzzle : composer.compose(options, [](std::size_t, std::uint64_t) {}).found) {
        const auto read = game.normalise(puzzle.fen);
        require(read && read->value == puzzle.fen, "a composed position is legal and in normal form",
                puzzle.fen);
    }
}

std::string first_message(const Faults& faults) { return faults.empty() ? "" : faults.front().message; }

}  // namespace

void check_specs(std::string_view text) {
    text = text.substr(0, most_bytes);
    if (!records::is_json(text)) return;  // the parser requires valid JSON
    const games::Game* named = games::find(make::variant_of_spec(text).value_or(games::default_name()));
    const games::Game& game = named ? *named : *games::all().front();
    if (!game.maker() || !game.maker()->can_compose()) return;
    const auto composer = game.maker()->composer(text, games::names());
    const auto again = game.maker()->composer(records::dump(records::parsed(text)), games::names());
    require(composer.has_value() == again.has_value(), "a spec is accepted exactly if its normalized JSON is",
            text);
    if (composer) return check_composer(game, **composer);
    require(!composer.error().empty() && first_message(composer.error()) == first_message(again.error()),
            "a rejected spec has the same message as its normalized JSON", text);
}

void check_patterns(std::string_view text) {
    text = text.substr(0, most_bytes);
    const auto pattern = make::read_pattern(text);
    if (!pattern) return require(!pattern.error().empty(), "a rejected pattern has an error message", text);
    const auto again = make::read_pattern(records::dump(records::parsed(text)));
    require(again.has_value(), "the normalized JSON of a pattern is accepted", text);
    const games::Game* named = games::find(pattern->variant.value_or(games::default_name()));
    if (!named || !named->maker()) return;
    const auto test = named->maker()->pattern_test(*pattern);
    if (!test) return require(!test.error().empty(), "a rejected pattern has an error message", text);
    for (const std::string_view line :
         {R"({"fen":"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w","key":{"5":["Qa8-e4-e7#"]},"themes":["cascade"]})",
          R"({"fen":"7k/8/6K1/8/2q2Q2/8/8/8 w","key":{"5":["Qf4-f8#"],"-":["x"]}})",
          R"({"fen":"8/8/8/8/8/8/8/8 w"})"}) {
        const auto found = (*test)(records::read_puzzle(line)->value);
        require(found || !found.error().empty(), "matching a puzzle gives a result or an error message",
                line);
    }
}

}  // namespace octomate::fuzz
