#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/read.hpp"
#include "json/reader.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

Fault bad_utf8(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::string_view before = text.substr(0, at);
    return {FaultCode::BadUtf8, "line", at - (before.rfind('\n') + 1),
            fmt::format("the byte 0x{:02X} is not UTF-8 here, expected text in UTF-8", byte),
            static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'))};
}

/// Lines that can only be meant as JSON. No FEN begins like an array or a string; a lone word or number may
/// be the torso of a FEN, so it must be JSON as a whole.
bool is_meant_as_json(std::string_view text) {
    if (text.empty()) return false;
    if (text.front() == '{' || text.front() == '[' || text.front() == '"') return true;
    return text.find('/') == std::string_view::npos && is_json(text);
}

ReadPuzzle read_line(std::string_view line, const Variants& variants) {
    const std::string_view text = trim(line);
    if (is_meant_as_json(text)) return read_json(line, variants);
    if (has_opcodes(text)) return read_epd(line, variants);
    Read<Puzzle> fen;
    fen.value.fen = text;
    return fen;
}

}  // namespace

std::string too_long_text() {
    return fmt::format("the line is too long, expected at most {} bytes", longest_record);
}

Expected<void, Fault> check_text(std::string_view text) {
    if (text.size() > longest_record)
        return Unexpected{Fault{FaultCode::UnknownFormat, "line", longest_record, too_long_text()}};
    if (const auto at = first_bad_utf8(text)) return Unexpected{bad_utf8(text, *at)};
    return {};
}

ReadPuzzle read_puzzle(std::string_view text, const Variants& variants) {
    if (auto checked = check_text(text); !checked)
        return Unexpected{BadPuzzle{{std::move(checked.error())}, {}}};
    if (text.ends_with('\r')) text.remove_suffix(1);
    return read_line(without_mark(text), variants);
}

}  // namespace octomate::records
