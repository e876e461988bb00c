#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formats/formats.hpp"
#include "json/text.hpp"
#include "puzzle/fields.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Checks whether a word is a whole number with an optional sign. Its value is validated by the rules later.
bool is_clock(std::string_view word) {
    if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
    return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

/// Returns the field with the opcode `name`, or `Field::Unknown`.
Field opcode_named(std::string_view name) {
    for (const Spelling& spelling : spellings) {
        if (spelling.opcode == name && !name.empty()) return field_named(spelling.field);
    }
    return field_named(name);
}

/// Checks whether the operand of a field is one number; other operands may have several unquoted words.
bool takes_one_number(Field field) { return field == Field::Roll || field == Field::Moves; }

/// Reads one line of EPD: a position of up to six fields, then opcodes such as `id "x";`. After a fault
/// in an opcode, reading continues with the next opcode.
class EpdReader {
  public:
    EpdReader(std::string_view line, const Variants& variants) : line_(line), draft_(variants) {}

    ReadPuzzle read() {
        read_position();
        for (skip_blanks_and_semicolons(); !at_end(); skip_blanks_and_semicolons()) read_opcode();
        return draft_.finish();
    }

  private:
    struct Operand {
        std::optional<std::string> text;         ///< nullopt if the opcode has no operand
        std::vector<std::string> further_texts;  ///< quoted texts after the first
        bool quoted = false;
        bool broken = false;  ///< whether the operand is malformed; the fault is reported already
    };

    // ---- splitting the line into words -------------------------------------------------------------------

    bool at_end() const { return offset_ == line_.size(); }
    bool at_semicolon() const { return !at_end() && line_[offset_] == ';'; }
    bool at_statement_end() const { return at_end() || line_[offset_] == ';'; }

    void skip_blanks() {
        while (!at_end() && is_blank(line_[offset_])) ++offset_;
    }
    void skip_blanks_and_semicolons() {
        while (!at_end() && (is_blank(line_[offset_]) || line_[offset_] == ';')) ++offset_;
    }
    /// Moves to the next ';' outside quotes.
    void skip_statement() {
        bool in_quotes = false;
        for (; !at_end() && (in_quotes || line_[offset_] != ';'); ++offset_) {
            if (line_[offset_] == '"') in_quotes = !in_quotes;
            if (in_quotes && line_[offset_] == '\\' && offset_ + 1 < line_.size()) ++offset_;
        }
    }
    /// Returns the text up to the next blank or ';'.
    std::string_view peek_word() const {
        std::size_t end = offset_;
        while (end < line_.size() && !is_blank(line_[end]) && line_[end] != ';') ++end;
        return line_.substr(offset_, end - offset_);
    }
    std::string_view parse_word() {
        const std::string_view word = peek_word();
        offset_ += word.size();
        return word;
    }

    // ---- reading the position ----------------------------------------------------------------------------

    void read_position() {
        std::vector<std::string_view> fields = read_fields();
        if (fields.empty()) {
            draft_.fault(FaultCode::MissingFen, "fen", 0,
                         fmt::format("found {}, expected the position", quote(line_.substr(offset_))));
        }
        const std::vector<std::string_view> clocks = read_clocks();
        if (!clocks.empty() && fields.size() >= 2)
            fields.resize(std::max<std::size_t>(fields.size(), 4), "-");  // clocks are fields 5 and 6
        fields.insert(fields.end(), clocks.begin(), clocks.end());
        draft_.puzzle.fen = octomate::joined({fields.begin(), fields.end()}, " ");
    }

    /// Reads the fields of the position before the clocks, up to a ';' or opcode: at most four, or five if
    /// two clocks follow the fifth, or any number of fields if the fifth is a pair of numbers.
    std::vector<std::string_view> read_fields() {
        std::vector<std::string_view> fields;
        fields.reserve(6);
        for (skip_blanks(); fields.size() < 4 && !at_statement_end(); skip_blanks()) {
            if (opcode_named(peek_word()) != Field::Unknown) break;
            fields.push_back(parse_word());
        }
        if (fields.size() != 4) return fields;
        if (is_number_pair(peek_word())) {
            for (; !at_statement_end() && opcode_named(peek_word()) == Field::Unknown; skip_blanks())
                fields.push_back(parse_word());
        } else if (is_fifth_field(peek_word())) {
            fields.push_back(parse_word());
        }
        return fields;
    }

    /// Checks whether a word is two numbers with a comma: the fifth field of a FEN of Super Chess, whose
    /// other fields are not clocks but may be earlier positions.
    static bool is_number_pair(std::string_view word) {
        const std::size_t comma = word.find(',');
        return comma != std::string_view::npos && is_clock(word.substr(0, comma)) &&
               is_clock(word.substr(comma + 1));
    }

    /// Checks whether the next word, `word`, is a fifth field of the position: two clocks must follow it,
    /// then the end of the position.
    bool is_fifth_field(std::string_view word) {
        if (is_clock(word) || opcode_named(word) != Field::Unknown) return false;
        const std::size_t start = offset_;
        parse_word();
        int clocks = 0;
        for (skip_blanks(); is_clock(peek_word()); skip_blanks(), ++clocks) parse_word();
        const bool is_field =
            clocks == 2 && (at_statement_end() || opcode_named(peek_word()) != Field::Unknown);
        offset_ = start;
        return is_field;
    }

    /// Reads up to two clocks (halfmove clock and fullmove number), which may follow a ';'.
    std::vector<std::string_view> read_clocks() {
        std::vector<std::string_view> clocks;
        skip_blanks();
        if (at_semicolon()) ++offset_;
        for (skip_blanks(); clocks.size() < 2 && is_clock(peek_word()); skip_blanks()) {
            clocks.push_back(parse_word());
        }
        return clocks;
    }

    // ---- reading opcodes ---------------------------------------------------------------------------------

    void read_opcode() {
        const std::size_t start = offset_;
        const std::string_view word = peek_word();
        const std::string_view name = word.substr(0, word.find('"'));  // accept id"x" without a blank
        if (!is_identifier(name)) {
            const std::string_view shown = name.empty() ? word : name;
            draft_.fault(
                FaultCode::BadOpcode, "line", start,
                fmt::format("{} is not the name of an opcode, expected letters and digits", quote(shown)));
            skip_statement();
            return;
        }
        offset_ += name.size();
        const Field field = opcode_named(name);
        Operand operand = read_operand(field, name);
        if (!is_first(field, name)) {
            draft_.duplicate(name, 0, fmt::format("the opcode {}", quote(name)));
        } else if (!operand.broken) {
            parse_operand(field, name, std::move(operand));
        }
        if (field == Field::Fen) {
            draft_.fault(FaultCode::BadOpcode, "line", start,
                         "fen is not an opcode, expected the position at the start of the line");
        }
    }

    bool is_first(Field field, std::string_view name) {
        if (field == Field::Unknown) return unknown_seen_.insert(name).second;
        const unsigned bit = 1U << static_cast<unsigned>(field);
        if ((known_seen_ & bit) != 0) return false;
        known_seen_ |= bit;
        return true;
    }

    Operand read_operand(Field field, std::string_view name) {
        skip_blanks();
        if (at_statement_end()) return {};
        if (line_[offset_] != '"') return {std::string(read_unquoted(field, name)), {}, false, false};
        Operand operand{"", {}, true, false};
        const bool may_be_several = field == Field::Unknown || field == Field::Key || field == Field::Themes;
        operand.broken = !read_quoted(*operand.text);
        for (skip_blanks(); may_be_several && !at_end() && line_[offset_] == '"'; skip_blanks())
            operand.broken = !read_quoted(operand.further_texts.emplace_back()) || operand.broken;
        if (!at_statement_end()) report_missing_semicolon(name);
        return operand;
    }

    /// Reads an unquoted operand: the words up to the ';'. A missing ';' is detected if the next opcode has a
    /// known name or a quoted operand.
    std::string_view read_unquoted(Field field, std::string_view name) {
        const std::size_t start = offset_;
        std::size_t previous = offset_;
        parse_word();
        for (std::size_t end = offset_;; end = offset_) {
            const std::string_view operand = line_.substr(start, end - start);
            skip_blanks();
            if (at_statement_end()) return operand;
            if (line_[offset_] == '"') {
                if (previous == start) return report_missing_semicolon(name), operand;
                offset_ = previous;  // the word before the quote is the next opcode
                report_missing_semicolon(name);
                return trim(line_.substr(start, previous - start));
            }
            if (takes_one_number(field) || opcode_named(peek_word()) != Field::Unknown) {
                return report_missing_semicolon(name), operand;
            }
            previous = offset_;
            parse_word();
        }
    }

    /// Parses a quoted text; reports a missing closing quote and returns false.
    bool read_quoted(std::string& text) {
        const std::size_t start = offset_++;
        while (!at_end() && line_[offset_] != '"') {
            if (line_[offset_] == '\\' && offset_ + 1 < line_.size() &&
                (line_[offset_ + 1] == '"' || line_[offset_ + 1] == '\\')) {
                ++offset_;
            }
            text += line_[offset_++];
        }
        if (at_end()) {
            draft_.fault(FaultCode::UnterminatedString, "line", start,
                         fmt::format("the string {} has no closing quote", quote(line_.substr(start + 1))));
            return false;
        }
        ++offset_;
        return true;
    }

    /// Reports that a ';' is missing at `offset_`. Skips the statement unless an opcode can begin there.
    void report_missing_semicolon(std::string_view name) {
        draft_.fault(FaultCode::MissingSemicolon, "line", offset_,
                     fmt::format("{} follows the operand of {}, expected \";\" before it",
                                 quote(line_.substr(offset_)), name));
        if (!is_name_start(line_[offset_])) skip_statement();
    }

    // ---- parsing the operands of opcodes -----------------------------------------------------------------

    void parse_operand(Field field, std::string_view name, Operand&& operand) {
        if (field == Field::Unknown) return parse_unknown(name, std::move(operand));
        if (field == Field::Fen) return;
        if (!operand.text) return report_missing_operand(field, name);
        draft_.parse_field(field, name, joined(std::move(operand)));
    }

    static std::string joined(Operand&& operand) {
        for (const std::string& text : operand.further_texts) operand.text->append(" ").append(text);
        return std::move(*operand.text);
    }

    void report_missing_operand(Field field, std::string_view name) {
        if (field == Field::Roll) return draft_.bad_roll(FaultCode::BadRoll, name, "missing");
        if (field == Field::Moves) return draft_.bad_moves(name, "missing");
        draft_.fault(FaultCode::WrongType, name, 0, fmt::format("{} has no operand, expected text", name));
    }

    /// Keeps an unknown opcode as a JSON value: a quoted text becomes a string, several become an array, and
    /// a missing operand becomes true. Unquoted text becomes a number, true, false or null if it is one, else
    /// a string.
    void parse_unknown(std::string_view name, Operand&& operand) {
        if (!operand.text) {
            draft_.parse_extra_field(name, "true");
        } else if (!operand.further_texts.empty()) {
            operand.further_texts.insert(operand.further_texts.begin(), std::move(*operand.text));
            draft_.parse_extra_field(name, texts_json(operand.further_texts));
        } else if (operand.quoted) {
            draft_.parse_extra_field(name, json_text_of(*operand.text));
        } else {
            draft_.parse_extra_field(name, unquoted_value(*operand.text));
        }
    }

    static std::string unquoted_value(std::string_view text) {
        const bool is_literal = text == "true" || text == "false" || text == "null";
        return is_literal ? std::string(text) : number_or_text(text);
    }

    std::string_view line_;
    std::size_t offset_ = 0;
    unsigned known_seen_ = 0;  // a bit for each Field that has been read
    std::unordered_set<std::string_view> unknown_seen_;
    Draft draft_;
};

// ---- writing EPD -----------------------------------------------------------------------------------------

/// Replaces a line break by a blank: EPD has no escape for it.
constexpr char without_break(char c) { return c == '\n' || c == '\r' ? ' ' : c; }

std::string in_quotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += without_break(c);
    }
    result += '"';
    return result;
}

