#include "games/shared/evaluation.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "text/text.hpp"

namespace octomate::games {

namespace {

/// Reads words and numbers, one by one.
class WeightReader {
  public:
    explicit WeightReader(std::string_view text) : rest_(text) { skip(); }

    bool at_end() const { return rest_.empty(); }
    void name(std::string_view expected) {
        if (!rest_.starts_with(expected)) refuse(expected, "the name");
        rest_.remove_prefix(expected.size());
        skip();
    }
    template <class Number>
    Number number(std::string_view group) {
        Number number{};
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (error != std::errc()) refuse(group, "one more number");
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        skip();
        return number;
    }
    [[noreturn]] static void refuse(std::string_view group, std::string_view expected) {
        throw std::invalid_argument("weights: expected " + std::string(expected) + " of \"" +
                                    std::string(group) + "\"");
    }

  private:
    void skip() {
        while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '\n')) rest_.remove_prefix(1);
    }

    std::string_view rest_;
};

}  // namespace

Evaluation::Evaluation(Weights given) : weights(std::move(given)) {
    for (int sum = 0; sum <= most; ++sum) {
        const double chance = 1 / (1 + std::exp(-sum / weight_unit));
        odds[static_cast<std::size_t>(sum)] = static_cast<std::int32_t>(std::lround(chance * one));
    }
}

std::vector<double> Evaluator::weights() const {
    std::vector<double> numbers(evaluation_.weights.begin(), evaluation_.weights.end());
    for (double& number : numbers) number /= weight_unit;
    return numbers;
}

Weights Evaluator::rounded(const std::vector<double>& weights) const {
    Weights rounded(layout_.weights());
    for (std::size_t at = 0; at < rounded.size() && at < weights.size(); ++at) {
        constexpr double most = 32'767;
        rounded[at] =
            static_cast<std::int16_t>(std::lround(std::clamp(weights[at] * weight_unit, -most, most)));
    }
    return rounded;
}

std::vector<double> Evaluator::read(std::string_view text) const {
    std::vector<double> weights;
    WeightReader reader(text);
    for (const int men : layout_.phases) {
        reader.name("men");
        if (reader.number<int>("men") != men) reader.refuse("men", std::to_string(men));
        for (auto group = layout_.groups.begin(); !group->name.empty(); ++group) {
            reader.name(group->name);
            for (int fact = group[0].first; fact < group[1].first; ++fact)
                weights.push_back(reader.number<std::int16_t>(group->name) / weight_unit);
        }
    }
    if (!reader.at_end()) throw std::invalid_argument("weights: expected nothing behind the last number");
    return weights;
}

std::string Evaluator::text_of(const std::vector<double>& weights) const {
    const Weights numbers = rounded(weights);
    std::string text;
    auto number = numbers.begin();
    for (const int men : layout_.phases) {
        text += "men " + std::to_string(men) + '\n';
        for (auto group = layout_.groups.begin(); !group->name.empty(); ++group) {
            text += group->name;
            for (int fact = group[0].first; fact < group[1].first; ++fact) {
                text += (fact - group->first) % 32 == 31 && fact + 1 < group[1].first ? "\n" : " ";
                text += std::to_string(*number++);
            }
            text += '\n';
        }
    }
    return text;
}

}  // namespace octomate::games
