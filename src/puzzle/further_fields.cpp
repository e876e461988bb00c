#include "puzzle/further_fields.hpp"

#include <concepts>
#include <optional>
#include <tuple>

#include "json/text.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/stipulation.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// A member of a record or of an object in it.
template <class Object, class Value>
struct NamedMember {
    std::string_view name;
    std::optional<Value> Object::*member;
    std::string_view type{};  ///< for messages; of a record only
};
template <class Object, class Value>
NamedMember(std::string_view, std::optional<Value> Object::*, std::string_view = {})
    -> NamedMember<Object, Value>;

constexpr std::tuple generated_members = {
    NamedMember{"from", &Generated::from}, NamedMember{"seed", &Generated::seed},
    NamedMember{"unit", &Generated::unit}, NamedMember{"n", &Generated::n},
    NamedMember{"game", &Generated::game}, NamedMember{"reachable", &Generated::reachable},
};

constexpr std::tuple composed_members = {
    NamedMember{"seed", &Composed::seed},
    NamedMember{"unit", &Composed::unit},
    NamedMember{"exhaustive", &Composed::exhaustive},
};

/// In the order in which they are written.
constexpr std::tuple further_members = {
    NamedMember{"stipulation", &Puzzle::stipulation, "a text such as h#2"},
    NamedMember{"solutions", &Puzzle::solutions, "a whole number"},
    NamedMember{"men", &Puzzle::men, "a whole number"},
    NamedMember{"difficulty", &Puzzle::difficulty, "a number"},
    NamedMember{"quality", &Puzzle::quality, "a number"},
    NamedMember{"chapter", &Puzzle::chapter, "a string"},
    NamedMember{"generated", &Puzzle::generated,
                "an object of numbers, but for from, a string, and reachable, a truth"},
    NamedMember{"removed", &Puzzle::removed, "an array of strings"},
    NamedMember{"plies", &Puzzle::plies, "a string"},
    NamedMember{"mutated", &Puzzle::mutated, "a string"},
    NamedMember{"composed", &Puzzle::composed, "an object of numbers"},
};

template <class Members, class Visit>
void for_each(const Members& members, Visit visit) {
    std::apply([&](const auto&... member) { (visit(member), ...); }, members);
}

/// Visits the member of that name; false if there is none.
template <class Members, class Visit>
bool find(const Members& members, std::string_view name, Visit visit) {
    return std::apply(
        [&](const auto&... member) { return ((member.name == name && (visit(member), true)) || ...); },
        members);
}

// ---- from JSON: each is false if the value is not of the type --------------------------------------------

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
    if (is_number(json)) value = Number::of_json(std::string(json));
    return is_number(json);
}

bool read(std::string_view json, std::optional<std::string>& value) {
    value = text_of_json(json);
    return value.has_value();
}

bool read(std::string_view json, std::vector<std::string>& texts) {
    return for_each_item(json, [&](std::string_view item) {
        auto text = text_of_json(item);
        if (text) texts.push_back(*std::move(text));
        return text.has_value();
    });
}

bool read(std::string_view json, Stipulation& value) {
    const auto stipulation = read_stipulation(text_of_json(json).value_or(""));
    if (stipulation) value = *stipulation;
    return stipulation.has_value();
}

bool read(std::string_view json, Generated& value);
bool read(std::string_view json, Composed& value);

template <class T>
bool read(std::string_view json, std::optional<T>& value) {
    if (read(json, value.emplace())) return true;
    value.reset();
    return false;
}

template <class Object, class Members>
bool read_object(std::string_view json, Object& object, const Members& members) {
    return for_each_member(json, [&](std::string_view name, std::string_view value) {
        bool good = true;
        if (!find(members, name, [&](const auto& one) { good = read(value, object.*one.member); }))
            object.unknown.push_back({std::string(name), std::string(value)});
        return good;
    });
}

bool read(std::string_view json, Generated& value) { return read_object(json, value, generated_members); }
bool read(std::string_view json, Composed& value) { return read_object(json, value, composed_members); }

// ---- to JSON ---------------------------------------------------------------------------------------------

template <std::integral T>
void append(T number, std::string& out) {
    append_number(number, out);
}
void append(bool truth, std::string& out) { out += truth ? "true" : "false"; }
void append(const Number& number, std::string& out) { out += number.json(); }
void append(const std::string& text, std::string& out) { append_quoted(text, out); }
void append(const std::vector<std::string>& texts, std::string& out) { append_texts(texts, out); }
void append(const Stipulation& stipulation, std::string& out) { append_quoted(text_of(stipulation), out); }

template <class Object, class Members>
void append_object(const Object& object, const Members& members, std::string& out) {
    out += '{';
    const auto begin = [&](std::string_view name) {
        if (!out.ends_with('{')) out += ',';
        append_quoted(name, out);
        out += ':';
    };
    for_each(members, [&](const auto& one) {
        if (const auto& value = object.*one.member) begin(one.name), append(*value, out);
    });
    for (const UnknownField& field : object.unknown) begin(field.name), out += field.json;
    out += '}';
}

void append(const Generated& value, std::string& out) { append_object(value, generated_members, out); }
void append(const Composed& value, std::string& out) { append_object(value, composed_members, out); }

// ---- the fields of a record ------------------------------------------------------------------------------

/// Whether an unknown field has the name of one that is written already.
bool is_hidden(const Puzzle& puzzle, const UnknownField& unknown) {
    if (field_named(unknown.name) != Field::Unknown) return true;
    bool hidden = false;
    find(further_members, unknown.name, [&](const auto& one) { hidden = (puzzle.*one.member).has_value(); });
    return hidden;
}

}  // namespace

Taken take_further(Puzzle& puzzle, std::string_view name, std::string_view json) {
    bool good = true;
    const auto take = [&](const auto& one) { good = read(json, puzzle.*one.member); };
    if (!find(further_members, name, take)) return Taken::Unknown;
    return good ? Taken::Yes : Taken::WrongType;
}

std::string_view type_of_further(std::string_view name) {
    std::string_view type;
    find(further_members, name, [&](const auto& one) { type = one.type; });
    return type;
}

void reset_further(Puzzle& puzzle, std::string_view name) {
    find(further_members, name, [&](const auto& one) { (puzzle.*one.member).reset(); });
}

std::vector<UnknownField> further_fields(const Puzzle& puzzle) {
    std::vector<UnknownField> fields;
    for_each(further_members, [&](const auto& one) {
        const auto& value = puzzle.*one.member;
        if (value) append(*value, fields.emplace_back(UnknownField{std::string(one.name), {}}).json);
    });
    for (const UnknownField& unknown : puzzle.unknown) {
        if (!is_hidden(puzzle, unknown)) fields.push_back(unknown);
    }
    return fields;
}

void append_further(const Puzzle& puzzle, std::string& line) {
    const auto begin = [&](std::string_view name) {
        line += ',';
        append_quoted(name, line);
        line += ':';
    };
    for_each(further_members, [&](const auto& one) {
        if (const auto& value = puzzle.*one.member) begin(one.name), append(*value, line);
    });
    for (const UnknownField& unknown : puzzle.unknown) {
        if (!is_hidden(puzzle, unknown)) begin(unknown.name), line += unknown.json;
    }
}

}  // namespace octomate::records
