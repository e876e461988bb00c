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

namespace octomate::tables {

/// Numbers the cells that are positions, without gaps: a bit for each cell, and how many are set before each
/// word of them.
class DenseCells {
  public:
    DenseCells() = default;
    explicit DenseCells(std::vector<std::uint64_t> bits) : bits_(std::move(bits)), before_(bits_.size()) {
        for (std::size_t word = 0; word < bits_.size(); ++word) {
            before_[word] = static_cast<std::uint32_t>(count_);
            count_ += static_cast<std::size_t>(std::popcount(bits_[word]));
        }
    }

    /// Those of the cells 0…size-1 for which `is_position(cell)` holds; asked on all threads.
    template <class F>
    static DenseCells of(std::uint64_t size, F is_position) {
        std::vector<std::uint64_t> bits((size + 63) / 64);
        tbb::parallel_for(std::size_t{0}, bits.size(), [&](std::size_t word) {
            for (std::uint64_t cell = word * 64; cell < std::min<std::uint64_t>(size, word * 64 + 64);
                 ++cell) {
                if (is_position(cell)) bits[word] |= std::uint64_t{1} << (cell % 64);
            }
        });
        return DenseCells(std::move(bits));
    }

    /// How many positions there are.
    std::size_t size() const { return count_; }
    /// Whether the cell, which may be any number, is a position.
    bool contains(std::uint64_t cell) const {
        return cell / 64 < bits_.size() && (bits_[cell / 64] >> (cell % 64) & 1) != 0;
    }
    /// The number of a cell that is a position.
    std::size_t number(std::uint64_t cell) const {
        const std::uint64_t below = (std::uint64_t{1} << (cell % 64)) - 1;
        return before_[cell / 64] + static_cast<std::size_t>(std::popcount(bits_[cell / 64] & below));
    }

    /// Calls `f(cell)` for the positions numbered `begin`…`end`-1, in order.
    template <class F>
    void for_each(std::size_t begin, std::size_t end, F f) const {
        if (begin >= end) return;
        const auto after =
            std::upper_bound(before_.begin(), before_.end(), static_cast<std::uint32_t>(begin));
        std::size_t number = 0;
        for (auto word = static_cast<std::size_t>(after - before_.begin()) - 1; number < end; ++word) {
            number = before_[word];
            for (std::uint64_t rest = bits_[word]; rest != 0 && number < end; rest &= rest - 1, ++number) {
                if (number >= begin) f(word * 64 + static_cast<std::uint64_t>(std::countr_zero(rest)));
            }
            if (word + 1 == bits_.size()) return;
        }
    }

    /// The bits of all cells.
    const std::vector<std::uint64_t>& bits() const { return bits_; }

  private:
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> before_;
    std::size_t count_ = 0;
};

/// How far the work on a class has come, so that another process can go on with it: a file beside the table
/// to be made.
class Checkpoint {
  public:
    /// The state of the work.
    struct State {
        std::string stage;              ///< which of the works is under way; empty: none
        std::uint64_t step = 0;         ///< of it
        double mark = 0;                ///< how near it had come when that was looked at last
        std::uint64_t evaluations = 0;  ///< until then
        std::vector<double> finished;   ///< what the works before it gave
        std::vector<double> numbers;    ///< of this one
    };

    /// When to write: seldom enough that it takes little of the time, or at every chance, for tests.
    enum class Pace { Seldom, Always };

    explicit Checkpoint(std::filesystem::path file, Pace pace = Pace::Seldom)
        : file_(std::move(file)), pace_(pace) {}
    /// Removes a file that was made for the lock alone.
    ~Checkpoint();
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    /// Locks the work for as long as this object lives; false if another run has it. Throws
    /// EnvironmentError.
    bool lock();

    /// Names what is worked on: the state of another work is not gone on with.
    void set_work(std::string work) { work_ = std::move(work); }

    /// What was remembered; an empty stage if nothing was, or of another work. Throws EnvironmentError if the
    /// file is damaged.
    State read() const;

    /// The state cannot belong to the work, although its name matches: throws EnvironmentError.
    [[noreturn]] void misfit() const { fail("it does not fit its work"); }

    /// Whether the last writing, or the beginning, is long enough ago for another one.
    bool due() const;
    /// Throws EnvironmentError.
    void write(const State& state);
    /// The work is done.
    void remove();

  private:
    [[noreturn]] void fail(std::string_view what) const;

    std::filesystem::path file_;
    Pace pace_;
    std::string work_;
    std::optional<FileLock> lock_;
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::duration took_{};  ///< the last writing
};

/// The moves of a class of positions as numbers, whatever the game. The nodes are the positions of the
/// class; behind them are the leaves, whose values are known: positions of other classes, and the ends of
/// the game.
struct Successors {
    static constexpr std::size_t most_rolls = 8;
    /// Nodes are stored in chunks of this size, which are made in parallel.
    static constexpr std::size_t chunk_size = 4096;

