#include "tables/finds.hpp"

namespace octomate::tables {

namespace {

constexpr std::size_t many = 3;  // moves, of which one is to be chosen

/// How far the best of many moves is above the next.
std::optional<double> lead(const RollOdds& roll) {
    if (roll.moves.size() < many) return {};
    const Bounds &best = roll.moves[0].bounds, &next = roll.moves[1].bounds;
    if (best.lower <= next.upper) return {};
    return best.middle() - next.middle();
}

/// Whether only the best move does not give away what there is.
bool is_only_one(const RollOdds& roll) {
    const Bounds &best = roll.moves[0].bounds, &next = roll.moves[1].bounds;
    return (best.lower > 0 && next.upper <= 0) || (best.lower >= 0 && next.upper < 0);
}

/// The men of a FEN, one square after the other, and whose turn it is.
std::string spread(std::string_view fen) {
    std::string squares;
    const std::size_t blank = fen.find(' ');
    for (const char letter : fen.substr(0, blank)) {
        if (letter >= '1' && letter <= '9') {
            squares.append(static_cast<std::size_t>(letter - '0'), '.');
        } else {
            squares += letter;
        }
    }
    return squares.append(fen.substr(blank, 2));
}

}  // namespace

std::optional<std::pair<double, std::size_t>> measure(const Odds& odds, Want want) {
    std::optional<std::pair<double, std::size_t>> most;
    if (want == Want::Swing) {
        double best = -1, worst = 1;
        for (const RollOdds& roll : odds.rolls) {
            best = std::max(best, roll.bounds.middle());
            worst = std::min(worst, roll.bounds.middle());
        }
        if (best > worst) most.emplace(best - worst, 0);
        return most;
    }
    for (std::size_t at = 0; at < odds.rolls.size(); ++at) {
        const auto how = lead(odds.rolls[at]);
        if (!how || (want == Want::OnlyMove && !is_only_one(odds.rolls[at]))) continue;
        if (!most || *how > most->first) most.emplace(*how, at);
    }
    return most;
}

bool near_each_other(std::string_view fen, std::string_view other) {
    const std::string one = spread(fen), two = spread(other);
    if (one.size() != two.size() || one.back() != two.back()) return false;
    int differences = 0;
    for (std::size_t at = 0; at < one.size(); ++at) differences += one[at] != two[at];
    return differences <= 2;
}

}  // namespace octomate::tables
