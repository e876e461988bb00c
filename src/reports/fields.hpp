#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/fault_fields.hpp"
#include "json/fields.hpp"
#include "players/session.hpp"
#include "puzzle/fields.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"

/// The JSON fields of all reports. Each function `fields` defines the fields of one object, as
/// json/fields.hpp describes; a function `…_fields` adds fields that several objects share.

namespace octomate::reports {

using namespace records;

inline constexpr std::array<std::string_view, 2> win_names = {"mate", "high_ground"};
inline constexpr std::array<std::string_view, 3> dice_names = {"mean", "every", "some"};
inline constexpr std::array<std::string_view, 2> defence_names = {"best", "help"};
inline constexpr std::array<std::string_view, 2> count_names = {"none", "sum"};
inline constexpr std::array<std::string_view, 3> legality_names = {"proven", "illegal", "undecided"};
inline constexpr std::array<std::string_view, 3> certificate_names = {"doubled_pawns", "promotions",
                                                                      "ancestors"};
inline constexpr std::array<std::string_view, 3> lapse_names = {"?!", "?", "??"};
inline constexpr std::array<std::string_view, 4> result_names = {"1-0", "0-1", "1/2-1/2", "*"};
inline constexpr std::array<std::string_view, 2> mark_names = {"!", "?"};

inline Text fen_of(std::string_view fen) { return {fen, "fen"}; }

/// Returns a map with faces as keys, "1" and up or "-" for face 0.
template <class Value>
auto by_face(const std::map<int, Value>& values) {
    return map_of(
        values, [](const auto& entry) { return records::face_name(entry.first); },
        [](const auto& entry) -> const Value& { return entry.second; }, "^([1-9][0-9]*|-)$");
}

/// Returns the text of a stipulation; nullopt if there is none.
inline std::optional<std::string> text_of(const std::optional<Stipulation>& stipulation) {
    return stipulation ? std::optional(records::text_of(*stipulation)) : std::nullopt;
}

/// Returns `value` if `condition`, else nullopt.
template <class T>
std::optional<T> only_if(bool condition, T value) {
    return condition ? std::optional(std::move(value)) : std::nullopt;
}

/// Adds the id, position and game of a record.
void subject_fields(auto& table, const Subject& subject) {
    table("id", subject.id, "The id of the record.");
    table("fen", fen_of(subject.fen), "The position.");
    table("variant", Text{subject.variant, "variant"}, "The game.");
}

/// Adds a value or, if a limit was hit, its bounds.
void value_fields(auto& table, const auto& name, const ReportedValue& value, const char* meaning) {
    const bool exact = value.exact();
    table(name, only_if(exact, Text{value.lower.text(), "fraction"}), meaning);
    table.when(!exact, "lower", Text{value.lower.text(), "fraction"}, "The lower bound of the value.");
    table.when(!exact, "upper", Text{value.upper.text(), "fraction"}, "The upper bound of the value.");
}

}  // namespace octomate::reports

namespace octomate::tables {

/// Adds bounds as decimals, rounded outwards.
void bounds_fields(auto& table, const Bounds& bounds) {
    table("lower", records::Raw{decimal(bounds.lower, Rounding::Down), "share"},
          "The lower bound of the value.");
    table("upper", records::Raw{decimal(bounds.upper, Rounding::Up), "share"},
          "The upper bound of the value.");
    table("value", records::Raw{decimal(bounds), "share"}, "The middle of the bounds.");
    table.optional("plies", bounds.plies, "The plies to the mate, in a game without chance.");
}

void fields(auto& table, const MoveOdds& move) {
    table.type("MoveOdds", "The value of a move to the side that plays it.");
    table("move", move.move, "The move.");
    bounds_fields(table, move.bounds);
}

void fields(auto& table, const RollOdds& roll) {
    table.type("RollOdds", "The value of a roll to the side to move.");
    table("face", records::Face{roll.face}, "The face.");
    table("free", roll.free, "Whether any move may be played, because none lands on the file of the face.");
    bounds_fields(table, roll.bounds);
    const std::span best = std::span(roll.moves).first(roll.best_count());
    table("best", records::list(best, [](const MoveOdds& move) -> const std::string& { return move.move; }),
          "The best moves.");
    table("moves", roll.moves, "All moves, the best first.");
}

void fields(auto& table, const Odds& odds) {
    table.type("Odds", "A value from the endgame tables: P(win) - P(loss), between proven bounds.");
    table("material", odds.material, "The pieces: KQK.");
    bounds_fields(table, odds.bounds);
    table("faces", odds.rolls, "The faces.");
}

}  // namespace octomate::tables

