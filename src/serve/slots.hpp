#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace octomate::serve {

/// Room for a few heavy analyses at a time, so that light requests find a worker.
class Slots {
  public:
    /// At most `running` hold a slot, and as many as `waiting` wait for one.
    Slots(std::size_t running, std::size_t waiting) : most_running_(running), most_waiting_(waiting) {}

    /// Waits for a slot; false if too many wait already, if it takes too long, or after Ctrl-C.
    bool take();
    void give_back();

  private:
    std::mutex mutex_;
    std::condition_variable given_back_;
    std::size_t running_ = 0;
    std::size_t waiting_ = 0;
    std::size_t most_running_;
    std::size_t most_waiting_;
};

}  // namespace octomate::serve
