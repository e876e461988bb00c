#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/types.hpp"
#include "json/text.hpp"

/// Tables of fields, used both to write structs as JSON and to document that JSON. The table of a
/// struct is a function template `fields` in the struct's namespace, with one call for each field in the
/// order of the output:
///
///     template <class Table>
///     void fields(Table& table, const MateRow& row) {
///         table.type("MateRow", "A roll, and the value of its best moves.");
///         table("best", row.best, "The moves that reach the value.");
///         table.when(row.listed, "list", row.list, "All moves, with --list.");
///     }
///
/// As `Table`, JsonWriter (below) writes the fields of an object; Describer (tests/interfaces/describer.hpp)
/// collects their names, types and meanings from a default-constructed object.
namespace octomate::records {

/// A field whose value `text` is one of `words`. An empty `text` is written as null if `nullable`.
struct Choice {
    std::string_view text;
    std::span<const std::string_view> words;
    bool nullable = false;
};

inline constexpr std::array<std::string_view, 2> side_names = {"white", "black"};
inline constexpr std::array<std::string_view, 3> outcome_names = {"white", "black", "draw"};

/// Returns "white" or "black".
inline Choice choice_of(Color side) { return {name(side), side_names}; }
/// Returns "white" or "black", or null for nullopt.
inline Choice choice_of(std::optional<Color> side) {
    return {side ? name(*side) : std::string_view(), side_names, true};
}
/// Returns the winner or "draw", or null while the game goes on.
inline Choice choice_of(Outcome outcome) {
    const bool won = outcome == Outcome::White || outcome == Outcome::Black;
    const std::string_view draw = outcome == Outcome::Draw ? "draw" : "";
    return {won ? name(outcome == Outcome::White ? Color::White : Color::Black) : draw, outcome_names, true};
}

// Wrappers for values. `kind` returns the name under which the documentation explains the JSON type, and
// `append_to` appends the value as JSON.

/// Appends `text` in quotes, without escaping: it must not need escapes.
inline void append_plain(std::string_view text, std::string& out) {
    out.append(1, '"').append(text).append(1, '"');
}

/// Text that needs no escapes. `kind_name` is its type in the documentation, such as "fen", "variant" or
/// "fraction".
struct Text {
    std::string_view text;
    std::string_view kind_name = "string";

    void append_to(std::string& out) const { append_plain(text, out); }
    std::string_view kind() const { return kind_name; }
};

/// A face of the die, from 1; 0 is written as null.
struct Face {
    int face = 0;

    static std::string_view kind() { return "face"; }
};

/// A type whose values have at most `most_short` characters as JSON. `write_short(value, to)` writes a value
/// to a buffer of that size and returns the end of the text.
template <class T>
concept Short = std::integral<T> || std::same_as<T, Face>;

inline constexpr std::size_t most_short = 24;
template <std::integral Value>
char* write_short(Value value, char* to) {
    return std::to_chars(to, to + most_short, value).ptr;
}
inline char* write_short(bool value, char* to) {
    return value ? std::copy_n("true", 4, to) : std::copy_n("false", 5, to);
}
inline char* write_short(Face face, char* to) {
    return face.face == 0 ? std::copy_n("null", 4, to) : write_short(face.face, to);
}

/// A list of faces of the die; an empty list is written as null.
struct Rolls {
    std::span<const int> faces;

    void append_to(std::string& out) const {
        if (faces.empty()) out += std::string_view("null");
        if (!faces.empty()) append_array(faces, out, [&](int face) { append_number(face, out); });
    }
    static std::string_view kind() { return "rolls"; }
};

/// Appends a number with as few digits as identify it, or null if it is not finite.
void append_decimal(double number, std::string& out);

/// A winning chance from 0 to 1, or (kind "share") a difference of chances. It is rounded to six decimals,
/// the precision of the search.
struct Rounded {
    double number = 0;
    std::string_view kind_name = "chance";

    void append_to(std::string& out) const;
    std::string_view kind() const { return kind_name; }
};

/// A value that is JSON text already. `kind_name` is its type in the documentation.
struct Raw {
    std::string_view json;
    std::string_view kind_name = "number";

    void append_to(std::string& out) const { out += json; }
    std::string_view kind() const { return kind_name; }
};

/// A range that is written as a JSON array with the value `each(item)` for each item.
template <class Items, class Each>
struct List {
    const Items& items;
    Each each;
};
template <class Items, class Each>
List<Items, Each> list(const Items& items, Each each) {
    return {items, std::move(each)};
}

/// Returns a list that writes `Row{item, more...}` for each item. All arguments must outlive the list.
template <class Row, class Items, class... More>
auto rows(const Items& items, const More&... more) {
    return list(items, [&more...](const auto& item) { return Row{item, more...}; });
}

/// A range that is written as a JSON object, with the name `key(item)` and the value `value(item)` for each
/// item. All names match the regular expression `pattern`, which is for the documentation and may be empty.
template <class Items, class Key, class Value>
struct Map {
    const Items& items;
    Key key;
    Value value;
    std::string_view pattern;
};
template <class Items, class Key, class Value>
Map<Items, Key, Value> map_of(const Items& items, Key key, Value value, std::string_view pattern = "") {
    return {items, std::move(key), std::move(value), pattern};
}

/// Returns a pointer to a member of an optional object, or null if there is no object.
template <class Object, class Value>
const Value* member_of(const std::optional<Object>& object, Value Object::*value) {
    return object ? &((*object).*value) : nullptr;
}

template <class T>
concept Textual = std::convertible_to<const T&, std::string_view>;
template <class T>
concept Appendable = requires(const T& value, std::string& out) {
    value.append_to(out);
};
/// An optional or a pointer; written as null if it is empty.
template <class T>
concept Nullable = requires(const T& value) {
    static_cast<bool>(value);
    *value;
};
template <class T>
concept Range = requires(const T& value) {
    value.begin();
    value.end();
};
/// A type that holds one of several types, such as a variant: `visit(use)` calls `use` with the object it
/// holds.
template <class T>
concept Alternative = requires(const T& value) {
    value.visit([](const auto&) {});
};

template <class T>
inline constexpr bool is_list = false;
template <class Items, class Each>
inline constexpr bool is_list<List<Items, Each>> = true;
template <class T>
inline constexpr bool is_map = false;
template <class Items, class Key, class Value>
inline constexpr bool is_map<Map<Items, Key, Value>> = true;

template <class T>
void append_value(const T& value, std::string& out);

/// Writes the fields of one object. The caller writes the braces around them.
class JsonWriter {
  public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    /// Does nothing: only Describer uses the name and the meaning of a struct.
    void type(const char*, const char*) {}

