#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "console/console.hpp"
#include "console/files.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "tables/best_positions.hpp"
#include "tables/graph_of.hpp"
#include "tables/odds.hpp"
#include "tables/table.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

/// Returns the value of `result`, or throws its error message as an EnvironmentError.
template <class T>
T or_throw(Expected<T, std::string> result) {
    if (!result) throw EnvironmentError(result.error());
    return *std::move(result);
}

/// The tables of the game whose positions are of type `P`.
template <Tabled P>
requires Written<P>
class TablesOf : public TablesFor<P> {
  public:
    /// `start`: any position of the game, used to parse FENs.
    explicit TablesOf(const P& start) : start_(start) {}

    Expected<std::string, std::string> material(std::string_view text) const override {
        const auto named = Material::named(text);
        if (!named) return Unexpected{named.error()};
        return named->name();
    }

    std::vector<std::string> material_names(int pieces) const override {
        std::vector<std::string> names;
        for (const Material& material : Material::of_pieces(pieces)) names.push_back(material.name());
        return names;
    }

    std::vector<std::string> needed_for(const std::string& material) const override {
        std::vector<std::string> order;
        add_needed(Material::named(material).value(), order);
        return order;
    }

    std::filesystem::path file(const std::filesystem::path& folder,
                               const std::string& material) const override {
        return folder / start_.variant() / (material + ".table");
    }

