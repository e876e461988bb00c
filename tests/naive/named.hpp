// Selects the naive rules of a game by its name in records.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "naive/complete_permutation.hpp"
#include "naive/naive.hpp"
#include "naive/super_chess.hpp"

namespace naive {

inline std::vector<Move> legal_turns(const Position& position) { return legal_moves(position); }
inline std::string to_text(const Position& position) { return to_fen(position); }
namespace complete {
inline std::string to_text(const Position& position) { return to_fen(position); }
}  // namespace complete

// Returns use(position) for the position of a FEN; in Complete Permutation Chess use(position, switches).
// Throws std::invalid_argument for other games and for malformed text.
template <class Use>
auto with_position(const std::string& variant, const std::string& fen, const Use& use) {
    if (variant == "superpermutation-d8") return use(from_fen(fen, Game::d8));
    if (variant == "superpermutation") return use(from_fen(fen, Game::parent));
    if (variant == "super-chess") return use(super_chess::from_text(fen));
    const std::size_t colon = std::min(variant.find(':'), variant.size());
    const std::string game = variant.substr(0, colon), option = variant.substr(colon);
    const bool known = option.empty() || option == ":castling" || option == ":leap" || option == ":none";
    if (!known || (game != "complete-permutation" && game != "complete-permutation-two-pawns"))
        throw std::invalid_argument("no game: " + variant);
    complete::Switches switches;
    switches.two_pawns = game != "complete-permutation";
    if (option == ":leap") switches.swap = complete::Swap::leap;
    if (option == ":none") switches.swap = complete::Swap::none;
    return use(complete::from_fen(fen), switches);
}

// Returns use(position, turns) with the legal turns of the position, which are moves in the two
// Superpermutation games. Throws as with_position does.
template <class Use>
auto with_turns(const std::string& variant, const std::string& fen, const Use& use) {
    return with_position(variant, fen, [&](const auto& position, const auto&... switches) {
        return use(position, legal_turns(position, switches...));
    });
}

// Checks whether the rules accept the position of a FEN, and whether the FEN is its normal form.
// Throws as with_position does.
inline bool is_acceptable(const std::string& variant, const std::string& fen) {
    return with_position(variant, fen, [&](const auto& position, const auto&... switches) {
        return acceptable(position, switches...) && to_text(position) == fen;
    });
}

}  // namespace naive
