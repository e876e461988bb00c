#include <fmt/core.h>

#include <bit>
#include <utility>

#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/setup.hpp"
#include "text/text.hpp"

namespace octomate::superpermutation {

namespace {

/// What no game can give a side.
void note_oddities(const board8::Board& board, Color side, std::vector<std::string>& notes) {
    const int men = std::popcount(board.of(side));
    if (men > 16)
        notes.push_back(fmt::format("{} has {} pieces; no game can have more than 16", name(side), men));
    const MenCount count = count_men(board, side);
    std::string files;
    for (int file = 0; file < 8; ++file) {
        if (!(count.crowd & board8::file_set(file))) continue;
        files += files.empty() ? "" : " ";
        files += static_cast<char>('a' + file);
    }
    if (!files.empty())
        notes.push_back(
            fmt::format("{} has doubled pawns (file {}); in a game no two share a file", name(side), files));
    if (count.pawns + count.promoted <= 8) return;
    notes.push_back(
        count.promoted == 0
            ? fmt::format("{} has {} pawns; no game can have more than eight", name(side), count.pawns)
            : fmt::format("{} has {} pawns and at least {} promoted {}; no game can have more "
                          "than eight of both",
                          name(side), count.pawns, count.promoted, count.promoted == 1 ? "piece" : "pieces"));
}

}  // namespace

template <class Rules>
std::vector<MoveFact> facts_of(const Position<Rules>& position, Move move) {
    return {{"cascade", move.swaps, true},
            {"teleport", move.teleport()},
            {"capture", position.traits(move).capture}};
}

template <class Rules>
MoveEnds ends_of(const Position<Rules>& position, Move move) {
    MoveEnds ends{board8::name(move.from), board8::name(move.to)};
    // What the opponent's pawn becomes is not asked of the man who moves.
    if (move.promotes() && board8::contains(position.board().pawns(), move.from))
        ends.becomes = board8::fen_letter({move.promotion(), position.turn()});
    return ends;
}

template <class Rules>
std::string explain(const Position<Rules>& position, Move move) {
    std::vector<std::string> words;
    if (position.traits(move).capture) words.push_back("capture");
    if (std::string more = remark(position, move); !more.empty()) words.push_back(std::move(more));
    return joined(words, ", ");
}

template <class Rules>
std::string remark(const Position<Rules>&, Move move) {
    if (move.teleport()) return "teleport";
    return move.swaps > 0 ? fmt::format("cascade of {}", static_cast<int>(move.swaps)) : std::string();
}

template <class Rules>
std::size_t kind_of(const Position<Rules>&, Move move) {
    return move.teleport() ? 2 : move.swaps > 0 ? 1 : 0;
}

template <class Rules>
std::vector<std::string> oddities_of(const Position<Rules>& position) {
    std::vector<std::string> notes;
    for (const Color side : {Color::White, Color::Black}) note_oddities(position.board(), side, notes);
    return notes;
}

#define OCTOMATE_DESCRIBE(Rules)                                           \
    template std::vector<MoveFact> facts_of(const Position<Rules>&, Move); \
    template MoveEnds ends_of(const Position<Rules>&, Move);               \
    template std::string explain(const Position<Rules>&, Move);            \
    template std::string remark(const Position<Rules>&, Move);             \
    template std::size_t kind_of(const Position<Rules>&, Move);            \
    template std::vector<std::string> oddities_of(const Position<Rules>& position);
OCTOMATE_DESCRIBE(D8)
OCTOMATE_DESCRIBE(Parent)
#undef OCTOMATE_DESCRIBE

}  // namespace octomate::superpermutation
