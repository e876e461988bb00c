#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "records/fields.hpp"
#include "records/further_fields.hpp"
#include "records/parse_json.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The value for a message: numbers and words as they are, strings in quotes, the rest by kind.
std::string described(const Json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "an array";
    if (const auto* text = value.get_ptr<const Json::string_t*>()) return quote(*text);
    return dump(value);
}

/// Names that stand more than once in the object, each time but the first, by position.
std::vector<std::size_t> repeated_names(const Members& members) {
    constexpr std::size_t few = 16;
    std::vector<std::size_t> repeated;
    if (members.size() <= few) {
        for (std::size_t i = 1; i < members.size(); ++i) {
            const auto end = members.begin() + static_cast<std::ptrdiff_t>(i);
            const auto same = [&](const auto& member) { return member.first == end->first; };
            if (std::any_of(members.begin(), end, same)) repeated.push_back(i);
        }
        return repeated;
    }
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (!seen.insert(members[i].first).second) repeated.push_back(i);
    }
    return repeated;
}

/// Whole numbers too large for 64 bits come as they are written, or as floating-point ones; of those that are
/// as large none has a fraction.
bool is_whole(const Json& value) {
    if (const auto* number = value.get_ptr<const Json::binary_t*>())
        return std::abs(std::strtod(std::string(number->begin(), number->end()).c_str(), nullptr)) >= 0x1p63;
    return value.is_number_integer() || (value.is_number_float() && std::abs(value.get<double>()) >= 0x1p63);
}

class JsonReader {
  public:
    explicit JsonReader(Draft& draft) : draft_(draft) {}

    void read(std::string_view line) {
        auto [root, complaint] = parse_json(line);
        if (complaint) {
            rescue_id(root);
            draft_.fault(FaultCode::BadJson, "line", complaint->offset, complaint->message);
        } else if (!root.is_object()) {
            draft_.fault(FaultCode::NotAnObject, "line", 0,
                         fmt::format("the line is {}, expected an object, EPD or a FEN", described(root)));
        } else {
            take_members(members_of(root));
        }
    }

    void merge(std::string_view field, std::string_view text) {
        auto [root, complaint] = parse_json(text);
        if (complaint) {
            draft_.fault(FaultCode::BadJson, field, complaint->offset, complaint->message);
        } else if (!root.is_object()) {
            draft_.fault(FaultCode::NotAnObject, field, 0,
                         fmt::format("{} is {}, expected an object", field, described(root)));
        } else {
            Members& members = members_of(root);
            for (const std::size_t at : repeated_names(members))
                draft_.duplicate(field, 0, quote(members[at].first));
            forget_all_of(members);
            for (auto& [name, value] : members) {
                report_repeats_within(value, name);
                take(name, std::move(value));
            }
        }
    }

  private:
    /// The id of a record whose text breaks off later.
    void rescue_id(Json& root) {
        if (!root.is_object()) return;
        for (auto& [name, value] : members_of(root)) {
            if (name == "id" && value.is_string()) draft_.puzzle.id = value.get<std::string>();
        }
    }

    void forget_all_of(const Members& members) {
        std::unordered_set<std::string_view> names;
        for (const auto& [name, value] : members) {
            names.insert(name);
            forget(name);
        }
        std::erase_if(draft_.puzzle.unknown,
                      [&](const UnknownField& field) { return names.count(field.name) > 0; });
    }

    /// But for what is unknown.
    void forget(const std::string& name) {
        const Field field = field_named(name);
        if (field == Field::Unknown) {
            reset_further(draft_.puzzle, name);
        } else if (auto* text = text_of(draft_.puzzle, field)) {
            text->reset();
        } else if (field == Field::Roll) {
            draft_.puzzle.roll.reset();
        } else if (field == Field::Key) {
            draft_.puzzle.key.reset();
        } else if (field == Field::Moves) {
            draft_.puzzle.moves = 1;
            draft_.has_moves = false;
        } else if (field == Field::Themes) {
            draft_.puzzle.themes.clear();
        }
    }

    void take_members(Members& members) {
        const std::vector<std::size_t> repeated = repeated_names(members);
        auto next_repeated = repeated.begin();
        bool has_fen = false;
        for (std::size_t i = 0; i < members.size(); ++i) {
            auto& [name, value] = members[i];
            has_fen = has_fen || name == "fen";
            if (next_repeated != repeated.end() && *next_repeated == i) {
                ++next_repeated;
                draft_.duplicate(name, 0, quote(name));
                continue;
            }
            report_repeats_within(value, name);
            take(name, std::move(value));
        }
        if (!has_fen) draft_.first_fault(FaultCode::MissingFen, "fen", 0, "the record has no fen");
    }

