#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/fields.hpp"
#include "records/json_text.hpp"
#include "records/latex.hpp"
#include "records/problem.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

bool is_letter(char c) { return is_name_start(c) && c != '_'; }

/// What LaTeX writes for signs and the text that is meant; the first that fits counts.
struct Escape {
    std::string_view latex, text;
};
constexpr Escape escapes[] = {{"\\textbackslash{}", "\\"},
                              {"\\textasciicircum{}", "^"},
                              {"\\textasciitilde{}", "~"},
                              {"\\newline", "\n"},
                              {"{\\x}", "x"},
                              {"\\x ", "x"},
                              {"\\#", "#"},
                              {"\\$", "$"},
                              {"\\%", "%"},
                              {"\\&", "&"},
                              {"\\_", "_"},
                              {"\\{", "{"},
                              {"\\}", "}"},
                              {"\\\\", "\n"},
                              {"\\ ", " "},
                              {"~", " "}};

/// The text of an argument, with line breaks only where LaTeX makes them.
std::string plain(std::string_view latex) {
    std::string text;
    for (std::size_t at = 0; at < latex.size();) {
        const std::string_view rest = latex.substr(at);
        const auto escape = std::find_if(std::begin(escapes), std::end(escapes),
                                         [&](const Escape& one) { return rest.starts_with(one.latex); });
        if (escape != std::end(escapes)) {
            text += escape->text;
            at += escape->latex.size();
            // The line break of the source behind that of the text says nothing more.
            while (escape->text == "\n" && at < latex.size() && is_blank(latex[at])) ++at;
        } else if (is_blank(latex[at])) {
            if (!text.empty() && text.back() != ' ' && text.back() != '\n') text += ' ';
            ++at;
        } else {
            text += latex[at++];
        }
    }
    return std::string(trim(text));
}

class LatexReader {
  public:
    explicit LatexReader(std::string_view text) : text_(text) {}

    Expected<Read<Puzzle>, BadPuzzle> read() {
        at_ = std::min(text_.find(latex_begin), text_.size());
        at_ = std::min(at_ + latex_begin.size(), text_.size());
        if (at_ < text_.size() && text_[at_] == '[' && !text_.substr(at_).starts_with("[8x8]"))
            fault(at_, "the board is none of 8x8 squares");
        while (at_ < text_.size() && !text_.substr(at_).starts_with(latex_end)) {
            if (text_[at_] == '%') {
                take_comment();
            } else if (text_[at_] == '\\' && at_ + 1 < text_.size() && is_letter(text_[at_ + 1])) {
                take_command();
            } else {
                ++at_;
            }
        }
        if (at_ == text_.size()) fault(0, fmt::format("the diagram has no end, expected {}", latex_end));
        if (const std::size_t more = text_.find(latex_begin, at_); more != std::string_view::npos)
            fault(more, "a second diagram, expected each to begin on a line of its own");
        if (!solution_.empty()) problem_.take_solution(solution_);
        return problem_.finish();
    }

