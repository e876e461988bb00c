#include "reports/json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "formats/error_record.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "players/outlook.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/solution_report.hpp"
#include "text/text.hpp"

namespace octomate::reports {

using players::Outlook;
using players::Rollout;
using records::Json;
using tables::Bounds;
using tables::MoveOdds;
using tables::RollOdds;
using tables::Rounding;

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

template <class Entries, class Write>
Json list(const Entries& entries, Write write) {
    Json json = Json::array();
    for (const auto& entry : entries) json.push_back(write(entry));
    return json;
}

/// A face as records write it: null where no die is used.
Json face_json(int face) { return face == 0 ? Json(nullptr) : Json(face); }

/// The face and what it names.
template <class Face>
Json named_face_json(const Face& face) {
    return {{"face", face_json(face.face)}, {"file", face.face == 0 ? Json(nullptr) : Json(face.names)}};
}

/// Six digits are more than a search knows.
double rounded(double chance) { return std::round(chance * 1e6) / 1e6 + 0.0; }  // no -0

Json texts(const std::vector<ListedMove>& moves) {
    return list(moves, [](const ListedMove& move) { return move.text; });
}

Json face_row_json(const FaceRow& row) {
    Json json = named_face_json(row);
    json["moves"] = row.moves;
    json["free"] = row.free;
    json["mates"] = texts(row.mates);
    return json;
}

void put_value(Json& json, const char* field, const ReportedValue& value) {
    json[field] = value.exact() ? Json(value.lower.text()) : Json(nullptr);
    if (value.exact()) return;
    json["lower"] = value.lower.text();
    json["upper"] = value.upper.text();
}

Json mate_row_json(const MateRow& row) {
    Json json = {{"face", face_json(row.face)}};
    put_value(json, "value", row.value);
    json["forced"] = row.value.exact() ? Json(row.forced) : Json(nullptr);
    json["best"] = row.best;
    return json;
}

void put_lines(Json& json, const std::string& field, const ReportedLines& lines) {
    json[field] = lines.first;
    json[field == "solutions" ? "solution_count" : field + "_count"] = lines.count;
}

Json mate_json(const MateReport& report) {
    Json json = {{"id", or_null(report.id)}, {"fen", report.fen}, {"variant", report.variant}};
    if (report.stipulation) json["stipulation"] = records::text_of(*report.stipulation);
    json["moves"] = report.moves;
    json["dice"] = name(report.dice);
    if (!report.stipulation) json["defence"] = name(report.defence);
    put_value(json, "total", report.total);
    json["faces"] = list(report.faces, mate_row_json);
    if (report.solutions) put_lines(json, "solutions", *report.solutions);
    if (report.set_play) put_lines(json, "set_play", *report.set_play);
    if (report.wanted) json["wanted"] = *report.wanted;
    if (!report.complete) json["complete"] = false;
    if (!report.notes.empty()) json["notes"] = report.notes;
    return json;
}

Json outcome_json(Outcome outcome) {
    switch (outcome) {
        case Outcome::Ongoing: break;
        case Outcome::Draw: return "draw";
        case Outcome::White: return name(Color::White);
        case Outcome::Black: return name(Color::Black);
    }
    return nullptr;
}

Json key_json(const Key& key) {
    Json json = Json::object();
    for (const auto& [face, moves] : key) json[std::string(records::face_name(face))] = moves;
    return json;
}

/// The first fault, with `more` if there are others; null if there is none.
Json fault_json(const std::vector<TextFault>& faults) {
    const auto one = [](const TextFault& found) {
        return Json{{"code", name(found.fault.code)},
                    {"message", records::message_of(found.fault)},
                    {"line", found.line},
                    {"offset", found.fault.offset}};
    };
    if (faults.empty()) return nullptr;
    Json json = one(faults.front());
    for (std::size_t at = 1; at < faults.size(); ++at) json["more"].push_back(one(faults[at]));
    return json;
}

/// What a ply was worth to its mover: before the roll, on the roll, and after the move.
Json odds_json(const PlyOdds& odds) {
    const auto value = [](const tables::Bounds& bounds) { return bounds.middle() + 0.0; };  // no -0
    const double before = value(odds.before), rolled = value(odds.rolled), after = value(odds.after);
    return {{"before", before},
            {"rolled", rolled},
            {"after", after},
            {"luck", rolled - before},
            {"error", rolled - after}};
}

Json chances_json(const PlyChances& ply) {
    const bool judged = ply.rolled.has_value();
    const auto if_judged = [&](double value) { return judged ? Json(rounded(value)) : Json(nullptr); };
    return {{"before", rounded(ply.before)},
            {"rolled", if_judged(ply.rolled.value_or(0))},
            {"played", rounded(ply.played)},
            {"luck", if_judged(ply.luck())},
            {"error", if_judged(ply.error())},
            {"sign", ply.lapse() == Lapse::None ? Json(nullptr) : Json(sign(ply.lapse()))},
            {"best", judged ? Json(ply.best) : Json(nullptr)},
            {"choice", judged ? Json(ply.choice) : Json(nullptr)},
            {"exact", ply.exact}};
}

Json side_json(const SideChances& side) {
    return {{"luck", rounded(side.luck)},  {"error", rounded(side.error)},
            {"decisions", side.decisions}, {"mean_error", rounded(side.mean_error())},
            {"blunders", side.blunders},   {"mistakes", side.mistakes},
            {"dubious", side.dubious},     {"unjudged", side.unjudged}};
}

Json chances_json(const GameChances& game) {
    const auto side = [](std::optional<Color> color) { return color ? Json(name(*color)) : Json(nullptr); };
    return {{"depth", game.depth},
            {"start", rounded(game.start)},
            {"end", rounded(game.end)},
            {"drift", rounded(game.drift)},
            {"luckier", side(game.luckier())},
            {"luck", rounded(std::abs(game.luck()))},
            {"better", side(game.better())},
            {"white", side_json(game.white)},
            {"black", side_json(game.black)}};
}

Json ply_json(const ReplayedPly& played, std::size_t game, std::size_t ply) {
    Json json = {{"game", game},
                 {"ply", ply},
                 {"turn", name(played.turn)},
                 {"roll", or_null(played.roll)},
                 {"move", played.move},
                 {"fen", played.fen},
                 {"fault", fault_json(played.faults)}};
    if (played.odds) json["odds"] = odds_json(*played.odds);
    if (played.chances) json["chances"] = chances_json(*played.chances);
    return json;
}

Json game_json(const Replay& replay, std::size_t game) {
    Json json = {{"game", game},
                 {"plies", replay.plies.size()},
                 {"faults", all_faults(replay).size()},
                 {"result", replay.result},
                 {"fen", replay.refusal.empty() ? Json(replay.fen) : Json()}};
    if (!replay.faults.empty()) json["fault"] = fault_json(replay.faults);
    if (!replay.refusal.empty()) {
        json["error"] = records::parsed(records::error_record({}, {}, replay.refusal))["error"];
        json["error"]["line"] = replay.refusal_line;
    }
    if (!replay.notes.empty()) json["notes"] = replay.notes;
    if (replay.chances) json["chances"] = chances_json(*replay.chances);
    return json;
}

/// `{"depths": [1, 3], "chance", "shallow", "faces": [{"face", "file", "free", "chance", "shallow",
/// "moves": [{"move", "uci", "chance", "shallow", "loses"}]}]}`: chances to win for the side to move, a draw
/// being half of one; `loses`: how much worse than the best.
Json outlook_json(const Outlook& outlook) {
    Json json = {{"depths", outlook.request.depths},
                 {"chance", rounded(outlook.chances.deep)},
                 {"shallow", rounded(outlook.chances.shallow)},
                 {"faces", Json::array()}};
    for (const Outlook::Face& face : outlook.faces) {
        const double best = face.moves.front().chances.deep;
        double shallow = 0;
        Json moves = Json::array();
        for (const Outlook::Move& move : face.moves) {
            shallow = std::max(shallow, move.chances.shallow);
            moves.push_back({{"move", move.text.notation},
                             {"uci", move.text.uci},
                             {"chance", rounded(move.chances.deep)},
                             {"shallow", rounded(move.chances.shallow)},
                             {"loses", rounded(best - move.chances.deep)}});
        }
        Json& row = json["faces"].emplace_back(named_face_json(face));
        row["free"] = face.free;
        row["chance"] = rounded(best);
        row["shallow"] = rounded(shallow);
        row["moves"] = std::move(moves);
    }
    return json;
}

/// `{"games", "seed", "candidates", "plies", "chance", "error", "plain", "plain_error", "faces": [{"face",
/// "file", "free", "chance", "error", "moves": [{"move", "uci", "guess", "chance", "error", "plain",
/// "plain_error", "behind", "behind_error", "won", "drawn", "lost", "known", "cut_off"}]}]}`.
Json rollout_json(const Rollout& rollout) {
    Json json = {{"games", rollout.games},
                 {"seed", rollout.options.seed},
                 {"depth", rollout.options.depth},
                 {"candidates", rollout.options.candidates},
                 {"plies", rollout.options.most_plies},
                 {"chance", rounded(rollout.adjusted.mean)},
                 {"error", rounded(rollout.adjusted.error)},
                 {"plain", rounded(rollout.plain.mean)},
                 {"plain_error", rounded(rollout.plain.error)},
                 {"faces", Json::array()}};
    for (const Rollout::Face& face : rollout.faces) {
        const Rollout::Move& best = rollout.moves[face.candidates.front().move];
        Json& row = json["faces"].emplace_back(named_face_json(face));
        row["free"] = face.free;
        row["chance"] = rounded(best.adjusted.mean);
        row["error"] = rounded(best.adjusted.error);
        Json& moves = row["moves"] = Json::array();
        for (const Rollout::Candidate& candidate : face.candidates) {
            const Rollout::Move& move = rollout.moves[candidate.move];
            moves.push_back({{"move", move.text.notation},
                             {"uci", move.text.uci},
                             {"guess", rounded(move.chance)},
                             {"chance", rounded(move.adjusted.mean)},
                             {"error", rounded(move.adjusted.error)},
                             {"plain", rounded(move.plain.mean)},
                             {"plain_error", rounded(move.plain.error)},
                             {"behind", rounded(candidate.behind.mean)},
                             {"behind_error", rounded(candidate.behind.error)},
                             {"won", move.won},
                             {"drawn", move.drawn},
                             {"lost", move.lost},
                             {"known", move.known},
                             {"cut_off", move.cut}});
        }
    }
    return json;
}

Json play_json(const Play& play);

/// Null where no die is used.
Json rolls_json(const std::vector<int>& rolls) { return rolls.empty() ? Json(nullptr) : Json(rolls); }

Json continuation_json(const Continuation& one) {
    Json json = {{"rolls", rolls_json(one.rolls)}, {"moves", one.moves}, {"in", one.in}};
    if (one.dual) json["dual"] = true;
    if (one.is_short) json["short"] = true;
    if (!(one.play == Play())) json.update(play_json(one.play));
    return json;
}

Json variation_json(const Variation& one) {
    Json json = {{"replies", list(one.replies, [](const Reply& reply) {
                      return Json{{"rolls", rolls_json(reply.rolls)}, {"move", reply.move}};
                  })}};
    if (one.loses) {
        json["loses"] = true;
    } else if (one.again) {
        json.update(play_json(one.play));
    } else {
        json["answers"] = list(one.answers, continuation_json);
    }
    if (one.threatened) json["threatened"] = true;
    if (!one.certain) json["certain"] = false;
    return json;
}

Json play_json(const Play& play) {
    Json json = {{"then", name(play.waiting)}};
    if (!play.continuations.empty())
        json[play.waiting == Waiting::OurTurn ? "moves_on" : "threats"] =
            list(play.continuations, continuation_json);
    if (!play.variations.empty()) json["variations"] = list(play.variations, variation_json);
    return json;
}

Json first_move_json(const FirstMove& move, const SolutionReport& report) {
    Json json = {
        {"move", move.move}, {"rolls", rolls_json(move.rolls)}, {"mark", std::string(1, move.mark())}};
    if (move.key) {
        json["in"] = move.in;
        if (move.dual) json["dual"] = true;
        if (is_short(move, report)) json["short"] = true;
    } else {
        json["odds"] = move.odds.text();
    }
    if (move.in != 1 || !(move.play == Play())) json.update(play_json(move.play));
    if (move.key) return json;
    json["refutations"] = list(move.refutations, [](const Refutation& one) {
        return Json{{"rolls", rolls_json(one.rolls)}, {"moves", one.moves}, {"leaves", one.leaves.text()}};
    });
    return json;
}

Json solved_face_json(const SolvedFace& face) {
    return {{"face", face_json(face.face)},
            {"free", face.free},
            {"keys", face.keys},
            {"in", face.in == 0 ? Json(nullptr) : Json(face.in)},
            {"dual", face.dual}};
}

Json set_play_json(const SolutionReport& report) {
    if (!report.set) return nullptr;
    if (report.set->lines) return {{"lines", report.set->lines->first}};
    return report.moves == 1 && !report.stipulation
               ? Json{{"mates", list(report.set->mates, continuation_json)}}
               : Json{{"variations", list(report.set->variations, variation_json)}};
}

}  // namespace

