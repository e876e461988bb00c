#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "tables/tables.hpp"

namespace octomate::tables {

/// Where tables are kept if nobody says otherwise: below $XDG_DATA_HOME, or ~/.local/share. Throws
/// EnvironmentError if there is no home either.
std::filesystem::path usual_folder();

/// A number from -1 to 1 as a decimal: -1, 0 and 1 as they are, others with nine digits behind the point.
enum class Rounding { Down, Nearest, Up };
std::string decimal(double number, Rounding rounding);

/// The tables of a game in a folder, from which small ones that are missing are made when they are first
/// asked for.
class Shelf {
  public:
    static constexpr int most_men_unasked = 3;

    /// `tables` must outlive it.
    Shelf(const Tables& tables, std::filesystem::path folder, MakeOptions options)
        : tables_(tables), folder_(std::move(folder)), options_(std::move(options)) {}

    /// Makes a table and those that it needs, where they are missing; false if it was interrupted. Throws
    /// EnvironmentError.
    bool make(const std::string& material);

    /// What the tables say of a position. From any thread.
    Expected<Probe, Faults> probe(std::string_view fen);

  private:
    const Tables& tables_;
    const std::filesystem::path folder_;
    const MakeOptions options_;
    std::mutex making_;
};

}  // namespace octomate::tables
