#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <httplib.h>
#include <ifaddrs.h>
#include <malloc.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <qrencode.h>
#include <spawn.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "api/api.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "draw/svg.hpp"
#include "serve/serve.hpp"
#include "text/text.hpp"

namespace octomate::serve {

namespace {

// ---- receiving requests ---------------------------------------------------------------------------------

/// An accepted connection, and the bytes of its request that were received but not yet parsed.
struct Connection {
    Descriptor socket;
    std::chrono::steady_clock::time_point until;  ///< when the request must be complete
    std::string bytes;
};

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t most_head_bytes = std::size_t{16} << 10;
constexpr std::ptrdiff_t most_header_lines = 100;
constexpr std::size_t most_body_bytes = std::size_t{2} << 20;  // limit of a body as sent, with chunk headers
constexpr std::size_t most_heads = 256;        // maximum number of connections whose head is incomplete
constexpr std::size_t most_connections = 512;  // fewer sockets than select(2) can watch
constexpr seconds request_time{10}, answer_time{60}, stalled_time{5};
constexpr seconds grace{3};  // time to finish the answers in progress after Ctrl-C

/// Waits until the socket is ready for `event`, as in poll(2); returns false if it is not ready at `until`.
bool wait_for(int socket, short event, Clock::time_point until) {
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
        pollfd polled = {socket, event, 0};
        const int ready = ::poll(&polled, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
        if (ready > 0 || left <= 0) return ready > 0;
    }
}

/// Appends the bytes that have arrived to `connection.bytes`, without waiting; returns the result of recv(2).
ssize_t receive(Connection& connection) {
    std::array<char, 4096> chunk;
    const ssize_t size = ::recv(connection.socket.number(), chunk.data(), chunk.size(), MSG_DONTWAIT);
    if (size > 0) connection.bytes.append(chunk.data(), static_cast<std::size_t>(size));
    return size;
}

/// Returns the size of the request head at the beginning of `bytes`; nullopt if its end has not arrived.
std::optional<std::size_t> head_size(std::string_view bytes) {
    constexpr std::string_view end = "\n\r\n";
    const std::size_t at = bytes.find(end);
    return at == std::string_view::npos ? std::nullopt : std::optional(at + end.size());
}

/// Sends the error that the head is too large, then reads and drops further bytes, because the system
/// discards the answer if the connection is closed with unread bytes.
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
    for (int chunk = 0; chunk < 64 && receive(connection) > 0; ++chunk) connection.bytes.clear();
}

/// The stream of one request and its answer, with limits of time and size.
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
    std::size_t parsed_ = 0;    // number of bytes of `connection_.bytes` that were read
    std::size_t received_ = 0;  // bytes of the body that arrived after the head
    std::optional<Clock::time_point> answer_until_;
};

/// An HTTP server that hands a request to a worker only when its whole head has arrived. cpp-httplib alone
/// reads heads of any size on a worker thread, for as long as the client keeps sending. Here one thread
/// collects the heads, so that clients that were not authorised yet occupy no worker and little memory.
class Listener : public httplib::Server {
  public:
    /// Serves on the bound port until Ctrl-C. Handlers run on `workers` threads.
    void run(std::size_t workers);

  private:
    /// Accepts the connections that wait. Drops the oldest incomplete heads if there are too many.
    void accept_waiting();
    /// Receives more of a head, and hands the connection to a worker once the head is complete. Returns true
    /// if the head is still incomplete.
    bool read_head(Connection& connection, httplib::ThreadPool& pool);

    std::deque<Connection> heads_;          // connections whose head is incomplete, oldest first
    std::atomic<std::size_t> handled_ = 0;  // connections that the workers are handling
};

