#include "players/character.hpp"

#include <algorithm>
#include <array>

#include "text/text.hpp"

namespace octomate::players {

namespace {

/// From the weakest.
constexpr std::array<Strength, levels> level_strengths = {{{0, 1, 3, 0.60, 0.3},
                                                           {0, 1, 3, 0.33, 0.45},
                                                           {0, 1, 3, 0.19, 0.6},
                                                           {0, 1, 3, 0.11, 0.75},
                                                           {0, 1, 3, 0.05, 0.9},
                                                           {0, 1, 3, 0.0, 1},
                                                           {300, 2, 3, 0.0, 1},
                                                           {100'000, 64, 3, 0.0, 1}}};

std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return std::nullopt;
    const auto number = number_in<std::uint64_t>(text.substr(word.size()));
    return number == 0U ? std::nullopt : number;
}

}  // namespace

Limits Character::limits(const Limits& other) const {
    Limits both = other;
    if (nodes > 0) both.nodes = std::min(both.nodes, nodes);
    both.depth = std::min(both.depth, depth);
    return both;
}

Character of_level(int level) {
    return {level_strengths.at(static_cast<std::size_t>(level - 1)), "level-" + std::to_string(level),
            Manner::Search, level};
}

Character without_limits() { return {{}, "best", Manner::Search, 0}; }

std::optional<Character> character_named(std::string_view name) {
    Character character;
    character.name = name;
    if (name == "random") return character;
    character.manner = Manner::MateNow;
    if (name == "mate-now") return character;
    character.manner = Manner::Odds;
    if (name == "odds-2") return character;
    character.manner = Manner::Search;
    if (const auto level = number_behind(name, "level-"))
        return *level <= levels ? std::optional(of_level(static_cast<int>(*level))) : std::nullopt;
    if (const auto nodes = number_behind(name, "nodes-")) {
        character.nodes = *nodes;
        return character;
    }
    if (const auto depth = number_behind(name, "depth-"); depth && *depth <= 64) {
        character.depth = static_cast<int>(*depth);
        return character;
    }
    return std::nullopt;
}

std::string character_names() { return "random, mate-now, odds-2, level-1 to level-8, nodes-N or depth-N"; }

}  // namespace octomate::players
