#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "console/files.hpp"
#include "core/fault.hpp"
#include "tables/odds.hpp"

// Endgame tables: certified bounds of the value of every position of a material, such as KQKR.
//
// The value of a position is what the side to move can be sure of on average, from -1 (lost) to 1 (won); a
// draw and play without end count 0 (R11). A move changes sides, so values are negated from ply to ply. With
// a die the value is the mean over the rolls of the best value among the moves that the roll allows.
//
// Terms used here and in tables/sweeps.hpp:
//   * cell: a number made of the side to move and the squares of all pieces; not every cell is a position.
//     `DenseCells` numbers the positions without gaps.
//   * node: a position of this material, by that number. The nodes form two blocks, one per side to move.
//   * leaf: a known value that a move can lead to: game over, or a position of another material (after a
//     capture or promotion) from its finished table. Leaves are numbered after the nodes.
//   * targets of a node: the nodes and leaves that its moves lead to.
// `Successors` holds this graph; `values_of` solves it. Exact values would be fractions with huge
// denominators, so a table has a lower and an upper bound instead. Two lists of numbers are valid bounds if
// each follows from the bounds of its targets (`violations`) and no bound above 0 can be kept up by play
// without end (`endless`). Both checks are exact and do not depend on how the bounds were found.
// docs/tables-format.md has the proof and the file format; `Table` reads and writes the files.

namespace octomate::tables {

/// The set of cells that are positions, numbered without gaps in the order of cells: a bitmap, and the number
/// of set bits before each of its 64-bit words.
class DenseCells {
  public:
    DenseCells() = default;
    /// `bits`: one bit per cell, cell 0 in the lowest bit of the first word.
    explicit DenseCells(std::vector<std::uint64_t> bits) : bits_(std::move(bits)), before_(bits_.size()) {
        for (std::size_t word = 0; word < bits_.size(); ++word) {
            before_[word] = static_cast<std::uint32_t>(count_);
            count_ += static_cast<std::size_t>(std::popcount(bits_[word]));
        }
    }

    /// Numbers the cells 0…size-1 for which `is_position(cell)` returns true. Calls it on all threads.
    template <class F>
    static DenseCells from_predicate(std::uint64_t size, F is_position) {
        std::vector<std::uint64_t> bits((size + 63) / 64);
        tbb::parallel_for(std::size_t{0}, bits.size(), [&](std::size_t word) {
            for (std::uint64_t cell = word * 64; cell < std::min<std::uint64_t>(size, word * 64 + 64);
                 ++cell) {
                if (is_position(cell)) bits[word] |= std::uint64_t{1} << (cell % 64);
            }
        });
        return DenseCells(std::move(bits));
    }

    /// The number of positions.
    std::size_t size() const { return count_; }
    /// Whether `cell`, which may be any number, is a position.
    bool contains(std::uint64_t cell) const {
        return cell / 64 < bits_.size() && (bits_[cell / 64] >> (cell % 64) & 1) != 0;
    }
    /// The number of the position at `cell`, which must be a position.
    std::size_t number(std::uint64_t cell) const {
        const std::uint64_t below = (std::uint64_t{1} << (cell % 64)) - 1;
        return before_[cell / 64] + static_cast<std::size_t>(std::popcount(bits_[cell / 64] & below));
    }

    /// Calls `f(cell)` for the positions with the numbers `begin`…`end`-1, in order.
    template <class F>
    void for_each(std::size_t begin, std::size_t end, F f) const {
        if (begin >= end) return;
        const auto after =
            std::upper_bound(before_.begin(), before_.end(), static_cast<std::uint32_t>(begin));
        std::size_t number = 0;
        for (auto word = static_cast<std::size_t>(after - before_.begin()) - 1; number < end; ++word) {
            number = before_[word];
            for (std::uint64_t unvisited = bits_[word]; unvisited != 0 && number < end;
                 unvisited &= unvisited - 1, ++number) {
                if (number >= begin) f(word * 64 + static_cast<std::uint64_t>(std::countr_zero(unvisited)));
            }
            if (word + 1 == bits_.size()) return;
        }
    }

    /// The bitmap: one bit per cell, set for positions.
    const std::vector<std::uint64_t>& bits() const { return bits_; }

