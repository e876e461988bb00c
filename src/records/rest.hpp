#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/fields.hpp"
#include "records/puzzle.hpp"

/// What a format cannot carry in its own terms goes along as one JSON object; every format but JSON has a
/// place for it.
namespace octomate::records {

/// The opcode of that object; other formats name it after the same word.
inline constexpr std::string_view rest_name = "json";

using Member = Json::object_t::value_type;

/// A record's unknown fields as a format carries them: some in its own terms, the others in the rest.
struct UnknownFields {
    std::vector<const Member*> carried;  ///< in the order of their ranks
    std::vector<const Member*> rest;     ///< in the order of the record
};

/// Divides the unknown fields. `rank(name, value)` is none for a field that the format cannot carry exactly,
/// else its place among those that it can; equal ranks keep the record's order. A reader finds the carried
/// ones first and the rest behind them: where that is not the order of the record, the rest holds them all.
template <class Rank>
UnknownFields divide_unknown(const Puzzle& puzzle, Rank&& rank) {
    struct Ranked {
        std::size_t rank;
        const Member* member;
    };
    std::vector<Ranked> carried;
    std::vector<const Member*> rest, all;
    for (const Member& member : puzzle.unknown.get_ref<const Json::object_t&>()) {
        if (field_named(member.first) != Field::Unknown) continue;
        all.push_back(&member);
        if (const std::optional<std::size_t> place = rank(member.first, member.second)) {
            carried.push_back({*place, &member});
        } else {
            rest.push_back(&member);
        }
    }
    std::stable_sort(carried.begin(), carried.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    UnknownFields fields;
    for (const Ranked& ranked : carried) fields.carried.push_back(ranked.member);
    std::vector<const Member*> read_back = fields.carried;
    read_back.insert(read_back.end(), rest.begin(), rest.end());
    fields.rest = read_back == all ? std::move(rest) : std::move(all);
    return fields;
}

/// Gathers what a format cannot carry exactly.
class Rest {
  public:
    /// A known field of the record, by its name in JSON.
    void put(std::string_view name, Json value) { fields_.emplace_back(std::string(name), std::move(value)); }

    void put(const std::vector<const Member*>& unknown) {
        for (const Member* member : unknown) fields_.emplace_back(*member);
    }

    bool empty() const { return fields_.empty(); }

    /// The object as JSON text.
    std::string text() const;

  private:
    Json::object_t fields_;
};

/// The key as JSON has it: faces with their moves.
Json key_to_json(const Key& key);

/// The value of a cell or tag that may hold a number: one if the text is a number of JSON, else the text.
Json number_or_text(std::string_view text);

/// The text of a number, or of a string that `number_or_text` does not take for a number; none for all else.
std::optional<std::string> number_or_text(const Json& value);

}  // namespace octomate::records