void Listener::run(std::size_t workers) {
    ::listen(svr_sock_, SOMAXCONN);  // httplib's own queue is limited to five connections
    ::fcntl(svr_sock_, F_SETFL, O_NONBLOCK);
    httplib::ThreadPool pool(workers);
    while (!interrupted) {
        const bool full = handled_ >= most_connections;
        std::vector<pollfd> polled = {{full ? -1 : svr_sock_.load(), POLLIN, 0}};
        for (const Connection& head : heads_) polled.push_back({head.socket.number(), POLLIN, 0});
        ::poll(polled.data(), polled.size(), 100);  // wakes up to check `interrupted`
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
    ::close(svr_sock_.exchange(INVALID_SOCKET));
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

// ---- access control --------------------------------------------------------------------------------------

using api::refusal;

/// The method that a path accepts, and the limit of the body.
struct Route {
    bool is_post = false;        ///< accepts POST; if false, GET and HEAD
    std::size_t most_bytes = 0;  ///< limit of the body of a POST
};

/// The rules by which requests are admitted: the accepted host names and the key.
struct Access {
    std::vector<std::string> hosts = {"127.0.0.1", "localhost"};
    int port = 0;
    std::string key;  ///< required in the address or the cookie of every request; empty: no key

    /// Returns the cookie to set for a request that has the key in its address, so that later requests need
    /// no key.
    std::string cookie() const;
};

/// The answer to a request that is refused.
struct Refusal {
    api::Answer answer;
    std::string_view allow = {};  ///< the accepted methods, if the method is wrong
};

/// Checks whether `host`, the value of a header, is one of the names of this server.
bool is_own_host(std::string_view host, const Access& rules) {
    return std::any_of(rules.hosts.begin(), rules.hosts.end(), [&](const std::string& name) {
        return host == fmt::format("{}:{}", name, rules.port) || (rules.port == 80 && host == name);
    });
}

/// Compares two strings in a time that depends on their lengths only, so that a client cannot guess the key
/// from the time of the answer.
bool are_equal(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    int difference = 0;
    for (std::size_t at = 0; at < a.size(); ++at) difference |= a[at] ^ b[at];
    return difference == 0;
}

/// Returns the name of the cookie with its "=". It contains the port, so that servers on other ports have
/// other cookies.
std::string cookie_name(const Access& rules) { return fmt::format("octomate-{}=", rules.port); }

/// Checks whether the request has the cookie with the key.
bool has_cookie(const httplib::Request& request, const Access& rules) {
    const std::string cookies = request.get_header_value("Cookie");
    const std::string name = cookie_name(rules);
    for (std::size_t at = 0; at < cookies.size();) {
        const std::size_t end = std::min(cookies.find("; ", at), cookies.size());
        const std::string_view cookie = std::string_view(cookies).substr(at, end - at);
        if (cookie.starts_with(name) && are_equal(cookie.substr(name.size()), rules.key)) return true;
        at = end + 2;
    }
    return false;
}

/// Checks whether the request comes from the board's own page, by the headers of the browser. Programs, which
/// send no such headers, pass.
bool is_same_origin(const httplib::Request& request, const Access& rules) {
    constexpr std::string_view scheme = "http://";
    const std::string origin = request.get_header_value("Origin");
    const std::size_t origin_count = request.get_header_value_count("Origin");
    const bool is_own = origin.starts_with(scheme) && is_own_host(origin.substr(scheme.size()), rules);
    if (origin_count > 1 || (origin_count == 1 && !is_own)) return false;
    const std::size_t site_count = request.get_header_value_count("Sec-Fetch-Site");
    const bool is_visit =
        request.method == "GET" && !request.path.starts_with("/api/") &&
        request.get_header_value("Sec-Fetch-Mode") == "navigate";  // by a link or a typed address
    if (site_count == 0 || is_visit) return true;
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    return site_count == 1 && (site == "same-origin" || site == "none");
}

std::string Access::cookie() const {
    return fmt::format("{}{}; Path=/; HttpOnly; SameSite=Lax", cookie_name(*this), key);
}

/// Checks whether the address of the request has the key.
bool has_key(const httplib::Request& request, const Access& rules) {
    return are_equal(request.get_param_value("key"), rules.key);
}

/// Returns the refusal of a request, decided by its head; nullopt if it is admitted. Only the board's own
/// page, programs on this machine, and clients with the key are admitted. Other web sites are kept out by the
/// checks of the host (DNS rebinding) and of the origin (cross-origin requests). `route`: the route of the
/// path; null if there is none.
std::optional<Refusal> refusal_of(const httplib::Request& request, const Access& rules, const Route* route) {
    if (request.get_header_value_count("Host") != 1 || !is_own_host(request.get_header_value("Host"), rules))
        return Refusal{
            refusal(403, "wrong_host",
                    fmt::format("expected the host {}:{}",
                                fmt::join(rules.hosts, fmt::format(":{} or ", rules.port)), rules.port))};
    if (!is_same_origin(request, rules))
        return Refusal{refusal(403, "wrong_origin", "requests of other pages are not allowed")};
    if (!rules.key.empty() && !has_key(request, rules) && !has_cookie(request, rules))
        return Refusal{
            refusal(403, "wrong_key", "expected the address with the key that octomate serve printed")};
    if (!route) return Refusal{refusal(404, "not_found", fmt::format("nothing is at {}", request.path))};
    const bool is_post = request.method == "POST",
               is_get = request.method == "GET" || request.method == "HEAD";
    if (route->is_post && !is_post)
        return Refusal{refusal(405, "method_not_allowed", "expected POST, with a puzzle record as the body"),
                       "POST"};
    if (!route->is_post && !is_get)
        return Refusal{refusal(405, "method_not_allowed", "expected GET"), "GET, HEAD"};
    // cpp-httplib would decompress the body without a limit.
    if (request.has_header("Content-Encoding") && request.get_header_value("Content-Encoding") != "identity")
        return Refusal{refusal(415, "not_a_record", "expected a body that is not compressed")};
    // `application/x-www-form-urlencoded` is accepted, because curl sends that type by default.
    if (request.is_multipart_form_data())
        return Refusal{refusal(415, "not_a_record", "expected a puzzle record as the body, not a form")};
    // cpp-httplib would copy the answer once for each range.
    if (request.has_header("Range"))
        return Refusal{refusal(416, "no_ranges", "expected a request without a range")};
    return std::nullopt;
}

// ---- addresses, key and QR code for other machines -------------------------------------------------------

/// Returns the IPv4 addresses at which other machines reach this one; empty without a network.
std::vector<std::string> lan_addresses() {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(first, &freeifaddrs);
    std::vector<std::string> addresses;
    for (const ifaddrs* entry = first; entry; entry = entry->ifa_next) {
        const bool is_up = (entry->ifa_flags & IFF_UP) != 0 && (entry->ifa_flags & IFF_LOOPBACK) == 0;
        if (!is_up || !entry->ifa_addr || entry->ifa_addr->sa_family != AF_INET) continue;
        sockaddr_in address{};
        std::memcpy(&address, entry->ifa_addr, sizeof address);
        std::array<char, INET_ADDRSTRLEN> text{};
        if (inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size()))
            addresses.emplace_back(text.data());
    }
    return addresses;
}

/// Returns a random key of 22 letters, digits, '-' and '_', which is 132 bits. Throws EnvironmentError.
std::string new_key() {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::array<unsigned char, 22> bytes{};  // six bits of each are used
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw EnvironmentError(std::string("cannot make a key: ") + std::strerror(errno));
    std::string key;
    for (const unsigned char byte : bytes) key += letters[byte & 63];
    return key;
}

/// Returns a QR code drawn with half blocks; empty if `text` is too long. With `colour` it is black on white;
/// without, it can be scanned only on a dark terminal.
std::string qr_code(const std::string& text, bool colour) {
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
        QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L), &QRcode_free);
    if (!code) return {};
    constexpr int margin = 2;
    const int width = code->width;
    const auto is_light = [&](int row, int column) {
        const bool inside = row >= 0 && row < width && column >= 0 && column < width;
        return !inside || (code->data[row * width + column] & 1) == 0;
    };
    std::string drawn;
    for (int row = -margin; row < width + margin; row += 2) {
        if (colour) drawn += "\033[40;97m";
        for (int column = -margin; column < width + margin; ++column) {
            const bool upper = is_light(row, column);
            const bool lower = is_light(row + 1, column);
            drawn += upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
        }
        drawn += colour ? "\033[0m\n" : "\n";
    }
    return drawn;
}

