#include "collect/twins.hpp"

#include "games/list.hpp"

namespace octomate::collect {

Faults for_each_twin(const games::Game& game, const records::Puzzle& puzzle, const UseTwin& use) {
    const auto twins = records::twins_of(puzzle, games::variants(game.about().name));
    if (!twins) return twins.error();
    Faults all;
    for (const records::Twin& twin : *twins) {
        if (!game.maker()) break;
        const auto made = game.maker()->make_twin(puzzle, twin);
        Faults faults = made ? use(twin, *made) : made.error();
        for (Fault& fault : faults) {
            fault.message = "twin " + twin.name + ": " + fault.message;
            add_fault(all, std::move(fault));
        }
    }
    return all;
}

}  // namespace octomate::collect
