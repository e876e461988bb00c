#pragma once

#include <iterator>
#include <string_view>

/// How EPD, CSV and PGN spell the fields of a record.
namespace octomate::records {

struct Spelling {
    std::string_view column;    ///< of CSV, and the tag of PGN
    std::string_view field;     ///< by its name in JSON
    std::string_view opcode{};  ///< of EPD; empty: the name in JSON
};

/// In the order in which CSV has its columns: first those of lichess's puzzle database, then our own.
inline constexpr Spelling spellings[] = {
    {"PuzzleId", "id"},
    {"FEN", "fen"},
    {"Moves", "Moves"},
    {"Rating", "Rating"},
    {"RatingDeviation", "RatingDeviation"},
    {"Popularity", "Popularity"},
    {"NbPlays", "NbPlays"},
    {"Themes", "themes"},
    {"GameUrl", "GameUrl"},
    {"OpeningTags", "OpeningTags"},
    {"Variant", "variant"},
    {"Rolls", "Rolls"},
    {"Difficulty", "difficulty"},
    {"Quality", "quality"},
    {"Men", "men"},
    {"Roll", "roll"},
    {"Key", "key"},
    {"MateIn", "moves", "dm"},
    {"Title", "title"},
    {"Author", "author"},
    {"Source", "source"},
    {"Comment", "comment", "c0"},
    {"Stipulation", "stipulation"},
    {"Solutions", "solutions"},
    {"Chapter", "chapter"},
    {"Plies", "plies"},
};

/// Checks whether lichess's puzzle database has the column.
constexpr bool is_of_lichess(const Spelling& spelling) { return &spelling < std::begin(spellings) + 10; }

/// Returns the spelling of a field, or null if it has none.
constexpr const Spelling* spelling_of(std::string_view field) {
    for (const Spelling& one : spellings) {
        if (one.field == field) return &one;
    }
    return nullptr;
}

}  // namespace octomate::records
