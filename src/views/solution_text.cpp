#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "draw/svg.hpp"
#include "formats/game_score.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::views {

extern const std::string_view solution_css;

namespace {

using draw::Emphasis;
using draw::escape_xml;
using records::PrintedSolution;
using reports::Continuation;
using reports::FirstMove;
using reports::Play;
using reports::Refutation;
using reports::Reply;
using reports::Situation;
using reports::SolutionReport;
using reports::Variation;

/// A line of a solution in the layout of problemists.
struct SolutionLine {
    enum class Kind {
        Heading,  ///< "Set play", "No key" or "No solution"
        Label,    ///< "Key", "Tries" or "Solution"; left out in print
        Key,
        Try,
        Play,
        NoKey,  ///< the rolls without a key, if other rolls have one
        Verdict,
    };

    int indent = 0;  ///< level of indentation
    std::string text;
    Kind kind = Kind::Play;
};

using Kind = SolutionLine::Kind;

}  // namespace

// ---- solutions as lines of text ---------------------------------------------------------------------------

namespace {

/// Formats rolls, with ranges for three or more consecutive ones: "1-3,7".
std::string roll_ranges(const std::vector<int>& rolls) {
    std::string text;
    for (std::size_t i = 0; i < rolls.size();) {
        std::size_t end = i + 1;
        while (end < rolls.size() && rolls[end] == rolls[end - 1] + 1) ++end;
        if (end - i < 3) end = i + 1;
        text += fmt::format("{}{}", text.empty() ? "" : ",", rolls[i]);
        if (end - i > 1) text += fmt::format("-{}", rolls[end - 1]);
        i = end;
    }
    return text;
}

/// Checks whether a continuation wins at once, so that no play follows.
bool ends_at_once(const Continuation& continuation) {
    return continuation.win_in == 1 && continuation.play == Play();
}

bool end_at_once(const std::vector<Continuation>& continuations) {
    return std::all_of(continuations.begin(), continuations.end(), ends_at_once);
}

/// Formats a solution as lines.
class SolutionWriter {
  public:
    explicit SolutionWriter(const SolutionReport& report) : report_(report) {}

    std::vector<SolutionLine> write() {
        append_set_play();
        if (report_.lines) {
            append_line_solutions(*report_.lines);
        } else {
            append_first_moves(report_.tries, "Try", "Tries");
            append_first_moves(report_.keys, "Key", "Keys");
            append_rolls_without_key();
        }
        append_verdict();
        return std::move(lines_);
    }

  private:
    void append_line(int indent, std::string text, Kind kind = Kind::Play) {
        lines_.push_back({indent, std::move(text), kind});
    }

    /// Formats rolls before a move: "(1-3,7) "; empty if no die is used, or for all rolls.
    std::string rolls_prefix(const std::vector<int>& rolls) const {
        const bool all_rolls = report_.die && rolls.size() == static_cast<std::size_t>(report_.die->faces);
        return rolls.empty() || all_rolls ? std::string() : fmt::format("({}) ", roll_ranges(rolls));
    }

    void append_set_play() {
        if (!report_.set_play) return;
        const bool has_lines = report_.set_play->lines && report_.set_play->lines->count > 0;
        if (!has_lines && report_.set_play->mates.empty() && report_.set_play->variations.empty()) return;
        append_line(0, "Set play", Kind::Heading);
        if (has_lines) append_numbered_lines(*report_.set_play->lines, true, Kind::Play);
        if (!report_.set_play->mates.empty()) append_line(1, "1..." + on_one_line(report_.set_play->mates));
        append_variations(1, 1, report_.set_play->variations);
    }

    void append_first_moves(const std::vector<FirstMove>& moves, const char* singular, const char* plural) {
        if (moves.empty()) return;
        append_line(0, moves.size() == 1 ? singular : plural, Kind::Label);
        for (const FirstMove& move : moves) {
            const std::string rolls = move.rolls.empty() ? "" : fmt::format("({}) ", roll_ranges(move.rolls));
            std::string text = fmt::format("1.{}{}{}", rolls, move.move, move.mark());
            if (move.dual) text += " dual";
            if (is_short(move, report_)) text += " short";
            if (!move.is_key && report_.die && report_.moves > 1)
                text += fmt::format(" {}", value_text({move.odds, move.odds}));
            append_first_move(std::move(text), move);
        }
    }

