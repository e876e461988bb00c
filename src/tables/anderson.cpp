#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tables/sweeps.hpp"

namespace octomate::tables {

namespace {

constexpr std::size_t piece = Team::piece;

/// Calls f(begin, end) for pieces of 0…size-1, on all threads.
template <class F>
void for_pieces(std::size_t size, F f) {
    tbb::parallel_for(std::size_t{0}, (size + piece - 1) / piece,
                      [&](std::size_t at) { f(at * piece, std::min(size, (at + 1) * piece)); });
}

/// Solves the square system whose last column is the right side, by elimination.
std::vector<double> solved(std::vector<std::vector<double>> rows) {
    const std::size_t size = rows.size();
    for (std::size_t at = 0; at < size; ++at) {
        const auto pivot =
            std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(at), rows.end(),
                             [&](const auto& a, const auto& b) { return std::abs(a[at]) < std::abs(b[at]); });
        std::iter_swap(rows.begin() + static_cast<std::ptrdiff_t>(at), pivot);
        if (rows[at][at] == 0) continue;
        for (std::size_t below = at + 1; below < size; ++below) {
            const double factor = rows[below][at] / rows[at][at];
            for (std::size_t column = at; column <= size; ++column)
                rows[below][column] -= factor * rows[at][column];
        }
    }
    std::vector<double> solution(size);
    for (std::size_t at = size; at-- > 0;) {
        double rest = rows[at][size];
        for (std::size_t column = at + 1; column < size; ++column)
            rest -= rows[at][column] * solution[column];
        solution[at] = rows[at][at] == 0 ? 0 : rest / rows[at][at];
    }
    return solution;
}

}  // namespace

double Anderson::dot(const std::vector<double>& a, const std::vector<double>& b) const {
    std::vector<double> sums((size_ + piece - 1) / piece);
    const std::size_t first = team_.own(size_).first / piece;
    for_pieces(a.size(), [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t at = begin; at < end; ++at) sum += a[at] * b[at];
        sums[first + begin / piece] = sum;
    });
    team_.share_sums(sums.data(), size_);
    double sum = 0;
    for (const double one : sums) sum += one;
    return sum;
}

std::vector<double> Anderson::coefficients(const std::vector<double>& residual) const {
    constexpr double ridge = 1e-10;  // keeps nearly equal differences from weights that are huge
    const std::size_t size = differences_.size();
    std::vector<std::vector<double>> rows(size, std::vector<double>(size + 1));
    for (std::size_t row = 0; row < size; ++row) {
        for (std::size_t column = 0; column <= row; ++column) {
            rows[row][column] = rows[column][row] =
                dot(differences_[row].residual, differences_[column].residual);
        }
        rows[row][size] = dot(differences_[row].residual, residual);
    }
    for (std::size_t row = 0; row < size; ++row) rows[row][row] *= 1 + ridge;
    return solved(std::move(rows));
}

void Anderson::step(std::vector<double>& x, const std::vector<double>& image) {
    const auto [first, last] = team_.own(size_);
    const std::size_t size = last - first;
    const double* const own_image = image.data() + first;
    double* const own_x = x.data() + first;
    std::vector<double> residual(size);
    for_pieces(size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at) residual[at] = own_image[at] - own_x[at];
    });
    if (begun_) {
        Difference latest;
        if (differences_.size() == memory_) {
            latest = std::move(differences_.front());
            differences_.erase(differences_.begin());
        }
        latest.residual.resize(size);
        latest.image.resize(size);
        for_pieces(size, [&](std::size_t begin, std::size_t end) {
            for (std::size_t at = begin; at < end; ++at) {
                latest.residual[at] = residual[at] - residual_[at];
                latest.image[at] = own_image[at] - image_[at];
            }
        });
        differences_.push_back(std::move(latest));
    }
    const std::vector<double> weights = coefficients(residual);
    for_pieces(size, [&](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at) {
            double next = own_image[at];
            for (std::size_t one = 0; one < weights.size(); ++one)
                next -= weights[one] * differences_[one].image[at];
            own_x[at] = next;
        }
    });
    team_.share(x.data(), size_);
    residual_ = std::move(residual);
    image_.assign(own_image, own_image + size);
    begun_ = true;
}

void Anderson::restart() {
    differences_.clear();
    begun_ = false;
}

}  // namespace octomate::tables
