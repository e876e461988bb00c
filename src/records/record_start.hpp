#pragma once

#include <optional>
#include <string_view>

#include "records/spread.hpp"

namespace octomate::records {

/// Whether a record of another kind begins with the first line of the text, so surely that it ends one of
/// several lines that is open above it: a problem `of` some kind, or a game if that is `Spread::None`. The
/// text consists of whole lines; none if more of it is needed to tell, never if it is `at_end`.
std::optional<bool> begins_other_record(std::string_view text, bool at_end, Spread of);

}  // namespace octomate::records
