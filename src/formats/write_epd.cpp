#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/read.hpp"
#include "formats/write.hpp"
#include "formats/writing.hpp"
#include "json/text.hpp"
#include "puzzle/fields.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// EPD has no escape for a line break.
constexpr char on_one_line(char c) { return c == '\n' || c == '\r' ? ' ' : c; }

std::string in_quotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += on_one_line(c);
    }
    result += '"';
    return result;
}

/// One opcode, with a blank before it.
void append_opcode(std::string& line, std::string_view name, std::string_view operand = {}) {
    line += ' ';
    line += name;
    if (!operand.empty()) line += ' ';
    line += operand;
    line += ';';
}

bool has_line_break(std::string_view text) { return text.find_first_of("\r\n") != std::string_view::npos; }

/// The FEN's fields parted by single blanks, at least four of them where there are two.
std::string position_of(std::string_view fen) {
    std::string position, line(fen);
    std::replace_if(line.begin(), line.end(), is_blank, ' ');
    std::size_t fields = 0;
    for (const Word& word : split_words(line)) position.append(fields++ > 0 ? " " : "").append(word.text);
    for (; fields >= 2 && fields < 4; ++fields) position += " -";
    if (fields > 4) position += ';';  // keeps clocks and opcodes apart
    return position;
}

constexpr bool separates_words(char c) { return is_blank(c) || c == ','; }

bool is_one_line_text(std::string_view json) {
    const auto text = text_of_json(json);
    return text && !has_line_break(*text);
}

bool are_one_line_texts(std::string_view json) {
    std::size_t size = 0;
    return for_each_item(json, [&](std::string_view item) { return ++size, is_one_line_text(item); }) &&
           size > 1;
}

/// Checks whether an opcode called `name` can carry the value.
bool epd_carries(const std::string& name, std::string_view json) {
    if (!is_identifier(name) || opcode_named(name) != Field::Unknown || name == rest_name) return false;
    const char first = json.front();
    if (first == '"') return is_one_line_text(json);
    return first == '[' ? are_one_line_texts(json) : first != '{';
}

/// Text in quotes, several texts with blanks between them, all else bare, and true by its name alone.
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

/// Appends the fields of a puzzle as opcodes.
struct EpdWriter {
    std::string line;

    void operator()(std::string_view name, const std::string& text) {
        append_opcode(line, name == "comment" ? "c0" : name, in_quotes(text));
    }
    void operator()(std::string_view name, int number) {
        append_opcode(line, name == "moves" ? "dm" : name, std::to_string(number));
    }
    void operator()(std::string_view name, const Key& key) {
        append_opcode(line, name, in_quotes(key_text(key)));
    }
    void operator()(std::string_view name, const std::vector<std::string>& themes) {
        append_opcode(line, name, in_quotes(themes_text(themes)));
    }
};

}  // namespace

std::string key_text(const Key& key) {
    std::string line;
    for (const auto& [face, moves] : key) {
        if (!line.empty()) line += ' ';
        line += face_name(face);
        char separator = ':';
        const std::size_t begin = line.size();
        for (const std::string& move : moves) {
            line += std::exchange(separator, ',');
            const std::size_t start = line.size();
            bool inside = false;  // parentheses, where commas separate the rolls of a line
            for (std::size_t at = 0; at < move.size(); ++at) {
                const char c = move[at];
                if (c == '(' || c == ')') inside = c == '(';
                const bool last = at + 1 == move.size();
                if (is_blank(c)) {
                    if (line.size() > start && line.back() != ' ' && !last) line += ' ';
                } else if (static_cast<unsigned char>(c) < 0x20) {
                    continue;  // a blank in some formats
                } else if (c == ',' && !inside) {
                    if (!last && !separates_words(move[at + 1])) line += '&';  // two pieces in one move
                } else if (c != ':' || line.find(' ', begin) == std::string::npos) {
                    // Neither a colon nor a digit behind a blank: a face would begin there.
                    if (is_digit(c) && line.size() > start && line.back() == ' ') line.pop_back();
                    line += c;
                }
            }
        }
        if (moves.empty()) line += ':';
    }
    return line;
}

std::string themes_text(const std::vector<std::string>& themes) {
    std::string operand;
    for (const std::string& theme : themes) {
        if (!operand.empty()) operand += ' ';
        std::replace_copy_if(theme.begin(), theme.end(), std::back_inserter(operand), separates_words, '_');
    }
    return operand;
}

std::string to_epd(const Puzzle& puzzle) {
    EpdWriter writer{position_of(puzzle.fen)};
    for_each_given(puzzle, [&](std::string_view name, const auto& value) {
        if (name != "fen") writer(name, value);
    });
    for (const UnknownField& field : further_fields(puzzle)) {
        if (epd_carries(field.name, field.json)) append_further_opcode(writer.line, field);
    }
    return std::move(writer.line);
}

}  // namespace octomate::records