  private:
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> before_;  // number of set bits before each word of `bits_`
    std::size_t count_ = 0;              // number of set bits
};

/// Saved progress of making a table, in a file beside it, so that a later process can resume.
class Checkpoint {
  public:
    /// The state of an unfinished computation.
    struct State {
        std::string stage;              ///< name of the current stage; empty: at the beginning
        std::uint64_t step = 0;         ///< sweeps done in this stage
        double distance = 0;            ///< residual or gap between bounds when last measured
        std::uint64_t evaluations = 0;  ///< moves evaluated so far
        std::vector<double> finished;   ///< node values found by earlier stages
        std::vector<double> numbers;    ///< current iterate of this stage
    };

    /// How often `due` returns true.
    enum class Pace {
        Seldom,  ///< so that writing takes at most a twentieth of the time
        Always,  ///< every time, for tests
    };

    explicit Checkpoint(std::filesystem::path file, Pace pace = Pace::Seldom)
        : file_(std::move(file)), pace_(pace) {}
    /// Removes the file if it is empty, created only to be locked.
    ~Checkpoint();
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    /// Locks the file for the lifetime of this object; returns false if another process holds the lock.
    /// Throws EnvironmentError.
    bool lock();

    /// Sets the name of the computation, saved with a state: `read` ignores states with another name.
    void set_computation(std::string name) { computation_ = std::move(name); }

    /// Reads the saved state; its stage is empty if no state of this computation is saved.
    /// Throws EnvironmentError if the file is damaged.
    State read() const;

    /// Throws EnvironmentError: the state has the right name but not the right size.
    [[noreturn]] void report_mismatch() const { fail("it belongs to another table"); }

    /// Checks whether it is time to write, given when the last write was and how long it took.
    bool due() const;
    /// Writes `state` to the file. Throws EnvironmentError.
    void write(const State& state);
    /// Removes the file, after the table is finished.
    void remove();

  private:
    [[noreturn]] void fail(std::string_view problem) const;

    std::filesystem::path file_;
    Pace pace_;
    std::string computation_;
    std::optional<FileLock> lock_;
    std::chrono::steady_clock::time_point last_write_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration last_write_duration_{};
};

/// The graph of moves of a material, independent of the game. The numbers below `nodes` are its positions;
/// the numbers from `nodes` on are leaves, whose bounds are known.
struct Successors {
    static constexpr std::size_t most_rolls = 8;
    /// Nodes per chunk; chunks are filled in parallel.
    static constexpr std::size_t chunk_size = 4096;

    /// How the value of a node follows from the values of its targets.
    enum class Kind : std::uint8_t {
        Over,  ///< the game is over: the value of its only target, a leaf
        One,   ///< no die is rolled: the best value of all targets
        Die,   ///< the mean over the rolls of the best value in the roll's group, or of all if it is empty
    };

    /// The moves of `chunk_size` consecutive nodes.
    struct Chunk {
        std::vector<std::uint32_t> begin;    ///< index of each node's first target, then targets.size()
        std::vector<std::uint32_t> targets;  ///< nodes and leaves, grouped by roll
        std::vector<Kind> kinds;             ///< the kind of each node
        std::vector<std::array<std::uint8_t, most_rolls>> groups;  ///< number of targets of each roll
    };

    std::size_t nodes = 0;
    std::size_t first_block = 0;  ///< size of the first block: its nodes have the same side to move
    unsigned rolls = 1;           ///< number of faces of the die, all equally likely; 1: no die
    std::vector<Chunk> chunks;
    /// Bounds of the values of the leaves for their side to move, indexed by number - `nodes`.
    std::vector<double> lower, upper;
};

/// The processes (ranks) that make a table together; this class is a team of one. Each rank computes its part
/// of every list of numbers. Results are bit-identical for any number of ranks.
class Team {
  public:
    /// Lists are cut into pieces of this many numbers; a part is a range of whole pieces.
    static constexpr std::size_t piece = 8192;

    virtual ~Team() = default;

    /// The number of this process, 0…size()-1.
    virtual std::size_t rank() const { return 0; }
    /// The number of processes.
    virtual std::size_t size() const { return 1; }

    /// Returns the range [begin, end) that `rank` computes of a list of `count` numbers.
    std::pair<std::size_t, std::size_t> part(std::size_t count, std::size_t rank) const {
        const std::size_t pieces = (count + piece - 1) / piece;
        const auto begin = [&](std::size_t rank_or_end) {
            const std::size_t index = pieces * rank_or_end / size() * piece;
            return index < count ? index : count;
        };
        return {begin(rank), begin(rank + 1)};
    }
    std::pair<std::size_t, std::size_t> own(std::size_t count) const { return part(count, rank()); }

    /// Exchanges the parts of `list` that the ranks have computed, so that it is complete on all ranks.
    virtual void share(double* /*list*/, std::size_t /*count*/) const {}
    /// Completes `sums` on all ranks; it has one sum for each piece of a list of `count` numbers.
    virtual void share_sums(double* /*sums*/, std::size_t /*count*/) const {}

