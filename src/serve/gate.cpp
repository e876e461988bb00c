#include "serve/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace octomate::serve {

namespace {

using api::refusal;

/// Whether a host, as a header names it, is this server.
bool is_here(std::string_view host, const Door& door) {
    return std::any_of(door.hosts.begin(), door.hosts.end(), [&](const std::string& name) {
        return host == fmt::format("{}:{}", name, door.port) || (door.port == 80 && host == name);
    });
}

bool is_for_here(const httplib::Request& request, const Door& door) {
    return request.get_header_value_count("Host") == 1 && is_here(request.get_header_value("Host"), door);
}

bool is_origin_here(std::string_view origin, const Door& door) {
    constexpr std::string_view scheme = "http://";
    return origin.starts_with(scheme) && is_here(origin.substr(scheme.size()), door);
}

/// In a time that does not tell how much of them is equal.
bool are_equal(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    int difference = 0;
    for (std::size_t at = 0; at < a.size(); ++at) difference |= a[at] ^ b[at];
    return difference == 0;
}

/// Of this server: others on the same host have cookies of their own.
std::string cookie_name(const Door& door) { return fmt::format("octomate-{}=", door.port); }

bool has_cookie(const httplib::Request& request, const Door& door) {
    const std::string cookies = request.get_header_value("Cookie");
    const std::string name = cookie_name(door);
    for (std::size_t at = 0; at < cookies.size();) {
        const std::size_t end = std::min(cookies.find("; ", at), cookies.size());
        const std::string_view cookie = std::string_view(cookies).substr(at, end - at);
        if (cookie.starts_with(name) && are_equal(cookie.substr(name.size()), door.key)) return true;
        at = end + 2;
    }
    return false;
}

/// Whether a user follows a link to the page, or types its address.
bool is_visit(const httplib::Request& request) {
    return request.method == "GET" && !request.path.starts_with("/api/") &&
           request.get_header_value("Sec-Fetch-Mode") == "navigate";
}

/// As far as the browser says; programs say nothing.
bool is_from_here(const httplib::Request& request, const Door& door) {
    const std::size_t origins = request.get_header_value_count("Origin");
    if (origins > 1 || (origins == 1 && !is_origin_here(request.get_header_value("Origin"), door)))
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

std::string Door::cookie() const {
    return fmt::format("{}{}; Path=/; HttpOnly; SameSite=Lax", cookie_name(*this), key);
}

bool names_key(const httplib::Request& request, const Door& door) {
    return are_equal(request.get_param_value("key"), door.key);
}

std::optional<Refusal> refusal_of(const httplib::Request& request, const Door& door, const Route* route) {
    if (!is_for_here(request, door))
        return Refusal{
            refusal(403, "wrong_host",
                    fmt::format("expected the host {}:{}",
                                fmt::join(door.hosts, fmt::format(":{} or ", door.port)), door.port))};
    if (!is_from_here(request, door))
        return Refusal{refusal(403, "wrong_origin", "only the board's own page may ask")};
    if (!door.key.empty() && !names_key(request, door) && !has_cookie(request, door))
        return Refusal{
            refusal(403, "wrong_key", "expected the address with the key that octomate serve printed")};
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
