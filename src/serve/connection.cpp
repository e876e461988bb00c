#include "serve/connection.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "serve/head.hpp"

namespace octomate::serve {

namespace {

using std::chrono::milliseconds;

constexpr Patience between_requests = {milliseconds(5000), milliseconds(100)};
constexpr Patience for_a_request = {milliseconds(3000), milliseconds(300)};  // all pauses together
constexpr Patience for_taking = {milliseconds(5000), milliseconds(1000)};
constexpr Patience for_parting = {milliseconds(1000), milliseconds(100)};

/// Who takes as many bytes of the answer gets a millisecond more.
constexpr std::size_t least_pace = 256;
constexpr std::size_t most_parting_bytes = std::size_t{3} << 20;
constexpr int step = 20;  // milliseconds, after which is looked whether a crowd has come

}  // namespace

bool Connection::begin() {
    reading_ = writing_ = milliseconds(0);
    milliseconds waited(0);
    return !ahead_.empty() || wait(POLLIN, between_requests, waited);
}

std::string Connection::read_head() {
    std::array<char, 4096> bytes{};
    std::size_t line = 0, end = 0;
    while ((end = end_of_head(ahead_, line)) == std::string::npos && ahead_.size() < most_head_bytes) {
        const ssize_t came = receive(bytes.data(), bytes.size());
        if (came <= 0) return {};
        ahead_.append(bytes.data(), static_cast<std::size_t>(came));
    }
    std::string head = ahead_.substr(0, end);
    ahead_.erase(0, head.size());
    return head;
}

void Connection::show(std::string head, std::size_t body) {
    shown_ = std::move(head);
    at_ = 0;
    body_ = body;
}

bool Connection::is_awaited() const {
    pollfd poll = {socket_, POLLRDHUP, 0};
    return ::poll(&poll, 1, 0) <= 0;
}

void Connection::part() {
    ::shutdown(socket_, SHUT_WR);
    std::array<char, 16384> bytes{};
    milliseconds waited(0);
    for (std::size_t all = 0; all < most_parting_bytes && wait(POLLIN, for_parting, waited);) {
        const ssize_t came = ::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (came <= 0) return;
        all += static_cast<std::size_t>(came);
    }
}

ssize_t Connection::read(char* to, std::size_t size) {
    const auto take = [&](const std::string& text, std::size_t from, std::size_t most) {
        const std::size_t taken = std::min(most, text.size() - from);
        std::memcpy(to, text.data() + from, taken);
        return taken;
    };
    if (at_ < shown_.size()) {
        const std::size_t taken = take(shown_, at_, size);
        at_ += taken;
        return static_cast<ssize_t>(taken);
    }
    const std::size_t most = std::min(size, body_);
    if (most == 0) return 0;
    ssize_t came = 0;
    if (ahead_.empty()) {
        came = receive(to, most);
    } else {
        const std::size_t taken = take(ahead_, 0, most);
        ahead_.erase(0, taken);
        came = static_cast<ssize_t>(taken);
    }
    if (came > 0) body_ -= static_cast<std::size_t>(came);
    return came;
}

ssize_t Connection::write(const char* from, std::size_t size) {
    if (!wait(POLLOUT, for_taking, writing_)) return -1;
    ssize_t sent = 0;
    do {
        sent = ::send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    if (sent > 0)
        writing_ =
            std::max(milliseconds(0), writing_ - milliseconds(static_cast<std::size_t>(sent) / least_pace));
    return sent;
}

ssize_t Connection::receive(char* to, std::size_t size) {
    if (!wait(POLLIN, for_a_request, reading_)) return -1;
    ssize_t came = 0;
    do {
        came = ::recv(socket_, to, size, MSG_DONTWAIT);
    } while (came < 0 && errno == EINTR);
    return came;
}

/// Waits until the socket is ready; false if the patience ends before. `waited` is counted up.
bool Connection::wait(short event, const Patience& patience, milliseconds& waited) const {
    const auto begun = std::chrono::steady_clock::now();
    const milliseconds before = waited;
    pollfd poll = {socket_, event, 0};
    int ready = 0;
    while (ready == 0 && waited < (crowd_ > 0 ? patience.in_a_crowd : patience.usual)) {
        ready = ::poll(&poll, 1, step);
        if (ready < 0 && errno == EINTR) ready = 0;
        waited = before + std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun);
    }
    return ready > 0;
}

}  // namespace octomate::serve
