#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "api/api.hpp"
#include "core/expected.hpp"

namespace octomate::serve {

constexpr std::size_t most_head_bytes = std::size_t{32} << 10;

/// Whether a text is a word, which is given in small letters; the text's may have any size.
bool same_word(std::string_view word, std::string_view text);

/// What stands before the body of a request, as it came: nothing is decoded. The views are of the text that
/// was parsed.
struct Head {
    struct Field {
        std::string_view name, value;
    };

    std::string_view method, target, version;
    std::vector<Field> fields;
    std::size_t length = 0;  ///< of the body, if it does not come in chunks
    bool chunked = false;

    /// The target without its query.
    std::string_view path() const { return target.substr(0, target.find('?')); }
    /// The values of the fields of a name, which is asked for in small letters.
    std::vector<std::string_view> values(std::string_view name) const;
    /// Whether one of them is a word, in letters of whatever size.
    bool says(std::string_view name, std::string_view word) const;
    /// Whether nothing more is to be read from the connection: because the client says so, or because the
    /// body's end is not known before it was read, or the body is not read at all.
    bool is_last() const;
    /// A request for the same that says no more than where the body ends: the library acts on many fields,
    /// to which it inflates bodies, packs answers and cuts them into ranges without bounds.
    std::string plain() const;
};

/// Where the first empty line of a text ends, be lines ended as they may; npos if none is there. `line` is
/// where the search begins, and becomes where it may go on when the text has grown.
std::size_t end_of_head(std::string_view text, std::size_t& line);

/// Reads a head, with the empty line at its end, strictly: what another reader could understand otherwise is
/// refused. One without the empty line is too long.
Expected<Head, api::Answer> parse_head(std::string_view text);

}  // namespace octomate::serve
