#include "serve/gate.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace octomate::serve {

namespace {

using api::refusal;

/// Whether a host, as a field names it, is this server.
bool is_here(std::string_view host, int port) {
    for (const std::string_view name : {"127.0.0.1", "localhost"})
        if (host == fmt::format("{}:{}", name, port) || (port == 80 && host == name)) return true;
    return false;
}

bool is_for_here(const Head& head, int port) {
    const auto hosts = head.values("host");
    return hosts.size() == 1 && is_here(hosts.front(), port);
}

bool is_origin_here(std::string_view origin, int port) {
    constexpr std::string_view scheme = "http://";
    return origin.starts_with(scheme) && is_here(origin.substr(scheme.size()), port);
}

/// Whether a user follows a link to the page, or types its address.
bool is_visit(const Head& head) {
    return head.method == "GET" && !head.path().starts_with("/api/") &&
           head.says("sec-fetch-mode", "navigate");
}

/// As far as the browser tells; programs tell nothing.
bool is_from_here(const Head& head, int port) {
    const auto origins = head.values("origin");
    if (origins.size() > 1 || (!origins.empty() && !is_origin_here(origins.front(), port))) return false;
    const auto sites = head.values("sec-fetch-site");
    return is_visit(head) || std::all_of(sites.begin(), sites.end(), [](std::string_view site) {
               return site == "same-origin" || site == "none";
           });
}

bool is_method_of(std::string_view method, const Route& route) {
    return route.posted ? method == "POST" : method == "GET" || method == "HEAD";
}

Refusal wrong_method(const Route& route) {
    if (!route.posted) return {refusal(405, "method_not_allowed", "expected GET"), "GET, HEAD"};
    return {refusal(405, "method_not_allowed", "expected POST, with a puzzle record as the body"), "POST"};
}

bool is_packed(const Head& head) {
    const auto codings = head.values("content-encoding");
    return !std::all_of(codings.begin(), codings.end(),
                        [](std::string_view coding) { return same_word("identity", coding); });
}

/// Not `application/x-www-form-urlencoded`, for that is what curl calls whatever it posts.
bool is_form(const Head& head) {
    const auto types = head.values("content-type");
    return std::any_of(types.begin(), types.end(), [](std::string_view type) {
        return same_word("multipart", type.substr(0, type.find('/')));
    });
}

}  // namespace

std::optional<Refusal> refusal_of(const Head& head, int port, const Route* route) {
    if (!is_for_here(head, port))
        return Refusal{refusal(403, "wrong_host",
                               fmt::format("expected the host 127.0.0.1:{0} or localhost:{0}", port))};
    if (!is_from_here(head, port))
        return Refusal{refusal(403, "wrong_origin", "only the board's own page may ask")};
    if (!route) return Refusal{refusal(404, "not_found", fmt::format("nothing is at {}", head.path()))};
    if (!is_method_of(head.method, *route)) return wrong_method(*route);
    if (is_packed(head))
        return Refusal{refusal(415, "not_a_record", "expected a body that is not compressed")};
    if (is_form(head))
        return Refusal{refusal(415, "not_a_record", "expected a puzzle record as the body, and no form")};
    if (route->posted && head.length > route->most_bytes) return Refusal{too_large(route->most_bytes)};
    return std::nullopt;
}

api::Answer too_large(std::size_t most_bytes) {
    return refusal(413, "too_large", fmt::format("the body is larger than {} bytes", most_bytes));
}

}  // namespace octomate::serve
