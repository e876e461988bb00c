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

constexpr bool parts_words(char c) { return is_blank(c) || c == ','; }

/// Whether the text comes back from a list whose words are parted by blanks and commas.
bool is_word(std::string_view text) {
    return !text.empty() && std::none_of(text.begin(), text.end(), parts_words);
}

bool are_words(const std::vector<std::string>& texts) {
    return std::all_of(texts.begin(), texts.end(), is_word);
}

bool is_one_line_text(std::string_view json) {
    const auto text = text_of_json(json);
    return text && !has_line_break(*text);
}

bool are_one_line_texts(std::string_view json) {
    std::size_t size = 0;
    return for_each_item(json, [&](std::string_view item) { return ++size, is_one_line_text(item); }) &&
           size > 1;
}

/// Whether an opcode of that name brings the value back.
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

/// Appends the fields of a puzzle, and puts what opcodes cannot carry exactly into the rest.
struct EpdWriter {
    std::string line;
    Rest rest{};

    void operator()(std::string_view name, const std::string& text) {
        append_opcode(line, name == "comment" ? "c0" : name, in_quotes(text));
        if (has_line_break(text)) rest.put(name, json_text_of(text));
    }
    void operator()(std::string_view name, int number) {
        append_opcode(line, name == "moves" ? "dm" : name, std::to_string(number));
    }
    void operator()(std::string_view name, const Key& key) {
        append_opcode(line, name, in_quotes(key_text(key)));
        if (!key_is_exact(key)) rest.put(name, key_json(key));
    }
    void operator()(std::string_view name, const std::vector<std::string>& themes) {
        append_opcode(line, name, in_quotes(themes_text(themes)));
        if (!themes_are_exact(themes)) rest.put(name, texts_json(themes));
    }
};

}  // namespace

bool key_is_exact(const Key& key) {
    return std::all_of(key.begin(), key.end(), [](const auto& entry) { return are_words(entry.second); });
}

bool themes_are_exact(const std::vector<std::string>& themes) { return are_words(themes); }

std::string key_text(const Key& key) {
    std::string operand;
    for (const auto& [face, moves] : key) {
        if (!operand.empty()) operand += ' ';
        operand += face_name(face);
        char separator = ':';
        for (const std::string& move : moves) {
            operand += std::exchange(separator, ',');
            for (std::size_t at = 0; at < move.size(); ++at) {
                if (!parts_words(move[at])) operand += move[at];
                // Two men in one move: commas part moves here.
                if (move[at] == ',' && at + 1 < move.size() && !parts_words(move[at + 1])) operand += '&';
            }
        }
        if (moves.empty()) operand += ':';
    }
    return operand;
}

std::string themes_text(const std::vector<std::string>& themes) {
    std::string operand;
    for (const std::string& theme : themes) {
        if (!operand.empty()) operand += ' ';
        std::replace_copy_if(theme.begin(), theme.end(), std::back_inserter(operand), parts_words, '_');
    }
    return operand;
}

std::string to_epd(const Puzzle& puzzle) {
    EpdWriter writer{position_of(puzzle.fen)};
    for_each_given(puzzle, [&](std::string_view name, const auto& value) {
        if (name != "fen") writer(name, value);
    });
    const DividedFields further = divide_further(puzzle, [](const std::string& name, std::string_view json) {
        return epd_carries(name, json) ? std::optional<std::size_t>(0) : std::nullopt;
    });
    for (const UnknownField& field : further.carried) append_further_opcode(writer.line, field);
    writer.rest.put(further.rest);
    if (!writer.rest.empty()) append_opcode(writer.line, rest_name, in_quotes(writer.rest.text()));
    return std::move(writer.line);
}

}  // namespace octomate::records
