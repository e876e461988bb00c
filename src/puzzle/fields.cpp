#include "puzzle/fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

#include "json/fields.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr auto field_names =
    std::apply([](const auto&... field) { return std::array{field.name...}; }, puzzle_fields);
static_assert(field_names.size() == static_cast<std::size_t>(Field::Unknown));

/// The highest face that a record may name.
constexpr int max_face = 999;

// `members_of` returns the members of an object that is a field of a record.

constexpr auto members_of(const Generated&) {
    return std::tuple{Member{"from", &Generated::from}, Member{"seed", &Generated::seed},
                      Member{"unit", &Generated::unit}, Member{"n", &Generated::n},
                      Member{"game", &Generated::game}, Member{"reachable", &Generated::reachable}};
}

constexpr auto members_of(const Composed&) {
    return std::tuple{Member{"seed", &Composed::seed}, Member{"unit", &Composed::unit},
                      Member{"exhaustive", &Composed::exhaustive}};
}

constexpr auto members_of(const Before&) {
    return std::tuple{Member{"fen", &Before::fen}, Member{"move", &Before::move}};
}

/// A type with an overload of `members_of`.
template <class T>
concept Nested = requires(const T& object) {
    members_of(object);
};

/// The fields that makers of puzzles add, in the order in which they are written.
constexpr std::tuple added_members = {
    Member{"stipulation", &Puzzle::stipulation, "a text such as h#2"},
    Member{"solutions", &Puzzle::solutions, "a whole number"},
    Member{"men", &Puzzle::pieces, "a whole number"},
    Member{"difficulty", &Puzzle::difficulty, "a number"},
    Member{"quality", &Puzzle::quality, "a number"},
    Member{"chapter", &Puzzle::chapter, "a string"},
    Member{"generated", &Puzzle::generated,
           "an object of numbers, in which from is a string and reachable is true or false"},
    Member{"removed", &Puzzle::removed, "an array of strings"},
    Member{"plies", &Puzzle::plies, "a string"},
    Member{"mutated", &Puzzle::mutated, "a string"},
    Member{"composed", &Puzzle::composed, "an object of numbers"},
    Member{"before", &Puzzle::before, "an object of strings"},
    Member{"promotions_as_one", &Puzzle::promotions_as_one, "true or false"},
};

constexpr bool separates_words(char c) { return is_blank(c) || c == ','; }

/// Calls `function` with each word of `text`; blanks and commas separate words.
template <class Function>
void for_each_word(std::string_view text, Function function) {
    std::size_t index = 0;
    while (index < text.size()) {
        const std::size_t start = index;
        while (index < text.size() && !separates_words(text[index])) ++index;
        if (index > start) function(text.substr(start, index - start));
        while (index < text.size() && separates_words(text[index])) ++index;
    }
}

/// Calls `function` with each part of `text`; commas outside parentheses separate parts.
template <class Function>
void for_each_part(std::string_view text, Function function) {
    std::size_t start = 0;
    bool in_parentheses = false;
    for (std::size_t index = 0; index <= text.size(); ++index) {
        if (index == text.size() || (text[index] == ',' && !in_parentheses)) {
            if (index > start) function(text.substr(start, index - start));
            start = index + 1;
        } else if (text[index] == '(' || text[index] == ')') {
            in_parentheses = text[index] == '(';
        }
    }
}

// ---- from JSON: `read` parses a value and returns false if it has another type ---------------------------

bool read(std::string_view json, bool& value) {
    value = json == "true";
    return value || json == "false";
}

template <std::integral T>
bool read(std::string_view json, T& value) {
    const auto number = number_in<T>(json);
    value = number.value_or(0);
    return number.has_value();
}

bool read(std::string_view json, std::optional<Number>& value) {
    value = is_number(json) ? std::optional(Number::of_json(std::string(json))) : std::nullopt;
    return value.has_value();
}

bool read(std::string_view json, std::optional<std::string>& value) {
    value = text_of_json(json);
    return value.has_value();
}

bool read(std::string_view json, std::vector<std::string>& texts) {
    return for_each_item(json, [&](std::string_view item) {
        auto text = text_of_json(item);
        if (!text) return false;
        texts.push_back(*std::move(text));
        return true;
    });
}

