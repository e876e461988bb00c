#include "reports/solution_report.hpp"

#include <tuple>

namespace octomate::reports {

std::string_view name(Waiting waiting) {
    switch (waiting) {
        case Waiting::Over: break;
        case Waiting::Check: return "check";
        case Waiting::Threat: return "threat";
        case Waiting::Zugzwang: return "zugzwang";
        case Waiting::OurTurn: return "our_turn";
    }
    return "over";
}

bool Play::operator==(const Play& other) const {
    return waiting == other.waiting && continuations == other.continuations && variations == other.variations;
}

bool Continuation::operator==(const Continuation& other) const {
    const auto fields = [](const Continuation& one) {
        return std::tie(one.rolls, one.moves, one.in, one.dual, one.is_short, one.play);
    };
    return fields(*this) == fields(other);
}

bool Variation::operator==(const Variation& other) const {
    const auto fields = [](const Variation& one) {
        return std::tie(one.replies, one.answers, one.loses, one.again, one.play, one.threatened,
                        one.certain);
    };
    return fields(*this) == fields(other);
}

}  // namespace octomate::reports
