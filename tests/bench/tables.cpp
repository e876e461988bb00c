#include "bench/tables.hpp"

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "bench/require.hpp"
#include "core/random.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "tables/graph_of.hpp"
#include "tables/sweeps.hpp"
#include "tables/tables_of.hpp"

namespace octomate::bench {

namespace {

using superpermutation::D8Position;
using superpermutation::Material;
using Cells = D8Position::Cells;

/// Returns `count` random positions with this material; a position may occur twice.
std::vector<D8Position> positions_of_class(const Material& material, std::size_t count) {
    const Cells cells(material);
    Random random(7);
    std::vector<D8Position> positions;
    while (positions.size() < count) {
        if (const auto position = cells.at(random.next() % cells.size())) positions.push_back(*position);
    }
    return positions;
}

void probe(benchmark::State& state) {
    const auto folder = std::filesystem::temp_directory_path() / "octomate-bench-tables";
    const tables::TablesOf<D8Position> tables{D8Position()};
    const Material material = Material::named("KRK").value();
    for (const std::string& needed : tables.needed_for("KRK")) {
        if (!std::filesystem::exists(tables.file(folder, needed))) tables.make(folder, needed, {});
    }
    const auto positions = positions_of_class(material, 4096);
    std::size_t at = 0, known = 0;
    for (auto _ : state) known += tables.bounds(folder, positions[at++ % positions.size()]).has_value();
    require_equal("positions that the table knows", known, at);
    state.SetItemsProcessed(state.iterations());
}

}  // namespace

void declare_tables() { benchmark::RegisterBenchmark("probe", probe); }

void print_evaluations() {
    const Material material = Material::named("KRK").value();
    const auto positions = tables::positions_of<D8Position>(Cells(material));
    // The capture of the rook leaves two kings, so the only leaf is a draw, with the value 0.
    tables::Successors successors = tables::find_successors<D8Position>(material, positions, tables::Team(),
                                                                        [](const D8Position&) { return 0u; });
    successors.lower.push_back(0);
    successors.upper.push_back(0);
    const tables::Values ours = tables::values_of(successors, {}).value();
    std::int64_t widest = 0;
    for (std::size_t node = 0; node < successors.nodes; ++node)
        widest = std::max(widest, ours.upper[node] - ours.lower[node]);
    const double gap = std::ldexp(static_cast<double>(widest), -ours.bits);
    const tables::Values plain = tables::plain_values(successors, gap, 100'000);
    fmt::print("{} {} {:.3g}\n", ours.evaluations, plain.evaluations, gap);
}

}  // namespace octomate::bench