bool read(std::string_view json, Stipulation& value) {
    const auto stipulation = read_stipulation(text_of_json(json).value_or(""));
    if (stipulation) value = *stipulation;
    return stipulation.has_value();
}

template <Nested Object>
bool read(std::string_view json, Object& object);

template <class T>
bool read(std::string_view json, std::optional<T>& value) {
    if (read(json, value.emplace())) return true;
    value.reset();
    return false;
}

template <Nested Object>
bool read(std::string_view json, Object& object) {
    return for_each_member(json, [&](std::string_view name, std::string_view value) {
        bool is_read = true;
        const auto read_value = [&](const auto& member) { is_read = read(value, object.*member.value); };
        if (!visit_member(members_of(object), name, read_value))
            object.unknown.push_back({std::string(name), std::string(value)});
        return is_read;
    });
}

// ---- to JSON: `written` converts a value to one that json/fields.hpp can write ---------------------------

template <class Value>
const Value& written(const Value& value) {
    return value;
}
Raw written(const Number& number) { return {number.json()}; }
std::string written(const Stipulation& stipulation) { return text_of(stipulation); }
auto written(const Key& key) {
    return map_of(
        key, [](const auto& entry) { return face_name(entry.first); },
        [](const auto& entry) -> const auto& { return entry.second; });
}

/// An object within a record, with its unknown fields.
template <Nested Object>
struct WrittenObject {
    const Object& object;

    void append_to(std::string& out) const;
};
template <Nested Object>
WrittenObject<Object> written(const Object& object) {
    return {object};
}

/// Writes those `members` of `object` that are present.
template <class Object, class Members>
void write_members(JsonWriter& writer, const Object& object, const Members& members) {
    for_each(members, [&](const auto& member) {
        if (const auto* value = present_value(object.*member.value)) writer(member.name, written(*value));
    });
}

template <Nested Object>
void WrittenObject<Object>::append_to(std::string& out) const {
    out += '{';
    JsonWriter writer(out);
    write_members(writer, object, members_of(object));
    for (const UnknownField& field : object.unknown) writer.named(field.name, Raw{field.json});
    out += '}';
}

/// Checks whether an unknown field has the name of a known field that is written.
bool is_hidden(const Puzzle& puzzle, const UnknownField& unknown) {
    if (field_named(unknown.name) != Field::Unknown) return true;
    bool is_hidden_field = false;
    visit_member(added_members, unknown.name, [&](const auto& member) {
        is_hidden_field = present_value(puzzle.*member.value) != nullptr;
    });
    return is_hidden_field;
}

/// Checks whether the die has the face, or only whether the face is at least 1 if `die` is null.
bool is_on_die(const Die* die, int face) { return face > 0 && (!die || face <= die->faces); }

}  // namespace

Field field_named(std::string_view name) {
    for (std::size_t i = 0; i < field_names.size(); ++i) {
        if (field_names[i] == name) return static_cast<Field>(i);
    }
    return Field::Unknown;
}

std::optional<int> number_between(std::string_view text, int lowest, int highest) {
    const auto number = number_in<int>(text);
    return number && *number >= lowest && *number <= highest ? number : std::nullopt;
}

std::optional<int> face_named(std::string_view name) {
    if (name == "-") return 0;
    return name.starts_with('0') ? std::nullopt : number_between(name, 1, max_face);
}

std::string face_name(int face) { return face == 0 ? "-" : std::to_string(face); }

std::string key_json(const Key& key) { return to_json(written(key)); }

