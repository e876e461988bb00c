#include "records/orthodox_move.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "records/diagram.hpp"
#include "text/text.hpp"

namespace octomate::records {

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

}  // namespace octomate::records
