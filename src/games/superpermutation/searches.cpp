#include "games/superpermutation/games.hpp"

OCTOMATE_SEARCHES(, octomate::superpermutation::D8Position)
OCTOMATE_SEARCHES(, octomate::superpermutation::ParentPosition)