    /// Appends a key or try with its play. Refutations follow a try on its line or, if it has variations,
    /// below them.
    void append_first_move(std::string text, const FirstMove& move) {
        const Kind kind = move.is_key ? Kind::Key : Kind::Try;
        append_play(1, 1, std::move(text), move.play, kind);
        if (move.is_key) return;
        std::vector<std::string> parts;
        for (const Refutation& refutation : move.refutations) {
            parts.push_back(
                fmt::format("{}{}!", rolls_prefix(refutation.rolls), joined(refutation.moves, "!, ")));
            if (refutation.chance.numerator > 0)
                parts.back() += fmt::format(" leaves {}", refutation.chance.text());
        }
        const std::string refuted = fmt::format("but 1...{}", joined(parts, "; "));
        if (lines_.back().kind == Kind::Try) {
            lines_.back().text.append(" ").append(refuted);
        } else {
            append_line(2, refuted);
        }
    }

    /// Appends the line of a move of ours, which begins with `text`, and the play after it. `number` is the
    /// number of the move.
    void append_play(int indent, int number, std::string text, const Play& play, Kind kind = Kind::Play) {
        const bool at_once = end_at_once(play.continuations);
        switch (play.situation) {
            case Situation::Over:
            case Situation::Check: break;
            case Situation::Zugzwang: text += " zugzwang"; break;
            case Situation::Threat: text += " threat:"; break;
            case Situation::OurTurn: text += " and moves again:"; break;
        }
        if (!play.continuations.empty() && at_once)
            text += fmt::format(" {}.{}", number + 1, on_one_line(play.continuations));
        append_line(indent, std::move(text), kind);
        if (!at_once) append_continuations(indent + 2, number + 1, play.continuations);
        append_variations(indent + 1, number, play.variations);
    }

    /// Returns continuations on one line: "(3) Qa4-a5#; (5,7) Kb1-b2#, Qa4-b5# dual".
    std::string on_one_line(const std::vector<Continuation>& continuations) const {
        std::vector<std::string> parts;
        for (const Continuation& continuation : continuations) {
            parts.push_back(moves_text(continuation));
            if (continuation.is_short) parts.back() += " short";
        }
        return joined(parts, "; ");
    }

    std::string moves_text(const Continuation& continuation) const {
        return fmt::format("{}{}{}", rolls_prefix(continuation.rolls), joined(continuation.moves, ", "),
                           continuation.dual ? " dual" : "");
    }

    void append_continuations(int indent, int number, const std::vector<Continuation>& continuations) {
        for (const Continuation& continuation : continuations) {
            std::string text = fmt::format("{}.{}", number, moves_text(continuation));
            if (continuation.is_short) text += " short";
            if (ends_at_once(continuation)) {
                append_line(indent, std::move(text));
            } else if (continuation.moves.size() == 1) {
                append_play(indent, number, std::move(text), continuation.play);
            } else {
                append_line(indent, std::move(text));
                append_play(indent + 1, number, fmt::format("after {}:", continuation.moves.front()),
                            continuation.play);
            }
        }
    }

    void append_variations(int indent, int number, const std::vector<Variation>& variations) {
        for (const Variation& variation : variations) {
            if (variation.threatened) continue;  // already shown as the threat
            std::string text = fmt::format("{}...{}", number, on_one_line(variation.replies));
            if (variation.loses) {
                append_line(indent, text + " loses");
            } else if (variation.opponent_moves_again) {
                append_play(indent, number, text + " and moves again", variation.play);
            } else if (variation.answers.empty()) {
                append_line(indent, std::move(text));
            } else if (end_at_once(variation.answers)) {
                append_line(indent,
                            fmt::format("{}  {}.{}", text, number + 1, on_one_line(variation.answers)));
            } else {
                append_line(indent, std::move(text));
                append_continuations(indent + 1, number + 1, variation.answers);
            }
        }
    }

    /// Returns replies on one line, grouped by their rolls: "(1,2) Kd5, Ke5; (3) Kd6".
    std::string on_one_line(const std::vector<Reply>& replies) const {
        std::map<std::vector<int>, std::vector<std::string>> by_rolls;
        for (const Reply& reply : replies) by_rolls[reply.rolls].push_back(reply.move);
        std::vector<std::string> parts;
        for (const auto& [rolls, moves] : by_rolls)
            parts.push_back(rolls_prefix(rolls) + joined(moves, ", "));
        return joined(parts, "; ");
    }

