// A second computation of endgame tables: plain value iteration over all positions of a material, on the
// naive rules. See README.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "naive.hpp"

namespace naive {

// The values (R11) of all d8 positions of a material and of the materials that moves turn it into, for the
// side to move before the roll.
class Values {
  public:
    // `pieces` are FEN letters with "K" and "k", such as "KRk"; all other pieces are White's and of different
    // kinds. Iteration n counts games that last more than n plies as draws; it stops when no value changes by
    // more than `tolerance`. The values are therefore lower bounds for White, and close.
    Values(const std::string& pieces, double tolerance);

    // Returns the value of a position of this material.
    double value(const Position& position) const;

    // Returns the values of another material that moves lead to, such as "Kk" after a capture or "KRk" after
    // a promotion.
    const Values& other_material(const std::string& pieces);

  private:
    struct Group {
        double chance;    // probability of the rolls that allow these moves
        std::size_t end;  // index in results_ after the last move of the group
    };
    struct Node {
        std::size_t end;  // index in groups_ after the last group of the node
        bool is_over = false;
    };

    std::size_t number(const Position& position) const;
    std::size_t add_leaf(const Position& position);
    void add(const Position& position);
    void add_group(double chance, const std::vector<std::uint32_t>& results);
    double sweep();

    std::string pieces_;
    double tolerance_;
    std::vector<std::size_t> numbers_;  // the index of the node of each cell
    std::vector<Position> positions_;
    std::vector<Node> nodes_;
    std::vector<Group> groups_;           // the groups of moves of all nodes, in the order of nodes
    std::vector<std::uint32_t> results_;  // for each move the index in values_ of the position after it
    std::vector<double> values_;          // the values of the nodes, followed by those of the leaves
    std::map<std::string, std::unique_ptr<Values>> other_materials_;
};

}  // namespace naive
