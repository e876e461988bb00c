#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

namespace octomate::serve {

/// Room for the large answers that their clients have not taken yet.
class AnswerRoom {
  public:
    explicit AnswerRoom(std::size_t bytes) : left_(bytes) {}

    /// Keeps a text while somebody holds it; null if there is no room for it. The room must outlive it.
    std::shared_ptr<const std::string> keep(std::string text);

  private:
    bool take(std::size_t bytes);

    std::atomic<std::size_t> left_;
};

}  // namespace octomate::serve
