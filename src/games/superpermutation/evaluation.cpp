#include "games/superpermutation/evaluation.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "core/extent.hpp"
#include "games/superpermutation/rules.hpp"
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

[[maybe_unused]] Evaluation made_of(std::string_view text) {  // the page alone makes none
    Evaluation made;
    made.weights = read_weights(text);
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
    for (const Group* group = groups; !group->name.empty(); ++group) {
        skip();
        if (!text.starts_with(group->name)) refuse(group->name, "the name");
        text.remove_prefix(group->name.size());
        for (int fact = group->first; fact < group[1].first; ++fact) {
            skip();
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(),
                                                      weights[static_cast<std::size_t>(fact)]);
            if (error != std::errc()) refuse(group->name, "one more number");
            text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        }
    }
    return weights;
}

template <class Rules>
const Evaluation& evaluation() {
    if constexpr (is_whole) {
        static const Evaluation made = made_of(Rules::die ? d8_weights : parent_weights);
        return made;
    } else {
        left_out();
    }
}

template const Evaluation& evaluation<D8>();
template const Evaluation& evaluation<Parent>();

}  // namespace octomate::superpermutation
