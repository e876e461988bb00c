#include "records/spread.hpp"

#include <algorithm>
#include <cstring>

#include "records/latex.hpp"
#include "records/popeye.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Goes through the lines of a text.
class LineCursor {
  public:
    explicit LineCursor(std::string_view text) : text_(text) {}

    bool at_end() const { return at_ == text_.size(); }
    /// Whether the line that stands here has its newline.
    bool whole() const { return text_.find('\n', at_) != std::string_view::npos; }
    std::size_t at() const { return at_; }

    std::string_view line() const {
        std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }

    void next() {
        at_ = std::min(at_ + std::min(text_.find('\n', at_), text_.size()) - at_ + 1, text_.size());
    }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// "authors:", "source: A paper".
bool is_name_and_colon(std::string_view line) {
    line = trim(line);
    const std::size_t colon = line.find(':');
    const auto end = line.begin() + static_cast<std::ptrdiff_t>(std::min(colon, line.size()));
    return colon != std::string_view::npos && colon > 1 && is_name_start(line.front()) &&
           (colon + 1 == line.size() || is_blank(line[colon + 1])) &&
           std::all_of(line.begin(), end, [](char c) { return is_name_start(c) || is_digit(c) || c == '-'; });
}

bool is_document_start(std::string_view line) {
    return line.starts_with("---") && (line.size() == 3 || is_blank(line[3]));
}

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

/// The mark of a document, with fields below it.
Spread yaml_document(LineCursor cursor, bool at_end) {
    while (!cursor.at_end() && (is_document_start(cursor.line()) || cursor.line().starts_with('%') ||
                                cursor.line().starts_with('#')))
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

/// Comments of LaTeX before its first command.
Spread commented_latex(LineCursor cursor, bool at_end) {
    while (!cursor.at_end() && (cursor.line().starts_with('%') || trim(cursor.line()).empty())) cursor.next();
    if (cursor.at_end() && !at_end) return Spread::Unsure;
    return cursor.line().starts_with('\\') ? Spread::Latex : Spread::None;
}

bool ends_popeye_input(std::string_view line) {
    line = trim(line);
    const std::string_view word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
    return word.size() >= 3 && popeye_word(word) == PopeyeWord::End;
}

/// Text between diagrams of LaTeX, and no record of another format.
bool is_between_diagrams(std::string_view line) {
    line = trim(line);
    if (line.empty() || line.front() == '%') return true;
    if (line.front() == '\\') return !line.starts_with(latex_begin);
    return line.find('/') == std::string_view::npos && line.find(',') == std::string_view::npos &&
           std::string_view("{[\"-#+").find(line.front()) == std::string_view::npos &&
           !begins_popeye_input(line);
}

}  // namespace

Spread spread_of(std::string_view text, bool at_end, bool in_table) {
    if (!at_end) text = text.substr(0, text.rfind('\n') + 1);  // half a line may yet become anything
    const LineCursor cursor(text);
    const std::string_view line = cursor.line();
    if (line.empty()) return Spread::None;
    const char c = line.front();
    if (is_document_start(line) || line.starts_with("%YAML")) return yaml_document(cursor, at_end);
    if (c == '\\' && line.size() > 1 && is_name_start(line[1])) {
        const bool latex = !in_table || line.starts_with("\\begin") || line.starts_with("\\documentclass");
        return latex ? Spread::Latex : Spread::None;
    }
    if (c == ' ' || c == '+' || c == 'P') {
        if (const Spread spread = printed_diagram(cursor, at_end); spread != Spread::None) return spread;
    }
    const bool word = c == ' ' || is_name_start(c);
    if (word && begins_popeye_input(line) &&
        !(in_table && line.find_first_of(",;\t") != std::string_view::npos))
        return Spread::Popeye;
    if (in_table) return Spread::None;
    if (c == '%' && !line.starts_with("%PDF")) return commented_latex(cursor, at_end);
    return c == '-' || is_name_start(c) ? yaml_fields(cursor, at_end) : Spread::None;
}

std::optional<std::size_t> spread_length(Spread spread, std::string_view text, bool at_end, bool give_up) {
    LineCursor cursor(text);
    const std::string_view first = cursor.line();
    const bool item = first.starts_with("- ");
    bool begun = is_document_start(first) || item || !first.starts_with('%');  // behind directives
    int edges = 0;
    bool done = false;         // what belongs to the problem is behind us
    std::size_t captions = 0;  // where those of the next diagram may begin
    bool blank = false, caption = false;
    for (bool is_first = true; !cursor.at_end(); is_first = false) {
        const std::string_view line = cursor.line();
        if (!at_end && !give_up && !cursor.whole()) return std::nullopt;
        const std::size_t start = cursor.at();
        cursor.next();
        switch (spread) {
            case Spread::Yaml:
                if (line == "..." || line.starts_with("... ")) return cursor.at();
                if (is_first) break;
                if (is_document_start(line)) {
                    if (begun) return start;
                    begun = true;
                } else if (item && line.starts_with("- ")) {
                    return start;
                }
                break;
            case Spread::Popeye:
                if (!is_first && begins_popeye_input(line)) return start;
                if (ends_popeye_input(line)) return cursor.at();
                break;
            case Spread::Latex:
                if (done && !is_between_diagrams(line)) return start;
                done = done || trim(line).starts_with(latex_end);
                break;
            case Spread::PopeyeOutput:
                if (is_popeye_edge(line) && ++edges == 3) return captions > 0 ? captions : start;
                if (edges >= 2 && (trim(line).starts_with("solution finished") ||
                                   trim(line).starts_with("Partial solution")))
                    return cursor.at();
                // The captions of a diagram are the last paragraph above it.
                if (!trim(line).empty()) {
                    if (blank && !caption) captions = start;
                    caption = true;
                    blank = false;
                } else {
                    blank = true;
                    caption = false;
                }
                break;
            default: return cursor.at();
        }
        if (is_first && give_up && !at_end) break;
    }
    if (at_end || give_up) return cursor.at();
    return std::nullopt;
}

bool may_spread(std::string_view text) {
    constexpr std::string_view signs = "[-\\% +PbBnN";
    for (std::size_t at = 0;;) {
        if (at < text.size() && signs.find(text[at]) != std::string_view::npos) {
            const char c = static_cast<char>(text[at] | 0x20);
            const bool letter = c == 'b' || c == 'n';
            if (!letter || begins_popeye_input(text.substr(at, text.find('\n', at) - at))) return true;
        }
        const void* newline = std::memchr(text.data() + at, '\n', text.size() - at);
        if (newline == nullptr) return false;
        at = static_cast<std::size_t>(static_cast<const char*>(newline) - text.data()) + 1;
        if (at == text.size()) return false;
    }
}

bool is_latex_around(std::string_view text) {
    return text.find(latex_begin) == std::string_view::npos &&
           text.find("\\documentclass") == std::string_view::npos;
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
