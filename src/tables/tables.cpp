#include "tables/tables.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <system_error>

#include "console/console.hpp"
#include "console/files.hpp"
#include "tables/best_positions.hpp"

namespace octomate::tables {

namespace {

constexpr std::size_t fewest_moves = 3;  // a roll with fewer legal moves offers no interesting choice

/// Returns how much more the best move is worth than the second; nullopt if there are fewer than
/// `fewest_moves` moves, or the bounds do not separate the two.
std::optional<double> lead_of_best(const RollOdds& roll) {
    if (roll.moves.size() < fewest_moves) return {};
    const Bounds &best = roll.moves[0].bounds, &next = roll.moves[1].bounds;
    if (best.lower <= next.upper) return {};
    return best.middle() - next.middle();
}

/// Checks whether only the best move is better than a draw, or only it is no worse than a draw.
bool is_only_move(const RollOdds& roll) {
    const Bounds &best = roll.moves[0].bounds, &next = roll.moves[1].bounds;
    return (best.lower > 0 && next.upper <= 0) || (best.lower >= 0 && next.upper < 0);
}

/// Returns the board of `fen` with one character per square, a dot for an empty one, then " w" or " b".
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
    for (std::size_t index = 0; index < odds.rolls.size(); ++index) {
        const auto lead = lead_of_best(odds.rolls[index]);
        if (!lead || (criterion == Criterion::OnlyMove && !is_only_move(odds.rolls[index]))) continue;
        if (!most || *lead > most->first) most.emplace(*lead, index);
    }
    return most;
}

bool near_each_other(std::string_view fen, std::string_view other_fen) {
    const std::string board = board_text(fen), other = board_text(other_fen);
    if (board.size() != other.size() || board.back() != other.back()) return false;
    int differences = 0;
    for (std::size_t index = 0; index < board.size(); ++index) differences += board[index] != other[index];
    return differences <= 2;
}

Expected<std::vector<std::string>, std::string> Tables::names_in(const std::filesystem::path& folder) const {
    const std::filesystem::path game_folder = file(folder, "").parent_path();
    std::vector<std::string> names;
    if (is_missing(game_folder.string())) return names;
    std::error_code error;
    std::filesystem::directory_iterator entry(game_folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::filesystem::path& file = entry->path();
        if (file.extension() == ".table") names.push_back(file.stem().string());
    }
    if (error) return Unexpected{fmt::format("cannot read {}: {}", game_folder.string(), error.message())};
    return names;
}

std::filesystem::path default_folder() {
    const auto path_in = [](const char* variable) {
        const char* value = std::getenv(variable);
        return std::filesystem::path(value ? value : "");
    };
    // The XDG Base Directory Specification says to ignore relative paths.
    if (const auto data = path_in("XDG_DATA_HOME"); data.is_absolute()) return data / "octomate" / "tables";
    if (const auto home = path_in("HOME"); !home.empty())
        return home / ".local" / "share" / "octomate" / "tables";
    throw EnvironmentError(
        "neither XDG_DATA_HOME nor HOME is set: name the folder of the tables with --tables");
}

bool TableFolder::make(const std::string& material) {
    const std::lock_guard lock(make_mutex_);
    for (const std::string& needed : tables_.needed_for(material)) {
        if (!tables_.make(folder_, needed, options_)) return false;
    }
    return true;
}

Expected<Probe, Faults> TableFolder::probe(std::string_view fen) {
    auto probe = tables_.probe(folder_, fen);
    if (!probe || probe->bounds || probe->pieces > most_pieces_on_demand || !make(probe->material))
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