std::string key_text(const Key& key) {
    std::string line;
    for (const auto& [face, moves] : key) {
        if (!line.empty()) line += ' ';
        line += face_name(face);
        char separator = ':';
        const std::size_t face_start = line.size();
        for (const std::string& move : moves) {
            line += std::exchange(separator, ',');
            const std::size_t move_start = line.size();
            bool in_parentheses = false;  // inside parentheses, commas separate the rolls of a line
            for (std::size_t index = 0; index < move.size(); ++index) {
                const char c = move[index];
                if (c == '(' || c == ')') in_parentheses = c == '(';
                const bool is_last = index + 1 == move.size();
                if (is_blank(c)) {
                    if (line.size() > move_start && line.back() != ' ' && !is_last) line += ' ';
                } else if (static_cast<unsigned char>(c) < 0x20) {
                    continue;  // some formats would turn a control character into a blank
                } else if (c == ',' && !in_parentheses) {
                    if (!is_last && !separates_words(move[index + 1]))
                        line += '&';  // a comma would end the move
                } else if (c != ':' || line.find(' ', face_start) == std::string::npos) {
                    // After a blank, a colon or digit would begin a face: drop the colon, or join the digit.
                    if (is_digit(c) && line.size() > move_start && line.back() == ' ') line.pop_back();
                    line += c;
                }
            }
        }
        if (moves.empty()) line += ':';
    }
    return line;
}

std::string field_text(const std::vector<std::string>& themes) {
    std::string joined_themes;
    for (const std::string& theme : themes) {
        if (!joined_themes.empty()) joined_themes += ' ';
        std::replace_copy_if(theme.begin(), theme.end(), std::back_inserter(joined_themes), separates_words,
                             '_');
    }
    return joined_themes;
}

std::optional<std::string>* text_of(Puzzle& puzzle, Field field) {
    switch (field) {
        case Field::Id: return &puzzle.id;
        case Field::Variant: return &puzzle.variant;
        case Field::Title: return &puzzle.title;
        case Field::Author: return &puzzle.author;
        case Field::Source: return &puzzle.source;
        case Field::Comment: return &puzzle.comment;
        default: return nullptr;
    }
}

const UnknownField* unknown_field(const Puzzle& puzzle, std::string_view name) {
    const auto found = std::find_if(puzzle.unknown.begin(), puzzle.unknown.end(),
                                    [&](const UnknownField& field) { return field.name == name; });
    return found == puzzle.unknown.end() ? nullptr : &*found;
}

std::vector<UnknownField> further_fields(const Puzzle& puzzle) {
    std::vector<UnknownField> further;
    for_each(added_members, [&](const auto& member) {
        if (const auto* value = present_value(puzzle.*member.value))
            further.push_back({std::string(member.name), to_json(written(*value))});
    });
    for (const UnknownField& unknown : puzzle.unknown) {
        if (!is_hidden(puzzle, unknown)) further.push_back(unknown);
    }
    return further;
}

void append_jsonl(std::string& line, const Puzzle& puzzle) {
    line += '{';
    JsonWriter writer(line);
    write_members(writer, puzzle, puzzle_fields);
    write_members(writer, puzzle, added_members);
    for (const UnknownField& unknown : puzzle.unknown) {
        if (!is_hidden(puzzle, unknown)) writer.named(unknown.name, Raw{unknown.json});
    }
    line += '}';
}

std::string to_jsonl(const Puzzle& puzzle) {
    std::string line;
    append_jsonl(line, puzzle);
    return line;
}

std::vector<std::string> lost_fields(const Puzzle& puzzle, const Puzzle& other) {
    std::vector<std::string> names;
    for_each(puzzle_fields, [&](const auto& field) {
        const bool is_lost = present_value(puzzle.*field.value) && puzzle.*field.value != other.*field.value;
        if (is_lost && field.name != "fen") names.emplace_back(field.name);
    });
    std::set<std::pair<std::string, std::string>> fields_of_other;
    for (UnknownField& field : further_fields(other))
        fields_of_other.emplace(std::move(field.name), std::move(field.json));
    for (UnknownField& field : further_fields(puzzle)) {
        if (!fields_of_other.contains({field.name, field.json})) names.push_back(std::move(field.name));
    }
    return names;
}

void Draft::fault(FaultCode code, std::string_view field, std::size_t offset, std::string message,
                  std::size_t line) {
    add_fault(faults_, {code, std::string(field), offset, std::move(message), line});
}

void Draft::prepend_fault(FaultCode code, std::string_view field, std::size_t offset, std::string message) {
    if (is_full(faults_)) faults_.pop_back();
    faults_.insert(faults_.begin(), {code, std::string(field), offset, std::move(message)});
    for (NamedFace& face : faces_) ++face.faults;
}

