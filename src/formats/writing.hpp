#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/text.hpp"
#include "puzzle/fields.hpp"

/// What the writers of several formats share. What a format cannot carry in its own terms goes along as one
/// JSON object, for which every format but JSON has a place.
namespace octomate::records {

/// Faces with their moves on one line, as EPD has it: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qe4-d3-d2#`.
std::string key_text(const Key& key);

/// Whether reading that line gives the key: moves that are empty, or hold blanks or commas, do not come back.
bool key_is_exact(const Key& key);

/// Themes parted by blanks; a blank or comma in one becomes "_".
std::string themes_text(const std::vector<std::string>& themes);
bool themes_are_exact(const std::vector<std::string>& themes);

/// The opcode of that object; other formats name it after the same word.
inline constexpr std::string_view rest_name = "json";

/// A record's further fields as a format carries them: some in its own terms, the others in the rest.
struct DividedFields {
    std::vector<UnknownField> carried;  ///< in the order of their ranks
    std::vector<UnknownField> rest;     ///< in the order of the record
};

/// Divides the further fields. `rank(name, json)` is none for a field that the format cannot carry exactly,
/// else its place among those that it can; equal ranks keep the record's order. A reader finds the carried
/// ones first and the rest behind them: where that is not the order of the record, the rest holds them all.
template <class Rank>
DividedFields divide_further(const Puzzle& puzzle, Rank&& rank) {
    struct Ranked {
        std::size_t rank;
        UnknownField field;
    };
    std::vector<Ranked> carried;
    DividedFields fields;
    std::vector<UnknownField> all = further_fields(puzzle);
    for (const UnknownField& field : all) {
        if (const std::optional<std::size_t> place = rank(field.name, field.json)) {
            carried.push_back({*place, field});
        } else {
            fields.rest.push_back(field);
        }
    }
    std::stable_sort(carried.begin(), carried.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    for (Ranked& ranked : carried) fields.carried.push_back(std::move(ranked.field));
    std::vector<UnknownField> read_back = fields.carried;
    read_back.insert(read_back.end(), fields.rest.begin(), fields.rest.end());
    if (read_back != all) fields.rest = std::move(all);
    return fields;
}

/// Gathers what a format cannot carry exactly.
class Rest {
  public:
    /// A field of the record, by its name in JSON, with its value as JSON.
    void put(std::string_view name, std::string_view json) {
        text_ += text_.empty() ? '{' : ',';
        append_quoted(name, text_);
        text_ += ':';
        text_ += json;
    }
    void put(const std::vector<UnknownField>& fields) {
        for (const UnknownField& field : fields) put(field.name, field.json);
    }

    bool empty() const { return text_.empty(); }

    /// The object as JSON text. Requires that it is not empty.
    std::string text() const { return text_ + '}'; }

  private:
    std::string text_;  // still open
};

}  // namespace octomate::records
