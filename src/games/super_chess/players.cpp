#include "games/super_chess/searches.hpp"
#include "players/session_of.hpp"

namespace octomate::players {

template std::unique_ptr<Session> make_session(const super_chess::Position&, Known<super_chess::Position>);

}  // namespace octomate::players
