#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Small helpers for reading text, shared by the formats of puzzles.
namespace octomate {

/// White space within a line.
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A letter or an underscore of ASCII: how names begin.
constexpr bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// The text with small letters in the place of the capital ones of ASCII.
std::string lower(std::string_view text);

/// A longer line of input, in bytes, is refused instead of being kept in memory.
inline constexpr std::size_t longest_line = std::size_t{16} << 20;

/// A character of the board field of a FEN, in any game.
constexpr bool is_of_board(char c) {
    return is_name_start(c) || is_digit(c) || std::string_view("/()[]^*.").find(c) != std::string_view::npos;
}

/// Checks whether a text begins as one in UTF-16 does: with its byte order mark, or with a zero byte in its
/// first character.
bool is_utf16(std::string_view text);

/// The text without a byte order mark at its start.
std::string_view without_mark(std::string_view text);

/// The text without white space at its ends.
std::string_view trim(std::string_view text);

/// The text without spaces at its end.
std::string_view trim_end(std::string_view text);

/// The number that a text is, with nothing before or behind it; none for other texts.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// The UTF-8 character that begins at a byte, so that a message never quotes half of one.
std::string_view whole_character(std::string_view text, std::size_t at);

/// A letter or underscore, then letters, digits and underscores (all ASCII).
bool is_identifier(std::string_view text);

/// Offset of the first byte that belongs to no well-formed UTF-8 character; none if there is no such byte.
std::optional<std::size_t> first_bad_utf8(std::string_view text);

/// The text in double quotes for a message: control characters and ill-formed bytes as \xNN, and no more than
/// the first 40 bytes or so, with "…" for the rest.
std::string quote(std::string_view text);

/// Replaces what a terminal obeys or XML forbids: control characters by their pictures (␛ for escape), except
/// those in `kept`; control characters beyond ASCII, marks that turn the direction of writing or end a line,
/// non-characters and bytes that are not UTF-8 by U+FFFD.
std::string printable(std::string_view text, std::string_view kept = {});

/// Checks whether `printable` replaces a well-formed character beyond ASCII.
bool is_unprintable(std::string_view character);

/// The version of the project: "1.2.3".
std::string_view version();

/// "5", "5 and 6", "3, 4 and 5", where `last` is " and ".
std::string enumerate(const std::vector<std::string>& words, std::string_view last = " and ");

/// "a, b, c", where the separator is ", ".
std::string joined(const std::vector<std::string>& words, std::string_view separator);

/// The words between separators, one more than there are of these: "a,,b" has an empty one. They are parts of
/// `text`.
std::vector<std::string_view> words_between(std::string_view text, char separator);

/// "a 5", "an 8", "an 11".
std::string with_article(int number);

/// The text with its first letter in upper case, if that is one of ASCII.
std::string capitalised(std::string_view text);

/// A number with its digits in groups of three: "1,000,000".
std::string grouped(std::uint64_t number);

/// The text broken at its blanks into lines of at most `width` characters, if its words are no longer. It
/// begins in column `at`; the other lines are indented by `indent`.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t at = 0);

/// `name`, and behind it, or below if it is long, the text from `column` on, wrapped.
std::string table_row(std::string_view name, std::string_view text, std::size_t column, std::size_t width);

/// Lines that begin with a blank each wrapped with a deeper indent, and the lines between as paragraphs.
std::string reflowed(std::string_view text, std::size_t width);

/// Returns the width of `text` in Liberation Sans (whose letters are as wide as Helvetica's) at size 1.
/// Characters beyond ASCII count as wide ones.
double text_width(std::string_view text);

/// What was meant by `word`: of the names the first that differs from it in the fewest letters
/// (one more, fewer, other, or two neighbours exchanged); none if even that differs in more than a third.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace octomate
