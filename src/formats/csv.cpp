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

/// Names that are all different, for each becomes the name of a field.
class Names {
  public:
    /// The name, or with a number behind it if it was there before.
    std::string unlike_others(std::string name) {
        if (taken_.insert(name).second) return name;
        std::size_t& number = last_number_.try_emplace(name, 1).first->second;
        std::string other;
        do {
            other = fmt::format("{} {}", name, ++number);
        } while (!taken_.insert(other).second);
        return other;
    }

  private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::size_t> last_number_;  // of those that were there before
};

/// The name of the column FEN in our own files: the position to solve, not one move before it.
constexpr std::string_view puzzle_fen = "PuzzleFEN";

/// Returns the column called `name`, whose case does not matter; `id` stands for PuzzleId. Returns null if
/// there is none.
const Spelling* column_named(std::string_view name) {
    const std::string small = lower(name);
    if (small == "id") return spelling_of("id");
    if (small == lower(puzzle_fen)) return spelling_of("fen");
    const auto* const found = std::find_if(std::begin(spellings), std::end(spellings),
                                           [&](const Spelling& one) { return lower(one.column) == small; });
    return found == std::end(spellings) ? nullptr : found;
}

/// Checks whether a spreadsheet would take the cell for a formula, or for one that was written as text.
bool looks_like_formula(std::string_view cell) {
    const std::size_t sign = cell.find_first_not_of('\'');
    return sign != std::string_view::npos &&
           std::string_view("=+-@\t\r").find(cell[sign]) != std::string_view::npos;
}

class CsvReader {
  public:
    CsvReader(const CsvColumns& columns, const Variants& variants) : columns_(columns), draft_(variants) {}

    ReadPuzzle read(std::string_view text) {
        CsvRow row = split_row(text, columns_.delimiter);
        if (columns_.too_long && is_header(text)) {
            long_name(row.cells[*columns_.too_long].size());
        } else if (row.end != CsvRow::End::Complete) {
            broken(text, row);
        } else {
            if (row.cells.size() > columns_.columns.size()) too_long(row.cells.size());
            const std::size_t size = std::min(row.cells.size(), columns_.columns.size());
            for (std::size_t at = 0; at < size; ++at) {
                if (!row.cells[at].empty()) take(at, std::move(row.cells[at]));
            }
            if (draft_.puzzle.fen.empty())
                draft_.first_fault(FaultCode::MissingFen, "fen", 0, "the row has no FEN");
            if (columns_.is_lichess && !moves_.empty()) {
                play_to_puzzle();
            } else if (!draft_.puzzle.key) {
                parse_line();
            }
            if (columns_.is_chess) draft_.note_open_game();
        }
        return draft_.finish();
    }

  private:
    void broken(std::string_view text, const CsvRow& row) {
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

    /// Whether the row is the header itself, and not that of another table.
    bool is_header(std::string_view text) const {
        const auto header = CsvColumns::from_header(text);
        return header && header->delimiter == columns_.delimiter && header->names == columns_.names;
    }

    /// Tells it in the header's place.
    void long_name(std::size_t size) {
        draft_.fault(FaultCode::BadCsv, "line", 0,
                     fmt::format("the name of column {} has {} bytes, expected at most {}; the rest of it is "
                                 "left out",
                                 *columns_.too_long + 1, size, CsvColumns::longest_name));
    }

    void too_long(std::size_t size) {
        draft_.fault(FaultCode::BadCsv, "line", 0,
                     fmt::format("the row has {} cells, expected at most {}", size, columns_.columns.size()));
    }

    void take(std::size_t at, std::string&& cell) {
        const std::string& name = columns_.names[at];
        const Spelling* const column = columns_.columns[at];
        if (cell.front() == '\'' && looks_like_formula(cell)) cell.erase(0, 1);
        if (!column) return draft_.parse_extra_field(name, number_or_text(cell));
        if (column->field == "Moves") return void(moves_ = std::move(cell));
        if (column->field == "Rolls") return void(rolls_ = std::move(cell));
        if (const Field known = field_named(column->field); known != Field::Unknown) {
            draft_.take(known, name, std::move(cell));
        } else {
            draft_.parse_extra_field(column->field, number_or_text(cell));
        }
    }

    /// Plays the opponent's move that leads to the puzzle. The others solve it in orthodox chess, and are no
    /// key of ours.
    void play_to_puzzle() {
        if (draft_.puzzle.fen.empty()) return;
        const std::string_view line = trim(moves_);
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string_view move = line.substr(0, end);
        auto puzzle = orthodox_move(draft_.puzzle.fen, move);
        if (!puzzle)
            return draft_.fault(FaultCode::NotAMove, "Moves", 0,
                                fmt::format("the move before the puzzle: {}", puzzle.error()));
        draft_.puzzle.before.emplace(Before{std::move(draft_.puzzle.fen), std::string(move), {}});
        draft_.puzzle.fen = *std::move(puzzle);
        draft_.notes.push_back(
            fmt::format("{} was played, for the FEN of lichess's files is one move before the puzzle", move));
        if (const std::string_view rest = trim(line.substr(end)); !rest.empty())
            draft_.parse_extra_field(lichess_moves, json_text_of(rest));
    }

    /// The key from the moves and their rolls, where no key is given. Moves without rolls are no key of ours.
    void parse_line() {
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
        for (std::size_t at = 0; at < moves.size(); ++at) {
            if (const auto face = draft_.parse_face("Rolls", rolls[at].offset, rolls[at].text))
                key[*face].emplace_back(moves[at].text);
        }
    }

    const CsvColumns& columns_;
    std::string moves_, rolls_;
    Draft draft_;
};

// ---- writing ---------------------------------------------------------------------------------------------

constexpr bool begins_plainly(char c) {
    return is_digit(c) || is_name_start(c) || (static_cast<unsigned char>(c) >= 0x80 && c != '\xEF');
}

/// Cells that begin and end like words need no quotes unless a separator stands in them; the others get them,
/// lest a row begins like JSON, a comment or a byte order mark, or blanks are trimmed.
bool needs_quotes(std::string_view cell) {
    if (cell.empty()) return false;
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
    // Behind this sign it stays text. Keys begin with a face, and numbers may be below 0.
    const bool formula =
        column.field != "key" && looks_like_formula(cell) && !is_number(number_or_text(cell));
    if (formula) {
        row += quoted_cell(fmt::format("'{}", cell));
    } else {
        row += needs_quotes(cell) ? quoted_cell(cell) : cell;
    }
}

/// The cells of a row in the order of the columns.
class Cells {
  public:
    explicit Cells(const Puzzle& puzzle) {
        for_each_given(
            puzzle, [&](std::string_view field, const auto& value) { (*this)[field] = field_text(value); });
        for (const UnknownField& field : further_fields(puzzle)) {
            auto cell = number_or_text_of_json(field.json);
            if (cell && spelling_of(field.name)) (*this)[field.name] = *std::move(cell);
        }
    }

