#include <fmt/core.h>

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
        Heading,  ///< "Set play", or that there is no solution
        Label,    ///< "Key" or "Tries", which the signs "!" and "?" after the moves also show
        Key,
        Try,
        Play,
        Lost,  ///< lists the rolls without a key, if other rolls have one
        Verdict,
    };

    int indent = 0;  ///< level of indentation
    std::string text;
    Kind kind = Kind::Play;
};

using Kind = SolutionLine::Kind;

}  // namespace

// ---- text -------------------------------------------------------------------------------------------------

namespace {

/// Formats rolls, with ranges for three or more consecutive ones: "1-3,7".
std::string runs(const std::vector<int>& rolls) {
    std::string text;
    for (std::size_t at = 0; at < rolls.size();) {
        std::size_t end = at + 1;
        while (end < rolls.size() && rolls[end] == rolls[end - 1] + 1) ++end;
        if (end - at < 3) end = at + 1;
        text += fmt::format("{}{}", text.empty() ? "" : ",", rolls[at]);
        if (end - at > 1) text += fmt::format("-{}", rolls[end - 1]);
        at = end;
    }
    return text;
}

/// Checks whether a continuation wins at once, so that nothing follows it.
bool ends_at_once(const Continuation& one) { return one.win_in == 1 && one.play == Play(); }

bool end_at_once(const std::vector<Continuation>& all) {
    return std::all_of(all.begin(), all.end(), ends_at_once);
}

/// Formats a solution as lines.
class Writer {
  public:
    explicit Writer(const SolutionReport& report) : report_(report) {}

    std::vector<SolutionLine> write() {
        set_play();
        if (report_.lines) {
            whole_lines(*report_.lines);
        } else {
            first_moves(report_.tries, "Try", "Tries");
            first_moves(report_.keys, "Key", "Keys");
            no_key();
        }
        verdict();
        return std::move(lines_);
    }

  private:
    /// Appends a line.
    void line(int indent, std::string text, Kind kind = Kind::Play) {
        lines_.push_back({indent, std::move(text), kind});
    }

    /// Formats rolls before a move: "(1-3,7) "; empty for no die, or for all rolls.
    std::string rolled(const std::vector<int>& rolls) const {
        const bool any = report_.die && rolls.size() == static_cast<std::size_t>(report_.die->faces);
        return rolls.empty() || any ? std::string() : fmt::format("({}) ", runs(rolls));
    }

    void set_play() {
        if (!report_.set_play) return;
        const bool has_lines = report_.set_play->lines && report_.set_play->lines->count > 0;
        if (!has_lines && report_.set_play->mates.empty() && report_.set_play->variations.empty()) return;
        line(0, "Set play", Kind::Heading);
        if (has_lines) numbered_lines(*report_.set_play->lines, true, Kind::Play);
        if (!report_.set_play->mates.empty()) line(1, "1..." + in_a_row(report_.set_play->mates));
        variations(1, 1, report_.set_play->variations);
    }

    void first_moves(const std::vector<FirstMove>& moves, const char* one, const char* several) {
        if (moves.empty()) return;
        line(0, moves.size() == 1 ? one : several, Kind::Label);
        for (const FirstMove& move : moves) {
            const std::string rolls = move.rolls.empty() ? "" : fmt::format("({}) ", runs(move.rolls));
            std::string text = fmt::format("1.{}{}{}", rolls, move.move, move.mark());
            if (move.dual) text += " dual";
            if (is_short(move, report_)) text += " short";
            if (!move.key && report_.die && report_.moves > 1)
                text += fmt::format(" {}", value_text({move.odds, move.odds}));
            first_move(std::move(text), move);
        }
    }

    /// Appends a key or try with its play. Refutations follow a try on its line or, if it has variations,
    /// below them.
    void first_move(std::string text, const FirstMove& move) {
        const Kind kind = move.key ? Kind::Key : Kind::Try;
        play(1, 1, std::move(text), move.play, kind);
        if (move.key) return;
        std::vector<std::string> parts;
        for (const Refutation& one : move.refutations) {
            parts.push_back(fmt::format("{}{}!", rolled(one.rolls), joined(one.moves, "!, ")));
            if (one.chance.numerator > 0) parts.back() += fmt::format(" leaves {}", one.chance.text());
        }
        const std::string refuted = fmt::format("but 1...{}", joined(parts, "; "));
        if (lines_.back().kind == Kind::Try) {
            lines_.back().text.append(" ").append(refuted);
        } else {
            line(2, refuted);
        }
    }

    /// Appends the line of a move of ours, which begins with `text`, and the play after it. `number` is the
    /// number of the move.
    void play(int indent, int number, std::string text, const Play& play, Kind kind = Kind::Play) {
        const bool at_once = end_at_once(play.continuations);
        switch (play.situation) {
            case Situation::Over:
            case Situation::Check: break;
            case Situation::Zugzwang: text += " zugzwang"; break;
            case Situation::Threat: text += " threat:"; break;
            case Situation::OurTurn: text += " and moves again:"; break;
        }
        if (!play.continuations.empty() && at_once)
            text += fmt::format(" {}.{}", number + 1, in_a_row(play.continuations));
        line(indent, std::move(text), kind);
        if (!at_once) continuations(indent + 2, number + 1, play.continuations);
        variations(indent + 1, number, play.variations);
    }

