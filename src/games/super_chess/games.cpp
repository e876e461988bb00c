#include "games/super_chess/games.hpp"

#include "facade/game_of.hpp"

namespace octomate::super_chess {

namespace {

class Painter : public games::PainterOf<Position> {
  public:
    using PainterOf::PainterOf;

    int most_on_a_square() const override { return 4; }
    std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const override {
        return text_of_cells(cells, turn);
    }
    std::vector<games::BuiltInScore> scores() const override {
        return {{"super-chess.txt", "A game with two travels in time"}};
    }
};

}  // namespace

std::unique_ptr<const games::Game> game(games::Services services) {
    const Position start;
    return std::make_unique<games::GameOf<Position>>(
        games::About{start.variant(), "Super Chess", 8, 8, nullptr}, start, std::make_unique<Painter>(start),
        std::move(services));
}

}  // namespace octomate::super_chess
