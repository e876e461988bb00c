#include <csv.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "json/text.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Makes the names of columns unique, because each becomes the name of a field.
class UniqueNames {
  public:
    /// Returns `name`, with a number appended if an earlier column has the same name.
    std::string numbered_if_repeated(std::string name) {
        if (used_columns_.insert(name).second) return name;
        std::size_t& number = last_number_.try_emplace(name, 1).first->second;
        std::string other;
        do {
            other = fmt::format("{} {}", name, ++number);
        } while (!used_columns_.insert(other).second);
        return other;
    }

  private:
    std::unordered_set<std::string> used_columns_;
    std::unordered_map<std::string, std::size_t> last_number_;  // the number appended last, by repeated name
};

/// The column of the FEN in files written by Octomate: the position to solve. Lichess's column FEN is one
/// move before that position.
constexpr std::string_view puzzle_fen = "PuzzleFEN";

/// Returns the column called `name` (in any case; "id" means PuzzleId), or null if there is none.
const Spelling* column_named(std::string_view name) {
    const std::string lowercase = lower(name);
    if (lowercase == "id") return spelling_of("id");
    if (lowercase == lower(puzzle_fen)) return spelling_of("fen");
    const auto* const found =
        std::find_if(std::begin(spellings), std::end(spellings),
                     [&](const Spelling& spelling) { return lower(spelling.column) == lowercase; });
    return found == std::end(spellings) ? nullptr : found;
}

/// Checks whether a spreadsheet would read the cell as a formula, or as a formula escaped with "'".
bool looks_like_formula(std::string_view cell) {
    const std::size_t sign = cell.find_first_not_of('\'');
    return sign != std::string_view::npos &&
           std::string_view("=+-@\t\r").find(cell[sign]) != std::string_view::npos;
}

/// Reads one row into a record.
class CsvReader {
  public:
    CsvReader(const CsvColumns& columns, const Variants& variants) : columns_(columns), draft_(variants) {}

    ReadPuzzle read(std::string_view text) {
        CsvRow row = split_row(text, columns_.delimiter);
        if (columns_.too_long && is_header(text)) {
            report_long_name(row.cells[*columns_.too_long].size());
        } else if (row.end != CsvRow::End::Complete) {
            report_malformed(text, row);
        } else {
            if (row.cells.size() > columns_.columns.size()) report_extra_cells(row.cells.size());
            const std::size_t size = std::min(row.cells.size(), columns_.columns.size());
            for (std::size_t i = 0; i < size; ++i) {
                if (!row.cells[i].empty()) parse_cell(i, std::move(row.cells[i]));
            }
            if (draft_.puzzle.fen.empty())
                draft_.prepend_fault(FaultCode::MissingFen, "fen", 0, "the row has no FEN");
            if (columns_.is_lichess && !moves_.empty()) {
                play_to_puzzle();
            } else if (!draft_.puzzle.key) {
                parse_moves_and_rolls();
            }
            if (columns_.is_chess) draft_.note_open_game();
        }
        return draft_.finish();
    }

  private:
    void report_malformed(std::string_view text, const CsvRow& row) {
        const std::string_view before = text.substr(0, row.offset);
        const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        const std::size_t offset = row.offset - (before.rfind('\n') + 1);
        const std::string found = quote(text.substr(row.offset));
        if (row.end == CsvRow::End::OpenQuotes) {
            draft_.fault(FaultCode::UnterminatedString, "line", offset,
                         fmt::format("the cell {} has no closing quote", found), line);
        } else {
            draft_.fault(FaultCode::BadCsv, "line", offset,
                         fmt::format("unexpected {} in a cell, expected {}, or quotes around "
                                     "the cell and each quote in it doubled",
                                     found, columns_.delimiter == ',' ? "a comma" : "the sign between cells"),
                         line);
        }
    }

    /// Checks whether the row is this file's header.
    bool is_header(std::string_view text) const {
        const auto header = CsvColumns::from_header(text);
        return header && header->delimiter == columns_.delimiter && header->names == columns_.names;
    }

    /// Reports that the name of a column, of `size` bytes, is too long. A header with such a name is also
    /// passed to `read`, as a row, so that the fault has its line.
    void report_long_name(std::size_t size) {
        draft_.fault(FaultCode::BadCsv, "line", 0,
                     fmt::format("the name of column {} has {} bytes, expected at most {}; the rest of it is "
                                 "left out",
                                 *columns_.too_long + 1, size, CsvColumns::longest_name));
    }