    /// Appends a line that lists the rolls without a key, if there are any.
    void append_rolls_without_key() {
        std::vector<int> rolls_without_key;
        for (const auto& face : report_.faces) {
            if (face.keys.empty()) rolls_without_key.push_back(face.face);
        }
        if (rolls_without_key.empty()) return;
        const bool no_key_at_all = rolls_without_key.size() == report_.faces.size();
        append_line(0,
                    no_key_at_all && !report_.roll
                        ? "No key"
                        : fmt::format("No key on {}", roll_ranges(rolls_without_key)),
                    no_key_at_all ? Kind::Heading : Kind::NoKey);
    }

    /// Appends the lines of a help or series problem.
    void append_line_solutions(const reports::ReportedLines& lines) {
        append_line(0,
                    lines.count == 0   ? "No solution"
                    : lines.count == 1 ? "Solution"
                                       : "Solutions",
                    lines.count == 0 ? Kind::Heading : Kind::Label);
        append_numbered_lines(lines, report_.stipulation->half_moves % 2 != 0, Kind::Key);
    }

    /// Appends lines with move numbers. `half`: the lines begin with the second ply of a move.
    void append_numbered_lines(const reports::ReportedLines& lines, bool half, Kind kind) {
        for (const std::string& moves : lines.first) append_line(1, with_move_numbers(moves, half), kind);
        if (lines.count > lines.first.size())
            append_line(1, fmt::format("and {} more", grouped(lines.count - lines.first.size())));
    }

    /// Adds move numbers to the moves of a line, and removes the rolls of a move that every roll allows.
    std::string with_move_numbers(std::string_view moves, bool half) const {
        const bool series = report_.stipulation->is_series();
        std::string text, rolls;
        int ply = 0;
        for (const std::string_view word : words_between(moves, ' ')) {
            if (word.starts_with('(')) {
                rolls = word == "(-)" ? "" : rolls_prefix(rolls_in(word));
                continue;
            }
            text.append(text.empty() ? "" : " ").append(move_number(ply++, half, series));
            text.append(std::exchange(rolls, {})).append(word);
        }
        return text;
    }

    /// Returns the move number before a ply: "1." before the first of two plies, "1..." if the line begins
    /// with the second one, else empty.
    std::string move_number(int ply, bool half, bool series) const {
        if (series) return ply < report_.moves ? fmt::format("{}.", ply + 1) : "";
        if (half && ply == 0) return "1...";
        const int from_move = ply + (half ? 1 : 0);
        return from_move % 2 == 0 ? fmt::format("{}.", from_move / 2 + 1) : "";
    }

    /// Parses rolls such as "(1,5)".
    static std::vector<int> rolls_in(std::string_view text) {
        std::vector<int> rolls;
        for (const std::string_view number : words_between(text.substr(1, text.size() - 2), ','))
            if (const auto roll = number_in<int>(number)) rolls.push_back(*roll);
        return rolls;
    }

    /// Appends the verdict: "C+" if the solution is complete and strict.
    void append_verdict() {
        const std::string name = fmt::format("Octomate {}", version());
        std::string text = "C+ " + name;
        if (!report_.complete()) {
            text = fmt::format("C- {}: a limit was reached; missing: {}", name,
                               joined(report_.missing_parts, "; "));
        } else if (!report_.strict()) {
            text = fmt::format("Tested by {}; not strict: {}{}{}", name, report_.has_dual ? "duals" : "",
                               report_.has_dual && report_.has_short ? " and " : "",
                               report_.has_short ? "shorter wins" : "");
        }
        append_line(0, std::move(text), Kind::Verdict);
    }

    const SolutionReport& report_;
    std::vector<SolutionLine> lines_;
};

/// Returns the set play, tries and keys, or the lines of a help or series problem, and the verdict. Rolls are
/// in parentheses; after the first move, they are left out before a move that every roll allows.
std::vector<SolutionLine> solution_lines(const SolutionReport& report) {
    return SolutionWriter(report).write();
}

/// Returns the stipulation with the side to move: "#1, White to move, roll 5".
std::string stipulation_text(const SolutionReport& report) {
    if (report.stipulation)
        return fmt::format("{}, {} to move", records::text_of(*report.stipulation), side_text(report.turn));
    return fmt::format("{}{}, {} to move{}", report.several_ways ? "Win in " : "#", report.moves,
                       side_text(report.turn), report.roll ? fmt::format(", roll {}", *report.roll) : "");
}

}  // namespace

