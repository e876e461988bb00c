#include <string>
#include <string_view>

#include "formats/write.hpp"
#include "json/text.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/further_fields.hpp"

namespace octomate::records {

void append_jsonl(std::string& line, const Puzzle& puzzle) {
    const auto put_text = [&](std::string_view name, const std::optional<std::string>& text) {
        if (!text) return;
        line.append(",\"").append(name).append("\":");
        append_quoted(*text, line);
    };
    line += "{\"fen\":";
    append_quoted(puzzle.fen, line);
    put_text("id", puzzle.id);
    put_text("variant", puzzle.variant);
    if (puzzle.roll) line.append(",\"roll\":").append(std::to_string(*puzzle.roll));
    if (puzzle.key) {
        line += ",\"key\":";
        append_key(*puzzle.key, line);
    }
    if (puzzle.moves != 1) line.append(",\"moves\":").append(std::to_string(puzzle.moves));
    put_text("title", puzzle.title);
    put_text("author", puzzle.author);
    put_text("source", puzzle.source);
    put_text("comment", puzzle.comment);
    if (!puzzle.themes.empty()) {
        line += ",\"themes\":";
        append_texts(puzzle.themes, line);
    }
    append_further(puzzle, line);
    line += '}';
}

std::string to_jsonl(const Puzzle& puzzle) {
    std::string line;
    append_jsonl(line, puzzle);
    return line;
}

}  // namespace octomate::records
