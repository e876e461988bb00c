#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "console/console.hpp"
#include "core/written.hpp"
#include "tables/find_successors.hpp"
#include "tables/tables.hpp"

namespace octomate::tables {

/// The tables of a game, made of what its positions can do.
template <Tabled P>
requires Written<P>
class TablesOf : public Tables {
  public:
    /// `any`: a position of the game, which reads others.
    explicit TablesOf(const P& any) : any_(any) {}

    Expected<std::string, std::string> material(std::string_view text) const override {
        const auto named = Material::named(text);
        if (!named) return Unexpected{named.error()};
        return named->name();
    }

    std::vector<std::string> of_men(int men) const override {
        std::vector<std::string> names;
        for (const Material& material : Material::of_men(men)) names.push_back(material.name());
        return names;
    }

    std::vector<std::string> needed_for(const std::string& material) const override {
        std::vector<std::string> order;
        add_needed(Material::named(material).value(), order);
        return order;
    }

    std::filesystem::path file(const std::filesystem::path& folder,
                               const std::string& material) const override {
        return folder / any_.variant() / (material + ".table");
    }

    Expected<std::shared_ptr<const Table>, std::string> open(const std::filesystem::path& folder,
                                                             const std::string& material) const override {
        const std::filesystem::path path = file(folder, material);
        if (auto known = opened(path)) return known;
        auto table = Table::open(path, any_.variant(), material);
        if (table) {
            const std::unique_lock lock(mutex_);
            opened_.emplace(path.string(), *table);
        }
        return table;
    }

    bool make(const std::filesystem::path& folder, const std::string& name,
              const MakeOptions& options) const override {
        const Material material = Material::named(name).value();
        const Cells cells(material);
        options.tell(name, "positions", 0);
        const DenseCells positions = positions_of<P>(cells);
        const Successors successors = successors_of(folder, material, positions);
        if (options.interrupted && *options.interrupted) return false;
        ValueOptions how;
        // Values of big tables are rounded sooner, which widens their bounds a little.
        how.bits = material.men() <= 3 ? 48 : 40;
        how.interrupted = options.interrupted;
        how.tell = [&](const std::string& stage, double left) { options.tell(name, stage, left); };
        const Values values = values_of(successors, how);
        if (options.interrupted && *options.interrupted) return false;
        TableHead head;
        head.game = any_.variant();
        head.material = name;
        head.cells = cells.size();
        std::filesystem::create_directories(file(folder, name).parent_path());
        Table::write(file(folder, name), std::move(head), positions, values, successors.first_block);
        const std::unique_lock lock(mutex_);
        opened_.erase(file(folder, name).string());
        return true;
    }

    Expected<std::uint64_t, std::string> verify(const std::filesystem::path& folder,
                                                const std::string& name) const override {
        const auto table = open(folder, name);
        if (!table) return Unexpected{table.error()};
        const auto values = (*table)->values();
        if (!values) return Unexpected{values.error()};
        const Material material = Material::named(name).value();
        const DenseCells positions = positions_of<P>(Cells(material));
        if (positions.bits() != (*table)->positions().bits())
            return Unexpected{file(folder, name).string() + ": its positions are not those of the material"};
        return violations(successors_of(folder, material, positions), *values);
    }

    Expected<Probe, Faults> probe(const std::filesystem::path& folder, std::string_view fen) const override {
        const auto read = any_.read_fen(fen);
        if (!read) return Unexpected{read.error()};
        const P& position = read->value;
        const Material material = Material::of(position);
        Probe probe{position.fen(), material.name(), material.men(), std::nullopt};
        if (probe.men > Material::most_men) return probe;
        const auto path = file(folder, probe.material);
        if (!opened(path) && !std::filesystem::exists(path)) return probe;
        const auto table = open(folder, probe.material);
        if (!table) throw EnvironmentError(table.error());
        const auto bounds = (*table)->at((*table)->positions().number(Cells(material).of(position)));
        if (!bounds) throw EnvironmentError(bounds.error());
        probe.bounds = *bounds;
        return probe;
    }

  private:
    using Material = typename P::Material;
    using Cells = typename P::Cells;

    /// The tables of the parts of a material, and where their values begin among the leaves.
    struct Part {
        Material material;
        Cells cells;
        std::shared_ptr<const Table> table;
        std::uint32_t begin = 0;
    };

    /// A table that is open already; else null.
    std::shared_ptr<const Table> opened(const std::filesystem::path& path) const {
        const std::shared_lock lock(mutex_);
        const auto found = opened_.find(path.string());
        return found == opened_.end() ? nullptr : found->second;
    }

    static void add_needed(const Material& material, std::vector<std::string>& order) {
        const std::string name = material.name();
        if (std::find(order.begin(), order.end(), name) != order.end()) return;
        for (const Material& part : material.parts()) add_needed(part, order);
        order.push_back(name);
    }

    /// Throws EnvironmentError if the table of a part cannot be read.
    Successors successors_of(const std::filesystem::path& folder, const Material& material,
                             const DenseCells& positions) const {
        std::vector<Part> parts;
        std::vector<double> lower, upper;
        for (const Material& part : material.parts()) {
            const auto table = open(folder, part.name());
            if (!table) throw EnvironmentError(table.error());
            const auto values = (*table)->values();
            if (!values) throw EnvironmentError(values.error());
            parts.push_back({part, Cells(part), *table, static_cast<std::uint32_t>(lower.size())});
            const std::vector<double> low = numbers_of(values->lower, values->bits);
            const std::vector<double> high = numbers_of(values->upper, values->bits);
            lower.insert(lower.end(), low.begin(), low.end());
            upper.insert(upper.end(), high.begin(), high.end());
        }
        Successors successors = find_successors<P>(material, positions, [&](const P& position) {
            const Material of = Material::of(position);
            for (const Part& part : parts) {
                if (part.material == of) {
                    return part.begin + static_cast<std::uint32_t>(
                                            part.table->positions().number(part.cells.of(position)));
                }
            }
            throw std::logic_error("a move leads to a material that is no part of " + material.name());
        });
        successors.lower.insert(successors.lower.end(), lower.begin(), lower.end());
        successors.upper.insert(successors.upper.end(), upper.begin(), upper.end());
        return successors;
    }

    const P any_;
    mutable std::shared_mutex mutex_;
    mutable std::map<std::string, std::shared_ptr<const Table>> opened_;
};

}  // namespace octomate::tables