std::string json(Outcome outcome) { return records::dump(outcome_json(outcome)); }

std::string json(const SolveReport& report) {
    std::string text;
    append_json(report, text);
    return text;
}

std::string json(const MoveRecord& record) {
    Json json = {{"move", record.move},
                 {"uci", record.uci},
                 {"faces", record.faces.empty() ? Json(nullptr) : Json(record.faces)}};
    for (const MoveFact& fact : record.facts)
        json[std::string(fact.name)] = fact.is_number ? Json(fact.value) : Json(fact.value != 0);
    json["check"] = record.check;
    json["mate"] = record.mate;
    json["outcome"] = outcome_json(record.outcome);
    json["fen"] = record.fen;
    return records::dump(json);
}

std::string json(const PerftReport& report) {
    Json json = {{"fen", report.fen}, {"depth", report.request.depth}};
    json["rolls"] = report.request.rolls == solver::RollCount::Sum ? "sum" : "none";
    json["nodes"] = report.nodes;
    json["seconds"] = report.seconds;
    if (report.request.divide) {
        json["divide"] = Json::object();
        for (const auto& [move, count] : report.lines) json["divide"][move] = count;
    }
    return records::dump(json);
}

std::string json(const MateReport& report) {
    Json json = mate_json(report);
    json["nodes"] = report.nodes;
    json["seconds"] = report.seconds;
    return with_odds(report, records::dump(json));
}

