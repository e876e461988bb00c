#pragma once

#include <cstddef>
#include <vector>

namespace octomate::tables {

/// Anderson's acceleration of x ← G(x): the next x is the mixture of the last images whose residuals come
/// nearest to none. Sums are taken in an order that no number of threads changes.
class Anderson {
  public:
    Anderson(std::size_t size, std::size_t memory) : size_(size), memory_(memory) {}

    /// Puts the next x in the place of `x`; `image` is G(x).
    void step(std::vector<double>& x, const std::vector<double>& image);

    /// Forgets what came before.
    void restart();

  private:
    struct Difference {
        std::vector<double> residual, image;
    };

    std::vector<double> coefficients(const std::vector<double>& residual) const;

    std::size_t size_;
    std::size_t memory_;
    std::vector<Difference> differences_;  // oldest first
    std::vector<double> residual_, image_;
};

}  // namespace octomate::tables
