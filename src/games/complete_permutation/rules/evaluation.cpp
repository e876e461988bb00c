#include "games/complete_permutation/rules/evaluation.hpp"

#include "games/complete_permutation/rules/position.hpp"

namespace octomate::complete_permutation {

extern const std::string_view weights;

const games::Evaluation& evaluation() {
    static const games::Evaluation evaluation(fact_layout, weights);
    return evaluation;
}

constinit const std::array<Strength, strengths> Position::level_strengths = {{
#include "games/complete_permutation/rules/levels.inc"
}};

double Position::evaluate() const {
    if (lost_by_cruelty()) return 1;
    if (!can_move(state_)) return king_attacked(state_.board, state_.turn) ? -1 : 0;
    if (can_mate(state_)) return 1;
    const games::Evaluation& with = evaluation();
    const std::int16_t* const first = with.weights.data() + fact_layout.first_for(count(board().occupied()));
    int sum = 0;
    take_facts(
        state_, [&](int fact) { sum += first[fact]; }, [&](int fact) { sum -= first[fact]; });
    return with.value(sum);
}

bool Position::facts(Facts& out) const {
    out.facts.clear();
    if (lost_by_cruelty() || !can_move(state_)) return false;
    out.sure = can_mate(state_) ? 1 : 0;
    const int first = fact_layout.first_for(count(board().occupied()));
    take_facts(
        state_, [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(first + fact)); },
        [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(-1 - first - fact)); });
    return true;
}

}  // namespace octomate::complete_permutation
