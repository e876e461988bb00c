#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "console/files.hpp"
#include "core/expected.hpp"
#include "tables/dense_cells.hpp"
#include "tables/odds.hpp"
#include "tables/values.hpp"

namespace octomate::tables {

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
