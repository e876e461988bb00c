#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <unordered_map>

namespace octomate::records {

/// Names that are all different, for each becomes the name of a field.
class Names {
  public:
    /// The name, or with a number behind it if it was there before.
    std::string unlike_others(std::string name) {
        std::size_t& times = times_[name];
        if (++times == 1) return name;
        std::string other;
        do {
            other = fmt::format("{} {}", name, times++);
        } while (times_.contains(other));
        --times;
        times_[other] = 1;
        return other;
    }

  private:
    std::unordered_map<std::string, std::size_t> times_;
};

}  // namespace octomate::records
