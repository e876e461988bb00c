#include <utility>

#include "board8/man.hpp"
#include "text/fen_fields.hpp"

namespace octomate::board8 {

Expected<ReadPlacement, Faults> read_placement(std::string_view text) {
    static constexpr BoardField board{8, 8, "a letter of PNBRQK or pnbrqk", [](std::string_view rest) {
                                          return man_of(rest.front()) ? std::size_t{1} : std::size_t{0};
                                      }};
    auto men = read_board_field(text, board);
    if (!men) return Unexpected{std::move(men.error())};
    ReadPlacement read{};
    for (const WrittenMan& man : *men) {
        const auto square = static_cast<std::size_t>(man.square);
        read.men[square] = man_of(man.text.front());
        read.offset[square] = man.offset;
    }
    return read;
}

std::string write_placement(const Placement& men) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const auto& man = men[static_cast<std::size_t>(square_at(file, rank))];
            if (!man) {
                ++empty;
                continue;
            }
            if (empty > 0) text += static_cast<char>('0' + std::exchange(empty, 0));
            text += fen_letter(*man);
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (rank > 0) text += '/';
    }
    return text;
}

}  // namespace octomate::board8
