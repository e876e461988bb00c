#pragma once

#include <string_view>

namespace octomate {

/// The version of the project: "1.2.3".
std::string_view version();

}  // namespace octomate
