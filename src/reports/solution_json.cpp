#include <fmt/core.h>

#include "json/tree.hpp"
#include "reports/json.hpp"
#include "reports/solution_report.hpp"
#include "text/version.hpp"

namespace octomate::reports {

namespace {

using records::Json;

Json play_json(const Play& play);

template <class Entries, class Write>
Json list(const Entries& entries, Write write) {
    Json json = Json::array();
    for (const auto& entry : entries) json.push_back(write(entry));
    return json;
}

/// Null where no die is used.
Json rolls_json(const std::vector<int>& rolls) { return rolls.empty() ? Json(nullptr) : Json(rolls); }

Json continuation_json(const Continuation& one) {
    Json json = {{"rolls", rolls_json(one.rolls)}, {"moves", one.moves}, {"in", one.in}};
    if (one.dual) json["dual"] = true;
    if (one.is_short) json["short"] = true;
    if (one.in > 1) json.update(play_json(one.play));
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
    if (move.in != 1) json.update(play_json(move.play));
    if (move.key) return json;
    json["refutations"] = list(move.refutations, [](const Refutation& one) {
        return Json{{"rolls", rolls_json(one.rolls)}, {"moves", one.moves}, {"leaves", one.leaves.text()}};
    });
    return json;
}

Json solved_face_json(const SolvedFace& face) {
    return {{"face", face.face == 0 ? Json(nullptr) : Json(face.face)},
            {"free", face.free},
            {"keys", face.keys},
            {"in", face.in == 0 ? Json(nullptr) : Json(face.in)},
            {"dual", face.dual}};
}

Json set_play_json(const SolutionReport& report) {
    if (!report.set) return nullptr;
    return report.moves == 1 ? Json{{"mates", list(report.set->mates, continuation_json)}}
                             : Json{{"variations", list(report.set->variations, variation_json)}};
}

}  // namespace

std::string json(const SolutionReport& report) {
    const auto first_move = [&](const FirstMove& move) { return first_move_json(move, report); };
    Json json = {{"moves", report.moves},
                 {"faces", list(report.faces, solved_face_json)},
                 {"set_play", set_play_json(report)},
                 {"tries", list(report.tries, first_move)},
                 {"keys", list(report.keys, first_move)},
                 {"complete", report.complete()},
                 {"tested_by", fmt::format("Octomate {}", version())}};
    if (!report.complete()) json["missing"] = report.limits;
    return records::dump(json);
}

}  // namespace octomate::reports
