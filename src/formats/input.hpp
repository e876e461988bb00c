#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "formats/csv.hpp"
#include "text/text.hpp"

/// How a file is cut into records.
namespace octomate::records {

/// What the records of a file are. Its first record decides, once for the whole file.
enum class InputFormat : std::uint8_t {
    Lines,    ///< JSON Lines, EPD and FEN: each line is a record and recognised by itself
    Csv,      ///< rows below a header
    Pgn,      ///< games
    Yaml,     ///< documents, or the items of a list
    Foreign,  ///< a format that is not ours: the file is one bad record
};

/// What users call the formats, in their order.
inline constexpr std::array<std::string_view, 4> input_format_names = {"lines", "csv", "pgn", "yaml"};

/// A record as it stands in its file.
struct Line {
    std::string_view file;    ///< as the user named it; "-" is standard input
    std::size_t number = 1;   ///< of its first line, from 1
    std::string_view text{};  ///< without its last newline
    InputFormat format = InputFormat::Lines;
    const CsvColumns* columns = nullptr;  ///< of CSV: what the header says; null if there is none
};

/// Longer records, in bytes, are bad ones, of which only the beginning is kept in memory.
inline constexpr std::size_t longest_record = longest_line;

/// How a file begins. Blank lines and comments may stand above its first record.
struct Beginning {
    InputFormat format = InputFormat::Lines;
    std::shared_ptr<const CsvColumns> columns;  ///< null but for CSV with a header
    std::string_view header{};                  ///< the line of the header, if nothing is wrong with it
};

/// Looks at the text with which a file begins, after any byte order mark. Its format is `given`, or else
/// recognised. None if more text is needed, never if the text is `at_end`.
std::optional<Beginning> beginning_of(std::string_view text, bool at_end,
                                      std::optional<InputFormat> given = std::nullopt);

/// Length of the record that begins the text, with its newline. None if more text is needed to tell, never if
/// the text is `at_end`. What goes on for more than `longest_record` ends with its last whole line before.
std::optional<std::size_t> record_length(InputFormat format, std::string_view text, bool at_end,
                                         char delimiter = ',');

/// Whether no record stands there: it is blank, a comment that begins with '#', or a lone mark of YAML.
bool is_blank_or_comment(const Line& line);

/// What a file is that begins so, for messages: "PDF"; empty if it may hold records of ours.
std::string_view foreign_format(std::string_view text);

}  // namespace octomate::records
