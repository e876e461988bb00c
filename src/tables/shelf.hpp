#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "tables/tables.hpp"

namespace octomate::tables {

/// Where tables are kept if nobody says otherwise: below $XDG_DATA_HOME, or ~/.local/share. Throws
/// EnvironmentError if there is no home either.
std::filesystem::path usual_folder();

/// A folder that the user named, or the usual one if he named none. Throws as usual_folder does.
inline std::filesystem::path folder_or_usual(const std::string& named) {
    return named.empty() ? usual_folder() : std::filesystem::path(named);
}

/// The tables of a game in a folder, from which small ones that are missing are made when they are first
/// asked for.
class Shelf {
  public:
    static constexpr int most_men_unasked = 3;

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
