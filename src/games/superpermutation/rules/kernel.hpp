#pragma once

#include <array>
#include <cstdint>

#include "board8/board.hpp"
#include "core/lists.hpp"
#include "games/superpermutation/rules/move.hpp"

namespace octomate::games {
struct Evaluation;
}

namespace octomate::superpermutation {

/// A capacity for the moves of any valid position. An empty square is reached along at most eight lines and
/// by at most eight knights, so there are fewer than 480 moves, teleports and captures included. At most 32
/// pawn moves (promotions), and in the parent game 128 landings (forced promotions), count four times.
inline constexpr std::size_t max_moves = 1024;
using Moves = FixedList<Move, max_moves>;

/// The number of moves that land on each of the files a…h.
using FileCounts = std::array<std::uint16_t, 8>;

/// The hot loops of one game, as function pointers. They are compiled for any CPU, and on x86-64 once more
/// with BMI2 and AVX2; the program selects one version at its start, by the features of the CPU. Each
/// function requires a valid `board` with `us` to move.
struct Kernel {
    /// Returns whether the king of `us` is attacked.
    bool (*in_check)(const board8::Board& board, Color us);
    /// Replaces `out` by the legal moves, in no particular order.
    void (*list)(const board8::Board& board, Color us, Moves& out);
    /// Replaces `out` by the legal moves that land on `file`, 0…7 (R6), in the order of `list`. Empties `out`
    /// for a game without a die.
    void (*list_on_file)(const board8::Board& board, Color us, int file, Moves& out);
    /// Counts the legal moves.
    int (*count)(const board8::Board& board, Color us);
    /// Counts the lines of `plies` plies (at least 1), without regard to the die: perft.
    std::uint64_t (*count_lines)(const board8::Board& board, Color us, int plies);
    /// Counts the legal moves by the file of their landing square (R6).
    FileCounts (*count_by_file)(const board8::Board& board, Color us);
    /// Replaces `out` by the legal moves that mate, in no particular order.
    void (*mates)(const board8::Board& board, Color us, Moves& out);
    /// Returns the number of files, 0…8, on which `us` can mate. `by_file` is the result of `count_by_file`:
    /// a file without moves leaves the move free, so it counts if any move mates. Without a die, and in
    /// check, returns 8 if any move mates, otherwise 0.
    int (*mating_files)(const board8::Board& board, Color us, const FileCounts& by_file);
    /// Estimates the chances of `us` to win minus those to lose, in units of 1 / Evaluation::certain.
    int (*evaluate)(const board8::Board& board, Color us, const games::Evaluation& evaluation);
    /// Constructs in `after` the board after a legal move; indexed by the colour of the mover.
    std::array<void (*)(const board8::Board& before, Move move, board8::Board& after), 2> play;
};

/// The loops of both games, compiled for one instruction set.
struct Kernels {
    Kernel d8;
    Kernel parent;
};

/// The loops that any CPU can run.
extern const Kernels portable_kernels;

/// Returns the loops for CPUs with BMI2 and AVX2; null if they are not built in or the CPU cannot run them.
const Kernels* bmi2_kernels_if_usable();

/// The fastest loops that this CPU can run. They are selected while static variables are initialised; before
/// that, this points to the portable loops if the program has them.
extern const Kernels* selected_kernels;
inline const Kernels& kernels() { return *selected_kernels; }

/// Returns the name of the selected loops: "bmi2" or "portable".
const char* kernel_name();

/// Returns the selected loops of the game with these rules.
template <class Rules>
const Kernel& kernel() {
    return Rules::die ? kernels().d8 : kernels().parent;
}

}  // namespace octomate::superpermutation
