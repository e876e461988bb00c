#include "puzzle/write.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "puzzle/fields.hpp"
#include "puzzle/text.hpp"

namespace octomate::puzzle {

namespace {

std::string dump(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

// ---- JSON ------------------------------------------------------------------------------------------------

Json key_to_json(const Key& key) {
    Json object = Json::object();
    for (const auto& [face, moves] : key) object[std::string(face_name(face))] = moves;
    return object;
}

// ---- EPD -------------------------------------------------------------------------------------------------

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

void append_text(std::string& line, std::string_view name, const std::optional<std::string>& text) {
    if (text) append_opcode(line, name, in_quotes(*text));
}

/// The FEN's fields parted by single blanks, at least four of them where there are two.
std::string position_of(std::string_view fen) {
    std::string position;
    std::size_t fields = 0;
    std::size_t at = 0;
    for (;;) {
        while (at < fen.size() && is_blank(fen[at])) ++at;
        if (at == fen.size()) break;
        if (fields++ > 0) position += ' ';
        while (at < fen.size() && !is_blank(fen[at])) position += fen[at++];
    }
    for (; fields >= 2 && fields < 4; ++fields) position += " -";
    if (fields > 4) position += ';';  // keeps clocks and opcodes apart
    return position;
}

constexpr bool parts_words(char c) { return is_blank(c) || c == ','; }

std::string key_operand(const Key& key) {
    std::string operand;
    for (const auto& [face, moves] : key) {
        if (!operand.empty()) operand += ' ';
        operand += face_name(face);
        char separator = ':';
        for (const std::string& move : moves) {
            operand += std::exchange(separator, ',');
            std::copy_if(move.begin(), move.end(), std::back_inserter(operand),
                         [](char c) { return !parts_words(c); });
        }
        if (moves.empty()) operand += ':';
    }
    return in_quotes(operand);
}

std::string themes_operand(const std::vector<std::string>& themes) {
    std::string operand;
    for (const std::string& theme : themes) {
        if (!operand.empty()) operand += ' ';
        std::replace_copy_if(theme.begin(), theme.end(), std::back_inserter(operand), parts_words, '_');
    }
    return in_quotes(operand);
}

void append_unknown(std::string& line, const std::string& name, const Json& value) {
    if (!is_identifier(name) || opcode_named(name) != Field::Unknown) return;
    if (value.is_boolean() && value.get<bool>()) {
        append_opcode(line, name);
    } else if (value.is_string()) {
        append_opcode(line, name, in_quotes(value.get_ref<const std::string&>()));
    } else if (value.is_boolean() || value.is_number()) {
        append_opcode(line, name, dump(value));
    } else {
        append_opcode(line, name, in_quotes(dump(value)));
    }
}

}  // namespace

Json to_json(const Puzzle& puzzle) {
    Json object = Json::object();
    const auto put_text = [&](const char* name, const std::optional<std::string>& text) {
        if (text) object[name] = *text;
    };
    object["fen"] = puzzle.fen;
    put_text("id", puzzle.id);
    put_text("variant", puzzle.variant);
    if (puzzle.roll) object["roll"] = *puzzle.roll;
    if (puzzle.key) object["key"] = key_to_json(*puzzle.key);
    if (puzzle.moves != 1) object["moves"] = puzzle.moves;
    put_text("title", puzzle.title);
    put_text("author", puzzle.author);
    put_text("source", puzzle.source);
    put_text("comment", puzzle.comment);
    if (!puzzle.themes.empty()) object["themes"] = puzzle.themes;
    Json::object_t::Container& members = object.get_ref<Json::object_t&>();
    for (const auto& [name, value] : puzzle.unknown.get_ref<const Json::object_t&>()) {
        // Not operator[]: it would search all the names each time.
        if (field_named(name) == Field::Unknown) members.emplace_back(name, value);
    }
    return object;
}

std::string to_jsonl(const Puzzle& puzzle) { return dump(to_json(puzzle)); }

std::string to_epd(const Puzzle& puzzle) {
    std::string line = position_of(puzzle.fen);
    append_text(line, "id", puzzle.id);
    append_text(line, "variant", puzzle.variant);
    if (puzzle.roll) append_opcode(line, "roll", std::to_string(*puzzle.roll));
    if (puzzle.key) append_opcode(line, "key", key_operand(*puzzle.key));
    if (puzzle.moves != 1) append_opcode(line, "dm", std::to_string(puzzle.moves));
    append_text(line, "title", puzzle.title);
    append_text(line, "author", puzzle.author);
    append_text(line, "source", puzzle.source);
    append_text(line, "c0", puzzle.comment);
    if (!puzzle.themes.empty()) append_opcode(line, "themes", themes_operand(puzzle.themes));
    for (const auto& [name, value] : puzzle.unknown.get_ref<const Json::object_t&>()) {
        append_unknown(line, name, value);
    }
    return line;
}

}  // namespace octomate::puzzle
