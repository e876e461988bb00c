#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formats/csv.hpp"
#include "formats/problem.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"
#include "json/text.hpp"
#include "text/fen_fields.hpp"
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

/// Returns the column called `name`, whose case does not matter; `id` stands for PuzzleId.
std::optional<Column> column_named(std::string_view name) {
    const std::string small = lower(name);
    if (small == "id") return Column::Id;
    if (small == lower(puzzle_fen)) return Column::Fen;
    for (std::size_t i = 0; i < column_meanings.size(); ++i) {
        if (lower(column_meanings[i].name) == small) return static_cast<Column>(i);
    }
    return std::nullopt;
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
                take_line();
            }
            if (columns_.is_chess) draft_.note_open_game();
            if (!rest_.empty()) merge_json(draft_, rest_column_, rest_, visible_fields());
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

    /// Returns the fields that have a column of their own, whose cells count even where they are empty.
    FieldNames visible_fields() const {
        FieldNames fields;
        for (const std::optional<Column> column : columns_.columns) {
            if (!column) continue;
            fields.emplace(column == Column::Rolls ? "key" : meaning(*column).field);
        }
        return fields;
    }

    void take(std::size_t at, std::string&& cell) {
        const std::string& name = columns_.names[at];
        const std::optional<Column> column = columns_.columns[at];
        if (cell.front() == '\'' && looks_like_formula(cell)) cell.erase(0, 1);
        if (!column) return draft_.take_further(name, number_or_text(cell));
        switch (*column) {
            case Column::Moves: moves_ = std::move(cell); break;
            case Column::Rolls: rolls_ = std::move(cell); break;
            case Column::Json:
                rest_column_ = name;
                rest_ = std::move(cell);
                break;
            default:
                const std::string_view field = meaning(*column).field;
                if (const Field known = field_named(field); known != Field::Unknown) {
                    draft_.take(known, name, std::move(cell));
                } else {
                    draft_.take_further(field, number_or_text(cell));
                }
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
            draft_.take_further(lichess_moves, json_text_of(rest));
    }

    /// The key from the moves and their rolls, where no key is given. Moves without rolls are no key of ours.
    void take_line() {
        const std::vector<Word> moves = split_words(moves_), rolls = split_words(rolls_);
        if (rolls.empty()) {
            if (!moves_.empty()) draft_.take_further(meaning(Column::Moves).name, json_text_of(moves_));
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
            if (const auto face = draft_.take_face("Rolls", rolls[at].offset, rolls[at].text))
                key[*face].emplace_back(moves[at].text);
        }
    }

    const CsvColumns& columns_;
    std::string moves_, rolls_;
    std::string rest_, rest_column_;
    Draft draft_;
};

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
    char man = board->take_off(from);
    if (man == 0) return Unexpected{fmt::format("{} moves from {}, which is empty", move, move.substr(0, 2))};
    const bool black = man >= 'a';
    if (black != board->black_moves())
        return Unexpected{fmt::format("{} moves a piece of the side that is not to move", move)};
    const char kind = static_cast<char>(man | 0x20);
    const bool captures = board->take_off(to) != 0;
    if (kind == 'p' && from % 8 != to % 8 && !captures) board->take_off(from / 8 * 8 + to % 8);  // en passant
    if (kind == 'k' && std::abs(to - from) == 2 && from / 8 == to / 8) {
        const int corner = to > from ? from / 8 * 8 + 7 : from / 8 * 8;
        if (const char rook = board->take_off(corner)) board->put(rook, (from + to) / 2);
    }
    if (promotes) man = black ? move[4] : static_cast<char>(move[4] & ~0x20);
    board->put(man, to);
    board->let_black_move(!black);
    return board->fen();
}

std::optional<Column> column_of_field(std::string_view field) {
    for (std::size_t i = 0; i < column_meanings.size(); ++i) {
        if (!field.empty() && column_meanings[i].field == field) return static_cast<Column>(i);
    }
    return std::nullopt;
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
    std::array<bool, column_meanings.size()> named{};
    Names names;
    for (std::string& cell : row.cells) {
        const auto is_letter = [](char c) { return is_name_start(c) || is_digit(c) || is_blank(c); };
        if (!std::all_of(cell.begin(), cell.end(), is_letter)) return std::nullopt;
        const std::optional<Column> column = column_named(cell);
        const bool again = column && std::exchange(named[static_cast<std::size_t>(*column)], true);
        if (!column && cell.size() > CsvColumns::longest_name) {
            if (!header.too_long) header.too_long = header.columns.size();
            cell.resize(CsvColumns::longest_name);
        }
        std::string unlike = names.unlike_others(column ? std::string(meaning(*column).name) : cell);
        if (column == Column::Fen && !again) {
            has_fen = true;
            has_puzzle_fen = lower(cell) == lower(puzzle_fen);
        }
        header.columns.push_back(again ? std::nullopt : column);
        header.names.push_back(column && !again ? std::move(cell) : std::move(unlike));
    }
    const auto has = [&](Column first, Column last) {
        return std::any_of(header.columns.begin(), header.columns.end(), [&](std::optional<Column> column) {
            return column && *column >= first && *column <= last;
        });
    };
    header.is_chess = has(Column::Moves, Column::Moves) && !has(Column::Variant, Column::Json);
    header.is_lichess = header.is_chess && !has_puzzle_fen &&
                        (has(Column::Rating, Column::NbPlays) || has(Column::GameUrl, Column::OpeningTags));
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

bool looks_like_formula(std::string_view cell) {
    const std::size_t sign = cell.find_first_not_of('\'');
    return sign != std::string_view::npos &&
           std::string_view("=+-@\t\r").find(cell[sign]) != std::string_view::npos;
}

ReadPuzzle read_csv(std::string_view row, const CsvColumns* columns, const Variants& variants) {
    if (columns) return CsvReader(*columns, variants).read(row);
    Draft draft(variants);
    draft.fault(FaultCode::BadCsv, "line", 0,
                "the file has no header, expected a first line with a column FEN");
    return draft.finish();
}

}  // namespace octomate::records
