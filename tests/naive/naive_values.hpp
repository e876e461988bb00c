// What positions of a few men are worth, worked out a second time: plain value iteration over all of them,
// on the naive rules. See README.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "naive.hpp"

namespace naive {

// The values of all positions of the d8 game with certain men, and of those that moves make of them, as R11
// defines them: for the side to move, before the roll.
class Values {
  public:
    // FEN letters with "K" and "k", such as "KRk"; White has all others, each kind but once. Games are cut
    // off, as draws, after more and more plies, until none changes by more than `rest` any more: so White
    // can make sure of what is found, and of little more.
    Values(const std::string& men, double rest);

    // The position has these men.
    double of(const Position& position) const;

    // Of other men, which moves make of these: those of "KRk" where a pawn is promoted.
    const Values& part(const std::string& men);

  private:
    struct Group {
        double chance;    // of the rolls that leave these moves
        std::size_t end;  // in results_
    };
    struct Node {
        std::size_t end;  // in groups_
        bool over = false;
    };

    std::size_t number(const Position& position) const;
    std::size_t add_leaf(const Position& position);
    void add(const Position& position);
    void add_group(double chance, const std::vector<std::uint32_t>& results);
    double sweep();

    std::string men_;
    double rest_;
    std::vector<std::size_t> numbers_;  // by cell
    std::vector<Position> positions_;
    std::vector<Node> nodes_;
    std::vector<Group> groups_;           // of all nodes, one behind the other,
    std::vector<std::uint32_t> results_;  // and of their moves, as places in values_
    std::vector<double> values_;          // of the nodes, then of the leaves
    std::map<std::string, std::unique_ptr<Values>> parts_;
};

}  // namespace naive
