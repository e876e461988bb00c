#include "reports/odds_json.hpp"

#include <span>

#include "json/text.hpp"

namespace octomate::reports {

using tables::Bounds;
using tables::MoveOdds;
using tables::RollOdds;
using tables::Rounding;

void append_bounds(const Bounds& bounds, std::string& out) {
    out.append("\"lower\":").append(decimal(bounds.lower, Rounding::Down));
    out.append(",\"upper\":").append(decimal(bounds.upper, Rounding::Up));
    out.append(",\"value\":").append(decimal(bounds));
    if (bounds.plies) out.append(",\"plies\":").append(std::to_string(*bounds.plies));
}

std::string json(const tables::Odds& odds) {
    std::string out = "{\"material\":\"" + odds.material + "\",";
    append_bounds(odds.bounds, out);
    out += ",\"faces\":";
    records::append_array(odds.rolls, out, [&](const RollOdds& roll) {
        out += "{\"face\":" + (roll.face == 0 ? "null" : std::to_string(roll.face));
        out += roll.free ? ",\"free\":true," : ",\"free\":false,";
        append_bounds(roll.bounds, out);
        out += ",\"best\":";
        records::append_array(std::span(roll.moves).first(roll.best()), out,
                              [&](const MoveOdds& move) { records::append_quoted(move.move, out); });
        out += ",\"moves\":";
        records::append_array(roll.moves, out, [&](const MoveOdds& move) {
            out += "{\"move\":";
            records::append_quoted(move.move, out);
            out += ',';
            append_bounds(move.bounds, out);
            out += '}';
        });
        out += '}';
    });
    return out + '}';
}

std::string with_odds(const Subject& subject, std::string record) {
    if (!subject.odds) return record;
    record.pop_back();
    return record + ",\"odds\":" + json(*subject.odds) + '}';
}

}  // namespace octomate::reports
