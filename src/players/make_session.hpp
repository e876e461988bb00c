#pragma once

#include <memory>

#include "core/written.hpp"
#include "players/search.hpp"
#include "players/session.hpp"

namespace octomate::players {

/// A game of positions that are played from `start`; `known` as for SessionOf. Defined in session_of.hpp, and
/// instantiated once for each game, in its own folder.
template <Written P>
std::unique_ptr<Session> make_session(const P& start, Known<P> known = {});

}  // namespace octomate::players
