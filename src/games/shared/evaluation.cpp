#include "games/shared/evaluation.hpp"

#include <cmath>
#include <stdexcept>

#include "text/text.hpp"

namespace octomate::games {

Evaluation::Evaluation(const FactLayout& layout, std::string_view text) {
    const auto next_word = [&] {
        text = trim(text);
        const std::string_view word = text.substr(0, text.find_first_of(" \n"));
        if (word.empty()) throw std::logic_error("a file of weights has too few numbers");
        text.remove_prefix(word.size());
        return word;
    };
    for (const int pieces : layout.phases) {
        if (next_word() != "men" || number_in<int>(next_word()) != pieces)
            throw std::logic_error("a file of weights has another layout");
        for (int left = layout.count; left > 0;) {
            const auto number = number_in<std::int16_t>(next_word());
            if (!number) continue;
            weights.push_back(*number);
            --left;
        }
    }
    for (int sum = 0; sum <= most; ++sum) {
        const double chance = 1 / (1 + std::exp(-sum / weight_unit));
        chances[static_cast<std::size_t>(sum)] = static_cast<std::int32_t>(std::lround(chance * certain));
    }
}

}  // namespace octomate::games
