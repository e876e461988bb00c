#include "records/spread_length.hpp"

#include <cstdint>
#include <utility>

#include "records/latex.hpp"
#include "records/line_cursor.hpp"
#include "records/popeye.hpp"
#include "records/record_start.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Whether a problem goes on with a line.
enum class Goes : std::uint8_t {
    On,
    Behind,  ///< it ends with the line
    Before,  ///< the line is no part of it
    Unsure,  ///< more text is needed to tell
};

/// A line within a text of whole lines.
struct LineHere {
    std::string_view line;
    std::string_view text;  ///< from the line on
    bool at_end;            ///< no more text follows

    bool is_blank() const { return trim(line).empty(); }
    bool indented() const { return line.empty() || octomate::is_blank(line.front()); }

    /// On, unless another record begins with the line.
    Goes unless_other(Spread of) const {
        const auto other = begins_other_record(text, at_end, of);
        return !other ? Goes::Unsure : *other ? Goes::Before : Goes::On;
    }
};

/// A document, or an item of a list. What is not indented is a field, a sign of a list, or no YAML.
class YamlLines {
  public:
    explicit YamlLines(std::string_view first)
        : item_(first.starts_with("- ")), begun_(!first.starts_with('%')), value_(has_value(first)) {}

    Goes take(const LineHere& here) {
        const std::string_view line = here.line;
        if (line == "..." || line.starts_with("... ")) return Goes::Behind;
        if (here.indented() || std::string_view("#]}").find(line.front()) != std::string_view::npos)
            return Goes::On;
        if (item_) return Goes::Before;
        if (is_yaml_start(line)) return std::exchange(begun_, true) ? Goes::Before : Goes::On;
        if (!begun_ && line.front() == '%') return Goes::On;
        if (line == "-" || line.starts_with("- "))
            return value_ && is_name_and_colon(line.substr(1)) ? Goes::Before : Goes::On;
        value_ = has_value(line);
        if (is_name_and_colon(line)) return Goes::On;
        const bool field = line.find(": ") != std::string_view::npos || line.ends_with(':');
        return field ? here.unless_other(Spread::Yaml) : Goes::Before;
    }

  private:
    static bool has_value(std::string_view line) { return is_name_and_colon(line) && !line.ends_with(':'); }

    bool item_;
    bool begun_;  ///< the directives are behind us
    bool value_;  ///< the last field has one, so that a list below is none of it
};

/// A problem of Popeye's input.
class PopeyeLines {
  public:
    Goes take(const LineHere& here) {
        const std::string_view line = trim(here.line);
        if (begins_popeye_input(line)) return Goes::Before;
        const std::string_view word = line.substr(0, line.find_first_of(" \t"));
        const auto known = word.size() > 2 ? popeye_word(word) : std::nullopt;
        if (known == PopeyeWord::End) return Goes::Behind;
        return known || here.indented() ? Goes::On : here.unless_other(Spread::Popeye);
    }
};

/// A diagram that Popeye printed, with its captions and solution.
class PrintedLines {
  public:
    explicit PrintedLines(std::string_view first) : edges_(is_popeye_edge(first)) {}

    Goes take(const LineHere& here) {
        const std::string_view words = trim(here.line);
        const bool edge = is_popeye_edge(words);
        if (edges_ >= 2) {
            if (edge || here.line.starts_with("Popeye ")) return Goes::Before;
            if (words.starts_with("solution finished") || words.starts_with("Partial solution"))
                return Goes::Behind;
        }
        edges_ += edge;
        return here.indented() ? Goes::On : here.unless_other(Spread::PopeyeOutput);
    }

  private:
    int edges_;
};

/// A line without its comment.
std::string_view without_comment(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '%') return line.substr(0, at);
        if (line[at] == '\\') ++at;
    }
    return line;
}

/// LaTeX up to the end of a diagram, and what stands behind it up to the next.
class LatexLines {
  public:
    explicit LatexLines(std::string_view first) { look_at(first); }

    Goes take(const LineHere& here) {
        const Goes goes = where(here);
        if (goes == Goes::On) look_at(here.line);
        return goes;
    }

  private:
    enum class Part : std::uint8_t {
        Comments,  ///< above all commands
        Document,  ///< above its first diagram; its text may be anything
        Around,
        Diagram,
    };

    Goes where(const LineHere& here) const {
        const std::string_view line = trim(here.line);
        const bool command = line.starts_with('\\');
        if (line.empty() || line.front() == '%') return Goes::On;
        if (part_ == Part::Comments && !command) return Goes::Before;
        if (diagram_begun_ && without_comment(line).find(latex_begin) != std::string_view::npos)
            return Goes::Before;
        if (line.starts_with(latex_document)) return part_ == Part::Comments ? Goes::On : Goes::Before;
        if (command) return Goes::On;
        if (part_ == Part::Around && !is_text(line)) return Goes::Before;
        // In a diagram, an argument that goes on may look like anything.
        return part_ == Part::Diagram && here.indented() ? Goes::On : here.unless_other(Spread::Latex);
    }

    /// Text between diagrams. What is no record may still be meant as one.
    static bool is_text(std::string_view line) {
        return line.find_first_of("/,") == std::string_view::npos &&
               std::string_view("{[\"-#+").find(line.front()) == std::string_view::npos;
    }

    void look_at(std::string_view line) {
        line = without_comment(trim(line));
        if (line.empty()) return;
        if (part_ == Part::Comments) part_ = line.starts_with(latex_document) ? Part::Document : Part::Around;
        if (line.find(latex_begin) != std::string_view::npos) {
            part_ = Part::Diagram;
            diagram_begun_ = true;
        }
        if (line.find(latex_end) != std::string_view::npos) part_ = Part::Around;
    }

    Part part_ = Part::Comments;
    bool diagram_begun_ = false;
};

/// Finds where the last paragraph stands, which may be the captions of a diagram that Popeye printed below
/// it.
class Captions {
  public:
    void take(const LineHere& here, std::size_t at) {
        const bool blank = here.is_blank();
        if (!blank && !here.indented()) start_.reset();
        if (!blank && here.indented() && below_blank_) start_ = at;
        below_blank_ = blank;
    }

    std::optional<std::size_t> start() const { return start_; }

  private:
    std::optional<std::size_t> start_;
    bool below_blank_ = false;
};

template <class Lines>
std::optional<std::size_t> length(Lines lines, std::string_view text, bool at_end) {
    LineCursor cursor(text);
    Captions captions;
    for (cursor.next(); !cursor.at_end(); cursor.next()) {
        const LineHere here{cursor.line(), cursor.rest(), at_end};
        switch (lines.take(here)) {
            case Goes::On: break;
            case Goes::Behind: cursor.next(); return cursor.at();
            case Goes::Before:
                return is_popeye_edge(here.line) ? captions.start().value_or(cursor.at()) : cursor.at();
            case Goes::Unsure: return std::nullopt;
        }
        captions.take(here, cursor.at());
    }
    return at_end ? std::optional(text.size()) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> spread_length(Spread spread, std::string_view text, bool at_end) {
    if (!at_end) text = whole_lines(text);
    const std::string_view first = LineCursor(text).line();
    switch (spread) {
        case Spread::Yaml: return length(YamlLines(first), text, at_end);
        case Spread::Popeye: return length(PopeyeLines(), text, at_end);
        case Spread::PopeyeOutput: return length(PrintedLines(first), text, at_end);
        case Spread::Latex: return length(LatexLines(first), text, at_end);
        default: return std::nullopt;
    }
}

}  // namespace octomate::records
