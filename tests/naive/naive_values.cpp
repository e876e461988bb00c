#include "naive_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace naive {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// Section 7: a position and its mirror image have the same value. Returns the one whose white king is on the
// files a to d.
Position folded(const Position& position) {
    const auto king =
        std::find(position.pieces.begin(), position.pieces.end(), 'K') - position.pieces.begin();
    if (king % 8 < 4) {
        return position;
    }
    Position image = position;
    for (std::size_t square = 0; square < 64; ++square) {
        image.pieces[square] = position.pieces[square ^ 7];
    }
    return image;
}

// Returns the letters of all pieces of a position, sorted.
std::string pieces_of(const Position& position) {
    std::string pieces;
    for (const char piece : position.pieces) {
        if (piece != '.') {
            pieces += piece;
        }
    }
    std::sort(pieces.begin(), pieces.end());
    return pieces;
}

}  // namespace

Values::Values(const std::string& pieces, double tolerance) : pieces_(pieces), tolerance_(tolerance) {
    std::sort(pieces_.begin(), pieces_.end());
    std::size_t cells = 2;
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        cells *= 64;
    }
    numbers_.assign(cells, none);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        Position position;
        position.pieces.fill('.');
        position.turn = cell % 2 == 0 ? 'w' : 'b';
        std::size_t remaining = cell / 2;
        bool apart = true;
        for (const char piece : pieces_) {
            apart = apart && position.pieces[remaining % 64] == '.';
            position.pieces[remaining % 64] = piece;
            remaining /= 64;
        }
        if (apart && acceptable(position) && folded(position) == position) {
            numbers_[cell] = positions_.size();
            positions_.push_back(position);
        }
    }
    values_.resize(positions_.size());
    for (const Position& position : std::vector<Position>(positions_)) {
        add(position);
    }
    while (sweep() > tolerance_) {
    }
}

double Values::value(const Position& position) const { return values_[number(position)]; }

std::size_t Values::number(const Position& position) const {
    const Position image = folded(position);
    std::size_t cell = 0;
    for (std::size_t piece = pieces_.size(); piece-- > 0;) {
        cell = cell * 64 +
               static_cast<std::size_t>(std::find(image.pieces.begin(), image.pieces.end(), pieces_[piece]) -
                                        image.pieces.begin());
    }
    return numbers_[cell * 2 + (image.turn == 'w' ? 0 : 1)];
}

const Values& Values::other_material(const std::string& pieces) {
    auto& values = other_materials_[pieces];
    if (!values) {
        values = std::make_unique<Values>(pieces, tolerance_);
    }
    return *values;
}

// Adds a position of another material; the values of leaves follow those of the nodes. Returns its index.
std::size_t Values::add_leaf(const Position& position) {
    values_.push_back(other_material(pieces_of(position)).value(position));
    return values_.size() - 1;
}

void Values::add_group(double chance, const std::vector<std::uint32_t>& results) {
    results_.insert(results_.end(), results.begin(), results.end());
    groups_.push_back({chance, results_.size()});
}

void Values::add(const Position& position) {
    const Status state = status(position);
    if (state != Status::ongoing) {
        values_[nodes_.size()] = state == Status::checkmate ? -1 : 0;
        nodes_.push_back({groups_.size(), true});
        return;
    }
    std::vector<std::uint32_t> all;
    std::vector<std::vector<std::uint32_t>> by_face(9);
    for (const auto& [face, after] : results(position)) {
        const auto to =
            static_cast<std::uint32_t>(pieces_of(after) == pieces_ ? number(after) : add_leaf(after));
        all.push_back(to);
        by_face[static_cast<std::size_t>(face)].push_back(to);
    }
    if (in_check(position)) {
        add_group(1, all);
    } else {
        int free = 0;
        for (std::size_t face = 1; face <= 8; ++face) {
            if (by_face[face].empty()) {
                ++free;
            } else {
                add_group(1.0 / 8, by_face[face]);
            }
        }
        if (free > 0) {
            add_group(free / 8.0, all);
        }
    }
    nodes_.push_back({groups_.size(), false});
}

// Recomputes each value from those of the positions after its moves. Returns the greatest change.
double Values::sweep() {
    double change = 0;
    std::size_t group = 0;
    std::size_t result = 0;
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
        if (nodes_[at].is_over) {
            continue;
        }
        double mean = 0;
        for (; group < nodes_[at].end; ++group) {
            double best = -1;
            for (; result < groups_[group].end; ++result) {
                best = std::max(best, -values_[results_[result]]);
            }
            mean += best * groups_[group].chance;
        }
        change = std::max(change, std::abs(mean - values_[at]));
        values_[at] = mean;
    }
    return change;
}

}  // namespace naive
