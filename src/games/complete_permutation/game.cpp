#include <array>

#include "core/types.hpp"
#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/rules/state.hpp"
#include "games/game_of.hpp"

namespace octomate::complete_permutation {

namespace {

// Returns the title of the variant, for users.
std::string_view title_of(Switches switches) {
    constexpr std::array<std::string_view, 6> titles = {
        "Complete Permutation Chess",
        "Complete Permutation Chess with leaping castling",
        "Complete Permutation Chess without castling",
        "Complete Permutation Chess, two pawns",
        "Complete Permutation Chess, two pawns, with leaping castling",
        "Complete Permutation Chess, two pawns, without castling"};
    return titles[(switches.two_pawns ? 3U : 0U) + static_cast<std::size_t>(switches.swap)];
}

/// The game with one combination of switches.
class Variant : public games::GameOf<Position> {
  public:
    Variant(Switches switches, games::Parts parts)
        : GameOf({variant_name(switches), title_of(switches), files, ranks, nullptr, swap_names},
                 Position(switches), std::move(parts)),
          switches_(switches) {}

    /// Assumes that pieces missing from the board are in the reserves, and that a piece on its initial square
    /// has not moved if its king is on its initial square too.
    std::optional<std::string> fen_of_cells(const std::vector<std::string>& cells,
                                            Color turn) const override {
        const auto board = games::board_of<Board>(cells, squares, piece_of);
        if (!board) return std::nullopt;
        State state;
        state.board = *board;
        state.turn = turn;
        state.switches = switches_;
        for (const Color side : {Color::White, Color::Black}) {
            state.reserves[index(side)] = lost_pieces(state.board, side);
            std::uint16_t on_initial_squares = 0;
            for (int file = 0; file < files; ++file) {
                const auto piece = state.board.at(home_rank_square(side) + file);
                if (piece == Piece{*kind_of(home_letters[static_cast<std::size_t>(file)]), side})
                    on_initial_squares = static_cast<std::uint16_t>(on_initial_squares | 1U << file);
            }
            state.unmoved[index(side)] = on_initial_squares & possible_unmoved(state.board, side);
        }
        return write_state(state);
    }

    const games::Game* with_option(std::string_view option) const override {
        for (std::size_t n = 0; n < swap_names.size(); ++n) {
            if (same_name(swap_names[n], option)) return n == 0 ? this : options_.at(n - 1).get();
        }
        return nullptr;
    }

    /// Returns the game with castling; the games with the other two swap rules are its options.
    static std::unique_ptr<const games::Game> with_options(bool two_pawns, MakeParts parts) {
        const auto make_variant = [&](Swap swap) {
            const Switches switches{two_pawns, swap};
            return std::make_unique<Variant>(switches, parts(switches));
        };
        auto game = make_variant(Swap::Castling);
        for (const Swap swap : {Swap::Leap, Swap::None}) game->options_.push_back(make_variant(swap));
        return game;
    }

  private:
    const Switches switches_;
    std::vector<std::unique_ptr<const Variant>> options_;  // the games with Swap::Leap and Swap::None
};

}  // namespace

std::unique_ptr<const games::Game> game(bool two_pawns, MakeParts parts) {
    return Variant::with_options(two_pawns, parts);
}

}  // namespace octomate::complete_permutation