  private:
    void take_comment() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view line = text_.substr(at_ + 1, end - at_ - 1);
        if (line.starts_with(latex_rest)) problem_.take_rest(trim(line.substr(latex_rest.size())));
        at_ = end;
    }

    void take_command() {
        std::size_t end = at_ + 1;
        while (end < text_.size() && is_letter(text_[end])) ++end;
        const std::string name(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end;
        if (at_ < text_.size() && text_[at_] == '*') ++at_;
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '[') {
            at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
            skip_blanks();
        }
        if (at_ == text_.size() || text_[at_] != '{') return;  // a switch
        const std::size_t start = ++at_;
        const auto argument = rest_of_group();
        if (argument) {
            take(name, *argument, start);
        } else {
            fault(start - 1, fmt::format("the brace behind \\{} has no other one", name));
        }
    }

    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    /// The text up to the brace that closes the one behind us, without comments.
    std::optional<std::string> rest_of_group() {
        std::string group;
        for (int depth = 1; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '\\' && at_ + 1 < text_.size()) {
                group.append({c, text_[++at_]});
            } else if (c == '%') {
                at_ = std::min(text_.find('\n', at_), text_.size() - 1);
                while (at_ + 1 < text_.size() && (text_[at_ + 1] == ' ' || text_[at_ + 1] == '\t')) ++at_;
            } else {
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                if (depth == 0) return ++at_, group;
                group += c;
            }
        }
        return std::nullopt;
    }

    void take(const std::string& name, const std::string& argument, std::size_t start) {
        static constexpr std::string_view ignored[] = {"setboolean", "label", "diagnum", "Co",
                                                       "selectelchfont"};
        Puzzle& puzzle = problem_.draft.puzzle;
        if (name == "pieces") {
            take_men(argument, start);
        } else if (name == "fen") {
            problem_.take_fen(argument);
        } else if (name == "stipulation" || name == "stip") {
            problem_.take_stipulation(plain(argument));
        } else if (name == "solution" || name == "sol") {
            solution_ = plain(argument);
        } else if (name == "author") {
            puzzle.author = plain(argument);
        } else if (name == "source") {
            puzzle.source = plain(argument);
        } else if (name == "comment") {
            puzzle.comment = plain(argument);
        } else if (name == "themes") {
            take_themes(plain(argument));
        } else if (name == "condition" || name == "cond") {
            take_condition(plain(argument));
        } else if (name == "remark" || name == "rem") {
            if (!argument.starts_with(latex_black)) keep(name, argument);
            problem_.diagram.let_black_move(problem_.diagram.black_moves() ||
                                            argument.starts_with(latex_black));
        } else if (std::find(std::begin(ignored), std::end(ignored), name) == std::end(ignored)) {
            keep(name, argument);
        }
    }

    void take_themes(std::string_view list) {
        while (!list.empty()) {
            const std::size_t end = std::min(list.find(','), list.size());
            problem_.draft.puzzle.themes.emplace_back(trim(list.substr(0, end)));
            list.remove_prefix(std::min(end + 1, list.size()));
        }
    }

    void take_condition(const std::string& condition) {
        if (!condition.starts_with("The game is ")) keep("condition", condition);
    }

    /// What this program has no field for stays under the command's name.
    void keep(const std::string& name, const std::string& argument) {
        problem_.draft.take_further(
            field_named(name) == Field::Unknown && name != "twins" ? name : "latex-" + name,
            json_text_of(plain(argument)));
    }

    /// "wKd1, wBe2f3, sKh8": side, man and squares.
    void take_men(std::string_view list, std::size_t start) {
        std::size_t at = 0;
        while (at <= list.size()) {
            const std::size_t end = std::min(list.find(',', at), list.size());
            const std::string_view word = trim(list.substr(at, end - at));
            if (!word.empty()) {
                // Comments are not in the list, so a word is looked for where it stands in the text.
                const Place place = place_of(text_, std::min(text_.find(word, start), text_.size()));
                if (word.front() != 'w' && word.front() != 's') {
                    problem_.draft.fault(
                        FaultCode::BadMan, "line", place.offset,
                        fmt::format("{} is no man of this program, expected w or s, then one of "
                                    "KDTLSB and squares",
                                    quote(word)),
                        place.line);
                } else {
                    put_men(problem_.draft, problem_.diagram, word.substr(1), "KDTLSB", word.front() == 's',
                            {place.line, place.offset + 1});
                }
            }
            at = end + 1;
        }
    }

    void fault(std::size_t at, std::string message) {
        const Place place = place_of(text_, at);
        problem_.draft.fault(FaultCode::BadLatex, "line", place.offset, std::move(message), place.line);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string solution_;
    ProblemDraft problem_;
};

}  // namespace

Expected<Read<Puzzle>, BadPuzzle> read_latex(std::string_view text) { return LatexReader(text).read(); }

}  // namespace octomate::records
