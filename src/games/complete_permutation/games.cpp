#include "games/complete_permutation/games.hpp"

#include <memory>

#include "games/complete_permutation/described.hpp"
#include "games/complete_permutation/maker.hpp"
#include "games/complete_permutation/painter.hpp"
#include "games/complete_permutation/themes.hpp"
#include "games/game_of.hpp"

namespace octomate::complete_permutation {

namespace {

template <bool two_pawns>
const games::Game* with_option(std::string_view option);

/// For people.
std::string_view title_of(Switches switches) {
    constexpr std::array<std::string_view, 6> titles = {
        "Complete Permutation Chess",
        "Complete Permutation Chess, leaping king swap",
        "Complete Permutation Chess, no king swap",
        "Complete Permutation Chess, two pawns",
        "Complete Permutation Chess, two pawns, leaping king swap",
        "Complete Permutation Chess, two pawns, no king swap"};
    return titles[(switches.two_pawns ? 3U : 0U) + static_cast<std::size_t>(switches.swap)];
}

/// The game by one of its switches, with all that belongs to it.
class Variant {
  public:
    explicit Variant(Switches switches)
        : start_(switches),
          maker_(make_maker(switches)),
          painter_(start_),
          game_({start_.variant(), title_of(switches), files, ranks, std::nullopt, swap_names,
                 switches.two_pawns ? with_option<true> : with_option<false>},
                start_, maker_.get(), &painter_) {}

    const games::Game& game() const { return game_; }

  private:
    const Position start_;
    const std::unique_ptr<const make::Maker> maker_;
    const Painter painter_;
    const games::GameOf<Position> game_;
};

template <bool two_pawns, Swap swap>
const games::Game& game() {
    static const Variant variant({two_pawns, swap});
    return variant.game();
}

/// The options, in the order of their names.
template <bool two_pawns>
const games::Game* with_option(std::string_view option) {
    constexpr std::array games = {&game<two_pawns, Swap::Castling>, &game<two_pawns, Swap::Leap>,
                                  &game<two_pawns, Swap::None>};
    for (std::size_t n = 0; n < games.size(); ++n) {
        if (swap_names[n] == option) return &games[n]();
    }
    return nullptr;
}

}  // namespace

const games::Game& complete_permutation_game() { return game<false, Swap::Castling>(); }
const games::Game& two_pawns_game() { return game<true, Swap::Castling>(); }

}  // namespace octomate::complete_permutation
