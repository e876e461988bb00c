#include "cli/compare_tables.hpp"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <memory>

#include "console/progress.hpp"
#include "games/list.hpp"
#include "players/character.hpp"
#include "players/session.hpp"

namespace octomate::cli {

namespace {

/// How far values are off: chances to win less those to lose.
struct Errors {
    std::size_t size = 0;
    double absolute = 0, signed_one = 0, worst = 0;  ///< means, but for the worst
};

Errors errors_of(const std::vector<double>& off) {
    Errors errors;
    errors.size = off.size();
    for (const double by : off) {
        errors.absolute += std::abs(by) / static_cast<double>(off.size());
        errors.signed_one += by / static_cast<double>(off.size());
        errors.worst = std::max(errors.worst, std::abs(by));
    }
    return errors;
}

void tell(const std::string& name, const Errors& errors, const CommonOptions& common) {
    print(
        common.format == Format::Jsonl
            ? fmt::format("{{\"material\":\"{}\",\"positions\":{},\"error\":{:.6f},\"bias\":{:.6f},\"worst\":"
                          "{:.6f}}}\n",
                          name, errors.size, errors.absolute, errors.signed_one, errors.worst)
            : fmt::format("{:<6} {:>8} positions   off by {:.4f} on the average ({:+.4f}), at most {:.4f}\n",
                          name, errors.size, errors.absolute, errors.signed_one, errors.worst));
    flush_output();
}

}  // namespace

int compare_tables(const TableComparison& comparison, const std::vector<std::string>& materials,
                   const tables::Tables& tables, tables::Shelf& shelf, const CommonOptions& common) {
    const auto player = players::character_named(comparison.player);
    if (!player)
        throw UsageError("--player", fmt::format("\"{}\" is no player, expected {}", comparison.player,
                                                 players::character_names()));
    const games::Game& game = games::named(common.variant);
    std::atomic<std::uint64_t> done = 0;
    std::vector<std::pair<std::string, Errors>> told;
    double weighted = 0, positions = 0;
    {
        const Progress progress(common, "positions", [&] {
            HowFar far;
            far.done = done;
            far.total = materials.size() * static_cast<std::size_t>(comparison.positions);
            return far;
        });
        for (const std::string& material : materials) {
            if (!shelf.make(material)) return Interrupted;
            const auto sampled = tables.sample(
                shelf.folder(), material, static_cast<std::size_t>(comparison.positions), comparison.seed);
            if (!sampled) throw EnvironmentError(sampled.error());
            std::vector<double> off(sampled->size());
            tbb::enumerable_thread_specific<std::unique_ptr<players::Session>> sessions(
                [&] { return game.session(); });
            tbb::parallel_for(std::size_t{0}, sampled->size(), [&](std::size_t at) {
                if (interrupted) return;
                players::Session& session = *sessions.local();
                const tables::Sampled& one = (*sampled)[at];
                session.set(one.fen).value();
                off[at] = session.chance(*player) - one.bounds.middle();
                ++done;
            });
            if (interrupted) return Interrupted;
            const Errors errors = errors_of(off);
            told.emplace_back(material, errors);
            const auto table = tables.open(shelf.folder(), material);
            if (!table) throw EnvironmentError(table.error());
            const auto count = static_cast<double>((*table)->head().positions);
            weighted += count * errors.absolute;
            positions += count;
        }
    }
    for (const auto& [material, errors] : told) tell(material, errors, common);
    if (told.size() > 1) {
        print(common.format == Format::Jsonl
                  ? fmt::format("{{\"material\":null,\"error\":{:.6f}}}\n", weighted / positions)
                  : fmt::format("over all positions of these {} materials: off by {:.4f}\n", told.size(),
                                weighted / positions));
    }
    return Success;
}

}  // namespace octomate::cli
