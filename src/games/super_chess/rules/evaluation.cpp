#include "games/super_chess/rules/evaluation.hpp"

#include <optional>

#include "games/super_chess/rules/position.hpp"

namespace octomate::super_chess {

extern const std::string_view weights;

const games::Evaluation& evaluation() {
    static const games::Evaluation evaluation(fact_layout, weights);
    return evaluation;
}

constinit const std::array<Strength, strengths> Position::level_strengths = {{
#include "games/super_chess/rules/levels.inc"
}};

namespace {

/// The value of a state for its side to move, if the game is over or a turn wins at once. `has_past`: whether
/// there are states to travel to.
std::optional<double> certain_value(const Snapshot& state, const Used& used, bool has_past) {
    if (const Bitboard high = high_grounds(state.board))
        return high & state.board.of(state.turn) ? 1.0 : -1.0;
    if (can_win(state, used)) return 1.0;
    if (has_turn(state, used) ||
        (has_past && usable_hourglass(state.board, state.turn, used[index(state.turn)])))
        return std::nullopt;
    return in_check(state.board, state.turn) ? -1.0 : 0.0;
}

double evaluate(const Snapshot& state, const Used& used, bool has_past) {
    if (const auto certain = certain_value(state, used, has_past)) return *certain;
    const games::Evaluation& with = evaluation();
    const std::int16_t* const first =
        with.weights.data() + fact_layout.first_for(count(state.board.occupied()));
    int sum = 0;
    take_facts(
        state, used, [&](int fact) { sum += first[fact]; }, [&](int fact) { sum -= first[fact]; });
    return with.value(sum);
}

}  // namespace

double Position::evaluate() const { return super_chess::evaluate(now_, used_, !history_.empty()); }

double Position::value_after(Move move) const {
    if (move.is_travel()) {
        const Position after = play(move);
        return after.turn() == turn() ? after.evaluate() : -after.evaluate();
    }
    Snapshot after = now_;
    play_turn(after, move);
    return -super_chess::evaluate(after, used_, true);
}

bool Position::facts(Facts& out) const {
    out.facts.clear();
    const auto certain = certain_value(now_, used_, !history_.empty());
    if (certain && (*certain != 1 || over_by_high_ground())) return false;
    out.sure = certain ? 1 : 0;
    const int first = fact_layout.first_for(count(board().occupied()));
    take_facts(
        now_, used_, [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(first + fact)); },
        [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(-1 - first - fact)); });
    return true;
}

}  // namespace octomate::super_chess
