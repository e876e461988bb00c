#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace octomate {

/// What somebody meant who wrote `word`: of the names the first that differs from it in the fewest letters
/// (one more, fewer, other, or two neighbours exchanged); none if even that differs in more than a third.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace octomate
