#include <fmt/core.h>

#include <utility>

#include "formats/game_score.hpp"
#include "reports/solution_report.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using records::PrintedSolution;
using reports::Continuation;
using reports::SolutionReport;
using reports::Variation;

/// Writes the play of a solution as moves and variations of PGN. Plies count from the first move, 0.
class GameWriter {
  public:
    explicit GameWriter(const SolutionReport& report) : report_(report) {}

    /// The replies, and how each goes on.
    std::string replies(int ply, const std::vector<Variation>& all) const {
        std::vector<Branch> branches;
        for (const Variation& one : all) {
            const reports::Reply& first = one.replies.front();
            std::vector<std::string> others;
            for (std::size_t at = 1; at < one.replies.size(); ++at) others.push_back(one.replies[at].move);
            const std::string also = others.empty() ? "" : " or " + joined(others, ", ");
            branches.push_back({move(ply, first.move, first.rolls, also), answers(ply + 1, one.answers)});
        }
        return joined_branches(branches);
    }

    /// A line such as "(1,5) Qa8-e4 (-) Ke8-d7".
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
    /// A move, and what follows it.
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

    /// "1... Qc4-g8+ {[%d8 -]}"; `also` stands behind the die.
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

}  // namespace octomate::views
