#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "make/pattern.hpp"

namespace octomate::make {

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

    struct Wanted {
        Letters letters{};
        int differing = 0;  ///< letters that may be missing or superfluous, together
    };

    std::vector<std::string> needles_;
    std::vector<std::vector<Wanted>> wanted_;  ///< of each group one at least
    bool wants_key_ = false;
    std::vector<std::string> origins_;  ///< squares that the key must name
};

}  // namespace octomate::make