    void report_extra_cells(std::size_t size) {
        draft_.fault(FaultCode::BadCsv, "line", 0,
                     fmt::format("the row has {} cells, expected at most {}", size, columns_.columns.size()));
    }

    void parse_cell(std::size_t index, std::string&& cell) {
        const std::string& name = columns_.names[index];
        const Spelling* const column = columns_.columns[index];
        if (cell.front() == '\'' && looks_like_formula(cell)) cell.erase(0, 1);
        if (!column) return draft_.parse_extra_field(name, number_or_text(cell));
        if (column->field == "Moves") return void(moves_ = std::move(cell));
        if (column->field == "Rolls") return void(rolls_ = std::move(cell));
        if (const Field field = field_named(column->field); field != Field::Unknown) {
            draft_.parse_field(field, name, std::move(cell));
        } else {
            draft_.parse_extra_field(column->field, number_or_text(cell));
        }
    }

    /// Plays the opponent's move, which leads to the puzzle. Keeps the other moves in the field
    /// `lichess_moves` instead of the key, because they are a solution by the rules of orthodox chess.
    void play_to_puzzle() {
        if (draft_.puzzle.fen.empty()) return;
        const std::string_view moves = trim(moves_);
        const std::size_t end = std::min(moves.find(' '), moves.size());
        const std::string_view move = moves.substr(0, end);
        auto puzzle = orthodox_move(draft_.puzzle.fen, move);
        if (!puzzle)
            return draft_.fault(FaultCode::NotAMove, "Moves", 0,
                                fmt::format("the move before the puzzle: {}", puzzle.error()));
        draft_.puzzle.before.emplace(Before{std::move(draft_.puzzle.fen), std::string(move), {}});
        draft_.puzzle.fen = *std::move(puzzle);
        draft_.notes.push_back(
            fmt::format("{} was played, for the FEN of lichess's files is one move before the puzzle", move));
        if (const std::string_view solution = trim(moves.substr(end)); !solution.empty())
            draft_.parse_extra_field(lichess_moves, json_text_of(solution));
    }

    /// Parses the key from the columns Moves and Rolls. Without rolls, keeps the moves as an extra field.
    void parse_moves_and_rolls() {
        const std::vector<Word> moves = split_words(moves_), rolls = split_words(rolls_);
        if (rolls.empty()) {
            if (!moves_.empty()) draft_.parse_extra_field("Moves", json_text_of(moves_));
            return;
        }
        if (moves.size() != rolls.size()) {
            draft_.fault(FaultCode::BadCsv, "Rolls", 0,
                         fmt::format("there are {} rolls and {} moves, expected a roll for each move",
                                     rolls.size(), moves.size()));
            return;
        }
        Key& key = draft_.puzzle.key.emplace();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (const auto face = draft_.parse_face("Rolls", rolls[i].offset, rolls[i].text))
                key[*face].emplace_back(moves[i].text);
        }
    }

    const CsvColumns& columns_;
    std::string moves_, rolls_;
    Draft draft_;
};

// ---- writing CSV -----------------------------------------------------------------------------------------

/// Checks whether a cell may begin with `c` without quotes. 0xEF begins a byte order mark.
constexpr bool begins_plainly(char c) {
    return is_digit(c) || is_name_start(c) || (static_cast<unsigned char>(c) >= 0x80 && c != '\xEF');
}

/// Checks whether a cell, which is not empty, has to be quoted: it contains a comma, quote or line break,
/// ends with a blank, or its first character could make the row look like another format.
bool needs_quotes(std::string_view cell) {
    if (!begins_plainly(cell.front()) && cell != "-") return true;
    return is_blank(cell.back()) || cell.find_first_of(",\"\r\n") != std::string_view::npos;
}

std::string quoted_cell(std::string_view cell) {
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted += '"';
}

void append_cell(std::string& row, const Spelling& column, std::string_view cell) {
    if (cell.empty()) return;
    // A spreadsheet reads a cell that begins with "'" as text. Keys, which begin with a face, and negative
    // numbers need no "'".
    const bool needs_escape =
        column.field != "key" && looks_like_formula(cell) && !is_number(number_or_text(cell));
    if (needs_escape) {
        row += quoted_cell(fmt::format("'{}", cell));
    } else {
        row += needs_quotes(cell) ? quoted_cell(cell) : cell;
    }
}

