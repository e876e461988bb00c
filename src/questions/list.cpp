#include <algorithm>
#include <array>

#include "questions/analyse.hpp"
#include "questions/check.hpp"
#include "questions/mate.hpp"
#include "questions/solve.hpp"

namespace octomate::questions {

std::span<const Kind> kinds() {
    static constexpr std::array all = {Kind{"solve", make<Solve>},
                                       Kind{"moves", make_moves},
                                       Kind{"mate", make<Mate>, true},
                                       Kind{"check", make<Check>, true},
                                       Kind{"tag", make_tag, true},
                                       Kind{"svg", make_picture},
                                       Kind{"analyse", make<Analyse>, true, Scope::Here},
                                       Kind{"perft", make_perft, true, Scope::Here}};
    return all;
}

const Kind* find(std::string_view name) {
    const auto all = kinds();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Kind& kind) { return kind.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace octomate::questions
