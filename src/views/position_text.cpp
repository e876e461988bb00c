#include <fmt/core.h>

#include <algorithm>

#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using draw::Emphasis;
using draw::TextStyle;
using reports::FaceRow;
using reports::ListedMove;
using reports::SolveReport;

}  // namespace

std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    std::string heading = subject.id.value_or("");
    if (subject.title) heading.append(heading.empty() ? "" : ": ").append(*subject.title);
    std::string text;
    if (!heading.empty())
        text.append(emphasise(printable(heading), draw::Emphasis::Strong, style)).append("\n");
    return text.append(subject.fen).append("\n");
}

std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style) {
    const std::string heading = heading_text(subject, style) + '\n';
    return subject.scene ? heading + draw_board(*subject.scene, style) + '\n' : heading;
}

std::string state_text(const reports::Subject& subject) {
    return fmt::format("{} to move{}", side_text(subject.turn),
                       !subject.check ? ""
                       : subject.die  ? ", in check: no die"
                                      : ", in check");
}

std::string faint_line(std::string_view text, const draw::TextStyle& style) {
    return emphasise(text, Emphasis::Faint, style) + '\n';
}

std::string row_line(std::string_view row) { return std::string(trim_end(row)) + '\n'; }

std::string move_table(const std::vector<MoveRow>& rows, const Die* die, std::size_t faces_width,
                       const draw::TextStyle& style) {
    std::size_t move_width = 14, uci_width = 6;
    for (const MoveRow& row : rows) {
        move_width = std::max(move_width, row.move.size());
        uci_width = std::max(uci_width, row.uci.size());
        faces_width = std::max(faces_width, row.faces.size());
    }
    std::string text;
    for (const MoveRow& row : rows) {
        const std::string faces = die ? fmt::format("{:<{}}  ", row.faces, faces_width) : std::string();
        const std::string line = row_line(
            fmt::format("  {:<{}} {:<{}} {}{}", row.move, move_width, row.uci, uci_width, faces, row.text));
        text += &row == rows.data() ? faint_line(line.substr(0, line.size() - 1), style) : line;
    }
    return text;
}

std::string die_columns(const Die* die) { return fmt::format("    face  {}", die ? die->noun : "file"); }

std::string die_columns(const Die* die, int face, std::string_view names) {
    const std::size_t width = die ? die->noun.size() : 4;
    if (face == 0) return fmt::format("       -  {:>{}}", '-', width);
    return fmt::format("    {:>4}  {:>{}}", face, names, width);
}

std::string roll_text(int roll) { return roll > 0 ? fmt::format("({}) ", roll) : std::string(); }

std::string count_text(std::size_t number, std::string_view singular, std::string_view plural) {
    return fmt::format("{} {}", number, number == 1 ? singular : plural);
}

std::string faces_text(const std::vector<int>& faces) {
    std::vector<std::string> words;
    for (const int face : faces) words.push_back(std::to_string(face));
    return words.empty() ? "-" : joined(words, " ");
}

std::string notes_text(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) text += fmt::format("  Note: {}.\n", printable(note));
    return text;
}

// ---- values from the endgame tables -----------------------------------------------------------------------

namespace {

std::string row_text(const tables::RollOdds& roll, const Die* die, const draw::TextStyle& style) {
    std::string line = die_columns(die, roll.face, roll.names);
    line += fmt::format("  {:<13}", bounds_text(roll.bounds));
    const std::size_t best = roll.best_count();
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < best; ++i) moves.push_back(roll.moves[i].move);
    line += emphasise(joined(moves, ", "), Emphasis::Good, style);
    if (best < roll.moves.size()) {
        line += fmt::format("{}  next {} {}", roll.free ? "  free," : "", roll.moves[best].move,
                            bounds_text(roll.moves[best].bounds));
    }
    return row_line(line);
}

}  // namespace

