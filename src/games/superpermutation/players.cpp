#include "games/superpermutation/searches.hpp"
#include "players/session_of.hpp"

namespace octomate::players {

template std::unique_ptr<Session> make_session(const superpermutation::D8Position&,
                                               Known<superpermutation::D8Position>);
template std::unique_ptr<Session> make_session(const superpermutation::ParentPosition&,
                                               Known<superpermutation::ParentPosition>);

}  // namespace octomate::players
