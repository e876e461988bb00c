#pragma once

#include <span>
#include <string_view>

namespace octomate::serve {

/// A file that was built into the program.
struct Asset {
    std::string_view name;  ///< such as "index.html"
    std::string_view type;  ///< its media type
    std::string_view bytes;
};

/// All of them.
std::span<const Asset> assets();

/// The bytes of one that is known to be there.
std::string_view asset(std::string_view name);

}  // namespace octomate::serve
