#include "tables/anderson.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace octomate::tables {

namespace {

constexpr std::size_t piece = 8192;

/// Calls f(begin, end) for pieces of 0…size-1, on all threads.
template <class F>
void for_pieces(std::size_t size, F f) {
    tbb::parallel_for(std::size_t{0}, (size + piece - 1) / piece,
                      [&](std::size_t at) { f(at * piece, std::min(size, (at + 1) * piece)); });
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> sums((a.size() + piece - 1) / piece);
    for_pieces(a.size(), [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t at = begin; at < end; ++at) sum += a[at] * b[at];
        sums[begin / piece] = sum;
    });
    double sum = 0;
    for (const double one : sums) sum += one;
    return sum;
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
    std::vector<double> residual(size_);
    for_pieces(size_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at) residual[at] = image[at] - x[at];
    });
    if (!residual_.empty()) {
        Difference latest;
        if (differences_.size() == memory_) {
            latest = std::move(differences_.front());
            differences_.erase(differences_.begin());
        }
        latest.residual.resize(size_);
        latest.image.resize(size_);
        for_pieces(size_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t at = begin; at < end; ++at) {
                latest.residual[at] = residual[at] - residual_[at];
                latest.image[at] = image[at] - image_[at];
            }
        });
        differences_.push_back(std::move(latest));
    }
    const std::vector<double> weights = coefficients(residual);
    for_pieces(size_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; ++at) {
            double next = image[at];
            for (std::size_t one = 0; one < weights.size(); ++one)
                next -= weights[one] * differences_[one].image[at];
            x[at] = next;
        }
    });
    residual_ = std::move(residual);
    image_ = image;
}

void Anderson::restart() {
    differences_.clear();
    residual_.clear();
}

}  // namespace octomate::tables
