#include "reports/solve_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "records/error_record.hpp"

namespace octomate::reports {

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

void append_texts(const std::vector<ListedMove>& moves, std::string& out) {
    out += '[';
    for (const ListedMove& move : moves) {
        if (&move != moves.data()) out += ',';
        records::append_quoted(move.text, out);
    }
    out += ']';
}

void append_number(std::size_t number, std::string& out) { out.append(fmt::format_int(number).c_str()); }

void append_face(const FaceRow& row, bool listed, std::string& out) {
    out += "{\"face\":";
    if (row.face == 0) {
        out += "null,\"file\":null";
    } else {
        append_number(static_cast<std::size_t>(row.face), out);
        out.append(",\"file\":\"").append(1, row.file).append(1, '"');
    }
    out += ",\"moves\":";
    append_number(row.moves, out);
    out += row.free ? ",\"free\":true,\"mates\":" : ",\"free\":false,\"mates\":";
    append_texts(row.mates, out);
    if (listed) {
        out += ",\"list\":";
        append_texts(row.list, out);
    }
    out += '}';
}

void append_winning(const std::vector<FaceRow>& faces, std::string& out) {
    out += '[';
    bool first = true;
    for (const FaceRow& row : faces) {
        if (row.mates.empty()) continue;
        if (!std::exchange(first, false)) out += ',';
        if (row.face == 0) {
            out += "null";
        } else {
            append_number(static_cast<std::size_t>(row.face), out);
        }
    }
    out += ']';
}

}  // namespace

const FaceRow* SolveReport::rolled() const {
    if (!roll) return nullptr;
    for (const FaceRow& row : faces) {
        if (row.face == *roll) return &row;
    }
    return nullptr;
}

Json to_json(const FaceRow& row) {
    return {{"face", face_json(row)},
            {"file", row.face == 0 ? Json(nullptr) : Json(std::string(1, row.file))},
            {"moves", row.moves},
            {"free", row.free},
            {"mates", texts(row.mates)}};
}

Json to_json(const SolveReport& report) {
    Json faces = Json::array();
    Json winning = Json::array();
    for (const FaceRow& row : report.faces) {
        Json face = to_json(row);
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

void append_json(const SolveReport& report, std::string& out) {
    out += "{\"id\":";
    report.id ? records::append_quoted(*report.id, out) : void(out += "null");
    out.append(",\"fen\":\"").append(report.fen).append("\",\"variant\":\"").append(report.variant);
    out.append("\",\"turn\":\"").append(name(report.turn));
    out += report.check ? "\",\"check\":true,\"roll\":" : "\",\"check\":false,\"roll\":";
    report.roll ? append_number(static_cast<std::size_t>(*report.roll), out) : void(out += "null");
    out += ",\"faces\":[";
    for (const FaceRow& row : report.faces) {
        if (&row != report.faces.data()) out += ',';
        append_face(row, report.listed, out);
    }
    out += "],\"winning\":";
    append_winning(report.faces, out);
    out += ",\"answer\":";
    const FaceRow* rolled = report.rolled();
    rolled ? append_texts(rolled->mates, out) : void(out += "null");
    if (!report.notes.empty()) out.append(",\"notes\":").append(records::dump(Json(report.notes)));
    out += '}';
}

}  // namespace octomate::reports
