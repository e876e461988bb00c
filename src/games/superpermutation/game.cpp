#include "games/game_of.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "games/superpermutation/themes.hpp"

namespace octomate::superpermutation {

namespace {

/// Implements the functions of Game that GameOf does not, for both games.
template <class P>
class GameByRules : public games::GameOf<P> {
  public:
    GameByRules(std::string_view title, const games::BuiltInScore& score, games::Parts parts)
        : games::GameOf<P>({P::variant(), title, 8, 8, die_of<P>()}, P(), std::move(parts)), score_(score) {}

    std::optional<std::string> fen_of_cells(const std::vector<std::string>& cells,
                                            Color turn) const override {
        const auto board = games::board_of<board8::Board>(cells, 64, board8::piece_of);
        return board ? std::optional(write_fen(*board, turn)) : std::nullopt;
    }

    std::vector<games::BuiltInScore> built_in_scores() const override { return {score_}; }

  private:
    const games::BuiltInScore score_;
};

}  // namespace

static_assert(Tabled<D8Position> && Tabled<ParentPosition>);  // GameOf ignores tables otherwise

std::unique_ptr<const games::Game> d8_game(games::Parts parts) {
    return std::make_unique<GameByRules<D8Position>>(
        "Superpermutation d8 Chess",
        games::BuiltInScore{"superpermutation-d8.txt", "The published d8 game, with its one slip"},
        std::move(parts));
}

std::unique_ptr<const games::Game> parent_game(games::Parts parts) {
    return std::make_unique<GameByRules<ParentPosition>>(
        "Superpermutation Chess",
        games::BuiltInScore{"superpermutation.txt", "The published game without a die"}, std::move(parts));
}

}  // namespace octomate::superpermutation
