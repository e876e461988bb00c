#include <algorithm>
#include <cmath>

#include "players/match.hpp"

namespace octomate::players {

double Score::rate() const {
    if (games() == 0) return 0.5;
    return (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) / static_cast<double>(games());
}

double Score::error() const {
    if (pairs < 2) return 0;
    const auto count = static_cast<double>(pairs);
    const double variance = std::max(0.0, squares / count - rate() * rate()) * count / (count - 1);
    return std::sqrt(variance / count);
}

std::pair<double, double> Score::range() const {
    Score more = *this;
    more.add_pair(1, 1);
    more.add_pair(0, 0);
    const double margin = 1.96 * more.error();
    return {std::max(0.0, more.rate() - margin), std::min(1.0, more.rate() + margin)};
}

void Score::add_pair(double first, double second) {
    add(first);
    add(second);
    const double mean = (first + second) / 2;
    ++pairs;
    squares += mean * mean;
}

void Score::add(double points) { ++(points == 1 ? wins : points == 0 ? losses : draws); }

double elo_of(double rate) {
    constexpr double most = 1200;
    if (rate <= 0) return -most;
    if (rate >= 1) return most;
    return std::clamp(400 * std::log10(rate / (1 - rate)), -most, most);
}

}  // namespace octomate::players
