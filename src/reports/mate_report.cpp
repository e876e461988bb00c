#include "reports/mate_report.hpp"

namespace octomate::reports {

namespace {

void put_value(Json& json, const char* field, const ReportedValue& value) {
    json[field] = value.exact() ? Json(value.lower.text()) : Json(nullptr);
    if (value.exact()) return;
    json["lower"] = value.lower.text();
    json["upper"] = value.upper.text();
}

Json row_json(const MateRow& row) {
    Json json = {{"face", row.face == 0 ? Json(nullptr) : Json(row.face)}};
    put_value(json, "value", row.value);
    json["forced"] = row.value.exact() ? Json(row.forced) : Json(nullptr);
    json["best"] = row.best;
    return json;
}

}  // namespace

Json to_json(const MateReport& report) {
    Json json = {{"id", report.id ? Json(*report.id) : Json(nullptr)},
                 {"fen", report.fen},
                 {"variant", report.variant},
                 {"moves", report.moves},
                 {"dice", name(report.dice)},
                 {"defence", name(report.defence)}};
    put_value(json, "total", report.total);
    json["faces"] = Json::array();
    for (const MateRow& row : report.faces) json["faces"].push_back(row_json(row));
    if (!report.complete) json["complete"] = false;
    if (!report.notes.empty()) json["notes"] = report.notes;
    return json;
}

}  // namespace octomate::reports
