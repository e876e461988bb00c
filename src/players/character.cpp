#include <algorithm>
#include <array>
#include <cstddef>

#include "players/session.hpp"
#include "text/text.hpp"

namespace octomate::players {

namespace {

/// The default strengths of the levels, from the weakest. Fields in order: nodes, depth, width, noise, sight.
constexpr std::array<Strength, levels> level_strengths = {{{0, 1, 3, 0.60, 0.3},
                                                           {0, 1, 3, 0.33, 0.45},
                                                           {0, 1, 3, 0.19, 0.6},
                                                           {0, 1, 3, 0.11, 0.75},
                                                           {0, 1, 3, 0.05, 0.9},
                                                           {0, 1, 3, 0.0, 1},
                                                           {300, 2, 3, 0.0, 1},
                                                           {100'000, 64, 3, 0.0, 1}}};

/// Parses a setting such as "nodes-300" into the field of `strength` that it names. Returns false if the name
/// is unknown or the value out of range.
bool parse_setting(std::string_view setting, Strength& strength) {
    const std::size_t dash = setting.find('-');
    if (dash == std::string_view::npos) return false;
    const std::string_view name = setting.substr(0, dash), value = setting.substr(dash + 1);
    const auto assign = [value]<class Number>(Number& field, Number least, Number most) {
        const auto number = number_in<Number>(value);
        const bool fits = number && *number >= least && *number <= most;
        if (fits) field = *number;
        return fits;
    };
    if (name == "nodes")
        return assign(strength.nodes, std::uint64_t{1}, std::numeric_limits<std::uint64_t>::max());
    if (name == "depth") return assign(strength.depth, 1, 64);
    if (name == "width") return assign(strength.width, 0, 1000);
    if (name == "noise") return assign(strength.noise, 0.0, 1.0);
    if (name == "sight") return assign(strength.sight, 0.0, 1.0);
    return false;
}

}  // namespace

Limits BuiltInPlayer::limits(const Limits& other) const {
    Limits merged = other;
    if (nodes > 0) merged.nodes = std::min(merged.nodes, nodes);
    merged.depth = std::min(merged.depth, depth);
    return merged;
}

BuiltInPlayer level_player(int level) {
    return {level_strengths.at(static_cast<std::size_t>(level - 1)), "level-" + std::to_string(level),
            Method::Search, level};
}

BuiltInPlayer strongest_player() { return {{}, "best", Method::Search, 0}; }

std::optional<BuiltInPlayer> built_in_player(std::string_view name) {
    BuiltInPlayer player;
    player.name = name;
    if (name == "random") return player;
    player.method = Method::MateNow;
    if (name == "mate-now") return player;
    player.method = Method::Odds;
    if (name == "odds-2") return player;
    constexpr std::string_view level = "level-";
    if (name.starts_with(level)) {
        const auto number = number_in<int>(name.substr(level.size()));
        return number && *number >= 1 && *number <= levels ? std::optional(level_player(*number))
                                                           : std::nullopt;
    }
    player.method = Method::Search;
    for (;;) {
        const std::size_t comma = name.find(',');
        if (!parse_setting(name.substr(0, comma), player)) return std::nullopt;
        if (comma == std::string_view::npos) return player;
        name.remove_prefix(comma + 1);
    }
}

std::string player_names() {
    return "random, mate-now, odds-2, level-1 to level-8, or settings of a search such as nodes-300 or "
           "depth-1,noise-0.2";
}

}  // namespace octomate::players