std::vector<records::PrintedLine> printed_lines(const std::vector<SolutionReport>& reports) {
    std::vector<records::PrintedLine> lines;
    for (const SolutionReport& report : reports) {
        if (reports.size() > 1) lines.push_back({0, twin_heading(report)});
        int outdent = 1;  // removes the indent of lines below a label, which is left out
        for (SolutionLine& line : solution_lines(report)) {
            if (line.kind == Kind::Heading) outdent = 0;
            if (line.kind == Kind::Label) outdent = 1;
            if (line.kind == Kind::Label || line.kind == Kind::NoKey || line.kind == Kind::Verdict) continue;
            lines.push_back({std::max(0, line.indent - outdent), std::move(line.text)});
        }
    }
    return lines;
}

std::string twin_heading(const SolutionReport& report) {
    return report.twin.empty() ? "a)" : fmt::format("{}) {}", report.twin, report.change);
}

std::string report_text(const reports::SolutionReport& report, const draw::TextStyle& style) {
    std::string text;
    if (!report.twin.empty())
        text +=
            fmt::format("  {}: {}\n", emphasise(twin_heading(report), Emphasis::Strong, style), report.fen);
    for (const SolutionLine& line : solution_lines(report)) {
        const auto indent = static_cast<std::size_t>(2 + 2 * line.indent);
        const std::string indented =
            std::string(indent, ' ') + wrapped(line.text, page_width, indent + 4, indent);
        const bool strong = line.kind != Kind::Key && line.kind != Kind::Try && line.kind != Kind::Play;
        text += strong                   ? emphasise(indented, Emphasis::Strong, style)
                : line.kind == Kind::Key ? emphasise(indented, Emphasis::Good, style)
                                         : indented;
        text += '\n';
    }
    return text + '\n';
}

// ---- solutions as games of PGN ----------------------------------------------------------------------------

namespace {

/// Formats the play of a solution as PGN moves and variations. Plies are counted from 0, the first move.
class GameWriter {
  public:
    explicit GameWriter(const SolutionReport& report) : report_(report) {}

    /// Returns the replies at `ply` as variations, each with our answers.
    std::string replies(int ply, const std::vector<Variation>& variations) const {
        std::vector<Branch> branches;
        for (const Variation& variation : variations) {
            const reports::Reply& first = variation.replies.front();
            std::vector<std::string> other_replies;
            for (std::size_t i = 1; i < variation.replies.size(); ++i)
                other_replies.push_back(variation.replies[i].move);
            const std::string alternatives =
                other_replies.empty() ? "" : " or " + joined(other_replies, ", ");
            branches.push_back(
                {move(ply, first.move, first.rolls, alternatives), answers(ply + 1, variation.answers)});
        }
        return joined_branches(branches);
    }

    /// Converts a line such as "(1,5) Qa8-e4 (-) Ke8-d7" to PGN.
    std::string line(std::string_view moves) const {
        std::string text, rolls;
        int ply = 0;
        for (const std::string_view word : words_between(moves, ' ')) {
            if (word.starts_with('(')) {
                rolls = word.substr(1, word.find_first_of(",)") - 1);
                continue;
            }
            const auto face = number_in<int>(rolls);
            text += (text.empty() ? "" : " ") +
                    move(ply++, word, face ? std::vector{*face} : std::vector<int>(), "");
        }
        return text;
    }

  private:
    /// A move, and the moves after it.
    struct Branch {
        std::string move, continuation;
    };

    static std::string joined_branches(const std::vector<Branch>& branches) {
        if (branches.empty()) return {};
        std::string text = branches.front().move;
        for (std::size_t i = 1; i < branches.size(); ++i)
            text += fmt::format(" ({}{}{})", branches[i].move, branches[i].continuation.empty() ? "" : " ",
                                branches[i].continuation);
        return branches.front().continuation.empty() ? text : text + ' ' + branches.front().continuation;
    }

    std::string answers(int ply, const std::vector<Continuation>& continuations) const {
        std::vector<Branch> branches;
        for (const Continuation& continuation : continuations) {
            for (const std::string& answer : continuation.moves) {
                const bool followed = &answer == continuation.moves.data();
                branches.push_back(
                    {move(ply, answer, continuation.rolls, ""),
                     followed ? replies(ply + 1, continuation.play.variations) : std::string()});
            }
        }
        return joined_branches(branches);
    }

    /// Formats a move with its number and first roll: "1... Qc4-g8+ {[%d8 -]}"; `also` ends the comment.
    std::string move(int ply, std::string_view text, const std::vector<int>& rolls,
                     const std::string& also) const {
        const bool black_begins = report_.turn == Color::Black;
        const int from_white = ply + (black_begins ? 1 : 0);
        text = text.substr(0, text.find(' '));
        std::string comment =
            report_.die ? records::die_command(report_.die, rolls.empty() ? 0 : rolls.front()) : "";
        comment += also;
        return fmt::format("{}{} {}{}", from_white / 2 + 1, from_white % 2 == 0 ? "." : "...", text,
                           comment.empty() ? "" : fmt::format(" {{{}}}", trim(comment)));
    }

