#pragma once

#include <span>

#include "api/api.hpp"

namespace octomate {

/// The requests that this module answers.
std::span<const api::Request> requests_of_module();

}  // namespace octomate
