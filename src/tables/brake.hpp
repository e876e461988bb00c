#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace octomate::tables {

/// The exception that ends interrupted work.
struct Stopped {};

/// Throws Stopped once `stop()` returns true. Many threads may call it; one at a time evaluates `stop`.
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
