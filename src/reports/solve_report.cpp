#include "reports/solve_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "json/text.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/json.hpp"

namespace octomate::reports {

using namespace std::string_view_literals;  // appending what has a known length takes a good part

namespace {

void append_moves(const std::vector<ListedMove>& moves, std::string& out) {
    records::append_array(moves, out,
                          [&](const ListedMove& move) { records::append_quoted(move.text, out); });
}

void append_wins(const std::vector<ListedMove>& wins, std::string& out) {
    records::append_array(wins, out, [&](const ListedMove& win) {
        out += "{\"move\":"sv;
        records::append_quoted(win.text, out);
        out.append(",\"by\":\""sv).append(win.by).append("\"}"sv);
    });
}

void append_face(const FaceRow& row, const SolveReport& report, std::string& out) {
    out += "{\"face\":"sv;
    if (row.face == 0) {
        out += "null,\"file\":null"sv;
    } else {
        records::append_number(row.face, out);
        out.append(",\"file\":\""sv).append(row.names).append(1, '"');
    }
    out += ",\"moves\":"sv;
    records::append_number(row.moves, out);
    out += row.free ? ",\"free\":true,\"mates\":"sv : ",\"free\":false,\"mates\":"sv;
    append_moves(row.mates, out);
    if (report.several_ways) {
        out += ",\"wins\":"sv;
        append_wins(row.mates, out);
    }
    if (report.listed) {
        out += ",\"list\":"sv;
        append_moves(row.list, out);
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
            records::append_number(row.face, out);
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
        report.notes.push_back(fmt::format("the roll {} is not used: {}", *puzzle.roll, why_no_die(report)));
    }
    if (const auto other = puzzle.other_stipulation()) {
        report.notes.push_back(
            fmt::format("the puzzle asks for {}, which octomate mate solves; these are the mates in one",
                        records::text_of(*other)));
    } else if (puzzle.moves > 1) {
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
    report.roll ? records::append_number(*report.roll, out) : void(out += "null"sv);
    out += ",\"faces\":"sv;
    records::append_array(report.faces, out, [&](const FaceRow& row) { append_face(row, report, out); });
    out += ",\"winning\":"sv;
    append_winning(report.faces, out);
    out += ",\"answer\":"sv;
    const FaceRow* rolled = report.rolled();
    rolled ? append_moves(rolled->mates, out) : void(out += "null"sv);
    if (!report.notes.empty()) {
        out += ",\"notes\":"sv;
        records::append_texts(report.notes, out);
    }
    if (report.odds) out.append(",\"odds\":"sv).append(json(*report.odds));
    out += '}';
}

}  // namespace octomate::reports