std::string json(const CheckReport& report) {
    Json json = {{"id", or_null(report.id)}, {"fen", report.fen}, {"variant", report.variant}};
    if (!report.complete) {
        json["verdict"] = nullptr;
        json["complete"] = false;
        if (!report.twin.empty()) json["twin"] = report.twin;
        json["notes"] = report.notes;
        return records::dump(json);
    }
    json["verdict"] = name(report.verdict);
    json["missing"] = key_json(report.missing);
    json["extra"] = key_json(report.extra);
    json["short"] = key_json(report.short_wins);
    json["duals"] = key_json(report.duals);
    if (report.moves > 1) {
        Json& in = json["short_in"] = Json::object();
        for (const auto& [face, moves] : report.short_in) in[std::string(records::face_name(face))] = moves;
        const auto flaw_json = [](const LaterFlaw& flaw) {
            return Json{{"line", flaw.line}, {"face", face_json(flaw.face)}, {"moves", flaw.moves}};
        };
        json["duals_later"] = list(report.duals_later, flaw_json);
        json["later_duals"] = report.later_duals;
        json["shorts_later"] = list(report.shorts_later, flaw_json);
        json["later_shorts"] = report.later_shorts;
    }
    if (report.stipulation) json["stipulation"] = records::text_of(*report.stipulation);
    json["superfluous"] = report.superfluous;
    if (!report.twin.empty()) json["twin"] = report.twin;
    if (report.legality) {
        const Legality& legality = *report.legality;
        const bool decided = legality.verdict != Legality::Verdict::Undecided;
        json["legal"] = decided ? Json(legality.verdict == Legality::Verdict::Proven) : Json(nullptr);
        json["legal_why"] = legality.why.empty() ? Json(nullptr) : Json(legality.why);
    }
    if (!report.superfluous_by_uci.empty()) json["superfluous_by_uci"] = report.superfluous_by_uci;
    json["notes"] = report.notes;
    return records::dump(json);
}

