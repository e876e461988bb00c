#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/diagram.hpp"
#include "formats/read.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The position after a move of orthodox chess in the machine form ("e2e4", "e7e8q", "e1g1" for castling), as
/// a FEN of the other side without castling rights; or a sentence that says why not. Men are moved as the
/// squares say; whether they may go so is not asked.
Expected<std::string, std::string> orthodox_move(std::string_view fen, std::string_view move) {
    auto board = Diagram::of_fen(fen);
    if (!board) return Unexpected{std::string("the FEN is no board of chess and a side to move")};
    const bool promotes =
        move.size() == 5 && std::string_view("qrbn").find(move[4]) != std::string_view::npos;
    const int from = square_named(move.substr(0, 2)).value_or(-1);
    const int to = move.size() > 2 ? square_named(move.substr(2, 2)).value_or(-1) : -1;
    if (from < 0 || to < 0 || from == to || (move.size() != 4 && !promotes))
        return Unexpected{fmt::format("{} is no move, expected two squares such as e2e4", quote(move))};
    char man = board->take_off(from);
    if (man == 0)
        return Unexpected{fmt::format("{} moves from {}, where nobody stands", move, move.substr(0, 2))};
    const bool black = man >= 'a';
    if (black != board->black_moves())
        return Unexpected{fmt::format("{} moves a man of the side that is not to move", move)};
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

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (text = trim(text); !text.empty(); text = trim(text)) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

class CsvReader {
  public:
    explicit CsvReader(const CsvColumns& columns) : columns_(columns) {}

    ReadPuzzle read(std::string_view text) {
        CsvRow row = split_row(text, columns_.delimiter);
        if (columns_.too_long && CsvColumns::from_header(text)) {
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
            if (!rest_.empty()) merge_json(draft_, rest_column_, rest_);
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
                         fmt::format("{} stands where a cell goes on or ends, expected {}, or quotes around "
                                     "the cell and each quote in it twice",
                                     found, columns_.delimiter == ',' ? "a comma" : "the sign between cells"),
                         line);
        }
    }

    /// The header itself, in whose place this is told.
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
                if (const ColumnMeaning& known = meaning(*column); known.further.empty()) {
                    draft_.take(known.field, name, std::move(cell));
                } else {
                    draft_.take_further(known.further, number_or_text(cell));
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
        draft_.puzzle.fen = *std::move(puzzle);
        draft_.notes.push_back(
            fmt::format("{} was played, for the FEN of lichess's files is one move before the puzzle", move));
        if (const std::string_view rest = trim(line.substr(end)); !rest.empty())
            draft_.take_further("lichess-moves", json_text_of(rest));
    }

    /// The key from the moves and their rolls, where no key is given. Moves without rolls are no key of ours.
    void take_line() {
        const std::vector<std::string_view> moves = words_of(moves_), rolls = words_of(rolls_);
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
            if (const auto face = face_named(rolls[at])) {
                key[*face].emplace_back(moves[at]);
            } else {
                draft_.bad_face("Rolls", static_cast<std::size_t>(rolls[at].data() - rolls_.data()),
                                rolls[at]);
            }
        }
    }

    const CsvColumns& columns_;
    std::string moves_, rolls_;
    std::string rest_, rest_column_;
    Draft draft_;
};

}  // namespace

ReadPuzzle read_csv(std::string_view row, const CsvColumns* columns) {
    if (columns) return CsvReader(*columns).read(row);
    Draft draft;
    draft.fault(FaultCode::BadCsv, "line", 0,
                "the file has no header, expected a first line with a column FEN");
    return draft.finish();
}

}  // namespace octomate::records
