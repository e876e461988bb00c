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

namespace octomate::records {

/// What is wrong with a text that is not JSON.
struct JsonFault {
    std::size_t offset = 0;  ///< in bytes, from 0
    std::string message;     ///< what stands there, and what was expected
};

/// Deeper JSON is refused, because whatever handles its values recurses as deep.
inline constexpr std::size_t deepest = 100;

/// Reads a text of JSON in one pass, value by value. Each function takes what stands at the current place and
/// returns false (or nothing) if that is a syntax error; the first error is kept and makes all later calls
/// fail. Numbers are never converted: they stay as they are written. The text must outlive the reader and is
/// expected to be UTF-8.
class JsonReader {
  public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    /// The first character of the next value; NUL at the end of the text.
    char peek() {
        skip_blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    /// Takes a value of any type; the result is the value as it is written.
    std::optional<std::string_view> parse_value();

    /// The same as `compact_json` has it; valid until the next call.
    std::optional<std::string_view> parse_compact_value();

    /// Takes a string and resolves its escapes.
    bool parse_text(std::string& into);

    /// Takes an object: `take(name, repeated)` must take the value of each member. `repeated` is set if the
    /// object had a member of that name before.
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

    /// Takes an array: `take()` must take each item.
    template <class Parse>
    bool parse_items(Parse parse) {
        if (!open('[')) return false;
        if (accept(']')) return close();
        do {
            if (!parse()) return false;
        } while (accept(','));
        return expect(']', "\",\" or \"]\"") && close();
    }

    /// Checks that nothing follows.
    bool finish() { return peek() == '\0' && at_ == text_.size() ? !fault_ : fail("the end of the line"); }

    const std::optional<JsonFault>& fault() const { return fault_; }

    /// The repeated names in objects that `parse_value` passed over, a few of them at most; clears the list.
    std::vector<std::string> extract_repeated_names() { return std::exchange(repeated_, {}); }

  private:
    /// The names of one object. Most objects have few, which need no hashing.
    class NameSet {
      public:
        bool insert(std::string_view name);

      private:
        std::array<std::string_view, 16> few_;
        std::size_t size_ = 0;
        std::unordered_set<std::string_view> many_;
    };

    void skip_blanks() {
        const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
        for (; at_ < text_.size() && is_blank(text_[at_]); ++at_) compact_ = false;
    }
    bool accept(char sign) {
        if (peek() != sign || fault_) return false;
        ++at_;
        return true;
    }
    bool expect(char sign, std::string_view expected) { return accept(sign) || fail(expected); }
    bool open(char sign);
    bool close() { return --depth_, true; }
    bool pass_over_value();
    bool pass_over_scalar();
    std::optional<std::string_view> parse_quoted();
    std::optional<std::string_view> parse_name(std::string_view expected);
    bool fail(std::string_view expected);
    bool fail_at(std::size_t offset, std::string message);

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::optional<JsonFault> fault_;
    std::vector<std::string> repeated_;
    bool compact_ = true;    ///< no blanks between values and no escapes since this was set
    std::string compacted_;  ///< the last compact value, where the text has it in another form
    std::forward_list<std::string> unescaped_names_;  ///< names with escapes
};

/// Whether a text is one value of JSON in UTF-8, no deeper than `deepest`.
bool is_json(std::string_view text);

// Values of JSON as compact text. Text that a function takes as JSON must be JSON.

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
template <class Parse>
bool for_each_member(std::string_view json, Parse parse) {
    JsonReader reader(json);
    return reader.parse_members([&](std::string_view name, bool) {
        const auto value = reader.parse_value();
        return value && parse(name, *value);
    });
}

/// The same for the items of an array.
template <class Parse>
bool for_each_item(std::string_view json, Parse parse) {
    JsonReader reader(json);
    return reader.parse_items([&] {
        const auto item = reader.parse_value();
        return item && parse(*item);
    });
}

}  // namespace octomate::records
