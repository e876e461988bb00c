#include "reports/analysis.hpp"

namespace octomate::reports {

Json to_json(const Analysis& analysis) {
    Json json = {{"fen", analysis.fen},     {"variant", analysis.variant}, {"turn", name(analysis.turn)},
                 {"check", analysis.check}, {"faces", Json::array()},      {"mate", Json::array()},
                 {"threats", nullptr}};
    for (const FaceRow& row : analysis.faces) json["faces"].push_back(to_json(row));
    for (const MateReport& mate : analysis.mates) json["mate"].push_back(to_json(mate));
    if (analysis.threats) {
        json["threats"] = Json::array();
        for (const FaceRow& row : *analysis.threats) json["threats"].push_back(to_json(row));
    }
    return json;
}

}  // namespace octomate::reports
