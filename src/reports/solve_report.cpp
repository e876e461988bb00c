#include "reports/solve_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "records/json_text.hpp"

namespace octomate::reports {

using namespace std::string_view_literals;  // literals whose length is known: appending them takes a good
                                            // part

namespace {

const std::string& text_of(const ListedMove& move) { return move.text; }
const std::string& text_of(const std::string& note) { return note; }

template <class T>
void append_texts(const std::vector<T>& all, std::string& out) {
    out += '[';
    for (const T& one : all) {
        if (&one != all.data()) out += ',';
        records::append_quoted(text_of(one), out);
    }
    out += ']';
}

void append_number(std::size_t number, std::string& out) {
    const fmt::format_int text(number);
    out.append(text.data(), text.size());
}

void append_face(const FaceRow& row, bool listed, std::string& out) {
    out += "{\"face\":"sv;
    if (row.face == 0) {
        out += "null,\"file\":null"sv;
    } else {
        append_number(static_cast<std::size_t>(row.face), out);
        out.append(",\"file\":\""sv).append(1, row.file).append(1, '"');
    }
    out += ",\"moves\":"sv;
    append_number(row.moves, out);
    out += row.free ? ",\"free\":true,\"mates\":"sv : ",\"free\":false,\"mates\":"sv;
    append_texts(row.mates, out);
    if (listed) {
        out += ",\"list\":"sv;
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
            out += "null"sv;
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

void add_solve_notes(const Puzzle& puzzle, SolveReport& report) {
    const bool die = report.faces.size() > 1;
    if (puzzle.roll && !die) {
        report.notes.push_back(
            fmt::format("the roll {} is not used: {}", *puzzle.roll,
                        report.check && report.has_die ? "in check there is no die" : "the game has no die"));
    }
    if (puzzle.moves > 1) {
        report.notes.push_back(
            fmt::format("the puzzle asks for mate in {}; these are the mates in one", puzzle.moves));
    }
}

void append_json(const SolveReport& report, std::string& out) {
    out += "{\"id\":"sv;
    report.id ? records::append_quoted(*report.id, out) : void(out += "null"sv);
    out.append(",\"fen\":\""sv).append(report.fen).append("\",\"variant\":\""sv).append(report.variant);
    out.append("\",\"turn\":\""sv).append(name(report.turn));
    out += report.check ? "\",\"check\":true,\"roll\":"sv : "\",\"check\":false,\"roll\":"sv;
    report.roll ? append_number(static_cast<std::size_t>(*report.roll), out) : void(out += "null"sv);
    out += ",\"faces\":["sv;
    for (const FaceRow& row : report.faces) {
        if (&row != report.faces.data()) out += ',';
        append_face(row, report.listed, out);
    }
    out += "],\"winning\":"sv;
    append_winning(report.faces, out);
    out += ",\"answer\":"sv;
    const FaceRow* rolled = report.rolled();
    rolled ? append_texts(rolled->mates, out) : void(out += "null"sv);
    if (!report.notes.empty()) {
        out += ",\"notes\":"sv;
        append_texts(report.notes, out);
    }
    out += '}';
}

}  // namespace octomate::reports
