#include "formats/read.hpp"

#include <fmt/format.h>

#include <utility>

namespace octomate::records {

ReadPuzzle read_puzzle(const Line& line) {
    const auto bad = [](Fault fault) { return Unexpected{BadPuzzle{{std::move(fault)}, {}}}; };
    if (line.format == InputFormat::Foreign)
        return bad({FaultCode::UnknownFormat, "line", 0,
                    fmt::format("this looks like {}, expected JSON Lines, EPD, FEN, CSV, PGN or YAML",
                                foreign_format(line.text))});
    if (line.format != InputFormat::Csv && line.format != InputFormat::Pgn &&
        line.format != InputFormat::Yaml)
        return read_puzzle(line.text);
    std::string_view text = line.text;
    if (auto fault = fault_of_text(text)) return bad(std::move(*fault));
    if (text.ends_with('\r')) text.remove_suffix(1);
    switch (line.format) {
        case InputFormat::Csv: return read_csv(text, line.columns);
        case InputFormat::Pgn: return read_pgn(text);
        default: return read_yaml(text);
    }
}

}  // namespace octomate::records