    const SolutionReport& report_;
};

std::string one_line(const std::vector<records::PrintedLine>& lines) {
    std::vector<std::string> texts;
    for (const records::PrintedLine& line : lines) texts.push_back(line.text);
    return joined(texts, " ");
}

}  // namespace

PrintedSolution printed(const std::vector<SolutionReport>& reports, bool tested) {
    PrintedSolution solution;
    solution.tested = tested;
    solution.lines = printed_lines(reports);
    SolutionReport remaining = reports.front();
    const GameWriter writer(remaining);
    for (const reports::FirstMove& key : remaining.keys)
        solution.games.push_back({key.move, writer.replies(1, key.play.variations)});
    if (remaining.lines) {
        if (remaining.stipulation->is_series()) {  // PGN cannot show several moves of a side in a row
            solution.remark = one_line(solution.lines);
            return solution;
        }
        for (const std::string& line : remaining.lines->first)
            solution.games.push_back({"", writer.line(line)});
        remaining.lines.reset();
    }
    remaining.keys.clear();
    remaining.faces.clear();
    solution.remark = one_line(printed_lines({remaining}));
    return solution;
}

// ---- solutions as HTML ------------------------------------------------------------------------------------

namespace {

std::string_view css_class(Kind kind) {
    switch (kind) {
        case Kind::Heading:
        case Kind::Label:
        case Kind::NoKey: return "heading";
        case Kind::Key: return "key";
        case Kind::Try: return "try";
        case Kind::Verdict: return "verdict";
        case Kind::Play: break;
    }
    return "play";
}

/// Returns a line as markup that browsers do not break at the hyphens of moves.
std::string unbroken(std::string_view text) {
    constexpr std::size_t longest = 24;  // longer words may be broken
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string word = escape_xml(text.substr(0, end));
        const bool whole = end <= longest && word.find('-') != std::string::npos;
        out += whole ? fmt::format("<span>{}</span>", word) : word;
        text.remove_prefix(end);
        if (text.empty()) break;
        out += ' ';
        text.remove_prefix(1);
    }
    return out;
}

std::string heading(const SolutionReport& report, std::size_t number) {
    if (!report.twin.empty()) return twin_heading(report);
    std::string text = fmt::format("{}.", number);
    if (report.title) text += ' ' + *report.title;
    if (report.id) text += report.title ? fmt::format(" ({})", *report.id) : ' ' + *report.id;
    return text;
}

std::string byline(const SolutionReport& report) {
    std::vector<std::string> words;
    if (report.author) words.push_back(*report.author);
    if (report.source) words.push_back(*report.source);
    return joined(words, ", ");
}

template <class... Args>
void add(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

}  // namespace

std::string solution_html(const std::vector<SolutionReport>& reports, std::string_view title) {
    draw::SharedDrawings drawings;
    for (const SolutionReport& report : reports) {
        if (report.scene) drawings.add(*report.scene);
    }
    std::string out = draw::html_head(title, "", solution_css, drawings);
    add(out, "<h1>{}</h1>\n<main>\n", escape_xml(title));
    std::size_t number = 0;  // number of the diagram; twins share it
    for (std::size_t n = 0; n < reports.size(); ++n) {
        const SolutionReport& report = reports[n];
        if (report.twin.empty()) ++number;
        add(out, "<article class=\"solution\" id=\"p{}\">\n<h2>{}</h2>\n<div>", n + 1,
            escape_xml(heading(report, number)));
        if (report.scene) out += drawings.draw(*report.scene);
        add(out, "\n<p class=\"stipulation\"><span>{}</span><span>{}</span></p>\n",
            escape_xml(stipulation_text(report)), report.scene ? count_of_pieces(*report.scene) : "");
        if (const std::string line = byline(report); !line.empty())
            add(out, "<p class=\"meta\">{}</p>\n", escape_xml(line));
        add(out, "<p class=\"meta fen\">{}</p>\n</div>\n<div class=\"lines\">\n", escape_xml(report.fen));
        for (const SolutionLine& line : solution_lines(report))
            add(out, "<p class=\"{}\" style=\"--in:{}\">{}</p>\n", css_class(line.kind), line.indent,
                unbroken(line.text));
        out += "</div>\n</article>\n";
    }
    return out.append("</main>\n</body>\n</html>\n");
}

}  // namespace octomate::views