/// Appends a blank, one opcode with its operand, and a ';'.
void append_opcode(std::string& line, std::string_view name, std::string_view operand = {}) {
    line += ' ';
    line += name;
    if (!operand.empty()) line += ' ';
    line += operand;
    line += ';';
}

bool has_line_break(std::string_view text) { return text.find_first_of("\r\n") != std::string_view::npos; }

/// Formats the FEN with single blanks between fields. Pads it with "-" to four fields if it has two or three.
std::string position_text(std::string_view fen) {
    std::string position, line(fen);
    std::replace_if(line.begin(), line.end(), is_blank, ' ');
    std::size_t fields = 0;
    for (const Word& word : split_words(line)) position.append(fields++ > 0 ? " " : "").append(word.text);
    for (; fields >= 2 && fields < 4; ++fields) position += " -";
    if (fields > 4) position += ';';  // separates clocks from opcodes
    return position;
}

/// Checks whether a JSON value is a string without line breaks.
bool is_one_line_text(std::string_view json) {
    const auto text = text_of_json(json);
    return text && !has_line_break(*text);
}

/// Checks whether a JSON array has at least two items, all of them strings without line breaks.
bool are_one_line_texts(std::string_view json) {
    std::size_t size = 0;
    return for_each_item(json, [&](std::string_view item) { return ++size, is_one_line_text(item); }) &&
           size > 1;
}

