#include "questions/twins.hpp"

#include "games/list.hpp"

namespace octomate::questions {

Status for_each_twin(const games::Game& game, const records::Puzzle& puzzle, const UseTwin& use) {
    const auto twins = records::twins_of(puzzle, games::variants(game.about().name));
    if (!twins) return Unexpected{twins.error()};
    Faults all;
    for (const records::Twin& twin : *twins) {
        const auto made = game.make_twin(puzzle, twin);
        if (!made) break;
        Status used = *made ? use(twin, **made) : Unexpected{made->error()};
        if (used) continue;
        for (Fault& fault : used.error()) {
            fault.message = "twin " + twin.name + ": " + fault.message;
            add_fault(all, std::move(fault));
        }
    }
    return status_of(std::move(all));
}

}  // namespace octomate::questions
