// Detection of formats, splitting of files into records, and the choice of reader and writer.
//
// A file is read in parts, so each splitter (`row_length`, `game_length`, `document_length`) gets the text
// that has been read so far and whether the file ends there (`at_end`). It returns the length of the first
// record, or nullopt if more text could still change that length.

#include "formats/formats.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "formats/fault_fields.hpp"
#include "formats/game_score.hpp"
#include "json/text.hpp"

namespace octomate::records {

namespace {

/// Returns the text from `offset` to the end of its line, without the newline.
std::string_view line_at(std::string_view text, std::size_t offset) {
    return text.substr(offset, text.find('\n', offset) - offset);
}

/// Returns the offset at which the line after `offset` begins, or the size of the text if there is none.
std::size_t next_line_offset(std::string_view text, std::size_t offset) {
    return std::min(text.find('\n', offset), text.size() - 1) + 1;
}

bool is_blank_or_comment(std::string_view line) {
    const std::string_view text = trim(line);
    return text.empty() || text.front() == '#';
}

/// Checks whether a line is a field of YAML, such as "authors:" or "source: A paper".
bool is_yaml_field(std::string_view line) {
    const auto end = std::find_if_not(line.begin(), line.end(),
                                      [](char c) { return is_name_start(c) || is_digit(c) || c == '-'; });
    const auto colon = static_cast<std::size_t>(end - line.begin());
    return colon > 1 && is_name_start(line.front()) && line.substr(colon).starts_with(':') &&
           (colon + 1 == line.size() || is_blank(line[colon + 1]));
}

bool begins_yaml(std::string_view line) {
    return line.starts_with("---") || line.starts_with("%YAML") ||
           is_yaml_field(line.starts_with("- ") ? line.substr(2) : line);
}

/// Checks whether a line may be meant as a puzzle: it is an object with a FEN, or it is a board, perhaps
/// followed by a word of one letter (the side to move) and more text.
bool may_be_puzzle(std::string_view line) {
    line = trim(line);
    if (line.starts_with('{')) return line.find("\"fen\"") != std::string_view::npos;
    const std::string_view board = line.substr(0, line.find_first_of(" \t;"));
    const std::string_view after_board = trim(line.substr(board.size()));
    return std::count(board.begin(), board.end(), '/') >= 3 &&
           (after_board.size() < 2 || is_blank(after_board[1]) || after_board[1] == ';') &&
           std::all_of(board.begin(), board.end(), is_board_character);
}

/// Checks whether the text has at least 20 lines with records and none of the first 20 may be a puzzle.
bool holds_no_puzzles(std::string_view text) {
    int records = 0;
    for (; records < 20 && text.find('\n') != std::string_view::npos;
         text.remove_prefix(next_line_offset(text, 0))) {
        const std::string_view line = line_at(text, 0);
        if (is_blank_or_comment(line)) continue;
        if (may_be_puzzle(line)) return false;
        ++records;
    }
    return records == 20;
}

/// Returns the name, for messages, of the foreign format of a file that begins with `text`, such as "PDF".
/// Returns an empty text if the file may hold puzzles.
std::string_view foreign_format(std::string_view text) {
    struct Signature {
        std::string_view start, format;
    };
    static constexpr Signature signatures[] = {{"<", "XML or HTML"},
                                               {"{\\rtf", "RTF"},
                                               {"%PDF", "PDF"},
                                               {"PK\x03\x04", "a ZIP archive"},
                                               {"\x1f\x8b", "compressed with gzip"},
                                               {"BZh", "compressed with bzip2"},
                                               {"\\", "LaTeX"},
                                               {"BeginProblem", "Popeye's input"},
                                               {"beginproblem", "Popeye's input"},
                                               {"Popeye ", "Popeye's output"},
                                               {"+---a---b---", "Popeye's output"}};
    text = without_byte_order_mark(text);
    if (is_utf16(text)) return "text in UTF-16, not UTF-8";
    for (const Signature& signature : signatures) {
        if (text.starts_with(signature.start)) return signature.format;
    }
    return text.starts_with('%') && !text.starts_with("%YAML") ? "LaTeX" : std::string_view();
}

/// Returns the format of a file whose first line that is neither blank nor a comment is `line`.
InputFormat format_of(std::string_view line, bool has_header) {
    if (!foreign_format(line).empty()) return InputFormat::Foreign;
    if (begins_game(trim(line))) return InputFormat::Pgn;
    if (begins_yaml(line)) return InputFormat::Yaml;
    return has_header ? InputFormat::Csv : InputFormat::Lines;
}

/// Returns the length of the first CSV row. A quoted cell may contain newlines; if the quotes are malformed
/// or never closed, the row ends with its first line.
std::optional<std::size_t> row_length(std::string_view text, bool at_end, char delimiter) {
    bool quoted = false;
    for (std::size_t offset = 0; offset < text.size(); ++offset) {
        const char c = text[offset];
        if (!quoted) {
            if (c == '\n') return offset + 1;
            quoted = c == '"' && (offset == 0 || text[offset - 1] == delimiter);
        } else if (c == '"') {
            const char next = offset + 1 < text.size() ? text[offset + 1] : '\n';
            if (next == '"') {
                ++offset;
            } else if (next == delimiter || next == '\r' || next == '\n') {
                quoted = false;
            } else {
                return next_line_offset(text, 0);
            }
        }
    }
    if (!at_end) return std::nullopt;
    return quoted ? next_line_offset(text, 0) : text.size();
}

/// The length of "1/2-1/2", in bytes.
constexpr std::size_t longest_result = 7;

/// Finds the end of a game's moves line by line, keeping track of `{…}` comments.
class GameEndFinder {
  public:
    /// Scans the next line. Returns the offset in it at which the game ends, which is after its result and
    /// before any tags on the same line, or nullopt if the game continues.
    std::optional<std::size_t> find_end(std::string_view line) {
        const auto is_end = [&](std::size_t offset) {
            std::string_view text = line.substr(0, offset);
            text = text.substr(0, text.find_last_not_of(" \t") + 1);
            text.remove_prefix(text.size() - std::min(text.size(), longest_result + 1));
            const std::size_t word = text.find_last_of(" \t})");
            return is_result(text.substr(word == std::string_view::npos ? 0 : word + 1));
        };
        for (std::size_t offset = 0; offset < line.size(); ++offset) {
            if (line[offset] == '}') {
                in_comment_ = false;
            } else if (line[offset] == '{') {
                in_comment_ = true;
            } else if (line[offset] == ';' && !in_comment_) {
                return std::nullopt;
            } else if (line[offset] == '[' && !in_comment_ && is_end(offset) &&
                       begins_game(line.substr(offset))) {
                return offset;
            }
        }
        return !in_comment_ && is_end(line.size()) ? std::optional(line.size()) : std::nullopt;
    }

