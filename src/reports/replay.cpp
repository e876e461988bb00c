#include "reports/replay.hpp"

#include <algorithm>

namespace octomate::reports {

std::vector<TextFault> all_faults(const Replay& replay) {
    std::vector<TextFault> all;
    for (const Fault& fault : replay.refusal) all.push_back({replay.refusal_line, fault});
    for (const ReplayedPly& ply : replay.plies) all.insert(all.end(), ply.faults.begin(), ply.faults.end());
    all.insert(all.end(), replay.faults.begin(), replay.faults.end());
    return all;
}

bool has_bad_text(const Replay& replay) {
    const std::vector<TextFault> faults = all_faults(replay);
    return !replay.refusal.empty() || std::any_of(faults.begin(), faults.end(), [](const TextFault& told) {
        return is_bad_text(told.fault.code);
    });
}

Replay refuse(const GameScore& game, std::string_view tag, Faults faults) {
    for (Fault& fault : faults) fault.field = tag;
    Replay replay;
    replay.faults = game.faults;
    replay.result = game.result;
    replay.refusal = std::move(faults);
    if (const Tag* found = game.tag(tag)) replay.refusal_line = found->line;
    return replay;
}

}  // namespace octomate::reports
