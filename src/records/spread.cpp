#include "records/spread.hpp"

#include <algorithm>
#include <cstring>

#include "records/latex.hpp"
#include "records/line_cursor.hpp"
#include "records/popeye.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Two lines of names and colons, lists or blocks, or an item of a list: nothing else of ours begins so.
Spread yaml_fields(LineCursor cursor, bool at_end) {
    std::string_view line = cursor.line();
    const bool item = line.starts_with("- ");
    if (item) line.remove_prefix(2);
    if (!is_name_and_colon(line)) return Spread::None;
    cursor.next();
    if (cursor.at_end()) return !at_end ? Spread::Unsure : item ? Spread::Yaml : Spread::None;
    line = cursor.line();
    return line.starts_with("  ") || line.starts_with("- ") || is_name_and_colon(line) ? Spread::Yaml
                                                                                       : Spread::None;
}

/// The mark of a document, with fields below it, and not much in between.
Spread yaml_document(LineCursor cursor, bool at_end) {
    constexpr int most_lines = 100;
    const auto is_above = [](std::string_view line) {
        return is_yaml_start(line) || line.starts_with('%') || line.starts_with('#');
    };
    for (int lines = 0; lines < most_lines && !cursor.at_end() && is_above(cursor.line()); ++lines)
        cursor.next();
    if (cursor.at_end()) return at_end ? Spread::None : Spread::Unsure;
    std::string_view line = cursor.line();
    if (line.starts_with("- ")) line.remove_prefix(2);
    return is_name_and_colon(line) ? Spread::Yaml : Spread::None;
}

/// Captions and blank lines above a board.
Spread printed_diagram(LineCursor cursor, bool at_end) {
    constexpr int most_captions = 10;
    const std::string_view first = cursor.line();
    if (is_popeye_edge(first)) return Spread::PopeyeOutput;
    if (!first.starts_with("  ") && !first.starts_with("Popeye ")) return Spread::None;
    for (int lines = 0; lines < most_captions; ++lines) {
        cursor.next();
        if (cursor.at_end()) return at_end ? Spread::None : Spread::Unsure;
        const std::string_view line = cursor.line();
        if (is_popeye_edge(line)) return Spread::PopeyeOutput;
        if (!line.empty() && !is_blank(line.front())) return Spread::None;
    }
    return Spread::None;
}

/// A command of LaTeX. Among rows, only one that begins a diagram or a document.
bool begins_latex(std::string_view line, bool in_table) {
    line = trim(line);
    if (in_table) return line.starts_with("\\begin") || line.starts_with(latex_document);
    return line.size() > 1 && line.front() == '\\' && is_name_start(line[1]);
}

/// Whether a line may begin a problem, or a game of PGN.
bool may_begin(std::string_view line) {
    constexpr std::string_view signs = "[-\\% \t+P";
    if (line.empty()) return false;
    if (signs.find(line.front()) != std::string_view::npos) return true;
    return is_name_start(line.front()) && (is_name_and_colon(line) || begins_popeye_input(line));
}

}  // namespace

bool is_yaml_start(std::string_view line) {
    return line.starts_with("---") && (line.size() == 3 || is_blank(line[3]));
}

bool is_name_and_colon(std::string_view line) {
    line = trim(line);
    const auto end = std::find_if_not(line.begin(), line.end(),
                                      [](char c) { return is_name_start(c) || is_digit(c) || c == '-'; });
    const auto colon = static_cast<std::size_t>(end - line.begin());
    return colon > 1 && colon < line.size() && line[colon] == ':' && is_name_start(line.front()) &&
           (colon + 1 == line.size() || is_blank(line[colon + 1]));
}

Spread spread_of(std::string_view text, bool at_end, bool in_table) {
    if (!at_end) text = whole_lines(text);
    const LineCursor cursor(text);
    const std::string_view line = cursor.line();
    if (line.empty()) return Spread::None;
    const char c = line.front();
    if (line.starts_with("%YAML")) return Spread::Yaml;
    if (is_yaml_start(line)) return yaml_document(cursor, at_end);
    if ((c == '\\' || is_blank(c)) && begins_latex(line, in_table)) return Spread::Latex;
    if (c == ' ' || c == '+' || c == 'P') {
        if (const Spread spread = printed_diagram(cursor, at_end); spread != Spread::None) return spread;
    }
    const bool word = c == ' ' || is_name_start(c);
    if (word && begins_popeye_input(line) &&
        !(in_table && line.find_first_of(",;\t") != std::string_view::npos))
        return Spread::Popeye;
    if (in_table) return Spread::None;
    if (c == '%' && !line.starts_with("%PDF")) return Spread::Latex;
    return c == '-' || is_name_start(c) ? yaml_fields(cursor, at_end) : Spread::None;
}

bool may_spread(std::string_view text) {
    while (!text.empty()) {
        const std::size_t newline = std::min(text.find('\n'), text.size() - 1);
        if (may_begin(text.substr(0, newline))) return true;
        text.remove_prefix(newline + 1);
    }
    return false;
}

bool is_latex_end(std::string_view text) {
    bool command = false;
    for (LineCursor cursor(text); !cursor.at_end(); cursor.next()) {
        const std::string_view line = trim(cursor.line());
        if (line.empty() || line.front() == '%') continue;
        if (!line.starts_with("\\end{") && !line.starts_with("\\putsol")) return false;
        command = true;
    }
    return command;
}

std::size_t position_in(Spread spread, std::string_view text) {
    const auto find = [&](std::string_view word) { return std::min(text.find(word), text.size()); };
    std::size_t at = 0;
    switch (spread) {
        case Spread::Yaml: at = find("algebraic:"); break;
        case Spread::Latex: at = std::min(find("\\pieces"), find("\\fen")); break;
        case Spread::PopeyeOutput: at = find("+---a---"); break;
        case Spread::Popeye:
            at = std::min({find("ieces"), find("IECES"), find("orsyth"), find("FORSYTH")});
            break;
        default: break;
    }
    return at == text.size() ? 0 : at;
}

}  // namespace octomate::records
