#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "serve/head.hpp"

namespace octomate::serve {

/// What may be asked of a path.
struct Route {
    bool posted = false;         ///< by POST; else by GET and HEAD
    std::size_t most_bytes = 0;  ///< of the body that is posted
};

/// Why a request is not taken on, and what would be.
struct Refusal {
    api::Answer answer;
    std::string_view allow = {};  ///< the methods, if it was that
};

/// Judges a request before its body is read: whether it comes from the board's own page or a program on this
/// machine, and asks for what there is. Refused are requests for other hosts, which a page elsewhere gets
/// here by changing its own name's address, and those that a page elsewhere makes, unless its user comes
/// here. `route`: that of the path; null if there is none.
std::optional<Refusal> refusal_of(const Head& head, int port, const Route* route);

/// 413, for a body.
api::Answer too_large(std::size_t most_bytes);

}  // namespace octomate::serve
