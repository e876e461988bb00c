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

bool win_at_once(const std::vector<Continuation>& all) {
    return std::all_of(all.begin(), all.end(), [](const Continuation& one) { return one.in == 1; });
}

class Writer {
  public:
    explicit Writer(const SolutionReport& report) : report_(report) {}

    std::vector<SolutionLine> write() {
        set_play();
        first_moves(report_.tries, "Try", "Tries");
        first_moves(report_.keys, "Key", "Keys");
        no_key();
        verdict();
        return std::move(lines_);
    }

  private:
    /// More replies that change nothing are not named one by one.
    static constexpr std::size_t most_others = 3;

    void line(int indent, std::string text, Kind kind = Kind::Play) {
        lines_.push_back({indent, std::move(text), kind});
    }

    /// "(1-3,7) ", "(-) "; nothing in a game without a die.
    std::string rolled(const std::vector<int>& rolls) const {
        if (!report_.die) return {};
        return rolls.empty() ? "(-) " : fmt::format("({}) ", runs(rolls));
    }

    void set_play() {
        if (!report_.set || (report_.set->mates.empty() && report_.set->variations.empty())) return;
        line(0, "Set play", Kind::Heading);
        if (!report_.set->mates.empty()) line(1, "1..." + in_a_row(report_.set->mates));
        variations(1, 1, report_.set->variations);
    }

    void first_moves(const std::vector<FirstMove>& moves, const char* one, const char* several) {
        if (moves.empty()) return;
        line(0, moves.size() == 1 ? one : several, Kind::Heading);
        for (const FirstMove& move : moves) {
            std::string text = fmt::format("1.{}{}{}", rolled(move.rolls), move.move, move.mark());
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
        const bool at_once = win_at_once(play.continuations);
        switch (play.waiting) {
            case Waiting::Over:
            case Waiting::Check: break;
            case Waiting::Zugzwang: text += " zugzwang"; break;
            case Waiting::Threat: text += " threat:"; break;
            case Waiting::OurTurn: text += " and moves again:"; break;
        }
        if (!play.continuations.empty() && at_once)
            text += fmt::format(" {}.{}", number + 1, in_a_row(play.continuations, false));
        line(indent, std::move(text), kind);
        if (!at_once) continuations(indent + 2, number + 1, play.continuations, false);
        variations(indent + 1, number, play.variations);
    }

    /// "(3) Qa4-a5#; (5,7) Kb1-b2#, Qa4-b5# dual". A threat is never marked as short.
    std::string in_a_row(const std::vector<Continuation>& all, bool mark_short = true) const {
        std::vector<std::string> parts;
        for (const Continuation& one : all) {
            parts.push_back(moves_of(one));
            if (one.is_short && mark_short) parts.back() += " short";
        }
        return joined(parts, "; ");
    }

    std::string moves_of(const Continuation& one) const {
        return fmt::format("{}{}{}", rolled(one.rolls), joined(one.moves, ", "), one.dual ? " dual" : "");
    }

    void continuations(int indent, int number, const std::vector<Continuation>& all, bool mark_short = true) {
        for (const Continuation& one : all) {
            std::string text = fmt::format("{}.{}", number, moves_of(one));
            if (one.is_short && mark_short) text += " short";
            if (one.in == 1) {
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
            std::string text = fmt::format("{}...", number);
            if (one.threatened && one.replies.size() > most_others) {
                text += all.size() == 1 ? "any" : "any other";
            } else {
                text += in_a_row(one.replies);
            }
            if (one.loses) {
                line(indent, text + " loses");
            } else if (one.again) {
                play(indent, number, text + " and moves again", one.play);
            } else if (win_at_once(one.answers)) {
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
        line(0, all && !report_.roll ? "No key" : fmt::format("No key on {}", runs(without)), Kind::Heading);
    }

    void verdict() {
        const std::string name = fmt::format("Octomate {}", version());
        line(0,
             report_.complete()
                 ? "C+ " + name
                 : fmt::format("C- {}: a limit was reached; missing: {}", name, joined(report_.limits, "; ")),
             Kind::Verdict);
    }

    const SolutionReport& report_;
    std::vector<SolutionLine> lines_;
};

}  // namespace

std::vector<SolutionLine> solution_lines(const SolutionReport& report) { return Writer(report).write(); }

std::string stipulation(const SolutionReport& report) {
    return fmt::format("{}{}, {} to move{}", report.several_ways ? "Win in " : "#", report.moves,
                       side_text(report.turn), report.roll ? fmt::format(", roll {}", *report.roll) : "");
}

std::string solution_text(const reports::SolutionReport& report, const draw::TextStyle& style) {
    std::string text;
    for (const SolutionLine& line : solution_lines(report)) {
        const auto indent = static_cast<std::size_t>(2 + 2 * line.indent);
        const std::string shown =
            std::string(indent, ' ') + wrapped(line.text, page_width, indent + 4, indent);
        const bool strong = line.kind == Kind::Heading || line.kind == Kind::Verdict;
        text += strong                   ? emphasise(shown, Emphasis::Strong, style)
                : line.kind == Kind::Key ? emphasise(shown, Emphasis::Good, style)
                                         : shown;
        text += '\n';
    }
    return text + '\n';
}

}  // namespace octomate::views
