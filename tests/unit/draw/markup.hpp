#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace octomate::draw {

inline std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

/// Returns the first fault in the nesting, quotes or escapes of an XML document; empty if there is none.
inline std::string markup_fault(std::string_view text) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '&' && text.substr(at, 5) != "&amp;" && text.substr(at, 4) != "&lt;" &&
            text.substr(at, 4) != "&gt;" && text.substr(at, 6) != "&quot;")
            return "a bare &";
        if (text[at] != '<') continue;
        std::size_t end = at + 1;
        for (bool quoted = false; end < text.size() && (quoted || text[end] != '>'); ++end) {
            if (text[end] == '"') quoted = !quoted;
            if (text[end] == '<') return "a bare <";
        }
        if (end == text.size()) return "a tag without an end";
        const std::string tag(text.substr(at + 1, end - at - 1));
        const std::string name = tag.substr(0, tag.find_first_of(" \n"));
        if (name.front() == '/') {
            if (open.empty() || open.back() != name.substr(1)) return tag + " closes nothing";
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
        at = end;
    }
    return open.empty() ? "" : open.back() + " stays open";
}

}  // namespace octomate::draw
