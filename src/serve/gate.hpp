#pragma once

#include <httplib.h>

#include <cstddef>
#include <optional>
#include <string_view>

#include "api/api.hpp"

namespace octomate::serve {

/// What may be asked of a path.
struct Route {
    bool posted = false;         ///< by POST; else by GET and HEAD
    std::size_t most_bytes = 0;  ///< of the body that is posted
};

/// Why a request is refused, and what would be accepted.
struct Refusal {
    api::Answer answer;
    std::string_view allow = {};  ///< the methods, for a wrong one
};

/// Judges a request by its head. Only the board's own page and programs on this machine may ask: a page
/// elsewhere reaches this server by pointing its own name here (wrong host) or by a request across origins.
/// `route`: that of the path; null if there is none.
std::optional<Refusal> refusal_of(const httplib::Request& request, int port, const Route* route);

/// 413, for a body.
api::Answer too_large(std::size_t most_bytes);

}  // namespace octomate::serve
