#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Problems that spread over several lines, and how they begin.
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

/// Whether lines of the text may belong together: a quick look. Games of PGN count as well.
bool may_spread(std::string_view text);

/// Whether LaTeX is but the end of a document, as it stands below the last diagram.
bool is_latex_end(std::string_view text);

/// Whether a line begins a document of YAML: "---".
bool is_yaml_start(std::string_view line);

/// Whether a line begins with a field of YAML: "authors:", "source: A paper".
bool is_name_and_colon(std::string_view line);

/// Where the men of that problem begin, for messages.
std::size_t position_in(Spread spread, std::string_view text);

}  // namespace octomate::records