/// Opens an address in the user's browser with xdg-open; returns false if that is not installed.
bool open_browser(const std::string& address) {
    posix_spawn_file_actions_t streams{};
    posix_spawn_file_actions_init(&streams);
    for (const int stream : {0, 1, 2})
        posix_spawn_file_actions_addopen(&streams, stream, "/dev/null", O_RDWR, 0);
    std::array<std::string, 2> words = {"xdg-open", address};
    std::array<char*, 3> arguments = {words[0].data(), words[1].data(), nullptr};
    pid_t process = 0;
    const int failed = posix_spawnp(&process, words[0].c_str(), &streams, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&streams);
    return failed == 0;
}

// ---- answering requests, with limits of memory and concurrency -------------------------------------------

constexpr std::chrono::seconds longest_wait{10};

/// Limits how many requests are answered at the same time.
class Slots {
  public:
    /// At most `running` requests hold a slot, and at most `waiting` wait for one.
    Slots(std::size_t running, std::size_t waiting)
        : free_(static_cast<std::ptrdiff_t>(running)), most_waiting_(waiting) {}

    /// Waits for a slot, and takes it. Returns false if too many requests wait already, after ten seconds, or
    /// after Ctrl-C.
    bool acquire() {
        if (interrupted) return false;
        if (free_.try_acquire()) return true;
        const auto until = std::chrono::steady_clock::now() + longest_wait;
        bool acquired = false;
        // Wakes up often to check for Ctrl-C, which does not wake waiting threads.
        if (waiting_++ < most_waiting_)
            while (!acquired && !interrupted && std::chrono::steady_clock::now() < until)
                acquired = free_.try_acquire_for(std::chrono::milliseconds(100));
        --waiting_;
        return acquired;
    }

