#include "games/complete_permutation/searches.hpp"
#include "players/session_of.hpp"

namespace octomate::players {

template std::unique_ptr<Session> make_session(const complete_permutation::Position&,
                                               Known<complete_permutation::Position>);

}  // namespace octomate::players