std::string bounds_text(const tables::Bounds& bounds) {
    if (bounds.plies) {
        if (*bounds.plies == 0) return "mated";
        return fmt::format("{} in {}", bounds.lower > 0 ? "mate" : "lost", (*bounds.plies + 1) / 2);
    }
    if (bounds.lower == bounds.upper && bounds.lower == 0) return "draw";
    return fmt::format("{:.4f} %", 100 * chance_of(bounds.middle()));
}

std::string score_text(double value) { return fmt::format("{:.10f} %", 100 * chance_of(value)); }

std::string odds_line(const reports::Subject& subject) {
    const tables::Odds& odds = *subject.odds;
    const tables::Bounds& bounds = odds.bounds;
    const std::string side(side_text(subject.turn));
    const std::string table = fmt::format(" (endgame table {})", odds.material);
    if (bounds.plies || bounds.lower == bounds.upper)
        return fmt::format("{} to move: {}{}", side, bounds_text(bounds), table);
    return fmt::format("{}'s expected score is {}{}", side, bounds_text(bounds), table);
}

std::string odds_text(const reports::Subject& subject, const draw::TextStyle& style) {
    if (!subject.odds) return "";
    std::string text = fmt::format("  {}\n", emphasise(odds_line(subject), Emphasis::Strong, style));
    if (std::all_of(subject.odds->rolls.begin(), subject.odds->rolls.end(),
                    [](const tables::RollOdds& roll) { return roll.moves.empty(); }))
        return text + '\n';
    text += '\n' + faint_line(die_columns(subject.die) + "  score        best moves", style);
    for (const tables::RollOdds& roll : subject.odds->rolls) text += row_text(roll, subject.die, style);
    return text + '\n';
}

// ---- reports of solve -------------------------------------------------------------------------------------

namespace {

std::vector<std::string> move_texts(const std::vector<ListedMove>& moves) {
    std::vector<std::string> words;
    for (const ListedMove& move : moves) words.push_back(move.text);
    return words;
}

/// Lists all moves of a face, a paragraph for each kind of move.
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

/// Formats the table of faces in a report of `solve`.
class FaceTable {
  public:
    FaceTable(const SolveReport& report, const TextStyle& style) : report_(report), style_(style) {}

    std::string draw() {
        const bool has_die = report_.faces.front().face != 0;
        std::string text =
            faint_line((has_die ? die_columns(report_.die) : "  ") + "  moves         mates", style_);
        for (const FaceRow& row : report_.faces)
            text += has_die ? face_line(row) : moves_and_mates(row) + '\n';
        if (!has_die && report_.listed) text += list_moves(report_, report_.faces.front());
        const bool any_free = std::any_of(report_.faces.begin(), report_.faces.end(),
                                          [](const FaceRow& row) { return row.free; });
        if (any_free)
            text += '\n' + faint_line(fmt::format("    free: {}, so any move may be played",
                                                  report_.die->why_free()),
                                      style_);
        return text;
    }

  private:
    std::string face_line(const FaceRow& row) {
        const bool is_roll = &row == report_.rolled();
        std::string label = die_columns(report_.die, row.face, row.names);
        if (is_roll) label.replace(2, 1, style_.unicode ? "▸" : ">");
        std::string text =
            (is_roll ? emphasise(label, Emphasis::Strong, style_) : label) + moves_and_mates(row) + '\n';
        if (!report_.listed) return text;
        if (!row.free) return text + list_moves(report_, row);
        if (free_face_ != 0)
            return text + fmt::format("          free      any move, as on face {}\n", free_face_);
        free_face_ = row.face;
        return text + "          free      any move:\n" + list_moves(report_, row);
    }

    /// Returns the right half of a row: the number of moves, "free" and the mates.
    std::string moves_and_mates(const FaceRow& row) const {
        std::string text = fmt::format("  {:>5}", row.moves);
        text += row.free            ? "  " + emphasise("free", Emphasis::Warn, style_) + "  "
                : row.mates.empty() ? ""
                                    : "        ";
        return std::string(trim_end(text + mates_text(row, style_)));
    }