    /// How the value of a node comes from those behind its moves.
    enum class Kind : std::uint8_t {
        Over,  ///< no move: the value of its one target
        One,   ///< one roll: the best of all
        Die,   ///< the mean of the bests of `rolls` groups, an empty one standing for all of them
    };

    struct Chunk {
        std::vector<std::uint32_t> begin;    ///< of each node in `targets`, and the end
        std::vector<std::uint32_t> targets;  ///< nodes, or leaves behind them
        std::vector<Kind> kinds;
        std::vector<std::array<std::uint8_t, most_rolls>> groups;  ///< their sizes
    };

    std::size_t nodes = 0;
    std::size_t first_block = 0;  ///< nodes before it have one side to move, those from it on the other
    unsigned rolls = 1;
    std::vector<Chunk> chunks;
    /// Bounds of the values of the leaves, for their side to move.
    std::vector<double> lower, upper;
};

/// Who works on a class of positions: this process, or several, each of which has its part of every list of
/// numbers. What comes out is the same, to the last bit, however many there are.
class Team {
  public:
    /// Parts begin at multiples of this.
    static constexpr std::size_t piece = 8192;

    virtual ~Team() = default;

    virtual std::size_t rank() const { return 0; }
    virtual std::size_t size() const { return 1; }

    /// The part of a list of `numbers` that a rank has: begin and end.
    std::pair<std::size_t, std::size_t> part(std::size_t numbers, std::size_t rank) const {
        const std::size_t pieces = (numbers + piece - 1) / piece;
        const auto begin = [&](std::size_t of) {
            const std::size_t at = pieces * of / size() * piece;
            return at < numbers ? at : numbers;
        };
        return {begin(rank), begin(rank + 1)};
    }
    std::pair<std::size_t, std::size_t> own(std::size_t numbers) const { return part(numbers, rank()); }

    /// Each rank has worked out its part of the list; all get all of it.
    virtual void share(double* /*list*/, std::size_t /*numbers*/) const {}
    /// Shares `numbers` sums of pieces, of which each rank has those of its part of the list.
    virtual void share_sums(double* /*sums*/, std::size_t /*numbers*/) const {}

    virtual double greatest(double of_this_rank) const { return of_this_rank; }
    virtual std::uint64_t sum(std::uint64_t of_this_rank) const { return of_this_rank; }
    /// Whether it is so on rank 0.
    virtual bool agreed(bool on_this_rank) const { return on_this_rank; }
};

/// The most bits that values have, with which sums of them are exact.
inline constexpr int most_bits = 48;

/// Bounds of the values of the nodes, as whole numbers of units of 2^-bits: what the side to move can make
/// sure of is neither below `lower` nor above `upper` (R11).
struct Values {
    int bits = most_bits;
    std::vector<std::int64_t> lower, upper;
    /// How they were proven.
    enum class Proof : std::uint8_t {
        Nothing,  ///< no side ever wins
        Drift,    ///< a side that plays for its bound keeps it on average, and ends the game
        Ends,     ///< limits of games that are cut off and adjudicated to one side
        Mates,    ///< ply by ply, without chance: see mates.hpp
        Rounded,  ///< not anew: they lie around bounds that were proven
    };
    Proof proof = Proof::Ends;
    std::uint64_t evaluations = 0;  ///< of moves that were looked at
};

struct ValueOptions {
    int bits = most_bits;
    const Team* team = nullptr;                         ///< null: this process alone
    Checkpoint* checkpoint = nullptr;                   ///< where progress is kept
    std::function<bool()> stop = [] { return false; };  ///< asked now and then
    /// Called now and then with a stage and what is left of its distance from the solution.
    std::function<void(const std::string& stage, double left)> report = [](const std::string&, double) {};
};

/// Works out the values. They depend on nothing but the successors; the threads are those of the TBB arena.
/// None if it was stopped.
std::optional<Values> values_of(const Successors& successors, const ValueOptions& options);

/// The same bounds, rounded outwards to units of 2^-bits: they still hold, but do not follow from each other.
/// Values that have no more bits, or are all drawn, stay what they are.
Values rounded(Values values, int bits);

/// Numbers of units of 2^-bits as what they stand for, exactly.
std::vector<double> numbers_of(const std::vector<std::int64_t>& units, int bits);
/// Whole numbers of units.
std::vector<std::int64_t> units_of(const std::vector<double>& numbers);
/// Units as numbers, and behind them the numbers of the leaves.
std::vector<double> with_leaves(const std::vector<std::int64_t>& units, int bits,
                                const std::vector<double>& leaves);

/// In how many nodes the bounds break their inequality, which the proof needs: a lower bound is at most what
/// the bounds behind the node's moves make of it, an upper bound at least.
std::uint64_t violations(const Successors& successors, const Values& values);

/// In how many nodes the side to move, or the other, could keep its bound above 0 without end: condition 3 of
/// docs/tables-format.md. If there is none and `violations` is 0, the bounds hold.
std::uint64_t endless(const Successors& successors, const Values& values);

/// In how many nodes rounded bounds are further from what the bounds behind the node's moves make of them
/// than rounding moves a bound, so that one of them was changed.
std::uint64_t contradictions(const Successors& successors, const Values& values);

/// The bounds that plain iteration from both ends has when they are no more than `gap` apart, or after so
/// many sweeps: what `values_of` is measured against.
Values plain_values(const Successors& successors, double gap, int sweeps);

/// Where there is no chance a game is won, lost or drawn, and a won one lasts so many plies if the winner
/// hurries and the loser delays. In units of 2^-mate_bits a position counts 0 if drawn, else one less for
/// each ply than a game won or lost at once.
inline constexpr int mate_bits = 16;

/// The plies that are left of a game that is won or lost, by what its position counts.
constexpr int plies_of(std::int64_t units) {
    return static_cast<int>((std::int64_t{1} << mate_bits) - (units < 0 ? -units : units));
}

/// Works out what the nodes of a game without chance count: both bounds are the same, and exact.
/// None if it was stopped.
std::optional<Values> mates_of(const Successors& successors, const ValueOptions& options);

/// How many nodes do not count what those behind their moves make of them. None: all are right, since each
/// ply of a win leads to one that is nearer its end.
std::uint64_t mate_violations(const Successors& successors, const Values& values);

/// The head of a file with a table.
struct TableHead {
    std::string game;
    std::string material;
    std::uint64_t cells = 0;  ///< of which the positions are some
    std::uint64_t positions = 0;
    int bits = 0;       ///< of the values, behind the point
    std::string proof;  ///< "nothing", "drift", "ends", "mates" or "rounded": see Values::Proof
    double gap = 0;     ///< the widest between the bounds of a position
    /// The mean of the values of the positions in which the stronger side is to move, and of the others.
    double mean_strong = 0, mean_weak = 0;
    /// How many of the same are won for the side to move, and how many are lost.
    std::uint64_t won_strong = 0, lost_strong = 0, won_weak = 0, lost_weak = 0;
    int longest = 0;                ///< the most plies to a mate, without chance
    std::uint64_t evaluations = 0;  ///< of moves, that it took
};

/// The values of one class, read from its file as they are asked for.
///
/// The file: "OCTOTAB1", the size of the directory (64 bits, the lowest byte first), the directory (JSON: the
/// head, and the sizes of the frames), its checksum (64 bits), and the zstd frames, each with a checksum: the
/// bits of the cells, then the values by blocks, byte by byte of all, the lowest first.
class Table {
  public:
    /// The number of the rules and of the format. Tables of other numbers are refused.
    static constexpr int version = 2;

