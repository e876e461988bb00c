#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace octomate {

namespace {

/// The edits that make one word of the other; longer words than are ever typed count as far off.
std::size_t edits(std::string_view a, std::string_view b) {
    constexpr std::size_t longest = 40;
    if (a.size() > longest || b.size() > longest) return longest;
    std::array<std::array<std::size_t, longest + 1>, longest + 1> least{};
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                least[i][j] = i + j;
                continue;
            }
            const bool same = a[i - 1] == b[j - 1];
            least[i][j] =
                std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, least[i - 1][j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
        }
    }
    return least[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names) {
    std::optional<std::string> found;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t distance = edits(word, name);
        if (distance >= least) continue;
        least = distance;
        found = name;
    }
    return found;
}

}  // namespace octomate
