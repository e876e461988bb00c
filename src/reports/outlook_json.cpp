#include "reports/outlook_json.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace octomate::reports {

using players::Outlook;
using players::Rollout;
using records::Json;

namespace {

double rounded(double chance) {
    const double number = std::round(chance * 1e6) / 1e6;
    return number == 0 ? 0 : number;  // no "-0.0"
}

template <class Face>
Json face_json(const Face& face) {
    return {{"face", face.face == 0 ? Json(nullptr) : Json(face.face)},
            {"file", face.face == 0 ? Json(nullptr) : Json(face.names)},
            {"free", face.free}};
}

}  // namespace

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
        Json& told = json["faces"].emplace_back(face_json(face));
        told["chance"] = rounded(best);
        told["shallow"] = rounded(shallow);
        told["moves"] = std::move(moves);
    }
    return json;
}

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
        Json& told = json["faces"].emplace_back(face_json(face));
        told["chance"] = rounded(best.adjusted.mean);
        told["error"] = rounded(best.adjusted.error);
        Json& moves = told["moves"] = Json::array();
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

}  // namespace octomate::reports
