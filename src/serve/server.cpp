#include "serve/server.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>

#include "serve/assets.hpp"
#include "serve/bounded_server.hpp"
#include "serve/slots.hpp"

namespace octomate::serve {

namespace {

using api::Answer;
using api::refusal;

constexpr std::size_t most_waiting = 9;                   // heavy requests, beside those that run
constexpr std::size_t most_bytes = std::size_t{1} << 20;  // of a request's body
// What is read and solved at once, without a slot.
constexpr std::size_t most_light_bytes = std::size_t{16} << 10;
// More than a browser opens connections, for each connection keeps a worker while it is alive; so that light
// requests are answered while heavy ones run or wait.
constexpr std::size_t workers = 64;
constexpr std::chrono::seconds grace{3};  // for what runs when Ctrl-C comes
constexpr const char* json_type = "application/json; charset=utf-8";

/// Everything comes from the program itself: no inline script or style, no frames, no other host.
const httplib::Headers default_headers = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
     "manifest-src 'self'; worker-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
    {"Cache-Control", "no-cache"},
};

void send(const Answer& answer, httplib::Response& response) {
    response.status = answer.status;
    response.set_content(answer.body, json_type);
}

class Board {
  public:
    Board(const api::Api& api, std::size_t slots) : api_(api), slots_(slots, most_waiting) {
        server_.new_task_queue = [] { return new httplib::ThreadPool(workers); };
        server_.set_default_headers(default_headers);
        server_.set_payload_max_length(most_bytes);
        server_.set_tcp_nodelay(true);
        server_.set_keep_alive_timeout(5);
        server_.set_keep_alive_max_count(100);
        // Not the library's SO_REUSEPORT, with which two servers would share the port and the requests.
        server_.set_socket_options([](socket_t socket) {
            const int yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        server_.set_pre_routing_handler([this](const auto& request, auto& response) {
            return is_ours(request, response) ? httplib::Server::HandlerResponse::Unhandled
                                              : httplib::Server::HandlerResponse::Handled;
        });
        server_.set_error_handler(httplib::Server::HandlerWithResponse(
            [](const httplib::Request& request, httplib::Response& response) {
                if (response.body.empty()) describe(request, response);
                return httplib::Server::HandlerResponse::Handled;
            }));
        server_.set_exception_handler([](const auto&, auto& response, std::exception_ptr) {
            send(refusal(500, "internal_error", "something went wrong within the program"), response);
        });
        add_pages();
        add_api();
    }

    /// The port that was bound. Throws EnvironmentError if there is none to be had.
    int bind(int port) {
        errno = 0;
        port_ = port == 0                                 ? server_.bind_to_any_port("127.0.0.1")
                : server_.bind_to_port("127.0.0.1", port) ? port
                                                          : -1;
        if (port_ > 0) {
            server_.widen_backlog();
            return port_;
        }
        const std::string why = errno == EADDRINUSE ? "it is in use; choose another with --port, or 0 for any"
                                : errno != 0        ? std::string(std::strerror(errno))
                                                    : std::string("the system refuses it");
        throw EnvironmentError(fmt::format("cannot listen on 127.0.0.1, port {}: {}", port, why));
    }

    /// Serves until Ctrl-C.
    void run() {
        std::atomic<bool> ended = false;
        std::thread watch([&] { stop_on_interrupt(ended); });
        server_.listen_after_bind();
        ended = true;
        watch.join();
    }

  private:
    void stop_on_interrupt(const std::atomic<bool>& ended) {
        const auto step = std::chrono::milliseconds(20);
        while (!ended && !(interrupted && server_.is_running())) std::this_thread::sleep_for(step);
        if (ended) return;
        server_.stop();
        const auto until = std::chrono::steady_clock::now() + grace;
        while (!ended && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(step);
        if (!ended) std::_Exit(Interrupted);
    }

    /// Refuses requests for other hosts, which a page elsewhere gets here by changing its own name's address,
    /// and those that a page elsewhere makes.
    bool is_ours(const httplib::Request& request, httplib::Response& response) const {
        const std::string port = fmt::format(":{}", port_);
        const auto is_here = [&](std::string_view host) {
            return host == "127.0.0.1" + port || host == "localhost" + port ||
                   (port_ == 80 && (host == "127.0.0.1" || host == "localhost"));
        };
        if (request.get_header_value_count("Host") != 1 || !is_here(request.get_header_value("Host"))) {
            send(refusal(403, "wrong_host",
                         fmt::format("expected the host 127.0.0.1{0} or localhost{0}", port)),
                 response);
            return false;
        }
        if (!request.has_header("Origin")) return true;
        const std::string origin = request.get_header_value("Origin");
        constexpr std::string_view scheme = "http://";
        if (origin.starts_with(scheme) && is_here(std::string_view(origin).substr(scheme.size())))
            return true;
        send(refusal(403, "wrong_origin", "only the board's own page may ask"), response);
        return false;
    }

    static void describe(const httplib::Request& request, httplib::Response& response) {
        switch (response.status) {
            case 404:
                return send(refusal(404, "not_found", fmt::format("nothing is at {}", request.path)),
                            response);
            case 413: return too_large(response);
            default: {
                const int status = response.status;
                send(refusal(status, "bad_request", fmt::format("the request failed (status {})", status)),
                     response);
            }
        }
    }

    static void too_large(httplib::Response& response, std::size_t most = most_bytes) {
        send(refusal(413, "too_large", fmt::format("the body is larger than {} bytes", most)), response);
    }

    void add_pages() {
        for (const Asset& asset : assets()) {
            const auto get = [&asset](const httplib::Request&, httplib::Response& response) {
                response.set_content(asset.bytes.data(), asset.bytes.size(), std::string(asset.type));
            };
            server_.Get("/" + std::string(asset.name), get);
            if (asset.name == "index.html") server_.Get("/", get);
        }
        server_.Get("/api/games", [this](const httplib::Request&, httplib::Response& response) {
            send(api_.games(), response);
        });
        server_.Get("/api/collection", [this](const httplib::Request&, httplib::Response& response) {
            send(api_.collection(), response);
        });
        server_.Get("/api/puzzles", [this](const httplib::Request& request, httplib::Response& response) {
            send(api_.puzzles([&](const char* name) { return request.get_param_value(name); }), response);
        });
    }

    void add_api() {
        for (const api::Request& request : api::requests())
            post("/api/" + std::string(request.name), std::min(most_bytes, request.most_bytes),
                 [this, &request](std::string_view body) {
                     const bool heavy = request.heavy || body.size() > most_light_bytes;
                     return heavy ? in_slot(request, body) : (api_.*request.answer)(body);
                 });
    }

    /// Answers in a slot, or says that all are taken.
    Answer in_slot(const api::Request& request, std::string_view body) {
        struct Slot {
            Slots& slots;
            bool taken = slots.take();
            ~Slot() {
                if (taken) slots.give_back();
            }
        };
        const Slot slot{slots_};
        if (slot.taken) return (api_.*request.answer)(body);
        return refusal(503, "busy", "too many analyses run already; try again in a moment");
    }

    /// The body is read here and not by the library, which would not bound one that comes in chunks.
    void post(const std::string& path, std::size_t most, std::function<Answer(std::string_view)> work) {
        server_.Post(path, [most, work = std::move(work)](const httplib::Request& request,
                                                          httplib::Response& response,
                                                          const httplib::ContentReader& read) {
            if (request.is_multipart_form_data())
                return send(refusal(415, "not_a_record", "expected a puzzle record as the body, and no form"),
                            response);
            std::string body;
            const bool whole = read([&](const char* data, std::size_t size) {
                body.append(data, size);
                return body.size() <= most;
            });
            if (whole) return send(work(body), response);
            if (body.size() > most) too_large(response, most);
        });
        server_.Get(path, [](const httplib::Request&, httplib::Response& response) {
            response.set_header("Allow", "POST");
            send(refusal(405, "method_not_allowed", "expected POST, with a puzzle record as the body"),
                 response);
        });
    }

    const api::Api& api_;
    Slots slots_;
    BoundedServer server_;
    int port_ = 0;
};

}  // namespace

int serve(const api::Api& api, int port, const CommonOptions& common) {
    Board board(api, std::max<std::size_t>(2, static_cast<std::size_t>(common.threads) / 2));
    const std::string address = fmt::format("http://127.0.0.1:{}/", board.bind(port));
    print(address + '\n');
    flush_output();
    if (!common.quiet) {
        const std::size_t count = api.collected().size();
        talk(fmt::format("open {} in a browser ({} puzzle{}); Ctrl-C ends it\n", address, count,
                         count == 1 ? "" : "s"));
    }
    board.run();
    return Interrupted;
}

}  // namespace octomate::serve
