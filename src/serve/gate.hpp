#pragma once

#include <httplib.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/api.hpp"

namespace octomate::serve {

/// What may be asked of a path.
struct Route {
    bool posted = false;         ///< by POST; else by GET and HEAD
    std::size_t most_bytes = 0;  ///< of the body that is posted
};

/// Under which names the server is reached, and by whom.
struct Door {
    std::vector<std::string> hosts = {"127.0.0.1", "localhost"};
    int port = 0;
    std::string key;  ///< what every request must present, in its address or in its cookie; empty: nothing

    /// What a request with the key in its address is given, so that its page need not repeat it.
    std::string cookie() const;
};

/// Whether the request names the door's key in its address.
bool names_key(const httplib::Request& request, const Door& door);

/// Why a request is refused, and what would be accepted.
struct Refusal {
    api::Answer answer;
    std::string_view allow = {};  ///< the methods, for a wrong one
};

/// Judges a request by its head. Only the board's own page and programs on this machine, or those who know
/// the door's key, may ask: a page elsewhere reaches this server by pointing its own name here (wrong host)
/// or by a request across origins. `route`: that of the path; null if there is none.
std::optional<Refusal> refusal_of(const httplib::Request& request, const Door& door, const Route* route);

/// 413, for a body.
api::Answer too_large(std::size_t most_bytes);

}  // namespace octomate::serve
