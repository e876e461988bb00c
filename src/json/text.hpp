#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/reader.hpp"

/// Values of JSON as compact text. Text that a function takes as JSON must be JSON.
namespace octomate::records {

/// Appends the text as a string of JSON. Bytes that are not UTF-8 become U+FFFD, and what a terminal would
/// obey or a reader not see stands as an escape.
void append_quoted(std::string_view text, std::string& out);
std::string json_text_of(std::string_view text);

/// Appends JSON with what a terminal would obey, or a reader not see, as escapes.
void append_visible(std::string_view json, std::string& out);
/// Whether that would change nothing.
bool is_visible(std::string_view json);

/// Appends a whole number.
template <std::integral Whole>
void append_number(Whole number, std::string& out) {
    std::array<char, 24> digits;
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    out.append(digits.data(), written.ptr);
}

/// Appends an array, each of whose items `append(item)` appends.
template <class Items, class Append>
void append_array(const Items& items, std::string& out, Append append) {
    char separator = '[';
    for (const auto& item : items) {
        out += std::exchange(separator, ',');
        append(item);
    }
    if (separator == '[') out += '[';
    out += ']';
}

/// Appends the texts as an array of strings.
void append_texts(const std::vector<std::string>& texts, std::string& out);
std::string texts_json(const std::vector<std::string>& texts);

/// A value without the blanks between its parts, and its strings as `append_quoted` writes them.
std::string compact_json(std::string_view json);

/// The text that a value holds if it is a string.
std::optional<std::string> text_of_json(std::string_view json);

/// What stands between the quotes of a string, with its escapes resolved.
std::string unescaped_json(std::string_view quoted);

/// Length of the escape with which a text begins: a backslash and what belongs to it, or a pair of
/// surrogates; 0 if JSON knows no such escape.
std::size_t escape_length(std::string_view text);

/// Length of the number with which a text begins, whatever its size; 0 if it begins with none.
std::size_t number_length(std::string_view text);

/// Whether a value is a number.
bool is_number(std::string_view json);

/// The value of a cell or tag that may hold a number: one if the text is a number of JSON, else a string.
std::string number_or_text(std::string_view text);

/// The text of a number, or of a string that `number_or_text` does not take for a number; none for all else.
std::optional<std::string> number_or_text_of_json(std::string_view json);

/// Calls `take(name, value)` for each member of an object until it returns false; false then, and if the
/// value is no object.
template <class Take>
bool for_each_member(std::string_view json, Take take) {
    JsonReader reader(json);
    return reader.take_members([&](std::string_view name, bool) {
        const auto value = reader.take_value();
        return value && take(name, *value);
    });
}

/// The same for the items of an array.
template <class Take>
bool for_each_item(std::string_view json, Take take) {
    JsonReader reader(json);
    return reader.take_items([&] {
        const auto item = reader.take_value();
        return item && take(*item);
    });
}

}  // namespace octomate::records
