#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace octomate::records {

/// Names that are all different, for each becomes the name of a field.
class Names {
  public:
    /// The name, or with a number behind it if it was there before.
    std::string unlike_others(std::string name) {
        if (taken_.insert(name).second) return name;
        std::size_t& number = last_number_.try_emplace(name, 1).first->second;
        std::string other;
        do {
            other = fmt::format("{} {}", name, ++number);
        } while (!taken_.insert(other).second);
        return other;
    }

  private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::size_t> last_number_;  // of those that were there before
};

}  // namespace octomate::records
