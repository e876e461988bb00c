#include <fmt/core.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Describes a value for a message: "an object", "an array", a string in quotes, or the text of any other
/// value.
std::string described(std::string_view json) {
    if (json.front() == '{') return "an object";
    if (json.front() == '[') return "an array";
    const auto text = text_of_json(json);
    return text ? quote(*text) : std::string(json);
}

/// Checks whether a value is a number without fraction and exponent.
bool is_whole(std::string_view json) {
    return is_number(json) && json.find_first_of(".eE") == std::string_view::npos;
}

/// Parses the members of a record into a draft. The `parse_…` functions return false only on a syntax error;
/// a value of the wrong type is reported to the draft, and parsing continues.
class MemberReader {
  public:
    MemberReader(Draft& draft, std::string_view text) : draft_(draft), json_(text) {}

    /// Parses the whole text.
    void read() {
        const bool is_object = json_.peek() == '{';
        bool has_fen = false;
        if (!is_object) {
            if (const auto value = json_.parse_value(); value && json_.finish())
                draft_.fault(
                    FaultCode::NotAnObject, "line", 0,
                    fmt::format("the line is {}, expected an object, EPD or a FEN", described(*value)));
        } else if (json_.parse_members([&](std::string_view name, bool is_repeated) {
                       has_fen = has_fen || name == "fen";
                       return parse_member(name, is_repeated);
                   })) {
            json_.finish();
        }
        if (const auto& fault = json_.fault()) {
            draft_.fault(FaultCode::BadJson, "line", fault->offset, fault->message);
        } else if (is_object && !has_fen) {
            draft_.prepend_fault(FaultCode::MissingFen, "fen", 0, "the record has no fen");
        }
    }

  private:
    bool parse_member(std::string_view name, bool is_repeated) {
        if (is_repeated) draft_.duplicate(name, 0, quote(name));
        if (!(is_repeated ? json_.parse_value().has_value() : parse_value_of(name))) return false;
        for (const std::string& repeated : json_.extract_repeated_names())
            draft_.duplicate(name, 0, fmt::format("{} in {}", quote(repeated), quote(name)));
        return true;
    }

    bool parse_value_of(std::string_view name) {
        const Field field = field_named(name);
        if (field == Field::Unknown) {
            const auto value = json_.parse_compact_value();
            if (value) draft_.parse_extra_field(name, *value);
            return value.has_value();
        }
        if (field == Field::Fen) return parse_text(name, draft_.puzzle.fen);
        if (json_.peek() == 'n') return json_.parse_value().has_value();  // null means absent
        if (auto* text = text_of(draft_.puzzle, field)) return parse_optional_text(name, *text);
        if (field == Field::Roll) return parse_roll(name);
        if (field == Field::Moves) return parse_moves(name);
        if (field == Field::Key) return parse_key(name);
        return parse_texts(name, {}, draft_.puzzle.themes);
    }

    /// Skips a value of the wrong type and reports it: `what` names the value, `expected` the right type.
    bool report_wrong_type(std::string_view field, std::string_view what, std::string_view expected) {
        const auto value = json_.parse_value();
        if (!value) return false;
        draft_.fault(FaultCode::WrongType, field, 0,
                     fmt::format("{} is {}, expected {}", what, described(*value), expected));
        return true;
    }

    bool parse_text(std::string_view name, std::string& text) {
        return json_.peek() == '"' ? json_.parse_text(text) : report_wrong_type(name, name, "a string");
    }

    bool parse_optional_text(std::string_view name, std::optional<std::string>& text) {
        if (json_.peek() != '"') return report_wrong_type(name, name, "a string");
        const bool is_parsed = json_.parse_text(text.emplace());
        if (!is_parsed) text.reset();
        return is_parsed;
    }

    bool parse_roll(std::string_view name) {
        const auto value = json_.parse_value();
        if (!value) return false;
        is_whole(*value) ? draft_.parse_roll(name, *value, *value)
                         : draft_.bad_roll(FaultCode::WrongType, name, described(*value));
        return true;
    }

    bool parse_moves(std::string_view name) {
        const auto value = json_.parse_value();
        if (!value) return false;
        is_whole(*value) ? draft_.parse_moves(name, *value, *value)
                         : draft_.fault(FaultCode::WrongType, name, 0,
                                        fmt::format("{} is {}, expected a whole number of at least 1", name,
                                                    described(*value)));
        return true;
    }

    bool parse_key(std::string_view name) {
        if (json_.peek() != '{')
            return report_wrong_type(name, name, "an object from faces to arrays of moves");
        Key& key = draft_.puzzle.key.emplace();
        return json_.parse_members([&](std::string_view face_text, bool is_repeated) {
            const std::optional<int> face = draft_.parse_face(name, 0, face_text);
            if (is_repeated)
                draft_.duplicate(name, 0, fmt::format("{} in {}", quote(face_text), quote(name)));
            std::vector<std::string> ignored;
            return parse_texts(name, face_text, face && !is_repeated ? key[*face] : ignored);
        });
    }

    /// Parses an array of strings: the value of `field`, or the key's moves for `face` if it is given.
    bool parse_texts(std::string_view field, std::optional<std::string_view> face,
                     std::vector<std::string>& texts) {
        const auto value_name = [&] {
            return face ? fmt::format("key's {}", quote(*face)) : std::string(field);
        };
        if (json_.peek() != '[')
            return report_wrong_type(field, value_name(), face ? "an array of moves" : "an array of strings");
        return json_.parse_items([&] {
            if (json_.peek() == '"') return json_.parse_text(texts.emplace_back());
            return report_wrong_type(field, fmt::format("an item of {}", value_name()), "a string");
        });
    }

    Draft& draft_;
    JsonReader json_;
};

}  // namespace

ReadPuzzle read_json(std::string_view line, const Variants& variants) {
    Draft draft(variants);
    MemberReader(draft, line).read();
    return draft.finish();
}

}  // namespace octomate::records
