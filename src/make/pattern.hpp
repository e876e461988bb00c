#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
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

/// A look at a line of JSON before it is read: whether its puzzle can meet a pattern at all. It knows how
/// records of ours are written; of all else it says that they may.
class QuickLook {
  public:
    explicit QuickLook(const Pattern& pattern);

    bool may_meet(std::string_view line) const;

  private:
    /// How often each letter stands in the board field of a FEN.
    using Letters = std::array<int, 128>;

    static std::optional<Letters> letters_of(std::string_view board);
    void want(const Letters& letters, int differing, bool symmetric);
    bool may_have_letters(std::string_view line) const;
    bool may_have_key(std::string_view line) const;
    bool may_have_themes(std::string_view line) const;

    struct Wanted {
        Letters letters{};
        int differing = 0;  ///< letters that may be missing or superfluous, together
    };

    std::vector<std::string> themes_;          ///< in quotes and small letters
    std::vector<std::vector<Wanted>> wanted_;  ///< of each group one at least
    bool wants_key_ = false;
    std::vector<std::string> origins_;  ///< squares that the key must name
};

}  // namespace octomate::make