    /// Returns the greatest of the ranks' values, on all ranks.
    virtual double greatest(double own_value) const { return own_value; }
    /// Returns the sum of the ranks' values, on all ranks.
    virtual std::uint64_t sum(std::uint64_t own_value) const { return own_value; }
    /// Returns rank 0's value on all ranks; waits for all of them.
    virtual bool agreed(bool own_value) const { return own_value; }
};

/// The most fractional bits of a bound: a sum of eight bounds is then exact in a double.
inline constexpr int most_bits = 48;

/// Bounds of the values of the nodes, as integers in units of 2^-bits: the value of a node for its side to
/// move lies between `lower` and `upper` (R11).
struct Values {
    int bits = most_bits;
    std::vector<std::int64_t> lower, upper;
    /// How the bounds were proven.
    enum class Proof : std::uint8_t {
        Nothing,  ///< no position can be won: all values are 0
        Drift,    ///< around unproven values, wider where games are longer: see tables/sweeps.hpp
        Ends,     ///< by interval iteration: games cut off after n plies count as lost, or as won
        Mates,    ///< without a die: exact distances to mate, ply by ply
        Rounded,  ///< outward rounding of proven bounds; these do not follow from each other
    };
    Proof proof = Proof::Ends;
    std::uint64_t evaluations = 0;  ///< moves evaluated to find the bounds
};

/// How to compute the values of a table.
struct ValueOptions {
    int bits = most_bits;                               ///< fractional bits of the bounds, 1…most_bits
    const Team* team = nullptr;                         ///< null: this process alone
    Checkpoint* checkpoint = nullptr;                   ///< where to save progress; null: nowhere
    std::function<bool()> stop = [] { return false; };  ///< polled; true interrupts the computation
    /// Progress callback: the current stage, and its remaining distance from the solution.
    std::function<void(const std::string& stage, double left)> report = [](const std::string&, double) {};
};

/// Computes proven bounds for a game with a die, on the threads of the current TBB arena. The result depends
/// only on `successors` and `options.bits`. Returns nullopt if interrupted.
std::optional<Values> values_of(const Successors& successors, const ValueOptions& options);

/// Rounds the bounds outwards to units of 2^-bits: they stay valid, but no longer follow from each other.
/// Returns `values` unchanged if they have at most `bits` bits, or their proof is Nothing.
Values rounded(Values values, int bits);

/// Converts integers in units of 2^-bits to doubles, exactly.
std::vector<double> numbers_of(const std::vector<std::int64_t>& units, int bits);
/// Rounds doubles, already in units, to integers.
std::vector<std::int64_t> units_of(const std::vector<double>& numbers);
/// Returns `numbers_of(units, bits)` followed by `leaves`.
std::vector<double> with_leaves(const std::vector<std::int64_t>& units, int bits,
                                const std::vector<double>& leaves);

/// Counts the nodes whose bounds do not follow from those of their targets: the lower bound must not exceed,
/// and the upper bound not fall below, the bound computed from the node's moves. Conditions 1 and 2 of
/// docs/tables-format.md.
std::uint64_t violations(const Successors& successors, const Values& values);

/// Counts the nodes from which play could go on without end while one side's bound above 0 stays the same:
/// condition 3 of docs/tables-format.md. Such a bound might be kept up by repeating positions, though play
/// without end counts 0. If this and `violations` return 0, all bounds hold.
std::uint64_t endless(const Successors& successors, const Values& values);

/// Counts the nodes whose rounded bounds differ from what the rounded bounds of their targets allow by more
/// than rounding explains, so that some bound must have been altered.
std::uint64_t contradictions(const Successors& successors, const Values& values);

/// Computes bounds by interval iteration alone, until the bounds of each node are at most `gap` apart or for
/// `sweeps` sweeps. The baseline for tests and measurements of `values_of`.
Values plain_values(const Successors& successors, double gap, int sweeps);

/// The fractional bits of values in a game without a die. In units of 2^-mate_bits, a draw is 0, a win is
/// 2^mate_bits less the plies to the mate by best play, and a loss is the negative of that.
inline constexpr int mate_bits = 16;

/// Returns the plies to the mate of a value other than 0, in units of 2^-mate_bits.
constexpr int plies_of(std::int64_t units) {
    return static_cast<int>((std::int64_t{1} << mate_bits) - (units < 0 ? -units : units));
}

/// Computes the exact values of a game without a die; lower and upper bounds are equal. Returns nullopt if
/// interrupted.
std::optional<Values> mates_of(const Successors& successors, const ValueOptions& options);

/// Counts the nodes whose value differs from the one computed from their targets. If 0, all values are right,
/// since each ply of a win leads to a node nearer to the mate.
std::uint64_t mate_violations(const Successors& successors, const Values& values);

/// The fields in the directory of a table file.
struct TableHead {
    std::string game;         ///< name of the variant
    std::string material;     ///< "KQKR", the stronger side first
    std::uint64_t cells = 0;  ///< number of cells, whether positions or not
    std::uint64_t positions = 0;
    int bits = 0;       ///< fractional bits of the bounds
    std::string proof;  ///< "nothing", "drift", "ends", "mates" or "rounded": see Values::Proof
    double gap = 0;     ///< greatest difference between the two bounds of a position
    /// Mean value of the positions with the stronger, and with the weaker side to move.
    double mean_strong = 0, mean_weak = 0;
    /// Numbers of positions certainly won or lost for the side to move, which is the stronger or the weaker.
    std::uint64_t won_strong = 0, lost_strong = 0, won_weak = 0, lost_weak = 0;
    int longest = 0;                ///< most plies to a mate, in a game without a die; else 0
    std::uint64_t evaluations = 0;  ///< moves evaluated to make the table
};

/// The bounds of one material, in a file whose blocks are read and decompressed on first use.
///
/// Layout of the file (docs/tables-format.md): "OCTOTAB1"; the size of the directory (64 bits,
/// little-endian); the directory (JSON: the fields of TableHead, the size of each frame); its checksum (64
/// bits); zstd frames, each with a checksum. The first frames hold the bitmap of the cells that are
/// positions, the others 4096 positions each: the lowest byte of every lower bound, then the next byte of
/// each, and so on, then the differences to the upper bounds in the same way. Grouping equal bytes helps the
/// compression.
class Table {
  public:
    /// The version of the rules and the format; tables of other versions are rejected.
    static constexpr int version = 2;

