// The naive rules of each game by the name that records give it.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "naive/complete_permutation.hpp"
#include "naive/naive.hpp"
#include "naive/super_chess.hpp"

namespace naive {

// What use(position, turns) makes of the position that a FEN names and of its legal turns, which are moves in
// the two Superpermutation games. Throws std::invalid_argument for other games and for malformed text.
template <class Use>
auto with_turns(const std::string& variant, const std::string& fen, const Use& use) {
    const auto superpermutation = [&](Game game) {
        const Position position = from_fen(fen, game);
        return use(position, legal_moves(position));
    };
    if (variant == "superpermutation-d8") return superpermutation(Game::d8);
    if (variant == "superpermutation") return superpermutation(Game::parent);
    if (variant == "super-chess") {
        const auto position = super_chess::from_text(fen);
        return use(position, super_chess::legal_turns(position));
    }
    const std::size_t colon = std::min(variant.find(':'), variant.size());
    const std::string game = variant.substr(0, colon), option = variant.substr(colon);
    if (game != "complete-permutation" && game != "complete-permutation-two-pawns")
        throw std::invalid_argument("no game: " + variant);
    complete::Switches switches;
    switches.two_pawns = game != "complete-permutation";
    if (option == ":leap") switches.swap = complete::Swap::leap;
    if (option == ":none") switches.swap = complete::Swap::none;
    const auto position = complete::from_fen(fen);
    return use(position, complete::legal_turns(position, switches));
}

}  // namespace naive
