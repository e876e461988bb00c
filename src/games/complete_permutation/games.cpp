#include "games/complete_permutation/games.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "facade/game_of.hpp"
#include "facade/painter_of.hpp"
#include "games/complete_permutation/described.hpp"
#include "games/complete_permutation/picture.hpp"
#include "games/complete_permutation/rules/setup.hpp"
#include "games/complete_permutation/themes.hpp"

namespace octomate::complete_permutation {

namespace {

/// Draws the game by one of its switches.
class Painter : public games::PainterOf<Position> {
  public:
    explicit Painter(const Position& start)
        : games::PainterOf<Position>(start), switches_(start.state().switches) {}

    std::vector<std::string> palette() const override {
        std::vector<std::string> letters;
        for (const draw::Man& man : men_set()) letters.emplace_back(1, man.letter);
        return letters;
    }

    int most_on_a_square() const override { return 1; }

    /// All pieces that are not on the board are in the reserves, and those that stand where they begin, as
    /// their king does, have not moved.
    std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const override {
        State state;
        state.turn = turn;
        state.switches = switches_;
        if (cells.size() != squares) return nullptr;
        for (Square square = 0; square < squares; ++square) {
            const std::string& cell = cells[static_cast<std::size_t>(square)];
            if (cell.empty()) continue;
            const auto man = man_of(cell.front());
            if (!man || cell.size() > 1) return nullptr;
            state.board.put(*man, square);
        }
        for (const Color side : {Color::White, Color::Black}) {
            state.reserves[index(side)] = lost_pieces(state.board, side);
            std::uint16_t at_home = 0;
            for (int file = 0; file < files; ++file) {
                const auto man = state.board.at(home_rank_square(side) + file);
                if (man == Man{*kind_of(home_letters[static_cast<std::size_t>(file)]), side})
                    at_home = static_cast<std::uint16_t>(at_home | 1U << file);
            }
            state.unmoved[index(side)] = at_home & possible_unmoved(state.board, side);
        }
        return write_state(state);
    }

    std::vector<games::BuiltInScore> scores() const override { return {}; }

  private:
    const Switches switches_;
};

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
          game_({start_.variant(), title_of(switches), files, ranks, nullptr, swap_names,
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
