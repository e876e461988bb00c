#pragma once

#include <httplib.h>

#include <chrono>
#include <cstddef>

namespace octomate::serve {

/// What one request may cost before it is answered.
struct RequestBounds {
    std::chrono::milliseconds waiting{3000};    ///< for its bytes, all pauses together
    std::chrono::milliseconds writing{30'000};  ///< until the client has taken the answer, the same
    std::size_t bytes = std::size_t{3} << 20;   ///< read, headers and what the body is wrapped in included
};

/// The library's server, whose own limits are for each read: a client that sends a byte now and then would
/// keep a worker for ever. What asks for ranges gets the whole, for many that overlap cost any memory.
class BoundedServer : public httplib::Server {
  public:
    /// More connections than the library's five may wait to be accepted; after the port is bound.
    void widen_backlog();

  private:
    bool process_and_close_socket(socket_t socket) override;
};

}  // namespace octomate::serve
