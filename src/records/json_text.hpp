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

/// Values of JSON as compact text, as the JSON library writes it: what needs no tree.
namespace octomate::records {

/// Appends the text as a string of JSON. Bytes that are no UTF-8 become U+FFFD, and what a terminal would
/// obey or a reader not see stands as an escape.
void append_quoted(std::string_view text, std::string& out);
std::string json_text_of(std::string_view text);

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

/// Appends the texts as an array.
void append_texts(const std::vector<std::string>& texts, std::string& out);
std::string texts_json(const std::vector<std::string>& texts);

/// The text that a value holds if it is a string.
std::optional<std::string> text_of_json(std::string_view json);

/// Whether a text is one value of JSON, no deeper than what recurses can bear.
bool is_json(std::string_view text);

/// Length of the number of JSON with which a text begins, whatever its size; 0 if it begins with none.
std::size_t number_length(std::string_view text);

/// Whether a value is a number.
bool is_number(std::string_view json);

/// The value of a cell or tag that may hold a number: one if the text is a number of JSON, else the text.
std::string number_or_text(std::string_view text);

/// The text of a number, or of a string that `number_or_text` does not take for a number; none for all else.
std::optional<std::string> number_or_text_of_json(std::string_view json);

/// Goes through a value from its start.
class JsonScanner {
  public:
    explicit JsonScanner(std::string_view json) : rest_(json) {}

    /// Takes the sign, if it stands here.
    bool take(char sign);
    /// Takes a whole value: it stands here.
    std::string_view take_value();

  private:
    std::string_view rest_;
};

/// Calls `take(name, value)` for each member of an object until it returns false; false then, and if the
/// value is no object.
template <class Take>
bool for_each_member(std::string_view json, Take take) {
    JsonScanner scanner(json);
    if (!scanner.take('{')) return false;
    while (!scanner.take('}')) {
        const std::string name = *text_of_json(scanner.take_value());
        scanner.take(':');
        if (!take(name, scanner.take_value())) return false;
        scanner.take(',');
    }
    return true;
}

/// The same for the items of an array.
template <class Take>
bool for_each_item(std::string_view json, Take take) {
    JsonScanner scanner(json);
    if (!scanner.take('[')) return false;
    while (!scanner.take(']')) {
        if (!take(scanner.take_value())) return false;
        scanner.take(',');
    }
    return true;
}

}  // namespace octomate::records