    bool in_comment() const { return in_comment_; }

  private:
    bool in_comment_ = false;
};

/// Returns the length of the first PGN game, which ends with its result, or before tags that follow its moves
/// or a blank line. Inside a `{…}` comment, tags end the game only after a blank line.
std::optional<std::size_t> game_length(std::string_view text, bool at_end) {
    GameEndFinder end_finder;
    bool after_tags = false, is_blank_line = false;
    for (std::size_t offset = 0; offset < text.size(); offset = next_line_offset(text, offset)) {
        const std::string_view line = trim(line_at(text, offset));
        if (after_tags && begins_game(line) && (is_blank_line || !end_finder.in_comment())) return offset;
        is_blank_line = line.empty();
        after_tags = after_tags || is_blank_line;
        if (is_blank_line || line.front() == '%' ||
            (!after_tags && (line.front() == '[' || line.front() == ';')))
            continue;
        after_tags = true;
        if (const auto end = end_finder.find_end(line)) {
            const auto begin = static_cast<std::size_t>(line.data() - text.data());
            return *end == line.size() ? next_line_offset(text, offset) : begin + *end;
        }
    }
    return at_end ? std::optional(text.size()) : std::nullopt;
}

/// Returns the length of the first YAML record. A document ends after "..." or before the "---" of the next;
/// an item of a list ends before the next item.
std::optional<std::size_t> document_length(std::string_view text, bool at_end) {
    bool has_mark = false, has_content = false, is_list = false;
    for (std::size_t offset = 0; offset < text.size(); offset = next_line_offset(text, offset)) {
        const std::string_view line = trim_end(line_at(text, offset));
        if (line == "..." || line.starts_with("... ")) return next_line_offset(text, offset);
        const bool is_mark = line.starts_with("---"), is_item = line == "-" || line.starts_with("- ");
        if ((is_mark && (has_mark || has_content)) || (is_list && is_item)) return offset;
        has_mark = has_mark || is_mark;
        if (has_content || is_mark || is_blank_or_comment(line) || line.front() == '%') continue;
        has_content = true;
        is_list = is_item;
    }
    return at_end ? std::optional(text.size()) : std::nullopt;
}

Unexpected<BadPuzzle> bad_record(Fault fault) { return Unexpected{BadPuzzle{{std::move(fault)}, {}}}; }

Fault bad_utf8(std::string_view text, std::size_t offset) {
    const auto byte = static_cast<unsigned char>(text[offset]);
    const std::string_view before = text.substr(0, offset);
    return {FaultCode::BadUtf8, "line", offset - (before.rfind('\n') + 1),
            fmt::format("the byte 0x{:02X} is not UTF-8 here, expected text in UTF-8", byte),
            static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'))};
}

/// Returns the text of a record without a carriage return at its end. Rejects text that is too long or not
/// UTF-8.
Expected<std::string_view, Fault> checked_text(std::string_view text) {
    if (text.size() > longest_record)
        return Unexpected{Fault{FaultCode::UnknownFormat, "line", longest_record, too_long_text()}};
    if (const auto offset = first_bad_utf8(text)) return Unexpected{bad_utf8(text, *offset)};
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

/// Checks whether a line is meant as JSON: it begins like an object, array or string, as no FEN does, or it
/// is a number, true, false or null. (Any other word may be a truncated FEN.)
bool is_meant_as_json(std::string_view text) {
    if (text.empty()) return false;
    if (text.front() == '{' || text.front() == '[' || text.front() == '"') return true;
    return text.find('/') == std::string_view::npos && is_json(text);
}

ReadPuzzle read_line(std::string_view line, const Variants& variants) {
    const std::string_view text = trim(line);
    if (is_meant_as_json(text)) return read_json(line, variants);
    if (has_opcodes(text)) return read_epd(line, variants);
    Parsed<Puzzle> fen;
    fen.value.fen = text;
    return fen;
}

}  // namespace

std::optional<DetectedFormat> detect_format(std::string_view text, bool at_end,
                                            std::optional<InputFormat> given) {
    std::size_t offset = 0;
    while (offset < text.size() && is_blank_or_comment(line_at(text, offset))) {
        if (text.find('\n', offset) == std::string_view::npos && !at_end) return std::nullopt;
        offset = next_line_offset(text, offset);
    }
    const std::string_view line = line_at(text, std::min(offset, text.size()));
    const bool is_complete = offset + line.size() < text.size() || at_end || line.size() > longest_record;
    if (!is_complete) return std::nullopt;
    DetectedFormat detected{given.value_or(InputFormat::Csv), nullptr, {}};
    auto header = detected.format == InputFormat::Csv ? CsvColumns::from_header(line) : std::nullopt;
    if (!given) detected.format = format_of(line, header.has_value());
    const bool is_unknown =
        !given && detected.format == InputFormat::Lines && holds_no_puzzles(text.substr(offset));
    if (is_unknown || is_utf16(line)) detected.format = InputFormat::Foreign;
    if (detected.format != InputFormat::Csv || !header) return detected;
    if (!header->too_long) detected.header = line;  // else read_csv reads this line and reports the fault
    detected.columns = std::make_shared<const CsvColumns>(*std::move(header));
    return detected;
}

std::optional<std::size_t> record_length(InputFormat format, std::string_view text, bool at_end,
                                         char delimiter) {
    const std::size_t newline = text.find('\n');
    const bool holds_no_record = newline < longest_record && is_blank_or_comment(text.substr(0, newline));
    if (format == InputFormat::Foreign) return holds_no_record ? newline + 1 : text.size();
    if (newline == std::string_view::npos) return at_end ? std::optional(text.size()) : std::nullopt;
    if (format == InputFormat::Lines || holds_no_record || newline >= longest_record) return newline + 1;
    const bool too_long = text.size() > longest_record;
    if (too_long) text = text.substr(0, longest_record);
    // The last line may be incomplete, so the next call examines it.
    if (too_long || !at_end) text = text.substr(0, text.rfind('\n') + 1);
    at_end = at_end || too_long;
    switch (format) {
        case InputFormat::Csv: return row_length(text, at_end, delimiter);
        case InputFormat::Pgn: return game_length(text, at_end);
        default: return document_length(text, at_end);
    }
}

bool is_blank_or_comment(const Line& line) {
    const std::string_view text = trim(without_byte_order_mark(line.text));
    return is_blank_or_comment(text.substr(0, text.find('\n'))) ||
           (line.format == InputFormat::Yaml && (text == "---" || text == "..."));
}

std::string too_long_text() {
    return fmt::format("the line is too long, expected at most {} bytes", longest_record);
}

ReadPuzzle read_puzzle(std::string_view text, const Variants& variants) {
    const auto checked = checked_text(text);
    return checked ? read_line(without_byte_order_mark(*checked), variants) : bad_record(checked.error());
}

ReadPuzzle read_puzzle(const Line& line, const Variants& variants) {
    if (line.format == InputFormat::Foreign) {
        constexpr std::string_view expected = "expected JSON Lines, EPD, FEN, CSV, PGN or YAML";
        const std::string_view format = foreign_format(line.text);
        if (format.empty())
            return bad_record({FaultCode::NoPuzzles, "line", 0,
                               fmt::format("none of the first 20 records is a puzzle, {}", expected)});
        return bad_record(
            {FaultCode::UnknownFormat, "line", 0, fmt::format("this looks like {}, {}", format, expected)});
    }
    if (line.format == InputFormat::Lines) return read_puzzle(line.text, variants);
    const auto text = checked_text(line.text);
    if (!text) return bad_record(text.error());
    switch (line.format) {
        case InputFormat::Csv: return read_csv(*text, line.columns, variants);
        case InputFormat::Pgn: return read_pgn(*text, variants);
        default: return read_yaml(*text, variants);
    }
}

std::optional<RecordFormat> format_of_file(std::string_view name) {
    if (name.ends_with(".zst")) name.remove_suffix(4);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string extension = lower(name.substr(dot + 1));
    if (extension == "yml" || extension == "olv") return RecordFormat::Yaml;
    if (extension == "tex") return RecordFormat::Latex;
    // The extension never chooses lichess's CSV; users must name that format.
    if (extension == records::name(RecordFormat::LichessCsv) && dot > 0) return std::nullopt;
    const auto found = std::find(format_names.begin(), format_names.end(), extension);
    if (found == format_names.end()) return std::nullopt;
    return static_cast<RecordFormat>(found - format_names.begin());
}

std::string header(RecordFormat format, const Variants& variants) {
    if (format == RecordFormat::Csv) return csv_header();
    if (format == RecordFormat::LichessCsv) return lichess_header();
    return format == RecordFormat::Latex ? latex_header(variants) : std::string();
}

std::string_view footer(RecordFormat format) {
    return format == RecordFormat::Latex ? latex_footer() : std::string_view();
}

void append_record(std::string& text, const Puzzle& puzzle, RecordFormat format, const Variants& variants) {
    switch (format) {
        case RecordFormat::Jsonl: append_jsonl(text, puzzle); break;
        case RecordFormat::Epd: text += to_epd(puzzle); break;
        case RecordFormat::Csv: text += to_csv(puzzle); break;
        case RecordFormat::Pgn: text += to_pgn(puzzle, variants); break;
        case RecordFormat::Yaml: text += to_yaml(puzzle, variants); break;
        case RecordFormat::Latex: text += to_latex(puzzle, variants); break;
        case RecordFormat::LichessCsv: text += to_lichess_csv(puzzle); break;
    }
    text += '\n';
}

std::vector<std::string> fields_left_out(std::string_view text, const Puzzle& puzzle, RecordFormat format,
                                         const Variants& variants) {
    static const CsvColumns csv = *CsvColumns::from_header(csv_header());
    static const CsvColumns lichess = *CsvColumns::from_header(lichess_header());
    Line line{"-", 1, text.substr(0, text.size() - 1)};
    switch (format) {
        case RecordFormat::Jsonl:
        case RecordFormat::Latex: return {};
        case RecordFormat::Epd: break;
        case RecordFormat::Pgn: line.format = InputFormat::Pgn; break;
        case RecordFormat::Yaml: line.format = InputFormat::Yaml; break;
        case RecordFormat::Csv:
        case RecordFormat::LichessCsv:
            line.format = InputFormat::Csv;
            line.columns = format == RecordFormat::Csv ? &csv : &lichess;
    }
    const ReadPuzzle reread = read_puzzle(line, variants);
    return lost_fields(puzzle, reread ? reread->value : Puzzle());
}

namespace {

/// Returns at most `longest` bytes of `text`, made printable, with "…" if it was cut.
std::string shortened(std::string_view text, std::size_t longest) {
    if (text.size() <= longest) return printable(text);
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
    return printable(text.substr(0, end)) + "\xE2\x80\xA6";
}

}  // namespace

std::string message_of(const Fault& fault) { return shortened(fault.message, 1000); }

std::string field_of(const Fault& fault) { return shortened(fault.field, 100); }

std::string error_text(const Origin& origin, const Faults& faults) {
    const std::string file = printable(origin.file);
    std::string text;
    for (const Fault& fault : faults) {
        text += fmt::format("{}:{}: {}, character {}: {}\n", file, origin.line + fault.line, field_of(fault),
                            fault.offset + 1, message_of(fault));
    }
    return text;
}

std::string error_record(const Origin& origin, const std::optional<std::string>& id, const Faults& faults) {
    return to_json(ErrorRecord{origin, id, faults});
}

}  // namespace octomate::records
