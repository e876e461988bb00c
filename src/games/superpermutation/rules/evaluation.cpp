#include "games/superpermutation/rules/evaluation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "games/superpermutation/rules/move.hpp"
#include "text/text.hpp"

namespace octomate::superpermutation {

extern const std::string_view d8_weights;
extern const std::string_view parent_weights;

namespace {

struct Group {
    std::string_view name;
    int first;
};

/// In the order of their numbers; a group ends where the next one begins.
constexpr Group groups[] = {
    {"squares", facts::squares}, {"near", facts::near},       {"apart", facts::apart},
    {"flights", facts::flights}, {"ring", facts::ring},       {"checks", facts::checks},
    {"bound", facts::bound},     {"moves", facts::moves},     {"loose", facts::loose},
    {"guards", facts::guards},   {"threats", facts::threats}, {"answers", facts::answers},
    {"", facts::count}};

[[maybe_unused]] Evaluation made_of(const Weights& weights) {  // the page alone makes none
    Evaluation made;
    made.weights = weights;
    for (int sum = 0; sum <= Evaluation::most; ++sum) {
        const double chance = 1 / (1 + std::exp(-sum / weight_unit));
        made.odds[static_cast<std::size_t>(sum)] =
            static_cast<std::int32_t>(std::lround(chance * Evaluation::one));
    }
    return made;
}

[[noreturn]] void refuse(std::string_view group, std::string_view expected) {
    throw std::invalid_argument("weights: expected " + std::string(expected) + " of \"" + std::string(group) +
                                "\"");
}

}  // namespace

Weights read_weights(std::string_view text) {
    Weights weights{};
    const auto skip = [&] {
        while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
    };
    const auto name = [&](std::string_view expected) {
        skip();
        if (!text.starts_with(expected)) refuse(expected, "the name");
        text.remove_prefix(expected.size());
    };
    const auto number = [&](std::string_view group, auto& into) {
        skip();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
        if (error != std::errc()) refuse(group, "one more number");
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    };
    skip();
    const bool apart = text.starts_with("men");
    for (std::size_t phase = 0; phase < phases.size(); ++phase) {
        const auto first = weights.begin() + static_cast<std::ptrdiff_t>(phase * facts::count);
        if (phase > 0 && !apart) {
            std::copy(weights.begin(), weights.begin() + facts::count, first);
            continue;
        }
        if (apart) {
            name("men");
            int men = 0;
            number("men", men);
            if (men != phases[phase]) refuse("men", std::to_string(phases[phase]));
        }
        for (const Group* group = groups; !group->name.empty(); ++group) {
            name(group->name);
            for (int fact = group->first; fact < group[1].first; ++fact) number(group->name, first[fact]);
        }
    }
    skip();
    if (!text.empty()) throw std::invalid_argument("weights: expected nothing behind the last number");
    return weights;
}

std::string write_weights(const Weights& weights) {
    std::string text;
    for (std::size_t phase = 0; phase < phases.size(); ++phase) {
        text += "men " + std::to_string(phases[phase]) + '\n';
        for (const Group* group = groups; !group->name.empty(); ++group) {
            text += group->name;
            for (int fact = group->first; fact < group[1].first; ++fact) {
                text += (fact - group->first) % 32 == 31 && fact + 1 < group[1].first ? "\n" : " ";
                text += std::to_string(weights[phase * facts::count + static_cast<std::size_t>(fact)]);
            }
            text += '\n';
        }
    }
    return text;
}

std::vector<double> numbers_of(const Weights& weights) {
    std::vector<double> numbers(weights.begin(), weights.end());
    for (double& number : numbers) number /= weight_unit;
    return numbers;
}

Weights weights_of(const std::vector<double>& numbers) {
    Weights weights{};
    for (std::size_t at = 0; at < weights.size() && at < numbers.size(); ++at) {
        constexpr double most = 32'767;
        weights[at] =
            static_cast<std::int16_t>(std::lround(std::clamp(numbers[at] * weight_unit, -most, most)));
    }
    return weights;
}

namespace {

template <class Rules>
Evaluation& serving() {
    static Evaluation made = made_of(read_weights(Rules::die ? d8_weights : parent_weights));
    return made;
}

}  // namespace

template <class Rules>
const Evaluation& evaluation() {
    return serving<Rules>();
}

template <class Rules>
void use_evaluation(const Weights& weights) {
    serving<Rules>() = made_of(weights);
}

template const Evaluation& evaluation<D8>();
template const Evaluation& evaluation<Parent>();
template void use_evaluation<D8>(const Weights&);
template void use_evaluation<Parent>(const Weights&);

}  // namespace octomate::superpermutation
