#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Helpers for reading, checking and formatting text.
namespace octomate {

/// Checks for ASCII white space: blanks, tabs, newlines, carriage returns, vertical tabs and form feeds.
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Checks for an ASCII letter or an underscore, which may begin a name.
constexpr bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Returns the text with ASCII letters in lower case.
std::string lower(std::string_view text);

/// The maximum size of an input line in bytes; a longer one is rejected instead of being kept in memory.
inline constexpr std::size_t longest_line = std::size_t{16} << 20;

/// Checks whether the board field of a FEN may contain the character in any game.
constexpr bool is_board_character(char c) {
    return is_name_start(c) || is_digit(c) || std::string_view("/()[]^*.").find(c) != std::string_view::npos;
}

/// Checks whether a text seems to be UTF-16: it begins with a byte order mark of UTF-16, or one of its first
/// two bytes is zero.
bool is_utf16(std::string_view text);

/// Returns the text without a UTF-8 byte order mark at its start.
std::string_view without_byte_order_mark(std::string_view text);

/// Returns the text without white space at both ends.
std::string_view trim(std::string_view text);

/// Returns the text without spaces at its end.
std::string_view trim_end(std::string_view text);

/// Parses a text as one number. Returns nullopt for any other text or if the number does not fit the type.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// Returns the UTF-8 character that begins at `offset`, so that a message never quotes part of a
/// character.
std::string_view whole_character(std::string_view text, std::size_t offset);

/// Checks whether a text is a letter or underscore followed by letters, digits and underscores (all ASCII).
bool is_identifier(std::string_view text);

/// Returns the offset of the first byte that is not valid UTF-8, or nullopt if the whole text is valid.
std::optional<std::size_t> first_bad_utf8(std::string_view text);

/// Returns the text in double quotes for a message. Writes control characters and invalid bytes as \xNN, and
/// replaces all but about the first 40 bytes by "…".
std::string quote(std::string_view text);

/// Replaces characters that control a terminal or are forbidden in XML. ASCII control characters become their
/// symbols (␛ for escape), except those in `kept`. Other control characters, marks that change the direction
/// of writing or end a line, noncharacters, and invalid UTF-8 become U+FFFD.
std::string printable(std::string_view text, std::string_view kept = {});

/// Checks whether `printable` replaces `character`, which is valid UTF-8 of two bytes or more.
bool is_unprintable(std::string_view character);

/// Returns the version of the project: "1.2.3".
std::string_view version();

/// Lists words in a sentence, with `last` before the last one: "5", "5 and 6", "3, 4 and 5".
std::string enumerate(const std::vector<std::string>& words, std::string_view last = " and ");

/// Joins words with a separator: "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view separator);

/// Splits `text` at each `separator`. Words may be empty, as in "a,,b". The result refers to `text`.
std::vector<std::string_view> words_between(std::string_view text, char separator);

/// Returns a number from 0 to 99 with its article: "a 5", "an 8", "an 11".
std::string with_article(int number);

/// Returns the text with its first character in upper case if it is an ASCII letter.
std::string capitalised(std::string_view text);

/// Formats a number with its digits in groups of three: "1,000,000".
std::string grouped(std::uint64_t number);

/// Wraps `text` at blanks into lines of at most `width` characters (more if a word is longer). The first line
/// begins in `column`; the other lines are indented by `indent`.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t column = 0);

/// Formats a row of a help table: `name`, then `text` wrapped to `width` characters from `column` on. A long
/// name gets its own line.
std::string table_row(std::string_view name, std::string_view text, std::size_t column, std::size_t width);

/// Wraps a text to `width` characters. Joins lines into paragraphs, which end at an empty or indented line;
/// an indented line is wrapped separately, with a deeper indent for its continuation.
std::string reflowed(std::string_view text, std::size_t width);

/// Returns the width of `text` in Liberation Sans (which has the metrics of Helvetica) at size 1. Characters
/// beyond ASCII count as 0.8.
double text_width(std::string_view text);

/// Returns the name closest to `word`, for suggestions after typing errors: the one with the fewest edits
/// (inserting, deleting or replacing a letter, or exchanging two adjacent ones), the first if several are
/// equal. Returns nullopt if that takes more edits than a third of the letters of `word`, at least one edit.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace octomate
