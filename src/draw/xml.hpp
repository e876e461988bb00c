#pragma once

#include <string>
#include <string_view>

namespace octomate::draw {

/// Text made fit for XML and HTML, in elements and in attributes in double quotes: `&`, `<`, `>` and quotes
/// are escaped, control characters that XML does not allow become blanks. The text is UTF-8.
inline std::string escape_xml(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c >= 0 && c < ' ' && c != '\n' && c != '\t' ? ' ' : c;
        }
    }
    return out;
}

}  // namespace octomate::draw
