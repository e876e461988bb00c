#include "serve/gate.hpp"

#include <fmt/core.h>

#include <string>

namespace octomate::serve {

namespace {

using api::refusal;

/// Whether a host, as a header names it, is this server.
bool is_here(std::string_view host, int port) {
    for (const std::string_view name : {"127.0.0.1", "localhost"})
        if (host == fmt::format("{}:{}", name, port) || (port == 80 && host == name)) return true;
    return false;
}

bool is_for_here(const httplib::Request& request, int port) {
    return request.get_header_value_count("Host") == 1 && is_here(request.get_header_value("Host"), port);
}

bool is_origin_here(std::string_view origin, int port) {
    constexpr std::string_view scheme = "http://";
    return origin.starts_with(scheme) && is_here(origin.substr(scheme.size()), port);
}

/// Whether a user follows a link to the page, or types its address.
bool is_visit(const httplib::Request& request) {
    return request.method == "GET" && !request.path.starts_with("/api/") &&
           request.get_header_value("Sec-Fetch-Mode") == "navigate";
}

/// As far as the browser says; programs say nothing.
bool is_from_here(const httplib::Request& request, int port) {
    const std::size_t origins = request.get_header_value_count("Origin");
    if (origins > 1 || (origins == 1 && !is_origin_here(request.get_header_value("Origin"), port)))
        return false;
    const std::size_t sites = request.get_header_value_count("Sec-Fetch-Site");
    if (sites == 0 || is_visit(request)) return true;
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    return sites == 1 && (site == "same-origin" || site == "none");
}

bool is_method_of(std::string_view method, const Route& route) {
    return route.posted ? method == "POST" : method == "GET" || method == "HEAD";
}

Refusal wrong_method(const Route& route) {
    if (!route.posted) return {refusal(405, "method_not_allowed", "expected GET"), "GET, HEAD"};
    return {refusal(405, "method_not_allowed", "expected POST, with a puzzle record as the body"), "POST"};
}

/// The library would unpack the body without a limit.
bool is_packed(const httplib::Request& request) {
    return request.has_header("Content-Encoding") &&
           request.get_header_value("Content-Encoding") != "identity";
}

}  // namespace

std::optional<Refusal> refusal_of(const httplib::Request& request, int port, const Route* route) {
    if (!is_for_here(request, port))
        return Refusal{refusal(403, "wrong_host",
                               fmt::format("expected the host 127.0.0.1:{0} or localhost:{0}", port))};
    if (!is_from_here(request, port))
        return Refusal{refusal(403, "wrong_origin", "only the board's own page may ask")};
    if (!route) return Refusal{refusal(404, "not_found", fmt::format("nothing is at {}", request.path))};
    if (!is_method_of(request.method, *route)) return wrong_method(*route);
    if (is_packed(request))
        return Refusal{refusal(415, "not_a_record", "expected a body that is not compressed")};
    // Not `application/x-www-form-urlencoded`, which is what curl calls whatever it posts.
    if (request.is_multipart_form_data())
        return Refusal{refusal(415, "not_a_record", "expected a puzzle record as the body, not a form")};
    // The library would copy the answer once for each range.
    if (request.has_header("Range"))
        return Refusal{refusal(416, "no_ranges", "expected a request for the whole")};
    return std::nullopt;
}

api::Answer too_large(std::size_t most_bytes) {
    return refusal(413, "too_large", fmt::format("the body is larger than {} bytes", most_bytes));
}

}  // namespace octomate::serve