    const SolveReport& report_;
    const TextStyle& style_;
    int free_face_ = 0;  // first free face; the table refers other free faces to its list
};

/// Returns the answer in a game without a die: "Qa8-e4 mates."
std::string winning_moves_text(const SolveReport& report) {
    const auto& wins = report.faces.front().mates;
    if (wins.empty()) return report.several_ways ? "No move wins." : "No move mates.";
    const bool all_mate = std::all_of(
        wins.begin(), wins.end(), [](const ListedMove& win) { return win.way.empty() || win.way == "mate"; });
    return fmt::format("{} {}{}.", enumerate(move_texts(wins), " and "), all_mate ? "mate" : "win",
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
    const bool has_die = report.faces.front().face != 0;
    const bool has_moves = std::any_of(report.faces.begin(), report.faces.end(),
                                       [](const FaceRow& row) { return row.moves > 0; });
    if (!has_moves && report.outcome != Outcome::Draw && !report.check)
        return fmt::format("The game is over: {} has won.",
                           report.outcome == Outcome::White ? "White" : "Black");
    if (!has_moves) return report.check ? "It is checkmate." : "It is stalemate.";
    if (!has_die) return winning_moves_text(report);
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
                               : fmt::format("mates with {}", enumerate(move_texts(row->mates), " and "))) +
               text;
    }
    return text;
}

std::string report_text(const SolveReport& report, const TextStyle& style) {
    std::string text = board_heading_text(report, style);
    text += fmt::format("  {}\n\n", state_text(report));
    text += FaceTable(report, style).draw();
    text += "\n  " + emphasise(answer_text(report), Emphasis::Strong, style) + '\n';
    return text.append(notes_text(report.notes)).append("\n").append(odds_text(report, style));
}

// ---- reports of moves -------------------------------------------------------------------------------------

namespace {

/// Describes the effect of a move in words.
std::string description(const reports::MoveRecord& record) {
    if (!record.mate) return record.explanation;
    return record.explanation.empty() ? "mate" : record.explanation + ", mate";
}

}  // namespace

std::string report_text(const reports::MovesReport& report, const draw::TextStyle& style) {
    std::vector<MoveRow> rows = {{"move", "uci", "faces", "what it does"}};
    for (const reports::MoveRecord& record : report.moves)
        rows.push_back({record.move, record.uci, faces_text(record.faces), description(record)});
    const std::string text = board_heading_text(report, style) + move_table(rows, report.die, 15, style);
    const std::string listed =
        report.moves.size() < report.count ? fmt::format("{} of ", report.moves.size()) : std::string();
    return text + fmt::format("\n  {}{} legal move{}\n", listed, report.count, report.count == 1 ? "" : "s");
}

// ---- reports of mate and perft ----------------------------------------------------------------------------