/// The cells of a row, indexed like `spellings`.
class Cells {
  public:
    explicit Cells(const Puzzle& puzzle) {
        for_each_present_field(
            puzzle, [&](std::string_view field, const auto& value) { (*this)[field] = field_text(value); });
        for (const UnknownField& field : further_fields(puzzle)) {
            auto cell = number_or_text_of_json(field.json);
            if (cell && spelling_of(field.name)) (*this)[field.name] = *std::move(cell);
        }
    }

    /// Returns the cell of a field, which must have a column.
    std::string& operator[](std::string_view field) { return (*this)[*spelling_of(field)]; }

    /// Returns the cell of a column, which must be one of `spellings`.
    std::string& operator[](const Spelling& column) {
        return cells_[static_cast<std::size_t>(&column - std::begin(spellings))];
    }

  private:
    std::array<std::string, std::size(spellings)> cells_;
};

/// Checks whether files written by Octomate have the column: the column Key replaces Moves and Rolls.
constexpr bool is_of_octomate(const Spelling& column) {
    return column.column != "Moves" && column.column != "Rolls";
}

/// Joins cells with commas: `append(row, column)` appends the cell of each column that `has_column` accepts.
template <class HasColumn, class Append>
std::string joined_cells(HasColumn has_column, Append append) {
    std::string row;
    bool first = true;
    for (const Spelling& column : spellings) {
        if (!has_column(column)) continue;
        if (!std::exchange(first, false)) row += ',';
        append(row, column);
    }
    return row;
}

std::string row_of(Cells& cells, bool (*has_column)(const Spelling& column)) {
    return joined_cells(has_column, [&](std::string& row, const Spelling& column) {
        append_cell(row, column, cells[column]);
    });
}

}  // namespace

Expected<std::string, std::string> orthodox_move(std::string_view fen, std::string_view move) {
    auto board = Diagram::of_fen(fen);
    if (!board) return Unexpected{std::string("the FEN is not a chess board and a side to move")};
    const bool promotes =
        move.size() == 5 && std::string_view("qrbn").find(move[4]) != std::string_view::npos;
    const int from = square_named(move.substr(0, 2)).value_or(-1);
    const int to = move.size() > 2 ? square_named(move.substr(2, 2)).value_or(-1) : -1;
    if (from < 0 || to < 0 || from == to || (move.size() != 4 && !promotes))
        return Unexpected{fmt::format("{} is not a move, expected two squares such as e2e4", quote(move))};
    char piece = board->remove(from);
    if (piece == 0)
        return Unexpected{fmt::format("{} moves from {}, which is empty", move, move.substr(0, 2))};
    const bool black = piece >= 'a';
    if (black != board->black_moves())
        return Unexpected{fmt::format("{} moves a piece of the side that is not to move", move)};
    const char kind = static_cast<char>(piece | 0x20);
    const bool captures = board->remove(to) != 0;
    if (kind == 'p' && from % 8 != to % 8 && !captures) board->remove(from / 8 * 8 + to % 8);  // en passant
    if (kind == 'k' && std::abs(to - from) == 2 && from / 8 == to / 8) {
        const int corner = to > from ? from / 8 * 8 + 7 : from / 8 * 8;
        if (const char rook = board->remove(corner)) board->put(rook, (from + to) / 2);
    }
    if (promotes) piece = black ? move[4] : static_cast<char>(move[4] & ~0x20);
    board->put(piece, to);
    board->set_black_moves(!black);
    return board->fen();
}

