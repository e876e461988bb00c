#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace octomate::serve {

/// Bounds how many answers are worked out at a time.
class Slots {
  public:
    /// At most `running` hold a slot, and as many as `waiting` wait for one.
    Slots(std::size_t running, std::size_t waiting) : most_running_(running), most_waiting_(waiting) {}

    /// Waits for a slot; false if too many wait already, if it takes ten seconds, or after Ctrl-C.
    bool take();
    void give_back();

  private:
    bool wait(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable given_back_;
    std::size_t running_ = 0;
    std::size_t waiting_ = 0;
    std::size_t most_running_;
    std::size_t most_waiting_;
};

/// Bounds the memory of large answers that their clients have not read yet.
class AnswerRoom {
  public:
    explicit AnswerRoom(std::size_t bytes) : left_(bytes) {}

    /// Keeps a text for as long as it is held; null if there is no room for it. The room must outlive it.
    std::shared_ptr<const std::string> keep(std::string text);

  private:
    bool take(std::size_t bytes);

    std::atomic<std::size_t> left_;
};

}  // namespace octomate::serve
