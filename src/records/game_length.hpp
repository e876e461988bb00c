#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace octomate::records {

/// Whether a line begins a game of PGN: `[Name "value"]`, be it a good tag or not. Nothing that JSON could
/// begin with.
bool begins_game(std::string_view line);

/// Length of the game that begins the text with its tags, with all its lines: up to the line of its result,
/// to a blank line behind its moves, to the tags of the next, or to another record where its moves should
/// begin. None if more text is needed to tell, never if the text is `at_end`.
std::optional<std::size_t> game_length(std::string_view text, bool at_end);

}  // namespace octomate::records