void Draft::duplicate(std::string_view field, std::size_t offset, std::string_view item) {
    fault(FaultCode::DuplicateField, field, offset, fmt::format("{} appears twice, expected once", item));
}

void Draft::bad_roll(FaultCode code, std::string_view field, std::string_view found) {
    add_named_face(code, 0, field, 0, std::string(found));
}

void Draft::bad_moves(std::string_view field, std::string_view found) {
    fault(FaultCode::BadMoves, field, 0,
          fmt::format("{} is {}, expected a whole number from 1 to {}", field, found, max_moves));
}

void Draft::parse_field(Field field, std::string_view name, std::string text) {
    switch (field) {
        case Field::Fen: puzzle.fen = std::move(text); break;
        case Field::Roll: parse_roll(name, text, quote(text)); break;
        case Field::Moves: parse_moves(name, text, quote(text)); break;
        case Field::Key: parse_key(name, text); break;
        case Field::Themes: parse_themes(text); break;
        default: *text_of(puzzle, field) = std::move(text);
    }
}

void Draft::parse_roll(std::string_view field, std::string_view text, std::string_view shown) {
    puzzle.roll = number_between(text, 1, max_face);
    if (!is_on_die(variants_.die(puzzle.variant), puzzle.roll.value_or(0)))
        add_named_face(FaultCode::BadRoll, puzzle.roll.value_or(0), field, 0, std::string(shown));
}

void Draft::parse_moves(std::string_view field, std::string_view text, std::string_view shown) {
    const auto moves = number_between(text, 1, max_moves);
    if (!moves) return bad_moves(field, shown);
    puzzle.moves = *moves;
    has_moves = true;
}

std::optional<int> Draft::parse_face(std::string_view field, std::size_t offset, std::string_view name) {
    const std::optional<int> face = face_named(name);
    if (face != 0 && !is_on_die(variants_.die(puzzle.variant), face.value_or(0)))
        add_named_face(FaultCode::BadKeyFace, face.value_or(0), field, offset, std::string(name));
    return face;
}

void Draft::add_named_face(FaultCode code, int face, std::string_view field, std::size_t offset,
                           std::string found) {
    faces_.push_back({face, faults_.size(), code, std::string(field), offset, std::move(found)});
}

void Draft::validate_faces() {
    const Die* const die = variants_.die(puzzle.variant);
    const auto check_later_die = [&](FaultCode code, std::string_view field, int face) {
        const auto is_named = [&](const NamedFace& named) {
            return named.code == code && named.face == face;
        };
        if (die && face > die->faces && std::none_of(faces_.begin(), faces_.end(), is_named))
            faces_.push_back({face, faults_.size(), code, std::string(field), 0, std::to_string(face)});
    };
    if (puzzle.roll) check_later_die(FaultCode::BadRoll, "roll", *puzzle.roll);
    if (puzzle.key) {
        for (const auto& [face, moves] : *puzzle.key) check_later_die(FaultCode::BadKeyFace, "key", face);
    }
    // Insert from the last fault to the first, so that the indices of the others stay valid.
    for (; !faces_.empty(); faces_.pop_back()) {
        const NamedFace& named = faces_.back();
        if (is_on_die(die, named.face)) continue;
        const bool key = named.code == FaultCode::BadKeyFace;
        const std::string face = !die  ? "a whole number"
                                 : key ? fmt::format("1 to {}", die->faces)
                                       : fmt::format("a whole number from 1 to {}", die->faces);
        std::string message =
            key ? fmt::format("the {} has a face {}, expected {}, or - where no die is used", named.field,
                              quote(named.found), face)
                : fmt::format("{} is {}, expected {}", named.field, named.found, face);
        const auto position =
            faults_.begin() + static_cast<std::ptrdiff_t>(std::min(named.faults, faults_.size()));
        faults_.insert(position, {named.code, named.field, named.offset, std::move(message)});
    }
    if (faults_.size() > most_faults) faults_.resize(most_faults);
}