    /// Writes a required field. `name` has at most `most_name` bytes and needs no escapes. The last argument,
    /// the meaning, is not written.
    template <class T>
    [[gnu::always_inline]] void operator()(std::string_view name, const T& value, const char* = nullptr) {
        assert(name.size() <= most_name);
        // The comma, the name, the colon and a short value are appended at once, because appending is slow.
        std::array<char, most_name + 4 + most_short> text{',', '"'};
        char* end = &text[2];
        std::memcpy(end, name.data(), name.size());
        end += name.size();
        *end++ = '"';
        *end++ = ':';
        if constexpr (Short<T>) end = write_short(value, end);
        const char* const begin = &text[out_.back() == '{' ? 1 : 0];
        out_.append(begin, static_cast<std::size_t>(end - begin));
        if constexpr (!Short<T>) append_value(value, out_);
    }

    /// Writes a field only if `condition` is true.
    template <class T>
    [[gnu::always_inline]] void when(bool condition, std::string_view name, const T& value,
                                     const char* = nullptr) {
        if (condition) (*this)(name, value);
    }

    /// Writes the value of an optional or pointer; leaves the field out if it is empty.
    template <class T>
    [[gnu::always_inline]] void optional(std::string_view name, const T& value, const char* = nullptr) {
        if (value) (*this)(name, *value);
    }

    /// Writes a field only if `condition` is true. The documentation gives `value` as its only value.
    [[gnu::always_inline]] void flag(bool condition, std::string_view name, bool value,
                                     const char* = nullptr) {
        if (condition) (*this)(name, value);
    }

    /// Writes a field whose name is computed, such as an unknown field of a record. Escapes `name`.
    template <class T>
    void named(std::string_view name, const T& value) {
        if (out_.back() != '{') out_ += ',';
        append_quoted(name, out_);
        out_ += ':';
        append_value(value, out_);
    }

  private:
    static constexpr std::size_t most_name = 36;

    std::string& out_;
};

/// Appends a value as JSON: a scalar, text, one of the types above, an optional or a pointer, a range of
/// values, or a struct that has a table of fields.
template <class T>
void append_value(const T& value, std::string& out) {
    if constexpr (Short<T>) {
        std::array<char, most_short> text;
        out.append(text.data(), static_cast<std::size_t>(write_short(value, text.data()) - text.data()));
    } else if constexpr (std::same_as<T, double>) {
        append_decimal(value, out);
    } else if constexpr (std::same_as<T, Choice>) {
        value.nullable&& value.text.empty() ? void(out += std::string_view("null"))
                                            : append_plain(value.text, out);
    } else if constexpr (Textual<T>) {
        append_quoted(value, out);
    } else if constexpr (Appendable<T>) {
        value.append_to(out);
    } else if constexpr (Nullable<T>) {
        value ? append_value(*value, out) : void(out += std::string_view("null"));
    } else if constexpr (Alternative<T>) {
        value.visit([&](const auto& held) { append_value(held, out); });
    } else if constexpr (is_list<T>) {
        append_array(value.items, out, [&](const auto& item) { append_value(value.each(item), out); });
    } else if constexpr (is_map<T>) {
        out += '{';
        JsonWriter writer(out);
        for (const auto& item : value.items) writer.named(value.key(item), value.value(item));
        out += '}';
    } else if constexpr (Range<T>) {
        append_array(value, out, [&](const auto& item) { append_value(item, out); });
    } else {
        out += '{';
        JsonWriter writer(out);
        fields(writer, value);
        out += '}';
    }
}

/// Returns a value as compact JSON on one line.
template <class T>
std::string to_json(const T& value) {
    std::string json;
    append_value(value, json);
    return json;
}

/// Writes fields given as alternating names and values.
inline void append_fields(JsonWriter&) {}
template <class T, class... More>
void append_fields(JsonWriter& writer, std::string_view name, const T& value, const More&... more) {
    writer(name, value);
    append_fields(writer, more...);
}

/// Returns a JSON object with fields given as arguments: `object(name, value, name, value, …)`.
template <class... NamesAndValues>
std::string object(const NamesAndValues&... names_and_values) {
    std::string json = "{";
    JsonWriter writer(json);
    append_fields(writer, names_and_values...);
    return json + '}';
}

}  // namespace octomate::records