    void report_repeats_within(Json& value, const std::string& field) {
        if (value.is_object()) {
            Members& members = members_of(value);
            for (const std::size_t at : repeated_names(members)) {
                draft_.duplicate(field, 0, fmt::format("{} in {}", quote(members[at].first), quote(field)));
            }
        }
        if (!value.is_structured()) return;
        for (Json& inner : value) report_repeats_within(inner, field);
    }

    void take(const std::string& name, Json&& value) {
        const Field field = field_named(name);
        if (field == Field::Unknown) {
            draft_.take_further(name, dump(value));
        } else if (field == Field::Fen) {
            take_text(name, std::move(value), draft_.puzzle.fen);
        } else if (!value.is_null()) {  // null is as good as absent
            take_optional(field, name, std::move(value));
        }
    }

    void take_optional(Field field, const std::string& name, Json&& value) {
        if (auto* text = text_of(draft_.puzzle, field)) {
            if (std::string taken; take_text(name, std::move(value), taken)) *text = std::move(taken);
        } else if (field == Field::Roll) {
            take_roll(name, value);
        } else if (field == Field::Moves) {
            take_moves(name, value);
        } else if (field == Field::Key) {
            take_key(name, std::move(value));
        } else {
            take_texts(name, name, "an array of strings", std::move(value), draft_.puzzle.themes);
        }
    }

    bool wrong_type(std::string_view field, std::string_view what, const Json& value,
                    std::string_view expected) {
        draft_.fault(FaultCode::WrongType, field, 0,
                     fmt::format("{} is {}, expected {}", what, described(value), expected));
        return false;
    }

    bool take_text(std::string_view field, Json&& value, std::string& into) {
        auto* text = value.get_ptr<Json::string_t*>();
        if (text == nullptr) return wrong_type(field, field, value, "a string");
        into = std::move(*text);
        return true;
    }

    void take_roll(std::string_view field, const Json& value) {
        if (!is_whole(value)) {
            wrong_type(field, field, value, "a whole number from 1 to 8");
        } else if (!(draft_.puzzle.roll = whole_between(value, 1, 8))) {
            draft_.bad_roll(field, dump(value));
        }
    }

    void take_moves(std::string_view field, const Json& value) {
        if (!is_whole(value)) {
            wrong_type(field, field, value, "a whole number of at least 1");
        } else if (const auto moves = whole_between(value, 1, max_moves)) {
            draft_.puzzle.moves = *moves;
            draft_.has_moves = true;
        } else {
            draft_.bad_moves(field, dump(value));
        }
    }

    void take_key(std::string_view field, Json&& value) {
        if (!value.is_object()) {
            wrong_type(field, field, value, "an object from faces to arrays of moves");
            return;
        }
        Key& key = draft_.puzzle.key.emplace();
        for (auto& [name, moves] : members_of(value)) {
            const std::optional<int> face = face_named(name);
            if (!face) draft_.bad_face(field, 0, name);
            std::vector<std::string> taken;
            take_texts(field, fmt::format("key's {}", quote(name)), "an array of moves", std::move(moves),
                       taken);
            if (face) key[*face] = std::move(taken);
        }
    }

    void take_texts(std::string_view field, std::string_view what, std::string_view expected, Json&& value,
                    std::vector<std::string>& into) {
        if (!value.is_array()) {
            wrong_type(field, what, value, expected);
            return;
        }
        into.reserve(value.size());
        for (Json& item : value) {
            if (auto* text = item.get_ptr<Json::string_t*>()) {
                into.push_back(std::move(*text));
            } else {
                wrong_type(field, fmt::format("an item of {}", what), item, "a string");
            }
        }
    }

    Draft& draft_;
};

}  // namespace

Expected<Read<Puzzle>, BadPuzzle> read_json(std::string_view line) {
    Draft draft;
    JsonReader(draft).read(line);
    return draft.finish();
}

void merge_json(Draft& draft, std::string_view field, std::string_view text) {
    JsonReader(draft).merge(field, text);
}

}  // namespace octomate::records
