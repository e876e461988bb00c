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

/// The maximum length of a line; longer lines are wrapped.
inline constexpr std::size_t page_width = 100;

/// Returns the first lines of a report: id and title, if the record has them, and the FEN.
std::string heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// Returns the heading and, if the report has one, the board, each followed by an empty line.
std::string board_heading_text(const reports::Subject& subject, const draw::TextStyle& style);

/// Returns the side to move and whether it is in check: "White to move, in check: no die".
std::string state_text(const reports::Subject& subject);

/// Formats faces: "1 2 8"; "-" if the list is empty, because no die is used.
std::string faces_text(const std::vector<int>& faces);

/// Returns a line for each note.
std::string notes_text(const std::vector<std::string>& notes);

/// Returns `text`, such as the heading of a table, as a faint line.
std::string faint_line(std::string_view text, const draw::TextStyle& style);

/// Returns a row of a table as a line, without trailing blanks.
std::string row_line(std::string_view row);

/// A row of a table of moves.
struct MoveRow {
    std::string move, uci, faces, text;
};

/// Returns a table of moves; the first row is the heading. The column of faces is at least `faces_width`
/// wide, and is left out if `die` is null.
std::string move_table(const std::vector<MoveRow>& rows, const Die* die, std::size_t faces_width,
                       const draw::TextStyle& style);

/// Returns the headings of the columns for a face and the file that it names: "    face  file". Without a die
/// they have the same width.
std::string die_columns(const Die* die);
/// Returns the entries for a face under the headings of `die_columns(die)`; "-" for face 0, without a die.
std::string die_columns(const Die* die, int face, std::string_view names);

/// Returns "(5) " for the roll 5; empty for 0, no roll.
std::string roll_text(int roll);

/// Returns a number with its noun: "1 move", "2 moves".
std::string count_text(std::size_t number, std::string_view singular, std::string_view plural);

/// Lists the mates on a face with their remarks: "Qa8-e4-e7# (cascade of 3)".
std::string mates_text(const reports::FaceRow& row, const draw::TextStyle& style);

/// Returns the answer of `solve` in a sentence: "Only 5 mates.", "It is checkmate."
std::string answer_text(const reports::SolveReport& report);

/// Returns a report as its command prints it for people.
std::string report_text(const reports::SolveReport& report, const draw::TextStyle& style);
std::string report_text(const reports::MovesReport& report, const draw::TextStyle& style);
std::string report_text(const reports::PerftReport& report, const draw::TextStyle& style);
std::string report_text(const reports::MateReport& report, const draw::TextStyle& style);
std::string report_text(const reports::Analysis& analysis, const draw::TextStyle& style);
std::string report_text(const reports::CheckReport& report, const draw::TextStyle& style);
std::string report_text(const reports::RetractReport& report, const draw::TextStyle& style);
std::string report_text(const reports::ProofReport& report, const draw::TextStyle& style);
/// Returns the indented lines of a solution and an empty line; for a twin, its heading and position go first.
std::string report_text(const reports::SolutionReport& report, const draw::TextStyle& style);

/// Formats a value: "27.7 %", or "71/256 (27.7 %)" if `exact`; bounds as "12.5 … 75.0 %", or "1/8 … 3/4".
std::string value_text(const reports::ReportedValue& value, bool exact = false);

/// Returns the values of the position, of each roll and of the best moves in the endgame tables; empty if the
/// report has no odds.
std::string odds_text(const reports::Subject& subject, const draw::TextStyle& style);

/// Returns the value of the position in the endgame tables, in one sentence. The report must have odds.
std::string odds_line(const reports::Subject& subject);

/// Formats a value from -1 to 1 as an expected score with ten decimals: "68.4144895000 %".
std::string score_text(double value);

/// Formats bounds as an expected score, "68.4145 %", or in games without chance as "mate in 9", "lost in 8"
/// or "draw".
std::string bounds_text(const tables::Bounds& bounds);

/// Returns the moves of game `number` in two columns, each line followed by its faults, and the final
/// position. If luck and errors were computed, each ply has its own line and a summary follows.
std::string replay_text(const reports::Replay& replay, std::size_t number, const draw::TextStyle& style);

/// Returns a sentence on what luck and errors were worth in wins (one win is an expected score of 1).
std::string luck_verdict(const reports::GameChances& game);

/// Returns the curve of a game whose replay has chances. Its title names the players or, if the tags do not,
/// the `number` of the game.
draw::GameCurve luck_curve(const records::GameScore& game, const reports::Replay& replay, std::size_t number);

/// Returns a sentence on whether a game leads to a position: "Legal: a shortest game has 5 plies."
std::string legality_text(const reports::Legality& legality);

/// Returns the solutions of a diagram and its twins for print. Leaves out the verdict, rolls without a key
/// and labels such as "Key", because the sign "!" after a move marks it as a key.
std::vector<records::PrintedLine> printed_lines(const std::vector<reports::SolutionReport>& reports);

/// Returns the solutions of a diagram and its twins in the form that the writers of formats use. `tested` is
/// stored in the result.
records::PrintedSolution printed(const std::vector<reports::SolutionReport>& reports, bool tested);

/// Returns the heading of a twin, "b) Ke4→e5", or "a)" for the diagram itself.
std::string twin_heading(const reports::SolutionReport& report);

/// Returns solutions as one self-contained HTML document. Each has its diagram (if the report has a scene),
/// the stipulation, the number of pieces and the lines.
std::string solution_html(const std::vector<reports::SolutionReport>& reports, std::string_view title);

}  // namespace octomate::views
