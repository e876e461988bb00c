#pragma once

#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

namespace octomate::serve {

/// How long a client may let its worker wait.
struct Patience {
    std::chrono::milliseconds usual;
    std::chrono::milliseconds in_a_crowd;  ///< while other connections wait for a worker
};

/// A connection, of which the library sees one request at a time, as far as its body goes.
class Connection : public httplib::Stream {
  public:
    /// `crowd`: how many others wait for a worker.
    Connection(socket_t socket, const std::atomic<std::size_t>& crowd) : socket_(socket), crowd_(crowd) {}

    /// Whether a request begins to come.
    bool begin();
    /// What stands before its body, with the empty line. Empty if it does not come in time; without the empty
    /// line if it is too long.
    std::string read_head();
    /// The library reads a head, and so many bytes that come behind the one that was read.
    void show(std::string head, std::size_t body);
    /// Whether the library has read all of it.
    bool is_read() const { return body_ == 0; }

    /// Whether the client has not hung up, as far as one can see: it has not said that it says no more.
    bool is_awaited() const;
    /// Waits until the client has hung up, so that it reads the answer first: bytes that were sent and not
    /// read would make the system drop that. Not for long.
    void part();

    bool is_readable() const override { return at_ < shown_.size() || body_ > 0; }
    bool is_writable() const override { return true; }
    ssize_t read(char* to, std::size_t size) override;
    ssize_t write(const char* from, std::size_t size) override;
    void get_remote_ip_and_port(std::string&, int&) const override {}
    void get_local_ip_and_port(std::string&, int&) const override {}
    socket_t socket() const override { return socket_; }

  private:
    using milliseconds = std::chrono::milliseconds;

    ssize_t receive(char* to, std::size_t size);
    bool wait(short event, const Patience& patience, milliseconds& waited) const;

    const socket_t socket_;
    const std::atomic<std::size_t>& crowd_;
    std::string ahead_;   // bytes that came behind a head
    std::string shown_;   // the head that the library reads,
    std::size_t at_ = 0;  // and how far it is
    std::size_t body_ = 0;
    milliseconds reading_{0}, writing_{0};  // waited for the request, and for the client to take the answer
};

}  // namespace octomate::serve