    void release() { free_.release(); }

  private:
    std::counting_semaphore<> free_;
    std::atomic<std::size_t> waiting_ = 0;
    const std::size_t most_waiting_;
};

/// Limits the total size of large answers that clients have not yet read.
class AnswerMemory {
  public:
    explicit AnswerMemory(std::size_t bytes) : left_(bytes) {}

    /// Keeps `text` as long as the returned pointer is held; null if the limit would be exceeded. This object
    /// must outlive the pointer.
    std::shared_ptr<const std::string> keep(std::string text) {
        const std::size_t bytes = text.size();
        for (std::size_t left = left_; left >= bytes;) {
            if (!left_.compare_exchange_weak(left, left - bytes)) continue;
            return {new std::string(std::move(text)), [this, bytes](const std::string* kept) {
                        delete kept;
                        left_ += bytes;
                    }};
        }
        return nullptr;
    }

  private:
    std::atomic<std::size_t> left_;
};

using api::Answer;

constexpr const char* json_type = "application/json; charset=utf-8";
constexpr std::size_t most_waiting = 9;  // maximum number of heavy requests that wait for a slot
constexpr std::size_t most_bytes = std::size_t{1} << 20;  // limit of a request's body
// A request with a longer body is heavy: its answer may be a thousand times as long.
constexpr std::size_t most_light_bytes = std::size_t{4} << 10;
constexpr std::size_t light_slots = 8;  // maximum number of light requests answered at the same time
// Smaller answers fit into the buffers of the system, and do not count towards `most_answer_memory`.
constexpr std::size_t small_answer = std::size_t{256} << 10;
constexpr std::size_t most_answer_memory = std::size_t{64} << 20;
// Number of threads: more than the connections that a browser opens, so that light requests are answered
// while heavy ones run or wait.
constexpr std::size_t workers = 64;

/// The accepted fields of a query for puzzles, and `key`, the access key.
constexpr std::array<std::string_view, 9> query_names = {"easiest", "faces", "from", "game", "hardest",
                                                         "id",      "key",   "side", "theme"};

/// Headers that restrict the page to what this server sends: no inline scripts or styles, no frames, no other
/// hosts.
const httplib::Headers default_headers = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src data:; "
     "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
    {"Cache-Control", "no-cache"},
};

