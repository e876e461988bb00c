#include "make/choices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

namespace octomate::make {

std::vector<MenChoice> choices_of_men(const PlainSpec& spec, int most) {
    auto left = spec.at_most, lacking = spec.at_least;
    int there = 0;
    for (int man = 0; man < spec.game.kinds_of_men(); ++man) {
        const int fixed = spec.fixed_men(man);
        left[static_cast<std::size_t>(man)] -= fixed;
        lacking[static_cast<std::size_t>(man)] -= fixed;
        there += spec.game.man(man).royal ? std::max(fixed, 1) : fixed;
    }
    std::vector<MenChoice> choices;
    MenChoice choice;
    const auto enough = [&] {
        return std::all_of(lacking.begin(), lacking.end(), [](int n) { return n <= 0; });
    };
    const auto choose = [&](auto& self, int from) -> void {
        if (enough()) choices.push_back(choice);
        if (there + static_cast<int>(choice.size()) >= most) return;
        for (int man = from; man < spec.game.kinds_of_men(); ++man) {
            const auto kind = static_cast<std::size_t>(man);
            if (left[kind] <= 0 || spec.game.man(man).royal) continue;
            --left[kind];
            --lacking[kind];
            choice.push_back(man);
            self(self, man);
            choice.pop_back();
            ++left[kind];
            ++lacking[kind];
        }
    };
    if (there <= most) choose(choose, 0);
    return choices;
}

std::string universe_of(const PlainSpec& spec, int most) {
    const GameTerms& game = spec.game;
    std::string fixed, limits;
    for_each_square(spec.fixed_squares(), [&](int square) {
        fixed += fmt::format("{}{}{}", fixed.empty() ? "" : " ", game.man(*spec.man_on(square)).letter,
                             game.board.name(square));
    });
    for (int man = 0; man < game.kinds_of_men(); ++man) {
        if (game.man(man).royal) continue;
        const auto kind = static_cast<std::size_t>(man);
        const int least = spec.at_least[kind];
        limits +=
            fmt::format("{}{}{}{}", limits.empty() ? "" : " ", least > 0 ? fmt::format("{}-", least) : "",
                        spec.at_most[kind], game.man(man).letter);
    }
    return fmt::format(
        "up to {} men; fixed: {}; {}; of other men, fixed ones included, at most {}; {}{}; {} to move", most,
        fixed.empty() ? "none" : fixed, game.anywhere, limits, game.elsewhere,
        spec.limits_men ? "; all of them where the spec lets them stand" : "", name(spec.turn));
}

}  // namespace octomate::make
