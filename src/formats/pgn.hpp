#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "formats/csv.hpp"

/// What the reader and the writers of PGN share: the tags, and how the die is written.
namespace octomate::records {

/// The tag in which earlier versions wrote, as a JSON object, what PGN has no tag for.
inline constexpr std::string_view rest_tag = "Json";

/// The field with the moves of a game that say more than the key.
inline constexpr std::string_view solution_field = "solution";

/// The seven tags that every game of PGN begins with, and what they say where a puzzle says nothing.
struct RosterTag {
    std::string_view tag;
    std::string_view unknown;
};
inline constexpr std::array<RosterTag, 7> roster = {{
    {"Event", "Puzzle"},
    {"Site", "?"},
    {"Date", "????.??.??"},
    {"Round", "-"},
    {"White", "?"},
    {"Black", "?"},
    {"Result", "*"},
}};

/// Checks whether PGN has a tag for the column's field, with the column's name. The comment stands among the
/// moves, and a field that is called like its column is any other tag.
constexpr bool is_tag(const ColumnMeaning& column) {
    return !column.field.empty() && column.field != column.name && column.field != "comment";
}

/// The field that the tag carries; empty if it is none of ours. Unknown ones among them are numbers.
constexpr std::string_view field_of_tag(std::string_view tag) {
    for (const ColumnMeaning& column : column_meanings) {
        if (column.name == tag && is_tag(column)) return column.field;
    }
    return {};
}

/// The tag that carries the field; empty if there is none.
constexpr std::string_view tag_of_field(std::string_view field) {
    for (const ColumnMeaning& column : column_meanings) {
        if (column.field == field && is_tag(column)) return column.name;
    }
    return {};
}

/// The tag's place among the seven, or none.
constexpr std::optional<std::size_t> place_in_roster(std::string_view tag) {
    for (std::size_t place = 0; place < roster.size(); ++place) {
        if (roster[place].tag == tag) return place;
    }
    return std::nullopt;
}

/// Tags that say nothing about the puzzle.
constexpr bool is_formal_tag(std::string_view tag) { return tag == "SetUp" || tag == "Result"; }

/// Appends `[Name "value"]` and a newline; control characters of the value become blanks.
void append_tag(std::string& game, std::string_view name, std::string_view value);

/// The command of a comment that names a roll: "[%d8 5]", "[%d8 -]" where a die of eight faces is not used.
std::string die_command(const Die* die, int face);

/// What the Event tag says of a puzzle that names no event: its title.
constexpr std::string_view default_event(std::string_view title) {
    return title.empty() ? roster[0].unknown : title;
}

}  // namespace octomate::records
