#include "serve/listener.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "api/api.hpp"
#include "console/console.hpp"

namespace octomate::serve {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t most_head_bytes = std::size_t{16} << 10;
constexpr std::ptrdiff_t most_header_lines = 100;
constexpr std::size_t most_body_bytes = std::size_t{2} << 20;  // as sent: a body with the sizes of its chunks
constexpr std::size_t most_heads = 256;                        // connections whose head is incomplete
constexpr std::size_t most_connections = 512;                  // fewer than select(2) can watch
constexpr seconds request_time{10}, answer_time{60}, stalled_time{5};
constexpr seconds grace{3};  // for requests that are being answered when Ctrl-C comes

/// Waits until the socket is ready for `event`; false if it is not ready at `until`.
bool wait_for(int socket, short event, Clock::time_point until) {
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
        pollfd polled = {socket, event, 0};
        const int ready = ::poll(&polled, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
        if (ready > 0 || left <= 0) return ready > 0;
    }
}

/// Appends bytes that have arrived; returns what recv(2) returns, without waiting.
ssize_t receive(Connection& connection) {
    std::array<char, 4096> piece;
    const ssize_t size = ::recv(connection.socket.number(), piece.data(), piece.size(), MSG_DONTWAIT);
    if (size > 0) connection.bytes.append(piece.data(), static_cast<std::size_t>(size));
    return size;
}

/// Returns the size of the head that `bytes` begin with, or nullopt if its end has not arrived.
std::optional<std::size_t> head_size(std::string_view bytes) {
    constexpr std::string_view end = "\n\r\n";
    const std::size_t at = bytes.find(end);
    return at == std::string_view::npos ? std::nullopt : std::optional(at + end.size());
}

/// Answers that the head is too large. Reads some of what is left, because the system discards the answer if
/// the connection is closed with unread bytes.
void refuse_head(Connection& connection) {
    const std::string body = api::refusal(431, "too_large",
                                          fmt::format("the head of the request has more than {} bytes or {} "
                                                      "header lines",
                                                      most_head_bytes, most_header_lines))
                                 .body;
    const std::string answer = fmt::format(
        "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n"
        "Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\r\n{}",
        body.size(), body);
    ::send(connection.socket.number(), answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    ::shutdown(connection.socket.number(), SHUT_WR);
    for (int piece = 0; piece < 64 && receive(connection) > 0; ++piece) connection.bytes.clear();
}

/// The stream of one request and its answer, within bounds of time and size.
class RequestStream : public httplib::Stream {
  public:
    explicit RequestStream(Connection& connection) : connection_(connection) {}

    bool is_readable() const override { return wait_for(socket(), POLLIN, connection_.until); }
    bool is_writable() const override { return wait_for(socket(), POLLOUT, Clock::now() + stalled_time); }

    ssize_t read(char* to, std::size_t size) override {
        if (parsed_ == connection_.bytes.size()) {
            connection_.bytes.clear();
            parsed_ = 0;
            if (received_ > most_body_bytes || !is_readable()) return -1;
            const ssize_t more = receive(connection_);
            if (more <= 0) return more;
            received_ += static_cast<std::size_t>(more);
        }
        const std::size_t copied = connection_.bytes.copy(to, size, parsed_);
        parsed_ += copied;
        return static_cast<ssize_t>(copied);
    }

    ssize_t write(const char* from, std::size_t size) override {
        if (!answer_until_) answer_until_ = Clock::now() + answer_time;
        if (Clock::now() > *answer_until_ || !is_writable()) return -1;
        return ::send(socket(), from, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    }

    void get_remote_ip_and_port(std::string&, int&) const override {}
    void get_local_ip_and_port(std::string&, int&) const override {}
    socket_t socket() const override { return connection_.socket.number(); }

  private:
    Connection& connection_;
    std::size_t parsed_ = 0;    // of `connection_.bytes`
    std::size_t received_ = 0;  // behind the bytes that arrived with the head
    std::optional<Clock::time_point> answer_until_;
};

}  // namespace

void Listener::run(std::size_t workers) {
    ::listen(svr_sock_, SOMAXCONN);  // the library's queue holds five connections
    ::fcntl(svr_sock_, F_SETFL, O_NONBLOCK);
    httplib::ThreadPool pool(workers);
    while (!interrupted) {
        const bool full = handled_ >= most_connections;
        std::vector<pollfd> polled = {{full ? -1 : svr_sock_.load(), POLLIN, 0}};
        for (const Connection& head : heads_) polled.push_back({head.socket.number(), POLLIN, 0});
        ::poll(polled.data(), polled.size(), 100);  // in short steps, for `interrupted`
        std::deque<Connection> incomplete;
        for (std::size_t at = 0; at < heads_.size(); ++at) {
            Connection& head = heads_[at];
            if (Clock::now() < head.until && (polled[at + 1].revents == 0 || read_head(head, pool)))
                incomplete.push_back(std::move(head));
        }
        heads_ = std::move(incomplete);
        if (polled[0].revents != 0) accept_waiting();
    }
    heads_.clear();
    Descriptor(svr_sock_.exchange(INVALID_SOCKET));
    std::promise<void> done;
    std::thread watch([ended = done.get_future()] {
        if (ended.wait_for(grace) != std::future_status::ready) std::_Exit(Interrupted);
    });
    pool.shutdown();
    done.set_value();
    watch.join();
}

void Listener::accept_waiting() {
    for (std::size_t count = 0; count < most_heads; ++count) {
        Descriptor socket(::accept4(svr_sock_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (socket.number() < 0 && errno != EMFILE && errno != ENFILE) return;
        const bool full = heads_.size() >= most_heads || heads_.size() + handled_ >= most_connections;
        if ((full || socket.number() < 0) && !heads_.empty()) heads_.pop_front();
        if (socket.number() < 0) return std::this_thread::sleep_for(milliseconds(1));  // out of descriptors
        heads_.push_back({std::move(socket), Clock::now() + request_time, {}});
    }
}

bool Listener::read_head(Connection& connection, httplib::ThreadPool& pool) {
    ssize_t size = 1;
    while (size > 0 && connection.bytes.size() <= most_head_bytes) size = receive(connection);
    const bool blocked = size < 0 && errno == EAGAIN;
    const auto end = head_size(connection.bytes);
    const std::string_view head = std::string_view(connection.bytes).substr(0, end.value_or(0));
    const auto lines = std::count(head.begin(), head.end(), '\n');
    if (end.value_or(connection.bytes.size()) > most_head_bytes || lines > most_header_lines + 2) {
        refuse_head(connection);
    } else if (end) {
        ++handled_;
        pool.enqueue([this, handed = std::make_shared<Connection>(std::move(connection))] {
            RequestStream stream(*handed);
            bool closed = false;
            process_request(stream, true, closed, nullptr);
            ::shutdown(handed->socket.number(), SHUT_RDWR);
            --handled_;
        });
    }
    return blocked && !end;
}

}  // namespace octomate::serve