    /// Returns continuations on one line: "(3) Qa4-a5#; (5,7) Kb1-b2#, Qa4-b5# dual".
    std::string in_a_row(const std::vector<Continuation>& all) const {
        std::vector<std::string> parts;
        for (const Continuation& one : all) {
            parts.push_back(moves_of(one));
            if (one.is_short) parts.back() += " short";
        }
        return joined(parts, "; ");
    }

    std::string moves_of(const Continuation& one) const {
        return fmt::format("{}{}{}", rolled(one.rolls), joined(one.moves, ", "), one.dual ? " dual" : "");
    }

    void continuations(int indent, int number, const std::vector<Continuation>& all) {
        for (const Continuation& one : all) {
            std::string text = fmt::format("{}.{}", number, moves_of(one));
            if (one.is_short) text += " short";
            if (ends_at_once(one)) {
                line(indent, std::move(text));
            } else if (one.moves.size() == 1) {
                play(indent, number, std::move(text), one.play);
            } else {
                line(indent, std::move(text));
                play(indent + 1, number, fmt::format("after {}:", one.moves.front()), one.play);
            }
        }
    }

    void variations(int indent, int number, const std::vector<Variation>& all) {
        for (const Variation& one : all) {
            if (one.threatened) continue;  // already shown as the threat
            std::string text = fmt::format("{}...{}", number, in_a_row(one.replies));
            if (one.loses) {
                line(indent, text + " loses");
            } else if (one.opponent_moves_again) {
                play(indent, number, text + " and moves again", one.play);
            } else if (one.answers.empty()) {
                line(indent, std::move(text));
            } else if (end_at_once(one.answers)) {
                line(indent, fmt::format("{}  {}.{}", text, number + 1, in_a_row(one.answers)));
            } else {
                line(indent, std::move(text));
                continuations(indent + 1, number + 1, one.answers);
            }
        }
    }

    /// Returns replies on one line, grouped by their rolls: "(1,2) Kd5, Ke5; (3) Kd6".
    std::string in_a_row(const std::vector<Reply>& replies) const {
        std::map<std::vector<int>, std::vector<std::string>> by_rolls;
        for (const Reply& reply : replies) by_rolls[reply.rolls].push_back(reply.move);
        std::vector<std::string> parts;
        for (const auto& [rolls, moves] : by_rolls) parts.push_back(rolled(rolls) + joined(moves, ", "));
        return joined(parts, "; ");
    }

    /// Appends a line that lists the rolls without a key, if there are any.
    void no_key() {
        std::vector<int> without;
        for (const auto& face : report_.faces) {
            if (face.keys.empty()) without.push_back(face.face);
        }
        if (without.empty()) return;
        const bool all = without.size() == report_.faces.size();
        line(0, all && !report_.roll ? "No key" : fmt::format("No key on {}", runs(without)),
             all ? Kind::Heading : Kind::Lost);
    }

    /// Appends the lines of a help or series problem.
    void whole_lines(const reports::ReportedLines& lines) {
        line(0,
             lines.count == 0   ? "No solution"
             : lines.count == 1 ? "Solution"
                                : "Solutions",
             lines.count == 0 ? Kind::Heading : Kind::Label);
        numbered_lines(lines, report_.stipulation->half_moves % 2 != 0, Kind::Key);
    }

    /// Appends lines with move numbers. `half`: they begin with the second ply of a move.
    void numbered_lines(const reports::ReportedLines& lines, bool half, Kind kind) {
        for (const std::string& one : lines.first) line(1, numbered(one, half), kind);
        if (lines.count > lines.first.size())
            line(1, fmt::format("and {} more", grouped(lines.count - lines.first.size())));
    }

    /// Adds move numbers to the moves of a line, and removes the rolls of a move that every roll allows.
    std::string numbered(std::string_view moves, bool half) const {
        const bool series = report_.stipulation->is_series();
        std::string text, rolls;
        int ply = 0;
        for (const std::string_view word : words_between(moves, ' ')) {
            if (word.starts_with('(')) {
                rolls = word == "(-)" ? "" : rolled(rolls_in(word));
                continue;
            }
            text.append(text.empty() ? "" : " ").append(number_of(ply++, half, series));
            text.append(std::exchange(rolls, {})).append(word);
        }
        return text;
    }

    /// Returns the move number before a ply: "1." before the first of two plies, "1..." if the line begins
    /// with the second one, else empty.
    std::string number_of(int ply, bool half, bool series) const {
        if (series) return ply < report_.moves ? fmt::format("{}.", ply + 1) : "";
        if (half && ply == 0) return "1...";
        const int from_move = ply + (half ? 1 : 0);
        return from_move % 2 == 0 ? fmt::format("{}.", from_move / 2 + 1) : "";
    }

    /// Parses rolls such as "(1,5)".
    static std::vector<int> rolls_in(std::string_view text) {
        std::vector<int> rolls;
        for (const std::string_view one : words_between(text.substr(1, text.size() - 2), ','))
            if (const auto roll = number_in<int>(one)) rolls.push_back(*roll);
        return rolls;
    }

