#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "puzzle/fields.hpp"

/// What the reader and the writers of PGN share: the tags.
namespace octomate::records {

/// A tag, and the field of a record that it carries.
struct FieldTag {
    std::string_view tag;
    std::string_view field;
};

/// Fields that have a tag of ours; the unknown ones among them are numbers.
inline constexpr std::array<FieldTag, 12> field_tags = {{
    {"FEN", "fen"},
    {"PuzzleId", "id"},
    {"Variant", "variant"},
    {"Roll", "roll"},
    {"MateIn", "moves"},
    {"Title", "title"},
    {"Author", "author"},
    {"Source", "source"},
    {"Themes", "themes"},
    {"Men", "men"},
    {"Difficulty", "difficulty"},
    {"Quality", "quality"},
}};

inline constexpr std::string_view rest_tag = "Json";

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

/// The field that the tag carries; empty if it is none of ours.
constexpr std::string_view field_of_tag(std::string_view tag) {
    for (const FieldTag& entry : field_tags) {
        if (entry.tag == tag) return entry.field;
    }
    return {};
}

/// The tag that carries the field; empty if there is none.
constexpr std::string_view tag_of_field(std::string_view field) {
    for (const FieldTag& entry : field_tags) {
        if (entry.field == field) return entry.tag;
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

/// What the Event tag says of a puzzle that names no event: its title.
constexpr std::string_view default_event(std::string_view title) {
    return title.empty() ? roster[0].unknown : title;
}

}  // namespace octomate::records
