#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "tables/odds.hpp"
#include "tables/table.hpp"

namespace octomate::tables {

/// The exception that ends an interrupted computation.
struct Stopped {};

/// Throws Stopped once `stop()` returns true. Thread-safe: only one thread at a time calls `stop`.
class StopCheck {
  public:
    explicit StopCheck(std::function<bool()> stop = [] { return false; }) : stop_(std::move(stop)) {}

    void operator()() const {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (lock && stop_()) throw Stopped();
    }

  private:
    const std::function<bool()> stop_;
    mutable std::mutex mutex_;
};

/// The most pieces of a table of any game, kings included.
inline constexpr int most_pieces = 6;

/// How tables are made.
struct MakeOptions {
    std::function<bool()> stop = [] { return false; };  ///< polled; true interrupts
    const Team* team = nullptr;                         ///< null: this process alone
    /// Waits while another process makes the same table; if false, throws instead.
    bool waits = true;
    /// Progress callback: the material, the current stage, and its remaining distance from the solution.
    std::function<void(const std::string& material, const std::string& stage, double left)> report =
        [](const std::string&, const std::string&, double) {};
};

/// The table entry of a position.
struct Probe {
    std::string fen;       ///< normalized
    std::string material;  ///< "KQK"
    int pieces = 0;
    /// For the side to move; nullopt if there is no table.
    std::optional<Bounds> bounds;
    bool rounded = false;  ///< whether the table is packed, so its bounds are rounded
};

/// A position and its bounds.
struct Sampled {
    std::string fen;
    Bounds bounds;
};

/// The criterion by which `Tables::find` ranks positions.
enum class Criterion : std::uint8_t {
    Sharpest,  ///< the greatest difference between the best and the second move on a roll
    Swing,     ///< the greatest difference between the best and the worst roll
    OnlyMove,  ///< on a roll with several moves, only one keeps the win or the draw
};

/// What `Tables::find` looks for.
struct FindRequest {
    Criterion criterion = Criterion::Sharpest;
    std::size_t count = 10;           ///< most positions to return
    std::uint64_t seed = 1;           ///< selects the sample
    std::uint64_t samples = 100'000;  ///< most positions to examine
    const std::atomic<bool>* interrupted = nullptr;
};

/// A position found by `Tables::find`.
struct Find {
    std::string fen;
    std::optional<int> roll;  ///< the roll that the criterion refers to, if one
    double measure = 0;       ///< the difference by which positions are ranked, above 0
    Odds odds;
};

/// The endgame tables of a game: files in a folder, named after their material. Thread-safe, except for two
/// calls of `make` for the same table.
class Tables {
  public:
    virtual ~Tables() = default;

    /// Parses a material such as "KQKR" and returns its canonical name, or an error message if the text is
    /// wrong or there can be no such table.
    virtual Expected<std::string, std::string> material(std::string_view text) const = 0;
    /// Returns all materials of `pieces` pieces, kings included.
    virtual std::vector<std::string> of_pieces(int pieces) const = 0;
    /// Returns the materials whose tables that of `material` depends on, in an order in which they can be
    /// made; `material` itself is the last.
    virtual std::vector<std::string> needed_for(const std::string& material) const = 0;

    /// The path of the table of `material`, whether it exists or not.
    virtual std::filesystem::path file(const std::filesystem::path& folder,
                                       const std::string& material) const = 0;
    /// The path of the saved progress while the table of `material` is made.
    virtual std::filesystem::path part(const std::filesystem::path& folder,
                                       const std::string& material) const = 0;
    /// Returns the materials whose tables are in `folder`, by their file names; empty if there is no such
    /// folder. Returns an error message if it cannot be read.
    Expected<std::vector<std::string>, std::string> names_in(const std::filesystem::path& folder) const;
    /// Opens the table of `material`, or returns an error message. Open tables are shared.
    virtual Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& folder,
                                                                     const std::string& material) const = 0;

    /// Makes the table of `material` unless it exists. The tables that it depends on must exist, unrounded.
    /// Returns false if interrupted; the progress is saved, and the next call resumes. Throws
    /// EnvironmentError.
    virtual bool make(const std::filesystem::path& folder, const std::string& material,
                      const MakeOptions& options) const = 0;

