#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>

namespace octomate::serve {

/// Room for a few answers at a time to be worked out.
class Slots {
  public:
    /// At most `running` hold a slot, and as many as `waiting` wait for one.
    Slots(std::size_t running, std::size_t waiting) : most_running_(running), most_waiting_(waiting) {}

    /// Waits for a slot; false if too many wait already, if it takes too long, if nobody awaits the answer
    /// any more, or after Ctrl-C. Where a slot is free it is not asked who awaits the answer, for a client
    /// that has only said all it has to say looks like one that hung up.
    bool take(const std::function<bool()>& is_awaited);
    void give_back();

  private:
    bool wait(std::unique_lock<std::mutex>& lock, const std::function<bool()>& is_awaited);

    std::mutex mutex_;
    std::condition_variable given_back_;
    std::size_t running_ = 0;
    std::size_t waiting_ = 0;
    std::size_t most_running_;
    std::size_t most_waiting_;
};

}  // namespace octomate::serve
