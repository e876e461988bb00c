#include "games/game_of.hpp"
#include "games/super_chess/games.hpp"

namespace octomate::super_chess {

namespace {

/// Super Chess as a game of the program, with its board text and built-in score.
class SuperChess : public games::GameOf<Position> {
  public:
    explicit SuperChess(games::Parts parts)
        : GameOf({Position().variant(), "Super Chess", 8, 8, nullptr}, Position(), std::move(parts)) {}

    int max_pieces_per_square() const override { return 4; }
    std::optional<std::string> fen_of_cells(const std::vector<std::string>& cells,
                                            Color turn) const override {
        return super_chess::fen_of_cells(cells, turn);
    }
    std::vector<games::BuiltInScore> built_in_scores() const override {
        return {{"super-chess.txt", "A game with two travels in time"}};
    }
};

}  // namespace

std::unique_ptr<const games::Game> game(games::Parts parts) {
    return std::make_unique<SuperChess>(std::move(parts));
}

}  // namespace octomate::super_chess
