#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "reports/mate_report.hpp"
#include "reports/solution_report.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using draw::Emphasis;
using reports::Continuation;
using reports::FirstMove;
using reports::Play;
using reports::Refutation;
using reports::Reply;
using reports::SolutionReport;
using reports::Variation;
using reports::Waiting;
using Kind = SolutionLine::Kind;

/// "1-3,7".
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

bool ends_at_once(const Continuation& one) { return one.in == 1 && one.play == Play(); }

bool end_at_once(const std::vector<Continuation>& all) {
    return std::all_of(all.begin(), all.end(), ends_at_once);
}

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
    void line(int indent, std::string text, Kind kind = Kind::Play) {
        lines_.push_back({indent, std::move(text), kind});
    }

    /// "(1-3,7) "; nothing where no die is used, or where any roll will do.
    std::string rolled(const std::vector<int>& rolls) const {
        const bool any = report_.die && rolls.size() == static_cast<std::size_t>(report_.die->faces);
        return rolls.empty() || any ? std::string() : fmt::format("({}) ", runs(rolls));
    }

    void set_play() {
        if (!report_.set) return;
        const bool has_lines = report_.set->lines && report_.set->lines->count > 0;
        if (!has_lines && report_.set->mates.empty() && report_.set->variations.empty()) return;
        line(0, "Set play", Kind::Heading);
        if (has_lines) numbered_lines(*report_.set->lines, true, Kind::Play);
        if (!report_.set->mates.empty()) line(1, "1..." + in_a_row(report_.set->mates));
        variations(1, 1, report_.set->variations);
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

    /// The refutations of a try stand behind it, or else below its variations.
    void first_move(std::string text, const FirstMove& move) {
        const Kind kind = move.key ? Kind::Key : Kind::Try;
        play(1, 1, std::move(text), move.play, kind);
        if (move.key) return;
        std::vector<std::string> parts;
        for (const Refutation& one : move.refutations) {
            parts.push_back(fmt::format("{}{}!", rolled(one.rolls), joined(one.moves, "!, ")));
            if (one.leaves.numerator > 0) parts.back() += fmt::format(" leaves {}", one.leaves.text());
        }
        const std::string refuted = fmt::format("but 1...{}", joined(parts, "; "));
        if (lines_.back().kind == Kind::Try) {
            lines_.back().text.append(" ").append(refuted);
        } else {
            line(2, refuted);
        }
    }

    /// The line of a move of ours and what follows. `number` counts our moves.
    void play(int indent, int number, std::string text, const Play& play, Kind kind = Kind::Play) {
        const bool at_once = end_at_once(play.continuations);
        switch (play.waiting) {
            case Waiting::Over:
            case Waiting::Check: break;
            case Waiting::Zugzwang: text += " zugzwang"; break;
            case Waiting::Threat: text += " threat:"; break;
            case Waiting::OurTurn: text += " and moves again:"; break;
        }
        if (!play.continuations.empty() && at_once)
            text += fmt::format(" {}.{}", number + 1, in_a_row(play.continuations));
        line(indent, std::move(text), kind);
        if (!at_once) continuations(indent + 2, number + 1, play.continuations);
        variations(indent + 1, number, play.variations);
    }

    /// "(3) Qa4-a5#; (5,7) Kb1-b2#, Qa4-b5# dual".
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
            if (one.threatened) continue;  // the threat says it
            std::string text = fmt::format("{}...{}", number, in_a_row(one.replies));
            if (one.loses) {
                line(indent, text + " loses");
            } else if (one.again) {
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

    /// Replies by their rolls: "(1,2) Kd5, Ke5; (3) Kd6".
    std::string in_a_row(const std::vector<Reply>& replies) const {
        std::map<std::vector<int>, std::vector<std::string>> by_rolls;
        for (const Reply& reply : replies) by_rolls[reply.rolls].push_back(reply.move);
        std::vector<std::string> parts;
        for (const auto& [rolls, moves] : by_rolls) parts.push_back(rolled(rolls) + joined(moves, ", "));
        return joined(parts, "; ");
    }

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

    /// The lines of a help or series problem.
    void whole_lines(const reports::ReportedLines& lines) {
        line(0,
             lines.count == 0   ? "No solution"
             : lines.count == 1 ? "Solution"
                                : "Solutions",
             lines.count == 0 ? Kind::Heading : Kind::Label);
        numbered_lines(lines, report_.stipulation->half_moves % 2 != 0, Kind::Key);
    }

    /// `half`: they begin with the second ply of a move.
    void numbered_lines(const reports::ReportedLines& lines, bool half, Kind kind) {
        for (const std::string& one : lines.first) line(1, numbered(one, half), kind);
        if (lines.count > lines.first.size())
            line(1, fmt::format("and {} more", grouped(lines.count - lines.first.size())));
    }

    /// The moves of a line with their numbers, and their rolls where not any will do.
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

    /// "1." before the first of two plies, and "1..." where a line begins with the second one.
    std::string number_of(int ply, bool half, bool series) const {
        if (series) return ply < report_.moves ? fmt::format("{}.", ply + 1) : "";
        if (half && ply == 0) return "1...";
        const int from_move = ply + (half ? 1 : 0);
        return from_move % 2 == 0 ? fmt::format("{}.", from_move / 2 + 1) : "";
    }

    /// "(1,5)".
    static std::vector<int> rolls_in(std::string_view text) {
        std::vector<int> rolls;
        for (const std::string_view one : words_between(text.substr(1, text.size() - 2), ','))
            if (const auto roll = number_in<int>(one)) rolls.push_back(*roll);
        return rolls;
    }

    void verdict() {
        const std::string name = fmt::format("Octomate {}", version());
        std::string text = "C+ " + name;
        if (!report_.complete()) {
            text = fmt::format("C- {}: a limit was reached; missing: {}", name, joined(report_.limits, "; "));
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

}  // namespace

std::vector<SolutionLine> solution_lines(const SolutionReport& report) { return Writer(report).write(); }

std::vector<records::PrintedLine> printed_lines(const std::vector<SolutionReport>& reports) {
    std::vector<records::PrintedLine> lines;
    for (const SolutionReport& report : reports) {
        if (reports.size() > 1) lines.push_back({0, twin_heading(report)});
        int outdent = 1;  // what stood below a label
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

std::string stipulation(const SolutionReport& report) {
    if (report.stipulation)
        return fmt::format("{}, {} to move", records::text_of(*report.stipulation), side_text(report.turn));
    return fmt::format("{}{}, {} to move{}", report.several_ways ? "Win in " : "#", report.moves,
                       side_text(report.turn), report.roll ? fmt::format(", roll {}", *report.roll) : "");
}

std::string solution_text(const reports::SolutionReport& report, const draw::TextStyle& style) {
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

}  // namespace octomate::views