    std::filesystem::path part(const std::filesystem::path& folder,
                               const std::string& material) const override {
        return file(folder, material).concat(".part");
    }

    Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& folder,
                                                             const std::string& name) const override {
        return open(folder, Material::named(name).value());
    }

    bool make(const std::filesystem::path& folder, const std::string& name,
              const MakeOptions& options) const override {
        const Material material = Material::named(name).value();
        const Cells cells(material);
        const Team alone;
        const Team& team = options.team ? *options.team : alone;
        const std::filesystem::path table_path = file(folder, name), progress_path = this->part(folder, name);
        if (team.agreed(!is_missing(table_path.string()) && is_missing(progress_path.string()))) return true;
        if (const std::string error = rounded_table_error(folder, material); !error.empty())
            throw EnvironmentError(error);
        make_directory(table_path.parent_path().string());
        Checkpoint checkpoint(progress_path);
        // Only rank 0 writes files, and locks out other processes meanwhile.
        if (team.agreed(team.rank() == 0 && !wait_for(checkpoint, table_path, options))) return false;
        if (team.agreed(!is_missing(table_path.string()))) {  // made by another process meanwhile
            if (team.rank() == 0) checkpoint.remove();
            return true;
        }
        options.report(name, "positions", 0);
        std::optional<DenseCells> positions;
        std::optional<Successors> successors;
        try {
            // Several ranks stop only where they call team.agreed(), so that all stop together.
            const StopCheck stop_check = team.size() == 1 ? StopCheck(options.stop) : StopCheck();
            positions = positions_of<P>(cells, stop_check);
            successors = successors_of(folder, material, *positions, team, stop_check);
        } catch (const Stopped&) {
            return false;
        }
        if (team.agreed(options.stop())) return false;
        checkpoint.set_computation(computation_name(name, *successors));
        ValueOptions value_options;
        // Fewer bits make the files of big tables smaller, and their bounds a little wider.
        value_options.bits = material.pieces() <= 3 ? most_bits : 40;
        value_options.team = options.team;
        value_options.checkpoint = &checkpoint;
        value_options.stop = options.stop;
        value_options.report = [&](const std::string& stage, double left) {
            options.report(name, stage, left);
        };
        const auto values =
            has_die ? values_of(*successors, value_options) : mates_of(*successors, value_options);
        if (!values) return false;
        TableHead head;
        head.game = start_.variant();
        head.material = name;
        head.cells = cells.size();
        if (team.rank() == 0) {
            Table::write(table_path, std::move(head), *positions, *values, successors->first_block);
            checkpoint.remove();
        }
        team.agreed(true);  // no rank continues before the table exists
        const std::unique_lock lock(mutex_);
        std::erase_if(opened_, [&](const Opened& opened) { return opened.matches(folder, material); });
        return true;
    }

    void pack(const std::filesystem::path& folder, const std::string& name, const std::filesystem::path& to,
              int bits) const override {
        const std::filesystem::path packed = file(to, name);
        if (!is_missing(packed.string())) return;
        const auto table = or_throw(open(folder, name));
        Values values = or_throw(table->values());
        TableHead head;
        head.game = start_.variant();
        head.material = name;
        head.cells = table->head().cells;
        const DenseCells& positions = table->positions();
        make_directory(packed.parent_path().string());
        Table::write(packed, std::move(head), positions, rounded(std::move(values), bits),
                     first_block_of<P>(Cells(Material::named(name).value()), positions));
    }

    Expected<std::uint64_t, std::string> verify(
        const std::filesystem::path& folder, const std::string& name,
        const std::function<bool()>& stop = [] { return false; }) const override {
        const StopCheck stop_check(stop);
        const auto table = open(folder, name);
        if (!table) return Unexpected{table.error()};
        const auto values = (*table)->values();
        if (!values) return Unexpected{values.error()};
        const Material material = Material::named(name).value();
        if (!(*table)->is_rounded()) {
            if (std::string error = rounded_table_error(folder, material); !error.empty())
                return Unexpected{std::move(error)};
        }
        const DenseCells positions = positions_of<P>(Cells(material), stop_check);
        if (positions.bits() != (*table)->positions().bits()) return Unexpected{(*table)->mismatch_message()};
        if (std::string error = (*table)->false_claim(*values, first_block_of<P>(Cells(material), positions));
            !error.empty())
            return Unexpected{std::move(error)};
        const Successors successors = successors_of(folder, material, positions, Team(), stop_check);
        return (*table)->is_rounded() ? contradictions(successors, *values)
               : has_die              ? violations(successors, *values) + endless(successors, *values)
                                      : mate_violations(successors, *values);
    }

    Expected<Probe, Faults> probe(const std::filesystem::path& folder, std::string_view fen) const override {
        const auto read = start_.read_fen(fen);
        if (!read) return Unexpected{read.error()};
        const Material material = Material::of(read->value);
        Probe probe{read->value.fen(), material.name(), material.pieces(), bounds(folder, read->value)};
        const auto table = probe.bounds ? find_open(folder, material) : nullptr;
        probe.rounded = table && table->is_rounded();
        return probe;
    }

    Expected<std::optional<Odds>, Faults> odds(const std::filesystem::path& folder,
                                               std::string_view fen) const override {
        const auto read = start_.read_fen(fen);
        if (!read) return Unexpected{read.error()};
        return odds_of(read->value, [&](const P& position) { return bounds(folder, position); });
    }

    Expected<std::vector<Sampled>, std::string> sample(const std::filesystem::path& folder,
                                                       const std::string& name, std::size_t count,
                                                       std::uint64_t seed) const override {
        const auto table = open(folder, name);
        if (!table) return Unexpected{table.error()};
        const Cells cells(Material::named(name).value());
        Random random = Random::of_unit(seed, 0);
        std::vector<Sampled> sampled;
        while (sampled.size() < count) {
            const auto position = cells.at(random.next() % cells.size());
            if (position) sampled.push_back({position->fen(), *bounds(folder, *position)});
        }
        return sampled;
    }

    Expected<std::string, std::string> pocket(const std::filesystem::path& folder,
                                              const std::string& name) const override {
        const auto table = open(folder, name);
        if (!table) return Unexpected{table.error()};
        const Cells cells(Material::named(name).value());
        const DenseCells& positions = (*table)->positions();
        std::vector<std::optional<Bounds>> bounds_of_cells;
        std::string error;
        std::size_t number = 0;
        positions.for_each(0, first_block_of<P>(cells, positions), [&](std::uint64_t cell) {
            const auto bounds = (*table)->at(number++);
            if (!bounds) error = bounds.error();
            bounds_of_cells.resize(cell);
            bounds_of_cells.push_back(bounds ? *bounds : std::optional<Bounds>());
        });
        if (!error.empty()) return Unexpected{error};
        return PocketTable::packed(bounds_of_cells);
    }

    Expected<std::vector<RankedPosition>, std::string> find(const std::filesystem::path& folder,
                                                            const std::string& name,
                                                            const FindRequest& request) const override {
        const auto table = open(folder, name);
        if (!table) return Unexpected{table.error()};
        const Cells cells(Material::named(name).value());
        const auto position_at = [&](std::uint64_t cell) {
            auto position = cells.at(cell);
            if (!position) throw EnvironmentError((*table)->mismatch_message());
            return *std::move(position);
        };
        return best_positions<P>((*table)->positions(), position_at, request,
                                 [&](const P& position) { return bounds(folder, position); });
    }

    std::optional<Bounds> bounds(const std::filesystem::path& folder, const P& position) const override {
        const Material material = Material::of(position);
        if (material.pieces() > Material::most_pieces) return {};
        auto table = find_open(folder, material);
        if (!table) {
            if (is_missing(file(folder, material.name()).string())) return {};
            table = or_throw(open(folder, material));
        }
        return or_throw(table->at(or_throw(table->number(Cells(material).of(position)))));
    }

  private:
    using Material = typename P::Material;
    using Cells = typename P::Cells;
    static constexpr bool has_die = P::chance_unit > 1;

    /// A material that a capture or promotion leads to, and its table.
    struct NextTable {
        Material material;
        Cells cells;
        std::shared_ptr<const Table> table;
        std::uint32_t begin = 0;  ///< number of positions in the tables before this one
    };

    /// An open table, with the folder and the material that identify it.
    struct Opened {
        std::filesystem::path folder;
        Material material;
        std::shared_ptr<const Table> table;

        bool matches(const std::filesystem::path& other_folder, const Material& other) const {
            return material == other && folder.native() == other_folder.native();
        }
    };

    /// Returns the table of `material` in `folder` if it is open, else null.
    std::shared_ptr<const Table> find_open(const std::filesystem::path& folder,
                                           const Material& material) const {
        const std::shared_lock lock(mutex_);
        for (const Opened& opened : opened_) {
            if (opened.matches(folder, material)) return opened.table;
        }
        return nullptr;
    }

    Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& folder,
                                                             const Material& material) const {
        if (auto open_table = find_open(folder, material)) return open_table;
        const std::string name = material.name();
        const std::filesystem::path path = file(folder, name);
        if (is_missing(path.string()))
            return Unexpected{
                fmt::format("{}: no such table; octomate tables make {} makes it", path.string(), name)};
        auto table = Table::open(path, start_.variant(), name, Cells(material).size());
        if (table && ((*table)->head().proof == "mates") == has_die)
            return Unexpected{
                fmt::format("{}: its values are not of the kind that this game has", path.string())};
        if (table) {
            const std::unique_lock lock(mutex_);
            opened_.push_back({folder, material, *table});
        }
        return table;
    }

    /// Locks the checkpoint, waiting while another process makes the same table; returns false if interrupted
    /// meanwhile. Throws EnvironmentError instead of waiting unless `options.waits`.
    static bool wait_for(Checkpoint& checkpoint, const std::filesystem::path& table_path,
                         const MakeOptions& options) {
        while (!checkpoint.lock()) {
            if (!options.waits)
                throw EnvironmentError(fmt::format("{} is being made by another run", table_path.string()));
            if (options.stop()) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return true;
    }

    /// Returns the name of the computation: game, material, version, checksum of the leaves' bounds.
    std::string computation_name(const std::string& name, const Successors& successors) const {
        Checksum sum;
        for (const auto* bounds : {&successors.lower, &successors.upper})
            sum.add({reinterpret_cast<const char*>(bounds->data()), bounds->size() * sizeof(double)});
        return fmt::format("{} {} {} {:x}", start_.variant(), name, Table::version, sum.value());
    }

    /// Appends to `order` the materials that `material` depends on, then `material`, each only once.
    static void add_needed(const Material& material, std::vector<std::string>& order) {
        const std::string name = material.name();
        if (std::find(order.begin(), order.end(), name) != order.end()) return;
        for (const Material& next : material.next_materials()) add_needed(next, order);
        order.push_back(name);
    }

    /// Returns an error message if a capture or promotion leads from `material` to a material whose table is
    /// rounded, so that nothing can be proven from it; returns an empty text otherwise.
    std::string rounded_table_error(const std::filesystem::path& folder, const Material& material) const {
        for (const Material& next : material.next_materials()) {
            const auto table = open(folder, next);
            if (table && (*table)->is_rounded())
                return fmt::format(
                    "{}: its bounds are rounded, so that {} cannot be made or verified by them",
                    file(folder, next.name()).string(), material.name());
        }
        return {};
    }

    /// Builds the graph of `material` with the bounds of its leaves. Keeps only leaves that a move leads to
    /// (with pawns these are few). Then appends the widest bounds in the tables of the next materials as a
    /// leaf, because the proof depends on the greatest gap. Throws EnvironmentError if such a table cannot be
    /// read.
    Successors successors_of(const std::filesystem::path& folder, const Material& material,
                             const DenseCells& positions, const Team& team,
                             const StopCheck& stop_check) const {
        std::vector<NextTable> next_tables;
        std::size_t leaves = 0;
        for (const Material& next : material.next_materials()) {
            const auto table = or_throw(open(folder, next));
            next_tables.push_back({next, Cells(next), table, static_cast<std::uint32_t>(leaves)});
            leaves += table->positions().size();
        }
        const auto leaf_of = [&](const P& position) {
            const Material other = Material::of(position);
            const auto found = std::find_if(next_tables.begin(), next_tables.end(),
                                            [&](const NextTable& next) { return next.material == other; });
            const NextTable& next = next_tables.at(static_cast<std::size_t>(found - next_tables.begin()));
            return next.begin +
                   static_cast<std::uint32_t>(or_throw(next.table->number(next.cells.of(position))));
        };
        Successors successors = find_successors<P>(material, positions, team, leaf_of, stop_check);
        const std::vector<std::uint32_t> reached = renumber_leaves(successors, leaves);
        auto next_reached = reached.begin();
        Bounds widest;
        for (const NextTable& next : next_tables) {
            const Values values = or_throw(next.table->values());
            const std::vector<double> lower = numbers_of(values.lower, values.bits);
            const std::vector<double> upper = numbers_of(values.upper, values.bits);
            for (std::size_t index = 0; index < lower.size(); ++index) {
                if (upper[index] - lower[index] > widest.upper - widest.lower)
                    widest = {lower[index], upper[index]};
                if (next_reached == reached.end() || *next_reached != next.begin + index) continue;
                ++next_reached;
                successors.lower.push_back(lower[index]);
                successors.upper.push_back(upper[index]);
            }
        }
        successors.lower.push_back(widest.lower);
        successors.upper.push_back(widest.upper);
        return successors;
    }

    const P start_;
    mutable std::shared_mutex mutex_;
    mutable std::vector<Opened> opened_;  ///< guarded by `mutex_`
};

}  // namespace octomate::tables
