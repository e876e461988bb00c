#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

/// Reading JSON without building trees, and writing it as compact text.
namespace octomate::records {

/// A syntax error in JSON.
struct JsonFault {
    std::size_t offset = 0;  ///< offset of the error in bytes
    std::string message;     ///< what was found and what was expected
};

/// The deepest nesting of arrays and objects that is accepted; it limits recursion.
inline constexpr std::size_t deepest = 100;

/// Reads JSON in one pass, value by value. Each function parses the value at the cursor and returns false (or
/// nullopt) on a syntax error; the first error is kept and makes all later calls fail. Numbers are not
/// converted but returned as text. The text must outlive the reader and should be UTF-8, which is not
/// checked.
class JsonReader {
  public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    /// Skips white space and returns the next character, the first one of a value; NUL at the end of the
    /// text.
    char peek() {
        skip_blanks();
        return cursor_ < text_.size() ? text_[cursor_] : '\0';
    }

    /// Parses a value of any type and returns its text unchanged.
    std::optional<std::string_view> parse_value();

    /// Parses a value of any type and returns it in the form of `compact_json`. The result is valid until the
    /// next call.
    std::optional<std::string_view> parse_compact_value();

    /// Parses a string and resolves its escapes.
    bool parse_text(std::string& out);

    /// Parses an object. `parse(name, repeated)` must parse the value of each member and return false on an
    /// error. `repeated` is true if the object has an earlier member called `name`.
    template <class Parse>
    bool parse_members(Parse parse) {
        if (!open('{')) return false;
        if (accept('}')) return close();
        NameSet seen;
        std::string_view expected = "a name in quotes or \"}\"";
        do {
            const std::optional<std::string_view> name = parse_name(expected);
            expected = "a name in quotes";
            if (!name || !expect(':', "\":\"") || !parse(*name, !seen.insert(*name))) return false;
        } while (accept(','));
        return expect('}', "\",\" or \"}\"") && close();
    }

    /// Parses an array. `parse()` must parse each item and return false on an error.
    template <class Parse>
    bool parse_items(Parse parse) {
        if (!open('[')) return false;
        if (accept(']')) return close();
        do {
            if (!parse()) return false;
        } while (accept(','));
        return expect(']', "\",\" or \"]\"") && close();
    }

    /// Checks that only white space follows and no error has occurred.
    bool finish() {
        return peek() == '\0' && cursor_ == text_.size() ? !fault_ : fail("the end of the line");
    }

    const std::optional<JsonFault>& fault() const { return fault_; }

    /// Returns and clears the names that were repeated in objects skipped by `parse_value`, at most 32.
    std::vector<std::string> extract_repeated_names() { return std::exchange(repeated_, {}); }

  private:
    /// The set of names in one object. Most objects have few names, which are compared without hashing.
    class NameSet {
      public:
        /// Adds a name; returns false if the set has it already.
        bool insert(std::string_view name);

      private:
        std::array<std::string_view, 16> few_;
        std::size_t size_ = 0;
        std::unordered_set<std::string_view> many_;
    };

    void skip_blanks() {
        const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
        for (; cursor_ < text_.size() && is_blank(text_[cursor_]); ++cursor_) compact_ = false;
    }
    /// Moves past `sign` if it is the next character.
    bool accept(char sign) {
        if (peek() != sign || fault_) return false;
        ++cursor_;
        return true;
    }
    bool expect(char sign, std::string_view expected) { return accept(sign) || fail(expected); }
    /// Moves past `sign`, '[' or '{'; fails if it is missing or nested too deeply. `close` ends the value.
    bool open(char sign);
    bool close() { return --depth_, true; }
    bool skip_value();
    bool skip_scalar();
    std::optional<std::string_view> parse_quoted();
    std::optional<std::string_view> parse_name(std::string_view expected);
    /// Records the error that `expected` is missing at the cursor; returns false.
    bool fail(std::string_view expected);
    bool fail_at(std::size_t offset, std::string message);

