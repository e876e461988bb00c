#pragma once

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

#include "console/files.hpp"

namespace octomate::serve {

/// An accepted connection, and the bytes of its request that were received but not parsed yet.
struct Connection {
    Descriptor socket;
    std::chrono::steady_clock::time_point until;  ///< when the request must be complete
    std::string bytes;
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
    /// if more of the head is to come.
    bool read_head(Connection& connection, httplib::ThreadPool& pool);

    std::deque<Connection> heads_;          // connections whose head is incomplete, oldest first
    std::atomic<std::size_t> handled_ = 0;  // connections that were handed to the workers
};

}  // namespace octomate::serve
