#include "serve/slots.hpp"

#include <chrono>

#include "console/console.hpp"

namespace octomate::serve {

namespace {

constexpr std::chrono::seconds longest_wait{10};

}  // namespace

bool Slots::take(const std::function<bool()>& is_awaited) {
    std::unique_lock lock(mutex_);
    if (interrupted || (running_ == most_running_ && !wait(lock, is_awaited))) return false;
    ++running_;
    return true;
}

bool Slots::wait(std::unique_lock<std::mutex>& lock, const std::function<bool()>& is_awaited) {
    if (waiting_ == most_waiting_) return false;
    ++waiting_;
    const auto until = std::chrono::steady_clock::now() + longest_wait;
    bool wanted = true;
    // In short steps, for neither Ctrl-C nor who hangs up notifies anybody.
    while (running_ == most_running_ && wanted && std::chrono::steady_clock::now() < until) {
        given_back_.wait_for(lock, std::chrono::milliseconds(100));
        wanted = !interrupted && is_awaited();
    }
    --waiting_;
    if (!wanted) given_back_.notify_one();  // what this one leaves may be for another
    return wanted && running_ < most_running_;
}

void Slots::give_back() {
    {
        const std::lock_guard lock(mutex_);
        --running_;
    }
    given_back_.notify_one();
}

}  // namespace octomate::serve
