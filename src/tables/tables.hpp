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

/// A thread-safe function object that throws Stopped once `stop()` returns true.
class StopCheck {
  public:
    explicit StopCheck(std::function<bool()> stop = [] { return false; }) : stop_(std::move(stop)) {}

    /// Throws Stopped if `stop()` returns true; does nothing while another thread calls `stop`.
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

/// Options of `Tables::make`.
struct MakeOptions {
    std::function<bool()> stop = [] { return false; };  ///< polled; true interrupts
    const Team* team = nullptr;                         ///< null: this process alone
    /// Whether to wait if another process makes the same table; if false, `make` throws EnvironmentError.
    bool waits = true;
    /// Progress callback: the material, the current stage, and its remaining distance from the solution.
    std::function<void(const std::string& material, const std::string& stage, double left)> report =
        [](const std::string&, const std::string&, double) {};
};

/// The table entry of a position.
struct Probe {
    std::string fen;       ///< the position as a normalized FEN
    std::string material;  ///< such as "KQK"
    int pieces = 0;
    std::optional<Bounds> bounds;  ///< bounds for the side to move; nullopt if there is no table
    bool rounded = false;          ///< whether the bounds are rounded, as in packed tables
};

/// A position chosen by `Tables::sample`, and its bounds.
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

/// The options of `Tables::find`.
struct FindRequest {
    Criterion criterion = Criterion::Sharpest;
    std::size_t count = 10;                          ///< maximum number of positions to return
    std::uint64_t seed = 1;                          ///< selects the sample
    std::uint64_t samples = 100'000;                 ///< maximum number of positions to examine, at least 1
    const std::atomic<bool>* interrupted = nullptr;  ///< ends the search when set; may be null
};

/// A position found by `Tables::find`.
struct RankedPosition {
    std::string fen;
    std::optional<int> roll;  ///< the face on which the criterion is met; nullopt for Swing or without a die
    double measure = 0;       ///< the difference of values by which positions are ranked, above 0
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
    /// Returns the names of all materials of `pieces` pieces, at least 2, kings included.
    virtual std::vector<std::string> material_names(int pieces) const = 0;
    /// Returns the materials whose tables must exist before that of `material` can be made, in an order in
    /// which they can be made, and `material` itself as the last.
    virtual std::vector<std::string> needed_for(const std::string& material) const = 0;

    /// Returns the path of the table of `material`, whether it exists or not.
    virtual std::filesystem::path file(const std::filesystem::path& folder,
                                       const std::string& material) const = 0;
    /// Returns the path of the file that saves progress while the table of `material` is made.
    virtual std::filesystem::path part(const std::filesystem::path& folder,
                                       const std::string& material) const = 0;
    /// Returns the materials whose tables are in `folder`, by their file names; empty if there is no such
    /// folder. Returns an error message if it cannot be read.
    Expected<std::vector<std::string>, std::string> names_in(const std::filesystem::path& folder) const;
    /// Opens the table of `material`, or returns an error message. Each table is opened once and then shared.
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

    /// Verifies the positions, the head and the bounds of the table of `material`. Bounds must be proven;
    /// rounded ones need only be consistent. Returns the number of positions whose bounds fail, or an error
    /// message if the positions or the head are wrong, or this table or one that it depends on cannot be
    /// read. Throws Stopped once `stop()` returns true.
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
    virtual Expected<std::vector<RankedPosition>, std::string> find(const std::filesystem::path& folder,
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
std::filesystem::path default_folder();

/// Returns `named`, or `default_folder()` if it is empty. Throws as `default_folder` does.
inline std::filesystem::path folder_or_default(const std::string& named) {
    return named.empty() ? default_folder() : std::filesystem::path(named);
}

/// The tables of a game in a folder. Makes missing tables of up to three pieces on first use.
class TableFolder {
  public:
    /// The most pieces, kings included, of a table that is made on demand.
    static constexpr int most_pieces_on_demand = 3;

    /// `tables` must outlive this object.
    TableFolder(const Tables& tables, std::filesystem::path folder, MakeOptions options)
        : tables_(tables), folder_(std::move(folder)), options_(std::move(options)) {}

    const std::filesystem::path& folder() const { return folder_; }

    /// Makes the table of `material` and those that it depends on, unless they exist. Returns false if
    /// interrupted. Throws EnvironmentError.
    bool make(const std::string& material);

    /// Returns the table entry of the position `fen`, or the faults of the FEN. Makes a small table that is
    /// missing. Throws EnvironmentError. Thread-safe.
    Expected<Probe, Faults> probe(std::string_view fen);

    /// Returns the bounds of the position `fen`, its rolls and moves, or the faults of the FEN; nullopt
    /// without a table. Makes a small table that is missing. Throws EnvironmentError. Thread-safe.
    Expected<std::optional<Odds>, Faults> odds(std::string_view fen);

  private:
    const Tables& tables_;
    const std::filesystem::path folder_;
    const MakeOptions options_;
    std::mutex make_mutex_;
};

}  // namespace octomate::tables
