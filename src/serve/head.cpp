#include "serve/head.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

namespace octomate::serve {

namespace {

constexpr std::size_t most_line_bytes = 8000;  // the library refuses a request line of more than 8192

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

char small(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_control(char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == '\x7f'; }

bool is_of_a_name(char letter) {
    return is_digit(letter) || (small(letter) >= 'a' && small(letter) <= 'z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(letter) != std::string_view::npos;
}

bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_of_a_name);
}

std::string_view trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

/// Takes what stands before a mark off the text, and the mark; all of it if there is none.
std::string_view take_until(std::string_view& text, std::string_view mark) {
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + mark.size(), text.size()));
    return taken;
}

api::Answer malformed(std::string_view what) { return api::refusal(400, "bad_request", what); }

api::Answer too_long(std::string_view text) {
    return text.find('\n') == std::string_view::npos
               ? api::refusal(414, "too_large", "the address is too long")
               : api::refusal(431, "too_large",
                              fmt::format("the header fields are larger than {} bytes", most_head_bytes));
}

bool read_request_line(std::string_view line, Head& head) {
    head.method = take_until(line, " ");
    head.target = take_until(line, " ");
    head.version = line;
    return is_name(head.method) && head.target.starts_with('/') &&
           std::none_of(head.target.begin(), head.target.end(), is_control) &&
           (head.version == "HTTP/1.1" || head.version == "HTTP/1.0");
}

bool read_field(std::string_view line, Head& head) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return false;
    const Head::Field field = {line.substr(0, colon), trimmed(line.substr(colon + 1))};
    head.fields.push_back(field);
    return is_name(field.name) && std::none_of(field.value.begin(), field.value.end(), [](char letter) {
               return is_control(letter) && letter != '\t';
           });
}

/// None if it is no plain number; the largest there is for all that are larger.
std::optional<std::size_t> number_of(std::string_view text) {
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    std::size_t number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc()) return number;
    return std::numeric_limits<std::size_t>::max();
}

/// Finds out where the body ends; or says why that is not clear.
std::optional<api::Answer> measure_body(Head& head) {
    const auto lengths = head.values("content-length");
    const auto codings = head.values("transfer-encoding");
    if (lengths.size() + codings.size() > 1)
        return malformed("more than one header field says how long the body is");
    if (!codings.empty()) {
        head.chunked = same_word("chunked", codings.front());
        if (!head.chunked) return malformed("of the transfer encodings only chunked is known");
    }
    if (!lengths.empty()) {
        const auto length = number_of(lengths.front());
        if (!length) return malformed("Content-Length is no number");
        head.length = *length;
    }
    return std::nullopt;
}

}  // namespace

bool same_word(std::string_view word, std::string_view text) {
    return std::equal(word.begin(), word.end(), text.begin(), text.end(),
                      [](char one, char other) { return one == small(other); });
}

std::vector<std::string_view> Head::values(std::string_view name) const {
    std::vector<std::string_view> found;
    for (const Field& field : fields)
        if (same_word(name, field.name)) found.push_back(field.value);
    return found;
}

bool Head::says(std::string_view name, std::string_view word) const {
    for (std::string_view list : values(name))
        while (!list.empty())
            if (same_word(word, trimmed(take_until(list, ",")))) return true;
    return false;
}

bool Head::is_last() const {
    return version == "HTTP/1.0" || says("connection", "close") || chunked ||
           (method != "POST" && length > 0);
}

std::string Head::plain() const {
    std::string text = fmt::format("{} {} HTTP/1.1\r\n", method, target);
    if (chunked) text += "Transfer-Encoding: chunked\r\n";
    if (length > 0) text += fmt::format("Content-Length: {}\r\n", length);
    if (method == "POST" && says("expect", "100-continue")) text += "Expect: 100-continue\r\n";
    return text + "\r\n";
}

std::size_t end_of_head(std::string_view text, std::size_t& line) {
    for (std::size_t end; (end = text.find('\n', line)) != std::string_view::npos; line = end + 1)
        if (end == line || (end == line + 1 && text[line] == '\r')) return end + 1;
    return std::string_view::npos;
}

Expected<Head, api::Answer> parse_head(std::string_view text) {
    std::size_t line = 0;
    if (end_of_head(text, line) != text.size()) return Unexpected{too_long(text)};
    Head head;
    const std::string_view first = take_until(text, "\r\n");
    if (first.size() > most_line_bytes) return Unexpected{too_long(first)};
    if (!read_request_line(first, head))
        return Unexpected{malformed("expected a request of HTTP/1.1, such as GET / HTTP/1.1")};
    while (text != "\r\n")
        if (text.empty() || !read_field(take_until(text, "\r\n"), head))
            return Unexpected{malformed("a header field is malformed")};
    if (auto unclear = measure_body(head)) return Unexpected{std::move(*unclear)};
    return head;
}

}  // namespace octomate::serve
