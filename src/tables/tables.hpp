#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "tables/table.hpp"

namespace octomate::tables {

/// How tables are made.
struct MakeOptions {
    const std::atomic<bool>* interrupted = nullptr;
    /// Told now and then: the material, a stage, and what is left of its distance from the solution.
    std::function<void(const std::string& material, const std::string& stage, double left)> tell =
        [](const std::string&, const std::string&, double) {};
};

/// What a table says of a position.
struct Probe {
    std::string fen;       ///< normalised
    std::string material;  ///< "KQK"
    int men = 0;
    /// For the side to move; none if there is no table.
    std::optional<Bounds> bounds;
};

/// The endgame tables of a game, in files of a folder that are named after their material. All may be called
/// from many threads at once, but for two that make the same table.
class Tables {
  public:
    virtual ~Tables() = default;

    /// A material as the tables name it; or what is wrong with the text, or why it can have no table.
    virtual Expected<std::string, std::string> material(std::string_view text) const = 0;
    /// All materials of so many men, kings included.
    virtual std::vector<std::string> of_men(int men) const = 0;
    /// A material and those whose tables are needed for its own, in an order in which they can be made.
    virtual std::vector<std::string> needed_for(const std::string& material) const = 0;

    /// Where the table of a material is, or would be.
    virtual std::filesystem::path file(const std::filesystem::path& folder,
                                       const std::string& material) const = 0;
    /// The table of a material; or why there is none, in one sentence.
    virtual Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& folder,
                                                                     const std::string& material) const = 0;

    /// Makes the table of a material; those that it needs must be there. False if it was interrupted. Throws
    /// EnvironmentError.
    virtual bool make(const std::filesystem::path& folder, const std::string& material,
                      const MakeOptions& options) const = 0;

    /// Reads a whole table, which finds what is damaged, and looks whether the bounds of each position are
    /// what those behind its moves allow. How many are not; or why the table cannot be read.
    virtual Expected<std::uint64_t, std::string> verify(const std::filesystem::path& folder,
                                                        const std::string& material) const = 0;

    /// What the tables say of a position; or what is wrong with it. Throws EnvironmentError if a table is
    /// damaged.
    virtual Expected<Probe, Faults> probe(const std::filesystem::path& folder,
                                          std::string_view fen) const = 0;
};

}  // namespace octomate::tables
