#include "games/super_chess/games.hpp"

#include <optional>
#include <string>
#include <vector>

#include "facade/game_of.hpp"
#include "facade/painter_of.hpp"
#include "games/super_chess/described.hpp"
#include "games/super_chess/picture.hpp"
#include "games/super_chess/themes.hpp"

namespace octomate::super_chess {

namespace {

class Painter : public games::PainterOf<Position> {
  public:
    explicit Painter(const Position& start) : games::PainterOf<Position>(start) {}

    std::vector<std::string> palette() const override {
        std::vector<std::string> letters;
        for (const draw::Man& man : men_set()) letters.emplace_back(1, man.letter);
        return letters;
    }
    int most_on_a_square() const override { return 4; }
    std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const override {
        return text_of_cells(cells, turn);
    }
    std::vector<games::BuiltInScore> scores() const override {
        return {{"super-chess.txt", "A game with two travels in time"}};
    }
};

}  // namespace

const games::Game& super_chess_game() {
    static const Position start;
    static const Painter painter(start);
    static const games::GameOf<Position> game({start.variant(), "Super Chess", 8, 8, nullptr}, start, maker(),
                                              &painter);
    return game;
}

}  // namespace octomate::super_chess
