#include "reports/origins.hpp"

#include "json/tree.hpp"

namespace octomate::reports {

namespace {

using records::Json;

Json certificate_json(const Certificate& certificate) {
    switch (certificate.kind) {
        case Certificate::Kind::DoubledPawns:
            return {{"kind", "doubled_pawns"}, {"side", name(certificate.side)}, {"file", certificate.file}};
        case Certificate::Kind::Promotions:
            return {{"kind", "promotions"},
                    {"side", name(certificate.side)},
                    {"pawns", certificate.pawns},
                    {"promoted", certificate.promoted}};
        case Certificate::Kind::Ancestors: break;
    }
    return {{"kind", "ancestors"}, {"positions", certificate.positions}};
}

}  // namespace

std::string json_lines(const RetractReport& report) {
    std::string lines;
    for (const EarlierPosition& one : report.earlier) {
        lines += records::dump({{"fen", one.fen},
                                {"move", one.move},
                                {"uci", one.uci},
                                {"faces", one.faces.empty() ? Json(nullptr) : Json(one.faces)},
                                {"after", report.fen}});
        lines += '\n';
    }
    return lines;
}

std::string json(const ProofReport& report) {
    const Legality& legality = report.legality;
    const bool proven = legality.verdict == Legality::Verdict::Proven;
    const bool illegal = legality.verdict == Legality::Verdict::Illegal;
    Json json = {{"id", report.id ? Json(*report.id) : Json(nullptr)},
                 {"fen", report.fen},
                 {"variant", report.variant},
                 {"verdict", name(legality.verdict)},
                 {"plies", proven ? Json(legality.plies) : Json(nullptr)},
                 {"why", proven ? Json(nullptr) : Json(legality.why)},
                 {"length", proven ? Json(legality.length) : Json(nullptr)},
                 {"shortest", proven ? Json(legality.shortest) : Json(nullptr)},
                 {"least", illegal ? Json(nullptr) : Json(legality.least)},
                 {"nodes", legality.nodes},
                 {"certificate", nullptr}};
    if (legality.certificate) json["certificate"] = certificate_json(*legality.certificate);
    if (!report.notes.empty()) json["notes"] = report.notes;
    return records::dump(json);
}

}  // namespace octomate::reports
