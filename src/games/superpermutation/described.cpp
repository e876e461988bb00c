#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "games/superpermutation/games.hpp"
#include "text/words.hpp"

namespace octomate::superpermutation {

namespace {

/// The men of one side.
class SideCount {
  public:
    SideCount(const board8::Board& board, Color side) : board_(board), side_(side) {}

    void tell(std::vector<std::string>& notes) const {
        const int men = std::popcount(board_.of(side_));
        if (men > 16) notes.push_back(fmt::format("{} has {} men, no game more than 16", name(side_), men));
        const board8::Bitboard queens = board_.diagonals() & board_.orthogonals();
        const int promoted = beyond(queens, 1) + beyond(board_.orthogonals() & ~queens, 2) +
                             beyond(board_.diagonals() & ~queens, 2) + beyond(board_.knights(), 2);
        tell_doubled_pawns(notes);
        const int pawns = of(board_.pawns());
        if (pawns + promoted <= 8) return;
        notes.push_back(promoted == 0
                            ? fmt::format("{} has {} pawns, no game more than eight", name(side_), pawns)
                            : fmt::format("{} has {} pawns and at least {} promoted {}, no game more than "
                                          "eight of both",
                                          name(side_), pawns, promoted, promoted == 1 ? "man" : "men"));
    }

  private:
    /// No pawn ever leaves its file.
    void tell_doubled_pawns(std::vector<std::string>& notes) const {
        std::string files;
        for (int file = 0; file < 8; ++file) {
            if (of(board_.pawns() & board8::file_set(file)) < 2) continue;
            files += files.empty() ? "" : " ";
            files += static_cast<char>('a' + file);
        }
        if (!files.empty())
            notes.push_back(fmt::format("{} has doubled pawns (file {}), no game more than one on a file",
                                        name(side_), files));
    }

    int of(board8::Bitboard kind) const { return std::popcount(kind & board_.of(side_)); }
    int beyond(board8::Bitboard kind, int first) const { return std::max(0, of(kind) - first); }

    const board8::Board& board_;
    Color side_;
};

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
    for (const Color side : {Color::White, Color::Black}) SideCount(position.board(), side).tell(notes);
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
