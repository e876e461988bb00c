#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"

namespace octomate::make {

/// What puzzles are looked for. A puzzle must meet all that is said; what is empty says nothing.
struct Pattern {
    std::optional<std::string> variant;  ///< of the men and squares below; none: the run's default
    /// Moves that the puzzle's key must have, by the names of their faces.
    std::map<std::string, std::vector<std::string>> key;
    std::vector<std::string> moves;       ///< moves that its key must have, on whatever face
    std::optional<std::string> material;  ///< "KQN/k": White's men and Black's, all of them
    std::vector<std::string> themes;      ///< as the record claims them
    std::map<std::string, char> board;    ///< letters of FEN on squares; '?' any man, '.' none
    std::map<std::string, char> picture;  ///< the same after a move of its key
    std::optional<std::string> like;      ///< a position …
    int differs = 0;                      ///< … from which its own may differ by so many men: 0 or 1
    bool symmetric = false;               ///< symmetric images of that position, or swapped material, will do

    /// Whether it can only be met by positions of one game.
    bool of_one_game() const { return like || !board.empty() || !picture.empty() || variant; }
};

/// Reads a pattern, one JSON object: `{"key": {"5": ["Qa8-e4-e7#"]} | "Qa8-e4-e7#" | [moves], "material":
/// "KQN/k", "themes": ["teleport"], "board": {"e4": "q", "e5": "?"}, "picture": {…}, "like": "FEN",
/// "differs": 1, "symmetric": true, "variant": "…"}`. Faults: of the text as a whole, WrongType, BadMan.
Expected<Pattern, Faults> read_pattern(std::string_view json);

}  // namespace octomate::make