    /// Appends the verdict: "C+" if the solution is complete and strict.
    void verdict() {
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
        line(0, std::move(text), Kind::Verdict);
    }

    const SolutionReport& report_;
    std::vector<SolutionLine> lines_;
};

/// Returns the set play, tries and keys, or the lines of a help or series problem, and the verdict. Rolls are
/// in parentheses; after the first move, they are left out before a move that every roll allows.
std::vector<SolutionLine> solution_lines(const SolutionReport& report) { return Writer(report).write(); }

/// Returns the stipulation with the side to move: "#1, White to move, roll 5".
std::string stipulation(const SolutionReport& report) {
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
        int outdent = 1;  // lines below a label are indented by one level
        for (SolutionLine& line : solution_lines(report)) {
            if (line.kind == Kind::Heading) outdent = 0;
            if (line.kind == Kind::Label) outdent = 1;
            if (line.kind == Kind::Label || line.kind == Kind::Lost || line.kind == Kind::Verdict) continue;
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
        const std::string shown =
            std::string(indent, ' ') + wrapped(line.text, page_width, indent + 4, indent);
        const bool strong = line.kind != Kind::Key && line.kind != Kind::Try && line.kind != Kind::Play;
        text += strong                   ? emphasise(shown, Emphasis::Strong, style)
                : line.kind == Kind::Key ? emphasise(shown, Emphasis::Good, style)
                                         : shown;
        text += '\n';
    }
    return text + '\n';
}

// ---- games of PGN -----------------------------------------------------------------------------------------

namespace {

/// Formats the play of a solution as PGN moves and variations. Plies are counted from 0, the first move.
class GameWriter {
  public:
    explicit GameWriter(const SolutionReport& report) : report_(report) {}

    /// Returns the replies at `ply` as variations, each with our answers.
    std::string replies(int ply, const std::vector<Variation>& all) const {
        std::vector<Branch> branches;
        for (const Variation& one : all) {
            const reports::Reply& first = one.replies.front();
            std::vector<std::string> others;
            for (std::size_t at = 1; at < one.replies.size(); ++at) others.push_back(one.replies[at].move);
            const std::string alternatives = others.empty() ? "" : " or " + joined(others, ", ");
            branches.push_back(
                {move(ply, first.move, first.rolls, alternatives), answers(ply + 1, one.answers)});
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
        std::string move, rest;
    };

    static std::string joined_branches(const std::vector<Branch>& all) {
        if (all.empty()) return {};
        std::string text = all.front().move;
        for (std::size_t at = 1; at < all.size(); ++at)
            text += fmt::format(" ({}{}{})", all[at].move, all[at].rest.empty() ? "" : " ", all[at].rest);
        return all.front().rest.empty() ? text : text + ' ' + all.front().rest;
    }

    std::string answers(int ply, const std::vector<Continuation>& all) const {
        std::vector<Branch> branches;
        for (const Continuation& one : all) {
            for (const std::string& answer : one.moves) {
                const bool followed = &answer == one.moves.data();
                branches.push_back({move(ply, answer, one.rolls, ""),
                                    followed ? replies(ply + 1, one.play.variations) : std::string()});
            }
        }
        return joined_branches(branches);
    }

    /// Returns a numbered move with its die: "1... Qc4-g8+ {[%d8 -]}"; `also` is added to the comment.
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
    SolutionReport rest = reports.front();
    const GameWriter writer(rest);
    for (const reports::FirstMove& key : rest.keys)
        solution.games.push_back({key.move, writer.replies(1, key.play.variations)});
    if (rest.lines) {
        if (rest.stipulation->is_series()) {  // one side has several moves in a row
            solution.remark = one_line(solution.lines);
            return solution;
        }
        for (const std::string& line : rest.lines->first) solution.games.push_back({"", writer.line(line)});
        rest.lines.reset();
    }
    rest.keys.clear();
    rest.faces.clear();
    solution.remark = one_line(printed_lines({rest}));
    return solution;
}

// ---- HTML -------------------------------------------------------------------------------------------------

namespace {

std::string_view class_of(Kind kind) {
    switch (kind) {
        case Kind::Heading:
        case Kind::Label:
        case Kind::Lost: return "heading";
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

std::string meta(const SolutionReport& report) {
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
            escape_xml(stipulation(report)), report.scene ? count_of_pieces(*report.scene) : "");
        if (const std::string words = meta(report); !words.empty())
            add(out, "<p class=\"meta\">{}</p>\n", escape_xml(words));
        add(out, "<p class=\"meta fen\">{}</p>\n</div>\n<div class=\"lines\">\n", escape_xml(report.fen));
        for (const SolutionLine& line : solution_lines(report))
            add(out, "<p class=\"{}\" style=\"--in:{}\">{}</p>\n", class_of(line.kind), line.indent,
                unbroken(line.text));
        out += "</div>\n</article>\n";
    }
    return out.append("</main>\n</body>\n</html>\n");
}

}  // namespace octomate::views
