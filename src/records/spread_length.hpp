#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "records/spread.hpp"

namespace octomate::records {

/// Length of the problem of that kind that begins the text, with its newline: up to its own end, or to the
/// line with which another record begins. None if more text is needed to tell, never if the text is `at_end`.
std::optional<std::size_t> spread_length(Spread spread, std::string_view text, bool at_end);

}  // namespace octomate::records
