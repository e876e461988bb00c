#include "tables/tables.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <system_error>

#include "console/console.hpp"
#include "console/files.hpp"
#include "tables/finds.hpp"

namespace octomate::tables {

namespace {

constexpr std::size_t fewest_choices = 3;  // fewer moves make no interesting choice

/// Returns how much more the best move is worth than the second; nullopt if there are fewer than
/// `fewest_choices` moves, or the bounds do not separate the two.
std::optional<double> lead(const RollOdds& roll) {
    if (roll.moves.size() < fewest_choices) return {};
    const Bounds &best = roll.moves[0].bounds, &next = roll.moves[1].bounds;
    if (best.lower <= next.upper) return {};
    return best.middle() - next.middle();
}

/// Checks whether only the best move keeps a bound above 0, or only it avoids one below 0.
bool is_only_one(const RollOdds& roll) {
    const Bounds &best = roll.moves[0].bounds, &next = roll.moves[1].bounds;
    return (best.lower > 0 && next.upper <= 0) || (best.lower >= 0 && next.upper < 0);
}

/// Returns the board of `fen` with one character per square, empty ones as dots, and " w" or " b".
std::string board_text(std::string_view fen) {
    std::string squares;
    const std::size_t blank = fen.find(' ');
    for (const char c : fen.substr(0, blank)) {
        if (c >= '1' && c <= '9') {
            squares.append(static_cast<std::size_t>(c - '0'), '.');
        } else {
            squares += c;
        }
    }
    return squares.append(fen.substr(blank, 2));
}

}  // namespace

std::optional<std::pair<double, std::size_t>> measure(const Odds& odds, Criterion criterion) {
    std::optional<std::pair<double, std::size_t>> most;
    if (criterion == Criterion::Swing) {
        double best = -1, worst = 1;
        for (const RollOdds& roll : odds.rolls) {
            best = std::max(best, roll.bounds.middle());
            worst = std::min(worst, roll.bounds.middle());
        }
        if (best > worst) most.emplace(best - worst, 0);
        return most;
    }
    for (std::size_t at = 0; at < odds.rolls.size(); ++at) {
        const auto how = lead(odds.rolls[at]);
        if (!how || (criterion == Criterion::OnlyMove && !is_only_one(odds.rolls[at]))) continue;
        if (!most || *how > most->first) most.emplace(*how, at);
    }
    return most;
}

bool near_each_other(std::string_view fen, std::string_view other) {
    const std::string one = board_text(fen), two = board_text(other);
    if (one.size() != two.size() || one.back() != two.back()) return false;
    int differences = 0;
    for (std::size_t at = 0; at < one.size(); ++at) differences += one[at] != two[at];
    return differences <= 2;
}

Expected<std::vector<std::string>, std::string> Tables::names_in(const std::filesystem::path& folder) const {
    const std::filesystem::path below = file(folder, "").parent_path();
    std::vector<std::string> names;
    if (is_missing(below.string())) return names;
    std::error_code error;
    std::filesystem::directory_iterator entry(below, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::filesystem::path& file = entry->path();
        if (file.extension() == ".table") names.push_back(file.stem().string());
    }
    if (error) return Unexpected{fmt::format("cannot read {}: {}", below.string(), error.message())};
    return names;
}

std::filesystem::path usual_folder() {
    const auto named = [](const char* variable) {
        const char* value = std::getenv(variable);
        return std::filesystem::path(value ? value : "");
    };
    // The XDG Base Directory Specification says to ignore relative paths.
    if (const auto data = named("XDG_DATA_HOME"); data.is_absolute()) return data / "octomate" / "tables";
    if (const auto home = named("HOME"); !home.empty())
        return home / ".local" / "share" / "octomate" / "tables";
    throw EnvironmentError(
        "neither XDG_DATA_HOME nor HOME is set: name the folder of the tables with --tables");
}

bool TableFolder::make(const std::string& material) {
    const std::lock_guard lock(making_);
    for (const std::string& needed : tables_.needed_for(material)) {
        if (!tables_.make(folder_, needed, options_)) return false;
    }
    return true;
}

Expected<Probe, Faults> TableFolder::probe(std::string_view fen) {
    auto probe = tables_.probe(folder_, fen);
    if (!probe || probe->bounds || probe->pieces > most_pieces_unasked || !make(probe->material))
        return probe;
    return tables_.probe(folder_, fen);
}

Expected<std::optional<Odds>, Faults> TableFolder::odds(std::string_view fen) {
    const auto probe = this->probe(fen);
    if (!probe) return Unexpected{probe.error()};
    if (!probe->bounds) return std::optional<Odds>();
    return tables_.odds(folder_, fen);
}

}  // namespace octomate::tables
