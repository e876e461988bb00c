#include "make/maker.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "make/describe.hpp"

namespace octomate::make {

namespace {

/// "help-mate-in-2".
std::string chapter_of(const Stipulation& stipulation) {
    std::string words = records::words_of(stipulation);  // "h#2, a help mate in 2"
    words.erase(0, words.find(", a ") + 4);
    std::replace(words.begin(), words.end(), ' ', '-');
    return words;
}

}  // namespace

void set_tags(records::Puzzle& puzzle, ThemeCatalogue catalogue, int men, ThemeSet shown, Scores scores) {
    std::vector<std::string> names = catalogue.names(shown);
    for (std::string& word : puzzle.themes) {
        if (!catalogue.named(word)) names.push_back(std::move(word));
    }
    puzzle.themes = std::move(names);
    puzzle.men = men;
    const auto other = puzzle.other_stipulation();
    if (!other) puzzle.difficulty = records::Number(scores.difficulty);
    if (!other || other->ends_in_mates()) puzzle.quality = records::Number(scores.quality);
}

std::optional<std::string> too_long(const Stipulation& stipulation) {
    const auto longest = [&] {
        switch (stipulation.kind) {
            case StipulationKind::Help: return 6;
            case StipulationKind::Series: return 8;
            case StipulationKind::SeriesHelp: return 6;
            default: return 4;
        }
    }();
    if (stipulation.half_moves <= longest) return std::nullopt;
    Stipulation most = stipulation;
    most.half_moves = longest;
    return fmt::format("{} takes too long to be searched for, expected {} at most",
                       records::text_of(stipulation), records::text_of(most));
}

void set_origin(records::Puzzle& puzzle, const Task& task, const Find& find, std::string_view variant,
                ThemeCatalogue catalogue, std::vector<std::string> removed) {
    puzzle.id = fmt::format("{:016x}", find.fingerprint);
    if (task.names_game) puzzle.variant = variant;
    puzzle.moves = task.wanted.moves;
    records::Generated& generated = puzzle.generated.emplace();
    generated.from = task.from;
    generated.seed = task.seed;
    generated.unit = find.unit;
    generated.n = find.number;
    if (task.source == Source::Play) {
        generated.game = find.origin;
        if (removed.empty()) generated.reachable = true;
    }
    if (task.chapters)
        puzzle.chapter = task.wanted.other ? chapter_of(*task.wanted.other)
                                           : std::string(chapter_name(catalogue, find.group));
    if (!removed.empty()) puzzle.removed = std::move(removed);
}

Expected<std::string, std::string> Maker::material(std::string_view letters) const {
    const GameTerms& game = terms();
    std::string others;
    std::vector<int> men;
    for (const char letter : letters) {
        const auto man = game.man_of(letter);
        if (!man)
            return Unexpected{
                fmt::format("'{}' is not a piece: expected letters of a FEN, such as QRRpp", letter)};
        if (game.man(*man).royal) continue;
        others += letter;
        men.push_back(*man);
    }
    if (static_cast<int>(men.size()) + 2 > game.usual_men)
        return Unexpected{fmt::format("there are more than {} pieces, kings included", game.usual_men)};
    if (auto numbers = game.check_numbers(men); !numbers) return Unexpected{std::move(numbers.error())};
    return others;
}

}  // namespace octomate::make