namespace {

/// Returns "2 solutions, 1 intended:" and a line for each; "at least 2" if the search hit a limit.
std::string lines_text(const reports::ReportedLines& lines, std::string_view singular,
                       std::string_view plural, const std::string& intended) {
    if (lines.count == 0)
        return fmt::format("  No {}{}{}.\n", singular, lines.complete ? "" : " before the limit", intended);
    const std::string_view bound = lines.complete ? "" : "at least ";
    std::string text = fmt::format("  {}{} {}{}:\n", bound, grouped(lines.count),
                                   lines.count == 1 ? singular : plural, intended);
    for (const std::string& line : lines.first) text += fmt::format("    {}\n", line);
    if (lines.count > lines.first.size())
        text += fmt::format("    and {}{} more\n", bound, grouped(lines.count - lines.first.size()));
    return text;
}

/// Formats a chance in per cent: "27.7". Only exact values are "0" and "100".
std::string percent_text(const solver::Fraction& value) {
    const double percent =
        100.0 * static_cast<double>(value.numerator) / static_cast<double>(value.denominator);
    if (value.numerator == 0 || value.numerator == value.denominator) return fmt::format("{:.0f}", percent);
    if (percent < 0.05) return "<0.1";
    return percent >= 99.95 ? ">99.9" : fmt::format("{:.1f}", percent);
}

/// Returns the question that a report of `mate` answers: "mate within 2 moves, mean over the rolls, …".
std::string question_text(const reports::MateReport& report) {
    std::string text = report.stipulation
                           ? records::words_of(*report.stipulation)
                           : fmt::format("mate within {} move{}", report.moves, report.moves == 1 ? "" : "s");
    if (report.die) {
        switch (report.dice) {
            case solver::Dice::Mean: text += ", mean over the rolls"; break;
            case solver::Dice::Every: text += ", whatever is rolled"; break;
            case solver::Dice::Some: text += ", with the best rolls"; break;
        }
    }
    if (report.stipulation) return text;
    return text + (report.defence == solver::Defence::Best ? ", against the best defence"
                                                           : ", with the opponent's help");
}

std::string row_text(const reports::MateRow& row, const Die* die, const TextStyle& style) {
    std::string line = die ? die_columns(die, row.face, row.names) + "  " : "    ";
    line += fmt::format("{:<22}", value_text(row.value, style.exact));
    line += row.forced ? emphasise("forced", Emphasis::Good, style) + "  " : "        ";
    line += joined(row.best, ", ");
    return row_line(line);
}

/// Returns the number and the lines of the solutions, then those of the set play.
std::string solutions_text(const reports::MateReport& report) {
    std::string intended;
    if (report.wanted && *report.wanted != report.solutions->count)
        intended = fmt::format(", {} intended", grouped(*report.wanted));
    std::string text = lines_text(*report.solutions, "solution", "solutions", intended);
    if (report.set_play) text += lines_text(*report.set_play, "line of set play", "lines of set play", "");
    return text;
}

}  // namespace

std::string value_text(const reports::ReportedValue& value, bool exact) {
    const std::string lower = percent_text(value.lower), upper = percent_text(value.upper);
    if (!value.exact())
        return exact ? fmt::format("{} … {}", value.lower.text(), value.upper.text())
                     : fmt::format("{} … {} %", lower, upper);
    return exact ? fmt::format("{} ({} %)", value.lower.text(), lower) : lower + " %";
}

std::string report_text(const reports::PerftReport& report, const TextStyle&) {
    std::string text;
    for (const auto& [move, count] : report.lines) text += fmt::format("{:<6} {}\n", move, count);
    text +=
        fmt::format("{} nodes at depth {} in {:.3f} s", report.nodes, report.request.depth, report.seconds);
    if (report.seconds > 0.01)
        text += fmt::format(" ({:.1f} million a second)",
                            static_cast<double>(report.nodes) / report.seconds / 1e6);
    return text + '\n';
}

std::string report_text(const reports::MateReport& report, const TextStyle& style) {
    std::string text = board_heading_text(report, style);
    text += fmt::format("  {} to move{}: {}\n\n", side_text(report.turn), report.check ? ", in check" : "",
                        question_text(report));
    const std::string heading =
        (report.die ? die_columns(report.die) + "  " : "    ") + "value                         best";
    text += faint_line(heading, style);
    for (const reports::MateRow& row : report.faces) text += row_text(row, report.die, style);
    const std::string total = fmt::format("{}: {}", report.faces.size() > 1 ? "Over all faces" : "Value",
                                          value_text(report.total, style.exact));
    text.append("\n  ").append(emphasise(total, Emphasis::Strong, style)).append("\n");
    if (report.odds) text += fmt::format("  Without a limit of moves: {}\n", odds_line(report));
    if (report.solutions) text += '\n' + solutions_text(report);
    if (!report.complete) {
        text += fmt::format("  A limit was reached after {} nodes; intervals are proven bounds.\n",
                            grouped(report.nodes));
    }
    text.append(notes_text(report.notes)).append("\n");
    return report.tree.empty() ? text : text.append(report.tree).append("\n");
}

}  // namespace octomate::views
