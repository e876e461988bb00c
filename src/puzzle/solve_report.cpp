#include "puzzle/solve_report.hpp"

namespace octomate::puzzle {

namespace {

/// A face as records write it: null where no die is used.
Json face_json(const FaceRow& row) { return row.face == 0 ? Json(nullptr) : Json(row.face); }

Json texts(const std::vector<ListedMove>& moves) {
    Json json = Json::array();
    for (const ListedMove& move : moves) json.push_back(move.text);
    return json;
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace

const FaceRow* SolveReport::rolled() const {
    if (!roll) return nullptr;
    for (const FaceRow& row : faces) {
        if (row.face == *roll) return &row;
    }
    return nullptr;
}

Json to_json(const SolveReport& report) {
    Json faces = Json::array();
    Json winning = Json::array();
    for (const FaceRow& row : report.faces) {
        Json face = {{"face", face_json(row)},
                     {"file", row.face == 0 ? Json(nullptr) : Json(std::string(1, row.file))},
                     {"moves", row.moves},
                     {"free", row.free},
                     {"mates", texts(row.mates)}};
        if (report.listed) face["list"] = texts(row.list);
        faces.push_back(std::move(face));
        if (!row.mates.empty()) winning.push_back(face_json(row));
    }
    const FaceRow* rolled = report.rolled();
    Json json = {{"id", or_null(report.id)},
                 {"fen", report.fen},
                 {"variant", report.variant},
                 {"turn", name(report.turn)},
                 {"check", report.check},
                 {"roll", or_null(report.roll)},
                 {"faces", std::move(faces)},
                 {"winning", std::move(winning)},
                 {"answer", rolled ? texts(rolled->mates) : Json(nullptr)}};
    if (!report.notes.empty()) json["notes"] = report.notes;
    return json;
}

}  // namespace octomate::puzzle
