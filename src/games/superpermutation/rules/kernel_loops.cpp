// The functions of `Kernel`. CMake compiles this file once for each instruction set; OCTOMATE_KERNELS is the
// name of the object of type `Kernels` that it defines.

#include <algorithm>
#include <new>

#include "games/superpermutation/rules/evaluation.hpp"
#include "games/superpermutation/rules/mating_moves.hpp"

namespace octomate::superpermutation {

namespace {

/// Reports the legal moves of `us` to a new `Sink` and returns `use(sink)`.
template <class Rules, class Sink, class Use>
OCTOMATE_HOT auto count_with(const board8::Board& board, Color us, Use use) {
    Sink sink;
    if (us == Color::White) {
        LegalMoves<Rules, Color::White, Sink>(board, sink).generate();
    } else {
        LegalMoves<Rules, Color::Black, Sink>(board, sink).generate();
    }
    return use(sink);
}

bool in_check(const board8::Board& board, Color us) { return board8::king_attacked(board, us); }

template <class Rules, Color Us>
OCTOMATE_HOT void list_for(const board8::Board& board, Moves& out) {
    using Sink = ListSink<Us>;
    out.clear();
    Sink sink(board, out);
    LegalMoves<Rules, Us, Sink>(board, sink).generate();
}

template <class Rules>
void list(const board8::Board& board, Color us, Moves& out) {
    us == Color::White ? list_for<Rules, Color::White>(board, out)
                       : list_for<Rules, Color::Black>(board, out);
}

template <class Rules, Color Us>
OCTOMATE_HOT void list_on_file_for(const board8::Board& board, int file, Moves& out) {
    FileListSink<Us> sink(board, file, out);
    LegalMoves<Rules, Us, FileListSink<Us>> moves(board, sink);
    if (moves.prepare()) return moves.generate_prepared();
    list_for<Rules, Us>(board, out);
    const auto lands_elsewhere = [&](Move move) { return board8::file_of(move.to) != file; };
    out.resize(
        static_cast<std::size_t>(std::remove_if(out.begin(), out.end(), lands_elsewhere) - out.begin()));
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

template <class Rules, Color Us>
std::uint64_t count_lines_for(const board8::Board& board, int plies) {
    if (plies == 1) {
        CountSink sink;
        LegalMoves<Rules, Us, CountSink>(board, sink).generate();
        return static_cast<std::uint64_t>(sink.count());
    }
    Moves moves;
    list_for<Rules, Us>(board, moves);
    std::uint64_t lines = 0;
    for (const Move move : moves)
        lines += count_lines_for<Rules, !Us>(after<Rules, Us>(board, move), plies - 1);
    return lines;
}

template <class Rules>
std::uint64_t count_lines(const board8::Board& board, Color us, int plies) {
    return us == Color::White ? count_lines_for<Rules, Color::White>(board, plies)
                              : count_lines_for<Rules, Color::Black>(board, plies);
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

template <class Rules>
int mating_files(const board8::Board& board, Color us, const FileCounts& by_file) {
    Moves found;
    mates<Rules>(board, us, found);
    if (found.empty()) return 0;
    if (!Rules::die || board8::king_attacked(board, us)) return 8;
    unsigned files = 0;
    for (const Move move : found) files |= 1U << board8::file_of(move.to);
    for (std::size_t file = 0; file < 8; ++file) files |= unsigned{by_file[file] == 0} << file;
    return std::popcount(files);
}

template <class Rules, Color Us>
int evaluate_for(const board8::Board& board, const Evaluation& evaluation) {
    int sum = 0, sure = 0;
    const std::int16_t* const weights =
        evaluation.weights.data() + fact_layout.first_for(std::popcount(board.occupied()));
    const auto weight = [&](int fact) { return weights[fact]; };
    const bool goes_on = count_facts<Us>(
        board, [&](Color side) { return count_by_file<Rules>(board, side); },
        [&](Color side, const FileCounts& by_file) { return mating_files<Rules>(board, side, by_file); },
        sure, [&](int fact) { sum += weight(fact); }, [&](int fact) { sum -= weight(fact); });
    if (!goes_on) return board8::king_attacked(board, Us) ? -Evaluation::certain : 0;
    return (sure * Evaluation::certain + (8 - sure) * evaluation.chance(sum)) / 4 - Evaluation::certain;
}

template <class Rules>
int evaluate(const board8::Board& board, Color us, const Evaluation& evaluation) {
    return us == Color::White ? evaluate_for<Rules, Color::White>(board, evaluation)
                              : evaluate_for<Rules, Color::Black>(board, evaluation);
}

/// Constructs the board in place (placement new), to avoid a copy in the hot loop.
template <class Rules, Color Us>
void play(const board8::Board& before, Move move, board8::Board& after) {
    new (&after) board8::Board(superpermutation::after<Rules, Us>(before, move));
}

template <class Rules>
constexpr Kernel loops = {in_check,
                          list<Rules>,
                          list_on_file<Rules>,
                          count<Rules>,
                          count_lines<Rules>,
                          count_by_file<Rules>,
                          mates<Rules>,
                          mating_files<Rules>,
                          evaluate<Rules>,
                          {play<Rules, Color::White>, play<Rules, Color::Black>}};

}  // namespace

extern const Kernels OCTOMATE_KERNELS;
constexpr Kernels OCTOMATE_KERNELS = {loops<D8>, loops<Parent>};

}  // namespace octomate::superpermutation
