#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Values of JSON as compact text, as the JSON library writes it: what needs no tree.
namespace octomate::records {

/// Appends the text as a string of JSON. Bytes that are no UTF-8 become U+FFFD.
void append_quoted(std::string_view text, std::string& out);
std::string json_text_of(std::string_view text);

/// The text that a value holds if it is a string.
std::optional<std::string> text_of_json(std::string_view json);

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
