#pragma once

#include <cstddef>
#include <vector>

#include "tables/team.hpp"

namespace octomate::tables {

/// Anderson's acceleration of x ← G(x): the next x is the mixture of the last images whose residuals come
/// nearest to none. Each rank keeps its part; sums are taken in an order that no number of threads or ranks
/// changes.
class Anderson {
  public:
    Anderson(std::size_t size, std::size_t memory, const Team& team)
        : size_(size), memory_(memory), team_(team) {}

    /// Puts the next x in the place of `x`; `image` is G(x).
    void step(std::vector<double>& x, const std::vector<double>& image);

    /// Forgets what came before.
    void restart();

  private:
    struct Difference {
        std::vector<double> residual, image;
    };

    double dot(const std::vector<double>& a, const std::vector<double>& b) const;
    std::vector<double> coefficients(const std::vector<double>& residual) const;

    std::size_t size_;
    std::size_t memory_;
    const Team& team_;
    std::vector<Difference> differences_;  // oldest first; of the own part, as what follows
    std::vector<double> residual_, image_;
    bool begun_ = false;
};

}  // namespace octomate::tables
