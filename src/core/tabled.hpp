#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/position.hpp"

namespace octomate {

/// A game that can have endgame tables. Positions fall into classes by their material, which moves can only
/// leave for one of its `parts()`; the positions of a class are numbered by cells, those that a symmetry of
/// the game makes equal by the same one.
template <class P>
concept Tabled = Position<P> && std::regular<typename P::Material> &&
    requires(const P& position, const typename P::Material material, const typename P::Cells cells,
             std::uint64_t cell, std::string_view text) {
    // "KQK": the stronger side first; or what is wrong with the text.
    { P::Material::named(text) } -> std::same_as<Expected<typename P::Material, std::string>>;
    { P::Material::of(position) } -> std::same_as<typename P::Material>;
    { P::Material::of_men(3) } -> std::same_as<std::vector<typename P::Material>>;
    { material.name() } -> std::same_as<std::string>;
    { material.men() } -> std::same_as<int>;
    // What one move can make of it, itself left out, each once.
    { material.parts() } -> std::same_as<std::vector<typename P::Material>>;
    {typename P::Cells(material)};
    { cells.size() } -> std::same_as<std::uint64_t>;
    { cells.of(position) } -> std::same_as<std::uint64_t>;
    // None where the cell is not a position, or not the one that its position has.
    { cells.at(cell) } -> std::same_as<std::optional<P>>;
};

}  // namespace octomate
