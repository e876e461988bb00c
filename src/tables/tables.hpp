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

/// The exception that ends interrupted work.
struct Stopped {};

/// Throws Stopped once `stop()` returns true. Many threads may call it; one at a time evaluates `stop`.
class Brake {
  public:
    explicit Brake(std::function<bool()> stop = [] { return false; }) : stop_(std::move(stop)) {}

    void operator()() const {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (lock && stop_()) throw Stopped();
    }

  private:
    const std::function<bool()> stop_;
    mutable std::mutex mutex_;
};

/// Most pieces that a table of any game has, kings included.
inline constexpr int most_pieces = 6;

/// How tables are made.
struct MakeOptions {
    std::function<bool()> stop = [] { return false; };  ///< asked now and then
    const Team* team = nullptr;                         ///< null: this process alone
    /// Waits for another run that makes the same table, instead of throwing.
    bool waits = true;
    /// Called now and then with the material, a stage, and what is left of its distance from the solution.
    std::function<void(const std::string& material, const std::string& stage, double left)> report =
        [](const std::string&, const std::string&, double) {};
};

/// What a table says of a position.
struct Probe {
    std::string fen;       ///< normalised
    std::string material;  ///< "KQK"
    int pieces = 0;
    /// For the side to move; none if there is no table.
    std::optional<Bounds> bounds;
    bool rounded = false;  ///< the table is packed, so that nothing is proven by it
};

/// A position, and what its table says of it.
struct Sampled {
    std::string fen;
    Bounds bounds;
};

/// What makes a position worth showing.
enum class Want : std::uint8_t {
    Sharpest,  ///< on one roll the best move is worth far more than the next
    Swing,     ///< the best roll is worth far more than the worst
    OnlyMove,  ///< on one roll a single move does not give away the win, or a draw, and there are many
};

struct FindRequest {
    Want want = Want::Sharpest;
    std::size_t count = 10;
    std::uint64_t seed = 1;
    std::uint64_t looks = 100'000;  ///< most positions of a class that are examined
    const std::atomic<bool>* interrupted = nullptr;
};

/// A position, the roll that it is shown with if there is one, and how striking it is.
struct Find {
    std::string fen;
    std::optional<int> roll;
    double measure = 0;
    Odds odds;
};

/// The endgame tables of a game, in files of a folder that are named after their material. All may be called
/// from many threads at once, but for two that make the same table.
class Tables {
  public:
    virtual ~Tables() = default;

    /// A material as the tables name it; or what is wrong with the text, or why it can have no table.
    virtual Expected<std::string, std::string> material(std::string_view text) const = 0;
    /// All materials of so many pieces, kings included.
    virtual std::vector<std::string> of_pieces(int pieces) const = 0;
    /// A material and those whose tables are needed for its own, in an order in which they can be made.
    virtual std::vector<std::string> needed_for(const std::string& material) const = 0;

    /// Where the table of a material is, or would be.
    virtual std::filesystem::path file(const std::filesystem::path& folder,
                                       const std::string& material) const = 0;
    /// The file that keeps how far the making of a table has come.
    virtual std::filesystem::path part(const std::filesystem::path& folder,
                                       const std::string& material) const = 0;
    /// The names of the materials whose tables a folder holds, as the files are called; none if there is no
    /// such folder. Or why it cannot be read.
    Expected<std::vector<std::string>, std::string> names_in(const std::filesystem::path& folder) const;
    /// The table of a material; or why there is none, in one sentence.
    virtual Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& folder,
                                                                     const std::string& material) const = 0;

    /// Makes the table of a material, if it is missing; those that it needs must be there, not rounded. False
    /// if it was stopped: what was done stands beside the table to be, and the next time it goes on from
    /// there. Throws EnvironmentError.
    virtual bool make(const std::filesystem::path& folder, const std::string& material,
                      const MakeOptions& options) const = 0;

    /// Writes the table of a material into another folder, unless it is there, with bounds of so many bits:
    /// see `rounded`. Throws EnvironmentError.
    virtual void pack(const std::filesystem::path& folder, const std::string& material,
                      const std::filesystem::path& to, int bits) const = 0;

    /// Reads a whole table, and checks what its head claims and that its bounds are proven, or in a rounded
    /// table that they are what those behind the moves allow. Returns how many bounds are not; or why the
    /// table or one that it needs cannot be read, or what its head claims falsely. Throws Stopped once
    /// `stop()` holds.
    virtual Expected<std::uint64_t, std::string> verify(
        const std::filesystem::path& folder, const std::string& material,
        const std::function<bool()>& stop = [] { return false; }) const = 0;

    /// What the tables say of a position; or what is wrong with it. Throws EnvironmentError if a table is
    /// damaged.
    virtual Expected<Probe, Faults> probe(const std::filesystem::path& folder,
                                          std::string_view fen) const = 0;

    /// What they say of its rolls and moves too; none if a table is missing.
    virtual Expected<std::optional<Odds>, Faults> odds(const std::filesystem::path& folder,
                                                       std::string_view fen) const = 0;

    /// Positions of a material at random, and what its table says of them; the same for a seed. Or why the
    /// table cannot be read.
    virtual Expected<std::vector<Sampled>, std::string> sample(const std::filesystem::path& folder,
                                                               const std::string& material, std::size_t count,
                                                               std::uint64_t seed) const = 0;

    /// The bytes of the pocket table of a material; or why its table cannot be read.
    virtual Expected<std::string, std::string> pocket(const std::filesystem::path& folder,
                                                      const std::string& material) const = 0;

    /// The most striking positions of a material, the best first; or why its table cannot be read.
    virtual Expected<std::vector<Find>, std::string> find(const std::filesystem::path& folder,
                                                          const std::string& material,
                                                          const FindRequest& request) const = 0;
};

/// The endgame tables of a game, probed with its positions instead of FENs.
template <Tabled P>
class TablesFor : public Tables {
  public:
    /// What the table of a position says of it; none if there is no table. From any thread. Throws
    /// EnvironmentError if the table is damaged.
    virtual std::optional<Bounds> bounds(const std::filesystem::path& folder, const P& position) const = 0;
};

/// Where tables are kept by default: below $XDG_DATA_HOME, or ~/.local/share. Throws EnvironmentError if
/// there is no home either.
std::filesystem::path usual_folder();

/// A folder that the user named, or else the usual one. Throws as usual_folder does.
inline std::filesystem::path folder_or_usual(const std::string& named) {
    return named.empty() ? usual_folder() : std::filesystem::path(named);
}

/// The tables of a game in a folder, from which small ones that are missing are made when they are first
/// asked for.
class Shelf {
  public:
    static constexpr int most_pieces_unasked = 3;

    /// `tables` must outlive it.
    Shelf(const Tables& tables, std::filesystem::path folder, MakeOptions options)
        : tables_(tables), folder_(std::move(folder)), options_(std::move(options)) {}

    const std::filesystem::path& folder() const { return folder_; }

    /// Makes a table and those that it needs, where they are missing; false if it was interrupted. Throws
    /// EnvironmentError.
    bool make(const std::string& material);

    /// What the tables say of a position. From any thread.
    Expected<Probe, Faults> probe(std::string_view fen);

    /// What they say of its rolls and moves too; none without a table.
    Expected<std::optional<Odds>, Faults> odds(std::string_view fen);

  private:
    const Tables& tables_;
    const std::filesystem::path folder_;
    const MakeOptions options_;
    std::mutex making_;
};

}  // namespace octomate::tables