    /// The cell of a field that has a column.
    std::string& operator[](std::string_view field) {
        return cells_[static_cast<std::size_t>(spelling_of(field) - std::begin(spellings))];
    }

  private:
    std::array<std::string, std::size(spellings)> cells_;
};

/// Checks whether our own files have the column: each field stands in one.
constexpr bool is_written(const Spelling& column) {
    return column.column != "Moves" && column.column != "Rolls";
}

/// Joins what `append(row, column)` appends for each column that the file has.
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
        append_cell(row, column, cells[column.field]);
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
    board->let_black_move(!black);
    return board->fen();
}

std::optional<CsvColumns> CsvColumns::from_header(std::string_view line) {
    line = trim(line);
    // Tables of other countries and programs part cells by these.
    const std::size_t sign = line.find_first_of(",;\t");
    if (sign == std::string_view::npos) return std::nullopt;
    CsvColumns header;
    header.delimiter = line[sign];
    CsvRow row = split_row(line, header.delimiter);
    if (row.end != CsvRow::End::Complete) return std::nullopt;
    bool has_fen = false, has_puzzle_fen = false;
    Names names;
    for (std::string& cell : row.cells) {
        const auto is_letter = [](char c) { return is_name_start(c) || is_digit(c) || is_blank(c); };
        if (!std::all_of(cell.begin(), cell.end(), is_letter)) return std::nullopt;
        const Spelling* const column = column_named(cell);
        const bool again =
            column && std::find(header.columns.begin(), header.columns.end(), column) != header.columns.end();
        if (!column && cell.size() > CsvColumns::longest_name) {
            if (!header.too_long) header.too_long = header.columns.size();
            cell.resize(CsvColumns::longest_name);
        }
        std::string unlike = names.unlike_others(column ? std::string(column->column) : cell);
        if (column && column->field == "fen" && !again) {
            has_fen = true;
            has_puzzle_fen = lower(cell) == lower(puzzle_fen);
        }
        header.columns.push_back(again ? nullptr : column);
        header.names.push_back(column && !again ? std::move(cell) : std::move(unlike));
    }
    const auto has = [&](auto serves) {
        return std::any_of(header.columns.begin(), header.columns.end(),
                           [&](const Spelling* column) { return column && serves(*column); });
    };
    header.is_chess = has([](const Spelling& column) { return column.field == "Moves"; }) &&
                      !has([](const Spelling& column) { return !is_of_lichess(column); });
    // Columns that only lichess's database has.
    header.is_lichess = header.is_chess && !has_puzzle_fen && has([](const Spelling& column) {
                            return column.field == column.column && column.field != "Moves";
                        });
    return has_fen ? std::optional(std::move(header)) : std::nullopt;
}

CsvRow split_row(std::string_view text, char delimiter) {
    CsvRow row;
    csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_delim(&parser, static_cast<unsigned char>(delimiter));
    csv_set_blk_size(&parser, 4096);
    const auto take = [](void* cell, std::size_t size, void* cells) {
        static_cast<std::vector<std::string>*>(cells)->emplace_back(static_cast<const char*>(cell), size);
    };
    const auto end_row = [](int, void*) {};
    row.offset = csv_parse(&parser, text.data(), text.size(), take, end_row, &row.cells);
    if (row.offset < text.size() || csv_error(&parser) != CSV_SUCCESS) {
        row.end = CsvRow::End::Malformed;
    } else if (csv_fini(&parser, take, end_row, &row.cells) != 0) {
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
    return joined_cells(is_written,
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
    return row_of(cells, is_written);
}

std::string to_lichess_csv(const Puzzle& puzzle) {
    Cells cells(puzzle);
    const Before before = puzzle.before.value_or(Before());
    const UnknownField* const line = unknown_field(puzzle, lichess_moves);
    cells["fen"] = before.fen.value_or("");
    cells["Moves"] =
        fmt::format("{} {}", before.move.value_or(""), line ? text_of_json(line->json).value_or("") : "");
    // A puzzle without ratings gets the numbers with which lichess begins.
    for (const auto& [field, usual] :
         {std::pair("Rating", "1500"), {"RatingDeviation", "500"}, {"Popularity", "0"}, {"NbPlays", "0"}}) {
        if (cells[field].empty()) cells[field] = usual;
    }
    return row_of(cells, is_of_lichess);
}

}  // namespace octomate::records
