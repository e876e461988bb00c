#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace octomate::tables {

/// Thrown by work that is to stop.
struct Stopped {};

/// Throws Stopped once `stop()` holds. May be called by many threads, of which one at a time asks.
class Brake {
  public:
    explicit Brake(std::function<bool()> stop = [] { return false; }) : stop_(std::move(stop)) {}

    void operator()() const {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (lock && stop_()) throw Stopped();
    }

  private:
    const std::function<bool()> stop_;
    mutable std::mutex mutex_;
};

}  // namespace octomate::tables
