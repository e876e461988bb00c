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

/// Room for the moves of any valid position. Of E empty squares each is reached along at most eight lines and
/// by at most eight knights, and a piece is a slider or a knight, which gives less than 480 moves with
/// teleports and captures; at most 32 pawn moves count four times as promotions, and in the parent game at
/// most 128 landings on the first rank do.
inline constexpr std::size_t max_moves = 1024;
using Moves = FixedList<Move, max_moves>;

/// Numbers of moves for files a…h.
using FileCounts = std::array<std::uint16_t, 8>;

/// The hot loops of one game. They are compiled for any CPU, and on x86-64 once more with BMI2 and AVX2;
/// which of them serve is decided at the start of the program by what the CPU can do. All take a valid board
/// and the side to move.
struct Kernel {
    /// Whether the side's king is attacked.
    bool (*in_check)(const board8::Board& board, Color us);
    /// The legal moves, in no particular order.
    void (*list)(const board8::Board& board, Color us, Moves& out);
    /// The legal moves that land on a file 0…7 (R6), in the order of `list`; for a game with a die.
    void (*list_on_file)(const board8::Board& board, Color us, int file, Moves& out);
    /// The number of all of them.
    int (*count)(const board8::Board& board, Color us);
    /// The number of lines of so many plies, at least one.
    std::uint64_t (*count_lines)(const board8::Board& board, Color us, int plies);
    /// Their number by the file of the landing square, a…h (R6).
    FileCounts (*count_by_file)(const board8::Board& board, Color us);
    /// Those that mate, in no particular order.
    void (*mates)(const board8::Board& board, Color us, Moves& out);
    /// On how many files, of eight, a side mates by its moves `by_file`: a file without any leaves it free
    /// to. Without a die, and in check, all or none.
    int (*mating_files)(const board8::Board& board, Color us, const FileCounts& by_file);
    /// The value by an evaluation, in units of 1 / Evaluation::one.
    int (*evaluate)(const board8::Board& board, Color us, const games::Evaluation& evaluation);
    /// Writes the board after a legal move; by the colour of the mover.
    std::array<void (*)(const board8::Board& before, Move move, board8::Board& after), 2> play;
};

/// The loops of both games, compiled for one instruction set.
struct Kernels {
    Kernel d8;
    Kernel parent;
};

/// For any CPU.
extern const Kernels portable_kernels;

/// For CPUs with BMI2 and AVX2; null where the program was built without them or the CPU lacks them.
const Kernels* bmi2_kernels_if_usable();

/// The fastest loops that this CPU can run. Until they are chosen, before `main`, the portable ones.
extern const Kernels* serving_kernels;
inline const Kernels& kernels() { return *serving_kernels; }

/// "bmi2" or "portable": which loops those are.
const char* kernel_name();

template <class Rules>
const Kernel& kernel() {
    return Rules::die ? kernels().d8 : kernels().parent;
}

}  // namespace octomate::superpermutation