    /// Writes a smaller copy of the table of `material` into the folder `to`, unless it exists, with bounds
    /// rounded to `bits` fractional bits: see `rounded`. Throws EnvironmentError.
    virtual void pack(const std::filesystem::path& folder, const std::string& material,
                      const std::filesystem::path& to, int bits) const = 0;

    /// Verifies the table of `material`: its positions, its head, and that its bounds are proven (rounded
    /// ones: that they are consistent). Returns the number of positions whose bounds fail, or an error
    /// message if the head is wrong, or this table or one that it depends on cannot be read. Throws Stopped
    /// once `stop()` returns true.
    virtual Expected<std::uint64_t, std::string> verify(
        const std::filesystem::path& folder, const std::string& material,
        const std::function<bool()>& stop = [] { return false; }) const = 0;

    /// Returns the table entry of the position `fen`, or the faults of the FEN. Throws EnvironmentError if a
    /// table is damaged.
    virtual Expected<Probe, Faults> probe(const std::filesystem::path& folder,
                                          std::string_view fen) const = 0;

    /// Returns the bounds of the position `fen`, its rolls and moves, or the faults of the FEN; nullopt if a
    /// table is missing. Throws EnvironmentError if a table is damaged.
    virtual Expected<std::optional<Odds>, Faults> odds(const std::filesystem::path& folder,
                                                       std::string_view fen) const = 0;

    /// Returns `count` random positions of `material` with their bounds, determined by `seed`; or an error
    /// message if the table cannot be read.
    virtual Expected<std::vector<Sampled>, std::string> sample(const std::filesystem::path& folder,
                                                               const std::string& material, std::size_t count,
                                                               std::uint64_t seed) const = 0;

    /// Returns the bytes of a PocketTable of `material`, or an error message if its table cannot be read.
    virtual Expected<std::string, std::string> pocket(const std::filesystem::path& folder,
                                                      const std::string& material) const = 0;

    /// Returns the positions of `material` that rank highest by `request.criterion`, the best first; or an
    /// error message if its table cannot be read.
    virtual Expected<std::vector<Find>, std::string> find(const std::filesystem::path& folder,
                                                          const std::string& material,
                                                          const FindRequest& request) const = 0;
};

/// The endgame tables of a game, accessed with positions of type `P` instead of FENs.
template <Tabled P>
class TablesFor : public Tables {
  public:
    /// Returns the bounds of `position`, or nullopt if there is no table. Thread-safe. Throws
    /// EnvironmentError if the table is damaged.
    virtual std::optional<Bounds> bounds(const std::filesystem::path& folder, const P& position) const = 0;
};

/// Returns the default folder of tables: octomate/tables in $XDG_DATA_HOME, or else in ~/.local/share. Throws
/// EnvironmentError if HOME is not set either.
std::filesystem::path usual_folder();

/// Returns `named`, or `usual_folder()` if it is empty. Throws as `usual_folder` does.
inline std::filesystem::path folder_or_usual(const std::string& named) {
    return named.empty() ? usual_folder() : std::filesystem::path(named);
}

/// The tables of a game in a folder. Makes missing tables of up to three pieces on first use.
class TableFolder {
  public:
    /// The most pieces of a table that is made on demand.
    static constexpr int most_pieces_unasked = 3;

    /// `tables` must outlive this object.
    TableFolder(const Tables& tables, std::filesystem::path folder, MakeOptions options)
        : tables_(tables), folder_(std::move(folder)), options_(std::move(options)) {}

    const std::filesystem::path& folder() const { return folder_; }

    /// Makes the table of `material` and those that it depends on, unless they exist. Returns false if
    /// interrupted. Throws EnvironmentError.
    bool make(const std::string& material);

    /// Returns the table entry of the position `fen`, or the faults of the FEN; makes small tables first.
    /// Thread-safe.
    Expected<Probe, Faults> probe(std::string_view fen);

    /// Returns the bounds of the position `fen`, its rolls and moves; nullopt without a table. Thread-safe.
    Expected<std::optional<Odds>, Faults> odds(std::string_view fen);

  private:
    const Tables& tables_;
    const std::filesystem::path folder_;
    const MakeOptions options_;
    std::mutex making_;
};

}  // namespace octomate::tables