    std::string_view text_;
    std::size_t cursor_ = 0;
    std::size_t depth_ = 0;
    std::optional<JsonFault> fault_;
    std::vector<std::string> repeated_;
    bool compact_ = true;    ///< no white space and no escapes were found since this was set
    std::string compacted_;  ///< the last result of `parse_compact_value`, if it differs from the text
    std::forward_list<std::string> unescaped_names_;  ///< names that have escapes in the text
};

/// Checks whether a text is one JSON value in UTF-8, nested at most `deepest` levels.
bool is_json(std::string_view text);

// Functions on JSON values as text. Parameters called `json` must be valid JSON.

/// Appends `text` as a JSON string. Invalid UTF-8 becomes U+FFFD; control characters and invisible characters
/// are escaped.
void append_quoted(std::string_view text, std::string& out);
/// Returns `text` as a JSON string.
std::string json_text_of(std::string_view text);

/// Appends `json` with characters that control a terminal, or are invisible, as escapes.
void append_visible(std::string_view json, std::string& out);
/// Checks whether `append_visible` would append `json` unchanged.
bool is_visible(std::string_view json);

/// Appends a whole number in decimal.
template <std::integral Whole>
void append_number(Whole number, std::string& out) {
    std::array<char, 24> digits;
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    out.append(digits.data(), static_cast<std::size_t>(written.ptr - digits.data()));
}

/// Appends an array; `append(item)` must append each item.
template <class Items, class Append>
void append_array(const Items& items, std::string& out, Append append) {
    char separator = '[';
    for (const auto& item : items) {
        out += std::exchange(separator, ',');
        append(item);
    }
    out += separator == '[' ? std::string_view("[]") : std::string_view("]");
}

/// Appends the texts as an array of strings.
void append_texts(const std::vector<std::string>& texts, std::string& out);
/// Returns the texts as an array of strings.
std::string texts_json(const std::vector<std::string>& texts);

/// Returns a value without white space between its parts, and with its strings in the form of
/// `append_quoted`.
std::string compact_json(std::string_view json);

/// Returns the text of a value that is a string, with escapes resolved; nullopt for other values.
std::optional<std::string> text_of_json(std::string_view json);

/// Resolves the escapes in `quoted`, the part of a JSON string between its quotes.
std::string unescaped_json(std::string_view quoted);

/// Returns the length in bytes of the escape at the start of `text`, which begins with a backslash. A pair of
/// surrogates counts as one escape. Returns 0 if the escape is invalid.
std::size_t escape_length(std::string_view text);

/// Returns the length in bytes of the JSON number at the start of `text`, or 0 if there is none.
std::size_t number_length(std::string_view text);

/// Checks whether a JSON value is a number.
bool is_number(std::string_view json);

/// Converts the text of a cell or tag to JSON: a number if it has the form of a JSON number, else a string.
std::string number_or_text(std::string_view text);

/// The inverse of `number_or_text`: returns the text of a number, or of a string unless the string looks like
/// a number. Returns nullopt for other values.
std::optional<std::string> number_or_text_of_json(std::string_view json);

/// Calls `parse(name, value)` for each member of an object until it returns false. Returns whether `json` is
/// an object and all calls returned true.
template <class Parse>
bool for_each_member(std::string_view json, Parse parse) {
    JsonReader reader(json);
    return reader.parse_members([&](std::string_view name, bool) {
        const auto value = reader.parse_value();
        return value && parse(name, *value);
    });
}

/// Calls `parse(value)` for each item of an array until it returns false. Returns whether `json` is an array
/// and all calls returned true.
template <class Parse>
bool for_each_item(std::string_view json, Parse parse) {
    JsonReader reader(json);
    return reader.parse_items([&] {
        const auto item = reader.parse_value();
        return item && parse(*item);
    });
}

}  // namespace octomate::records
