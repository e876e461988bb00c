#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "draw/game_curve.hpp"
#include "draw/scene.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"

/// Reports as text for people.
namespace octomate::views {

/// The column at which long lines are broken.
inline constexpr std::size_t page_width = 100;

/// The first lines of every report: id and title, where the record has them, and the FEN.
std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// The heading and the board, if the report has one, each followed by an empty line.
std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// "White to move", "White to move, in check: no die".
std::string state_text(const reports::Subject& subject);

/// "1 2 8"; "-" where no die is used.
std::string faces_text(const std::vector<int>& faces);

/// A line for each note.
std::string notes_text(const std::vector<std::string>& notes);

/// Returns the heading of a table, or a remark below it, as a faint line.
std::string faint_line(std::string_view text, const draw::TextStyle& style);

/// Returns a row of a table as a line, without blanks at its end.
std::string row_line(std::string_view row);

/// A row of a table of moves.
struct MoveRow {
    std::string move, uci, faces, text;
};

/// Prints moves in columns; the first row is the heading. Without a die there is no column of faces, which
/// else has at least the given width.
std::string move_table(const std::vector<MoveRow>& rows, const Die* die, std::size_t faces_width,
                       const draw::TextStyle& style);

/// The headings of a table's die columns, "    face  file", or the entries of one face. Columns of the same
/// width without a die.
std::string die_columns(const Die* die);
std::string die_columns(const Die* die, int face, std::string_view names);

/// "(5) ", or nothing without a roll.
std::string roll_text(int roll);

/// "1 move", "2 moves".
std::string count_text(std::size_t number, std::string_view one, std::string_view many);

/// The mates on a face: "Qa8-e4-e7# (cascade of 3)".
std::string mates_text(const reports::FaceRow& row, const draw::TextStyle& style);

/// The answer in a sentence: "Only 5 mates.", "It is checkmate."
std::string answer_text(const reports::SolveReport& report);

/// A report as the command prints it.
std::string report_text(const reports::SolveReport& report, const draw::TextStyle& style);
std::string report_text(const reports::MovesReport& report, const draw::TextStyle& style);
std::string report_text(const reports::PerftReport& report, const draw::TextStyle& style);
std::string report_text(const reports::MateReport& report, const draw::TextStyle& style);
std::string report_text(const reports::Analysis& analysis, const draw::TextStyle& style);
std::string report_text(const reports::CheckReport& report, const draw::TextStyle& style);
std::string report_text(const reports::RetractReport& report, const draw::TextStyle& style);
std::string report_text(const reports::ProofReport& report, const draw::TextStyle& style);
/// The lines of a solution, indented, behind its name and position if it is a twin's, and an empty line.
std::string report_text(const reports::SolutionReport& report, const draw::TextStyle& style);

/// "27.7 %", or, if exact, "71/256 (27.7 %)"; an interval as "12.5 … 75.0 %", or "1/8 … 3/4".
std::string value_text(const reports::ReportedValue& value, bool exact = false);

/// The value of a position in the endgame tables, that of each roll, and the best moves. Empty if no table
/// was asked, or none covers it.
std::string odds_text(const reports::Subject& subject, const draw::TextStyle& style);

/// The value of the position alone, in one sentence.
std::string odds_line(const reports::Subject& subject);

/// A value from -1 to 1 as an expected score with all digits that tables prove: "68.4144895000 %".
std::string score_text(double value);

/// "68.4145 %", or "mate in 9", "lost in 8" and "draw" in games without chance.
std::string worth_text(const tables::Bounds& bounds);

/// The score in two columns, each line followed by its faults, and the final position. If the replay was
/// analysed, each ply has a line, and a summary follows.
std::string replay_text(const reports::Replay& replay, std::size_t number, const draw::TextStyle& style);

/// Which side was luckier, and which played better, in a sentence.
std::string luck_verdict(const reports::GameChances& game);

/// The curve of an analysed game; it is called by `number` if its tags do not name the players.
draw::GameCurve luck_curve(const records::GameScore& game, const reports::Replay& replay, std::size_t number);

/// Says in a sentence whether a game leads to a position: "Legal: a shortest game has 5 plies."
std::string legality_text(const reports::Legality& legality);

/// The solutions of a diagram and its twins as they are printed: without what the signs behind the moves say,
/// without rolls that have no key, and without a verdict.
std::vector<records::PrintedLine> printed_lines(const std::vector<reports::SolutionReport>& reports);

/// The same as all writers print them.
records::PrintedSolution printed(const std::vector<reports::SolutionReport>& reports, bool tested);

/// "b) Ke4→e5"; "a)" for the diagram itself.
std::string twin_heading(const reports::SolutionReport& report);

/// Solutions as one self-contained HTML document: for each the diagram, if the report has a scene, the
/// stipulation, the count of pieces, and the lines.
std::string solution_html(const std::vector<reports::SolutionReport>& reports, std::string_view title);

}  // namespace octomate::views
