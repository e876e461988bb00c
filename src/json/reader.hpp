#pragma once

#include <array>
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
    std::optional<std::string_view> take_value();

    /// The same as `compact_json` has it; valid until the next call.
    std::optional<std::string_view> take_compact_value();

    /// Takes a string and resolves its escapes.
    bool take_text(std::string& into);

    /// Takes an object: `take(name, repeated)` must take the value of each member. `repeated` is set if the
    /// object had a member of that name before.
    template <class Take>
    bool take_members(Take take) {
        if (!open('{')) return false;
        if (take_sign('}')) return close();
        NameSet seen;
        std::string_view expected = "a name in quotes or \"}\"";
        do {
            const std::optional<std::string_view> name = take_name(expected);
            expected = "a name in quotes";
            if (!name || !expect(':', "\":\"") || !take(*name, !seen.insert(*name))) return false;
        } while (take_sign(','));
        return expect('}', "\",\" or \"}\"") && close();
    }

    /// Takes an array: `take()` must take each item.
    template <class Take>
    bool take_items(Take take) {
        if (!open('[')) return false;
        if (take_sign(']')) return close();
        do {
            if (!take()) return false;
        } while (take_sign(','));
        return expect(']', "\",\" or \"]\"") && close();
    }

    /// Checks that nothing follows.
    bool finish() { return peek() == '\0' && at_ == text_.size() ? !fault_ : fail("the end of the line"); }

    const std::optional<JsonFault>& fault() const { return fault_; }

    /// The repeated names in objects that `take_value` passed over, a few of them at most; clears the list.
    std::vector<std::string> take_repeated_names() { return std::exchange(repeated_, {}); }

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
    bool take_sign(char sign) {
        if (peek() != sign || fault_) return false;
        ++at_;
        return true;
    }
    bool expect(char sign, std::string_view expected) { return take_sign(sign) || fail(expected); }
    bool open(char sign);
    bool close() { return --depth_, true; }
    bool pass_over_value();
    bool pass_over_scalar();
    std::optional<std::string_view> take_quoted();
    std::optional<std::string_view> take_name(std::string_view expected);
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

}  // namespace octomate::records
