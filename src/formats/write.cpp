#include "formats/write.hpp"

#include <algorithm>

#include "formats/read.hpp"
#include "text/text.hpp"

namespace octomate::records {

std::optional<RecordFormat> format_of_file(std::string_view name) {
    if (name.ends_with(".zst")) name.remove_suffix(4);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string ending = lower(name.substr(dot + 1));
    if (ending == "yml" || ending == "olv") return RecordFormat::Yaml;
    if (ending == "tex") return RecordFormat::Latex;
    // Commands write it only where they are asked to by its name.
    if (ending == records::name(RecordFormat::LichessCsv) && dot > 0) return std::nullopt;
    const auto found = std::find(format_names.begin(), format_names.end(), ending);
    if (found == format_names.end()) return std::nullopt;
    return static_cast<RecordFormat>(found - format_names.begin());
}

std::string header(RecordFormat format, const Variants& variants) {
    if (format == RecordFormat::Csv) return csv_header();
    if (format == RecordFormat::LichessCsv) return lichess_header();
    return format == RecordFormat::Latex ? latex_header(variants) : std::string();
}

std::string_view footer(RecordFormat format) {
    return format == RecordFormat::Latex ? latex_footer() : std::string_view();
}

void append_record(std::string& text, const Puzzle& puzzle, RecordFormat format, const Variants& variants) {
    switch (format) {
        case RecordFormat::Jsonl: append_jsonl(text, puzzle); break;
        case RecordFormat::Epd: text += to_epd(puzzle); break;
        case RecordFormat::Csv: text += to_csv(puzzle); break;
        case RecordFormat::Pgn: text += to_pgn(puzzle, variants); break;
        case RecordFormat::Yaml: text += to_yaml(puzzle, variants); break;
        case RecordFormat::Latex: text += to_latex(puzzle, variants); break;
        case RecordFormat::LichessCsv: text += to_lichess_csv(puzzle); break;
    }
    text += '\n';
}

std::vector<std::string> left_out(std::string_view text, const Puzzle& puzzle, RecordFormat format,
                                  const Variants& variants) {
    static const CsvColumns csv = *CsvColumns::from_header(csv_header());
    static const CsvColumns lichess = *CsvColumns::from_header(lichess_header());
    Line line{"-", 1, text.substr(0, text.size() - 1)};
    switch (format) {
        case RecordFormat::Jsonl:
        case RecordFormat::Latex: return {};
        case RecordFormat::Epd: break;
        case RecordFormat::Pgn: line.format = InputFormat::Pgn; break;
        case RecordFormat::Yaml: line.format = InputFormat::Yaml; break;
        case RecordFormat::Csv:
        case RecordFormat::LichessCsv:
            line.format = InputFormat::Csv;
            line.columns = format == RecordFormat::Csv ? &csv : &lichess;
    }
    const ReadPuzzle back = read_puzzle(line, variants);
    return lost_fields(puzzle, back ? back->value : Puzzle());
}

}  // namespace octomate::records
