#include "serve/bounded_server.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace octomate::serve {

namespace {

using std::chrono::milliseconds;

constexpr int waiting_connections = 256;

/// A connection, with what is left to the request that it carries.
class BoundedStream : public httplib::Stream {
  public:
    explicit BoundedStream(socket_t socket) : socket_(socket) {}

    /// Whether a request begins to come within the time. It gets new bounds.
    bool begin(milliseconds patience) {
        left_ = {};
        if (filled_ < 0) return false;
        return at_ < filled_ || wait(POLLIN, patience);
    }

    bool is_readable() const override { return at_ < filled_ || left_.waiting > milliseconds(0); }
    bool is_writable() const override { return left_.writing > milliseconds(0); }

    ssize_t read(char* to, std::size_t size) override {
        if (at_ == filled_ && !fill()) return filled_ < 0 ? -1 : 0;
        const std::size_t taken = std::min(size, static_cast<std::size_t>(filled_ - at_));
        std::memcpy(to, buffer_.data() + at_, taken);
        at_ += static_cast<ssize_t>(taken);
        return static_cast<ssize_t>(taken);
    }

    ssize_t write(const char* from, std::size_t size) override {
        if (!wait(POLLOUT, left_.writing)) return -1;
        ssize_t sent = 0;
        do {
            sent = ::send(socket_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        } while (sent < 0 && errno == EINTR);
        return sent;
    }

    void get_remote_ip_and_port(std::string&, int&) const override {}
    void get_local_ip_and_port(std::string&, int&) const override {}
    socket_t socket() const override { return socket_; }

  private:
    /// False at the end, or if the bounds are reached: then `filled_` is below 0.
    bool fill() {
        at_ = filled_ = 0;
        if (left_.bytes == 0 || !wait(POLLIN, left_.waiting)) {
            at_ = filled_ = -1;
            return false;
        }
        do {
            filled_ = ::recv(socket_, buffer_.data(), std::min(buffer_.size(), left_.bytes), MSG_DONTWAIT);
        } while (filled_ < 0 && errno == EINTR);
        at_ = std::min<ssize_t>(filled_, 0);
        if (filled_ > 0) left_.bytes -= static_cast<std::size_t>(filled_);
        return filled_ > 0;
    }

    /// Waits until the socket is ready, and takes the time from what is left.
    bool wait(short event, milliseconds& left) const {
        const auto begun = std::chrono::steady_clock::now();
        pollfd poll = {socket_, event, 0};
        int ready = 0;
        do {
            ready = ::poll(&poll, 1, static_cast<int>(std::max(left, milliseconds(0)).count()));
        } while (ready < 0 && errno == EINTR);
        left -= std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun);
        return ready > 0;
    }

    const socket_t socket_;
    RequestBounds left_;
    std::array<char, 4096> buffer_{};
    ssize_t at_ = 0, filled_ = 0;
};

}  // namespace

void BoundedServer::widen_backlog() { ::listen(svr_sock_, waiting_connections); }

bool BoundedServer::process_and_close_socket(socket_t socket) {
    BoundedStream stream(socket);
    const milliseconds patience = std::chrono::seconds(keep_alive_timeout_sec_);
    bool good = true, closed = false;
    for (std::size_t left = keep_alive_max_count_; good && !closed && left > 0 && svr_sock_ != INVALID_SOCKET;
         --left) {
        if (!stream.begin(patience)) break;
        good = process_request(stream, left == 1, closed,
                               [](httplib::Request& request) { request.ranges.clear(); });
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return good;
}

}  // namespace octomate::serve