    /// Opens a file; or why it is not a table of the game and of the material, which has so many cells, in
    /// one sentence. A file that changes or shrinks later is found damaged when it is read.
    static Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& file,
                                                                    std::string_view game,
                                                                    std::string_view material,
                                                                    std::uint64_t cells);

    /// Writes a table beside the file, and puts it in the file's place: game, material and cells of the head
    /// are given, the rest comes from the values. In the first block the stronger side is to move. Throws
    /// EnvironmentError.
    static void write(const std::filesystem::path& file, TableHead head, const DenseCells& positions,
                      const Values& values, std::size_t first_block);

    ~Table();
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    const TableHead& head() const { return head_; }
    /// Whether the bounds were rounded, so that nothing can be proven by them.
    bool is_rounded() const { return head_.proof == "rounded"; }
    const DenseCells& positions() const { return positions_; }

    /// The number of the position that has a cell; or `misfit()`, if the table has no such position.
    Expected<std::size_t, std::string> number(std::uint64_t cell) const;

    /// That the positions of the table are not those of its material, in one sentence.
    std::string misfit() const;

    /// The bounds of the position with a number; or why the file has none. From any thread.
    Expected<Bounds, std::string> at(std::size_t number) const;

    /// All of them.
    Expected<Values, std::string> values() const;

    /// Returns what the head claims falsely of the table's `values`, in one sentence; empty if nothing. Only
    /// `evaluations` cannot be checked. `first_block` as in `write`.
    std::string false_claim(const Values& values, std::size_t first_block) const;

  private:
    struct Block;

    Table() = default;
    bool read(unsigned char* to, std::size_t size, std::size_t at) const;
    std::size_t unpacked_size(std::size_t number) const;
    Expected<std::vector<unsigned char>, std::string> frame(std::size_t number) const;
    Expected<const Block*, std::string> block(std::size_t number) const;

    std::string file_;
    Descriptor descriptor_;
    TableHead head_;
    std::size_t index_frames_ = 0;
    std::vector<std::size_t> begins_;  // of the frames, and the end
    DenseCells positions_;
    mutable std::unique_ptr<std::atomic<const Block*>[]> blocks_;
    std::size_t block_count_ = 0;
};

}  // namespace octomate::tables
