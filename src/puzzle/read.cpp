#include "puzzle/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "puzzle/fields.hpp"
#include "puzzle/text.hpp"

namespace octomate::puzzle {

namespace {

std::string_view without_mark(std::string_view line) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    return line;
}

Unexpected<BadPuzzle> bad_utf8(std::string_view line, std::size_t offset) {
    const auto byte = static_cast<unsigned char>(line[offset]);
    std::string message = fmt::format("the byte 0x{:02X} is not UTF-8 here, expected text in UTF-8", byte);
    return Unexpected{BadPuzzle{{{FaultCode::BadUtf8, "line", offset, std::move(message)}}, {}, {}, {}}};
}

/// Lines that can only be meant as JSON. No FEN begins like an array or a string; a lone word or number may
/// be the torso of a FEN, so it must be JSON as a whole (the search for '/' spares nearly all FENs that
/// question).
bool is_meant_as_json(std::string_view text) {
    if (text.empty()) return false;
    if (text.front() == '{' || text.front() == '[' || text.front() == '"') return true;
    if (text.find('/') != std::string_view::npos) return false;
    return is_json(text);
}

}  // namespace

bool is_blank_or_comment(std::string_view line) {
    line = without_mark(line);
    const auto first = std::find_if_not(line.begin(), line.end(), is_blank);
    return first == line.end() || *first == '#';
}

Expected<Read<Puzzle>, BadPuzzle> read_puzzle(std::string_view line) {
    line = without_mark(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const auto bad = first_bad_utf8(line)) return bad_utf8(line, *bad);
    const std::string_view text = trim(line);
    if (is_meant_as_json(text)) return read_json(line);
    if (has_opcodes(text)) return read_epd(line);
    Read<Puzzle> bare;
    bare.value.fen = text;
    return bare;
}

}  // namespace octomate::puzzle