namespace octomate::players {

/// Adds a face, the file that it names, and whether the move is free.
void face_fields(auto& table, int face, const std::string& names, bool free) {
    table("face", records::Face{face}, "The face.");
    table("file", face == 0 ? nullptr : &names,
          "The file or files on which a move must land; null without a die.");
    table("free", free, "Whether any move may be played, because none lands on the file of the face.");
}

/// A move of an `Outlook`, and the expected score of the best move on the same face.
struct OutlookMove {
    const Outlook::Move& move;
    double best;
};

void fields(auto& table, const OutlookMove& row) {
    table.type("OutlookMove", "A move, and the expected score of its side after it.");
    table("move", row.move.text.notation, "The move.");
    table("uci", row.move.text.uci, "The move in the machine form.");
    table("chance", records::Rounded{row.move.chances.deep}, "The expected score by the deeper search.");
    table("shallow", records::Rounded{row.move.chances.shallow},
          "The expected score by the shallower search.");
    const double loss = row.best - row.move.chances.deep;
    table("loses", records::Rounded{loss, "share"},
          "How much lower its expected score is than that of the best move.");
}

void fields(auto& table, const Outlook::Face& face) {
    table.type("OutlookFace", "A face, and its moves evaluated by a search.");
    const double best = face.moves.empty() ? 0 : face.moves.front().chances.deep;
    double shallow = 0;
    for (const Outlook::Move& move : face.moves) shallow = std::max(shallow, move.chances.shallow);
    face_fields(table, face.face, face.names, face.free);
    table("chance", records::Rounded{best}, "The expected score by the deeper search.");
    table("shallow", records::Rounded{shallow}, "The expected score by the shallower search.");
    table("moves", records::rows<OutlookMove>(face.moves, best), "The moves, the best first.");
}

void fields(auto& table, const Outlook& outlook) {
    table.type("Outlook", "The expected score by a search to two depths.");
    table("depths", Outlook::depths, "The depths in plies, the deeper one last.");
    table("chance", records::Rounded{outlook.chances.deep}, "The expected score by the deeper search.");
    table("shallow", records::Rounded{outlook.chances.shallow},
          "The expected score by the shallower search.");
    table("faces", outlook.faces, "The faces.");
}

/// A move of a `Rollout`, and how much lower its mean result is than that of the best move on the face.
struct RolloutMove {
    const Rollout::Move& move;
    const Mean& behind;
};

void fields(auto& table, const RolloutMove& row) {
    table.type("RolloutMove", "A move from which games were played, and the expected score of its side.");
    table("move", row.move.text.notation, "The move.");
    table("uci", row.move.text.uci, "The move in the machine form.");
    table("guess", records::Rounded{row.move.chance},
          "The expected score by the search that chose the move.");
    table("chance", records::Rounded{row.move.adjusted.mean, "share"},
          "The mean result, corrected for luck.");
    table("error", records::Rounded{row.move.adjusted.error, "share"}, "The standard error of `chance`.");
    table("plain", records::Rounded{row.move.plain.mean}, "The mean result.");
    table("plain_error", records::Rounded{row.move.plain.error, "share"}, "The standard error of `plain`.");
    table("behind", records::Rounded{row.behind.mean, "share"},
          "How much lower its expected score is than that of the best move.");
    table("behind_error", records::Rounded{row.behind.error, "share"}, "The standard error of `behind`.");
    table("won", row.move.won, "Games won.");
    table("drawn", row.move.drawn, "Games drawn.");
    table("lost", row.move.lost, "Games lost.");
    table("known", row.move.known, "Games that an endgame table ended.");
    table("cut_off", row.move.cut, "The number of games that reached the limit of plies.");
}

/// A face of a `Rollout`, and the rollout, whose list of moves the face refers to by index.
struct RolloutFace {
    const Rollout::Face& face;
    const Rollout& rollout;
};

void fields(auto& table, const RolloutFace& row) {
    table.type("RolloutFace", "A face, and its moves from which games were played.");
    const auto move_of = [&](const Rollout::Candidate& candidate) {
        return row.rollout.moves[candidate.move];
    };
    const Mean best = row.face.candidates.empty() ? Mean() : move_of(row.face.candidates.front()).adjusted;
    face_fields(table, row.face.face, row.face.names, row.face.free);
    table("chance", records::Rounded{best.mean, "share"},
          "The mean result of the best move, corrected for luck.");
    table("error", records::Rounded{best.error, "share"}, "The standard error of `chance`.");
    const auto row_of = [&](const Rollout::Candidate& candidate) {
        return RolloutMove{row.rollout.moves[candidate.move], candidate.behind};
    };
    table("moves", records::list(row.face.candidates, row_of), "The moves, the best first.");
}

void fields(auto& table, const Rollout& rollout) {
    table.type("Rollout", "The expected score by the results of played games.");
    table("games", rollout.games, "The number of games from each move.");
    table("seed", rollout.options.seed, "The seed of the dice.");
    table("depth", rollout.options.depth, "The search depth of both sides in plies.");
    table("candidates", rollout.options.candidates,
          "The number of moves of each face from which games are played.");
    table("plies", rollout.options.most_plies, "The maximum length of a game in plies.");
    table("chance", records::Rounded{rollout.adjusted.mean, "share"}, "The mean result, corrected for luck.");
    table("error", records::Rounded{rollout.adjusted.error, "share"}, "The standard error of `chance`.");
    table("plain", records::Rounded{rollout.plain.mean}, "The mean result.");
    table("plain_error", records::Rounded{rollout.plain.error, "share"}, "The standard error of `plain`.");
    table("faces", records::rows<RolloutFace>(rollout.faces, rollout), "The faces.");
}

}  // namespace octomate::players