    /// Opens `file`, reads its directory and bitmap, and checks that it is a table of `game` and `material`,
    /// which has `cells` cells. Returns an error message if not. Later changes to the file show as damage
    /// when a block is read.
    static Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& file,
                                                                    std::string_view game,
                                                                    std::string_view material,
                                                                    std::uint64_t cells);

    /// Writes a table to a temporary file and renames it to `file`. `head` provides game, material and cells;
    /// the other fields are computed from `values`. The stronger side is to move in the first `first_block`
    /// positions. Throws EnvironmentError.
    static void write(const std::filesystem::path& file, TableHead head, const DenseCells& positions,
                      const Values& values, std::size_t first_block);

    ~Table();
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    const TableHead& head() const { return head_; }
    /// Whether the bounds were rounded, so that no other table can be proven from them.
    bool is_rounded() const { return head_.proof == "rounded"; }
    const DenseCells& positions() const { return positions_; }

    /// Returns the number of the position at `cell`, or the error `mismatch_message()` if the cell is not a
    /// position in this table.
    Expected<std::size_t, std::string> number(std::uint64_t cell) const;

    /// The error message that the table's positions are not those of its material.
    std::string mismatch_message() const;

    /// Returns the bounds of the position `number` (below `positions().size()`), or an error message if the
    /// file is damaged. Thread-safe.
    Expected<Bounds, std::string> at(std::size_t number) const;

    /// Returns the bounds of all positions, or an error message if the file is damaged.
    Expected<Values, std::string> values() const;

    /// Recomputes the fields of the head from the table's `values`; returns a message about the first one
    /// that differs, or an empty string. The stronger side is to move in the first `first_block` positions.
    std::string false_claim(const Values& values, std::size_t first_block) const;

  private:
    struct Block;

    Table() = default;
    bool read(unsigned char* buffer, std::size_t size, std::size_t offset) const;
    std::size_t unpacked_size(std::size_t number) const;
    Expected<std::vector<unsigned char>, std::string> frame(std::size_t number) const;
    Expected<const Block*, std::string> block(std::size_t number) const;

    std::string file_;
    Descriptor descriptor_;
    TableHead head_;
    std::size_t index_frames_ = 0;     // number of frames that hold the bitmap
    std::vector<std::size_t> begins_;  // file offset of each frame, and of the end
    DenseCells positions_;
    mutable std::unique_ptr<std::atomic<const Block*>[]> blocks_;  // null until first used
    std::size_t block_count_ = 0;
};

}  // namespace octomate::tables
