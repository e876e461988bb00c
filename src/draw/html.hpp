#pragma once

#include <string>
#include <string_view>

#include "draw/svg.hpp"
#include "text/printable.hpp"

namespace octomate::draw {

/// Escapes `text` for XML and HTML, in elements and in attributes in double quotes. Control characters become
/// blanks, and what else XML forbids is replaced (see printable).
inline std::string escape_xml(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::string plain(text);
    for (char& c : plain) {
        if (c >= 0 && c < ' ' && c != '\n' && c != '\t') c = ' ';
    }
    for (const char c : printable(plain, "\n\t")) {
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

/// The beginning of an HTML document that needs no other file, up to its body's first element: what all our
/// documents share in looks, light, dark and printed, the colours of diagrams, and the definitions of
/// `drawings`. `style` is CSS of its own; title and author are text, and the author may be empty.
std::string html_head(std::string_view title, std::string_view author, std::string_view style,
                      const SharedDrawings& drawings);

}  // namespace octomate::draw
