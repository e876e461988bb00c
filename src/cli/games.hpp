#pragma once

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <type_traits>

#include "games/superpermutation/position.hpp"

namespace octomate::app {

/// The only list of games; the first is the default.
inline constexpr std::array<std::string_view, 2> game_names = {superpermutation::D8Position::variant,
                                                               superpermutation::ParentPosition::variant};

/// Calls `f(std::type_identity<P>{})` with the position type of the game; false if no game has the name.
template <class F>
bool with_game(std::string_view variant, F&& f) {
    const auto is = [&]<class P>(std::type_identity<P> game) {
        return variant == P::variant && (f(game), true);
    };
    return is(std::type_identity<superpermutation::D8Position>{}) ||
           is(std::type_identity<superpermutation::ParentPosition>{});
}

/// The fault of a name that no game has.
inline Fault unknown_variant(std::string_view variant) {
    return {FaultCode::UnknownVariant, "variant", 0,
            fmt::format("\"{}\" is no game, expected one of {}", variant, fmt::join(game_names, ", "))};
}

}  // namespace octomate::app