std::string json(const Analysis& analysis) {
    Json json = {{"fen", analysis.fen},
                 {"variant", analysis.variant},
                 {"turn", name(analysis.turn)},
                 {"check", analysis.check},
                 {"faces", list(analysis.faces, face_row_json)},
                 {"mate", list(analysis.mates, mate_json)},
                 {"threats", analysis.threats ? list(*analysis.threats, face_row_json) : Json(nullptr)}};
    if (analysis.outlook) json["outlook"] = outlook_json(*analysis.outlook);
    if (analysis.rollout) json["rollout"] = rollout_json(*analysis.rollout);
    return with_odds(analysis, records::dump(json));
}

std::vector<std::string> json(const Replay& replay, std::size_t game) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < replay.plies.size(); ++at)
        all.push_back(records::dump(ply_json(replay.plies[at], game, at + 1)));
    all.push_back(records::dump(game_json(replay, game)));
    return all;
}

void append_bounds(const Bounds& bounds, std::string& out) {
    out.append("\"lower\":").append(decimal(bounds.lower, Rounding::Down));
    out.append(",\"upper\":").append(decimal(bounds.upper, Rounding::Up));
    out.append(",\"value\":").append(decimal(bounds));
    if (bounds.plies) out.append(",\"plies\":").append(std::to_string(*bounds.plies));
}

