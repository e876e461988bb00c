#include "games/super_chess/games.hpp"

#include "games/game_of.hpp"
#include "games/super_chess/described.hpp"
#include "games/super_chess/maker.hpp"
#include "games/super_chess/painter.hpp"
#include "games/super_chess/themes.hpp"

namespace octomate::super_chess {

const games::Game& super_chess_game() {
    static const Position start;
    static const Painter painter(start);
    static const games::GameOf<Position> game({start.variant(), "Super Chess", 8, 8, std::nullopt}, start,
                                              maker(), &painter);
    return game;
}

}  // namespace octomate::super_chess
