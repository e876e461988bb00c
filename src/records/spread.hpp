#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Problems that spread over several lines, and where they end.
namespace octomate::records {

enum class Spread : std::uint8_t {
    None,
    Unsure,        ///< more text is needed to tell
    Yaml,          ///< a document, or an item of a list
    Popeye,        ///< a problem of Popeye's input
    PopeyeOutput,  ///< a diagram that Popeye printed, with its captions and solution
    Latex,         ///< LaTeX up to the end of an environment `diagram`, and what stands behind it
};

/// What begins the text, which is at the start of a line. Among rows of a table, `in_table`, only what cannot
/// be a row.
Spread spread_of(std::string_view text, bool at_end, bool in_table);

/// Length of that problem, with its newline; none if more text is needed to tell, never if the text is
/// `at_end`. If we `give_up`, what has no end ends with its first line.
std::optional<std::size_t> spread_length(Spread spread, std::string_view text, bool at_end, bool give_up);

/// Whether lines of the text may belong together: a quick look. Games of PGN count as well.
bool may_spread(std::string_view text);

/// Whether text of that kind is what stands around diagrams of LaTeX, and no document without any.
bool is_latex_around(std::string_view text);

/// Where the men of that problem begin, for messages.
std::size_t position_in(Spread spread, std::string_view text);

}  // namespace octomate::records
