#pragma once

#include <string>
#include <string_view>

#include "text/printable.hpp"

namespace octomate::draw {

/// Text made fit for XML and HTML, in elements and in attributes in double quotes: `&`, `<`, `>` and quotes
/// are escaped, and what XML does not allow becomes visible (see printable).
inline std::string escape_xml(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : printable(text, "\n\t")) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace octomate::draw
