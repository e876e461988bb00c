#include "json/reader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr auto is_special = [] {
    std::array<bool, 256> special{};
    for (std::size_t c = 0; c < 0x20; ++c) special[c] = true;
    special['"'] = special['\\'] = true;
    return special;
}();

/// Where the next quote, backslash or control character stands.
std::size_t next_special(std::string_view text, std::size_t from) {
    const auto found = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                    [](char c) { return is_special[static_cast<unsigned char>(c)]; });
    return static_cast<std::size_t>(found - text.begin());
}

}  // namespace

bool JsonReader::NameSet::insert(std::string_view name) {
    if (size_ < few_.size()) {
        if (std::find(few_.begin(), few_.begin() + size_, name) != few_.begin() + size_) return false;
        few_[size_++] = name;
        return true;
    }
    if (many_.empty()) many_.insert(few_.begin(), few_.end());
    return many_.insert(name).second;
}

std::optional<std::string_view> JsonReader::take_value() {
    skip_blanks();
    const std::size_t start = at_;
    if (!pass_over_value()) return std::nullopt;
    return text_.substr(start, at_ - start);
}

std::optional<std::string_view> JsonReader::take_compact_value() {
    skip_blanks();
    compact_ = true;
    const auto value = take_value();
    if (!value || (compact_ && is_visible(*value))) return value;
    return compacted_ = compact_json(*value);
}

bool JsonReader::take_text(std::string& into) {
    const auto quoted = take_quoted();
    if (quoted) into = unescaped_json(*quoted);
    return quoted.has_value();
}

bool JsonReader::open(char sign) {
    if (depth_ == deepest && peek() == sign)
        return fail_at(at_, fmt::format("the JSON is more than {} levels deep", deepest));
    if (!take_sign(sign)) return fail("a value");
    ++depth_;
    return true;
}

bool JsonReader::pass_over_value() {
    switch (peek()) {
        case '{':
            return take_members([&](std::string_view name, bool again) {
                constexpr std::size_t most_repeated = 32;
                if (again && repeated_.size() < most_repeated) repeated_.emplace_back(name);
                return pass_over_value();
            });
        case '[': return take_items([&] { return pass_over_value(); });
        case '"': return take_quoted().has_value();
        default: return pass_over_scalar();
    }
}

bool JsonReader::pass_over_scalar() {
    const std::string_view rest = text_.substr(at_);
    std::size_t length = number_length(rest);
    for (const std::string_view word : {"true", "false", "null"}) {
        if (rest.starts_with(word)) length = word.size();
    }
    if (length == 0 || fault_) return fail(depth_ == 0 ? "a JSON value" : "a value");
    at_ += length;
    return true;
}

/// Takes a string; what stands between its quotes, with good escapes.
std::optional<std::string_view> JsonReader::take_quoted() {
    if (!take_sign('"')) {
        fail("a string");
        return std::nullopt;
    }
    const std::size_t start = at_;
    for (at_ = next_special(text_, at_); at_ < text_.size() && text_[at_] != '"';
         at_ = next_special(text_, at_)) {
        if (const auto byte = static_cast<unsigned char>(text_[at_]); byte < 0x20) {
            fail_at(at_,
                    fmt::format("a string holds the control character 0x{0:02X}, expected \\u{0:04x}", byte));
            return std::nullopt;
        }
        compact_ = false;
        const std::size_t length = escape_length(text_.substr(at_));
        if (length == 0 && at_ + 1 < text_.size()) {
            const std::size_t size = text_[at_ + 1] == 'u' ? 6 : 1 + whole_character(text_, at_ + 1).size();
            fail_at(at_, fmt::format("a string has the broken escape {}, expected one that JSON knows",
                                     quote(text_.substr(at_, size))));
            return std::nullopt;
        }
        at_ += std::max<std::size_t>(length, 1);
    }
    if (at_ == text_.size()) {
        fail_at(start - 1, fmt::format("the string {} has no closing quote", quote(text_.substr(start))));
        return std::nullopt;
    }
    return text_.substr(start, at_++ - start);
}

std::optional<std::string_view> JsonReader::take_name(std::string_view expected) {
    if (peek() != '"') {
        fail(expected);
        return std::nullopt;
    }
    const auto quoted = take_quoted();
    if (!quoted || quoted->find('\\') == std::string_view::npos) return quoted;
    return unescaped_names_.emplace_front(unescaped_json(*quoted));
}

bool JsonReader::fail(std::string_view expected) {
    skip_blanks();
    if (at_ == text_.size())
        return fail_at(at_, fmt::format("the JSON ends too early, expected {}", expected));
    return fail_at(at_, fmt::format("found {}, expected {}", quote(text_.substr(at_)), expected));
}

bool JsonReader::fail_at(std::size_t offset, std::string message) {
    if (!fault_) fault_ = {offset, std::move(message)};
    return false;
}

bool is_json(std::string_view text) {
    JsonReader reader(text);
    return reader.take_value() && reader.finish() && !first_bad_utf8(text);
}

}  // namespace octomate::records
