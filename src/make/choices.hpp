#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "make/spec.hpp"

namespace octomate::make {

/// Men by their numbers, never falling.
using MenChoice = std::vector<int>;

/// All choices of the men that a spec neither fixes nor calls royal, of so many men on the board at most, as
/// its numbers allow.
template <Composable P>
std::vector<MenChoice> choices_of_men(const Spec<P>& spec, int most) {
    using Men = typename P::Arrangement;
    auto left = spec.at_most, lacking = spec.at_least;
    for (auto rest = spec.men.occupied(); Men::count(rest) > 0;) {
        const auto kind = static_cast<std::size_t>(Men::number(*spec.men.at(Men::pop_first(rest))));
        --left[kind];
        --lacking[kind];
    }
    int there = Men::count(spec.men.occupied());
    for (const Color color : {Color::White, Color::Black}) there += spec.men.square_of_royal(color) ? 0 : 1;
    std::vector<MenChoice> choices;
    MenChoice choice;
    const auto enough = [&] {
        return std::all_of(lacking.begin(), lacking.end(), [](int n) { return n <= 0; });
    };
    const auto choose = [&](auto& self, int from) -> void {
        if (enough()) choices.push_back(choice);
        if (there + static_cast<int>(choice.size()) >= most) return;
        for (int which = from; which < Men::kinds_of_men; ++which) {
            const auto kind = static_cast<std::size_t>(which);
            if (left[kind] <= 0 || Men::royal(Men::man_numbered(which))) continue;
            --left[kind];
            --lacking[kind];
            choice.push_back(which);
            self(self, which);
            choice.pop_back();
            ++left[kind];
            ++lacking[kind];
        }
    };
    if (there <= most) choose(choose, 0);
    return choices;
}

}  // namespace octomate::make
