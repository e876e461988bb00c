#include <fmt/core.h>

#include <algorithm>

#include "reports/solve_report.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using draw::Emphasis;
using draw::TextStyle;
using reports::FaceRow;
using reports::ListedMove;
using reports::SolveReport;

std::vector<std::string> texts(const std::vector<ListedMove>& moves) {
    std::vector<std::string> words;
    for (const ListedMove& move : moves) words.push_back(move.text);
    return words;
}

/// The moves of a face, kind by kind.
std::string list_moves(const SolveReport& report, const FaceRow& row) {
    std::string text;
    for (std::size_t kind = 0; kind < report.kinds.size(); ++kind) {
        std::vector<std::string> words;
        for (const ListedMove& move : row.list) {
            if (move.kind == kind) words.push_back(move.text);
        }
        if (words.empty()) continue;
        const std::string label = fmt::format("          {:<10}", report.kinds[kind]);
        text += label + wrapped(' ' + joined(words, " "), page_width, label.size() + 1, label.size()) + '\n';
    }
    return text;
}

class FaceTable {
  public:
    FaceTable(const SolveReport& report, const TextStyle& style) : report_(report), style_(style) {}

    std::string draw() {
        const bool die = report_.faces.front().face != 0;
        std::string text = emphasise((die ? die_columns(report_.die) : "  ") + "  moves         mates",
                                     Emphasis::Faint, style_) +
                           '\n';
        for (const FaceRow& row : report_.faces) text += die ? face_line(row) : line(row) + '\n';
        if (!die && report_.listed) text += list_moves(report_, report_.faces.front());
        const bool any_free = std::any_of(report_.faces.begin(), report_.faces.end(),
                                          [](const FaceRow& row) { return row.free; });
        if (any_free)
            text += "\n" +
                    emphasise(fmt::format("    free: {}, so any move may be played", report_.die->why_free()),
                              Emphasis::Faint, style_) +
                    "\n";
        return text;
    }

  private:
    std::string face_line(const FaceRow& row) {
        const bool rolled = &row == report_.rolled();
        std::string label = die_columns(report_.die, row.face, row.names);
        if (rolled) label.replace(2, 1, style_.unicode ? "▸" : ">");
        std::string text = (rolled ? emphasise(label, Emphasis::Strong, style_) : label) + line(row) + '\n';
        if (!report_.listed) return text;
        if (!row.free) return text + list_moves(report_, row);
        if (free_face_ != 0)
            return text + fmt::format("          free      any move, as on face {}\n", free_face_);
        free_face_ = row.face;
        return text + "          free      any move:\n" + list_moves(report_, row);
    }

    /// From the number of moves on.
    std::string line(const FaceRow& row) const {
        std::string text = fmt::format("  {:>5}", row.moves);
        text += row.free            ? "  " + emphasise("free", Emphasis::Warn, style_) + "  "
                : row.mates.empty() ? ""
                                    : "        ";
        return std::string(trim_end(text + mates_text(row, style_)));
    }

    const SolveReport& report_;
    const TextStyle& style_;
    int free_face_ = 0;  // the first free face, whose list the others share
};

/// The winning moves of a game without a die.
std::string wins_text(const SolveReport& report) {
    const auto& wins = report.faces.front().mates;
    if (wins.empty()) return report.several_ways ? "No move wins." : "No move mates.";
    const bool all_mate = std::all_of(
        wins.begin(), wins.end(), [](const ListedMove& win) { return win.by.empty() || win.by == "mate"; });
    return fmt::format("{} {}{}.", enumerate(texts(wins), " and "), all_mate ? "mate" : "win",
                       wins.size() == 1 ? "s" : "");
}

}  // namespace

std::string mates_text(const FaceRow& row, const TextStyle& style) {
    std::string text;
    for (const ListedMove& mate : row.mates) {
        text += (text.empty() ? "" : ", ") + emphasise(mate.text, Emphasis::Good, style);
        if (!mate.remark.empty()) text += fmt::format(" ({})", mate.remark);
    }
    return text;
}

std::string answer_text(const SolveReport& report) {
    const bool die = report.faces.front().face != 0;
    const bool movable = std::any_of(report.faces.begin(), report.faces.end(),
                                     [](const FaceRow& row) { return row.moves > 0; });
    if (!movable && report.outcome != Outcome::Draw && !report.check)
        return fmt::format("The game is over: {} has won.",
                           report.outcome == Outcome::White ? "White" : "Black");
    if (!movable) return report.check ? "It is checkmate." : "It is stalemate.";
    if (!die) return wins_text(report);
    std::vector<std::string> winning;
    for (const FaceRow& row : report.faces) {
        if (!row.mates.empty()) winning.push_back(std::to_string(row.face));
    }
    std::string text = winning.empty()       ? "No roll mates."
                       : winning.size() == 1 ? fmt::format("Only {} mates.", winning.front())
                                             : fmt::format("{} mate.", enumerate(winning, " and "));
    if (const FaceRow* row = report.rolled()) {
        text = fmt::format("The roll of {} {}. ", row->face,
                           row->mates.empty()
                               ? "does not mate"
                               : fmt::format("mates with {}", enumerate(texts(row->mates), " and "))) +
               text;
    }
    return text;
}

std::string solve_text(const SolveReport& report, const TextStyle& style) {
    std::string text = board_heading_text(report, style);
    text += fmt::format("  {}\n\n", state_text(report));
    text += FaceTable(report, style).draw();
    text += "\n  " + emphasise(answer_text(report), Emphasis::Strong, style) + '\n';
    return text.append(notes_text(report.notes)).append("\n");
}

}  // namespace octomate::views