namespace octomate::reports {

inline auto texts_of(const std::vector<ListedMove>& moves) {
    return list(moves, [](const ListedMove& move) -> const std::string& { return move.text; });
}

void fields(auto& table, const ListedMove& win) {
    table.type("Win", "A move that wins, and how.");
    table("move", win.text, "The move.");
    table("by", Choice{win.way, win_names}, "How it wins.");
}

/// A face of a report of `solve`, and whether to write the optional fields `wins` and `list`.
struct SolvedRow {
    const FaceRow& row;
    bool several_ways = false;
    bool listed = false;
};

void fields(auto& table, const SolvedRow& solved) {
    table.type("FaceRow", "A face, its number of moves and its mates.");
    const FaceRow& row = solved.row;
    table("face", Face{row.face}, "The face.");
    table("file", only_if(row.face != 0, Text{row.names}),
          "The file or files on which a move must land; null without a die.");
    table("moves", row.moves, "The number of legal moves on the face.");
    table("free", row.free, "Whether any move may be played, because none lands on the file of the face.");
    table("mates", texts_of(row.mates), "The moves that win.");
    table.when(solved.several_ways, "wins", row.mates,
               "The winning moves and how each wins, in games with several ways to win.");
    table.when(solved.listed, "list", texts_of(row.list), "All moves; only with the option `list`.");
}

void fields(auto& table, const SolveReport& report) {
    table.type("Solved", "Which rolls mate.");
    subject_fields(table, report);
    table("turn", choice_of(report.turn), "The side to move.");
    table("check", report.check, "Whether the side to move is in check.");
    table("roll", report.roll, "The face that was rolled.");
    table("faces", rows<SolvedRow>(report.faces, report.several_ways, report.listed),
          "The faces; a single one with `face` null where no die is used.");
    std::vector<Face> winning;
    for (const FaceRow& row : report.faces)
        if (!row.mates.empty()) winning.push_back({row.face});
    table("winning", winning, "The faces with a mate; [null] where no die is used and a move mates.");
    const FaceRow* rolled = report.rolled();
    static const FaceRow none{};
    table("answer", only_if(rolled, texts_of((rolled ? *rolled : none).mates)),
          "The mates on the roll; null without one.");
    table.when(!report.notes.empty(), "notes", report.notes,
               "Notes, such as what was ignored in the record.");
    table.optional("odds", report.odds, "The value from the endgame tables.");
}

void fields(auto& table, const MoveRecord& record) {
    table.type("MoveRecord", "A legal move. The facts about it depend on the game.");
    table("move", record.move, "The move.");
    table("uci", record.uci, "The move in the machine form.");
    table("faces", Rolls{record.faces}, "The faces on which it may be played; null where no die is used.");
    for (const MoveFact& fact : record.facts)
        fact.is_number ? table.named(fact.name, fact.value) : table.named(fact.name, fact.value != 0);
    table("check", record.check, "Whether it gives check.");
    table("mate", record.mate, "Whether it mates.");
    table("outcome", choice_of(record.outcome), "The result after the move; null: the game goes on.");
    table("fen", fen_of(record.fen), "The position after the move.");
}

void fields(auto& table, const PerftReport& report) {
    table.type("Perft", "The number of lines of legal moves.");
    table("fen", fen_of(report.fen), "The position.");
    table("depth", report.request.depth, "The plies of each line.");
    const bool sum = report.request.rolls == solver::RollCount::Sum;
    table("rolls", Choice{count_names[sum ? 1 : 0], count_names}, "How rolls are valued.");
    table("nodes", report.nodes, "The number of lines.");
    table("seconds", report.seconds, "The wall time of the count.");
    const auto move = [](const auto& entry) -> const std::string& { return entry.first; };
    const auto count = [](const auto& entry) { return entry.second; };
    table.when(report.request.divide, "divide", map_of(report.lines, move, count),
               "The count of each first move.");
}

void fields(auto& table, const MateRow& row) {
    table.type("MateRow", "A face, and the value of its best moves.");
    table("face", Face{row.face}, "The face.");
    value_fields(table, "value", row.value, "The value; null if only bounds are known.");
    table("forced", only_if(row.value.exact() && row.forced_known, row.forced),
          "Whether mate is certain whatever is rolled.");
    table("best", row.best, "The moves that reach the value.");
}

/// A report of `mate`; `whole` is false for a part of an analysis, which omits nodes, time and odds.
struct WrittenMate {
    const MateReport& report;
    bool whole = true;
};

void fields(auto& table, const WrittenMate& written) {
    table.type("Mate", "The chance of mate within a number of moves.");
    const MateReport& report = written.report;
    subject_fields(table, report);
    table.optional("stipulation", text_of(report.stipulation), "The stipulation, if not mate by force.");
    table("moves", report.moves, "The number of moves within which to mate.");
    table("dice", Choice{name(report.dice), dice_names}, "How rolls are valued.");
    const Choice defence{name(report.defence), defence_names};
    table.when(!report.stipulation, "defence", defence, "The opponent's aim.");
    value_fields(table, "total", report.total, "The value over all faces; null if only bounds are known.");
    table("faces", report.faces, "The faces.");
    table.optional("solutions", member_of(report.solutions, &ReportedLines::first),
                   "The first lines that solve the stipulation.");
    table.optional("solution_count", member_of(report.solutions, &ReportedLines::count),
                   "The number of all solutions.");
    table.optional("set_play", member_of(report.set_play, &ReportedLines::first),
                   "The first lines of set play.");
    table.optional("set_play_count", member_of(report.set_play, &ReportedLines::count),
                   "The number of lines of set play.");
    table.optional("wanted", report.wanted, "The number of solutions that the record states.");
    table.flag(!report.complete, "complete", false, "A limit ended the search.");
    table.when(!report.notes.empty(), "notes", report.notes,
               "Notes, such as what was ignored in the record.");
    table.when(written.whole, "nodes", report.nodes,
               "The number of positions searched, which varies with several threads.");
    table.when(written.whole, "seconds", report.seconds, "The time of the search.");
    table.when(written.whole && report.odds, "odds", report.odds, "The value from the endgame tables.");
}

void fields(auto& table, const LaterFlaw& flaw) {
    table.type("LaterFlaw", "A dual or a shorter win in a variation.");
    table("line", flaw.line, "The moves of both sides up to it.");
    table("face", Face{flaw.face}, "The face.");
    table("moves", flaw.moves, "The moves that win.");
}

/// Adds the fields of a checked puzzle. An incomplete report has no verdict.
void fields(auto& table, const CheckReport& report) {
    table.type("Checked", "The verdict on the key of a puzzle.");
    const bool done = report.complete;
    const bool longer = done && report.moves > 1;
    subject_fields(table, report);
    table("verdict", Choice{done ? name(report.verdict) : "", verdict_names, true},
          "The first verdict that applies; null if a limit ended the search.");
    table.flag(!done, "complete", false, "A limit ended the search.");
    table.when(done, "missing", by_face(report.missing), "Moves of the key that solve nothing.");
    table.when(done, "extra", by_face(report.extra), "Solutions that the key does not name.");
    table.when(done, "short", by_face(report.short_wins), "Moves that win sooner.");
    table.when(done, "duals", by_face(report.duals), "Two or more solutions on a face that is not free.");
    table.when(longer, "short_in", by_face(report.short_in), "The number of moves of the shorter wins.");
    table.when(longer, "duals_later", report.duals_later, "The first duals in variations.");
    table.when(longer, "later_duals", report.later_duals, "The number of duals in variations.");
    table.when(longer, "shorts_later", report.shorts_later, "The first shorter wins in variations.");
    table.when(longer, "later_shorts", report.later_shorts, "The number of shorter wins in variations.");
    table.when(done && report.stipulation, "stipulation", text_of(report.stipulation), "The stipulation.");
    table.when(done, "superfluous", report.superfluous, "Pieces that the puzzle does not need.");
    table.when(!report.twin.empty(), "twin", report.twin, "The name of the twin.");
    const Legality legality = report.legality.value_or(Legality());
    const bool decided = legality.verdict != Legality::Verdict::Undecided;
    table.when(done && report.legality, "legal",
               only_if(decided, legality.verdict == Legality::Verdict::Proven),
               "Whether a game leads to the position; null if that is undecided.");
    const auto why = only_if(!legality.why.empty(), legality.why);
    table.when(done && report.legality, "legal_why", why,
               "Why no game leads to the position, or why that is undecided.");
    const bool notation = done && !report.superfluous_by_uci.empty();
    table.when(notation, "superfluous_by_uci", report.superfluous_by_uci,
               "Pieces without which only the notation of the moves changes.");
    table("notes", report.notes, "Notes, such as what was ignored in the record.");
}

void fields(auto& table, const Analysis& analysis) {
    table.type("Analysis", "An analysis of a position.");
    table("fen", fen_of(analysis.fen), "The position.");
    table("variant", Text{analysis.variant, "variant"}, "The game.");
    table("turn", choice_of(analysis.turn), "The side to move.");
    table("check", analysis.check, "Whether the side to move is in check.");
    table("faces", rows<SolvedRow>(analysis.faces), "The faces.");
    table("mate", rows<WrittenMate>(analysis.mates, false),
          "Mate within two moves, within three, and so on.");
    static const std::vector<FaceRow> none;
    table("threats", only_if(analysis.threats.has_value(), rows<SolvedRow>(analysis.threats.value_or(none))),
          "The opponent's winning moves if the side to move passed; null if it cannot pass.");
    table.optional("outlook", analysis.outlook, "The expected score by a search.");
    table.optional("rollout", analysis.rollout, "The expected score by the results of played games.");
    table.optional("odds", analysis.odds, "The value from the endgame tables.");
}

/// The faults of a ply or a game, written as the first fault with the others in its field `more`.
struct TextFaults {
    std::span<const TextFault> faults;
};

inline std::optional<TextFaults> faults_or_null(const std::vector<TextFault>& faults) {
    return only_if(!faults.empty(), TextFaults{faults});
}

void fields(auto& table, const TextFaults& written) {
    table.type("Fault", "A fault of a ply.");
    static const TextFault none{};
    const TextFault& first = written.faults.empty() ? none : written.faults.front();
    table("code", Choice{name(first.fault.code), fault_names}, "The code of the fault.");
    table("message", records::message_of(first.fault), "What was found and what was expected.");
    table("line", first.line, "The line of the file.");
    table("offset", first.fault.offset, "The offset of the fault in bytes from the start of the text.");
    const std::span<const TextFault> further_faults = written.faults.subspan(written.faults.empty() ? 0 : 1);
    const auto single_fault = [](const TextFault& fault) { return TextFaults{{&fault, 1}}; };
    table.when(!further_faults.empty(), "more", list(further_faults, single_fault), "Further faults.");
}

void fields(auto& table, const PlyOdds& odds) {
    table.type("PlyOdds", "The values of a ply to its side, from the endgame tables.");
    const auto value = [](const tables::Bounds& bounds) { return bounds.middle() + 0.0; };  // -0 becomes 0
    const double before = value(odds.before), rolled = value(odds.rolled), after = value(odds.after);
    table("before", before, "The value before the roll.");
    table("rolled", rolled, "The value with the best move on the roll.");
    table("after", after, "The value after the move.");
    table("luck", rolled - before, "The gain by the roll.");
    table("error", rolled - after, "The loss by the move.");
}

void fields(auto& table, const PlyChances& ply) {
    table.type("PlyChances",
               "The expected score of the side that moves, before and after its ply; null if unknown.");
    const bool judged = ply.rolled.has_value();
    table("before", Rounded{ply.before}, "The expected score before the roll.");
    table("rolled", only_if(judged, Rounded{ply.rolled.value_or(0)}),
          "The expected score with the best move on the roll.");
    table("played", Rounded{ply.played}, "The expected score after the move.");
    table("luck", only_if(judged, Rounded{ply.luck(), "share"}), "The gain by the roll.");
    table("error", only_if(judged, Rounded{ply.error(), "share"}), "The loss by the move.");
    table("sign", Choice{sign(ply.lapse()), lapse_names, true},
          "The sign of a dubious move, a mistake or a blunder.");
    table("best", judged ? &ply.best : nullptr, "The best move.");
    table("choice", judged ? &ply.has_choice : nullptr, "Whether more than one move could be played.");
    table("exact", ply.exact, "Whether the numbers come from endgame tables.");
}

void fields(auto& table, const SideChances& side) {
    table.type("SideChances", "The sums over the plies of a side.");
    table("luck", Rounded{side.luck, "share"}, "The sum of the gains by the rolls.");
    table("error", Rounded{side.error, "share"}, "The sum of the losses by the moves.");
    table("decisions", side.decisions, "The number of plies with a choice.");
    table("mean_error", Rounded{side.mean_error(), "share"}, "The mean loss of a ply with a choice.");
    table("blunders", side.blunders, "The number of blunders.");
    table("mistakes", side.mistakes, "The number of mistakes.");
    table("dubious", side.dubious, "The number of dubious moves.");
    table("unjudged", side.unjudged, "The number of plies whose roll is unknown.");
}

void fields(auto& table, const GameChances& game) {
    table.type("GameChances", "The expected scores, luck and errors of a game.");
    table("depth", game.depth, "The search depth in plies.");
    table("start", Rounded{game.start}, "White's expected score before the first roll.");
    table("end", Rounded{game.end}, "White's expected score after the last move.");
    table("drift", Rounded{game.drift, "share"}, "The sum of the changes that are neither luck nor error.");
    table("luckier", choice_of(game.luckier_side()), "The side with the better rolls.");
    table("luck", Rounded{std::abs(game.luck()), "share"}, "The difference of the sides' luck.");
    table("better", choice_of(game.better_side()), "The side with the better decisions.");
    table("white", game.white, "The sums over White's plies.");
    table("black", game.black, "The sums over Black's plies.");
}

struct PlyRecord {
    const ReplayedPly& played;
    std::size_t game = 1;
    std::size_t ply = 1;
};

void fields(auto& table, const PlyRecord& record) {
    table.type("PlyRecord", "A ply of a game.");
    table("game", record.game, "The number of the game, from 1.");
    table("ply", record.ply, "The number of the ply, from 1.");
    table("turn", choice_of(record.played.turn), "The side to move.");
    table("roll", record.played.roll, "The roll as written.");
    table("move", record.played.move, "The move in full notation; the text as written if it was not played.");
    table("fen", fen_of(record.played.fen), "The position after the ply.");
    table("fault", faults_or_null(record.played.faults),
          "The first fault of the ply; an illegal move comes first.");
    table.optional("odds", record.played.odds, "The values from the endgame tables that cover the position.");
    table.optional("chances", record.played.chances, "The expected scores; only with the option `analyse`.");
}

struct GameRecord {
    const Replay& replay;
    std::size_t game = 1;
};

/// Adds the fields of a game: `faults` is the number of all faults, `fault` contains those that belong to no
/// ply, and `error` the refusal.
void fields(auto& table, const GameRecord& record) {
    table.type("GameRecord", "A game that was replayed.");
    const Replay& replay = record.replay;
    const bool refused = !replay.refusal.empty();
    table("game", record.game, "The number of the game, from 1.");
    table("plies", replay.plies.size(), "The number of plies.");
    table("faults", all_faults(replay).size(), "The number of faults.");
    table("result", Choice{replay.result, result_names}, "The result.");
    table("fen", only_if(!refused, fen_of(replay.fen)), "The last position.");
    table.when(!replay.faults.empty(), "fault", faults_or_null(replay.faults),
               "The faults that belong to no ply.");
    table.when(refused, "error", records::WrittenFaults{replay.refusal, replay.refusal_line},
               "Why it was not replayed.");
    table.when(!replay.notes.empty(), "notes", replay.notes,
               "Notes, such as what was ignored in the record.");
    table.optional("chances", replay.chances, "The expected scores; only with the option `analyse`.");
}

void play_fields(auto& table, const Play& play, bool shown) {
    const bool ours = play.situation == Situation::OurTurn;
    const bool goes_on = shown && !play.continuations.empty();
    table.when(shown, "then", Choice{name(play.situation), situation_names},
               "Why the opponent has to reply.");
    table.when(goes_on && ours, "moves_on", play.continuations, "The next moves of the winning side.");
    table.when(goes_on && !ours, "threats", play.continuations, "The threats of the winning side.");
    table.when(shown && !play.variations.empty(), "variations", play.variations,
               "The opponent's replies and the answers to them.");
}

void fields(auto& table, const Continuation& next) {
    table.type("Continuation", "The next moves of the winning side by force.");
    table("rolls", Rolls{next.rolls}, "The rolls; null where no die is used.");
    table("moves", next.moves, "The moves that win equally quickly.");
    table("in", next.win_in, "The number of moves in which they win.");
    table.flag(next.dual, "dual", true, "There are several moves, on a face that is not free.");
    table.flag(next.is_short, "short", true, "The win takes fewer moves than the variation.");
    play_fields(table, next.play, !(next.play == Play()));
}

void fields(auto& table, const Reply& reply) {
    table.type("Reply", "A reply of the opponent.");
    table("rolls", Rolls{reply.rolls}, "The rolls; null where no die is used.");
    table("move", reply.move, "The move.");
}

void fields(auto& table, const Variation& variation) {
    table.type("Variation", "Replies that are answered in the same way.");
    table("replies", variation.replies, "The replies.");
    table.flag(variation.loses, "loses", true, "The replies lose at once.");
    play_fields(table, variation.play, !variation.loses && variation.opponent_moves_again);
    table.when(!variation.loses && !variation.opponent_moves_again, "answers", variation.answers,
               "The answers of the winning side.");
    table.flag(variation.threatened, "threatened", true, "The answers are the threatened moves.");
    table.flag(!variation.certain, "certain", false, "The win is not certain.");
}

void fields(auto& table, const Refutation& refutation) {
    table.type("Refutation", "The opponent's best reply to a try.");
    table("rolls", Rolls{refutation.rolls}, "The rolls; null where no die is used.");
    table("moves", refutation.moves, "The moves.");
    table("leaves", Text{refutation.chance.text(), "fraction"}, "The chance of mate after these moves.");
}

/// A key or try, and the report that contains it.
struct WrittenFirstMove {
    const FirstMove& move;
    const SolutionReport& report;
};

void fields(auto& table, const WrittenFirstMove& written) {
    table.type("FirstMove", "A key or a try.");
    const FirstMove& move = written.move;
    const char mark = move.mark();
    table("move", move.move, "The move.");
    table("rolls", Rolls{move.rolls}, "The rolls; null where no die is used.");
    table("mark", Choice{{&mark, 1}, mark_names}, "! for a key, ? for a try.");
    table.when(move.is_key, "in", move.win_in, "The number of moves in which a key wins.");
    table.flag(move.is_key && move.dual, "dual", true, "There is another key on a face that is not free.");
    table.flag(is_short(move, written.report), "short", true,
               "The key wins in fewer moves than the stipulation.");
    table.when(!move.is_key, "odds", Text{move.odds.text(), "fraction"}, "The chance of mate after a try.");
    play_fields(table, move.play, move.win_in != 1 || !(move.play == Play()));
    table.when(!move.is_key, "refutations", move.refutations, "The refutations of a try.");
}

void fields(auto& table, const SolvedFace& face) {
    table.type("SolvedFace", "The keys of a face.");
    table("face", Face{face.face}, "The face.");
    table("free", face.free, "Whether any move may be played, because none lands on the file of the face.");
    table("keys", face.keys, "The keys.");
    table("in", only_if(face.win_in != 0, face.win_in), "The number of moves of the quickest key.");
    table("dual", face.dual, "Whether the face is not free and there are several keys.");
}

/// The set play of a puzzle.
struct WrittenSetPlay {
    const SetPlay& set;
    bool at_once = false;  ///< whether the puzzle is a mate in one
};

void fields(auto& table, const WrittenSetPlay& written) {
    table.type("SetPlay", "The play if it were the opponent's turn.");
    const SetPlay& set = written.set;
    table.optional("lines", member_of(set.lines, &ReportedLines::first), "The lines of a help problem.");
    table.when(!set.lines && written.at_once, "mates", set.mates, "The opponent's mates, in a mate in one.");
    table.when(!set.lines && !written.at_once, "variations", set.variations,
               "The answers of the winning side to each reply.");
}

/// The solution of a diagram and those of its twins.
struct WrittenSolution {
    const SolutionReport& report;
    std::span<const SolutionReport> twins{};
};

void fields(auto& table, const WrittenSolution& written) {
    table.type("Solution", "Set play, tries, keys and variations.");
    const SolutionReport& report = written.report;
    static const SetPlay none{};
    table("moves", report.moves, "The number of moves within which to mate.");
    table("faces", report.faces, "The faces.");
    table("set_play",
          only_if(report.set_play.has_value(), WrittenSetPlay{report.set_play ? *report.set_play : none,
                                                              report.moves == 1 && !report.stipulation}),
          "The set play; null in check.");
    table("tries", rows<WrittenFirstMove>(report.tries, report), "The tries, the best first.");
    table("keys", rows<WrittenFirstMove>(report.keys, report), "The keys.");
    table("complete", report.complete(), "Whether no limit was hit.");
    table("strict", report.strict(), "Whether it is complete, without duals or shorter wins.");
    table("tested_by", "Octomate " + std::string(version()), "The program and its version.");
    table.optional("stipulation", text_of(report.stipulation), "The stipulation, if not mate by force.");
    table.optional("lines", member_of(report.lines, &ReportedLines::first),
                   "The lines of a help or series problem.");
    const bool twin = !report.twin.empty();
    table.when(twin, "twin", report.twin, "The name of the twin.");
    table.when(twin, "change", report.change, "The change that makes the twin.");
    table.when(twin, "fen", fen_of(report.fen), "The position of the twin.");
    table.when(!report.complete(), "missing", report.missing_parts, "The parts that a limit cut short.");
    table.when(!written.twins.empty(), "twins", rows<WrittenSolution>(written.twins),
               "The solutions of the twins.");
}

struct WrittenEarlierPosition {
    const EarlierPosition& earlier;
    const std::string& after;
};

void fields(auto& table, const WrittenEarlierPosition& written) {
    table.type("Earlier", "A position from which a legal move leads to the given one.");
    table("fen", fen_of(written.earlier.fen), "The earlier position.");
    table("move", written.earlier.move, "The move.");
    table("uci", written.earlier.uci, "The move in the machine form.");
    table("faces", Rolls{written.earlier.faces}, "The faces that allow it; null where no die is used.");
    table("after", fen_of(written.after), "The given position.");
}

void fields(auto& table, const Certificate& proof) {
    table.type("Certificate", "A proof that no game leads to a position.");
    using Kind = Certificate::Kind;
    const bool promotions = proof.kind == Kind::Promotions;
    const auto kind = static_cast<std::size_t>(proof.kind);
    table("kind", Choice{certificate_names[kind], certificate_names}, "The kind of certificate.");
    table.when(proof.kind != Kind::Ancestors, "side", choice_of(proof.side),
               "The side with two pawns on a file, or with too many pawns and promoted pieces.");
    table.when(proof.kind == Kind::DoubledPawns, "file", proof.file, "The file with two pawns.");
    table.when(promotions, "pawns", proof.pawns, "The number of the side's pawns.");
    table.when(promotions, "promoted", proof.promoted, "The minimum number of promoted pieces.");
    table.when(proof.kind == Kind::Ancestors, "positions", list(proof.positions, fen_of),
               "A set of positions that no legal move enters from outside; the given one is first.");
}

void fields(auto& table, const ProofReport& report) {
    table.type("Proof", "Whether a game leads to a position.");
    const Legality& legality = report.legality;
    const bool proven = legality.verdict == Legality::Verdict::Proven;
    const bool illegal = legality.verdict == Legality::Verdict::Illegal;
    subject_fields(table, report);
    table("verdict", Choice{name(legality.verdict), legality_names}, "Whether a game leads to the position.");
    table("plies", proven ? &legality.plies : nullptr, "The game with its rolls: (4) d2d4 (3) f7f6.");
    table("why", proven ? nullptr : &legality.why, "Why the position is illegal or undecided.");
    table("length", proven ? &legality.length : nullptr, "The number of plies of the game.");
    table("shortest", proven ? &legality.shortest : nullptr, "Whether no game is shorter.");
    table("least", illegal ? nullptr : &legality.least, "A lower bound of the number of plies of any game.");
    table("nodes", legality.nodes, "The number of positions visited.");
    table("certificate", legality.certificate, "A proof that the position is illegal.");
    table.when(!report.notes.empty(), "notes", report.notes,
               "Notes, such as what was ignored in the record.");
}

}  // namespace octomate::reports

