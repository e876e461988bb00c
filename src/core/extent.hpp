#pragma once

#include <stdexcept>

namespace octomate {

/// Whether the program has all that Octomate can do. One that is built with OCTOMATE_PAGE_ONLY has what the
/// page asks for, which keeps it small: faces, moves, mates, replays and scenes.
#ifdef OCTOMATE_PAGE_ONLY
inline constexpr bool is_whole = false;
#else
inline constexpr bool is_whole = true;
#endif

/// Where work would begin that the program does not have, and that nobody may ask it for.
[[noreturn]] inline void left_out() { throw std::logic_error("this program has no such command"); }

}  // namespace octomate
