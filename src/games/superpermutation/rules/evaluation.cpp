#include "games/superpermutation/rules/evaluation.hpp"

#include "games/superpermutation/rules/move.hpp"
#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

extern const std::string_view d8_weights;
extern const std::string_view parent_weights;

template <class Rules>
const Evaluation& evaluation() {
    static const Evaluation evaluation(fact_layout, Rules::die ? d8_weights : parent_weights);
    return evaluation;
}

template const Evaluation& evaluation<D8>();
template const Evaluation& evaluation<Parent>();

template <>
constinit const std::array<Strength, strengths> D8Position::level_strengths = {{
#include "games/superpermutation/rules/d8_levels.inc"
}};

template <>
constinit const std::array<Strength, strengths> ParentPosition::level_strengths = {{
#include "games/superpermutation/rules/parent_levels.inc"
}};

}  // namespace octomate::superpermutation
