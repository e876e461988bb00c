#pragma once

#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace octomate::api {

/// The FEN of the position that the set-up panel shows, from the body that it sends: `{"variant": "…",
/// "cells":
/// [["K"], [], …], "turn": "white"}` with the men of each square. `"fen"` may be the position that was
/// changed: its further fields stay as far as they fit. Or what is wrong with the body, in a sentence.
Expected<std::string, std::string> fen_of_cells(std::string_view body);

}  // namespace octomate::api
