#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "api/api.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "json/fields.hpp"
#include "json/tree.hpp"
#include "questions/options.hpp"
#include "text/text.hpp"

namespace octomate::api {

namespace {

/// Returns the definition of a theme in the first of `games` that has it; null if none has it.
const ThemeDefinition* definition_of(std::string_view name, const std::vector<std::string>& games) {
    for (const std::string& game : games) {
        const games::Game* found = games::find(game);
        const auto themes = found ? found->themes() : std::nullopt;
        if (!themes) continue;
        for (const ThemeDefinition& theme : themes->definitions())
            if (theme.name == name) return &theme;
    }
    return nullptr;
}

}  // namespace

Entry entry_of(const records::Puzzle& puzzle, std::string_view source) {
    Entry entry;
    entry.json = records::to_jsonl(puzzle);
    entry.id = puzzle.id.value_or("");
    entry.fen = puzzle.fen;
    entry.variant = puzzle.variant.value_or("");
    entry.themes = puzzle.themes;
    if (puzzle.difficulty) entry.difficulty = puzzle.difficulty->value();
    if (puzzle.key) entry.faces = static_cast<int>(puzzle.key->size() - puzzle.key->count(0));
    entry.moves = puzzle.moves;
    entry.pieces = puzzle.pieces.value_or(0);
    const std::size_t gap = puzzle.fen.find(' ');
    entry.white_to_move = gap == std::string::npos || puzzle.fen.compare(gap + 1, 1, "b") != 0;
    entry.source = source;
    return entry;
}

bool Filter::accepts(const Entry& entry) const {
    return (!variant || *variant == entry.variant) &&
           (!white_to_move || *white_to_move == entry.white_to_move) && (!faces || *faces == entry.faces) &&
           entry.difficulty >= easiest && entry.difficulty <= hardest &&
           (!theme || std::find(entry.themes.begin(), entry.themes.end(), *theme) != entry.themes.end());
}

Collection::Collection(std::vector<Entry> entries, std::string_view daily_file)
    : entries_(std::move(entries)), daily_count_(entries_.size()) {
    for (std::size_t at = 0; at < entries_.size(); ++at)
        if (!entries_[at].id.empty()) by_id_.try_emplace(entries_[at].id, at);
    const auto is_daily = [&](const Entry& entry) { return entry.source == daily_file; };
    const auto first = std::find_if(entries_.begin(), entries_.end(), is_daily);
    if (first == entries_.end()) return;
    daily_from_ = static_cast<std::size_t>(first - entries_.begin());
    daily_count_ = static_cast<std::size_t>(std::find_if_not(first, entries_.end(), is_daily) - first);
}

Expected<Filter, std::string> Collection::filter_of(const Query& query) const {
    Filter filter;
    std::optional<std::string> side;
    std::optional<double> easiest, hardest;
    questions::Options options;
    options.text("game", filter.variant, "The game");
    options.text("theme", filter.theme, "A theme that the puzzle shows");
    options.text("side", side, "The side to move");
    options.whole("faces", filter.faces, 0, static_cast<std::uint64_t>(games::most_faces()),
                  "The number of winning faces");
    options.number("easiest", easiest, 0, 100, "The least difficulty");
    options.number("hardest", hardest, 0, 100, "The greatest difficulty");
    options.whole("from", filter.from, 0, std::numeric_limits<std::size_t>::max(), "The first puzzle");
    if (const Status read = options.read_words(query); !read) return Unexpected{read.error().front().message};
    const auto wrong = [](const char* name, const std::string& value, const char* expected) {
        return Unexpected{fmt::format("{} is {}, expected {}", name, quote(value), expected)};
    };
    const auto any_entry = [&](const auto& is_match) {
        return std::any_of(entries_.begin(), entries_.end(), is_match);
    };
    if (filter.variant) {
        if (const games::Game* game = games::find(*filter.variant))
            filter.variant = game->name();
        else if (!any_entry([&](const Entry& entry) { return entry.variant == *filter.variant; }))
            return wrong("game", *filter.variant, "the name of a game");
    }
    if (filter.theme && !definition_of(*filter.theme, games::names()) && !any_entry([&](const Entry& entry) {
            return std::find(entry.themes.begin(), entry.themes.end(), *filter.theme) != entry.themes.end();
        }))
        return wrong("theme", *filter.theme, "the name of a theme");
    if (side && *side != "white" && *side != "black") return wrong("side", *side, "white or black");
    if (side) filter.white_to_move = *side == "white";
    if (easiest || hardest) filter.easiest = easiest.value_or(0);
    filter.hardest = hardest.value_or(filter.hardest);
    return filter;
}

std::string Collection::records() const {
    std::string records;
    for (const Entry& entry : entries_) records.append(entry.json).append("\n");
    return records;
}

std::string Collection::about() const {
    std::vector<std::string> games;  // names of games, in the order of their first puzzles
    std::map<std::string, std::size_t> game_counts, theme_counts;
    std::map<int, std::size_t> face_counts;
    for (const Entry& entry : entries_) {
        if (++game_counts[entry.variant] == 1) games.push_back(entry.variant);
        for (const std::string& theme : entry.themes) ++theme_counts[theme];
        if (entry.faces > 0) ++face_counts[entry.faces];
    }
    records::Json about = {
        {"count", entries_.size()},        {"daily", {{"from", daily_from_}, {"count", daily_count_}}},
        {"games", records::Json::array()}, {"themes", records::Json::array()},
        {"faces", records::Json::array()}, {"puzzles", records::Json::array()}};
    std::map<std::string, std::size_t> game_index, theme_index;
    for (const std::string& game : games) {
        game_index.try_emplace(game, game_index.size());
        about["games"].push_back({{"name", game}, {"count", game_counts[game]}});
    }
    for (const auto& [name, count] : theme_counts) {
        theme_index.try_emplace(name, theme_index.size());
        const ThemeDefinition* theme = definition_of(name, games);
        about["themes"].push_back({{"name", name},
                                   {"meaning", theme ? std::string(theme->meaning) : ""},
                                   {"lead", theme ? theme->lead : 0},
                                   {"count", count}});
    }
    for (const auto& [faces, count] : face_counts)
        about["faces"].push_back({{"faces", faces}, {"count", count}});
    for (std::size_t at = 0; at < std::min(entries_.size(), most_listed); ++at) {
        const Entry& entry = entries_[at];
        records::Json line = {
            {"game", game_index[entry.variant]}, {"fen", entry.fen}, {"themes", records::Json::array()}};
        for (const std::string& theme : entry.themes) line["themes"].push_back(theme_index[theme]);
        if (!entry.id.empty()) line["id"] = entry.id;
        if (entry.difficulty >= 0) line["difficulty"] = entry.difficulty;
        if (entry.faces > 0) line["faces"] = entry.faces;
        if (entry.moves > 1) line["moves"] = entry.moves;
        if (entry.pieces > 0) line["men"] = entry.pieces;
        line["white"] = entry.white_to_move;
        about["puzzles"].push_back(std::move(line));
    }
    return records::dump(about) + '\n';
}

std::string Collection::page(const Filter& filter, std::size_t from, std::string_view variant) const {
    std::size_t count = 0;
    std::string puzzles;
    for (const Entry& entry : entries_) {
        if (!filter.accepts(entry)) continue;
        if (count >= from && count - from < page_size)
            puzzles.append(puzzles.empty() ? "[" : ",").append(entry.json);
        ++count;
    }
    puzzles += puzzles.empty() ? "[]" : "]";
    return records::object("variant", variant, "count", count, "from", from, "puzzles",
                           records::Raw{puzzles}) +
           '\n';
}

std::optional<std::size_t> Collection::index_of(std::string_view id, const Filter& filter) const {
    const auto found = by_id_.find(id);
    const std::size_t at = found != by_id_.end()
                               ? found->second
                               : number_in<std::size_t>(id).value_or(0) - 1;  // 0 - 1 is beyond the end
    if (at >= entries_.size() || !filter.accepts(entries_[at])) return std::nullopt;
    const auto until = entries_.begin() + static_cast<std::ptrdiff_t>(at);
    return static_cast<std::size_t>(
        std::count_if(entries_.begin(), until, [&](const Entry& entry) { return filter.accepts(entry); }));
}

}  // namespace octomate::api