/// Checks whether an opcode called `name` can hold the JSON value `json` without loss.
bool epd_carries(const std::string& name, std::string_view json) {
    if (!is_identifier(name) || opcode_named(name) != Field::Unknown) return false;
    const char first = json.front();
    if (first == '"') return is_one_line_text(json);
    return first == '[' ? are_one_line_texts(json) : first != '{';
}

/// Appends a further field as an opcode: strings are quoted, true is a missing operand, other values are
/// written as in JSON. `epd_carries` must hold.
void append_further_opcode(std::string& line, const UnknownField& field) {
    std::string operand;
    if (field.json.starts_with('[')) {
        for_each_item(field.json, [&](std::string_view item) {
            if (!operand.empty()) operand += ' ';
            operand += in_quotes(*text_of_json(item));
            return true;
        });
    } else if (const auto text = text_of_json(field.json)) {
        operand = in_quotes(*text);
    } else if (field.json != "true") {
        operand = field.json;
    }
    append_opcode(line, field.name, operand);
}

}  // namespace

ReadPuzzle read_epd(std::string_view line, const Variants& variants) {
    return EpdReader(line, variants).read();
}

bool has_opcodes(std::string_view line) {
    if (line.find_first_of(";\"") != std::string_view::npos) return true;
    // Without a ';' or '"', only a known name distinguishes `… w - - roll 5` from a FEN with bad fields.
    std::size_t offset = 0;
    for (bool is_first = true; offset < line.size(); is_first = false) {
        const std::size_t start = offset;
        while (offset < line.size() && !is_blank(line[offset])) ++offset;
        if (!is_first && opcode_named(line.substr(start, offset - start)) != Field::Unknown) return true;
        while (offset < line.size() && is_blank(line[offset])) ++offset;
    }
    return false;
}

std::string to_epd(const Puzzle& puzzle) {
    std::string line = position_text(puzzle.fen);
    for_each_present_field(puzzle, [&](std::string_view name, const auto& value) {
        if (name == "fen") return;
        const Spelling* const spelling = spelling_of(name);
        constexpr bool is_number = std::is_same_v<decltype(value), const int&>;
        append_opcode(line, spelling->opcode.empty() ? name : spelling->opcode,
                      is_number ? field_text(value) : in_quotes(field_text(value)));
    });
    for (const UnknownField& field : further_fields(puzzle)) {
        if (epd_carries(field.name, field.json)) append_further_opcode(line, field);
    }
    return line;
}

}  // namespace octomate::records
