#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace octomate {

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
