// Compiled once for each instruction set, with OCTOMATE_KERNELS as the name of the tables that it defines.

#include <new>

#include "games/superpermutation/apply.hpp"
#include "games/superpermutation/kernel.hpp"
#include "games/superpermutation/legal_moves.hpp"
#include "games/superpermutation/mating_moves.hpp"
#include "games/superpermutation/rules.hpp"
#include "games/superpermutation/sinks.hpp"

namespace octomate::superpermutation {

namespace {

/// Walks the legal moves of either side into a sink of its own, and hands the sink on.
template <class Rules, class Sink, class Use>
OCTOMATE_HOT auto count_with(const board8::Board& board, Color us, Use use) {
    Sink sink;
    if (us == Color::White) {
        LegalMoves<Rules, Color::White, Sink>(board, sink).walk();
    } else {
        LegalMoves<Rules, Color::Black, Sink>(board, sink).walk();
    }
    return use(sink);
}

template <class Rules, Color Us>
OCTOMATE_HOT void list_for(const board8::Board& board, Moves& out) {
    using Sink = ListSink<Us>;
    out.clear();
    Sink sink(board, out);
    LegalMoves<Rules, Us, Sink>(board, sink).walk();
}

template <class Rules>
void list(const board8::Board& board, Color us, Moves& out) {
    us == Color::White ? list_for<Rules, Color::White>(board, out)
                       : list_for<Rules, Color::Black>(board, out);
}

template <class Rules, Color Us>
OCTOMATE_HOT void list_on_file_for(const board8::Board& board, int file, Moves& out) {
    using Sink = FileListSink<Us>;
    Sink sink(board, file);
    LegalMoves<Rules, Us, Sink>(board, sink).walk();
    sink.partition(out);
}

template <class Rules>
void list_on_file(const board8::Board& board, Color us, int file, Moves& out) {
    out.clear();
    if constexpr (Rules::die) {
        us == Color::White ? list_on_file_for<Rules, Color::White>(board, file, out)
                           : list_on_file_for<Rules, Color::Black>(board, file, out);
    }
}

template <class Rules>
int count(const board8::Board& board, Color us) {
    return count_with<Rules, CountSink>(board, us, [](const CountSink& sink) { return sink.count(); });
}

template <class Rules>
FileCounts count_by_file(const board8::Board& board, Color us) {
    return count_with<Rules, FileCountSink>(board, us,
                                            [](const FileCountSink& sink) { return sink.counts(); });
}

template <class Rules>
void mates(const board8::Board& board, Color us, Moves& out) {
    out.clear();
    if (us == Color::White) {
        MatingMoves<Rules, Color::White>(board, out).find();
    } else {
        MatingMoves<Rules, Color::Black>(board, out).find();
    }
}

/// Makes the board in its place.
template <class Rules, Color Us>
void play(const board8::Board& before, Move move, board8::Board& after) {
    new (&after) board8::Board(superpermutation::after<Rules, Us>(before, move));
}

template <class Rules>
constexpr Kernel loops = {list<Rules>,  list_on_file<Rules>,
                          count<Rules>, count_by_file<Rules>,
                          mates<Rules>, {play<Rules, Color::White>, play<Rules, Color::Black>}};

}  // namespace

extern const Kernels OCTOMATE_KERNELS;
constexpr Kernels OCTOMATE_KERNELS = {loops<D8>, loops<Parent>};

}  // namespace octomate::superpermutation