/// The server of the board: routes, access control, and the limits of memory and of concurrent answers.
class Board {
  public:
    Board(const api::Api& api, std::size_t slots, std::string page)
        : api_(api), page_(std::move(page)), heavy_(slots, most_waiting) {
        server_.set_default_headers(default_headers);
        server_.set_payload_max_length(most_bytes);
        server_.set_tcp_nodelay(true);
        // Replaces SO_REUSEPORT, which cpp-httplib sets: two servers would share the port and the requests.
        server_.set_socket_options([](socket_t socket) {
            const int enabled = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &enabled, sizeof enabled);
        });
        server_.set_error_handler(
            httplib::Server::HandlerWithResponse([](const httplib::Request&, httplib::Response& response) {
                if (response.body.empty()) send_rejection(response);
                return httplib::Server::HandlerResponse::Handled;
            }));
        server_.set_exception_handler([](const auto&, auto& response, const auto&) {
            send(refusal(500, "internal_error", "something went wrong within the program"), response);
        });
        server_.set_pre_routing_handler([this](const auto& request, auto& response) {
            const auto refusal = refusal_of(request);
            if (refusal)
                refuse(*refusal, response);
            else if (!rules_.key.empty() && has_key(request, rules_))
                response.set_header("Set-Cookie", rules_.cookie());
            return refusal ? httplib::Server::HandlerResponse::Handled
                           : httplib::Server::HandlerResponse::Unhandled;
        });
        add_pages();
        for (const api::Request& request : api::requests()) {
            HandledRoute& route = routes_["/api/" + std::string(request.name)];
            route.is_post = true;
            route.most_bytes = std::min(most_bytes, request.most_bytes);
            route.request = &request;
        }
        // cpp-httplib matches routes by regular expressions, so one route matches all requests. Unknown paths
        // were refused before.
        server_.Get(".*", [this](const httplib::Request& request, httplib::Response& response) {
            routes_.at(request.path).get(request, response);
        });
        server_.Post(".*", [this](const httplib::Request& request, httplib::Response& response,
                                  const httplib::ContentReader& read) {
            answer_posted(routes_.at(request.path), response, read);
        });
    }

    /// Binds to a port, 0 for any free one. Throws EnvironmentError if it is not available.
    void bind(int port, Access rules) {
        errno = 0;
        const char* ip = rules.key.empty() ? "127.0.0.1" : "0.0.0.0";
        rules.port = port == 0 ? server_.bind_to_any_port(ip) : server_.bind_to_port(ip, port) ? port : -1;
        rules_ = std::move(rules);
        if (rules_.port > 0) return;
        const std::string why = errno == EADDRINUSE ? "it is in use; choose another with --port, or 0 for any"
                                : errno != 0        ? std::string(std::strerror(errno))
                                                    : std::string("the system does not allow it");
        throw EnvironmentError(fmt::format("cannot listen on {}, port {}: {}", ip, port, why));
    }

    /// Returns the address of the page on `host`, with the key if one is required.
    std::string address(std::string_view host) const {
        const std::string key = rules_.key.empty() ? "" : "?key=" + rules_.key;
        return fmt::format("http://{}:{}/{}", host, rules_.port, key);
    }

    /// Serves until Ctrl-C.
    void run() { server_.run(workers); }

  private:
    using Get = std::function<void(const httplib::Request&, httplib::Response&)>;

    struct HandledRoute : Route {
        Get get = nullptr;
        const api::Request* request = nullptr;  // the API request of a POST; null for GET
    };

    std::optional<Refusal> refusal_of(const httplib::Request& request) const {
        const auto route = routes_.find(request.path);
        return serve::refusal_of(request, rules_, route == routes_.end() ? nullptr : &route->second);
    }

    static void send(const api::Answer& answer, httplib::Response& response) {
        response.status = answer.status;
        response.set_content(answer.body, json_type);
    }

    /// Sends bytes without compression: cpp-httplib would compress them again for each request, which takes
    /// up to a second. `bytes` must outlive the server.
    static void send_page(std::string_view bytes, std::string_view type, httplib::Response& response) {
        response.set_content_provider(bytes.size(), std::string(type),
                                      [bytes](std::size_t from, std::size_t size, httplib::DataSink& sink) {
                                          return sink.write(bytes.data() + from, size);
                                      });
    }

    static void refuse(const Refusal& refusal, httplib::Response& response) {
        send(refusal.answer, response);
        if (!refusal.allow.empty()) response.set_header("Allow", std::string(refusal.allow));
    }

    /// Sends the error of a request that cpp-httplib rejected.
    static void send_rejection(httplib::Response& response) {
        const int status = response.status;
        send(refusal(status, "bad_request", fmt::format("the request failed (status {})", status)), response);
    }

    void add_pages() {
        for (const Asset& asset : assets()) {
            if (asset.name == "index.html") continue;  // sent as `page_`
            get("/" + std::string(asset.name),
                [&asset](const auto&, auto& response) { send_page(asset.bytes, asset.type, response); });
        }
        for (const char* path : {"/", "/index.html"})
            get(path, [this](const auto&, auto& response) {
                send_page(page_, "text/html; charset=utf-8", response);
            });
        get("/api/games", [this](const auto&, auto& response) { send(api_.games(), response); });
        get("/api/collection", [this](const auto&, auto& response) { send(api_.collection(), response); });
        get("/api/puzzles", [this](const httplib::Request& request, httplib::Response& response) {
            const auto unknown =
                std::find_if(request.params.begin(), request.params.end(), [](const auto& param) {
                    return std::find(query_names.begin(), query_names.end(), param.first) ==
                           query_names.end();
                });
            if (unknown != request.params.end())
                return send(
                    refusal(400, "bad_query", fmt::format("there is no field {}", quote(unknown->first))),
                    response);
            send(api_.puzzles([&](const char* name) { return request.get_param_value(name); }), response);
        });
    }

    void get(const std::string& path, Get get) { routes_[path].get = std::move(get); }

    /// Answers a POST. Reads the body itself, because cpp-httplib does not limit a body that comes in chunks.
    void answer_posted(const HandledRoute& route, httplib::Response& response,
                       const httplib::ContentReader& read) {
        std::string body;
        const bool is_complete = read([&](const char* data, std::size_t size) {
            body.append(data, size);
            return body.size() <= route.most_bytes;
        });
        if (is_complete) return send_posted(in_slot(*route.request, body), response);
        if (response.status == 413 || body.size() > route.most_bytes)
            send(refusal(413, "too_large", fmt::format("the body is larger than {} bytes", route.most_bytes)),
                 response);
    }

    /// Answers a request in a slot; returns an error if no slot becomes free.
    Answer in_slot(const api::Request& request, std::string_view body) {
        struct Slot {
            Slots& slots;
            bool acquired = slots.acquire();
            ~Slot() {
                if (acquired) slots.release();
            }
        };
        const bool is_heavy = request.is_heavy(body) || body.size() > most_light_bytes;
        const Slot slot{is_heavy ? heavy_ : light_};
        if (!slot.acquired) return busy();
        Answer answer = api_.answer(request, body);
        if (is_heavy)
            malloc_trim(0);  // otherwise the arena of each worker would keep the memory of the answer
        return answer;
    }

    /// Sends an answer. A large one counts towards the limit of memory until the client has read it.
    void send_posted(Answer answer, httplib::Response& response) {
        if (answer.body.size() <= small_answer) return send(answer, response);
        const auto kept = answer_memory_.keep(std::move(answer.body));
        if (!kept) return send(busy(), response);
        response.status = answer.status;
        response.set_content_provider(kept->size(), json_type,
                                      [kept](std::size_t from, std::size_t size, httplib::DataSink& sink) {
                                          return sink.write(kept->data() + from, size);
                                      });
    }

    /// Returns the error for a request that gets no slot or no memory.
    static Answer busy() {
        if (interrupted) return refusal(503, "ending", "the server is shutting down");
        return refusal(503, "busy", "too many analyses run already; try again in a moment");
    }

    const api::Api& api_;
    const std::string page_;
    Slots heavy_;
    Slots light_{light_slots, workers};
    AnswerMemory answer_memory_{most_answer_memory};
    std::map<std::string, HandledRoute, std::less<>> routes_;
    Listener server_;
    Access rules_;
};

