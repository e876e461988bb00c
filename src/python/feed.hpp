#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace octomate::python {

/// Texts that a thread of its own makes while another one takes them; so many are made ahead.
class Feed {
  public:
    /// Hands a text on; false if no more are wanted.
    using Give = std::function<bool(std::string&&)>;

    /// `work(give, stop)` makes the texts, until `stop` is set.
    explicit Feed(std::function<void(const Give& give, const std::atomic<bool>& stop)> work)
        : thread_([this, work = std::move(work)] {
              std::exception_ptr wrong;
              try {
                  work([this](std::string&& text) { return give(std::move(text)); }, stop_);
              } catch (...) {
                  wrong = std::current_exception();
              }
              const std::lock_guard lock(mutex_);
              wrong_ = wrong;
              ended_ = true;
              changed_.notify_all();
          }) {}

    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    ~Feed() { close(); }

    /// Ends the work, and waits for it.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
            changed_.notify_all();
        }
        const std::lock_guard joining(joining_);
        if (thread_.joinable()) thread_.join();
    }

    /// Waits a little for a text or the end of the work; false if there is neither. Throws what the work has
    /// thrown.
    template <class Duration>
    bool wait(Duration duration, std::optional<std::string>& text) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, duration, [&] { return !texts_.empty() || ended_ || stop_; }))
            return false;
        text.reset();
        if (stop_) return true;
        if (texts_.empty()) {
            if (wrong_) std::rethrow_exception(std::exchange(wrong_, nullptr));
            return true;
        }
        text = std::move(texts_.front());
        texts_.pop_front();
        changed_.notify_all();
        return true;
    }

  private:
    static constexpr std::size_t most_ahead = 16;

    bool give(std::string&& text) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return texts_.size() < most_ahead || stop_; });
        if (stop_) return false;
        texts_.push_back(std::move(text));
        changed_.notify_all();
        return true;
    }

    std::mutex mutex_, joining_;
    std::condition_variable changed_;
    std::deque<std::string> texts_;
    std::atomic<bool> stop_ = false;
    bool ended_ = false;
    std::exception_ptr wrong_;
    std::thread thread_;  // the last member: it uses the others
};

}  // namespace octomate::python
