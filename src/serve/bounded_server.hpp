#pragma once

#include <httplib.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>

#include "api/api.hpp"
#include "serve/gate.hpp"
#include "serve/head.hpp"

namespace octomate::serve {

class Connection;

constexpr const char* json_type = "application/json; charset=utf-8";

/// Gives a response an answer.
void send(const api::Answer& answer, httplib::Response& response);

/// The library's server behind a gate. The library takes requests as they come and bounds each read alone; so
/// it gets none but those that the gate lets pass, with nothing in their heads but where their bodies end,
/// and no byte that is behind a body: what is not read of one is never taken for a request. A client that
/// lets its worker wait is hung up on; sooner if others wait for one.
class BoundedServer : public httplib::Server {
  public:
    using Gate = std::function<std::optional<Refusal>(const Head&)>;

    BoundedServer(std::size_t workers, Gate gate);

    /// More connections than the library's five may wait to be accepted; after the port is bound.
    void widen_backlog();

    /// Whether the client whose request this thread answers still waits.
    static bool is_awaited();

  private:
    bool process_and_close_socket(socket_t socket) override;
    /// False if it was the last of its connection.
    bool answer_one(Connection& connection, bool last);

    const Gate gate_;
    std::atomic<std::size_t> crowd_ = 0;  // connections that wait for a worker
};

}  // namespace octomate::serve
