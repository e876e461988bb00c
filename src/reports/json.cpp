#include "reports/json.hpp"

#include "reports/fields.hpp"

namespace octomate::reports {

using records::to_json;

std::string json(Outcome outcome) { return to_json(choice_of(outcome)); }
void append_json(const SolveReport& report, std::string& out) { records::append_value(report, out); }
std::string json(const SolveReport& report) { return to_json(report); }
std::string json(const MoveRecord& record) { return to_json(record); }
std::string json(const PerftReport& report) { return to_json(report); }
std::string json(const MateReport& report) { return to_json(WrittenMate{report}); }
std::string json(const CheckReport& report) { return to_json(report); }
std::string json(const Analysis& analysis) { return to_json(analysis); }
std::string json(const ProofReport& report) { return to_json(report); }
std::string json(const tables::Odds& odds) { return to_json(odds); }
std::string json(const draw::Scene& scene) { return to_json(scene); }
std::string json(const SolutionReport& report) { return to_json(WrittenSolution{report}); }

std::string json(const std::vector<SolutionReport>& diagram_and_twins) {
    const std::span all(diagram_and_twins);
    return to_json(WrittenSolution{all.front(), all.subspan(1)});
}

std::string json_lines(const RetractReport& report) {
    std::string lines;
    for (const EarlierPosition& one : report.earlier) {
        records::append_value(WrittenOrigin{one, report.fen}, lines);
        lines += '\n';
    }
    return lines;
}

std::vector<std::string> json(const Replay& replay, std::size_t game) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < replay.plies.size(); ++at)
        all.push_back(to_json(PlyRecord{replay.plies[at], game, at + 1}));
    all.push_back(to_json(GameRecord{replay, game}));
    return all;
}

}  // namespace octomate::reports
