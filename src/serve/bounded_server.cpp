#include "serve/bounded_server.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "serve/connection.hpp"

namespace octomate::serve {

namespace {

constexpr int waiting_connections = 256;
constexpr std::size_t most_chunked_bytes = std::size_t{3} << 20;  // what the chunks are wrapped in included

/// Workers that count the connections which wait for one.
class Workers : public httplib::ThreadPool {
  public:
    Workers(std::size_t count, std::atomic<std::size_t>& waiting) : ThreadPool(count), waiting_(waiting) {}

    void enqueue(std::function<void()> work) override {
        ++waiting_;
        ThreadPool::enqueue([this, work = std::move(work)] {
            --waiting_;
            work();
        });
    }

  private:
    std::atomic<std::size_t>& waiting_;
};

/// What a worker is about, which the library hands on to no handler.
struct Task {
    const Connection* connection = nullptr;
    const Refusal* refusal = nullptr;
};
thread_local Task task;

httplib::Server::HandlerResponse refuse(httplib::Response& response) {
    if (!task.refusal) return httplib::Server::HandlerResponse::Unhandled;
    send(task.refusal->answer, response);
    if (!task.refusal->allow.empty()) response.set_header("Allow", std::string(task.refusal->allow));
    return httplib::Server::HandlerResponse::Handled;
}

}  // namespace

void send(const api::Answer& answer, httplib::Response& response) {
    response.status = answer.status;
    response.set_content(answer.body, json_type);
}

BoundedServer::BoundedServer(std::size_t workers, Gate gate) : gate_(std::move(gate)) {
    new_task_queue = [this, workers] { return new Workers(workers, crowd_); };
    set_pre_routing_handler([](const auto&, auto& response) { return refuse(response); });
}

void BoundedServer::widen_backlog() { ::listen(svr_sock_, waiting_connections); }

bool BoundedServer::is_awaited() { return task.connection->is_awaited(); }

bool BoundedServer::process_and_close_socket(socket_t socket) {
    Connection connection(socket, crowd_);
    std::size_t left = keep_alive_max_count_;
    while (svr_sock_ != INVALID_SOCKET && connection.begin() && answer_one(connection, left == 1)) --left;
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return true;
}

bool BoundedServer::answer_one(Connection& connection, bool last) {
    const std::string text = connection.read_head();
    if (text.empty()) return false;
    const auto head = parse_head(text);
    const std::optional<Refusal> refusal = head ? gate_(*head) : Refusal{head.error()};
    if (refusal)
        connection.show(head && head->method == "HEAD" ? "HEAD / HTTP/1.1\r\n\r\n" : "GET / HTTP/1.1\r\n\r\n",
                        0);
    else
        connection.show(head->plain(), head->chunked ? most_chunked_bytes : head->length);
    last = last || refusal || head->is_last();
    task = {&connection, refusal ? &*refusal : nullptr};
    bool closed = false;
    const bool good = process_request(connection, last, closed, nullptr);
    task = {};
    const bool whole = good && !refusal && connection.is_read();
    if (good && !whole) connection.part();
    return whole && !last && !closed;
}

}  // namespace octomate::serve
