#include "reports/mate_report.hpp"

#include <fmt/core.h>

#include "core/deadline.hpp"
#include "json/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/check_report.hpp"
#include "text/words.hpp"

namespace octomate::reports {

solver::MateOptions search_options(const SearchRequest& request, int moves_of_record) {
    solver::MateOptions search;
    search.moves = request.moves > 0 ? request.moves : moves_of_record;
    search.dice = request.dice;
    search.defence = request.defence;
    // Each thread may have a search of its own, and the memory is for all of them.
    const auto sharers = static_cast<std::size_t>(request.own_hash ? 1 : request.threads);
    search.hash_bytes = (request.hash_mib << 20) / sharers;
    search.parallel = request.threads > 1;
    search.limits.interrupted = request.interrupted;
    if (request.nodes > 0) search.limits.nodes = request.nodes;
    search.limits.deadline = deadline_in(request.seconds);
    return search;
}

bool is_over(const solver::Limits& limits) {
    return (limits.interrupted && *limits.interrupted) || Clock::now() >= limits.deadline;
}

Fault too_many_moves(const solver::MateOptions& search, int most) {
    return {FaultCode::BadMoves, "moves", 0,
            fmt::format("moves is {}, expected at most {} with --dice {}", search.moves, most,
                        name(search.dice))};
}

Fault too_many_rolls(const Stipulation& stipulation) {
    return {
        FaultCode::BadStipulation, "stipulation", 0,
        fmt::format("{} has more rolls than a mean can be counted of exactly, expected --dice every or some",
                    records::text_of(stipulation))};
}

void add_stipulation_notes(const MateRequest& request, MateReport& report) {
    if (request.tree) report.notes.emplace_back("the tree is drawn of #n only");
    if (request.certificate) report.notes.emplace_back("certificates are written of #n only");
    if (request.defence == solver::Defence::Help)
        report.notes.emplace_back("--defence help goes with #n only");
    if (request.moves > 0)
        report.notes.push_back(
            fmt::format("--moves {} is not used: the record says what it asks for", request.moves));
}

std::string claim(const MateReport& report) {
    const auto face = [](const MateRow& row) { return std::to_string(row.face); };
    const auto value = [](const MateRow& row) { return row.value.lower.text(); };
    return records::object("certificate", 1, "variant", report.variant, "fen", report.fen, "moves",
                           report.moves, "value", report.total.lower.text(), "faces",
                           records::map_of(report.faces, face, value)) +
           '\n';
}

std::string on_faces(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return {};
    std::vector<std::string> numbers;
    for (const int face : faces) numbers.push_back(std::to_string(face));
    return (faces.size() == 1 ? " on face " : " on faces ") + enumerate(numbers);
}

}  // namespace octomate::reports