/// Prints how to open the board at the address printed before, and a warning if `lan`.
void print_invitation(std::size_t puzzles, bool lan) {
    print_message(fmt::format("open this address in a browser ({} puzzle{}); Ctrl-C ends it\n", puzzles,
                              puzzles == 1 ? "" : "s"));
    if (lan)
        print_message(
            "Anyone in your network who has this address can use the board until then. The connection is not "
            "encrypted.\n");
}

}  // namespace

std::string index_page(std::string_view public_address) {
    std::string page(asset("index.html"));
    if (!public_address.empty())
        page.insert(page.find("<meta name"), fmt::format("<meta name=\"octomate-address\" content=\"{}\">\n",
                                                         draw::escape_xml(public_address)));
    return page;
}

int serve(const api::Api& api, const cli::ServeOptions& options, const CommonOptions& common) {
    // Makes glibc return freed memory to the system. By default it raises these thresholds whenever a large
    // block is freed.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    std::vector<std::string> hosts = {"127.0.0.1"};  // hosts for which the page's addresses are printed
    Access rules;
    if (options.lan) {
        hosts = lan_addresses();
        if (hosts.empty()) throw EnvironmentError("--lan: this machine has no network that others could use");
        rules.hosts.insert(rules.hosts.end(), hosts.begin(), hosts.end());
        rules.key = new_key();
    }
    Board board(api, std::max<std::size_t>(2, static_cast<std::size_t>(common.threads) / 2),
                index_page(options.public_address));
    board.bind(options.port, std::move(rules));
    for (const std::string& host : hosts) print(board.address(host) + '\n');
    if (options.lan && isatty(STDOUT_FILENO) && has_utf8_locale())
        print_coloured(qr_code(board.address(hosts.front()), may_colour()));
    flush_output();
    if (!common.quiet) print_invitation(api.collected().size(), options.lan);
    const std::string local_address = board.address("127.0.0.1");
    if (options.open && !open_browser(local_address))
        print_message(fmt::format("--open: xdg-open is not installed (package xdg-utils); open {} yourself\n",
                                  local_address));
    board.run();
    return Interrupted;
}

}  // namespace octomate::serve
