#pragma once

#include <cstdint>

namespace octomate {

/// A piece that gives check after a move.
struct CheckBy {
    enum class How : std::uint8_t {
        Any,
        Moved,       ///< the piece that moved
        Displaced,   ///< one with which it changed places
        Discovered,  ///< another one
    };

    char letter = '?';  ///< of the piece, upper case; ? for any
    How how = How::Any;
};

}  // namespace octomate
