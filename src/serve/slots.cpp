#include "serve/slots.hpp"

#include <chrono>

#include "console/console.hpp"

namespace octomate::serve {

namespace {

constexpr std::chrono::seconds longest_wait{10};

}  // namespace

bool Slots::take() {
    std::unique_lock lock(mutex_);
    if (running_ == most_running_) {
        if (waiting_ == most_waiting_) return false;
        ++waiting_;
        const auto until = std::chrono::steady_clock::now() + longest_wait;
        // In short steps, for Ctrl-C notifies nobody.
        while (running_ == most_running_ && !interrupted && std::chrono::steady_clock::now() < until)
            given_back_.wait_for(lock, std::chrono::milliseconds(100));
        --waiting_;
    }
    if (running_ == most_running_ || interrupted) return false;
    ++running_;
    return true;
}

void Slots::give_back() {
    {
        const std::lock_guard lock(mutex_);
        --running_;
    }
    given_back_.notify_one();
}

}  // namespace octomate::serve
