#include "reports/replay.hpp"

#include "records/error_record.hpp"

namespace octomate::reports {

namespace {

/// `{"code", "message", "line", "offset"}` of the first, with `more` if there are others; null if there is
/// none.
Json fault_json(const std::vector<TextFault>& faults) {
    const auto one = [](const TextFault& told) {
        return Json{{"code", name(told.fault.code)},
                    {"message", told.fault.message},
                    {"line", told.line},
                    {"offset", told.fault.offset}};
    };
    if (faults.empty()) return nullptr;
    Json json = one(faults.front());
    for (std::size_t at = 1; at < faults.size(); ++at) json["more"].push_back(one(faults[at]));
    return json;
}

/// `{"code", "field", "offset", "message", "more", "line"}` of the tag that was refused.
Json refusal_json(const Replay& replay) {
    Json json = records::error_record({}, {}, replay.refusal)["error"];
    json["line"] = replay.refusal_line;
    return json;
}

/// The record of one ply; `game` and `ply` count from 1.
Json ply_record(const ReplayedPly& played, std::size_t game, std::size_t ply) {
    return {{"game", game},
            {"ply", ply},
            {"turn", name(played.turn)},
            {"roll", played.roll ? Json(*played.roll) : Json()},
            {"move", played.move},
            {"fen", played.fen},
            {"fault", fault_json(played.faults)}};
}

/// The record of the game as a whole. `plies` is the number of ply records, `faults` counts all faults, also
/// its own. `fault` stands there only if something is wrong that belongs to no ply; `error` only if the game
/// was refused.
Json game_record(const Replay& replay, std::size_t game) {
    Json json = {{"game", game},
                 {"plies", replay.plies.size()},
                 {"faults", all_faults(replay).size()},
                 {"result", replay.result},
                 {"fen", replay.refusal.empty() ? Json(replay.fen) : Json()}};
    if (!replay.faults.empty()) json["fault"] = fault_json(replay.faults);
    if (!replay.refusal.empty()) json["error"] = refusal_json(replay);
    if (!replay.notes.empty()) json["notes"] = replay.notes;
    return json;
}

}  // namespace

std::vector<TextFault> all_faults(const Replay& replay) {
    std::vector<TextFault> all;
    for (const Fault& fault : replay.refusal) all.push_back({replay.refusal_line, fault});
    for (const ReplayedPly& ply : replay.plies) all.insert(all.end(), ply.faults.begin(), ply.faults.end());
    all.insert(all.end(), replay.faults.begin(), replay.faults.end());
    return all;
}

bool has_bad_text(const Replay& replay) {
    const std::vector<TextFault> faults = all_faults(replay);
    return !replay.refusal.empty() || std::any_of(faults.begin(), faults.end(), [](const TextFault& told) {
        return is_bad_text(told.fault.code);
    });
}

Replay refuse(const GameScore& game, std::string_view tag, Faults faults) {
    for (Fault& fault : faults) fault.field = tag;
    Replay replay;
    replay.faults = game.faults;
    replay.result = game.result;
    replay.refusal = std::move(faults);
    if (const Tag* found = game.tag(tag)) replay.refusal_line = found->line;
    return replay;
}

std::vector<Json> records(const Replay& replay, std::size_t game) {
    std::vector<Json> all;
    for (std::size_t at = 0; at < replay.plies.size(); ++at)
        all.push_back(ply_record(replay.plies[at], game, at + 1));
    all.push_back(game_record(replay, game));
    return all;
}

}  // namespace octomate::reports