std::optional<CsvColumns> CsvColumns::from_header(std::string_view line) {
    line = trim(line);
    // Spreadsheets of other countries and programs separate cells by semicolons or tabs.
    const std::size_t separator = line.find_first_of(",;\t");
    if (separator == std::string_view::npos) return std::nullopt;
    CsvColumns header;
    header.delimiter = line[separator];
    CsvRow row = split_row(line, header.delimiter);
    if (row.end != CsvRow::End::Complete) return std::nullopt;
    bool has_fen = false, has_puzzle_fen = false;
    UniqueNames names;
    for (std::string& cell : row.cells) {
        const auto is_name_character = [](char c) { return is_name_start(c) || is_digit(c) || is_blank(c); };
        if (!std::all_of(cell.begin(), cell.end(), is_name_character)) return std::nullopt;
        const Spelling* const column = column_named(cell);
        const bool is_repeated =
            column && std::find(header.columns.begin(), header.columns.end(), column) != header.columns.end();
        if (!column && cell.size() > CsvColumns::longest_name) {
            if (!header.too_long) header.too_long = header.columns.size();
            cell.resize(CsvColumns::longest_name);
        }
        std::string unique_name = names.numbered_if_repeated(column ? std::string(column->column) : cell);
        if (column && column->field == "fen" && !is_repeated) {
            has_fen = true;
            has_puzzle_fen = lower(cell) == lower(puzzle_fen);
        }
        header.columns.push_back(is_repeated ? nullptr : column);
        header.names.push_back(column && !is_repeated ? std::move(cell) : std::move(unique_name));
    }
    const auto has_column = [&](auto matches) {
        return std::any_of(header.columns.begin(), header.columns.end(),
                           [&](const Spelling* column) { return column && matches(*column); });
    };
    header.is_chess = has_column([](const Spelling& column) { return column.field == "Moves"; }) &&
                      !has_column([](const Spelling& column) { return !is_of_lichess(column); });
    // Lichess's own columns (Rating, GameUrl …) are fields of the same name in JSON; other columns are not.
    header.is_lichess = header.is_chess && !has_puzzle_fen && has_column([](const Spelling& column) {
                            return column.field == column.column && column.field != "Moves";
                        });
    return has_fen ? std::optional(std::move(header)) : std::nullopt;
}

CsvRow split_row(std::string_view text, char delimiter) {
    CsvRow row;
    row.cells.reserve(std::size(spellings));
    csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_delim(&parser, static_cast<unsigned char>(delimiter));
    csv_set_blk_size(&parser, 4096);
    const auto add_cell = [](void* cell, std::size_t size, void* cells) {
        static_cast<std::vector<std::string>*>(cells)->emplace_back(static_cast<const char*>(cell), size);
    };
    const auto end_row = [](int, void*) {};
    row.offset = csv_parse(&parser, text.data(), text.size(), add_cell, end_row, &row.cells);
    if (row.offset < text.size() || csv_error(&parser) != CSV_SUCCESS) {
        row.end = CsvRow::End::Malformed;
    } else if (csv_fini(&parser, add_cell, end_row, &row.cells) != 0) {
        row.end = CsvRow::End::OpenQuotes;
        row.offset = text.rfind('"');
    }
    csv_free(&parser);
    return row;
}

ReadPuzzle read_csv(std::string_view row, const CsvColumns* columns, const Variants& variants) {
    if (columns) return CsvReader(*columns, variants).read(row);
    Draft draft(variants);
    draft.fault(FaultCode::BadCsv, "line", 0,
                "the file has no header, expected a first line with a column FEN");
    return draft.finish();
}

std::string csv_header() {
    return joined_cells(is_of_octomate,
                        [](std::string& row, const Spelling& column) {
                            row += column.field == "fen" ? puzzle_fen : column.column;
                        }) +
           '\n';
}

std::string lichess_header() {
    return joined_cells(is_of_lichess,
                        [](std::string& row, const Spelling& column) { row += column.column; }) +
           '\n';
}

std::string to_csv(const Puzzle& puzzle) {
    Cells cells(puzzle);
    return row_of(cells, is_of_octomate);
}

std::string to_lichess_csv(const Puzzle& puzzle) {
    Cells cells(puzzle);
    const Before before = puzzle.before.value_or(Before());
    const UnknownField* const solution = unknown_field(puzzle, lichess_moves);
    cells["fen"] = before.fen.value_or("");
    cells["Moves"] = fmt::format("{} {}", before.move.value_or(""),
                                 solution ? text_of_json(solution->json).value_or("") : "");
    // A puzzle without ratings gets the initial values that lichess uses.
    for (const auto& [field, initial] :
         {std::pair("Rating", "1500"), {"RatingDeviation", "500"}, {"Popularity", "0"}, {"NbPlays", "0"}}) {
        if (cells[field].empty()) cells[field] = initial;
    }
    return row_of(cells, is_of_lichess);
}

}  // namespace octomate::records
