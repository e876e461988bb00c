#include "reports/json.hpp"

#include <cmath>
#include <optional>

#include "formats/error_record.hpp"
#include "json/tree.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/stipulation.hpp"
#include "reports/odds_json.hpp"
#include "reports/outlook_json.hpp"

namespace octomate::reports {

namespace {

using records::Json;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// A face as records write it: null where no die is used.
Json face_json(int face) { return face == 0 ? Json(nullptr) : Json(face); }

Json texts(const std::vector<ListedMove>& moves) {
    Json json = Json::array();
    for (const ListedMove& move : moves) json.push_back(move.text);
    return json;
}

Json row_json(const FaceRow& row) {
    return {{"face", face_json(row.face)},
            {"file", row.face == 0 ? Json(nullptr) : Json(row.names)},
            {"moves", row.moves},
            {"free", row.free},
            {"mates", texts(row.mates)}};
}

void put_value(Json& json, const char* field, const ReportedValue& value) {
    json[field] = value.exact() ? Json(value.lower.text()) : Json(nullptr);
    if (value.exact()) return;
    json["lower"] = value.lower.text();
    json["upper"] = value.upper.text();
}

Json row_json(const MateRow& row) {
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
    json["faces"] = Json::array();
    for (const MateRow& row : report.faces) json["faces"].push_back(row_json(row));
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
    const auto one = [](const TextFault& told) {
        return Json{{"code", name(told.fault.code)},
                    {"message", records::message_of(told.fault)},
                    {"line", told.line},
                    {"offset", told.fault.offset}};
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

/// Six digits are more than a search knows.
Json chance_json(double chance) { return std::round(chance * 1e6) / 1e6 + 0.0; }  // no -0

Json chances_json(const PlyChances& ply) {
    const bool judged = ply.rolled.has_value();
    const auto if_judged = [&](double value) { return judged ? chance_json(value) : Json(nullptr); };
    return {{"before", chance_json(ply.before)},
            {"rolled", if_judged(ply.rolled.value_or(0))},
            {"played", chance_json(ply.played)},
            {"luck", if_judged(ply.luck())},
            {"error", if_judged(ply.error())},
            {"sign", ply.lapse() == Lapse::None ? Json(nullptr) : Json(sign(ply.lapse()))},
            {"best", judged ? Json(ply.best) : Json(nullptr)},
            {"choice", judged ? Json(ply.choice) : Json(nullptr)},
            {"exact", ply.exact}};
}

Json side_json(const SideChances& side) {
    return {{"luck", chance_json(side.luck)}, {"error", chance_json(side.error)},
            {"decisions", side.decisions},    {"mean_error", chance_json(side.mean_error())},
            {"blunders", side.blunders},      {"mistakes", side.mistakes},
            {"dubious", side.dubious},        {"unjudged", side.unjudged}};
}

Json chances_json(const GameChances& game) {
    const auto side = [](std::optional<Color> color) { return color ? Json(name(*color)) : Json(nullptr); };
    return {{"depth", game.depth},
            {"start", chance_json(game.start)},
            {"end", chance_json(game.end)},
            {"drift", chance_json(game.drift)},
            {"luckier", side(game.luckier())},
            {"luck", chance_json(std::abs(game.luck()))},
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

std::string json(const MateReport& report) { return with_odds(report, records::dump(mate_json(report))); }

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
        Json& later = json["duals_later"] = Json::array();
        for (const LaterDual& dual : report.duals_later)
            later.push_back({{"line", dual.line}, {"face", face_json(dual.face)}, {"moves", dual.moves}});
        json["later_duals"] = report.later_duals;
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
    Json json = {{"fen", analysis.fen},     {"variant", analysis.variant}, {"turn", name(analysis.turn)},
                 {"check", analysis.check}, {"faces", Json::array()},      {"mate", Json::array()},
                 {"threats", nullptr}};
    for (const FaceRow& row : analysis.faces) json["faces"].push_back(row_json(row));
    for (const MateReport& mate : analysis.mates) json["mate"].push_back(mate_json(mate));
    if (analysis.threats) {
        json["threats"] = Json::array();
        for (const FaceRow& row : *analysis.threats) json["threats"].push_back(row_json(row));
    }
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

}  // namespace octomate::reports