void Draft::parse_key(std::string_view field, std::string_view text) {
    Key& key = puzzle.key.emplace();
    std::vector<std::string>* moves = nullptr;
    std::vector<std::string> ignored;
    bool begins_move = false;  // the last word ended in ':' or ','
    std::size_t at = 0;
    for (;;) {
        while (at < text.size() && is_blank(text[at])) ++at;
        if (at == text.size()) return;
        const std::size_t start = at;
        while (at < text.size() && !is_blank(text[at])) ++at;
        std::string_view word = text.substr(start, at - start);
        const std::size_t colon = word.find(':');
        bool continues = false;
        if (colon != std::string_view::npos) {
            const std::string_view name = word.substr(0, colon);
            const auto face = parse_face(field, start, name);
            const bool is_duplicate = face && key.contains(*face);
            if (is_duplicate) duplicate(field, start, fmt::format("the face {} in {}", name, field));
            moves = face && !is_duplicate ? &key[*face] : nullptr;
        } else if (word.front() != ',' && !begins_move) {
            continues = moves && !moves->empty() && !is_digit(word.front());
            if (!continues) {
                fault(FaultCode::BadKeyFace, field, start,
                      fmt::format("{} has no face and colon: write a key such as 5:Qa8-e4-e7#, or "
                                  "-:Qa8-e4-e7# where no die is used",
                                  quote(word)));
                moves = nullptr;
            }
        }
        begins_move = word.back() == ':' || word.back() == ',';
        word.remove_prefix(colon == std::string_view::npos ? 0 : colon + 1);
        std::vector<std::string>& target = moves ? *moves : ignored;
        for_each_part(word, [&](std::string_view part) {
            if (std::exchange(continues, false)) {
                target.back().append(" ").append(part);
            } else {
                target.emplace_back(part);
            }
            // Within a move, "&" stands for a comma, since commas separate moves.
            std::replace(target.back().begin(), target.back().end(), '&', ',');
        });
    }
}

void Draft::parse_themes(std::string_view text) {
    for_each_word(text, [&](std::string_view theme) { puzzle.themes.emplace_back(theme); });
}

void Draft::parse_extra_field(std::string_view name, std::string_view json) {
    bool is_read = false;
    std::string_view type;
    const bool known = visit_member(added_members, name, [&](const auto& member) {
        is_read = read(json, puzzle.*member.value);
        type = member.type;
    });
    if (is_read) return;
    if (known && json != "null") {
        if (name == "stipulation") return bad_stipulation(json);
        notes.push_back(fmt::format("{} is not {}, so it is kept as it is", quote(name), type));
    }
    puzzle.unknown.push_back({std::string(name), std::string(json)});
}

void Draft::bad_stipulation(std::string_view json) {
    const auto text = text_of_json(json);
    if (!text)
        return fault(FaultCode::BadStipulation, "stipulation", 0,
                     fmt::format("stipulation is {}, expected a text such as \"h#2\"", json));
    Fault bad = read_stipulation(*text).error();
    fault(bad.code, bad.field, bad.offset, std::move(bad.message));
}

void Draft::note_open_game() {
    if (!variants_.fallback.empty())
        notes.push_back(fmt::format("the problem names no game: it is read as {}", variants_.fallback));
}

ReadPuzzle Draft::finish() {
    validate_faces();
    if (puzzle.key) {
        for (auto& [face, moves] : *puzzle.key) {
            std::set<std::string> seen;
            if (moves.size() > 1)
                std::erase_if(moves, [&](const std::string& move) { return !seen.insert(move).second; });
        }
    }
    if (const auto& stipulation = puzzle.stipulation; stipulation && has_moves) {
        const int moves = stipulation->moves();
        if (puzzle.moves != moves)
            fault(FaultCode::BadStipulation, "stipulation", 0,
                  fmt::format("{} asks for {} move{}, but moves is {}: expected the same number",
                              records::text_of(*stipulation), moves, moves == 1 ? "" : "s", puzzle.moves));
    } else if (stipulation && stipulation->is_plain()) {
        puzzle.moves = stipulation->moves();
    }
    if (!faults_.empty()) return Unexpected{BadPuzzle{std::move(faults_), std::move(puzzle)}};
    return Parsed<Puzzle>{std::move(puzzle), std::move(notes)};
}

}  // namespace octomate::records
