#include "serve/slots.hpp"

#include <chrono>
#include <utility>

#include "console/console.hpp"

namespace octomate::serve {

namespace {

constexpr std::chrono::seconds longest_wait{10};

}  // namespace

bool Slots::take() {
    std::unique_lock lock(mutex_);
    if (interrupted || (running_ == most_running_ && !wait(lock))) return false;
    ++running_;
    return true;
}

bool Slots::wait(std::unique_lock<std::mutex>& lock) {
    if (waiting_ == most_waiting_) return false;
    ++waiting_;
    const auto until = std::chrono::steady_clock::now() + longest_wait;
    // In short steps, for Ctrl-C notifies nobody.
    while (running_ == most_running_ && !interrupted && std::chrono::steady_clock::now() < until)
        given_back_.wait_for(lock, std::chrono::milliseconds(100));
    --waiting_;
    return !interrupted && running_ < most_running_;
}

void Slots::give_back() {
    {
        const std::lock_guard lock(mutex_);
        --running_;
    }
    given_back_.notify_one();
}

std::shared_ptr<const std::string> AnswerRoom::keep(std::string text) {
    const std::size_t bytes = text.size();
    if (!take(bytes)) return nullptr;
    return {new std::string(std::move(text)), [this, bytes](const std::string* kept) {
                delete kept;
                left_ += bytes;
            }};
}

bool AnswerRoom::take(std::size_t bytes) {
    std::size_t left = left_;
    while (left >= bytes)
        if (left_.compare_exchange_weak(left, left - bytes)) return true;
    return false;
}

}  // namespace octomate::serve
