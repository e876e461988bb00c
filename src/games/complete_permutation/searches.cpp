#include "games/complete_permutation/games.hpp"

OCTOMATE_SEARCHES(, octomate::complete_permutation::Position)
