#include "games/super_chess/games.hpp"

OCTOMATE_SEARCHES(, octomate::super_chess::Position)