std::string json(const tables::Odds& odds) {
    std::string out = "{\"material\":\"" + odds.material + "\",";
    append_bounds(odds.bounds, out);
    out += ",\"faces\":";
    records::append_array(odds.rolls, out, [&](const RollOdds& roll) {
        out += "{\"face\":" + (roll.face == 0 ? "null" : std::to_string(roll.face));
        out += roll.free ? ",\"free\":true," : ",\"free\":false,";
        append_bounds(roll.bounds, out);
        out += ",\"best\":";
        records::append_array(std::span(roll.moves).first(roll.best()), out,
                              [&](const MoveOdds& move) { records::append_quoted(move.move, out); });
        out += ",\"moves\":";
        records::append_array(roll.moves, out, [&](const MoveOdds& move) {
            out += "{\"move\":";
            records::append_quoted(move.move, out);
            out += ',';
            append_bounds(move.bounds, out);
            out += '}';
        });
        out += '}';
    });
    return out + '}';
}

std::string with_odds(const Subject& subject, std::string record) {
    if (!subject.odds) return record;
    record.pop_back();
    return record + ",\"odds\":" + json(*subject.odds) + '}';
}

namespace {

Json solution_json(const SolutionReport& report) {
    const auto first_move = [&](const FirstMove& move) { return first_move_json(move, report); };
    Json json = {{"moves", report.moves},
                 {"faces", list(report.faces, solved_face_json)},
                 {"set_play", set_play_json(report)},
                 {"tries", list(report.tries, first_move)},
                 {"keys", list(report.keys, first_move)},
                 {"complete", report.complete()},
                 {"strict", report.strict()},
                 {"tested_by", fmt::format("Octomate {}", version())}};
    if (report.stipulation) json["stipulation"] = records::text_of(*report.stipulation);
    if (report.lines) json["lines"] = report.lines->first;
    if (!report.twin.empty())
        json.update(Json{{"twin", report.twin}, {"change", report.change}, {"fen", report.fen}});
    if (!report.complete()) json["missing"] = report.limits;
    return json;
}

}  // namespace

std::string json(const SolutionReport& report) { return records::dump(solution_json(report)); }

std::string json(const std::vector<SolutionReport>& diagram_and_twins) {
    Json json = solution_json(diagram_and_twins.front());
    for (std::size_t at = 1; at < diagram_and_twins.size(); ++at)
        json["twins"].push_back(solution_json(diagram_and_twins[at]));
    return records::dump(json);
}

}  // namespace octomate::reports