namespace octomate::draw {

/// The names of the kinds of marks, in the order of `Mark`.
inline constexpr std::array<std::string_view, 7> mark_names = {"highlight", "arrow", "jump", "cross",
                                                               "ghost",     "curve", "medal"};

/// Returns a view of the letter `piece`, which must outlive the view.
inline std::string_view letter(const char& piece) { return {&piece, 1}; }

/// A mark of the type `M`, or a `Mark` of any type, with the scene that names its squares.
template <class M>
struct MarkOf {
    const M& mark;
    const Scene& scene;
};
template <>
struct MarkOf<Mark> {
    const Mark& mark;
    const Scene& scene;

    template <class Use>
    void visit(Use use) const {
        std::visit([&](const auto& held) { use(MarkOf<std::decay_t<decltype(held)>>{held, scene}); }, mark);
    }
};

template <class M>
void fields(auto& table, const MarkOf<M>& written) {
    const Scene& scene = written.scene;
    const M& mark = written.mark;
    const std::size_t kind = Mark(mark).index();
    table("mark", records::Choice{mark_names[kind], std::span(mark_names).subspan(kind, 1)});
    if constexpr (requires { mark.from; }) {
        table("from", scene.name_of(mark.from));
        table("to", scene.name_of(mark.to));
    } else {
        if constexpr (requires { mark.piece; }) table("man", letter(mark.piece));
        table("square", scene.name_of(mark.square));
    }
    if constexpr (requires { mark.lowest; }) {
        table.when(mark.pieces != 1, "men", mark.pieces, "The number of pieces of a stack that move.");
        table.flag(mark.lowest, "lowest", true, "The lowest pieces of the stack move.");
    }
    if constexpr (requires { mark.badge; }) {
        table("drop", mark.drop, "Whether the piece drops back; else it climbs.");
        table("origin", scene.name_of(mark.origin), "The square on which the move begins.");
        table("badge", mark.badge, "A number on the arc.");
    }
}

void fields(auto& table, const Piece& piece) {
    table.type("Piece", "A kind of piece.");
    table("word", piece.word, "The name of the piece, such as king.");
    table("white", piece.color == Color::White, "Whether the piece is White's.");
    table("id", piece.drawing, "The id of the drawing of the piece.");
    table("symbol", piece.symbol, "The Unicode character of the piece.");
}

void fields(auto& table, const Die& die) {
    table.type("Die", "A die beside the board.");
    table("label", die.label, "The text on the front of the die.");
    table("idle", die.idle, "Whether the die is drawn pale, because it is not rolled yet or not used.");
}

inline auto letters(const std::string& pieces) { return records::list(pieces, letter); }

void fields(auto& table, const PieceRow& row) {
    table.type("Shelf", "Pieces beside the board.");
    table("label", row.label, "The label of the row, such as White reserve.");
    table("men", letters(row.pieces), "The letters of the pieces.");
}

/// An earlier state of a game, of which only pieces, side to move and description are written.
struct PastState {
    const Scene& scene;
};

void fields(auto& table, const PastState& past) {
    table.type("Past", "An earlier state of the game, to which a move may lead back.");
    table("cells", records::list(past.scene.cells, letters), "The pieces by square, a1 first.");
    table("turn", records::choice_of(past.scene.turn), "The side to move.");
    table("words", description(past.scene), "The position in words.");
}

void fields(auto& table, const Scene& scene) {
    table.type("Scene", "The contents of a drawn board.");
    table("files", scene.files, "The number of files.");
    table("ranks", scene.ranks, "The number of ranks.");
    table("cells", records::list(scene.cells, letters), "The pieces by square, a1 first, the lowest first.");
    table("turn", records::choice_of(scene.turn), "The side to move.");
    table("flip", scene.flip, "Whether Black's side is at the bottom.");
    table("title", scene.title, "A caption.");
    table("words", description(scene), "The picture in words.");
    table("labels", scene.labels, "The labels below the files, from the a-file; may be empty.");
    table("rolled", scene.rolled, "The files, from 0, whose labels are highlighted.");
    table("dice", scene.dice, "The dice beside the board.");
    table("panel", scene.panel, "Further lines beside the board.");
    table("shelves", scene.piece_rows, "Pieces beside the board.");
    const auto letter_of = [](const Piece& piece) { return letter(piece.letter); };
    const auto itself = [](const Piece& piece) -> const Piece& { return piece; };
    table("men", records::map_of(scene.pieces, letter_of, itself), "All kinds of pieces, by letter.");
    table("marks", records::rows<MarkOf<Mark>>(scene.marks, scene), "The arrows and other marks of a move.");
}

}  // namespace octomate::draw
